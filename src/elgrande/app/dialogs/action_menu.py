"""What to do with a thing: a short list with a key each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.listing import Item, ListPane

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs


class ActionMenu(Dialog[str]):
    """Returns the id of what was chosen; ``actions`` are (key, text, id)."""

    DEFAULT_CSS = """
    ActionMenu > #box { height: auto; width: 44; }
    ActionMenu ListPane { height: auto; }
    """

    def __init__(self, title: str, actions: Sequence[tuple[str, str, str]], glyphs: Glyphs) -> None:
        super().__init__()
        self.title_text = title
        self._actions = list(actions)
        self._glyphs = glyphs

    def content(self) -> Iterator[Widget]:
        items = [Item(text, key=key) for key, text, _ in self._actions]
        pane = ListPane(self._glyphs, items, id="actions")
        pane.styles.height = len(items)
        yield pane

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(self._actions[message.index][2])
