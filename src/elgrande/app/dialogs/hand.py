"""Which power cards to keep: all of them as a list, marked one by one and given together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.panes.text_runs import Row, Run, pad
from elgrande.app.panes.text_styles import ALERT, DIM, STRONG
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.widget import Widget

    from elgrande.app.board.guide import Guide


@dataclass(frozen=True)
class Marked:
    """The values that are marked, and whether that is the hand."""

    values: tuple[int, ...]
    done: bool


# Textual's SelectionList marks with block signs that ASCII has not, and knows no typed values.
class HandScreen(Dialog[Marked]):
    """Space marks; what is marked is kept when it closes, and ``d`` is done with it."""

    DEFAULT_CSS = """
    HandScreen > #box { height: 96%; }
    HandScreen #count { height: 1; }
    """

    BINDINGS = bindings("hand")

    title_text = "Your hand"
    hint = "{hand.mark} or a value marks, {hand.done} is done, {dialog.close} closes"

    def __init__(self, guide: Guide, marked: tuple[int, ...]) -> None:
        super().__init__()
        self._guide = guide
        self._values = guide.rules.power_values
        self.marked = set(marked)
        self._typed = ""
        self._problem = ""

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._count, id="count")
        yield ListPane(self._guide.glyphs, self._items(), id="list")

    def _items(self) -> list[Item]:
        glyphs, numbers = self._guide.glyphs, self._guide.rules.power_numbers
        wide = len(str(self._values[-1]))
        return [
            Item(
                f"[{glyphs.yes if value in self.marked else ' '}] {value:>{wide}}",
                f"brings {numbers[value] or 'nobody'}",
            )
            for value in self._values
        ]

    def _draw(self) -> None:
        pane = self.query_one(ListPane)
        pane.fill(self._items(), pane.cursor)
        self.query_one("#count", LineWidget).redraw()

    def _count(self, width: int, _height: int) -> list[Row]:
        size = self._guide.rules.hand_size
        said = [Run(f"{len(self.marked)} of {size} power cards", STRONG)]
        if self._problem:
            said.append(Run(f"  {self._problem}", ALERT))
        elif self._typed:
            said.append(Run(f"  {self._typed}", DIM))
        return [pad(said, width)]

    def action_mark(self) -> None:
        """Mark the card under the cursor, or take its mark away."""
        self._mark(self._values[self.query_one(ListPane).cursor])

    def _mark(self, value: int) -> None:
        self._problem = ""
        self._typed = ""
        if value in self.marked:
            self.marked.remove(value)
        elif len(self.marked) < self._guide.rules.hand_size:
            self.marked.add(value)
        else:
            self._problem = "That is enough; put another one away first."
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Lead the cursor to the value that is typed; mark one that no other begins with."""
        digit = event.character or ""
        if not (digit.isascii() and digit.isdecimal()):
            return
        event.stop()
        self._problem = ""
        typed = self._typed + digit
        fits = [value for value in self._values if str(value).startswith(typed)]
        if not fits:
            typed = ""
        else:
            pane = self.query_one(ListPane)
            pane.fill(self._items(), self._values.index(fits[0]))
            if [str(value) for value in fits] == [typed]:
                self._mark(fits[0])
                return
        self._typed = typed
        self._draw()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self._mark(self._values[message.index])

    def action_finish(self) -> None:
        if len(self.marked) == self._guide.rules.hand_size:
            self._leave(done=True)
            return
        missing = self._guide.rules.hand_size - len(self.marked)
        self._problem = f"Mark {missing} more first."
        self._draw()

    def action_close(self) -> None:
        self._leave(done=False)

    def _leave(self, *, done: bool) -> None:
        self.dismiss(Marked(tuple(sorted(self.marked)), done))
