"""The menu: continue, new game, load, help, quit, beside a quiet map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical

from elgrande.app.ink import DIM, PLAIN, TITLE, Row, Run, pad, wrap
from elgrande.app.map.pane import MapPane
from elgrande.app.map.scene import Scene, Spot
from elgrande.app.painted import Painted
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.toosmall import Roomy
from elgrande.content.edition import edition

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from elgrande.app.glyphs import Glyphs

TITLE_ART = ("E L   G R A N D E", "1996, in the terminal")


def scenery() -> Scene:
    """The board before anybody sits down: names, values, the King nowhere."""
    data = edition("1996")
    spots = []
    for region in data.regions:
        label = data.labels[region.id]
        first = label.name.split(maxsplit=1)[0]
        names = (label.name, *((first,) if len(first) > 4 else ()), label.short)
        spots.append(Spot(region.id, names, " ", region.values))
    spots.append(Spot("castillo", (data.labels["castillo"].name,), " ", data.castillo))
    return Scene(tuple(spots), tuple(values for _, values in data.mobile))


class MenuScreen(Roomy[str]):
    """Returns what was chosen: "continue", "new", "load", "help" or "quit"."""

    CSS = """
    MenuScreen { align: center middle; background: $background; }
    MenuScreen #whole { height: auto; width: auto; align: center middle; }
    MenuScreen #menu { width: 28; height: 20; background: $surface; padding: 0 1; }
    MenuScreen #title { height: 6; }
    MenuScreen #note { height: 4; }
    """

    def __init__(self, glyphs: Glyphs, last: str, note: str = "") -> None:
        super().__init__()
        self._glyphs = glyphs
        self._last = last
        self._note = note

    def compose(self) -> ComposeResult:
        """Map on the left, list on the right."""
        with Horizontal(id="whole"):
            yield MapPane(self._glyphs, id="map")
            with Vertical(id="menu"):
                yield Painted(id="title")
                yield ListPane(self._glyphs, self._items(), id="list")
                yield Painted(id="note")

    def _items(self) -> list[Item]:
        items = [Item("Continue", key="c")] if self._last else []
        return [
            *items,
            Item("New game", key="n"),
            Item("Load a game", key="l"),
            Item("Keys and signs", key="?"),
            Item("Quit", key="q"),
        ]

    def on_mount(self) -> None:
        """The keyboard goes to the list."""
        pane = self.query_one(MapPane)
        pane.can_focus = False
        pane.show(scenery())
        self.query_one("#title", Painted).draw_with(self._title)
        self.query_one("#note", Painted).draw_with(self._notes)
        self.query_one(ListPane).focus()
        self._arrange()

    def on_resize(self) -> None:
        """A larger window gets a larger map."""
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.app.size
        pane = self.query_one(MapPane)
        size = "huge" if width >= 130 and height >= 40 else "compact"
        size = "large" if size == "compact" and width >= 100 and height >= 28 else size
        pane.use(size)
        self.query_one("#menu").styles.height = pane.chart.height

    def _title(self, width: int, height: int) -> list[Row]:
        ink = (TITLE, DIM)
        lines = [pad([Run(text, ink[i])], width) for i, text in enumerate(TITLE_ART)]
        return [pad([], width), *lines, pad([], width)]

    def _notes(self, width: int, height: int) -> list[Row]:
        text = self._note or (f"Last played: {self._last}" if self._last else "")
        return [pad([Run(line, PLAIN)], width) for line in wrap(text, width)][:height]

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """Something was chosen."""
        keys = [item.key for item in self._items()]
        names = {"c": "continue", "n": "new", "l": "load", "?": "help", "q": "quit"}
        self.dismiss(names[keys[message.index]])
