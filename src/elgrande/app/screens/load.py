"""The list of saves: whom and when; those that cannot be read say why."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.screens.dialog import Dialog
from elgrande.content.clean import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs
    from elgrande.saves import Summary


def line(summary: Summary) -> Item:
    """One save as a line."""
    when = datetime.fromtimestamp(summary.mtime).strftime("%Y-%m-%d %H:%M")
    if summary.journal is None:
        return Item(f"{summary.name}: {summary.problem}", when)
    game: Any = summary.journal.header.get("game", {})
    players = game.get("players", []) if isinstance(game, dict) else []
    names = [clean(str(p.get("name", "?"))) for p in players if isinstance(p, dict)]
    return Item(f"{summary.name}  ({', '.join(names)})", when)


class LoadScreen(Dialog[str]):
    """Returns the name of the save that was chosen."""

    title_text = "Load a game"
    hint = "arrows and Enter choose, Esc goes back"

    def __init__(self, glyphs: Glyphs, summaries: Sequence[Summary]) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._summaries = list(summaries)

    def content(self) -> Iterator[Widget]:
        """The list."""
        items = [line(summary) for summary in self._summaries] or [Item("No saves yet.")]
        yield ListPane(self._glyphs, items, id="list")

    def on_mount(self) -> None:
        """The keyboard goes to the list."""
        self.query_one(ListPane).focus()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """A save was chosen."""
        if message.index < len(self._summaries):
            self.dismiss(self._summaries[message.index].name)
        else:
            self.dismiss(None)
