"""Which power cards to keep: all of them as a list, marked one by one and given together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import ALERT, DIM, STRONG, Run, pad
from elgrande.app.painted import Painted
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.guide import Guide


@dataclass(frozen=True)
class Marked:
    """The values that are marked, and whether that is the hand."""

    values: tuple[int, ...]
    done: bool


class HandScreen(Dialog[Marked]):
    """Space marks; what is marked is kept when it closes, and `d` is done with it."""

    DEFAULT_CSS = """
    HandScreen > #box { height: 96%; }
    HandScreen #count { height: 1; width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "mark", show=False, id="hand.mark"),
        Binding("d", "finish", "done", show=False, id="hand.done"),
    ]

    title_text = "Your hand"
    hint = "{hand.mark} or a value marks, {hand.done} is done, {dialog.close} closes"

    def __init__(self, guide: Guide, kept: tuple[int, ...]) -> None:
        super().__init__()
        self._guide = guide
        self._values = guide.rules.power_values
        self.kept = set(kept)
        self._typed = ""
        self._problem = ""

    def content(self) -> Iterator[Widget]:
        """The count, and a row for each power card."""
        yield Painted(id="count")
        yield ListPane(self._guide.glyphs, self._items(), id="list")

    def on_mount(self) -> None:
        """Shows the count; the keyboard goes to the list."""
        self._draw()
        self.query_one(ListPane).focus()

    def _items(self) -> list[Item]:
        glyphs, numbers = self._guide.glyphs, self._guide.rules.power_numbers
        wide = len(str(self._values[-1]))
        return [
            Item(
                f"[{glyphs.yes if value in self.kept else ' '}] {value:>{wide}}",
                f"brings {numbers[value] or 'nobody'}",
            )
            for value in self._values
        ]

    def _draw(self) -> None:
        pane = self.query_one(ListPane)
        pane.fill(self._items(), pane.cursor)
        size = self._guide.rules.hand_size
        said = [Run(f"{len(self.kept)} of {size} power cards", STRONG)]
        if self._problem:
            said.append(Run(f"  {self._problem}", ALERT))
        elif self._typed:
            said.append(Run(f"  {self._typed}", DIM))
        self.query_one("#count", Painted).draw_with(lambda width, _height: [pad(said, width)])

    def action_mark(self) -> None:
        """Marks the card under the cursor, or takes its mark away."""
        self._mark(self._values[self.query_one(ListPane).cursor])

    def _mark(self, value: int) -> None:
        self._problem = ""
        self._typed = ""
        if value in self.kept:
            self.kept.remove(value)
        elif len(self.kept) < self._guide.rules.hand_size:
            self.kept.add(value)
        else:
            self._problem = "That is enough; put another one away first."
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Digits lead the cursor to a value; a whole one that no other begins with is marked."""
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
        """Enter or a click marks too."""
        self._mark(self._values[message.index])

    def action_finish(self) -> None:
        """Done, if there are enough."""
        if len(self.kept) == self._guide.rules.hand_size:
            self._leave(done=True)
            return
        missing = self._guide.rules.hand_size - len(self.kept)
        self._problem = f"Mark {missing} more first."
        self._draw()

    def action_close(self) -> None:
        """What is marked stays so."""
        self._leave(done=False)

    def _leave(self, *, done: bool) -> None:
        self.dismiss(Marked(tuple(sorted(self.kept)), done))
