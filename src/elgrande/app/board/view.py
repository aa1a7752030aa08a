"""The board on the screen: status, map and side panes, laid out for the size of the window.

At a table story, log and what was scored last stand below a large map, by turns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import Changes, read
from elgrande.app.keys import HELP
from elgrande.app.panes import status
from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.panes.courts import CourtsPane, needed
from elgrande.app.panes.line_widget import (
    LineWidget,
    PaneColumns,
    PaneRows,
    TabsPane,
)
from elgrande.app.panes.log import LogLine, LogPane
from elgrande.app.panes.motion import CountUp, counted
from elgrande.app.panes.power_cards import PowersPane
from elgrande.app.panes.round_pane import RoundPane
from elgrande.app.panes.score_sheet import least_rows
from elgrande.app.panes.score_track import ScoresPane
from elgrande.app.panes.status import SeatsPane, StatusPane
from elgrande.app.panes.story_pane import StoryPane
from elgrande.content.scorings import Scoring
from elgrande.rules import Position

LARGE = (118, 36)
HUGE = (158, 48)
"""From these widths and heights on the larger drawings fit beside everything else."""
TALL = 30
"""From this height on a pane fits below the smallest drawing."""
EDGED = 100
"""From this width on the last column stays empty."""


class BoardView(PaneRows):
    """Shows one position with its log, and knows nothing of turns.

    In a small window the side panes are tabs, else they stand one below the other.
    """

    DEFAULT_CSS = """
    BoardView { height: 1fr; width: 1fr; }
    BoardView #middle { height: 1fr; }
    BoardView #left { width: auto; height: 1fr; }
    BoardView #side { width: 1fr; height: 1fr; background: $surface; }
    BoardView #side.edged { padding: 0 1 0 0; }
    BoardView.big #side { padding: 0 1 0 2; }
    BoardView .below-map { display: none; width: 1fr; height: 1fr; }
    BoardView.tall .below-map { display: block; }
    BoardView.small #side > LineWidget { display: none; }
    BoardView.small #side > #tabs, BoardView.small #side > #seats { display: block; }
    BoardView.small #side > .active { display: block; }
    BoardView.big #tabs, BoardView.big #seats, BoardView.big #scores { display: none; }
    BoardView.big #cards { height: 3fr; }
    BoardView.big #courts { height: auto; }
    BoardView.big #log { height: 1fr; min-height: 5; }
    """

    TABS: ClassVar[Mapping[str, str]] = {
        "cards": "Cards",
        "courts": "Hands",
        "scores": "Score",
        "log": "Log",
    }
    """What the tab of each side pane is called, by the pane's id."""
    help_keys: ClassVar[Sequence[tuple[str, str]]] = HELP
    """The keys that help lists, written as ``Keys.say`` reads them."""
    WIDE: ClassVar[Sequence[str]] = ("map", "cards", "courts", "log")
    """The panes that take the keyboard in a large window, in the order of Tab."""
    HEADINGS: ClassVar[Mapping[str, str]] = {"cards": "Cards", "courts": "Players", "log": "Log"}
    """What stands over the panes of a large window."""
    SEATS: ClassVar[bool] = True
    """Whether the seats stand below every tab."""
    EACH: ClassVar[Mapping[str, int]] = {"large": 2, "huge": 3}
    """Rows of a player in a large window, by the map's drawing."""

    def __init__(self, guide: Guide, tab: int = 0) -> None:
        super().__init__()
        self.guide = guide
        self.tab = tab
        self.points = CountUp(self, self._show_points)
        self.scored: Scoring | None = None
        """What is told in short with the scores."""
        self.away: Collection[int] = ()
        """The seats of people who are gone, or for whom a bot stands in."""
        self._position: Position
        self._owing: Collection[int] = ()
        self._own: int | None = None

    def compose(self) -> ComposeResult:
        """Return the panes, smallest layout first."""
        # They come up in the styles of this size, which are else found twice for all of them.
        self.update_classes(self._size_classes, update=False)
        yield StatusPane(id="status")
        with PaneColumns(id="middle"):
            with PaneRows(id="left"):
                # In its size from the start: another drawing would cost the first picture.
                yield MapPane(self.guide.glyphs, self._map_size, id="map")
                for pane in self.below_map():
                    yield pane.add_class("below-map")
            with PaneRows(id="side"):
                yield TabsPane(id="tabs")
                yield from self.side_panes()
                if self.SEATS:
                    yield SeatsPane(id="seats")

    def below_map(self) -> Iterator[LineWidget]:
        """Make the panes that stand below the map where there is room."""
        yield ScoresPane(id="under")

    def side_panes(self) -> Iterator[LineWidget]:
        """Make the side panes, in the order of their tabs."""
        yield RoundPane(id="cards") if self.guide.display.has_round else CardsPane(id="cards")
        yield CourtsPane(id="courts")
        yield ScoresPane(id="scores")
        yield LogPane(self.guide.glyphs, id="log")

    def on_mount(self) -> None:
        self.fit()

    def on_resize(self) -> None:
        self.fit()

    @property
    def map(self) -> MapPane:
        """The map."""
        return self.query_one(MapPane)

    @property
    def cards(self) -> CardsPane:
        """The pane of the action cards."""
        return self.query_one(CardsPane)

    # -- layout ------------------------------------------------------------

    def beside(self) -> int:
        """Return how many columns there are beside the map in a window of this size."""
        return self.app.size.width - self.map.drawing(self._map_size).width

    @property
    def small(self) -> bool:
        """Whether the side panes are tabs."""
        return self.has_class("small")

    @property
    def _map_size(self) -> str:
        """Which drawing of the map there is room for."""
        width, height = self.app.size
        if width >= HUGE[0] and height >= HUGE[1]:
            return "huge"
        return "large" if width >= LARGE[0] and height >= LARGE[1] else "compact"

    @property
    def _size_classes(self) -> Mapping[str, bool]:
        size = self._map_size
        big = size != "compact"
        tall = big or self.app.size.height >= TALL
        return {"big": big, "small": not big, "tall": tall, "huge": size == "huge"}

    def fit(self) -> None:
        """Set the classes and the map's drawing for the size of the window."""
        width, size = self.app.size.width, self._map_size
        big, huge = size != "compact", size == "huge"
        self.update_classes(self._size_classes)
        self.map.use(size)
        self.query_one("#left").styles.width = self.map.chart.width
        self.query_one("#side").set_class(width >= EDGED, "edged")
        courts = self.query_one(CourtsPane)
        courts.brief = self.cards.tells_hands = not big and self.SEATS
        # One row more for the heading.
        rows = needed(self.guide, self.EACH["huge" if huge else "large"]) + 1
        courts.styles.height = rows if big else "1fr"
        for pane in self.query(SeatsPane):
            pane.styles.height = status.needed(self.guide)
        for name, text in self.HEADINGS.items():
            self.query_one(f"#{name}", LineWidget).entitle(text if big else "")
        self.show_tab(self.tab)

    def show_tab(self, index: int) -> None:
        """Show one of the side panes in a small window."""
        self.tab = index
        for i, name in enumerate(self.TABS):
            self.query_one(f"#{name}").set_class(i == index, "active")
        self.show_tabs()

    def show_tabs(self) -> None:
        """Paint the row of tabs, which says whether what it names has the keyboard."""
        names = list(self.TABS)
        focused = self.query_one(f"#{names[self.tab]}").has_focus
        pane = self.query_one("#tabs", TabsPane)
        pane.show(tuple(self.TABS.values()), self.tab, self.guide.glyphs, focused)

    def on_descendant_focus(self) -> None:
        self.show_tabs()

    def on_descendant_blur(self) -> None:
        self.show_tabs()

    def next_tab(self, way: int) -> None:
        """Show the next side pane, or the one before."""
        self.show_tab((self.tab + way) % len(self.TABS))

    @property
    def stops(self) -> tuple[str, ...]:
        """The ids of the panes that Tab leads to now, in its order."""
        return ("map", *self.TABS) if self.small else tuple(self.WIDE)

    @property
    def holds_scored(self) -> bool:
        """Whether the tab of the scores tells a scoring."""
        return self.scored is not None and list(self.TABS)[self.tab] == "scores"

    def turn_to(self, name: str) -> None:
        """Show the tab of a side pane, where the id is one's."""
        if name in self.TABS:
            self.show_tab(list(self.TABS).index(name))

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        """Turn to the tab that was clicked; any other click is the screen's affair."""
        if message.what == "tab":
            message.stop()
            self.show_tab(self.tab_at(int(message.which)))

    def tab_at(self, index: int) -> int:
        """Return which tab a name in the row of tabs stands for."""
        return index

    # -- showing -----------------------------------------------------------

    def show(
        self,
        position: Position,
        log: Sequence[LogLine],
        *,
        owing: Collection[int] = (),
        own: int | None = None,
        lit: Collection[str] = (),
        picked: Mapping[tuple[int, int], int] | None = None,
        cards: Collection[int] = (),
        changes: Changes | None = None,
    ) -> None:
        """Paint every pane.

        ``owing`` are the seats that owe an answer, ``own`` is the one that looks. ``lit`` are the
        targets and ``cards`` the action cards that can be chosen or are spoken of, ``picked`` the
        marked caballeros by (kind, place). ``changes`` are what is told of the position.
        """
        self._owing, self._own = owing, own
        self.show_status(position)
        self.map.show(read(position, self.guide, lit, picked, changes))
        self.cards.show(position, self.guide, cards)
        self._position = position
        self.points.to([position.score(seat) for seat in range(position.rules.n_seats)])
        for pane in self.query(LogPane):
            pane.show(log)

    def show_status(self, position: Position) -> None:
        """Paint the first row."""
        self.query_one(StatusPane).show(position, self.guide)

    def _show_points(self, scores: Sequence[int]) -> None:
        """Paint the panes that tell scores, which may be on their way to those of the position."""
        position = counted(self._position, scores)
        self.query_one(CourtsPane).show(position, self.guide, self._owing, self._own, self.away)
        for seats_pane in self.query(SeatsPane):
            seats_pane.show(position, self.guide, self._owing, self._own, self.away)
        for pane in self.query(ScoresPane):
            pane.show(position, self.guide, self.scored)


STORY, LOG, SCORED = BELOW = ("story-below", "log-below", "scored")
"""The panes below a large map, of which one is shown."""
# -- at a table ------------------------------------------------------------------------

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
        powers = self.query_one(PowersPane)
        powers.entitle(f"{self.guide.names.power.capitalize()}s" if self.has_class("big") else "")
        # One row more for the heading.
        powers.styles.height = self.guide.rules.n_seats + 1
        told = self.screen.focused
        if isinstance(told, StoryPane) and told.id not in self.stops:
            # In this size another pane tells it.
            pane = next(pane for pane in self.query(StoryPane) if pane.id in self.stops)
            pane.take_over(told)
            self.show_tab(0)
            self.turn_to(str(pane.id))
            self.screen.set_focus(pane)

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
            story.story.keys if story.has_focus and self.has_class("big") else (),
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
        if message.what == "tab" and message.pane.id == "below-tabs":
            message.stop()
            message.prevent_default()
            self.turn_to(self.below[int(message.which)])

    def show(self, position: Position, *told: Any, **more: Any) -> None:
        super().show(position, *told, **more)
        self.query_one(PowersPane).show(position, self.guide)
