"""What to do with a thing: a short list with a key each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs


class DeedsScreen(Dialog[str]):
    """Returns the id of what was chosen; `deeds` are (key, text, id)."""

    DEFAULT_CSS = """
    DeedsScreen > #box { height: auto; width: 44; }
    DeedsScreen ListPane { height: auto; }
    """

    def __init__(self, title: str, deeds: Sequence[tuple[str, str, str]], glyphs: Glyphs) -> None:
        super().__init__()
        self.title_text = title
        self._deeds = list(deeds)
        self._glyphs = glyphs

    def content(self) -> Iterator[Widget]:
        """The list."""
        items = [Item(text, key=key) for key, text, _ in self._deeds]
        pane = ListPane(self._glyphs, items, id="deeds")
        pane.styles.height = len(items)
        yield pane

    def on_mount(self) -> None:
        """The keyboard goes to the list."""
        self.query_one(ListPane).focus()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """Something was chosen."""
        self.dismiss(self._deeds[message.index][2])
