"""The app of a visitor of a server: where the app at home has its menu, this has the lobby."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from elgrande.app.app import ElGrande
from elgrande.app.saved_games.served_games import LOST, ServedGames
from elgrande.app.served_navigation import ServedNavigation
from elgrande.lobby.records import IDLE

if TYPE_CHECKING:
    from textual import events

    from elgrande.app.screens.lobby import ServedScreen
    from elgrande.lobby import LobbyClient


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
