"""A question with yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import PLAIN, Row, Run, keyed, pad, wrap
from elgrande.app.painted import Painted
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.binding import BindingType
    from textual.widget import Widget


class AskScreen(Dialog[bool]):
    """Asks, and returns True for yes."""

    DEFAULT_CSS = """
    AskScreen > #box { height: 7; width: 56; }
    AskScreen.alone { background: $background; }
    AskScreen Painted { height: 1fr; width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "yes", show=False, id="ask.yes"),
        Binding("n,escape", "answer(False)", "no", show=False, id="ask.no"),
    ]

    hint = ""

    def __init__(self, question: str, *, alone: bool = False) -> None:
        """`alone` covers what stands below: others than its owner are asked."""
        super().__init__()
        self._question = question
        self.set_class(alone, "alone")

    def content(self) -> Iterator[Widget]:
        """The question and its two keys."""
        yield Painted(id="question")

    def on_mount(self) -> None:
        """Writes the question."""
        self.query_one(Painted).draw_with(self._rows)

    def _rows(self, width: int, height: int) -> list[Row]:
        lines = [pad([Run(line, PLAIN)], width) for line in wrap(self._question, width)]
        yes, no = self.keys.name("ask.yes"), self.keys.name("ask.no")
        keys = [*keyed(yes, "yes   ", "yes"), *keyed(no, "no", "no")]
        return [*lines, pad([], width), pad(keys, width)]

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on an answer."""
        self.dismiss(message.hit == "yes")

    def action_close(self) -> None:
        """Closing is no."""
        self.dismiss(False)

    def action_answer(self, yes: bool) -> None:
        """Answers."""
        self.dismiss(yes)
