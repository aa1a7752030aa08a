"""The story of a game: its events put together into the turns of the players, and in words.

The screen and the line dialogue tell the same turns, with a heading for each and the sentences of
the log in clauses below it. Where the Castillo is veiled it forgets what the log forgets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.expansion import display_of
from elgrande.content.scorings import paid
from elgrande.content.veil import FORGOTTEN, forgets
from elgrande.content.words.names import GameNames, listed, round_name, sentence
from elgrande.content.words.scores import say_event
from elgrande.rules import Position, Ruleset, Scored
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from elgrande.rules.events import Event

    Numbered = tuple[int, Event]
    """An event with the number of the entry that brought it."""


QUIET: tuple[type[Event], ...] = (ev.TurnBegan, ev.TurnEnded, ev.DiskSet)
"""Events that the log does not tell, since a screen shows them in other ways."""

HEADED: tuple[type[Event], ...] = (
    ev.RoundBegan, ev.GeneralScoring, ev.GameEnded, ev.CardChosen, ev.Announced, ev.OnlyAnswer,
    ev.DiskShows,
    *QUIET,
)  # fmt: skip
"""Events that a heading tells, or what comes of them, and what a player's own disk shows."""

TURN, ROUND, SCORING = "turn", "round", "scoring"


class Lead(NamedTuple):
    """What changed of a place that pays: who led there and who leads, as kinds, a seat's being its
    number, what it ``paid`` before and after if it was scored then, and whether it was ``shut``.

    The lead is nobody's where there is nobody, and shared by several who have as many.
    """

    target: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    paid: tuple[Scored, ...] = ()
    shut: tuple[bool, bool] = (False, False)

    @property
    def passed(self) -> bool:
        """Whether the lead has changed: where nobody was, only a single one has it."""
        return self.before != self.after and (bool(self.before) or len(self.after) == 1)


@dataclass(frozen=True)
class Passage:
    """A part of the story.

    ``kind`` is ``TURN``, of the player at ``seat`` with the action card ``card`` (-1 before it is
    chosen); ``ROUND``, what begins a round: new action cards, power cards; or ``SCORING``, a
    general scoring. ``round`` is the number of the round, ``events`` are what happened;
    ``forgotten`` says that what went into a veiled Castillo is not among them any more. ``span`` is
    where it begins and ends in all that was told, ``leads`` are what a turn changed of the places.
    """

    kind: str
    round: int
    events: tuple[Numbered, ...]
    seat: int = -1
    card: int = -1
    forgotten: bool = False
    span: tuple[int, int] = (0, 0)
    leads: tuple[Lead, ...] = ()

    @property
    def changes(self) -> tuple[Event, ...]:
        """What happened, without what the heading says."""
        return tuple(event for _, event in self.events if not isinstance(event, HEADED))


COUNTED = {ev.Moved: "number", ev.Converted: "number", ev.PointsGiven: "points"}
"""The field of an event that says how many, of those of which equal ones are told as one."""


def together(one: Event, other: Event) -> Event | None:
    """Return two equal moves, or what else can be counted, as one; None for anything else."""
    kind = next((kind for kind in COUNTED if isinstance(one, kind)), None)
    many = COUNTED[kind] if kind and type(one) is type(other) else ""
    if not many or replace(one, **{many: getattr(other, many)}) != other:
        return None
    return replace(one, **{many: getattr(one, many) + getattr(other, many)})


def passages(rules: Ruleset, told: Sequence[Numbered], now: int) -> list[Passage]:
    """Return the passages of a game from all that was told of it; ``now`` is the present round."""
    begun = next((event.round for _, event in told if isinstance(event, ev.RoundBegan)), None)
    # What came before a round began happened in the round before, or before the first one.
    round = now if begun is None else (0, *rules.rounds)[rules.rounds.index(begun)]
    # Once the game is over all may be told.
    veiled = rules.veiled and not any(isinstance(event, ev.GameEnded) for _, event in told)
    out: list[Passage] = []
    events: list[Numbered] = []
    kind, seat, card = ROUND, -1, -1
    forgotten = False
    first = 0

    def end(at: int) -> None:
        """Write down the passage that was begun, up to an index."""
        nonlocal forgotten, first
        if events or forgotten:
            out.append(Passage(kind, round, tuple(events), seat, card, forgotten, (first, at)))
            events.clear()
            forgotten = False
        first = at

    for at, each in enumerate(told):
        event = each[1]
        if isinstance(event, ev.RoundBegan):
            end(at)
            round, kind, seat, card = event.round, ROUND, -1, -1
        elif isinstance(event, ev.GeneralScoring):
            end(at)
            kind, seat, card = SCORING, -1, -1
        elif isinstance(event, ev.TurnBegan):
            end(at)
            kind, seat, card = TURN, event.seat, -1
        elif isinstance(event, ev.CardChosen):
            if kind != TURN or event.seat != seat or card >= 0:
                end(at)
                kind, seat = TURN, event.seat
            card = event.card
        if veiled and round < now and forgets(rules, event):
            forgotten = True
        else:
            events.append(each)
        if isinstance(event, ev.TurnEnded):
            # What follows before the next turn is nobody's.
            end(at + 1)
            kind, seat, card = ROUND, -1, -1
    end(len(told))
    return out


@dataclass(frozen=True)
class StoryNews:
    """What has happened since a seat's last turn ended, or so far where it has ended none.

    ``had`` says whether it has had one. Its present turn is news as far as others acted in it.
    """

    seat: int
    passages: tuple[Passage, ...]
    had: bool

    @property
    def acted(self) -> bool:
        """Say whether somebody has had a turn, or a general scoring brought something."""
        return acted(self.passages)

    @property
    def nobody(self) -> str:
        """That nobody has had a turn, as far as is known: a game may begin from any position."""
        since = "Nobody has had a turn since your last one."
        return since if self.had else "No turn of others is recorded yet."


def since(story: Sequence[Passage], seat: int) -> StoryNews:
    """Return what is news to a seat: all that came after what it did in its last turn."""
    ends = [
        at
        for at, passage in enumerate(story)
        if any(isinstance(e, ev.TurnEnded) and e.seat == seat for _, e in passage.events)
    ]
    out = []
    for passage in story[ends[-1] :] if ends else story:
        if passage.seat == seat:
            over = bool(ends) and passage is story[ends[-1]]
            told = _others(passage.events, seat, over=over)
            passage = replace(passage, events=told, leads=())
        others = passage.kind == TURN and passage.seat != seat and bool(passage.events)
        if passage.changes or passage.forgotten or others:
            out.append(passage)
    return StoryNews(seat, tuple(out), bool(ends))


def acted(story: Iterable[Passage]) -> bool:
    """Say whether somebody has had a turn, or points were given: power cards alone are no news."""
    return any(
        passage.kind != ROUND
        and (
            passage.card >= 0
            or bool(passage.changes)
            or passage.forgotten
            or any(isinstance(event, ev.TurnEnded) for _, event in passage.events)
        )
        for passage in story
    )


def moved(events: Iterable[Event]) -> dict[tuple[int, int], int]:
    """Return how many caballeros more or fewer are where, by (kind, place), after some events."""
    found: dict[tuple[int, int], int] = {}

    def add(kind: int, place: int, number: int) -> None:
        found[kind, place] = found.get((kind, place), 0) + number

    for event in events:
        if isinstance(event, ev.Moved):
            add(event.kind, event.source, -event.number)
            add(event.kind, event.target, event.number)
        elif isinstance(event, ev.Converted):
            add(event.kind, event.place, -event.number)
            add(event.other, event.place, event.number)
    return {where: number for where, number in found.items() if number}


def won(events: Iterable[Event], seats: int) -> tuple[int, ...]:
    """Return the points that some events brought, by seat."""
    sums = [0] * seats
    for event in events:
        for seat, points in paid(event):
            sums[seat] += points
    return tuple(sums)


def in_round(story: Iterable[Passage], rounds: Collection[int]) -> list[Passage]:
    """Return the passages of some rounds; what came before the first one is told with it."""
    told = [*story]
    first = next((passage.round for passage in told if passage.round), 0)
    return [passage for passage in told if (passage.round or first) in rounds]


def _others(events: Iterable[Numbered], seat: int, *, over: bool) -> tuple[Numbered, ...]:
    """Return what others did in a seat's turn and what came of it; once it is ``over``, after all
    that the seat did, and what its last deed paid: that it was asked nothing since to read.
    """
    told: list[Numbered] = []
    doer = seat
    for each in events:
        # What nobody does comes of what somebody has done.
        named = getattr(each[1], "seat", getattr(each[1], "by", -1))
        doer = doer if named < 0 or isinstance(each[1], ev.PointsGiven) else named
        if doer != seat or (over and isinstance(each[1], (ev.RegionScored, ev.PointsGiven))):
            told.append(each)
        elif over and not isinstance(each[1], ev.TurnEnded):
            told.clear()
    return tuple(told)


# -- in words --------------------------------------------------------------------------------------


def round_heading(passage: Passage, names: GameNames) -> str:
    """Return what the round of a passage is called, as a heading."""
    return round_name(passage.round, names.rules.rounds[0]).capitalize()


def heading(passage: Passage, names: GameNames) -> str:
    """Return whose turn it is and with which card, ``Ana with King anywhere``, or what else."""
    if passage.kind == SCORING:
        return "The general scoring"
    if passage.kind == ROUND:
        return round_heading(passage, names)
    who = names.seat(passage.seat)
    return f"{who} with {card_called(passage, names)}" if passage.card >= 0 else who


def card_called(passage: Passage, names: GameNames) -> str:
    """Return the short form of the card of a turn."""
    return names.short(names.rules.cards[passage.card].id) if passage.card >= 0 else ""


def sentences(passage: Passage, names: GameNames) -> list[str]:
    """Return every change of a passage as the log says it."""
    said = [say_event(event, names.rules, names) for event in passage.changes]
    return [*said, sentence(FORGOTTEN)] if passage.forgotten else said


def opening(position: Position, names: GameNames, told: Sequence[tuple[int, ev.Event]] = ()) -> str:
    """Return how a position was laid out, in sentences: nobody has done that, so no event says it.

    It is the first one of a game, or what events have been rewound to: these are ``told``, since
    who began is known from them alone.
    """
    rules = position.rules
    king = f"the King is {names.at(rules.nodes[position.king])}"
    homes = [(seat, position.grande(seat)) for seat in range(rules.n_seats)]
    at = [
        f"{names.at(rules.targets[home])} ({names.seat(seat)})" for seat, home in homes if home >= 0
    ]
    began = (event.seat for _, event in told if isinstance(event, ev.PowerPlayed))
    first = f"{names.seat(next(began, position.starter))} is first player"
    where = [king, f"the Grandes are {listed(at)}"] if at else [king]
    said = f"At the beginning {' and '.join(where)}; {first}."
    return " ".join([said, *display_of(rules).opening(position, names)])
