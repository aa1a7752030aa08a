"""Several people at one keyboard: a curtain before whatever only one of them may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.app.dialogs.curtain import LEAVE, CurtainScreen
from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.dialogs.line_input import RescueScreen
from elgrande.app.terminal.app_screen import ClosesOnce

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from elgrande.app.answering.answering import SeatTurn
    from elgrande.app.screens.table_log import Told
    from elgrande.table.chair import Look, Update


class Allowed(NamedTuple):
    """What may be on the screen now: a look, whose it is (None is a spectator's), its log."""

    look: Look
    seat: int | None
    told: Told


class HotSeat:
    """Knows who sits alone at the keyboard, and hides from anybody else what that one sees.

    ``lifted`` is called when the right person has lifted a curtain.
    """

    def __init__(
        self, screen: Screen[Any], turn: SeatTurn, lifted: Callable[[], None], leaving: str
    ) -> None:
        self._screen = screen
        self._leaving = leaving
        self._turn = turn
        self._lifted = lifted
        # Who has lifted a curtain and sits there alone since; nobody after a view that all may see.
        self._alone: int | None = None
        self._curtained = False
        self.hidden = False
        """Whether the others here must not see the look of the seat that is asked."""

    def allow(self, found: Update) -> Allowed:
        """Return what may be shown of an update, and hang the curtain where that is not all."""
        self.hidden = found.hidden
        private = None if found.watch is None else found.seat
        if self._alone not in (None, private):
            self._take_away()
        if private is None:
            self._alone = None
        elif private != self._alone:
            assert found.watch is not None
            self._hang(private)
            return Allowed(found.watch, None, found.public)
        return Allowed(found, found.seat, found.log)

    def leave(self) -> None:
        """Note that somebody else has been at the keyboard."""
        self._alone = None

    def _hang(self, seat: int) -> None:
        """Hide everything until the right person says so."""
        if self._curtained:
            return
        self._curtained = True

        def lifted(answer: str | None) -> None:
            self._curtained = False
            if answer == LEAVE:
                self._screen.dismiss(None)
                return
            self._alone = seat
            self._lifted()

        guide = self._turn.guide
        curtain = CurtainScreen(guide.player(seat), guide.colour(seat), guide.glyphs, self._leaving)
        self._screen.app.push_screen(curtain, lifted)

    def _take_away(self) -> None:
        """Close what somebody opened who sat here alone: it may tell what that one sees."""
        app = self._screen.app
        while (top := app.screen_stack[-1]) is not self._screen:
            if isinstance(top, (CurtainScreen, RescueScreen)):
                break
            if isinstance(top, Dialog):
                top.action_close()
            elif isinstance(top, ClosesOnce):
                top.dismiss(None)
            if app.screen_stack[-1] is top:
                break
