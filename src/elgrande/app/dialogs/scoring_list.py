"""The scorings of a game so far, to look at one again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import CLOSES, Dialog
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.panes.text_runs import cells, fitting
from elgrande.content.words.scoring_steps import scoring_forms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.widget import Widget

    from elgrande.app.board.guide import Guide
    from elgrande.content.scorings import Scoring


class ScoringListScreen(Dialog[int]):
    """Lists general and special scorings, the latest first; returns the index of the chosen one."""

    DEFAULT_CSS = "ScoringListScreen > #box { width: 110; }"

    title_text = "Scorings so far"
    hint = f"{{list.choose}} shows it, {CLOSES}"

    def __init__(self, scorings: Sequence[Scoring], guide: Guide) -> None:
        super().__init__()
        self._scorings = scorings
        self._guide = guide

    def content(self) -> Iterator[Widget]:
        """Return the list."""
        room = min(110, self.app.size.width * 96 // 100) - EDGES
        items = [_item(scoring, self._guide, room) for scoring in reversed(self._scorings)]
        yield ListPane(self._guide.glyphs, items)

    def on_mount(self) -> None:
        self.query_one(ListPane).focus()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(len(self._scorings) - 1 - message.index)


EDGES = 8
"""Cells that frame, cursor and gaps take in a line."""


def _item(scoring: Scoring, guide: Guide, room: int) -> Item:
    """Return a scoring in one line: what it is called, and who got how much."""
    got = [
        f"{guide.glyphs.piece(guide.colour(seat))}+{more}"
        for seat, more in enumerate(scoring.won)
        if more
    ]
    aside = " ".join(got) or "nothing"
    return Item(fitting(scoring_forms(scoring, guide.names), room - cells(aside)), aside)
