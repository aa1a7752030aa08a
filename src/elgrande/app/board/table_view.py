"""The board of a table: below a large map stand story, log and what was scored last, by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from elgrande.app.board.view import BoardView
from elgrande.app.panes import power_grid
from elgrande.app.panes.courts import CourtsPane
from elgrande.app.panes.headings import heading
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.power_grid import PowersPane
from elgrande.app.panes.score_sheet import least_rows
from elgrande.app.panes.scores import ScoresPane
from elgrande.app.panes.story import StoryPane, named
from elgrande.app.panes.tabs import TabsPane

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.line_widget import LineWidget
    from elgrande.app.panes.text_runs import Row
    from elgrande.rules import Position

STORY, LOG, SCORED = BELOW = ("story-below", "log-below", "scored")
"""The panes below a large map, of which one is shown."""
POWERS = "Power cards"
REASONS = 2
"""Rows for the reasons of a scoring that is told in short."""


class TableView(BoardView):
    """The board on which a game is played."""

    DEFAULT_CSS = """
    TableView #powers, TableView.big #story, TableView.big #log { display: none; }
    TableView.huge #powers, TableView.huge.news #scores { display: block; }
    TableView.huge.news #powers { display: none; }
    TableView .below-map, TableView.tall .below-map { display: none; }
    TableView.tall .below-map.front, TableView.tall #below-tabs { display: block; }
    TableView #below-tabs { height: 1; }
    TableView.big #cards { height: 1fr; }
    """

    TABS: ClassVar[Mapping[str, str]] = {
        "cards": "Cards",
        "courts": "Hands",
        "log": "Log",
        "story": "Story",
        "scores": "Pts",
    }
    HEADINGS: ClassVar[Mapping[str, str]] = {
        "cards": "Cards",
        "powers": POWERS,
        "scores": "Scored",
        "courts": "Players",
    }
    EACH: ClassVar[Mapping[str, int]] = {"large": 2, "huge": 2}

    def __init__(self, guide: Guide, tab: int = 0) -> None:
        super().__init__(guide, tab)
        self._front = STORY

    def below_map(self) -> Iterator[LineWidget]:
        yield TabsPane(id="below-tabs")
        yield StoryPane(id=STORY)
        yield LogPane(self.guide.glyphs, id=LOG)
        yield ScoresPane(id=SCORED)

    def side_panes(self) -> Iterator[LineWidget]:
        found = {str(pane.id): pane for pane in super().side_panes()}
        yield found.pop("cards")
        yield PowersPane(id="powers")
        yield from found.values()
        yield StoryPane(id="story")

    def fit(self) -> None:
        super().fit()
        self.query_one(CourtsPane).tells_hands = not self.has_class("huge")
        # One row more for the heading.
        self.query_one("#powers").styles.height = self.guide.rules.n_seats + 1

    @property
    def stops(self) -> tuple[str, ...]:
        """The panes that Tab leads to: the story is below the map where there is room for it."""
        if self.has_class("big"):
            return ("map", "cards", *self.below)
        if not self.has_class("tall"):
            return super().stops
        return (*(name for name in super().stops if name != "story"), STORY)

    @property
    def below(self) -> tuple[str, ...]:
        """The panes below the map: what was scored is told as long as it is news.

        Below the largest drawing there is no room for that, nor below the smallest for the log.
        """
        if not self.has_class("big"):
            return (STORY,)
        return BELOW if self.scored is not None and not self.has_class("huge") else BELOW[:2]

    def turn_to(self, name: str) -> None:
        below = {"log": LOG, "story": STORY, "scores": SCORED}.get(name, name)
        if below in self.below and self.has_class("big"):
            self._front = below
            self.show_tabs()
        else:
            super().turn_to(name)

    def show_tabs(self) -> None:
        super().show_tabs()
        self._make_room()
        if not self.has_class("big") or self._front not in self.below:
            self._front = STORY
        titles = self.below_titles()
        for name in titles:
            self.query_one(f"#{name}").set_class(name == self._front, "front")
        story, front = self.query_one(f"#{STORY}", StoryPane), self.query_one(f"#{self._front}")
        self.query_one("#below-tabs", TabsPane).show(
            [titles[name] for name in self.below],
            self.below.index(self._front),
            self.guide.glyphs,
            front.has_focus,
            named(story.story.keys) if story.has_focus else (),
        )

    def below_titles(self) -> dict[str, str]:
        """Return what the panes below a large map are called, by their ids."""
        story = self.query_one(f"#{STORY}", StoryPane).story
        return {STORY: story.title, LOG: "Log", SCORED: "Scored"}

    def _make_room(self) -> None:
        """Show what was scored in the place of the power cards beside the largest drawing."""
        self.set_class(self.scored is not None, "news")
        pane, huge = self.query_one("#scores", ScoresPane), self.has_class("huge")
        rows = least_rows(self.scored) + REASONS if self.scored else 0
        pane.styles.height = rows + 2 if huge else "1fr"

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        """Turn to what was clicked in the row of names below the map."""
        what, _, which = message.hit.partition(" ")
        if what == "tab" and message.pane.id == "below-tabs":
            message.stop()
            message.prevent_default()
            self.turn_to(self.below[int(which)])

    def show(self, position: Position, *told: Any, **more: Any) -> None:
        super().show(position, *told, **more)
        self.query_one(PowersPane).show(position, self.guide)
        guide = self.guide

        def powers(width: int) -> Sequence[Row]:
            return [heading(POWERS, width, guide.glyphs), *power_grid.rows(position, guide, width)]

        huge = self.has_class("huge")
        self.query_one(f"#{STORY}", StoryPane).fill(None if huge else powers)
