"""Which power cards to keep: all of them on a page, marked one by one and given together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.hand_page import HandPage
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, pad, width_of
from elgrande.app.panes.text_styles import ALERT, DIM, STRONG
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual import events
    from textual.widget import Widget

    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.listing import ListPane


@dataclass(frozen=True)
class Marked:
    """The values that are marked, and whether that is the hand."""

    values: tuple[int, ...]
    done: bool


# Textual's SelectionList marks with block signs that ASCII has not, and knows no typed values.
class HandScreen(Dialog[Marked]):
    """Space marks; what is marked is kept when it closes, and ``d`` is done with it.

    It takes the whole window: what each card does is to be read here.
    """

    DEFAULT_CSS = """
    HandScreen > #box { width: 100%; max-width: 100%; height: 100%; max-height: 100%; }
    HandScreen #count { height: 1; }
    """

    BINDINGS = bindings("hand")

    hint = (
        "{hand.mark} or a value marks, {hand.fill} fills up, {hand.clear} clears, "
        "{hand.done} ends, {hand.explain} helps, {dialog.close} closes"
    )

    def __init__(
        self, guide: Guide, marked: tuple[int, ...], who: str, explain: Callable[[], None]
    ) -> None:
        """``who`` is the name of the player who chooses; ``explain`` opens the help."""
        super().__init__()
        self._explain = explain
        self._guide = guide
        self._values = guide.rules.power_values
        size, every = guide.rules.hand_size, len(self._values)
        self.title_text = f"{who}, in secret: keep {size} of {every} cards for the whole game"
        self.marked = set(marked)
        self._typed = ""
        self._problem = ""

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._count, id="count")
        yield HandPage(self._guide, lambda: self.marked, id="list")

    @property
    def page(self) -> HandPage:
        """The page of the cards."""
        return self.query_one(HandPage)

    def _draw(self) -> None:
        self.page.redraw()
        self.query_one("#count", LineWidget).redraw()

    def _count(self, width: int, _height: int) -> list[Row]:
        size = self._guide.rules.hand_size
        said = [Run(f"{len(self.marked)} of {size} cards", STRONG)]
        if self._problem:
            said.append(Run(f"  {self._problem}", ALERT))
        elif self._typed:
            said.append(Run(f"  {self._typed}_", DIM))
        elif len(self.marked) == size:
            said.append(Run(f"  {self.keys.say('{hand.done} keeps these.')}", DIM))
        caption = "card, how many it brings, may or must"
        if self._guide.shown.abilities(self._guide.rules, self._guide.names):
            room = width - width_of(said) - len(caption)
            said += [Run(" " * room, DIM), Run(caption, DIM)] * (room > 1)
        return [pad(said, width)]

    def action_mark(self) -> None:
        """Mark the card under the cursor, or take its mark away."""
        self._mark(self.page.value)

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

    def action_fill(self) -> None:
        """Mark as many more as a hand needs, spread evenly over those that are left."""
        self._problem = self._typed = ""
        left = [value for value in self._values if value not in self.marked]
        more = self._guide.rules.hand_size - len(self.marked)
        for at in range(more):
            self.marked.add(left[round(at * (len(left) - 1) / max(1, more - 1))])
        self._draw()

    def action_clear(self) -> None:
        """Take all marks away."""
        self._problem = self._typed = ""
        self.marked.clear()
        self._draw()

    def action_across(self, way: int) -> None:
        """Move the cursor to the other column."""
        self.page.across(way)

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
            self.page.seek(fits[0])
            if [str(value) for value in fits] == [typed]:
                self._mark(fits[0])
                return
        self._typed = typed
        self._draw()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """Mark the card under the cursor, which was clicked or taken with Enter."""
        self._mark(self.page.value)

    def action_explain(self) -> None:
        """Open the help."""
        self._explain()

    def action_finish(self) -> None:
        """Keep what is marked, if that is a whole hand."""
        if len(self.marked) == self._guide.rules.hand_size:
            self._leave(done=True)
            return
        missing = self._guide.rules.hand_size - len(self.marked)
        self._problem = f"Mark {missing} more first."
        self._draw()

    def action_close(self) -> None:
        self._leave(done=False)
        self.app.notify(self.keys.say("{table.answers} opens the page of cards again."), timeout=4)

    def _leave(self, *, done: bool) -> None:
        self.dismiss(Marked(tuple(sorted(self.marked)), done))
