"""All legal answers as a list: the way to everything, whatever the other panes offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.line_input import SearchDialog, matches
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.panes.text_runs import paragraph
from elgrande.app.panes.text_styles import STRONG

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.widget import Widget
    from textual.widgets import Input

    from elgrande.app.board.guide import Guide


class AnswersScreen(SearchDialog[int]):
    """Lists answers in words; typing filters, Enter gives the chosen code."""

    DEFAULT_CSS = "AnswersScreen #asks { height: 2; }"

    title_text = "All answers"
    hint = "type to filter; arrows and Enter choose; {dialog.close} closes"

    def __init__(self, asks: str, entries: Sequence[tuple[int, str]], guide: Guide) -> None:
        super().__init__(guide.glyphs)
        self._asks = asks
        self._all = [(code, Item(text, guide.rules.text(code))) for code, text in entries]
        self._shown = self._all

    def content(self) -> Iterator[Widget]:
        # In rows of its own: a frame cuts what is too long for it.
        yield LineWidget(lambda width, _height: paragraph(self._asks, width, STRONG), id="asks")
        yield from super().content()

    def on_mount(self) -> None:
        self._fill("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill(event.value)

    def _fill(self, typed: str) -> None:
        self._shown = [
            (code, item) for code, item in self._all if matches(typed, f"{item.text} {item.aside}")
        ]
        self.listed.fill([item for _, item in self._shown])

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(self._shown[message.index][0])
