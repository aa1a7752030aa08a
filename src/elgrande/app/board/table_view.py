"""The board of a table: its story stands under the map, or is a tab where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elgrande.app.board.view import BoardView
from elgrande.app.panes.lesson_page import tabs as close_tabs
from elgrande.app.panes.story import StoryPane

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from elgrande.app.panes.line_widget import LineWidget
    from elgrande.app.panes.tabs import TabsPane


class TableView(BoardView):
    """The board on which a game is played."""

    DEFAULT_CSS = "TableView.big #story { display: none; }"

    TABS: ClassVar[Mapping[str, str]] = {
        **BoardView.TABS,
        "courts": "Court",
        "scores": "Pts",
        "story": "Story",
    }
    WIDE: ClassVar[Sequence[str]] = ("map", "cards", "courts", "log", "story-below")

    def below_map(self) -> LineWidget:
        return StoryPane(id="story-below")

    def side_panes(self) -> Iterator[LineWidget]:
        yield from super().side_panes()
        yield StoryPane(id="story")

    def show_tabs(self, pane: TabsPane) -> None:
        """Paint the row of tabs: five of them stand closer."""
        names = tuple(self.TABS.values())
        pane.draw_with(lambda width, _height: close_tabs(names, self.tab, width, ("[", "]")))

    @property
    def stops(self) -> tuple[str, ...]:
        """The panes that Tab leads to: the story is below the map where there is room for it."""
        if not self.has_class("tall"):
            return super().stops
        return (*(name for name in super().stops if "story" not in name), "story-below")
