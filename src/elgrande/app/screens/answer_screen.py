"""What the screens of a table and of a lesson do alike with the board that is answered on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from textual import events, on
from textual.reactive import Reactive

from elgrande.app.panes.ground import Ground
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.story import StoryPane
from elgrande.app.screens.table_dialogs import TableDialogs
from elgrande.app.screens.turn_recap import TurnRecap
from elgrande.app.settings.schema import RECAP_ROWS, Settings
from elgrande.app.terminal.app_screen import Roomy

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.screens.answer_board import AnswerBoard

R = TypeVar("R")


class AnswerScreen(Roomy[R], Ground, Generic[R]):
    """A screen with one board to answer on, and the dialogs over it."""

    keeps_notices = True
    # Textual would paint the whole screen whenever the keyboard goes elsewhere; the panes
    # that it leaves and enters paint themselves.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self, play: AnswerBoard) -> None:
        super().__init__()
        self.play = play
        self.turn = play.turn
        self.told = play.told
        self.dialogs = TableDialogs(play)
        self.recap = TurnRecap(play)

    def compose(self) -> ComposeResult:
        """Return the board and its prompt."""
        yield self.play

    def on_mount(self) -> None:
        preferences = getattr(self.app, "preferences", None)
        if preferences is not None:
            preferences.hold()
        self.renew(settle=True)

    def on_unmount(self) -> None:
        self.dialogs.close()

    def renew(self, settle: bool = False) -> None:
        """Look again; ``settle`` puts the keyboard where the answer is given."""
        raise NotImplementedError

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        """Take over the settings that hold at the table."""
        self.play.confirms = settings["confirm"] == "final"
        self.play.reminds = settings["unused"] == "said"
        self.recap.unasked = settings["recap"] != "off"
        self.recap.most = RECAP_ROWS[settings["recap"]]
        self.play.use_glyphs(glyphs)
        if self.turn.look is not None:
            self.recap.show()

    def rekeyed(self) -> None:
        self.play.rekeyed()
        if self.turn.look is not None:
            self.recap.show()

    def keep_notice(self, text: str) -> None:
        """Write a notice into the log, where it can be read whole."""
        if text not in self.told.notices:
            self.told.notices.append(text)
            if self.turn.look is not None:
                self.play.show()

    @property
    def half_made(self) -> bool:
        """Whether an answer was begun and nothing of it is sent yet."""
        return self.turn.half_made

    # -- keys and clicks ---------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        self.play.press(event)

    @on(LineWidget.Hit)
    async def _hit(self, message: LineWidget.Hit) -> None:
        what, _, which = message.hit.partition(" ")
        if what == "key":
            await self.press(which)
        elif what == "scoring":
            self.dialogs.why(int(which))

    @on(StoryPane.Chosen)
    def _turn_chosen(self) -> None:
        self.recap.mark()

    @on(StoryPane.Again)
    def _turn_again(self) -> None:
        self.recap.again()

    @on(StoryPane.Whole)
    def _whole_log(self) -> None:
        self.recap.whole()

    @on(LogPane.Asked)
    def _why_asked(self) -> None:
        self.dialogs.scorings()

    def action_next_pane(self, way: int) -> None:
        self.play.next_pane(way)

    def action_answers(self) -> None:
        self.dialogs.answers()

    def action_command(self) -> None:
        self.dialogs.command()

    def action_settings(self) -> None:
        self.dialogs.settings()

    def action_recap(self) -> None:
        self.recap.tell()

    def action_forecast(self) -> None:
        self.dialogs.forecast()

    def action_rules(self) -> None:
        self.dialogs.rules()
