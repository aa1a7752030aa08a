"""All legal answers as a list: the way to everything, whatever the other panes offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from elgrande.app.ink import STRONG, Run, pad, wrap
from elgrande.app.painted import Painted
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual import events
    from textual.widget import Widget

    from elgrande.app.guide import Guide


class AnswersScreen(Dialog[int]):
    """Lists answers in words; typing filters, Enter gives the chosen code."""

    DEFAULT_CSS = """
    AnswersScreen Input { height: 1; border: none; background: $panel; }
    AnswersScreen Input:focus { border: none; }
    AnswersScreen #asks { height: 2; width: 1fr; }
    """

    title_text = "All answers"
    hint = "type to filter, arrows and Enter choose, {dialog.close} closes"

    def __init__(self, asks: str, entries: Sequence[tuple[int, str]], guide: Guide) -> None:
        super().__init__()
        self._asks = asks
        self._all = list(entries)
        self._shown = list(entries)
        self._guide = guide

    def content(self) -> Iterator[Widget]:
        """What is asked, the filter and the list."""
        yield Painted(id="asks")
        yield Input(placeholder="filter", id="filter")
        yield ListPane(self._guide.glyphs, self._items(), id="list")

    def _items(self) -> list[Item]:
        rules = self._guide.rules
        return [Item(text, rules.text(code)) for code, text in self._shown]

    def on_mount(self) -> None:
        """The keyboard goes to the filter; the arrows move in the list."""
        # In rows of its own: a frame cuts what is too long for it.
        self.query_one("#asks", Painted).draw_with(
            lambda width, _height: [
                pad([Run(line, STRONG)], width) for line in wrap(self._asks, width)
            ]
        )
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filters by every word typed."""
        words = event.value.casefold().split()
        rules = self._guide.rules
        self._shown = [
            (code, text)
            for code, text in self._all
            if all(word in f"{text} {rules.text(code)}".casefold() for word in words)
        ]
        self.query_one(ListPane).fill(self._items())

    def on_key(self, event: events.Key) -> None:
        """Arrows reach the list from the filter."""
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
        if event.key in steps:
            event.stop()
            self.query_one(ListPane).action_step(steps[event.key])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter gives what is under the cursor."""
        self.query_one(ListPane).action_choose()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """An answer was chosen."""
        if message.index < len(self._shown):
            self.dismiss(self._shown[message.index][0])
