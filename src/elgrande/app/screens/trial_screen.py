"""A turn of a finished game, tried at the table, and told what it would have brought."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on

from elgrande.analysis.worker import AnalysisNews, Compared, NoAnalysis, Progress
from elgrande.app.answering.bot_answers import BotPlay
from elgrande.app.board.view import TableView
from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.keys import HELP
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import ALERT, PLAIN, Row, paragraph
from elgrande.app.screens.table_screen import TableNews, TableScreen
from elgrande.app.settings.bindings import bindings
from elgrande.table import Table, seated

if TYPE_CHECKING:
    from textual.widget import Widget

    from elgrande.analysis.trial import TrialTable
    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.rules import View
    from elgrande.table.chair import Look

Judge = Callable[[], AsyncIterator[AnalysisNews]]
"""Tells what the turn at a TrialTable would have brought."""
AGAIN = "again"
LEAVE = "{table.leave}"


class TriedScreen(Dialog[str]):
    """Tells what a turn would have brought, once that is known; returns AGAIN, or nothing."""

    DEFAULT_CSS = "TriedScreen > #box { height: 8; }"

    BINDINGS = bindings("tried")

    title_text = "What this turn would have brought"
    hint = "{tried.again} tries it again, {dialog.close} goes back to the analysis"

    def __init__(self, judge: Judge, more: Sequence[str]) -> None:
        """``more`` is said after what was found out."""
        super().__init__()
        self._judge = judge
        self._more = more
        self._done = 0
        self._found: AnalysisNews | None = None

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="tried")

    def on_mount(self) -> None:
        self.run_worker(self._follow(), exclusive=True)

    async def _follow(self) -> None:
        """Show how far it is; the process ends with this screen."""
        async for one in self._judge():
            if isinstance(one, Progress):
                self._done = 100 * one.done // max(1, one.of)
            else:
                self._found = one
            self.query_one("#tried", LineWidget).redraw()

    def _rows(self, width: int, _height: int) -> list[Row]:
        match self._found:
            case Compared(lines):
                told = [*lines, *self._more]
                return [row for line in told for row in paragraph(line, width, PLAIN)]
            case NoAnalysis(why):
                return paragraph(why, width, ALERT)
        doing = "Stewards play on to the end of the game from your turn and from the one that was "
        return paragraph(f"{doing}played: {self._done} % done.", width)

    def action_again(self) -> None:
        self.dismiss(AGAIN)


class UnkeptView(TableView):
    """The board of a game of which nothing is kept."""

    help_keys = tuple((key, "leave; nothing is kept" if key == LEAVE else say) for key, say in HELP)


class AsideScreen(TableScreen):
    """A table beside the game, which closes over an answer, and which Esc leaves.

    Returns what the dialog returns that opens then, or nothing.
    """

    def __init__(self, table: Table, glyphs: Glyphs) -> None:
        super().__init__(seated(table), glyphs)
        self._table = table
        # What was before is known, or told to nobody.
        self.table_log.stale = True

    def board(self, guide: Guide) -> TableView:
        return UnkeptView(guide)

    def disposes_of(self, seat: int) -> bool:
        return False

    def renew(self, refocus: bool = False, update: Look | None = None) -> None:
        """Look again, but not past the end."""
        if not self._table.closed:
            super().renew(refocus, update)

    @property
    def after(self) -> View:
        """What is shown of the closed table."""
        return self.turn.view

    def judged(self) -> Dialog[str]:
        """Return what opens over the closed table."""
        raise NotImplementedError

    @on(TableNews.Failed)
    def _over(self, message: TableNews.Failed) -> None:
        """Have it judged: the table closes with the answer, and with nothing else."""

        def closed(result: str | None) -> None:
            self.dismiss(result)

        message.stop()
        # The table tells nothing more: not its last answer, and not what would follow.
        turn = self.turn
        asked = replace(turn.current.decision, codes=(), owing=())
        turn.look, turn.answering = replace(turn.current, view=self.after, decision=asked), None
        turn.over = f"{message.sentence.rstrip('.')}."
        self.play.show()
        self.app.push_screen(self.judged(), closed)

    def action_back(self) -> None:
        """Esc: back out of the story or an unfinished answer, else leave."""
        if self.story.close():
            return
        if self.half_made:
            self.play.back()
        else:
            self.action_leave()


class TrialScreen(AsideScreen):
    """The table at which a turn is tried; returns AGAIN, or nothing."""

    leaving = "Leave this turn? Nothing of it is kept."

    def __init__(
        self, trial: TrialTable, glyphs: Glyphs, judge: Judge, more: Sequence[str]
    ) -> None:
        """``judge`` is asked as the turn ends; ``more`` is said after that."""
        super().__init__(trial, glyphs)
        self._trial = trial
        self._judge = judge
        self._more = more
        self._bots = BotPlay(trial)
        self._bots.on_spoken = self.hear_bot
        self.play.hurry = self._bots.hurry

    def on_mount(self) -> None:
        """Let the others answer."""
        self._bots.start()
        who, round = self.turn.guide.player(self._trial.turn.seat), self._trial.turn.round
        leads = self.keys.say("{table.back} leads back to the analysis")
        self.notify(f"You try {who}'s turn of round {round}; {leads}.", markup=False)

    def on_unmount(self) -> None:
        """End the bots."""
        self._bots.stop()

    @property
    def after(self) -> View:
        return self._trial.after.view(self._trial.turn.seat)

    def judged(self) -> Dialog[str]:
        return TriedScreen(self._judge, self._more)
