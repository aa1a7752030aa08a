"""What the house tells unasked, kept until it is told by whoever waits for a line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from elgrande.lobby import Denied
from elgrande.table.chair import Gone

if TYPE_CHECKING:
    from elgrande.cli.plain.typed import Bell
    from elgrande.lobby import LobbyClient, News, Room

MOST = 100
"""So many news are kept; of more, the oldest are dropped."""


class Hearing:
    """Takes news in, in their own thread, and rings; ``news`` has them as lines."""

    def __init__(self, client: LobbyClient, bell: Bell) -> None:
        self.game = ""
        """The game at whose table the visitor is."""
        self._client = client
        self._here: dict[str, set[str]] = {}
        """Who was there when somebody looked last, by game."""
        self._bell = bell
        self._news: deque[News] = deque(maxlen=MOST)
        self._read: dict[str, int] = {}
        self.stop = client.subscribe(self._hear)
        """Hear no more."""

    def _hear(self, news: News) -> None:
        if news.kind in ("said", "turn", "begun", "house", "room", "gone"):
            # What is told twice before anybody hears of it is told once.
            if news not in self._news:
                self._news.append(news)
            self._bell.ring()

    def read(self, room: Room) -> None:
        """Note that it has just been told what was said in a room, and who is there."""
        self._here[room.game.name] = {*room.here}
        if room.said:
            self._read[room.game.name] = room.said[-1].n

    def news(self) -> Iterator[str]:
        """Yield what is new, in sentences, once (Gone)."""
        while self._news:
            news = self._news.popleft()
            if news.kind == "gone":
                raise Gone(news.text)
            if news.kind == "room":
                yield from self._moved(news.game)
            elif text := self._told(news):
                yield text

    def _moved(self, game: str) -> Iterator[str]:
        """Yield who has come to the room of a game, and who has gone."""
        with suppress(Denied):
            room = self._client.room(game)
            before, here = self._here.get(game, {*room.here}), {*room.here}
            self._here[game] = here
            to, of = ("", "") if game == self.game else (f" to {game}", f" from {game}")
            who = sorted((here ^ before) - {self._client.me.name})
            yield from (f"{n} has {f'come{to}' if n in here else f'gone{of}'}." for n in who)

    def _told(self, news: News) -> str:
        said, here = news.said, news.game == self.game
        if news.kind == "house":
            return f"Whoever runs this server says: {news.text}"
        if said is not None:
            known = said.n <= self._read.get(news.game, 0) or said.who == self._client.me.name
            where = "" if here else f" in {news.game}"
            return "" if known else f"{said.who or 'The house'}{where}: {said.text}"
        if here:
            return ""
        if news.kind == "turn":
            return f"{news.game} waits for you."
        return f"{news.game} has begun." if news.kind == "begun" else ""
