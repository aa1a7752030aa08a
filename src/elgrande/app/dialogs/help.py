"""Help before it is about a game: lists of keys, what there is on a server, signs on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import PageDialog
from elgrande.app.keys import HELP
from elgrande.app.panes.text_runs import KEY, PLAIN, TITLE, Row, Run, pad, paragraph, piece, wrap
from elgrande.app.settings.bindings import Keys, bindings
from elgrande.lobby.client import ssh

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.glyphs import Glyphs


def key_list_rows(keys: Sequence[tuple[str, str]], width: int) -> list[Row]:
    """Each key with its words beside it."""
    lead = max(len(key) for key, _ in keys) + 4
    out: list[Row] = []
    for key, says in keys:
        first, *rest = wrap(says, width - lead)
        gap = Run(" " * (lead - len(key) - 2), PLAIN)
        out.append(pad([Run(f" {key} ", KEY), gap, Run(first, PLAIN)], width))
        out += [pad([Run(" " * lead + line, PLAIN)], width) for line in rest]
    return out


class KeyListScreen(PageDialog):
    """Shows them."""

    BINDINGS = bindings("keylist")

    def __init__(self, keys: Sequence[tuple[str, str]], title: str) -> None:
        super().__init__()
        self.title_text = title
        self._keys = keys

    def rows(self, width: int) -> list[Row]:
        return key_list_rows(self._keys, width)


# -- on a server -----------------------------------------------------------------------

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


def lobby_help_rows(keys: Keys, server: str, width: int) -> list[Row]:
    """Return the page; ``server`` is how the server is called."""
    out: list[Row] = []
    invited = ssh(server, "join-WORD")
    for title, texts in PAGES:
        out.append(pad([Run(title, TITLE)], width))
        for text in texts:
            out += paragraph(keys.say(text.replace("{ssh}", invited)), width)
        out.append(pad([], width))
    return out[:-1]


class LobbyHelp(PageDialog):
    """The page in a box."""

    BINDINGS = bindings("lobbyhelp")

    title_text = "On this server"

    def __init__(self, server: str) -> None:
        super().__init__()
        self._server = server

    def rows(self, width: int) -> list[Row]:
        return lobby_help_rows(self.keys, self._server, width)


# -- signs on the map ------------------------------------------------------------------


def legend_rows(guide: Guide, width: int) -> list[Row]:
    """Return the signs on the map, with the players of this game."""
    out = sign_rows(guide.glyphs, width, guide.names.scoreboard)
    for seat in range(guide.rules.n_seats):
        colour = guide.colour(seat)
        runs = [
            Run(" ", PLAIN),
            Run(f"{guide.glyphs.piece(colour)}3", piece(colour)),
            Run(f"      three of {guide.player(seat)}'s caballeros", PLAIN),
        ]
        out.append(pad(runs, width))
    return out


def sign_rows(glyphs: Glyphs, width: int, scoreboard: str = "mobile scoreboard") -> list[Row]:
    """Return the signs on the map."""
    out = [pad([Run("Signs", TITLE)], width)]
    for sign, says in (
        (f"{glyphs.home}R", "Red's Grande: this is Red's home region"),
        (f"{glyphs.king} KING", "the King; his region is hatched and closed"),
        ("[8/4/0]", f"a {scoreboard} covers the printed values"),
        ("[5]", "press this key to choose it"),
        (f"{glyphs.left}5{glyphs.right}", "the cursor"),
        (f"{glyphs.piece('red')}3", "three caballeros; every player has a different shape"),
        (
            f"{glyphs.piece('red')}3{glyphs.came}2",
            "three caballeros now: two of them have just come",
        ),
        (f"{glyphs.piece('red')}3{glyphs.went}2", "three caballeros now: two more have just left"),
        (f"{glyphs.piece('red')}+3", "three points"),
    ):
        out.append(pad([Run(f" {sign:<8}", PLAIN), Run(says, PLAIN)], width))
    return out


# -- before any game -------------------------------------------------------------------


class HelpScreen(PageDialog):
    """The keys and signs, before any game."""

    title_text = "Keys and symbols"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def rows(self, width: int) -> list[Row]:
        return [*sign_rows(self._glyphs, width), *key_rows(width, self.keys)]


def key_rows(width: int, keys: Keys, named: Sequence[tuple[str, str]] = HELP) -> list[Row]:
    """Return the keys of the table."""
    said = [(keys.say(key), keys.say(says)) for key, says in named]
    return [pad([], width), pad([Run("Keys", TITLE)], width), *key_list_rows(said, width)]
