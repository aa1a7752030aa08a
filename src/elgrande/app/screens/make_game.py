"""A game to be made on a server: which edition, and for whom the other seats are.

What is wished beyond that (expansions, clocks, invitations), the lobby in lines takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.answering.advice import strongest
from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.listing import Item, ListPane
from elgrande.content.edition import edition, edition_ids
from elgrande.lobby import GameWish, SeatWish
from elgrande.lobby.records import ANYBODY, ME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs

WORDS = "{n} players: you and {others}"


class MakeGameScreen(Dialog[GameWish]):
    """Returns the game that is wished for; Esc goes back."""

    DEFAULT_CSS = """
    MakeGameScreen > #box { height: 22; }
    MakeGameScreen ListPane { height: 1fr; margin-top: 1; }
    """

    title_text = "Make a game"
    hint = "{list.up,list.down|arrows} and {list.choose} choose, {dialog.close} goes back"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self.wishes = [*wishes()]

    def content(self) -> Iterator[Widget]:
        items = [Item(text, wish.edition) for text, wish in self.wishes]
        yield ListPane(self._glyphs, items, id="list")

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(self.wishes[message.index][1])


def wishes() -> Iterator[tuple[str, GameWish]]:
    """Return what can be chosen, each with its words."""
    bot = strongest()
    for name in edition_ids():
        colours = edition(name).colours
        for number in range(len(colours), 1, -1):
            others = number - 1
            for who in (ANYBODY, bot):
                if not who:
                    continue
                seats = [SeatWish(colours[0], ME)]
                seats += [SeatWish(colour, who) for colour in colours[1:number]]
                called = joining(others) if who == ANYBODY else bots(others)
                yield WORDS.format(n=number, others=called), GameWish(name, tuple(seats))


def joining(number: int) -> str:
    """Return so many people in words."""
    return "one who joins" if number == 1 else f"{number} who join"


def bots(number: int) -> str:
    """Return so many bots in words."""
    return "a bot" if number == 1 else f"{number} bots"
