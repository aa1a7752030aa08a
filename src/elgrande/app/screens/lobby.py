"""The lobby of a server: the games that one may know of, and those that wait for one first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.panes.text_runs import Row, Run, pad, wrap
from elgrande.app.panes.text_styles import DIM, PLAIN
from elgrande.content.setup import PERSON
from elgrande.lobby import Denied
from elgrande.table.chair import Gone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.lobby import GameLine, LobbyClient, News, SeatLine

MAKE = ""
"""What is returned to make a game: no game is called so."""
STATES = {"open": "waits for players", "running": "round {round}", "finished": "over"}
NOTHING_YET = "There are no games yet; make one, and tell your friends the word for it."
HOUSE = "Whoever runs this server says: {text}"


class LobbyScreen(Dialog[str]):
    """Returns the name of the game to open, or ``MAKE``; Esc leaves the server."""

    DEFAULT_CSS = """
    LobbyScreen > #box { height: 22; }
    LobbyScreen ListPane { height: 1fr; margin-top: 1; }
    LobbyScreen #about { height: 5; }
    """

    hint = "{list.up,list.down|arrows} and {list.choose} choose, {dialog.close} leaves"

    class Lost(Message):
        """There is no lobby any more."""

    class Changed(Message):
        """Something happened; ``news`` says what."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news

    def __init__(self, client: LobbyClient, glyphs: Glyphs, note: str = "") -> None:
        super().__init__()
        self._client = client
        self._glyphs = glyphs
        self._note = note
        self._games: tuple[GameLine, ...] = ()
        self.title_text = f"Lobby - {client.me.name}"

    def content(self) -> Iterator[Widget]:
        yield ListPane(self._glyphs, self._items(), id="list")
        yield LineWidget(self._about, id="about")

    def on_mount(self) -> None:
        """Begin to listen."""
        self._stop = self._client.subscribe(self._hear)
        self.look()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._stop()

    def _hear(self, news: News) -> None:
        self.post_message(self.Changed(news))

    def look(self) -> None:
        """Ask for the games, and keep the cursor on the same one."""
        pane = self.query_one(ListPane)
        before = self._game()
        try:
            self._games = self._client.games()
        except Denied as denied:
            self._note = str(denied)
        except Gone:
            self.post_message(self.Lost())
            return
        names = [game.name for game in self._games]
        at = 1 + names.index(before.name) if before and before.name in names else pane.cursor
        pane.fill(self._items(), at or int(any(game.waits for game in self._games)))
        self.query_one("#about", LineWidget).redraw()

    def _game(self) -> GameLine | None:
        at = self.query_one(ListPane).cursor - 1
        return self._games[at] if 0 <= at < len(self._games) else None

    def _items(self) -> list[Item]:
        return [Item("Make a game", key="n"), *map(item_of, self._games)]

    def _about(self, width: int, height: int) -> list[Row]:
        game = self._game()
        lines = [(self._note, PLAIN)] if self._note else []
        if game is not None:
            lines.append((", ".join(map(seat_of, game.seats)), PLAIN))
            lines.append((rules_of(game), DIM))
        elif not self._games:
            lines.append((NOTHING_YET, DIM))
        wrapped = [(row, style) for text, style in lines for row in wrap(text, width - 2)]
        return [pad([Run(f"  {row}", style)], width) for row, style in wrapped][:height]

    def on_lobby_screen_changed(self, message: Changed) -> None:
        """Look again; what concerns the visitor is said aloud."""
        news = message.news
        if news.kind == "gone":
            self.post_message(self.Lost())
            return
        if news.kind == "house":
            self.notify(HOUSE.format(text=news.text), timeout=15)
        if news.kind == "turn":
            self.notify(f"{news.game} waits for you.")
        if news.kind != "said":
            self.look()

    def on_list_pane_moved(self, _message: ListPane.Moved) -> None:
        self.query_one("#about", LineWidget).redraw()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(self._games[message.index - 1].name if message.index else MAKE)


def item_of(game: GameLine) -> Item:
    """Return a game as a line of the list."""
    stands = STATES[game.state].format(round=game.round)
    if game.state == "open" and game.free:
        stands = f"{game.free} free"
    wants = "your turn, " if game.waits else "invites you, " if game.invites else ""
    return Item(game.name, f"{wants}{stands}")


def seat_of(seat: SeatLine) -> str:
    """Return who plays a colour."""
    who = "you" if seat.mine else seat.name or seat.source or "nobody yet"
    if seat.name and seat.source not in ("", PERSON):
        who += f" (the bot {seat.source} plays for them)"
    return f"{seat.colour}: {who}"


def rules_of(game: GameLine) -> str:
    """Return by which rules a game is played, and who looks on."""
    parts = [game.edition, *game.expansions]
    if game.clock != "none":
        parts.append(f"clock {game.clock}")
    if game.watchers:
        parts.append(f"{game.watchers} look on")
    if not game.listed:
        parts.append("private")
    return ", ".join(parts)
