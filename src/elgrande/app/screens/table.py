"""The table: one game, for whoever sits at this terminal.

It talks to a Chair and to nothing else. What it does is done by objects of their own: the
board that is answered on, the hot seat, the dialogs, taking back, the news, the scorings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from elgrande.app.answering.answering import SeatTurn
from elgrande.app.answering.bot_speech import BotSpeech
from elgrande.app.board.table_view import TableView
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.screens.answer_board import AnswerBoard
from elgrande.app.screens.answer_screen import AnswerScreen
from elgrande.app.screens.final import LEADS, FinalScreen
from elgrande.app.screens.hot_seat import HotSeat, TakeBack
from elgrande.app.screens.table_log import TableLog
from elgrande.app.screens.table_news import TableNews
from elgrande.app.screens.table_scorings import TableScorings
from elgrande.app.settings.bindings import bindings
from elgrande.table.chair import Chair, Failed, Reply, Update

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.schema import Settings

QUESTION = "Leave this game? It is saved."


class TableScreen(AnswerScreen[str]):
    """One game, for whoever sits at this terminal. Returns one of ``LEADS``, or nothing."""

    BINDINGS = bindings("table", "game")

    follows: Sequence[str] = LEADS
    leaving = QUESTION
    """What is asked before a game is left."""

    def __init__(self, chair: Chair, glyphs: Glyphs, notices: Sequence[str] = ()) -> None:
        turn = SeatTurn(chair, glyphs)
        told = TableLog(turn.guide, notices)
        super().__init__(AnswerBoard(turn, told, self.replied, self.board(turn.guide)))
        self.chair = chair
        self.speech = BotSpeech(turn, told.notices)
        self.news = TableNews(self, chair)
        self.hot_seat = HotSeat(self, turn, lambda: self.renew(settle=True), self.leaving)
        self.take_back = TakeBack(self.play, self.hot_seat, self.replied, self.renew)
        self.scorings = TableScorings(self.play, self.renew)
        self._ended = False

    def board(self, guide: Guide) -> TableView:
        """Return the board that the game is played on."""
        return TableView(guide)

    def disposes_of(self, seat: int) -> bool:
        """Say whether a seat may be handed to a bot and taken back here: any at one keyboard."""
        return 0 <= seat < len(self.turn.guide.players)

    def final(self, found: Update) -> FinalScreen:
        """Return the screen of the end."""
        return FinalScreen(self.turn.shown.view, self.turn.guide, found.public, self.follows)

    def on_mount(self) -> None:
        """Begin to listen."""
        self.news.listen()
        for text in self.told.notices:
            self.notify(text, timeout=12, markup=False)

    def on_unmount(self) -> None:
        """Stop listening."""
        self.news.stop()

    # -- keeping up --------------------------------------------------------

    @on(TableNews.Changed)
    def _changed(self, message: TableNews.Changed) -> None:
        """Look again, if it was somebody else's doing."""
        if not self.news.knows(message):
            self.told.stale = self.told.stale or message.kind != "command"
            self.renew()

    def replied(self, reply: Reply) -> None:
        """Look again after what was done here."""
        if isinstance(reply, Failed):
            self.news.fail(reply)
        else:
            self.renew(update=reply.update)

    def renew(self, settle: bool = False, update: Update | None = None) -> None:
        """Look again: who is asked, what is to be seen, what has happened.

        That is one request, and none where a reply has brought the update.
        """
        if self.scorings.shown:
            # It is looked at again when the scoring is gone.
            return
        found = update or self.chair.update()
        if isinstance(found, Failed):
            self.news.fail(found)
            return
        self.news.saw(found)
        allowed = self.hot_seat.allow(found)
        if self.told.stale:
            self.recap.skip(allowed.seat, allowed.look.since)
        if not self.play.take(*allowed, settle=settle):
            return
        self.recap.renew()
        self.dialogs.renew()
        self.dialogs.open_hand()
        if found.view.over and not self._ended:
            self.app.push_screen(self.final(found), self._after_end)
        self._ended = found.view.over
        self.scorings.renew()

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        super().prefer(settings, glyphs)
        self.scorings.how = settings["scorings"]

    def on_screen_resume(self) -> None:
        self.scorings.open_waiting()

    def _after_end(self, choice: str | None) -> None:
        """Do what a person wants after the end."""
        if choice == "menu":
            self.dismiss(None)
        elif choice in self.follows:
            self.dismiss(choice)

    # -- keys --------------------------------------------------------------

    def action_back(self) -> None:
        if not self.recap.close():
            self.play.back()

    def action_undo(self) -> None:
        self.take_back.answer()

    def action_undo_turn(self) -> None:
        self.take_back.turn()

    def action_redo(self) -> None:
        self.take_back.redo()

    def action_scorings(self) -> None:
        self.scorings.again()

    def action_hint(self) -> None:
        self.dialogs.hint()

    def action_explain(self) -> None:
        self.dialogs.explain()

    def action_leave(self) -> None:
        """Leave the table; the game is saved and can be continued."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(None)

        if self.turn.look is not None and self.turn.look.view.over:
            self.dismiss(None)
            return
        begun = " Your unfinished answer will be lost." if self.half_made else ""
        question = f"{self.leaving}{begun}"
        self.app.push_screen(AskScreen(question), answered)
