"""What the house tells unasked, kept until it is told by whoever waits for a line."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.cli.plain.typed import Bell
    from elgrande.lobby import LobbyClient, News, Room

MOST = 100
"""So many news are kept; of more, the oldest are dropped."""


class Hearing:
    """Takes news in, in their own thread, and rings; ``news`` has them as lines."""

    def __init__(self, client: LobbyClient, bell: Bell) -> None:
        self.game = ""
        """The game at whose table the visitor is."""
        self._me = client.me.name
        self._bell = bell
        self._news: deque[News] = deque(maxlen=MOST)
        self._read: dict[str, int] = {}
        self.stop = client.subscribe(self._hear)
        """Hear no more."""

    def _hear(self, news: News) -> None:
        if news.kind in ("said", "turn", "begun", "house"):
            self._news.append(news)
            self._bell.ring()

    def read(self, room: Room) -> None:
        """Note that what was said in a room has just been told."""
        if room.said:
            self._read[room.game.name] = room.said[-1].n

    def news(self) -> Iterator[str]:
        """Yield what is new, in sentences, once."""
        while self._news:
            news = self._news.popleft()
            if text := self._told(news):
                yield text

    def _told(self, news: News) -> str:
        said, here = news.said, news.game == self.game
        if news.kind == "house":
            return f"Whoever runs this server says: {news.text}"
        if said is not None:
            known = said.n <= self._read.get(news.game, 0) or said.who == self._me
            where = "" if here else f" in {news.game}"
            return "" if known else f"{said.who or 'The house'}{where}: {said.text}"
        if here:
            return ""
        if news.kind == "turn":
            return f"{news.game} waits for you."
        return f"{news.game} has begun." if news.kind == "begun" else ""
