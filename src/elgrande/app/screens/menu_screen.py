"""The menu: games, lessons, rules, help, beside a quiet map."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from time import monotonic
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import Scene, Spot
from elgrande.app.keys import MENU
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.text_runs import DIM, TITLE, Row, Run, pad, paragraph
from elgrande.app.settings.bindings import key_names
from elgrande.app.terminal.app_screen import AppScreen

SOON = 0.03
"""Seconds after which the next part of the menu is loaded."""

MOMENT = 0.03
"""Seconds that it looks for the last save at a stretch."""

NAMES = {key_names(item.keys): item.id.removeprefix("menu.") for item in MENU}
"""What is returned for the key of an item."""

STYLES = """
MenuScreen { align: center middle; background: $background; }
MenuScreen #whole { height: auto; width: auto; align: center middle; }
MenuScreen #menu { width: 28; height: 20; background: $surface; padding: 0 1; }
MenuScreen #title { height: 5; }
MenuScreen #note { height: 4; }
"""
"""The menu's look. The app reads it with its own: one more sheet would delay the first picture."""
TITLE_ART = ("E L   G R A N D E", "1996 and 2023,", "in the terminal")


OVER = "The last game"
"""What continuing is called where that game is over."""


class LastGame(NamedTuple):
    """The game that was played last; without a name there is none, or none that can be read."""

    name: str = ""
    edition: str = ""
    over: bool = False


class MenuScreen(AppScreen[str]):
    """Returns what was chosen, one of the names in ``NAMES``.

    It is painted before the rules and the content are imported; then come the
    names on the map, then the last save, which ``find`` names. It gives one without
    a name for each save that it had to pass over. Last comes what ``turns`` says.
    """

    def __init__(
        self,
        glyphs: Glyphs,
        note: str,
        find: Callable[[], Iterator[LastGame]],
        turns: Callable[[], Coroutine[None, None, str]],
    ) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._last = LastGame()
        self._note = note
        self._find = find
        self._turns = turns
        self._waiting = ""
        self._finding: Iterator[LastGame] | None = None
        self.filled = False

    def compose(self) -> ComposeResult:
        with Horizontal(id="whole"):
            # In its size from the start: drawing a map that does not fit costs the first picture.
            yield MapPane(self._glyphs, self._map_size(), id="map")
            with Vertical(id="menu"):
                yield LineWidget(self._title, id="title")
                yield ListPane(self._glyphs, self._items(), id="list")
                yield LineWidget(self._notes, id="note")

    def _items(self) -> list[ListItem]:
        called = {"menu.continue": OVER} if self._last.over else {}
        return [
            ListItem(called.get(item.id, item.text), key=key_names(item.keys))
            for item in MENU
            if self._last.name or item.id != "menu.continue"
        ]

    def on_mount(self) -> None:
        pane = self.query_one(MapPane)
        pane.can_focus = False
        pane.show(Scene(()))
        self.query_one(ListPane).focus()
        self._arrange()
        # Not before the first frame is out: a terminal is looked at while the rest loads.
        self.call_after_refresh(self.set_timer, SOON, self._label)

    def _label(self) -> None:
        """Write names and values on the map."""
        self.query_one(MapPane).show(scenery())
        self.set_timer(SOON, self._fill)

    def _fill(self) -> None:
        """Offer the way back to the last game, on the board that it is played on."""
        if self._finding is None:
            self._finding = self._find()
        end = monotonic() + MOMENT
        for last in self._finding:
            self._last = last
            if not last.name and monotonic() > end:
                self.set_timer(SOON, self._fill)
                return
        if self._last.edition:
            self.query_one(MapPane).show(scenery(self._last.edition))
        self.query_one("#note", LineWidget).redraw()
        pane = self.query_one(ListPane)
        # Whoever has moved the cursor already keeps it where it is.
        moved = pane.cursor
        pane.fill(self._items(), moved + 1 if moved and self._last.name else moved)
        self.filled = True
        self.run_worker(self._ask())

    async def _ask(self) -> None:
        """Say where it is one's turn, once all servers have told it."""
        self._waiting = await self._turns()
        # Whoever has gone on in the meantime is told nothing.
        for pane in self.query("#note").results(LineWidget):
            pane.redraw()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        pane = self.query_one(MapPane)
        pane.use(self._map_size())
        self.query_one("#menu").styles.height = pane.chart.height

    def _map_size(self) -> str:
        """Return the largest map that leaves room for the list."""
        width, height = self.app.size
        size = "huge" if width >= 130 and height >= 40 else "compact"
        return "large" if size == "compact" and width >= 100 and height >= 28 else size

    def _title(self, width: int, height: int) -> list[Row]:
        name, *more = TITLE_ART
        lines = [pad([Run(name, TITLE)], width), *(pad([Run(t, DIM)], width) for t in more)]
        return [pad([], width), *lines, pad([], width)]

    def _notes(self, width: int, height: int) -> list[Row]:
        text = self._note or (f"Last played: {self._last.name}" if self._last.name else "")
        rows = paragraph(text, width, most=height) if text else []
        return rows + paragraph(self._waiting, width, most=height - len(rows))

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(NAMES[self._items()[message.index].key])


def scenery(name: str = "") -> Scene:
    """Names and values of the regions in an edition, by default the first; the King nowhere."""
    # Only once the menu is painted: reading an edition takes its time.
    from elgrande.content.edition import FIRST, edition

    data = edition(name or FIRST)
    spots = []
    for region in data.front.regions:
        label = data.labels[region.id]
        first = label.name.split(maxsplit=1)[0]
        names = (label.name, *((first,) if len(first) > 4 else ()), label.short)
        spots.append(Spot(region.id, names, " ", region.values))
    spots.append(Spot("castillo", (data.labels["castillo"].name,), " ", data.front.castillo))
    return Scene(tuple(spots), tuple(values for _, values in data.front.mobile))
