"""Waiting on a server: for the others, for news, and for what is typed meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from threading import Timer
from typing import TYPE_CHECKING

from elgrande.cli.plain import queries
from elgrande.cli.plain.dialogue import Dialogue, Stopped
from elgrande.content.setup import PERSON
from elgrande.lobby import Denied, LobbyClient, News, Room, records
from elgrande.rules.wording import listed
from elgrande.table import Chair, Look, Reply
from elgrande.table.chair import AskedSeat, Gone

if TYPE_CHECKING:
    from elgrande.cli.plain.console import Console, LineInput, Wakeup

HELP = f"""\
Nothing is asked of you now. While the others move you can type:
{queries.HELP}
  quit     leave; the game is kept, and you can go on later"""
NOT_NOW = "Nothing is asked of you now; type help to hear what can be typed meanwhile."
KEPT = (
    "What was typed is kept for your next question, and so is what came with it. "
    "Type quit to leave before that."
)
UNUSED = "That question has not come, so what was kept for it was not used."
REPLACED = "A bot plays for you now. Type take to play again yourself."
LOOKS_ON = "You look on. Type quit when you have seen enough."
LATE = 30.0
"""Seconds before the end of a clock at which it is told once more."""
SOON_UP = f"{LATE:.0f} seconds are left for this answer; after that a bot gives it."
MOST = 100
"""So many lines are kept for questions that are still to come."""
MOST_NEWS = 100
"""So many news are kept; of more, the oldest are dropped."""


class Waiting:
    """Waits until somebody here is asked, and hears what is typed until then.

    ``news`` returns what the house has to tell besides, ``left`` how many seconds whoever is asked
    has for the answer, -1 without a clock, and ``mine`` says whether somebody at this line has a
    seat in the game, though a bot may play for them.
    """

    def __init__(
        self,
        chair: Chair,
        console: Console,
        typed: LineInput,
        news: Callable[[], Iterable[str]],
        left: Callable[[], float],
        *,
        mine: bool,
    ) -> None:
        self.dialogue: Dialogue
        """What is waited for; it is made after this."""
        self._chair = chair
        self._console = console
        self._typed = typed
        self._news = news
        self._left = left
        self._warning: Timer | None = None
        self._waited = True
        """Whether somebody else has moved since the clock was told."""
        self._mine = mine
        self._read_by_somebody = False
        """Whether what comes behind a kept line was typed by somebody who knows that it is kept."""
        self._stop = chair.subscribe(lambda _news: self._typed.wakeup.set())

    def stop(self) -> None:
        """Wait no more; what somebody typed for questions here is nothing for whoever asks next."""
        self._stop()
        self._warn(-1.0)
        if self._read_by_somebody and self._console.forget():
            self._console.refuse(UNUSED)

    def _warn(self, left: float) -> None:
        """Say once a turn how long there is for an answer, and always shortly before its end."""
        if self._warning is not None:
            self._warning.cancel()
            self._warning = None
        if left >= 0 and self._waited:
            self._console.say(f"You have {records.left(left)} for this answer.")
            self._waited = False
        if left > LATE:
            self._warning = Timer(left - LATE, self._console.say, [f"\n{SOON_UP}"])
            self._warning.daemon = True
            self._warning.start()

    def __call__(self, tell: Callable[[], None]) -> Iterable[str]:
        """Return once a person here is asked, or the game is over; tells what happens until then.

        Raises ``Stopped`` where there is no table any more, ``Ended`` where somebody leaves.
        """
        said: list[str] = []
        stands = ""
        # What was asked before is answered.
        self._warn(-1.0)
        while True:
            self._typed.wakeup.clear()
            update = self._chair.update(AskedSeat.HERE)
            if isinstance(update, Reply):
                raise Stopped(update.refused)
            tell()
            self._console.say_all(self._news())
            asked = bool(update.decision.codes) and update.seat in update.decision.owing
            if asked or update.view.over:
                self._warn(self._left() if asked else -1.0)
                return ()
            why = "" if update.seats else REPLACED if self._mine else LOOKS_ON
            if why != stands:
                self._console.say_all([why] if why else [])
                stands = why
            names = awaited(update)
            if names and names != said:
                self._console.say(f"Waiting for {listed(names)}.")
                said = names
            self._waited = True
            self._hear(update)

    def _hear(self, update: Look) -> None:
        """Do what is typed until there is news."""
        if self._console.early:
            self._hear_behind()
        while not self._console.early and self._typed.wait_line():
            line = self._console.between(self._known, keeps=bool(update.seats))
            if line:
                self._do(line)
            elif self._console.early:
                self._console.say(KEPT)
                # A script's lines are there together. Who reads this first sits there.
                self._read_by_somebody = not self._typed.waits()

    def _hear_behind(self) -> None:
        """Hear what comes behind a line that is kept: quit, and what needs no question.

        Of a script nothing is heard: its lines are in their order, and so is its end.
        """
        while self._read_by_somebody and self._typed.wait_line():
            if self._typed.ended:
                self._read_by_somebody = False
            elif line := self._console.between(self._known):
                self._do(line)
            else:
                self._console.say(KEPT)
                # What nobody has room for stays where it comes from.
                self._read_by_somebody = self._console.early < MOST
        if not self._read_by_somebody:
            self._typed.wakeup.wait()

    def _find(self, line: str) -> Callable[[], None] | None:
        word, _, rest = line.strip().lower().partition(" ")
        if word in ("help", "?", "h"):
            if rest:
                return partial(queries.check, "help", rest, ("help",))
            return partial(self.dialogue.say_help, HELP)
        return self.dialogue.find(line)

    def _known(self, line: str) -> bool:
        return self._find(line) is not None

    def _do(self, line: str) -> None:
        if act := self._find(line):
            self.dialogue.do(act)
        else:
            self._console.refuse(NOT_NOW)


def awaited(update: Look) -> list[str]:
    """Return the people who owe an answer; a bot's comes by itself."""
    players = [update.players[seat] for seat in update.decision.owing]
    return [player.name for player in players if player.source == PERSON]


class NewsFeed:
    """What the house tells unasked, kept until it is told by whoever waits for a line.

    It is taken in in a thread of its own, which wakes who waits; ``news`` has it as lines.
    """

    def __init__(self, client: LobbyClient, wakeup: Wakeup) -> None:
        self.game = ""
        """The game at whose table the visitor is."""
        self._client = client
        self._here: dict[str, set[str]] = {}
        """Who was there when somebody looked last, by game."""
        self._wakeup = wakeup
        self._news: deque[News] = deque(maxlen=MOST_NEWS)
        self._read: dict[str, int] = {}
        self.stop = client.subscribe(self._take)
        """Take in no more."""

    def _take(self, news: News) -> None:
        if news.kind in ("said", "turn", "begun", "house", "room", "gone"):
            # What is told twice before anybody hears of it is told once.
            if news not in self._news:
                self._news.append(news)
            self._wakeup.set()

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
