"""What all dialogs share: a framed box with a title over the dimmed screen below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from textual.containers import Vertical
from textual.content import Content
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen

from elgrande.app.dialogs.dimmed import DimmedScreen
from elgrande.app.settings.bindings import bindings
from elgrande.app.terminal.app_screen import Roomy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import ConsoleRenderable, RichCast
    from textual import events
    from textual.app import ComposeResult
    from textual.widget import Widget

R = TypeVar("R")

CLOSES = "{dialog.close} closes"


def entitle(box: Widget, title: str, below: str = "") -> None:
    """Write into the frame of a widget, letter by letter: a name may look like markup."""
    # An empty title has no line that could be taken for it.
    box.border_title = Content(title) if title else None
    box.border_subtitle = Content(below) if below else None


class Dialog(Roomy[R], ModalScreen[R], Generic[R]):
    """A modal box; Esc closes it without an answer."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog:ansi { background: transparent; }
    Dialog > #box {
        width: 76; max-width: 96%; height: 20; max-height: 96%;
        background: $surface; border: round $primary; border-title-color: $primary;
        border-subtitle-color: $map-dim; padding: 0 1;
    }
    Dialog Input { height: 1; border: none; background: $panel; }
    Dialog Input:focus { border: none; }
    """

    BINDINGS = bindings("dialog")

    title_text = ""
    hint = CLOSES
    """The line below the box, with keys as ``Keys.say`` reads them."""

    def render(self) -> ConsoleRenderable | RichCast | str:
        below = super().render()
        if isinstance(below, BackgroundScreen):
            return DimmedScreen(below.screen, below.color)
        return below

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            entitle(box, self.title_text, self.keys.say(self.hint))
            yield from self.content()

    def content(self) -> Iterator[Widget]:
        yield from ()

    def rekeyed(self) -> None:
        super().rekeyed()
        for box in self.query("#box"):
            entitle(box, self.title_text, self.keys.say(self.hint))

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.action_close()

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
