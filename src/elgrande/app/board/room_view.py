"""The board of a table with company: a room among its tabs, and whose turn it is in its first row.

In the smallest window there is no room for all names of tabs, so the log stands behind the story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elgrande.app.board.table_view import TableView
from elgrande.app.keys import HELP
from elgrande.app.panes.headings import names_row
from elgrande.app.panes.room import RoomPane, Seen
from elgrande.app.panes.status import StatusPane
from elgrande.app.panes.tabs import TabsPane
from elgrande.app.panes.text_runs import Run, cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.line_widget import LineWidget
    from elgrande.rules import Position

ROOM, ROOM_BELOW = "room", "room-below"
SHORT: Mapping[str, str] = {"cards": "Card", "courts": "Hand"}
"""What tabs are called where there is little room."""

ELSEWHERE = frozenset({"{table.leave}", "{app.report}"})
"""Keys that do something else on a server, or nothing: no report is written there."""
SERVED_HELP: tuple[tuple[str, str], ...] = (
    ("{room.talk}", "say something to everybody at this table"),
    ("{room.seat}", "let a bot play for you, or play again yourself"),
    ("{room.next}", "the next game that waits for you"),
    *(line for line in HELP if line[0] not in ELSEWHERE),
    ("{table.leave}", "leave; the game goes on, and its seat stays yours"),
)
"""The keys of a table on a server, as ``HELP`` has those of any other."""


class RoomView(TableView):
    """The board; ``headline`` stands at the right end of its first row."""

    DEFAULT_CSS = "RoomView.big #room { display: none; }"

    TABS: ClassVar[Mapping[str, str]] = {**TableView.TABS, ROOM: "Room"}
    help_keys = SERVED_HELP

    def __init__(self, guide: Guide, tab: int = 0) -> None:
        super().__init__(guide, tab)
        self.headline: Sequence[Run] = ()
        self.unread = False
        """Whether something was said that nobody has read."""
        self._painted: list[int] = []

    def below_map(self) -> Iterator[LineWidget]:
        yield from super().below_map()
        yield RoomPane(self.guide.glyphs, id=ROOM_BELOW)

    def side_panes(self) -> Iterator[LineWidget]:
        yield from super().side_panes()
        yield RoomPane(self.guide.glyphs, id=ROOM)

    @property
    def below(self) -> tuple[str, ...]:
        found = super().below
        return (*found, ROOM_BELOW) if self.has_class("big") else found

    def below_titles(self) -> dict[str, str]:
        return {**super().below_titles(), ROOM_BELOW: self._room}

    @property
    def _room(self) -> str:
        return "Room+" if self.unread else "Room"

    def turn_to(self, name: str) -> None:
        super().turn_to(ROOM_BELOW if name == ROOM and self.has_class("big") else name)

    @property
    def room(self) -> RoomPane:
        """The pane of the room that can be seen, or turned to."""
        return self.query_one(f"#{ROOM_BELOW if self.has_class('big') else ROOM}", RoomPane)

    @property
    def room_shown(self) -> bool:
        """Whether the talk can be read now."""
        if self.has_class("big"):
            return self.room.has_class("front")
        return self.room.has_class("active")

    def show_room(self, seen: Seen, headline: Sequence[Run], *, unread: bool) -> None:
        """Show another room."""
        for pane in self.query(RoomPane):
            pane.show(seen)
        self.headline, self.unread = headline, unread
        self.show_tabs()

    def show_status(self, position: Position) -> None:
        self.query_one(StatusPane).show(position, self.guide, self.headline)

    # -- tabs --------------------------------------------------------------

    def tab_names(self) -> list[tuple[int, str]]:
        """Return which tabs are named now, each with its name."""
        names = [*self.TABS]
        full = [(at, self._room if name == ROOM else self.TABS[name])
                for at, name in enumerate(names)]  # fmt: skip
        width = self.query_one("#tabs").size.width
        if sum(cells(name) + 1 for _, name in full) < width:
            return full
        hidden = "story" if names[self.tab] == "log" else "log"
        return [
            (at, SHORT.get(names[at], name)) for at, name in full if names[at] != hidden
        ]  # fmt: skip

    def show_tabs(self) -> None:
        super().show_tabs()
        named = self.tab_names()
        self._painted = [at for at, _ in named]
        if self.tab not in self._painted:
            return
        focused = self.query_one(f"#{[*self.TABS][self.tab]}").has_focus
        texts, active = [name for _, name in named], self._painted.index(self.tab)
        glyphs = self.guide.glyphs
        self.query_one("#tabs", TabsPane).draw_with(
            lambda width, _height: [names_row(texts, active, width, glyphs, focused)]
        )

    def tab_at(self, index: int) -> int:
        return self._painted[index] if index < len(self._painted) else index
