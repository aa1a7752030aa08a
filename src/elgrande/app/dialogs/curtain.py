"""The curtain between players at one keyboard: a blank screen until the right one sits there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, cells, keyed, pad
from elgrande.app.panes.text_styles import PLAIN, STRONG, piece
from elgrande.app.settings.bindings import bindings
from elgrande.app.terminal.app_screen import Roomy

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from elgrande.app.panes.glyphs import Glyphs

LEAVE = "leave"
"""What a curtain answers when the table is left."""


class CurtainScreen(Roomy[str]):
    """Covers everything; Enter or a click lifts it. Whoever leaves the table here says so."""

    DEFAULT_CSS = "CurtainScreen { background: $surface; }"

    BINDINGS = bindings("curtain")

    def __init__(self, name: str, colour: str, glyphs: Glyphs, leaving: str) -> None:
        """``leaving`` is asked before the table is left."""
        super().__init__()
        self._leaving = leaving
        self._name = name
        self._colour = colour
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        yield LineWidget(self._rows, id="curtain")

    def _rows(self, width: int, height: int) -> list[Row]:
        who = [
            Run(f" {self._glyphs.piece(self._colour)} ", piece(self._colour)),
            Run(f" {self._name}", STRONG),
            Run(" makes a secret choice.", PLAIN),
        ]
        lines = [
            who,
            [],
            [Run("Everyone else, please look away.", PLAIN)],
            [],
            keyed(self.keys.name("curtain.lift"), "once only you can see the screen", "lift"),
            keyed(self.keys.name("curtain.leave"), "leave the table", LEAVE),
        ]
        top = max(0, (height - len(lines)) // 2)
        out = [pad([], width) for _ in range(top)]
        for line in lines:
            indent = max(0, (width - sum(cells(run.text) for run in line)) // 2)
            out.append(pad([Run(" " * indent, PLAIN), *line], width))
        return out

    def action_lift(self) -> None:
        self.dismiss(None)

    def action_leave(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(LEAVE)

        self.app.push_screen(AskScreen(self._leaving), answered)

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        if message.hit == LEAVE:
            self.action_leave()
        else:
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        self.dismiss(None)
