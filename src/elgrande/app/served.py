"""The app of a visitor of a server: where the app at home has its menu, this has the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.app.app import ElGrande
from elgrande.app.saved_games.served import LOST, WAITS, ServedGames
from elgrande.app.screens.lobby import MAKE, LobbyScreen
from elgrande.app.screens.make_game import MakeGameScreen
from elgrande.lobby import Denied
from elgrande.lobby.records import OPEN
from elgrande.table.chair import Gone

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.lobby import GameWish, LobbyClient, Room

INVITE = "{name} waits for players; they come in with: ssh -t HOST join-{word}"


class ServedApp(ElGrande):
    """Shows the lobby and its tables, to whoever the client's line belongs to."""

    def __init__(self, client: LobbyClient, **options: Any) -> None:
        self.client = client
        super().__init__(ServedGames(client), save=client.door or None, **options)

    def open_menu(self, note: str = "") -> None:
        """Open the lobby; ``note`` says what went wrong before."""
        if self.client.gone:
            self.exit(LOST, return_code=LOST)
            return
        self.push_screen(LobbyScreen(self.client, self.glyphs, note), self._chosen)

    def _chosen(self, name: str | None) -> None:
        if name is None:
            self.exit(0)
        elif name == MAKE:
            self.push_screen(MakeGameScreen(self.glyphs), self._wished)
        else:
            self._open(lambda: self._joined(name))

    def _wished(self, wish: GameWish | None) -> None:
        if wish is None:
            self.open_menu()
        else:
            self._open(lambda: self.client.make(wish))

    def _joined(self, name: str) -> Room:
        """Return a game's room, with a seat in it where one can be had."""
        room = self.client.room(name)
        if room.game.state == OPEN and not room.game.mine:
            return self.client.join(name)
        return room

    def _open(self, find: Callable[[], Room]) -> None:
        """Go to a game's table, or say in the lobby why there is none yet."""
        try:
            room = find()
        except (Denied, Gone) as refusal:
            self.open_menu(str(refusal))
            return
        name = room.game.name
        if room.game.state == OPEN:
            text = INVITE.format(name=name, word=room.word) if room.word else ""
            self.open_menu(text or WAITS.format(name=name))
        else:
            self.navigation.play(lambda: self.navigation.games.open(name))

    def on_lobby_screen_lost(self, _message: LobbyScreen.Lost) -> None:
        """End: whoever started us may find another line."""
        self.exit(LOST, return_code=LOST)
