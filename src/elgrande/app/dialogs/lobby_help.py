"""What there is on a server besides the game: lobby, waiting room, and the room of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import CLOSES, Dialog
from elgrande.app.panes.page import SCROLLS, PagePane
from elgrande.app.panes.text_runs import Row, Run, pad, paragraph
from elgrande.app.panes.text_styles import TITLE
from elgrande.app.settings.bindings import bindings
from elgrande.lobby.client import ssh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from elgrande.app.settings.bindings import Keys

PAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("The lobby", (
        "The games that wait for you come first. A digit opens one of the first nine, "
        "{rows.up,rows.down|the arrows} and {rows.choose} open any.",
        "{lobby.make} makes a game. {lobby.join} joins one by the word that a friend gave you.",
        "{lobby.find} finds a game or a player, {lobby.back} shows all again, {lobby.order} puts "
        "them in another order. {lobby.talk} talks to everybody in the lobby.",
    )),
    ("The waiting room", (
        "Here a game waits for its players. Send the word to your friends: they come in with "
        "{ssh}, or type it in the lobby.",
        "{rows.choose} on a seat takes it, or asks its player to swap. Who made the game swaps "
        "any two seats with {waiting.mark}, lets a bot play one with {waiting.bot}, makes a new "
        "word with {waiting.word}, changes the game with {waiting.edit} and starts it with "
        "{waiting.start}.",
        "You may leave at any time: your seat stays yours, and the lobby says when it begins. "
        "{waiting.give-up} gives it up.",
    )),
    ("At the table", (
        "The Room tab tells who is here, who is away, and what is said. It is called Room+ while "
        "there is something that you have not read. {room.talk} talks to everybody at the table.",
        "In that tab, {room.choose} on a name reads no more of what that player says, or reads it "
        "again.",
        "{room.seat} lets a bot play for you until you press it again. A name in brackets is that "
        "of a player for whom a bot is playing.",
        "{room.next} goes to the next game that waits for you.",
        "If your connection is lost, come in again: you find the same question. Only an answer "
        "that was not sent yet has to be made again.",
    )),
)  # fmt: skip


def rows(keys: Keys, server: str, width: int) -> list[Row]:
    """Return the page; ``server`` is how the server is called."""
    out: list[Row] = []
    invited = ssh(server, "join-WORD")
    for title, texts in PAGES:
        out.append(pad([Run(title, TITLE)], width))
        for text in texts:
            out += paragraph(keys.say(text.replace("{ssh}", invited)), width)
        out.append(pad([], width))
    return out[:-1]


class LobbyHelp(Dialog[None]):
    """The page in a box."""

    BINDINGS = bindings("lobbyhelp")

    title_text = "On this server"
    hint = f"{SCROLLS}, {CLOSES}"

    def __init__(self, server: str) -> None:
        super().__init__()
        self._server = server

    def content(self) -> Iterator[Widget]:
        yield PagePane(lambda width: rows(self.keys, self._server, width))

    def on_mount(self) -> None:
        self.query_one(PagePane).focus()
