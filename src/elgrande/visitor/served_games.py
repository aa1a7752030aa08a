"""Games of a server: the way to them is a lobby's client, and nothing here knows a path.

There are no files, so there is no list of saves, no report, and no new game: those are made in the
lobby, which keeps one's settings too. A finished game has no secrets any more, so it can be looked
at again and analysed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from elgrande.analysis.analysis import Moment
from elgrande.analysis.report import Report
from elgrande.analysis.worker import AnalysisNews, Analyst, NoAnalysis
from elgrande.app.answering.bot_answers import Adviser
from elgrande.app.saved_games.game_opener import OpenGame
from elgrande.app.settings import schema
from elgrande.app.settings.schema import Settings
from elgrande.bots.registry import STRONGEST
from elgrande.bots.runner import BotMove
from elgrande.content.setup import Setup
from elgrande.lobby import Denied, GameLine, LobbyClient, Room, SeatLine
from elgrande.lobby.records import FINISHED, MINUTE, PERSON, RUNNING, span
from elgrande.rules import State, View
from elgrande.rules.events import Event
from elgrande.saves import Journal, SaveError, SaveMissing, SaveSummary
from elgrande.saves.journal import parse
from elgrande.table.chair import Gone
from elgrande.table.saved_game import Saved


class LobbySettings:
    """With the lobby of a server, under one's name; a guest's hold until they leave."""

    name = "what the server keeps"

    def __init__(self, client: LobbyClient) -> None:
        self._client = client

    def load(self, themes: tuple[str, ...]) -> Settings:
        """Ask for them; the usual ones hold where nobody answers."""
        data: dict[str, Any] = {}
        with suppress(Denied, Gone):
            data = self._client.settings()
        return schema.read(data, self.name, themes)

    def save(self, settings: Settings) -> None:
        """Send them."""
        try:
            self._client.keep_settings(schema.plain(settings))
        except (Denied, Gone) as error:
            raise OSError(0, str(error).rstrip(".")) from None


LOST = 75
"""The app's exit code where there is no lobby any more: whoever started it may find another."""
UNFINISHED = "Only a finished game can be looked at again."
EACH = 1.0
"""Seconds between two questions how far an analysis is."""


class ServedGames:
    """Opens games by their names in the lobby."""

    def __init__(self, client: LobbyClient) -> None:
        self.client = client
        self.settings = LobbySettings(client)

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
        adviser = Adviser(chair.setup, STRONGEST, lambda: HostAdvice(self.client, name))
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

        async def analysed(
            _saved: Saved, _name: str, _folder: Path | None
        ) -> AsyncIterator[AnalysisNews]:
            seen = 0
            while True:
                try:
                    found = await asyncio.to_thread(self.client.analysis, game, seen)
                except (Denied, Gone) as error:
                    yield NoAnalysis(str(error))
                    return
                for one in found:
                    seen += isinstance(one, Moment)
                    yield one
                    if isinstance(one, Report | NoAnalysis):
                        return
                await asyncio.sleep(EACH)

        return analysed


class HostAdvice:
    """Asks the host's bots for advice, as a Runner asks one here."""

    name = STRONGEST
    wants_events = False

    def __init__(self, client: LobbyClient, game: str) -> None:
        self._client = client
        self._game = game

    def choose(self, view: State | View, entry: int, events: Sequence[Event] = ()) -> BotMove:
        """Return the answer that a bot would give for the seat whose view it is."""
        seat = view.seat if isinstance(view, View) else None
        try:
            if seat is None:
                raise Denied("Who looks on gets no advice")
            code, reason, plan = self._client.advise(self._game, seat)
            return BotMove(code, reason, plan=plan)
        except (Denied, Gone) as error:
            return BotMove(-1, notice=str(error))

    def close(self) -> None:
        """There is nothing to end: the host's bots end themselves."""


class Company:
    """One game's room, as somebody at its table sees it; what is asked of it may be refused.

    What it tells stays as it was when the lobby is gone: the table says so by itself.
    """

    def __init__(self, client: LobbyClient, game: str) -> None:
        self.client = client
        self.game = game
        self.room: Room = client.room(game)
        """How it was when somebody looked last."""
        self.unread = 0
        """How many lines were said since somebody read them."""
        self.elsewhere: tuple[GameLine, ...] = ()
        """The games that wait, but for this one, the longest first."""
        self._looked = time.monotonic()

    def look(self) -> None:
        """Look again."""
        before = self.room.said[-1].n if self.room.said else 0
        with suppress(Denied, Gone):
            self.room = self.client.room(self.game)
            self._looked = time.monotonic()
        self.unread += sum(
            said.n > before and said.who != self.client.me.name for said in self.room.said
        )

    # -- seats -------------------------------------------------------------

    @property
    def mine(self) -> tuple[SeatLine, ...]:
        """One's own seats."""
        return tuple(seat for seat in self.room.game.seats if seat.mine)

    @property
    def away(self) -> frozenset[int]:
        """The seats whose people are gone, or for whom a bot plays."""
        seats = self.room.game.seats
        return frozenset(at for at, seat in enumerate(seats) if seat.stood_in or _gone(seat))

    @property
    def absences(self) -> str:
        """Who is gone, since when, and who plays for them, in a sentence; or nothing."""
        since = time.monotonic() - self._looked
        said = []
        for seat in self.room.game.seats:
            time_gone = seat.away + since
            for_long = f"been away for {span(time_gone)}" if time_gone >= MINUTE else "just gone"
            gone = f"{seat.name} has {for_long}"
            if seat.stood_in and _gone(seat):
                said.append(f"{gone}, and {seat.source} plays")
            elif seat.stood_in:
                said.append(f"{seat.source} plays for {'you' if seat.mine else seat.name}")
            elif _gone(seat):
                said.append(gone)
        return f"{'; '.join(said)}." if said and self.room.game.state == RUNNING else ""

    @property
    def handed_over(self) -> bool:
        """Whether a bot plays for oneself."""
        return any(seat.source != PERSON for seat in self.mine)

    @property
    def watchers(self) -> tuple[str, ...]:
        """Who looks on."""
        players = {seat.name for seat in self.room.game.seats}
        return tuple(name for name in self.room.here if name not in players)

    def left(self, seat: int) -> float | None:
        """Return for how many seconds a seat's clock runs on; None for no clock."""
        left = self.room.game.seats[seat].left
        return max(0.0, left - (time.monotonic() - self._looked)) if left >= 0 else None

    def turn_over(self) -> str:
        """Let a bot play for oneself, or play again; returns what was done or why not."""
        if self.handed_over:
            return self._do(lambda: self.client.take_back(self.game), "You play again yourself.")
        done = "A bot plays for you until you take your seat back."
        return self._do(lambda: self.client.hand_over(self.game), done)

    def take(self, colour: str) -> str:
        """Take a seat that a bot keeps until somebody comes."""
        return self._do(lambda: self.client.join(self.game, colour), f"You play {colour} now.")

    # -- talk --------------------------------------------------------------

    def say(self, text: str) -> str:
        """Say something to everybody here; returns why not, or nothing."""
        return self._do(lambda: self.client.say(self.game, text), "")

    def mute(self, name: str) -> str:
        """Read somebody no more, or again; returns what was done or why not."""
        muted = name not in self.client.me.muted
        done = f"You read no more of what {name} says." if muted else f"You read {name} again."
        return self._do(lambda: self.client.mute(name, muted=muted), done)

    # -- elsewhere ---------------------------------------------------------

    def look_elsewhere(self) -> None:
        """See which other games wait."""
        with suppress(Denied, Gone):
            games = self.client.games()
            self.elsewhere = tuple(game for game in games if game.waits and game.name != self.game)

    def _do(self, what: Callable[[], object], done: str) -> str:
        try:
            what()
        except (Denied, Gone) as refusal:
            return str(refusal)
        self.look()
        return done


def _gone(seat: SeatLine) -> bool:
    """Say whether a seat's person is nowhere here."""
    return bool(seat.name and seat.source) and not (seat.mine or seat.here) and seat.away >= 0
