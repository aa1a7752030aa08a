"""What an answer would change if it were scored now, told before it is given.

It is reckoned as the forecast is, from what the seat sees and on a copy. Of an answer that turns
something up, that hands on to others or would tell who is in the veiled Castillo nothing is said,
nor of one that only leads to another question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from elgrande.app.board.guide import Guide
from elgrande.app.panes.forecast import card_forecast, forecast, gain, kept_for
from elgrande.bots.program import PROGRAMS, put_back, running, set_aside
from elgrande.rules import State, View
from elgrande.rules.events import (
    Event,
    GrandeMoved,
    KingMoved,
    Moved,
    RegionScored,
    ScoreboardMoved,
)

FORESEEN, PAID, ITS_ACTION = "If scored now", "At once", "Its special action now"
BOTH = "At once and if scored now"
"""When points are to be had."""


def changes_map(event: Event) -> bool:
    """Say whether an event puts something elsewhere on the map."""
    return isinstance(event, (Moved, KingMoved, GrandeMoved, ScoreboardMoved))


class PointsChange(NamedTuple):
    """How much each seat gains or loses, and when."""

    points: tuple[int, ...]
    when: str


class Preview:
    """What the answers to one question are worth, each reckoned when it is first asked for."""

    def __init__(self, view: View, guide: Guide) -> None:
        self.view = view
        self.guide = guide
        self._found: dict[int, PointsChange | None] = {}

    @cached_property
    def _state(self) -> State:
        return self.view.trial()

    @cached_property
    def _before(self) -> tuple[int, ...]:
        return forecast(self._state, self.guide).totals

    def worth(self, code: int) -> PointsChange | None:
        """Return what a legal answer changes; None if nothing is to be said of it."""
        if code not in self._found:
            self._found[code] = self._reckoned(code)
        return self._found[code]

    def _reckoned(self, code: int) -> PointsChange | None:
        view, rules, seat = self.view, self.view.rules, self.view.seat
        if seat is None or rules.is_secret(code):
            return None
        verb = rules.verb(code)
        card = code - rules.CARD if verb == "card" else view.card if verb == "special" else -1
        found = card_forecast(self._state, self.guide, card, seat) if card >= 0 else None
        if found is not None:
            # Others may still stop it, but it pays nothing else unless a kept card comes before it.
            waits = kept_for(view, "scoring")
            sure = found.certain and found.scored and not (found.hidden or found.told or waits)
            when = PAID if verb == "special" else ITS_ACTION
            return PointsChange(gain(found.scored, rules.n_seats), when) if sure else None
        state, heard = self._state.copy(), list[Event]()
        state.apply(seat, code, heard.append)
        revealed = state.revealed
        if seat not in state.owing() or (state.actor, state.round) != (view.actor, view.round):
            # It may end the turn: what follows that is not of its doing.
            state = self._state.copy()
            rest = set_aside(state, max(0, running(state, PROGRAMS["turn"])))
            heard.clear()
            state.apply(seat, code, heard.append)
            revealed |= bool(state.stack) or not rest or not any(map(changes_map, heard))
            put_back(state, rest)
        if revealed or state.board == view.board or self._tells(heard):
            return None
        after = forecast(state, self.guide).totals
        points = tuple(new - old for new, old in zip(after, self._before, strict=True))
        given = tuple(state.score(each) - view.score(each) for each in range(rules.n_seats))
        when = PAID if given == points else BOTH
        return PointsChange(points, when if any(given) else FORESEEN)

    def _tells(self, heard: Sequence[Event]) -> bool:
        """Say whether it goes into or out of the veiled Castillo, or would tell who is inside."""
        rules = self.view.rules
        if not self.guide.veiled:
            return False
        return any(
            (isinstance(event, RegionScored) and event.scored.target == rules.castillo_target)
            or (isinstance(event, Moved) and rules.castillo in (event.source, event.target))
            for event in heard
        )

    def said(self, codes: Sequence[int]) -> tuple[str, ...]:
        """Return what Enter would change, from the longest form to the shortest; () for nothing.

        That nobody gains or loses by it is said of what is chosen on the map alone.
        """
        guide, rules = self.guide, self.view.rules
        worth = self.worth(codes[0]) if len(codes) == 1 else None
        if worth is None:
            return ()
        told = sorted(range(rules.n_seats), key=lambda seat: seat != self.view.seat)
        told = [seat for seat in told if worth.points[seat]]
        if not told:
            on_map = guide.target_of(rules.text(codes[0]).split()[-1])
            return (f"{worth.when}: no change", "no change") if on_map else ()
        names = ", ".join(f"{guide.player(seat)} {worth.points[seat]:+}" for seat in told)
        signs = " ".join(
            f"{guide.glyphs.piece(guide.colour(seat))}{worth.points[seat]:+}" for seat in told
        )
        return f"{worth.when}: {names}", f"{worth.when}: {signs}", names, signs
