"""Why a bot answers as it does, in sentences that a person would say.

A plan is told by the labels of its answers, which are data of the verbs, and by what stands
otherwise at its end: who leads where, whose region the King is in, who has got points. So nothing
here knows a card or an expansion. To whoever asks for advice a bot says *you*, and all of it; what
everybody may read is one short sentence about itself.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots import disks, power
from elgrande.bots.terms import terms_of
from elgrande.content.words import answer as label
from elgrande.content.words.names import Names, listed, named, ordinal, points, sentence
from elgrande.rules.scoring import score
from elgrande.rules.wording import caballeros, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.bots.bot import Request
    from elgrande.bots.outlook import Outlook
    from elgrande.bots.planner import End, Path, Planner
    from elgrande.rules import Position, Ruleset, State

HARDLY = 0.1
"""A difference of fewer points is not told as one."""
SPOKEN = 150
"""So many characters are read in passing."""
TOLD = 3
"""So many of the changes that a plan brings are told, the greatest ones."""
STANDS_OUT = 1.0
"""A card on offer that is worth so many points more than the next is wanted."""
TOGETHER = {"place": "place", "send": "send back"}
"""Verbs whose answers are put together, as often as they come, and how they are said."""
AT_ONCE = "This pays at once."
"""What is said where nothing else may be."""
_ASIDE = frozenset(("special", "done", "end", "let", "let-all"))
"""Verbs that say nothing of a plan."""


class Voice(NamedTuple):
    """Who speaks of whose plan to whom: a bot of its own, or an adviser to the player."""

    names: Names
    seat: int
    private: bool

    @classmethod
    def of(cls, request: Request) -> Voice:
        """Return the voice in which a request is answered."""
        names = named(request.view.rules, request.names or None)
        return cls(names, request.seat, request.private)

    @property
    def me(self) -> str:
        return "you" if self.private else "me"

    @property
    def i(self) -> str:
        return "you" if self.private else "I"

    @property
    def my(self) -> str:
        return "your" if self.private else "my"

    def instead(self, code: int, plan: Plan | None = None) -> str:
        """Return another answer as it is said in passing: cards by their short forms."""
        rules = self.names.rules
        if rules.verb(code) != "card":
            decision = None if plan is None else plan.start.decision(self.seat)
            now = decision is not None and code in decision.codes
            said = label(code, rules, self.names, decision if now else None)
            return f"{said[:1].lower()}{said[1:]}"
        if self.private:
            return _chosen(code, self.names)
        return f"choose {self.names.short(rules.cards[code - rules.CARD].id)}"

    def whom(self, seat: int) -> str:
        """Return a player, the speaker among them, after a preposition."""
        return self.me if seat == self.seat else self.names.seat(seat)


class Plan(NamedTuple):
    """What is planned: from where, by which answers, to where."""

    start: State
    path: Path
    end: Position


class Rest(NamedTuple):
    """The second choice: its code, and how many points it is behind."""

    code: int
    behind: float


def why(voice: Voice, plan: Plan | None, second: Rest | None, *, played_on: bool = False) -> str:
    """Say what a plan is, what it brings and what comes second; "" if there is nothing to say.

    ``played_on`` says that all others' answers of the round were tried, too.
    """
    rules = voice.names.rules
    if not voice.private:
        # What was not chosen tells of what was, and what comes of it tells it too.
        if second is not None and rules.is_secret(second.code):
            second = None
        if plan is not None and any(rules.is_secret(code) for _, code in plan.path):
            plan = None
    shut = plan is not None and _pays_out_of_sight(plan, rules)
    if shut:
        # How much better it is would tell how many are in the veiled Castillo.
        second = None
    changes = [] if plan is None else _changes(voice, plan.start, plan.end)
    instead = "" if second is None else voice.instead(second.code, plan)
    if not voice.private:
        return _in_passing(changes, second, instead) or (AT_ONCE if shut else "")
    said = []
    deeds = [] if plan is None else _deeds(voice, plan)
    if deeds:
        said.append(f"The plan: {_then(deeds)}")
    if changes:
        said.append("; ".join(changes[:TOLD]))
    if second is not None and second.behind < HARDLY:
        said.append(f"It is close: to {instead} would be as good")
    elif second is not None:
        much = points(max(1, round(second.behind)))
        cause = "once all have played on" if played_on else "by what the coming scorings may bring"
        said.append(f"Second best would be to {instead}: about {much} less, {cause}")
    return " ".join(map(sentence, said)) or (AT_ONCE if shut else "")


def _in_passing(changes: list[str], second: Rest | None, instead: str) -> str:
    """Say the greatest change, and how far the second choice is behind, if both can be read."""
    said = sentence(changes[0]) if changes else ""
    if second is None:
        return said
    if second.behind < HARDLY:
        more = f"It is close: I could as well {instead}."
    else:
        much = points(max(1, round(second.behind)))
        more = f"I expect about {much} more from this than if I {instead}."
    whole = f"{said} {more}".strip()
    return whole if len(whole) <= SPOKEN else more


def of_end(start: State, end: End) -> Plan:
    """Return the plan that leads to an end."""
    return Plan(start, end.path, end.state)


# -- what is done ----------------------------------------------------------


def _then(deeds: Sequence[str]) -> str:
    """Return deeds in their order: ``choose the King, move him to Seville, then place 2 there``."""
    if len(deeds) < 3:
        return ", then ".join(deeds)
    return f"{', '.join(deeds[:-1])}, then {deeds[-1]}"


def _deeds(voice: Voice, plan: Plan) -> list[str]:
    """Return what a seat does on the way, in short: the same deeds and moves are put together."""
    deeds: list[str] = []
    for kind, moves in groupby(_moves(voice, plan), key=itemgetter(0)):
        said = [text for _, text in moves]
        if kind in TOGETHER:
            deeds.append(f"{TOGETHER[kind]} {listed(_numbered(said))}")
        else:
            deeds += [text for text, _ in groupby(said)]
    return deeds


def _moves(voice: Voice, plan: Plan) -> list[tuple[str, str]]:
    """Return what each answer does, with its verb; a pick and its put are one."""
    names, rules, seat = voice.names, voice.names.rules, voice.seat
    state = plan.start.copy()
    found: list[tuple[str, str]] = []
    picked: list[str] = []
    for at, code in plan.path:
        verb, *words = rules.text(code).split()
        if at == seat and verb not in _ASIDE:
            if picked and verb != "put":
                # Nobody brings this one anywhere: the pick was the deed.
                found.append(("pick", f"pick {_whose(voice, picked[0])} {names.at(picked[1])}"))
                picked = []
            if verb == "pick" and len(words) == 2:
                picked = words
            elif verb == "put" and len(picked) == 2 and len(words) == 1:
                whose = _whose(voice, picked[0])
                source, goal = names.the(picked[1]), names.the(words[0])
                found.append(("put", f"move {whose} from {source} to {goal}"))
                picked = []
            elif verb == "place" and len(words) == 1:
                found.append(("place", names.at(words[0])))
            elif verb == "send" and len(words) == 2 and words[0] in rules.kinds:
                found.append(("send", f"{_whose(voice, words[0])} {names.at(words[1])}"))
            elif verb == "card":
                found.append((verb, _chosen(code, names)))
            else:
                found.append((verb, label(code, rules, names, state.decision(seat))))
        state.apply(at, code)
    return [(verb, f"{text[:1].lower()}{text[1:]}" if verb not in TOGETHER else text)
            for verb, text in found]  # fmt: skip


def _whose(voice: Voice, kind: str) -> str:
    """Return one caballero of a kind."""
    whose = one_of(voice.names.rules.kinds.index(kind), voice.names, voice.seat)
    return "one of your caballeros" if whose == "your caballero" else whose


def _chosen(code: int, names: Names) -> str:
    return f"choose {names.card_id(names.rules.cards[code - names.rules.CARD].id)}"


def _numbered(said: Sequence[str]) -> list[str]:
    """Return each text with how often it comes, in the order in which they came first."""
    out = []
    for text in dict.fromkeys(said):
        number = said.count(text)
        whose, of, where = text.partition("'s caballero ")
        if text.startswith(("in ", "on ")):
            out.append(f"{number} {text}")
        elif number == 1:
            out.append(text)
        elif of:
            out.append(f"{number} of {whose}'s caballeros {where}")
        else:
            out.append(f"{text} ({number} times)")
    return out


# -- what it brings --------------------------------------------------------


def _changes(voice: Voice, start: Position, end: Position) -> list[str]:
    """Return what stands otherwise in the end, what matters most first."""
    found = _at_once(voice, start, end)
    rules = voice.names.rules
    for target in range(len(rules.targets)):
        if rules.veiled and target == rules.castillo_target:
            # Whatever is said of it would tell how many are inside.
            continue
        found += _there(voice, start, end, target)
    return [text for _, text in sorted(found, key=lambda change: -change[0])]


def _at_once(voice: Voice, start: Position, end: Position) -> list[tuple[float, str]]:
    """Return the points that are given before the turn is over.

    They may be those of the veiled Castillo, and nobody may read from them what is inside.
    """
    if voice.names.rules.veiled:
        return []
    got = []
    for seat in range(voice.names.rules.n_seats):
        more = end.score(seat) - start.score(seat)
        if more > 0:
            verb = "get" if seat == voice.seat else "gets"
            who = voice.i if seat == voice.seat else voice.names.seat(seat)
            got.append((more, f"{who} {verb} {points(more)}"))
    if not got:
        return []
    weight = max(more for more, _ in got)
    return [(weight + 20.0, f"{listed([text for _, text in got])} at once")]


def _pays_out_of_sight(plan: Plan, rules: Ruleset) -> bool:
    """Say whether points are given on the way that may come from a veiled Castillo."""
    seats = range(rules.n_seats)
    return rules.veiled and any(plan.end.score(s) != plan.start.score(s) for s in seats)


class Standing(NamedTuple):
    """Who is in front at a target, and the seats' ranks and points there."""

    leaders: tuple[int, ...]
    ranks: dict[int, tuple[int, bool]]
    points: dict[int, int]


def _standing(position: Position, target: int) -> Standing:
    scored = score(position, target)
    lines = [line for line in scored.lines if line.seat >= 0]
    earned: dict[int, int] = {}
    for seat, number in scored.paid():
        earned[seat] = earned.get(seat, 0) + number
    return Standing(
        tuple(line.seat for line in lines if line.rank == 1),
        {line.seat: (line.rank, line.tied) for line in lines},
        earned,
    )


def _there(voice: Voice, start: Position, end: Position, target: int) -> list[tuple[float, str]]:
    """Return what has changed at a target, and how much that matters."""
    rules, names, me = voice.names.rules, voice.names, voice.seat
    before, after = _standing(start, target), _standing(end, target)
    where = names.at(rules.targets[target])
    gain = after.points.get(me, 0) - before.points.get(me, 0)
    now, old = after.ranks.get(me), before.ranks.get(me)
    losers = {
        seat: before.points.get(seat, 0) - after.points.get(seat, 0)
        for seat in range(rules.n_seats)
        if seat != me
    }
    loser = max(losers, key=lambda seat: losers[seat])
    lost = losers[loser]
    kings = rules.king_target[end.king]
    if target == kings and rules.king_target[start.king] != kings:
        region = names.target(target)
        return [(6.0 + gain + lost, f"{region} becomes the King's region, {_ahead(voice, after)}")]
    if now is not None and now != old:
        rank, tied = now
        pays = after.points.get(me, 0)
        worth = f", which would pay {points(pays)}" if pays and voice.private else ""
        if rank == 1 and not tied:
            from_whom = [seat for seat in before.leaders if seat != me]
            if len(before.leaders) == 1 and from_whom and lost > 0:
                text = f"{voice.i} take the lead {where} from {names.seat(from_whom[0])}"
            else:
                text = f"{voice.i} lead {where}"
        elif old is not None and old < now and gain < 0:
            text, worth = f"{voice.i} fall back {where}", ""
        else:
            are = "are" if voice.private else "am"
            text = f"{voice.i} {are} {'tied for ' if tied else ''}{ordinal(rank)} {where}"
        return [(abs(gain) + 0.5 * max(0, lost), f"{text}{worth}")]
    if old is not None and now is None:
        return [(abs(gain), f"{voice.i} give up what {voice.i} had {where}")]
    if lost >= 2:
        name = names.seat(loser)
        led = before.leaders == (loser,) and after.leaders != (loser,)
        lead = f"{name} loses the lead {where}"
        return [(0.8 * lost, lead if led else f"{name} would get {points(lost)} less {where}")]
    if gain >= 2:
        return [(gain, f"{voice.i} would get {points(gain)} more {where}")]
    return []


def _ahead(voice: Voice, there: Standing) -> str:
    """Say who is in front somewhere."""
    leaders = sorted(there.leaders, key=lambda seat: seat != voice.seat)
    if not leaders:
        return "with nobody ahead"
    if len(leaders) == 1:
        return f"with {voice.whom(leaders[0])} ahead"
    return f"with {listed([voice.whom(seat) for seat in leaders])} tied for the lead"


# -- power cards and disks -------------------------------------------------


def of_power(
    request: Request, planner: Planner, state: State, rated: Sequence[tuple[float, int]]
) -> str:
    """Say why the first of these power cards, each with its worth, is played.

    What it brings, how early one acts with it, and which action card one hopes to choose.
    """
    voice = Voice.of(request)
    rules, seat = state.rules, voice.seat
    played = state.copy()
    played.apply(seat, rated[0][1])
    most = state.count(seat, rules.provinces)
    brings = min(rules.power_numbers[played.power(seat)], most)
    said = [_court(voice, state.count(seat, rules.court), brings)]
    if voice.private and terms_of(rules).turn is None:
        chances = power.order(state, seat, rules.initiative(played, seat))
        before = sum(ahead * chance for ahead, chance in enumerate(chances))
        cards = power.card_worths(planner, state, brings, {})
        ranked = sorted(((worth, card) for card, worth in cards.items()), reverse=True)
        said.append(_early(voice, before, ranked))
    if len(rated) > 1 and (voice.private or _known(state, seat, rated[1][1])):
        behind = rated[0][0] - rated[1][0]
        instead = voice.instead(rated[1][1])
        if not voice.private:
            said.append(f"{voice.my} second choice would be to {instead}")
        elif behind < HARDLY:
            said.append(f"To {instead} would be as good")
        else:
            much = points(max(1, round(behind)))
            said.append(f"Second best would be to {instead}: about {much} less")
    return " ".join(map(sentence, said))


def _known(state: State, seat: int, code: int) -> bool:
    """Say whether everybody knows that a seat has the power card that an answer plays."""
    rules = state.rules
    played = state.copy()
    played.apply(seat, code)
    return bool(state.board[rules.at_known + seat] & rules.power_bit[played.power(seat)])


def _court(voice: Voice, court: int, brings: int) -> str:
    have = f"{voice.i} have {caballeros(court) if court else 'nobody'} at court"
    if not brings:
        return f"{have}, and this card brings none"
    return f"{have}, and this card brings {brings}{' more' if court else ''}"


def _early(voice: Voice, others: float, wanted: Sequence[tuple[float, int]]) -> str:
    number = round(others)
    before = f"{number} of the others" if number else "nobody"
    likely = f"probably {before} will choose before {voice.me}"
    if not wanted:
        return likely
    best, card = wanted[0]
    lead = best - wanted[1][0] if len(wanted) > 1 else 0.0
    if lead < STANDS_OUT:
        return f"{likely}, and no card is much better than the next"
    much = points(round(lead))
    short = voice.names.card_id(voice.names.rules.cards[card].id)
    return f"{likely}; {voice.i} want {short}, worth about {much} more than any other card"


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
    said = []
    movers = disks.movers(view)
    if movers and movers[voice.seat]:
        number = movers[voice.seat]
        mine = f"your {number} caballeros" if number > 1 else "your caballero"
        said.append(f"{mine} would go to {names.region(chosen)}")
    if chosen != best:
        much = points(max(1, round(most - dict(rated)[chosen])))
        said.append(
            f"{names.region(best)} promises about {much} more, but whoever always sets what is "
            "best is foreseen"
        )
    elif rest:
        second, worth = rest[0]
        if most - worth < HARDLY:
            said.append(f"{names.region(second)} would be as good")
        else:
            much = points(max(1, round(most - worth)))
            said.append(f"It promises most; {names.region(second)} comes next, about {much} less")
    veiled = view.rules.veiled and disks.asking(view).step == disks.ALL_MOVE
    likely = [] if veiled or movers is None else [
        f"{names.seat(other)} {names.region(disks.likeliest(outlook, view, other))}"
        for other, number in movers.items() if other != voice.seat and number
    ]  # fmt: skip
    if likely:
        said.append(f"The others may well choose: {listed(likely)}")
    return " ".join(map(sentence, said))
