"""Who plays which seat in a game that goes on from a moment of another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import CHOSEN, DIM, KEY, PLAIN, Row, Run, cells, fit, keyed, pad, piece, wrap
from elgrande.app.painted import Painted
from elgrande.app.screens.dialog import Dialog
from elgrande.content.setup import PERSON, Player

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs


class PlayOnScreen(Dialog[tuple[Player, ...]]):
    """Returns the players, each with who plays it; as they were unless changed."""

    DEFAULT_CSS = """
    PlayOnScreen > #box { height: 14; width: 60; }
    PlayOnScreen Painted { height: 1fr; width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "up", show=False, id="playon.up"),
        Binding("down,j,tab", "step(1)", "down", show=False, id="playon.down"),
        Binding("left,h", "change(-1)", "before", show=False, id="playon.left"),
        Binding("right,l,space", "change(1)", "next", show=False, id="playon.right"),
        Binding("enter", "start", "start", show=False, id="playon.start"),
    ]

    title_text = "Play on from here"
    hint = "{playon.start} starts, {dialog.close} goes back"

    def __init__(
        self, players: Sequence[Player], bots: Sequence[str], glyphs: Glyphs, where: str
    ) -> None:
        super().__init__()
        self.players = list(players)
        self._bots = tuple(bots)
        self._glyphs = glyphs
        self._where = where
        self.cursor = 0

    def content(self) -> Iterator[Widget]:
        """The seats."""
        yield Painted(id="seats")

    def on_mount(self) -> None:
        """Shows them."""
        self._draw()

    def _draw(self) -> None:
        self.query_one(Painted).draw_with(lambda width, _height: self._rows(width))

    def _rows(self, width: int) -> list[Row]:
        text = f"A new game that begins at {self._where}. The old one stays as it is."
        out = [pad([Run(line, DIM)], width) for line in wrap(text, width)] + [pad([], width)]
        for i, player in enumerate(self.players):
            ink = CHOSEN if i == self.cursor else PLAIN
            mark = self._glyphs.hand if i == self.cursor else " "
            name = fit(player.name, 20, self._glyphs.more)
            plays = "person" if player.source == PERSON else f"bot: {player.source}"
            runs = [
                Run(f"{mark} ", ink, f"row {i}"),
                Run(f" {self._glyphs.piece(player.colour)} ", piece(player.colour), f"row {i}"),
                Run(f" {name}{' ' * (21 - cells(name))}", ink, f"row {i}"),
                Run("<", KEY, f"less {i}"),
                Run(f" {plays} ", ink, f"more {i}"),
                Run(">", KEY, f"more {i}"),
            ]
            out.append(pad(runs, width))
        change = "{playon.up,playon.down,playon.left,playon.right|arrows} change   "
        start = keyed(self.keys.name("playon.start"), "play", "start")
        keys = [Run(self.keys.say(change), DIM), *start]
        return [*out, pad([], width), pad(keys, width)]

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on a seat, on its arrows, or on the start."""
        what, _, which = message.hit.partition(" ")
        if what == "start":
            self.action_start()
            return
        self.cursor = int(which)
        if what != "row":
            self.action_change(1 if what == "more" else -1)
        self._draw()

    def action_step(self, by: int) -> None:
        """Another seat."""
        self.cursor = (self.cursor + by) % len(self.players)
        self._draw()

    def action_change(self, way: int) -> None:
        """Who plays it: a person, or one of the bots."""
        player = self.players[self.cursor]
        sources = list(dict.fromkeys((PERSON, *self._bots, player.source)))
        at = sources.index(player.source)
        self.players[self.cursor] = replace(player, source=sources[(at + way) % len(sources)])
        self._draw()

    def action_start(self) -> None:
        """That is how it shall be."""
        self.dismiss(tuple(self.players))
