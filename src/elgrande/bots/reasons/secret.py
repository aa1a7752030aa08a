"""Why a disk is set, for whoever sets it and for nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.bots import disks
from elgrande.bots.reasons.voice import HARDLY, Voice, on_others
from elgrande.content.words.names import listed, sentence
from elgrande.rules.wording import caballeros

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        else:
            much = on_others(most - worth, "less")
            said.append(f"It promises most; {names.region(second)} comes next, with {much}")
    movers = disks.movers(view)
    veiled = view.rules.veiled and disks.asking(view).step == disks.ALL_MOVE
    likely = [] if veiled or movers is None else [
        f"{names.seat(other)} {names.region(disks.likeliest(outlook, view, other))}"
        for other, number in movers.items() if other != voice.seat and number
    ]  # fmt: skip
    if likely:
        said.append(f"I guess that the others choose what looks best to each: {listed(likely)}")
    return " ".join(map(sentence, said))


def _does(voice: Voice, view: View, chosen: int) -> list[str]:
    """Say what the disk does to its owner's caballeros."""
    names, seat, rules = voice.names, voice.seat, view.rules
    movers = disks.movers(view)
    if movers is not None:
        number = movers.get(seat, 0)
        mine = f"your {caballeros(number)}" if number > 1 else "your caballero"
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
