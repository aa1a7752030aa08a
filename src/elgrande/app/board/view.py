"""The board on the screen: status, map and side panes, laid out for the size of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.reading import Changes, read
from elgrande.app.keys import HELP
from elgrande.app.panes import seats
from elgrande.app.panes.cards import CardsPane
from elgrande.app.panes.courts import CourtsPane, needed
from elgrande.app.panes.ground import Columns, Rows
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.log import Entry, LogPane
from elgrande.app.panes.motion import CountUp
from elgrande.app.panes.round import RoundPane
from elgrande.app.panes.scores import ScoresPane
from elgrande.app.panes.seats import SeatsPane
from elgrande.app.panes.status import StatusPane
from elgrande.app.panes.tabs import TabsPane

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from textual.app import ComposeResult

    from elgrande.app.board.guide import Guide
    from elgrande.content.scorings import Scoring
    from elgrande.rules import Position

LARGE = (118, 36)
HUGE = (158, 48)
"""From these widths and heights on the larger drawings fit beside everything else."""
TALL = 30
"""From this height on a pane fits below the smallest drawing."""
EDGED = 100
"""From this width on the last column stays empty."""


class BoardView(Rows):
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
        self._owing: Collection[int] = ()
        self._own: int | None = None

    def compose(self) -> ComposeResult:
        """Return the panes, smallest layout first."""
        yield StatusPane(id="status")
        with Columns(id="middle"):
            with Rows(id="left"):
                yield MapPane(self.guide.glyphs, id="map")
                for pane in self.below_map():
                    yield pane.add_class("below-map")
            with Rows(id="side"):
                yield TabsPane(id="tabs")
                yield from self.side_panes()
                if self.SEATS:
                    yield SeatsPane(id="seats")

    def below_map(self) -> Iterator[LineWidget]:
        """Make the panes that stand below the map where there is room."""
        yield ScoresPane(id="under")

    def side_panes(self) -> Iterator[LineWidget]:
        """Make the side panes, in the order of their tabs."""
        yield RoundPane(id="cards") if self.guide.shown.has_round else CardsPane(id="cards")
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

    @property
    def small(self) -> bool:
        """Whether the side panes are tabs."""
        return self.has_class("small")

    def fit(self) -> None:
        """Set the classes and the map's drawing for the size of the window."""
        width, height = self.app.size
        big = width >= LARGE[0] and height >= LARGE[1]
        huge = width >= HUGE[0] and height >= HUGE[1]
        self.set_class(big, "big")
        self.set_class(not big, "small")
        self.set_class(big or height >= TALL, "tall")
        self.set_class(huge, "huge")
        self.map.use("huge" if huge else "large" if big else "compact")
        self.query_one("#left").styles.width = self.map.chart.width
        self.query_one("#side").set_class(width >= EDGED, "edged")
        courts = self.query_one(CourtsPane)
        courts.brief = not big and self.SEATS
        # One row more for the heading.
        rows = needed(self.guide, self.EACH["huge" if huge else "large"]) + 1
        courts.styles.height = rows if big else "1fr"
        for pane in self.query(SeatsPane):
            pane.styles.height = seats.needed(self.guide)
        for name, heading in self.HEADINGS.items():
            self.query_one(f"#{name}", LineWidget).entitle(heading if big else "")
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

    def turn_to(self, name: str) -> None:
        """Show the tab of a side pane, where the id is one's."""
        if name in self.TABS:
            self.show_tab(list(self.TABS).index(name))

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        """Turn to the tab that was clicked; any other click is the screen's affair."""
        what, _, which = message.hit.partition(" ")
        if what == "tab":
            message.stop()
            self.show_tab(self.tab_at(int(which)))

    def tab_at(self, index: int) -> int:
        """Return which tab a name in the row of tabs stands for."""
        return index

    # -- showing -----------------------------------------------------------

    def show(
        self,
        position: Position,
        log: Sequence[Entry],
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
        self.points.to(position)
        for pane in self.query(LogPane):
            pane.show(log)

    def show_status(self, position: Position) -> None:
        """Paint the first row."""
        self.query_one(StatusPane).show(position, self.guide)

    def _show_points(self, position: Position) -> None:
        """Paint the panes that tell scores."""
        self.query_one(CourtsPane).show(position, self.guide, self._owing, self._own, self.away)
        for seats_pane in self.query(SeatsPane):
            seats_pane.show(position, self.guide, self._owing, self._own, self.away)
        for pane in self.query(ScoresPane):
            pane.show(position, self.guide, self.scored)
