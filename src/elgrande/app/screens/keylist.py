"""A list of keys and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import KEY, PLAIN, Row, Run, pad, wrap
from elgrande.app.panes.page import SCROLLS, PagePane
from elgrande.app.screens.dialog import CLOSES, Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget


def rows(keys: Sequence[tuple[str, str]], width: int) -> list[Row]:
    """Each key with its words beside it."""
    lead = max(len(key) for key, _ in keys) + 4
    out: list[Row] = []
    for key, says in keys:
        first, *rest = wrap(says, width - lead)
        gap = Run(" " * (lead - len(key) - 2), PLAIN)
        out.append(pad([Run(f" {key} ", KEY), gap, Run(first, PLAIN)], width))
        out += [pad([Run(" " * lead + line, PLAIN)], width) for line in rest]
    return out


class KeyListScreen(Dialog[None]):
    """Shows them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,q", "close", "close", show=False, id="keylist.close"),
    ]

    hint = f"{SCROLLS}, {CLOSES}"

    def __init__(self, keys: Sequence[tuple[str, str]], title: str) -> None:
        super().__init__()
        self.title_text = title
        self._keys = keys

    def content(self) -> Iterator[Widget]:
        """A page."""
        yield PagePane(lambda width: rows(self._keys, width))

    def on_mount(self) -> None:
        """The keyboard goes to the page."""
        self.query_one(PagePane).focus()
