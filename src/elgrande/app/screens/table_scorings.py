"""The scorings of a table: shown by themselves when they have been, and again when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.board.scoring_show import ScoringShow
from elgrande.app.dialogs.scorings import ScoringListScreen
from elgrande.app.screens.final import FinalScreen
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.app.screens.scoring import ScoringScreen
from elgrande.rules.events import RegionScored

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.app.screens.answer_board import AnswerBoard
    from elgrande.content.scorings import Scoring

COVERED = (CurtainScreen, FinalScreen)
"""What a scoring may cover besides the table: nobody has begun anything there."""


class TableScorings:
    """Shows general scorings step by step, special ones in short beside the map.

    While one is on the screen the table below is not painted, so that nothing comes on top of it:
    no curtain hides what all may see. ``closed`` is called when the last one is gone. The game
    goes on meanwhile.
    """

    def __init__(self, play: AnswerBoard, closed: Callable[[], None]) -> None:
        self._play = play
        self._closed = closed
        self._seen: int | None = None
        self._waiting: Scoring | None = None
        self.how = "full"
        """How much is shown without being asked for, as the setting has it."""
        self.shown = False
        """Whether one is on the screen."""

    def renew(self) -> None:
        """Show what has been scored since the last time; what was before is known."""
        look, board = self._play.turn.shown, self._play.board
        if board.scored is not None and board.scored.round != look.view.round:
            board.scored = None
        if look.view.over:
            self._tell_the_end()
        if self._seen is None:
            self._seen = look.entry
            return
        told = self._play.told.told
        if not _scored_since(told, self._seen):
            return
        found = self._show().scorings
        new = [scoring for scoring in found if scoring.entry > self._seen]
        if all(scoring.done or not scoring.general for scoring in new):
            self._seen = look.entry
        special = [scoring for scoring in new if not scoring.general]
        general = [scoring for scoring in new if scoring.general and scoring.done]
        if general and self._play.board.scored is not None:
            # One that is over would stand above points that are no longer its own.
            self._play.board.scored = general[-1]
        if general and self.how == "full":
            self._waiting = general[-1]
            self.open_waiting()
        short = general if self.how == "short" else []
        if self.how != "off" and (special or short) and not look.view.over:
            self._tell_in_short((special + short)[-1])

    def open_waiting(self) -> None:
        """Show the scoring that waits, unless somebody is at something else just now."""
        top = self._play.app.screen
        if self._waiting is not None and (top is self._play.screen or isinstance(top, COVERED)):
            scoring, self._waiting = self._waiting, None
            self._open(scoring)

    def again(self) -> None:
        """Show a scoring again: the only one there is, or one from the list of all."""
        found = self._show().scorings
        if not found:
            self._play.refuse("No scoring is recorded yet.")
        elif len(found) == 1:
            self._open(found[0])
        else:

            def chosen(index: int | None) -> None:
                if index is not None:
                    self._open(found[index])

            screen = ScoringListScreen(found, self._play.turn.guide)
            self._play.app.push_screen(screen, chosen)

    def _tell_the_end(self) -> None:
        """Show everybody's points beside or below the map, not one scoring of many."""
        board = self._play.board
        if board.scored is not None:
            board.scored = None
            board.turn_to("scores")
            self._play.show()

    def _tell_in_short(self, scoring: Scoring) -> None:
        """Show it beside or below the map, where no card is to be chosen in its place instead."""
        board, now = self._play.board, self._play.turn.answering
        board.scored = scoring
        if not board.small or now is None or "card" not in now.offer.verbs:
            board.turn_to("scores")
        self._play.show()

    def _open(self, scoring: Scoring) -> None:
        def closed(_result: object) -> None:
            self.shown = False
            self._closed()

        self.shown = True
        self._play.app.push_screen(ScoringScreen(self._show(), scoring), closed)

    def _show(self) -> ScoringShow:
        turn = self._play.turn
        return ScoringShow(turn.shown.view, turn.guide, self._play.told.told)


def _scored_since(told: tuple[tuple[int, object], ...], entry: int) -> bool:
    """Return whether any place was scored after an entry; asked at every answer."""
    for n, event in reversed(told):
        if n <= entry:
            return False
        if isinstance(event, RegionScored):
            return True
    return False
