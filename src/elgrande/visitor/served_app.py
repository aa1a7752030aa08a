"""The app of a visitor of a server: where the app at home has its menu, this has the lobby.

Its ways lead from lobby to form, waiting room and table, and from one table to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from elgrande.app.app import ElGrande
from elgrande.app.navigation import Navigation
from elgrande.app.saved_games.replaying import Replaying
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.lobby import Denied, GameWish, LobbyClient, Room
from elgrande.lobby.records import IDLE, OPEN
from elgrande.saves import SaveError
from elgrande.table.chair import Gone
from elgrande.visitor.lobby_screen import JOIN, MAKE, TODAY, LobbyScreen, ServedScreen
from elgrande.visitor.served_form import Filled, MakeGameScreen
from elgrande.visitor.served_games import LOST, Company, ServedGames
from elgrande.visitor.served_table import NEXT_GAME, ServedTable
from elgrande.visitor.waiting_room import EDIT, PLAY, WaitingRoom

if TYPE_CHECKING:
    from textual import events

    from elgrande.app.base_app import BaseApp
    from elgrande.app.saved_games.game_opener import OpenGame
    from elgrande.app.screens.table_screen import TableScreen


class ServedNavigation(Navigation):
    """Opens screens for a visitor of a server."""

    def __init__(self, app: BaseApp, games: ServedGames) -> None:
        super().__init__(app, games, None, None)
        self.served = games
        self.client: LobbyClient = games.client
        self._form = Filled()

    # -- the lobby ---------------------------------------------------------

    def lobby(self, note: str = "") -> None:
        """Open the lobby; ``note`` says what went wrong before."""

        def chosen(name: str | None) -> None:
            if name is None:
                self.app.exit(0)
            elif name == MAKE:
                self.make()
            elif name == TODAY:
                self._enter(self.client.today)
            else:
                self.go(name)

        self.app.push_screen(LobbyScreen(self.client, self.app.glyphs, note), chosen)

    def make(self) -> None:
        """Open the form of a game."""

        def wished(wish: GameWish | None) -> None:
            if wish is None:
                self.lobby()
            else:
                self._enter(lambda: self.client.make(wish))

        self.app.push_screen(MakeGameScreen(self.app.glyphs, self._form), wished)

    def go(self, name: str) -> None:
        """Go to a game by its name or by ``join-WORD``, with a seat where one can be had."""
        self._enter(lambda: self._joined(name))

    def _joined(self, name: str) -> Room:
        if name.startswith(JOIN):
            return self.client.join(name)
        room = self.client.room(name)
        game = room.game
        if game.state == OPEN and not game.mine and (game.invites or game.free):
            return self.client.join(name)
        return room

    def _enter(self, find: Callable[[], Room]) -> None:
        """Go to a game's table or waiting room, or say in the lobby why not."""
        try:
            room = find()
        except (Denied, Gone) as refusal:
            self.app.open_menu(str(refusal))
            return
        if room.game.state == OPEN:
            self.wait(room)
        else:
            self.play(lambda: self.games.open(room.game.name))

    # -- a game ------------------------------------------------------------

    def wait(self, room: Room, note: str = "") -> None:
        """Open the room where a game is waited for."""
        screen = WaitingRoom(self.client, self.app.glyphs, room, note)

        def left(result: str | None) -> None:
            name = screen.game
            if result == PLAY:
                self.play(lambda: self.games.open(name))
            elif result == EDIT:
                self.edit(screen.room)
            else:
                self.lobby(screen.note)

        self.app.push_screen(screen, left)

    def edit(self, room: Room) -> None:
        """Open the form of a game that waits for players."""
        name = room.game.name

        def wished(wish: GameWish | None) -> None:
            if wish is None:
                self._enter(lambda: self.client.room(name))
                return
            try:
                again = self.client.edit(name, wish)
                self._enter(lambda: again)
            except Denied as denied:
                self.wait(room, str(denied))
            except Gone as gone:
                self.app.open_menu(str(gone))

        self.app.push_screen(MakeGameScreen(self.app.glyphs, wish=room.wish), wished)

    def table(self, game: OpenGame) -> TableScreen:
        company = Company(self.client, game.name)
        return ServedTable(game.chair, self.app.glyphs, company, game.notices)

    def replay(self, game: OpenGame, *, analysis: bool = False) -> None:
        """Open a finished game to be looked at again, perhaps with its analysis over it."""
        try:
            replaying = Replaying(self.served.read(game.name), game.name, self.app.glyphs)
        except SaveError as error:
            self.app.open_menu(str(error))
            return
        screen = ReplayScreen(replaying, analyst=self.served.analyst(game.name), analysis=analysis)
        self.app.push_screen(screen, lambda _result: self.app.open_menu())

    def lost(self, sentence: str) -> None:
        if self.client.gone:
            # Nor is there anything else: it was all behind one line.
            self.app.exit(LOST, return_code=LOST)
        else:
            super().lost(sentence)

    def after(self, screen: TableScreen, game: OpenGame, result: str | None) -> None:
        if result == "rematch":
            self._enter(lambda: self.client.rematch(game.name))
        elif result in ("replay", "analysis"):
            self.replay(game, analysis=result == "analysis")
        elif result is not None and result.startswith(NEXT_GAME):
            self.go(result.removeprefix(NEXT_GAME))
        else:
            self.app.open_menu()


MINUTE = 60.0
NOTICE = 300.0
"""So many seconds before the line is ended, its end is told."""
STILL_THERE = "Press any key to stay: in 5 minutes this connection ends. No game is lost by that."


class ServedApp(ElGrande):
    """Shows the lobby and its tables, to whoever the client's line belongs to."""

    def __init__(self, client: LobbyClient, **options: Any) -> None:
        self.client = client
        self._games = ServedGames(client)
        self._door = client.find(client.door)
        """What was asked for at the door, until it is opened."""
        self._note = client.note
        """What is said in the lobby when it is seen first."""
        self.heard = monotonic()
        """When a key was pressed last."""
        self._warned = False
        super().__init__(self._games, **options)

    def on_mount(self) -> None:
        """Look now and then whether anybody is there."""
        self.set_interval(MINUTE, self.see_whether_idle)

    async def _take_key(self, event: events.Key) -> None:
        self.heard, self._warned = monotonic(), False
        await super()._take_key(event)

    def see_whether_idle(self) -> None:
        """Say so, once, before the server ends the line of somebody who presses no key."""
        if monotonic() - self.heard >= IDLE - NOTICE and not self._warned:
            self._warned = True
            self.bell()
            self.notify(STILL_THERE, severity="warning", timeout=NOTICE)

    def make_navigation(self, *_given: Any) -> ServedNavigation:
        return ServedNavigation(self, self._games)

    def open_menu(self, note: str = "") -> None:
        """Open what was asked for at the door, afterwards the lobby; ``note`` says what went
        wrong before.
        """
        navigation = self.navigation
        assert isinstance(navigation, ServedNavigation)
        if self.client.gone:
            self.exit(LOST, return_code=LOST)
        elif self._door:
            door, self._door = self._door, ""
            if self.client.note:
                self.notify(self.client.note)
            navigation.go(door)
        else:
            told, self._note = self._note, ""
            navigation.lobby(note or told)

    def on_served_screen_lost(self, _message: ServedScreen.Lost) -> None:
        """End: whoever started us may find another line."""
        self.exit(LOST, return_code=LOST)
