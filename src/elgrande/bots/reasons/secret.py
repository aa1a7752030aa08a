"""Why a disk is set, for whoever sets it and for nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.bots import disks
from elgrande.bots.reasons.changes import stands
from elgrande.bots.reasons.voice import HARDLY, Voice, on_others
from elgrande.content.words.names import listed, points, sentence
from elgrande.rules.events import Event, RegionScored
from elgrande.rules.wording import caballeros

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elgrande.bots.bot import Request
    from elgrande.bots.outlook import Outlook
    from elgrande.rules import View


def of_disk(
    request: Request, outlook: Outlook, rated: Sequence[tuple[int, float]], chosen: int
) -> str:
    """Say why a disk is set, to whoever sets it and to nobody else.

    ``rated`` are the regions, each with its worth.
    """
    if not request.private:
        return ""
    voice, view = Voice.of(request), request.view
    names = voice.names
    (best, most), *rest = sorted(rated, key=lambda pair: -pair[1])
    said = _does(voice, view, chosen)
    if chosen != best and most - dict(rated)[chosen] < HARDLY:
        said.append(f"{names.region(best)} would be as good")
    elif chosen != best:
        much = on_others(most - dict(rated)[chosen], "more")
        said.append(
            f"{names.region(best)} may gain you {much}, but a disk that always shows what looks "
            "best is easy to foresee, so I draw lots among the good ones"
        )
    elif rest:
        second, worth = rest[0]
        if most - worth < HARDLY:
            said.append(f"{names.region(second)} would be as good")
        elif disks.asking(view).number >= 0:
            much = points(max(1, round(most - worth)))
            said.append(f"It costs you least; {names.region(second)} would cost about {much} more")
        else:
            much = on_others(most - worth, "less")
            said.append(f"It promises most; {names.region(second)} comes next, with {much}")
    movers = disks.movers(view)
    veiled = view.rules.veiled and disks.asking(view).step == disks.ALL_MOVE
    if veiled or movers is None:
        return " ".join(map(sentence, said))
    likely = {
        other: disks.likeliest(outlook, view, other)
        for other, number in movers.items() if other != voice.seat and number
    }  # fmt: skip
    shown = [f"{names.seat(other)} {names.region(region)}" for other, region in likely.items()]
    if len(shown) > 1:
        said.append(f"I guess that the others choose what looks best to each: {listed(shown)}")
    elif likely:
        [(other, region)] = likely.items()
        said.append(f"I guess that {names.seat(other)} sets {names.region(region)}")
    if movers.get(voice.seat):
        brings = _brings(voice, view, likely, chosen)
        # Behind what it hangs on.
        at = len(said) if likely else 1
        said[at:at] = brings
    return " ".join(map(sentence, said))


def _brings(voice: Voice, view: View, likely: Mapping[int, int], chosen: int) -> list[str]:
    """Say what the disk brings if the others set what is likely: nothing if that is not known."""
    state = view.trial()
    events: list[Event] = []
    # Those of others that are set already may be turned again, here to what is guessed; those of
    # whoever moves nobody show anything.
    rest = [seat for seat in state.owing() if seat != voice.seat and seat not in likely]
    answers = [(seat, state.legal(seat)[0]) for seat in rest]
    answers += [(seat, view.rules.DISK + region) for seat, region in likely.items()]
    for seat, code in (*answers, (voice.seat, view.rules.DISK + chosen)):
        if code not in state.legal(seat):
            return []
        state.apply(seat, code, events.append)
    general = [e.scored for e in events if isinstance(e, RegionScored) and e.general]
    if paid := [scored.sums() for scored in general if scored.target == chosen]:
        much = points(paid[0].get(voice.seat, 0)) if paid[0].get(voice.seat) else "nothing"
        return [f"then {voice.names.target(chosen)} pays you {much}"]
    return [f"then {text}" for text in stands(voice, view, state, chosen)]


def _does(voice: Voice, view: View, chosen: int) -> list[str]:
    """Say what the disk does to its owner's caballeros."""
    names, seat, rules = voice.names, voice.seat, view.rules
    movers = disks.movers(view)
    if movers is not None:
        number = movers.get(seat, 0)
        mine = f"your {caballeros(number)}" if number > 1 else "your caballero"
        if number and rules.taboo(view).issuperset(rules.region_places[chosen]):
            return [f"{mine} would go to your court, since {names.region(chosen)} is closed"]
        return [f"{mine} would go to {names.region(chosen)}"] if number else []
    number = disks.asking(view).number
    if number < 0:
        return []
    there = sum(view.count(seat, place) for place in rules.region_places[chosen])
    where, gone = names.at(rules.regions[chosen]), min(number, there)
    if not gone:
        return [f"you have nobody {where}, so it sends nobody back"]
    if gone == there:
        who = "your caballero" if there == 1 else f"your {caballeros(there)}"
        return [f"it sends back {who} {where}"]
    return [f"it sends back {gone} of your {caballeros(there)} {where}"]
