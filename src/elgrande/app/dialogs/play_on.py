"""Who plays which seat in a game that goes on from a moment of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from elgrande.app.dialogs.form_dialog import FormDialog, FormField, one_of
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.text_runs import DIM, Row, paragraph
from elgrande.content.setup import PERSON, Player


def plays(source: str) -> str:
    """Return who plays a seat, in words."""
    return "person" if source == PERSON else f"bot: {source}"


class PlayOnScreen(FormDialog[tuple[Player, ...]]):
    """Returns the players, each with who plays it; as they were unless changed."""

    DEFAULT_CSS = """
    PlayOnScreen > #box { height: 14; width: 60; }
    PlayOnScreen #help { height: 4; }
    """

    title_text = "Play on from here"
    hint = "{form.start} starts, {dialog.close} goes back"
    start_label = "play"

    def __init__(
        self, players: Sequence[Player], bots: Sequence[str], glyphs: Glyphs, where: str
    ) -> None:
        super().__init__(glyphs)
        self.players = tuple(players)
        self._bots = tuple(bots)
        self._where = where

    def fields(self) -> list[FormField]:
        return [self._seat(i, player) for i, player in enumerate(self.players)]

    def _seat(self, i: int, player: Player) -> FormField:
        def put(source: str) -> tuple[Player, ...]:
            changed = replace(player, source=source)
            return (*self.players[:i], changed, *self.players[i + 1 :])

        return one_of(
            player.name, player.source,
            [*dict.fromkeys((PERSON, *self._bots, player.source))], put, called=plays,
            about=lambda _keys: "Who plays this colour from here on.", colour=player.colour,
        )  # fmt: skip

    def take(self, changed: tuple[Player, ...]) -> None:
        self.players = changed

    def told(self, width: int, most: int) -> list[Row]:
        text = f"This starts a new game from {self._where}. The old one is not changed."
        return paragraph(text, width, DIM, most)

    def finish(self) -> None:
        self.dismiss(self.players)
