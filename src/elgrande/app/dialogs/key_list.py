"""A list of keys and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import CLOSES, Dialog
from elgrande.app.panes.page import SCROLLS, PagePane
from elgrande.app.panes.text_runs import Row, Run, pad, wrap
from elgrande.app.panes.text_styles import KEY, PLAIN
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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

    BINDINGS = bindings("keylist")

    hint = f"{SCROLLS}, {CLOSES}"

    def __init__(self, keys: Sequence[tuple[str, str]], title: str) -> None:
        super().__init__()
        self.title_text = title
        self._keys = keys

    def content(self) -> Iterator[Widget]:
        """Return a page."""
        yield PagePane(lambda width: rows(self._keys, width))

    def on_mount(self) -> None:
        self.query_one(PagePane).focus()
