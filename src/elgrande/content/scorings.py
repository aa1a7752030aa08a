"""The scorings of a game, put together from its events: each in steps that can be told one by one.

Nothing here knows which places there are, or in which order they are scored: steps, places,
moves and gifts are those of the events, so an expansion's are told like any other. The screen,
the replay and the line dialogue tell the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from elgrande.content.veil import before_this_round, forgets, put_back
from elgrande.rules import Position, Ruleset, View
from elgrande.rules import events as ev
from elgrande.rules.effects.cards import KeepForLater
from elgrande.rules.steps.effect import ActionFrame
from elgrande.rules.steps.round import running

Points = tuple[int, ...]
"""One number a seat."""

UNTOLD: tuple[type[ev.Event], ...] = (
    ev.DiskSet, ev.OnlyAnswer, ev.TurnBegan, ev.TurnEnded, ev.Recalled, ev.RecalledOpenly,
    ev.CardDeduced, ev.CardsCleared, ev.CardsTurned, ev.HeldExpired,
)  # fmt: skip
"""Events that may happen while a scoring goes on and have nothing to do with it."""
ELSEWHERE: tuple[type[ev.Event], ...] = (
    ev.TurnBegan, ev.TurnEnded, ev.CardChosen, ev.Announced, ev.PowerPlayed,
)  # fmt: skip
"""After one of these a special scoring is a new one."""


@dataclass(frozen=True, kw_only=True)
class ScoringStep:
    """Something that happened in a scoring.

    ``won`` is what everybody got by it, ``points`` how many everybody has after it. ``last``
    is the index of its last event among those of the game, ``events`` are those.
    """

    won: Points = ()
    points: Points = ()
    last: int = -1
    events: tuple[ev.Event, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlaceScored(ScoringStep):
    """A place was scored.

    ``closed`` says that its counts are not told any more. ``king`` says that it was the King's
    region, ``homes`` are the seats whose Grande was there.
    """

    event: ev.RegionScored
    closed: bool = False
    king: bool = False
    homes: tuple[int, ...] = ()

    @property
    def target(self) -> int:
        """What was scored."""
        return self.event.scored.target


@dataclass(frozen=True, kw_only=True)
class DisksTurned(ScoringStep):
    """The disks were turned: seat and region of each. ``inside`` is how many will ride."""

    disks: tuple[tuple[int, int], ...]
    inside: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Happened(ScoringStep):
    """Something was moved or done before the next place; ``ride`` says that disks led there.

    Of a turn that somebody had before all of it, ``told`` are its heading and what it did.
    """

    ride: bool = False
    told: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PointsGot(ScoringStep):
    """Somebody got points that come from no place."""

    event: ev.PointsGiven


@dataclass(frozen=True, kw_only=True)
class Total(ScoringStep):
    """What all of it came to."""


@dataclass(frozen=True)
class Scoring:
    """One general scoring, or what one player had scored at once.

    ``entry`` is the number of the answer that led to its last step. ``card`` is the action
    card of a special scoring, or -1, ``by`` the seat that played it. ``done`` says that nothing
    more can come of it; else its last step, the ``Total``, is what has come of it so far.
    """

    entry: int
    round: int
    general: bool
    by: int
    card: int
    before: Points
    steps: tuple[ScoringStep, ...]
    done: bool

    @property
    def won(self) -> Points:
        """What everybody got by it."""
        return self.steps[-1].won

    @property
    def after(self) -> Points:
        """How many points everybody has after it."""
        return self.steps[-1].points

    @property
    def places(self) -> list[PlaceScored]:
        """The places that were scored, in their order."""
        return [step for step in self.steps if isinstance(step, PlaceScored)]

    def paid(self, at: int) -> dict[int, PlaceScored]:
        """Return by target which places have been scored by a step."""
        done = self.steps[: at + 1]
        return {step.target: step for step in done if isinstance(step, PlaceScored)}


def scorings(
    position: Position, events: Sequence[tuple[int, ev.Event]], past: int | None = None
) -> list[Scoring]:
    """Return the scorings of a game so far, the first one first.

    ``events`` are those that led to the position, with the numbers of their entries; only what
    everybody was told is looked at. While the Castillo is veiled, a scoring of an earlier round
    that showed its inside is ``closed``: among the first ``past`` events, which by default are
    those before the last round that began.
    """
    reader = _Reader(position, events, before_this_round(events) if past is None else past)
    for at, (entry, event) in enumerate(events):
        if event.audience is None:
            reader.hear(at, entry, event)
    reader.close(done=not reader.goes_on(position))
    return reader.found


def rewound(position: Position, events: Sequence[tuple[int, ev.Event]]) -> View:
    """Return the position with the open board as it was before these last events.

    Of the cards that were kept then those are known that still are, and what events tell of.
    """
    board, rules, held = position.board[:], position.rules, position.held
    for _, event in reversed(events):
        event.unwind(board, rules)
        known = getattr(event, "card", -1), getattr(event, "seat", -1)
        held = tuple(one for one in held if (one.card, one.owner) != known)
        if before := event.kept_before():
            held = (*held, before)
    return View(
        rules, board, position.stack[:], held, position.unknown_cards,
        [None] * (rules.n_seats + 1), None,
    )  # fmt: skip


def _used_before(rules: Ruleset) -> set[int]:
    """Return the kept cards that act before another card's scoring, and what they do."""
    found = set()
    for card, effect in enumerate(rules.card_effects):
        if isinstance(effect, KeepForLater) and effect.trigger == "scoring":
            found |= {card, effect.brings(card)}
    return found


class _Reader:
    """Reads events one by one, and puts steps and scorings together."""

    def __init__(
        self, position: Position, events: Sequence[tuple[int, ev.Event]], past: int
    ) -> None:
        self.rules = position.rules
        self.found: list[Scoring] = []
        self._past = past
        self._stands = dict(_stands(position, events))
        got = [0] * self.rules.n_seats
        for _, event in events:
            for seat, more in paid(event):
                got[seat] += more
        now = (position.score(seat) for seat in range(self.rules.n_seats))
        self._points = tuple(a - b for a, b in zip(now, got, strict=True))
        self._round = first_round(events, self.rules, position.round)
        self._cards: dict[int, int] = {}
        self._before = _used_before(self.rules)
        self._entry = 0
        self._disks: tuple[int, int, ev.DisksRevealed] | None = None
        self._scoring: Scoring | None = None
        self._steps: list[ScoringStep] = []
        self._happened: list[ev.Event] = []
        self._last = -1
        """The index of the last of what has happened."""

    def hear(self, at: int, entry: int, event: ev.Event) -> None:
        """Take in one event, which has an index and the number of its entry."""
        if self._scoring is not None and isinstance(event, (ev.RegionScored, ev.PointsGiven)):
            self._entry = entry
        if isinstance(event, (ev.RoundBegan, ev.GameEnded)):
            self.close(done=True)
            self._round = event.round if isinstance(event, ev.RoundBegan) else self._round
        elif isinstance(event, ev.GeneralScoring):
            self.close(done=True)
            self._round = event.round
            self._open(entry, general=True, by=-1)
        elif self._scoring is not None and self._scoring.general:
            self._go_on(at, event)
        elif isinstance(event, ev.RegionScored) and event.general:
            # The game was laid out when this scoring had begun.
            self.close(done=True)
            self._open(entry, general=True, by=-1)
            self._go_on(at, event)
        elif isinstance(event, ELSEWHERE):
            self.close(done=True)
            self._disks = None
            self._note_card(event)
        elif isinstance(event, ev.PointsGiven):
            self.close(done=True)
        elif isinstance(event, ev.CardUsed):
            self._note_card(event)
        elif isinstance(event, ev.DisksRevealed):
            self._disks = (at, entry, event)
        elif isinstance(event, ev.RegionScored):
            self._special(at, entry, event)
        if self._scoring is None or not self._scoring.general:
            self._points = _added(self._points, paid(event))

    def goes_on(self, position: Position) -> bool:
        """Say whether more can come in this position of what was scored last."""
        if self._scoring is not None and self._scoring.general:
            return running(position, "general_scoring") >= 0
        return any(isinstance(frame, ActionFrame) for frame in position.stack)

    def close(self, *, done: bool) -> None:
        """End the scoring that goes on, if any, with what happened after its last place."""
        if done and self._scoring is not None and self._scoring.general:
            self._gather(self._last)
        begun, steps = self._scoring, tuple(self._steps)
        self._scoring, self._steps, self._happened = None, [], []
        if begun is None or not any(isinstance(step, (PlaceScored, PointsGot)) for step in steps):
            return
        won = tuple(map(sum, zip(*(step.won for step in steps), strict=True)))
        if begun.general:
            self._points = steps[-1].points
        whole = Total(won=won, points=steps[-1].points, last=steps[-1].last)
        self.found.append(replace(begun, steps=(*steps, whole), done=done, entry=self._entry))

    def _note_card(self, event: ev.Event) -> None:
        """Note by which card a player may have something scored."""
        if isinstance(event, (ev.CardChosen, ev.Announced, ev.CardUsed)):
            if event.card not in self._before:
                self._cards[event.seat] = event.card
        elif isinstance(event, ev.TurnBegan):
            self._cards.pop(event.seat, None)

    def _open(self, entry: int, *, general: bool, by: int) -> None:
        card = -1 if general else self._cards.get(by, -1)
        self._entry = entry
        self._scoring = Scoring(entry, self._round, general, by, card, self._points, (), False)

    def _special(self, at: int, entry: int, event: ev.RegionScored) -> None:
        if self._scoring is None or self._scoring.by != event.by:
            self.close(done=True)
            self._open(entry, general=False, by=event.by)
            if self._disks is not None and self._disks[1] == entry:
                self._add(DisksTurned(disks=self._disks[2].disks, events=(self._disks[2],),
                                      last=self._disks[0]))  # fmt: skip
            self._disks = None
        self._place(at, event)

    def _go_on(self, at: int, event: ev.Event) -> None:
        """Something happened in a general scoring."""
        if isinstance(event, ev.RegionScored):
            self._gather(at - 1)
            self._place(at, event)
        elif isinstance(event, ev.DisksRevealed):
            self._gather(at - 1)
            inside = {
                line.seat: line.count
                for step in self._steps
                if isinstance(step, PlaceScored) and step.target == self.rules.castillo_target
                for line in step.event.scored.lines
            }
            self._add(DisksTurned(disks=event.disks, events=(event,), last=at,
                                  inside=tuple(inside.items())))  # fmt: skip
        elif isinstance(event, ev.PointsGiven):
            self._gather(at - 1)
            self._add(PointsGot(event=event, events=(event,), last=at))
        elif not isinstance(event, UNTOLD) and not (at < self._past and forgets(self.rules, event)):
            self._happened.append(event)
            self._last = at

    def _gather(self, last: int) -> None:
        """Make one step of what has happened since the last one."""
        if self._happened:
            ride = bool(self._steps) and isinstance(self._steps[-1], DisksTurned)
            self._add(Happened(events=tuple(self._happened), last=last, ride=ride))
            self._happened = []

    def _place(self, at: int, event: ev.RegionScored) -> None:
        king, grandes = self._stands[at]
        target = event.scored.target
        self._add(
            PlaceScored(
                event=event,
                closed=at < self._past and put_back(self.rules, event),
                king=king == target,
                homes=tuple(seat for seat, home in enumerate(grandes) if home == target),
                events=(event,),
                last=at,
            )
        )

    def _add(self, step: ScoringStep) -> None:
        """Add a step, with what it brought."""
        before = self._steps[-1].points if self._steps else (
            self._scoring.before if self._scoring else self._points
        )  # fmt: skip
        won = [0] * self.rules.n_seats
        for event in step.events:
            for seat, more in paid(event):
                won[seat] += more
        after = tuple(a + b for a, b in zip(before, won, strict=True))
        self._steps.append(replace(step, won=tuple(won), points=after))


def first_round(events: Sequence[tuple[int, ev.Event]], rules: Ruleset, now: int) -> int:
    """Return the round of the first event, which began unheard while the game was laid out.

    It is the round that it is ``now``, if no other has begun since.
    """
    begun = next((event.round for _, event in events if isinstance(event, ev.RoundBegan)), 0)
    return rules.rounds[max(0, rules.rounds.index(begun) - 1)] if begun else now


def paid(event: ev.Event) -> list[tuple[int, int]]:
    """Return who got how many points by an event."""
    if isinstance(event, ev.RegionScored):
        return event.scored.paid()
    return [(event.seat, event.points)] if isinstance(event, ev.PointsGiven) else []


def _added(points: Points, gained: list[tuple[int, int]]) -> Points:
    """Return points with more for some."""
    if not gained:
        return points
    out = list(points)
    for seat, more in gained:
        out[seat] += more
    return tuple(out)


def _stands(
    position: Position, events: Sequence[tuple[int, ev.Event]]
) -> Iterator[tuple[int, tuple[int, list[int]]]]:
    """Yield for each scoring of a place where the King ruled and the Grandes were, last first."""
    rules: Ruleset = position.rules
    king = position.king
    grandes = [position.grande(seat) for seat in range(rules.n_seats)]
    for at in range(len(events) - 1, -1, -1):
        event = events[at][1]
        if isinstance(event, ev.RegionScored):
            yield at, (rules.king_target[king] if king >= 0 else -1, grandes[:])
        elif isinstance(event, ev.KingMoved):
            king = event.source
        elif isinstance(event, ev.GrandeMoved):
            grandes[event.seat] = event.source
