"""What a turn did: to whoever reads it, then points, the card, the King, what went where, leads.

On a screen in signs, ``King → Valencia`` and ``+2 Granada, +1 Castillo``, where players are their
pieces; line by line in words. Whatever has no signs says itself, as an expansion's events do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from elgrande.content.story import (
    TURN,
    Lead,
    Passage,
    heading,
    moved,
    round_heading,
    sentences,
    together,
    won,
)
from elgrande.content.veil import FORGOTTEN
from elgrande.content.words.names import GameNames, figure, listed
from elgrande.content.words.names import points as counted_points
from elgrande.content.words.scores import ranked_as, say_event
from elgrande.rules import Ruleset
from elgrande.rules import events as ev
from elgrande.rules.events import added
from elgrande.rules.wording import is_nobodys, load, of_kind, whose

FIRST = 0xE100
"""A kind among signs is this character and so many on: no name can have it (``content.clean``)."""
ARTICLES = ("A", "An", "The", "In", "One", "Now", "There", "Nothing")
"""First words of sentences that a fact has small, unless somebody is called so."""
NOTHING = "nothing on the board changes"
NOTHING_YET = "nothing yet"
"""What is said of a turn without a change, and of one that goes on."""
UNUSED = "action unused"
"""What is said of a turn with an action card whose special action was let pass."""


class TurnFact(NamedTuple):
    """A fact of a turn, without the player; ``whom`` is the kind that loses by it, or -1.

    ``yours`` says that it is about whoever reads it.
    """

    text: str
    whom: int = -1
    yours: bool = False


def facts(passage: Passage, names: GameNames, you: int = -1, arrow: str = "") -> list[TurnFact]:
    """Return the facts of a passage, the point of it first; at least one of a turn.

    ``you`` is the seat that reads them, where it is one alone: what another's turn did to it comes
    before all. With an ``arrow`` they are in signs.
    """
    yours = {} if you in (-1, passage.seat) else dict(_yours(passage, names, you, arrow))
    told = [TurnFact(yours[at], you, yours=True) for at in sorted(yours)]
    told += [TurnFact(UNUSED)] * _unused(passage, names.rules)
    told += [TurnFact(text) for text in _Teller(passage, names, arrow).told()]
    # What is said of your part in a lead is not said again.
    mine = {target for *_, target in yours}
    told += _leads([lead for lead in passage.leads if lead.target not in mine], passage.seat, names)
    if passage.forgotten:
        told.append(TurnFact(FORGOTTEN))
    if not told and passage.kind == TURN:
        over = any(isinstance(event, ev.TurnEnded) for _, event in passage.events)
        told.append(TurnFact(NOTHING if over else NOTHING_YET))
    return told


def _unused(passage: Passage, rules: Ruleset) -> bool:
    """Say whether a turn is over in which the special action of its card was let pass.

    Nothing tells that but what did not happen; of a card that may place it is told of none.
    """
    events = [event for _, event in passage.events]
    at = next((at for at, e in enumerate(events) if isinstance(e, ev.CardChosen)), len(events))
    rest = [event for event in events[at + 1 :] if not isinstance(event, ev.OnlyAnswer)]
    if not rest or not isinstance(rest.pop(), ev.TurnEnded) or passage.forgotten:
        return False
    placed = all(brings(e, rules) and getattr(e, "source", -1) == rules.court for e in rest)
    return placed and not rules.card_effects[passage.card].places


def in_words(passage: Passage, names: GameNames, you: int = -1) -> str:
    """Return the facts of a passage line by line."""
    return "; ".join(fact.text for fact in facts(passage, names, you))


def lines(story: Iterable[Passage], names: GameNames, you: int = -1) -> Iterator[str]:
    """Yield the story line by line, a heading for each round, then a line a turn."""
    round = None
    for passage in story:
        if passage.kind == TURN:
            said = [f"{heading(passage, names)}: {in_words(passage, names, you)}."]
        else:
            said = sentences(passage, names)
        if said and passage.round != round:
            round = passage.round
            yield f"{round_heading(passage, names)}."
        yield from said


def pointed(passage: Passage, rules: Ruleset) -> list[ev.Event]:
    """Return the changes of a turn by how early they are told.

    What a power card brought to the court is told only of a turn that did nothing else: it is seen
    there.
    """
    if passage.kind != TURN:
        return [*passage.changes]
    chosen = False
    first: list[tuple[int, ev.Event]] = []
    rest: list[tuple[int, ev.Event]] = []
    for each in passage.events:
        chosen = chosen or isinstance(each[1], ev.CardChosen)
        took = isinstance(each[1], ev.Moved) and each[1].source == rules.provinces
        # What a later answer takes no power card brought.
        power = took and not chosen and (not first or first[0][0] == each[0])
        (first if power and brings(each[1], rules) else rest).append(each)
    changes = replace(passage, events=tuple(rest)).changes or [event for _, event in first]
    return sorted(changes, key=lambda event: _weight(event, rules))


def _folded(events: Iterable[ev.Event]) -> list[ev.Event]:
    """Return the events, equal ones as one where the first of them happened."""
    out: list[ev.Event] = []
    for event in events:
        alike = ((at, one) for at, each in enumerate(out) if (one := together(each, event)))
        at, one = next(alike, (len(out), event))
        out[at : at + 1] = [one]
    return out


def brings(event: ev.Event, rules: Ruleset) -> bool:
    """Say whether a player placed caballeros from the court, or took some into it."""
    if not isinstance(event, ev.Moved) or event.by < 0:
        return False
    own = event.kind in rules.kinds_owned[event.by]
    took = (event.source, event.target) == (rules.provinces, rules.court)
    return own and (took or (event.source == rules.court and event.target != rules.provinces))


def _weight(event: ev.Event, rules: Ruleset) -> int:
    """Return how early an event is told."""
    if isinstance(event, (ev.RegionScored, ev.PointsGiven)):
        return 0
    return 2 if isinstance(event, ev.KingMoved) else 3 if brings(event, rules) else 1


class _Teller:
    """Tells the events of one passage."""

    def __init__(self, passage: Passage, names: GameNames, arrow: str) -> None:
        self.passage = passage
        self.names, self.rules = names, names.rules
        self.signs = bool(arrow)
        self.to = arrow or "to"
        self.own = names.rules.kinds_owned[passage.seat] if passage.seat >= 0 else ()

    def told(self) -> Iterator[str]:
        """Yield what happened; all that a turn scored, moved or placed is one fact each.

        What somebody else used a card for is a fact of its own.
        """
        events, turn = _folded(pointed(self.passage, self.rules)), self.passage.kind == TURN
        users = {e.seat for e in events if isinstance(e, ev.CardUsed)} - {self.passage.seat}
        if not turn and any(isinstance(event, ev.RegionScored) for event in events):
            points = enumerate(won(events, self.rules.n_seats))
            yield " ".join(self._got(*each) for each in points)
        found: dict[tuple[Callable[[Any], str], int], list[ev.Event]] = {}
        for at, event in enumerate(events):
            by = getattr(event, "by", -1)
            key: tuple[Callable[[Any], str], int] = self._other, at
            if isinstance(event, ev.RegionScored):
                key = self._paid, (by if by in users else -1) if turn else at
            elif isinstance(event, ev.Moved):
                say = self._brought if self._brings(event) else self._moves
                key = say, by if by in users else -1
            found.setdefault(key, []).append(event)
        yield from (say(same) for (say, _), same in found.items())

    def _brings(self, event: ev.Event) -> bool:
        """Say whether whoever's turn it is brought their own; in no turn, whoever did."""
        others = self.passage.kind == TURN and getattr(event, "by", -1) != self.passage.seat
        return not others and brings(event, self.rules)

    def _short(self, name: str) -> str:
        return name.removeprefix("the ") if self.signs else name

    def _place(self, place: int) -> str:
        return self._short(self.names.place(place))

    def _got(self, seat: int, points: int) -> str:
        who = chr(FIRST + seat) if self.signs else f"{self.names.seat(seat)} "
        return f"{who}{'+' * (points >= 0)}{figure(points)}"

    def _pieces(self, crowd: dict[int, int], own: str | None) -> str:
        """Return so many of some kinds; ``own`` is said of those of whoever's turn it is."""
        rules, names = self.rules, self.names
        if self.signs:
            return " ".join(
                f"{chr(FIRST + rules.kind_family[kind])}{number if number > 1 else ''}"
                f"{load(kind, names)}"
                for kind, number in crowd.items()
            )
        return listed([
            f"{number}{own}{load(kind, names)}" if kind in self.own and own is not None
            else of_kind(kind, number, names).replace("'s caballeros", "'s")
            for kind, number in crowd.items()
        ])  # fmt: skip

    def _paid(self, scored: Sequence[ev.RegionScored]) -> str:
        """Return what places paid together, and which of them paid anything."""
        won_by = sorted(enumerate(won(scored, self.rules.n_seats)), key=lambda each: -each[1])
        got = [self._got(seat, points) for seat, points in won_by if points]
        paid = [e.scored.target for e in scored if not got or any(e.scored.sums().values())]
        where = [self._short(self.names.target(target)) for target in dict.fromkeys(paid)]
        if scored[0].by not in (-1, self.passage.seat):
            where.append(f"scored by {self.names.seat(scored[0].by)}")
        gap = " " if self.signs else ", "
        return f"{gap.join(got) or 'nobody scores'} ({', '.join(where)})"

    def _moves(self, moves: Sequence[ev.Moved]) -> str:
        """Return who went from where to where, put together by where they came from or went."""
        into = len({move.target for move in moves}) <= len({move.source for move in moves})
        groups: dict[int, dict[int, dict[int, int]]] = {}
        for move in moves:
            hub, end = (move.target, move.source) if into else (move.source, move.target)
            crowd = groups.setdefault(hub, {}).setdefault(end, {})
            crowd[move.kind] = crowd.get(move.kind, 0) + move.number
        way = "" if into and self.signs else "from " if into else f"{self.to} "
        # Beside others' one's own are called so; those that another moves have their name, and
        # it is told who did that where it is not their owner.
        (by, *more), kinds = {move.by for move in moves}, {move.kind for move in moves}
        mine = not {-1, self.passage.seat}.isdisjoint((by, *more))
        own = " of their own" * (not kinds.issubset(self.own)) if mine else None
        told = mine or more or kinds.issubset(self.rules.kinds_owned[by])
        done = "" if told else f", moved by {self.names.seat(by)}"
        said = []
        for hub, ends in groups.items():
            place = self._place(hub)
            if len(ends) > 1:
                # Beside the table in the same region, say: that region is named once.
                named = {end: self._place(end) for end in ends}
                rest = {end: (into and added(at, place)) or at for end, at in named.items()}
                who = ", ".join(f"{self._pieces(ends[end], own)} {way}{rest[end]}" for end in ends)
                said.append(f"{who} {self.to} {place}" if into else f"out of {place}: {who}")
                continue
            ((end, crowd),) = ends.items()
            source, target = (end, hub) if into else (hub, end)
            at, there, who = self._place(source), self._place(target), self._pieces(crowd, own)
            if (aside := added(there, at)) and not self.signs:
                said.append(f"{who} put {aside} {self.names.at(self.rules.places[source])}")
            else:
                left = f"{'from ' * (not self.signs)}{added(at, there) or at}"
                said.append(f"{who} {left} {self.to} {aside or there}")
        return "; ".join(f"{each}{done}" for each in said)

    def _brought(self, moves: Sequence[ev.Moved]) -> str:
        """Return how many came where, most first."""
        found: dict[tuple[int, int], int] = {}
        for move in moves:
            found[move.target, move.kind] = found.get((move.target, move.kind), 0) + move.number
        said: dict[tuple[int, str], list[str]] = {}
        for (place, kind), number in sorted(found.items(), key=lambda each: -each[1]):
            said.setdefault((number, load(kind, self.names)), []).append(self._place(place))
        if self.signs:
            return ", ".join(f"+{n}{carried} {', '.join(to)}" for (n, carried), to in said.items())
        return ", ".join(
            f"{n}{' each' * (len(to) > 1)}{carried} to {listed(to)}"
            for (n, carried), to in said.items()
        )

    def _other(self, events: Sequence[ev.Event]) -> str:
        """Return anything else, in words where it has no signs."""
        (event,) = events
        names, own = self.names, getattr(event, "seat", -1) == self.passage.seat
        if isinstance(event, ev.PointsGiven):
            return f"{self._got(event.seat, event.points)} ({names.plain(event.reason)})"
        if own and isinstance(event, ev.KingMoved):
            return f"King {self.to} {self._short(names.node(event.target))}"
        if own and isinstance(event, ev.GrandeMoved):
            return f"Grande {self.to} {self._short(names.target(event.target))}"
        if own and isinstance(event, ev.ScoreboardMoved):
            board = names.board(self.rules.mobile_names[event.mobile])
            return f"{board} on {self._short(names.target(event.target))}"
        said = say_event(event, self.rules, names).removesuffix(".")
        who = f"{names.seat(self.passage.seat)} " if self.passage.kind == TURN else ""
        word, space, rest = said.removeprefix(who).partition(" ")
        called = {names.seat(seat).partition(" ")[0] for seat in range(self.rules.n_seats)}
        return (word.lower() if word in ARTICLES and word not in called else word) + space + rest


def _yours(
    passage: Passage, names: GameNames, you: int, arrow: str
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield what a turn did to ``you``, by how many points that would bring, and where."""
    rules, yours, left = names.rules, names.rules.kinds_owned[you], dict[int, int]()
    for (kind, place), number in moved(passage.changes).items():
        if kind in yours:
            left[place] = left.get(place, 0) - number

    def went(number: int, place: str) -> str:
        return f"{abs(number)} of yours {'out of' if number > 0 else 'into'} {place}"

    for lead in passage.leads:
        where, places = names.target(lead.target), rules.target_places[lead.target]
        here = [{x.seat: x for x in one.lines}.get(you) for one in lead.paid] or [None, None]
        before, after = [one.sums().get(you, 0) for one in lead.paid] or (0, 0)
        gone, did = sum(left.get(place, 0) for place in places), ""
        if lead.passed and you in (*lead.before, *lead.after):
            did, now, _ = _changed(lead, passage.seat, names, you)
            did = f"{did} in {where}{now or _besides(lead, passage.seat, names)}"
        elif gone:
            did = went(gone, where)
        elif here[0] and here[1] and (new := ranked_as(here[1])) != ranked_as(here[0]):
            did = f"puts you {new} in {where}"
        shut = any(here) and lead.shut[0] != lead.shut[1]
        pays = where if arrow else f"what {where} would pay"
        said = did or (where if shut else f"changes {pays}")
        if shut:
            said += f"{', now' if did else ' is'} {'closed' if lead.shut[1] else 'open again'}"
        if before != after or (did and lead.paid):
            much = "still " if before == after else f"{before}{arrow or ' to '}"
            short = f"{after} pt{'s' * (after != 1)}"
            said += f", {much}{short if arrow else f'{counted_points(after)} for you'}"
        elif not (did or shut):
            continue
        yield (after - before, lead.target), said
    gone = min(left.get(rules.court, 0), -left.get(rules.provinces, 0))
    if gone > 0:
        yield (0, -1), went(gone, "your court")
    got = 0
    for event in passage.changes:
        if isinstance(event, ev.GrandeMoved) and event.seat == you:
            yield (0, -2), f"your Grande {arrow or 'to'} {names.target(event.target)}"
        elif isinstance(event, ev.PointsGiven) and event.seat == you:
            got += event.points
        elif isinstance(event, ev.RegionScored):
            got += sum(more for seat, more in event.scored.paid() if seat == you)
    if got and passage.kind == TURN:
        yield (got, -3), f"{'brings' if got > 0 else 'costs'} you {counted_points(abs(got))}"


def _leads(leads: Iterable[Lead], by: int, names: GameNames) -> Iterator[TurnFact]:
    """Yield what a turn did to the leads of others."""
    alike: dict[tuple[str, str, int], list[str]] = {}
    for lead in leads:
        if lead.passed:
            alike.setdefault(_changed(lead, by, names, -1), []).append(names.target(lead.target))
    for (did, now, lost), places in alike.items():
        yield TurnFact(f"{did} in {listed(places)}{now}", lost)


def _changed(lead: Lead, by: int, names: GameNames, you: int) -> tuple[str, str, int]:
    """Return what somebody's turn did to a lead, what is said of it behind the place, and whose it
    was that is lost, or -1: so that whoever leads now and did not is told of.
    """
    before, after = lead.before, lead.after
    gone = [kind for kind in before if kind not in after]
    joined = [kind for kind in after if kind not in before]
    alone = len(before) == 1
    lost = you if you in before and (alone or you in gone) else before[0] if alone else -1

    def who(kinds: Iterable[int]) -> str:
        return listed([_holder(kind, names, you) for kind in sorted(kinds, key=you.__ne__)])

    had = _holder(lost, names, you)
    shared = "shared " * (not alone)
    theirs = {"": "the", "you": f"your {shared}".rstrip()}.get(had, _possessive(had))
    if len(after) == 1:
        if after[0] == by:
            return f"takes {'the' if lost == by else theirs} lead", "", lost
        own = lost in (by, after[0])
        return f"gives {who(after)} {'the' if own else theirs} lead", "", lost
    if gone:
        now = f", which {who(after)} now share" if after and (joined or len(gone) > 1) else ""
        share = "lead" if alone else "share of the lead"
        others = [kind for kind in gone if kind != by]
        if not others:
            return f"gives up {'the' if alone else 'a'} {share}", now, lost
        whose = "your" if you in gone else _possessive(who(others))
        return f"ends {whose} {share}", now, lost
    if by not in after or (by in before and not alone):
        return f"gives {who(joined)} a share of {theirs if alone else 'the'} lead", "", lost
    if joined != [by]:
        return "shares the lead", f" with {who(kind for kind in after if kind != by)}", lost
    if alone:
        return f"ties {theirs} lead", "", lost
    return f"joins {'your shared' if you in before else _possessive(who(before))} lead", "", lost


def _besides(lead: Lead, by: int, names: GameNames) -> str:
    """Return with which caballeros besides their own somebody has come to have a lead.

    Those are not named whose lead it was.
    """
    if by in lead.before or by not in lead.after or not lead.paid:
        return ""
    had, have = ({x.reason: x.number for x in one.extras if x.seat == by} for one in lead.paid)
    more = {kind: have.get(name, 0) for kind, name in enumerate(names.rules.kinds)
            if have.get(name, 0) > had.get(name, 0) and kind not in lead.before}  # fmt: skip
    return f" with {listed([of_kind(*each, names) for each in more.items()])}" * bool(more)


def _possessive(who: str) -> str:
    """Return whose something is."""
    return f"{who}'{'s' * (who[-5:] != ' ones')}"


def _holder(kind: int, names: GameNames, you: int) -> str:
    """Return who has a lead, in a sentence; nobody is nothing."""
    if kind < 0 or kind == you:
        return "you" if kind >= 0 else ""
    return f"the {whose(kind, names)}" if is_nobodys(kind, names) else names.whom(kind)
