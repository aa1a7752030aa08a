"""Games of a server: the way to them is a lobby's client, and nothing here knows a path.

There are no files, so there is no list of saves, no report, and no new game: those are made in the
lobby. A finished game has no secrets any more, so it can be looked at again and analysed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from elgrande.analysis.analysis import Moment
from elgrande.analysis.process import Analyst, Refused
from elgrande.analysis.process import News as Found
from elgrande.analysis.report import Report
from elgrande.app.answering.advice import Adviser
from elgrande.app.saved_games.games import OpenGame
from elgrande.app.saved_games.lobby_settings import InLobby
from elgrande.bots.registry import STRONGEST
from elgrande.bots.source import Move
from elgrande.lobby import Denied, LobbyClient
from elgrande.lobby.records import FINISHED
from elgrande.rules import State, View
from elgrande.saves import Journal, SaveError, SaveMissing, SaveSummary
from elgrande.saves.journal import parse
from elgrande.table.chair import Gone

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from elgrande.content.setup import Setup
    from elgrande.rules.events import Event
    from elgrande.table.saved_game import Saved

LOST = 75
"""The app's exit code where there is no lobby any more: whoever started it may find another."""
UNFINISHED = "Only a finished game can be looked at again."
EACH = 1.0
"""Seconds between two questions how far an analysis is."""


class ServedGames:
    """Opens games by their names in the lobby."""

    def __init__(self, client: LobbyClient) -> None:
        self.client = client
        self.settings = InLobby(client)

    @property
    def gone(self) -> str:
        """Why there is no lobby any more, in a sentence, or nothing."""
        return self.client.gone

    def new(self, setup: Setup) -> OpenGame:
        """Refuse: games are made in the lobby, and dealt by a seed that nobody sees."""
        raise SaveError("On a server, games are made in the lobby.")

    def open(self, which: str | Path) -> OpenGame:
        """Sit down at a game, or look on where one has no seat (SaveError)."""
        name = str(which)
        try:
            chair = self.client.sit(name)
        except (Denied, Gone) as error:
            raise SaveError(str(error)) from None
        adviser = Adviser(chair.setup, STRONGEST, lambda: Advice(self.client, name))
        return OpenGame(chair, name, close=chair.close, adviser=adviser)

    def saves(self) -> list[SaveSummary]:
        """Return none."""
        return []

    def read(self, which: str | Path) -> Journal:
        """Return the journal of a finished game (SaveError); of others it holds secrets."""
        name = str(which)
        try:
            if self.client.room(name).game.state != FINISHED:
                raise SaveMissing(UNFINISHED)
            return parse(self.client.export(name).encode(), name)
        except (Denied, Gone) as error:
            raise SaveError(str(error)) from None

    def analyst(self, game: str) -> Analyst:
        """Return who analyses a game: the server, and here it is only asked how far it is."""

        async def analysed(_saved: Saved, _name: str, _folder: Path | None) -> AsyncIterator[Found]:
            seen = 0
            while True:
                try:
                    found = await asyncio.to_thread(self.client.analysis, game, seen)
                except (Denied, Gone) as error:
                    yield Refused(str(error))
                    return
                for one in found:
                    seen += isinstance(one, Moment)
                    yield one
                    if isinstance(one, Report | Refused):
                        return
                await asyncio.sleep(EACH)

        return analysed


class Advice:
    """Asks the host's bots for advice, as a Runner asks one here."""

    name = STRONGEST
    wants_events = False

    def __init__(self, client: LobbyClient, game: str) -> None:
        self._client = client
        self._game = game

    def choose(self, view: State | View, entry: int, events: Sequence[Event] = ()) -> Move:
        """Return the answer that a bot would give for the seat whose view it is."""
        seat = view.seat if isinstance(view, View) else None
        try:
            if seat is None:
                raise Denied("Who looks on gets no advice")
            return Move(*self._client.advise(self._game, seat))
        except (Denied, Gone) as error:
            return Move(-1, notice=str(error))

    def close(self) -> None:
        """There is nothing to end: the host's bots end themselves."""
