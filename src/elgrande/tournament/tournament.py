"""A tournament in progress: who sends its games to whoever plays them, and gathers them.

They may come back in any order: what is kept and what is said depends on the numbers of the games
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.bots.runner import BotProcess
from elgrande.bots.versions import program
from elgrande.tournament.games import Played, Task, play, runs_inside
from elgrande.tournament.statistics import Pairing, pairing, pairings, whole
from elgrande.tournament.tournament_file import TournamentFile
from elgrande.tournament.workers import Workers, on_this_machine, play_all

if TYPE_CHECKING:
    from elgrande.content.setup import Setup
    from elgrande.tournament.contest import Contest


class Tournament:
    """A tournament in progress; ``games`` are to be played in all, those of the record too.

    ``enough`` is shown the pairings in their order, each once, and says whether the last one
    decides. ``on_game`` is told whenever a game is over.
    ``keep`` is handed the set-up of each game that is played and its answers, before it counts.
    """

    def __init__(
        self,
        contest: Contest,
        record: TournamentFile,
        games: int,
        *,
        enough: Callable[[Pairing], bool] | None = None,
        on_game: Callable[[Tournament], None] = lambda _: None,
        keep: Callable[[Setup, Played], None] | None = None,
    ) -> None:
        self.contest = contest
        self.record = record
        self.games = contest.rounded(games)
        self.done = sum(number < self.games for number in record.games)
        """How many of the games were played."""
        self._enough = enough
        self._on_game = on_game
        self._hand_over = keep
        self.decided: int | None = None
        """How many pairings decided, if the tournament may stop early."""
        self._gapless = 0
        self._decide()

    def pairings(self) -> list[Pairing]:
        """Return what counts: the pairings that are whole, and no more than decided."""
        found = pairings(self.contest, self.record.games, self.games)
        return found if self.decided is None else found[: self.decided]

    def play(self, workers: Workers) -> None:
        """Play what is missing. Whatever is raised, each finished game is kept.

        BotError if a bot cannot be had at all; one that fails in a game is replaced there.
        """
        bots, times = self.contest.bots, 0
        try:
            for one in self.contest.versions:
                if not runs_inside(one.name, self.contest.trusted):
                    runner = BotProcess(
                        one.name, self.contest.setup, 0, python=program(one.name), entered=one
                    )
                    try:
                        runner.check()
                    finally:
                        runner.close()
            while not self.over:
                try:
                    play_all(workers, bots, self._missing(), play, self._keep, lambda: self.over)
                except BrokenExecutor:
                    times += 1
                    raised = workers.lost(bots, times)
                    if raised is not None:
                        raise raised from None
        finally:
            workers.close()

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.decided is not None or self.done >= self.games

    def _missing(self) -> Iterator[Task]:
        for number in range(self.games):
            if number not in self.record.games:
                contest, match = self.contest, self.contest.match(number)
                yield Task(
                    number, contest.dealt(match), match.bots, match.private_seed, contest.budget,
                    contest.seconds, contest.versions, contest.trusted, self._hand_over is not None,
                )  # fmt: skip

    def _keep(self, game: Played) -> None:
        if self._hand_over is not None:
            self._hand_over(self.contest.seated(self.contest.match(game.number)), game)
        self.record.add(replace(game, answers=()))
        self.done += 1
        if whole(self.contest, self.record.games, game.number // self.contest.players):
            self._decide()
        self._on_game(self)

    def _decide(self) -> None:
        # Only pairings without a gap before them: in whatever order games end, it ends alike.
        games, most = self.record.games, self.games // self.contest.players
        while self._enough and self.decided is None and self._gapless < most:
            if not whole(self.contest, games, self._gapless):
                break
            self._gapless += 1
            if self._enough(pairing(self.contest, games, self._gapless - 1)):
                self.decided = self._gapless


def play_in_memory(
    contest: Contest,
    games: int,
    jobs: int | None = 1,
    *,
    on_game: Callable[[Tournament], None] = lambda _: None,
    keep: Callable[[Setup, Played], None] | None = None,
) -> Tournament:
    """Play at least so many games, which no file keeps; return the tournament when it is over.

    ``jobs`` processes share them (``on_this_machine``).
    """
    tournament = Tournament(contest, TournamentFile(None, {}), games, on_game=on_game, keep=keep)
    tournament.play(on_this_machine(contest, jobs))
    return tournament
