"""Who plays which seat in a game that goes on from a moment of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.widget import Widget

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import stepper, turned
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    PLAIN,
    Row,
    Run,
    filled,
    fit,
    keyed,
    pad,
    paragraph,
    piece,
)
from elgrande.app.settings.bindings import bindings
from elgrande.content.setup import PERSON, Player


def plays(source: str) -> str:
    """Return who plays a seat, in words."""
    return "person" if source == PERSON else f"bot: {source}"


class PlayOnScreen(Dialog[tuple[Player, ...]]):
    """Returns the players, each with who plays it; as they were unless changed."""

    DEFAULT_CSS = "PlayOnScreen > #box { height: 14; width: 60; }"

    BINDINGS = bindings("playon")

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
        yield LineWidget(self._rows, id="seats")

    def _rows(self, width: int, _height: int) -> list[Row]:
        text = f"This starts a new game from {self._where}. The old one is not changed."
        out = [*paragraph(text, width, DIM), pad([], width)]
        for i, player in enumerate(self.players):
            style = CHOSEN if i == self.cursor else PLAIN
            mark = self._glyphs.hand if i == self.cursor else " "
            name = filled(fit(player.name, 20, self._glyphs.more), 21)
            runs = [
                Run(f"{mark} ", style, f"row {i}"),
                Run(f" {self._glyphs.piece(player.colour)} ", piece(player.colour), f"row {i}"),
                Run(f" {name}", style, f"row {i}"),
                *stepper(plays(player.source), style, i),
            ]
            out.append(pad(runs, width))
        change = "{playon.up,playon.down,playon.left,playon.right|arrows} change   "
        start = keyed(self.keys.key("playon.start", "play"))
        keys = [Run(self.keys.say(change), DIM), *start]
        return [*out, pad([], width), pad(keys, width)]

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        if message.what == "key":
            return
        self.cursor = int(message.which)
        if message.what != "row":
            self.action_change(1 if message.what == "more" else -1)
        self.query_one(LineWidget).redraw()

    def action_step(self, by: int) -> None:
        self.cursor = (self.cursor + by) % len(self.players)
        self.query_one(LineWidget).redraw()

    def action_change(self, way: int) -> None:
        player = self.players[self.cursor]
        sources = list(dict.fromkeys((PERSON, *self._bots, player.source)))
        self.players[self.cursor] = replace(player, source=turned(sources, player.source, way))
        self.query_one(LineWidget).redraw()

    def action_start(self) -> None:
        self.dismiss(tuple(self.players))
