"""A game as the stops of an evening: what was told at each, the map and the players as they were.

All of it is what one reader may know at that time: a spectator, or the seat that is named. Nothing
is told here that the story, the scorings and the panes of the app do not tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import Changes, Scene, read
from elgrande.app.board.scoring_show import ScoringShow
from elgrande.app.panes import courts, score_sheet
from elgrande.app.panes.glyphs import UNICODE, Glyphs
from elgrande.app.panes.log import where
from elgrande.app.panes.text_runs import Row, width_of
from elgrande.content import story
from elgrande.content.leads import led
from elgrande.content.story import ROUND, TURN, Passage
from elgrande.content.turn_facts import lines
from elgrande.content.veil import before_this_round
from elgrande.content.words.scores import ranking
from elgrande.content.words.scoring_steps import say_step, scoring_name, step_name
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from elgrande.content.scorings import Scoring
    from elgrande.table import Table

SIZES = ("huge", "compact")
"""The drawings of the map: for a wide page, and for a phone."""
COLUMNS = 52
"""Cells of the players and of a scoring's sheet: as many as the narrow map has."""
DETAILS = 12
"""Rows of a sheet beside those of the places: sums, and what the step brought."""


@dataclass(frozen=True)
class Stop:
    """Something that is told, in sentences, and how the game is seen after it.

    ``seat`` is whose turn it was, or -1; ``scoring`` is what the scoring is called of which it is
    the step ``at``. ``boards`` are the maps in their ``SIZES``, then the players or the sheet of
    the scoring.
    """

    round: int
    title: str
    told: list[str]
    boards: tuple[Sequence[Row], ...]
    seat: int = -1
    scoring: str = ""
    at: int = 0


class Evening:
    """Puts a replayed game together for a ``seat``, or for everybody at the table."""

    def __init__(self, table: Table, seat: int | None, glyphs: Glyphs = UNICODE) -> None:
        self.table = table
        self.seat = seat
        self.guide, self._after = (
            Guide(table.setup, table.rules, glyphs, table.players, unveiled=over)
            for over in (False, True)
        )
        self._events = table.events(seat)
        self._index = {id(event): at for at, (_, event) in enumerate(self._events)}
        # What was seen of a Castillo that closed again was seen by all at that time.
        past = 0 if table.over else before_this_round(self._events)
        self._show = ScoringShow(table.state.view(seat), self.guide, self._events, past)

    def stops(self) -> Iterator[Stop]:
        """Yield all of them, from how the game was laid out to its end."""
        table, names = self.table, self.guide.names
        first = table.history.positions[0]
        told = story.passages(table.rules, self._events, table.state.round)
        told = led(told, self._events, table.state.view(self.seat))
        begins = next((passage.round for passage in told if passage.round), first.round)
        yield self._stop(0, begins, "The beginning", [story.opening(first, names)])
        entry, left = 0, [*self._show.scorings]
        for passage in told:
            entry = passage.events[-1][0] if passage.events else entry
            heard = {id(event) for _, event in passage.events}
            within = [
                one for one in left if any(id(e) in heard for s in one.steps for e in s.events)
            ]
            left = [scoring for scoring in left if scoring not in within]
            # The first line is that of the round. A general scoring is told by its steps.
            said = [*lines([passage], names)][1:]
            if said and (passage.kind in (TURN, ROUND) or not within):
                title = story.heading(passage, names)
                said = [line.removeprefix(f"{title}: ") for line in said]
                yield self._stop(entry, passage.round or begins, title, said, passage)
            for scoring in within:
                yield from self._steps(scoring)
        if table.over:
            said = [*ranking(table.state, names)]
            yield self._stop(table.history.head, table.state.round, "The end", said)

    def _stop(
        self, entry: int, round: int, title: str, told: list[str], passage: Passage | None = None
    ) -> Stop:
        """Return a stop after an entry, or before what else the entry brought."""
        position = self.table.history.positions[entry].view(self.seat)
        guide = self._after if position.over else self.guide
        changes = Changes()
        if passage is not None and passage.events:
            last = self._index[id(passage.events[-1][1])] + 1
            later = [event for n, event in self._events[last:] if n == entry]
            other = [one for one in passage.changes if not isinstance(one, ev.Moved)]
            spotlit = [place for event in other for place in where(event, guide)[-1:]]
            changes = Changes(story.moved(passage.changes), spotlit, story.moved(later))
        players = courts.rows(position, guide, COLUMNS, courts.needed(guide, 2))
        boards = (*self._maps(read(position, guide, changes=changes)), players)
        return Stop(round, title, told, boards, passage.seat if passage else -1)

    def _steps(self, scoring: Scoring) -> Iterator[Stop]:
        """Yield the steps of a scoring."""
        names, height = self.guide.names, len(self.guide.rules.targets) + DETAILS
        called = scoring_name(scoring, names)
        for at, step in enumerate(scoring.steps):
            sheet = score_sheet.rows(scoring, at, self.guide, COLUMNS, height)
            boards = (*self._maps(self._show.scene(scoring, at)), sheet)
            title, told = step_name(step, names), [say_step(scoring, at, names)]
            yield Stop(scoring.round, title, told, boards, scoring=called, at=at)

    def picture(self) -> list[Row]:
        """Return the position as it is now: the map, and the players below it."""
        position = self.table.state.view(self.seat)
        guide = self._after if position.over else self.guide
        board = draw(guide.charts[SIZES[0]], read(position, guide), guide.glyphs)
        return [*board, *courts.rows(position, guide, width_of(board[0]), courts.needed(guide, 2))]

    def _maps(self, scene: Scene) -> Iterator[Sequence[Row]]:
        """Return the map in every size."""
        return (draw(self.guide.charts[size], scene, self.guide.glyphs) for size in SIZES)
