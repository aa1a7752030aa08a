"""The games in memory: a Table each, its save, and its bots.

A game comes into memory when somebody sits down at it or its clock runs out, and leaves it when
nobody has been at it for a while and no bot owes an answer, or when another needs its place.
Nothing is lost by that: a gesture is in the save before anybody hears of it. Where no person plays
and nobody looks on, bots rest.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from elgrande.bots.registry import STRONGEST
from elgrande.lobby.client import Denied
from elgrande.saves import SaveError, SaveFile, Store
from elgrande.server.bot_pool import BotPool, PooledBot
from elgrande.table import BotTask, Entry, Host, Table, load, new_game
from elgrande.table.saved_game import header
from elgrande.table.table import CLOSED

if TYPE_CHECKING:
    from elgrande.bots.runner import BotMove, Runner
    from elgrande.content.setup import Setup
    from elgrande.server.commits import Commits

IDLE = 24
"""So many games that nobody is at stay in memory: to wake one takes a few milliseconds."""
ADVICE = 1996
"""The adviser's own chance: the same question gets the same answer."""


class Busy(Denied):
    """As many games are in memory as may be, and somebody is at each of them."""

    def __init__(self) -> None:
        super().__init__(
            "As many games are being played as this server can hold; those who are at one play on. "
            "Come back in a few minutes."
        )


class Loaded:
    """One game in memory; its bots play as long as it is there."""

    def __init__(
        self, table: Table, save: SaveFile, pool: BotPool, commits: Commits, account: str
    ) -> None:
        self.name = save.name
        self.table = table
        self.save = save
        self.account = account
        """To whom its bots are counted."""
        self.used = 0.0
        """When somebody was at it last."""
        self.lines = 0
        """How many lines are at it."""
        self.ends = False
        """Whether bots are to play on though nobody looks on."""
        self.told = ""
        """Which problem is in the log."""
        self.advisers: dict[str, Runner] = {}
        """By to whom their advice is counted."""
        self._pool = pool
        self._commits = commits
        self._host = Host(
            table,
            runner=lambda bot, table: PooledBot(
                pool, account, bot, table.setup, table.private_seed
            ),
        )
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._botless = ""
        """Why no bot plays here any more, or nothing."""
        self._stop = table.subscribe(lambda _entry: self.wake())
        self.wake()

    @property
    def problem(self) -> str:
        """Why nobody's answers, or no bot's, can be saved any more, or nothing."""
        unsaved = self.table.unsaved
        return self._botless if unsaved is None else unsaved.sentence

    def wake(self) -> None:
        """See to it that somebody asks its bots that owe an answer."""
        if self._closed or (self._task is not None and not self._task.done()):
            return
        if self.due:
            self._task = asyncio.get_running_loop().create_task(self._play())

    @property
    def due(self) -> bool:
        """Whether a bot owes an answer that somebody waits for."""
        wanted = self.lines > 0 or self.ends or bool(self.table.persons)
        return wanted and not self._botless and self._host.due() is not None

    async def _play(self) -> None:
        while True:
            await self._commits.durable(self.name)
            if self._closed or not self.due:
                return
            seat = self._host.due()
            assert seat is not None
            task: BotTask = self._host.task(seat)
            move = await self._pool.think(self.account, task.ask)
            await self._commits.durable(self.name)
            if self._closed:
                return
            try:
                self._host.accept(task, move)
            except SaveError as error:
                # A bot whose move cannot be written would only choose it again.
                self._botless = error.sentence
                return

    def close(self, why: str) -> None:
        """Tell whoever is at it why it goes; a bot's answer that still comes is dropped."""
        self._closed = True
        self._stop()
        if self._task is not None:
            self._task.cancel()
        self._host.close()
        for adviser in self.advisers.values():
            adviser.close()
        self.table.close(why)


class Shelf:
    """The games in memory, by name; it brings them in and lets them go."""

    def __init__(
        self,
        store: Store,
        pool: BotPool,
        clock: Callable[[], float],
        moved: Callable[[Loaded, Entry], None],
        commits: Commits,
        most: int = 200,
        account: Callable[[str], str] = str,
    ) -> None:
        self.store = store
        self._commits = commits
        self._most = most
        self._account = account
        self.pool = pool
        self._clock = clock
        self._moved = moved
        self._games: dict[str, Loaded] = {}

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[Loaded]:
        return iter([*self._games.values()])

    def found(self, name: str) -> Loaded | None:
        """Return a game that is in memory, or None."""
        return self._games.get(name)

    def get(self, name: str) -> Loaded:
        """Return a game, out of its save if need be (SaveError, Busy)."""
        game = self._games.get(name)
        if game is not None and not game.table.closed:
            game.used = self._clock()
            return game
        self._make_room(name)
        save = self.store.open(name)
        try:
            return self._put(name, load(save, name, save), save)
        except BaseException:
            save.close()
            raise

    def begin(self, name: str, setup: Setup) -> Loaded:
        """Begin a new game and its save (SaveError, ContentError, Busy)."""
        self._make_room(name)
        save = self.store.create(name, setup.ruleset().version, header(setup))
        try:
            return self._put(name, new_game(setup, save), save)
        except BaseException:
            save.close()
            self._away_with(name)
            raise

    def unbegin(self, name: str) -> None:
        """Let a game not have begun of which nobody has heard yet; its save goes into the bin."""
        self.drop(name)
        self._away_with(name)

    def _away_with(self, name: str) -> None:
        # If it stays, it is what the game goes on from.
        with suppress(SaveError):
            self.store.delete(name)

    def _put(self, name: str, table: Table, save: SaveFile) -> Loaded:
        game = Loaded(table, save, self.pool, self._commits, self._account(name))
        game.used = self._clock()
        self._games[name] = game
        table.subscribe(lambda entry: self._moved(game, entry))
        return game

    def come(self, game: Loaded, lines: int) -> None:
        """Note that so many lines more are at a game, or fewer."""
        game.lines += lines
        game.used = self._clock()
        game.wake()

    def _make_room(self, name: str) -> None:
        """Let a game go at which nobody is, where there are as many as may be (Busy).

        Of whoever has most of them, and of those the one that nobody has used for longest. In which
        bots owe an answer goes only for somebody who has fewer: it sleeps until somebody comes.
        """
        pending = self._commits.pending
        alone = [
            game for game in self._games.values() if not (game.lines or pending(game.name))
        ]  # fmt: skip
        idle = [game for game in alone if not game.due]
        if len(idle) < IDLE and len(self._games) < self._most:
            return
        many = Counter(game.account for game in alone)
        few = max(1, sum(game.account == self._account(name) for game in self._games.values()))
        able = idle or [game for game in alone if many[game.account] > few]
        if not able:
            raise Busy
        self.drop(min(able, key=lambda game: (-many[game.account], game.used)).name)

    async def advise(self, game: Loaded, seat: int, account: str) -> BotMove:
        """Return what the best bot would answer for a seat and why, or that it could not.

        It is counted to whoever asks for it.
        """
        adviser = game.advisers.get(account)
        if adviser is None:
            setup = game.table.setup
            adviser = PooledBot(self.pool, account, STRONGEST, setup, ADVICE, adviser=True)
            game.advisers[account] = adviser
        view, answered = game.table.view(seat), game.table.history.answers
        events = [event for _, event in game.table.events(seat)]
        return await self.pool.think(account, lambda: adviser.choose(view, answered, events))

    def rest(self, after: float) -> None:
        """Let go of the games that nobody has been at for so many seconds."""
        now = self._clock()
        for game in [*self._games.values()]:
            # A save that takes no more may take some again when it is opened anew.
            broken = game.table.unsaved is not None
            idle = not game.due and now - game.used >= after
            if not game.lines and (idle or broken) and not self._commits.pending(game.name):
                self.drop(game.name)

    def drop(self, name: str, why: str = CLOSED) -> None:
        """Let go of a game; whoever is at it is told why."""
        game = self._games.pop(name, None)
        if game is not None:
            game.close(why)

    def close(self) -> None:
        """Let go of all of them."""
        for name in [*self._games]:
            self.drop(name)
