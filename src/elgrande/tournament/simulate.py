"""Many games between bots, and what they say about who plays better.

A deal is good or bad for a seat, so every deal is played as often as there are
seats, the bots moving on by one seat each time. Such a *block* is what the
intervals are computed from. The results depend on the seed alone, not on how
many processes share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from statistics import fmean
from typing import Any, NamedTuple

from elgrande.bots.bot import BUDGET
from elgrande.bots.registry import built_in, load, names
from elgrande.bots.runner import described
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.tournament.games import Played, play_game
from elgrande.tournament.statistics import GameResult, about_mean, effective, wilson
from elgrande.tournament.workers import LOST, InProcess, Processes, Workers, cores, play_all


class Block(NamedTuple):
    """One deal that is to be played from every seat, for whoever plays it."""

    number: int
    setup: dict[str, Any]
    bots: tuple[str, ...]
    private_seed: int
    budget: int
    seconds: float | None


@dataclass(frozen=True)
class BotResult:
    """How all seats of one bot fared; intervals are of 95 %.

    ``share`` is the part of the games that the bot's seats won together, a tie
    being split; ``fair`` is what they would win if all played alike.
    ``difference`` is the points of a seat less the best other seat's; ``rank``
    counts from 1. ``replaced`` are answers that a stand-in had to give.
    """

    bot: str
    seats: int
    fair: float
    share: float
    share_low: float
    share_high: float
    score: float
    difference: float
    difference_low: float
    difference_high: float
    rank: float
    replaced: int


@dataclass(frozen=True)
class Results:
    """What a simulation found: a line for each bot, in the order given."""

    players: int
    games: int
    blocks: int
    seed: int
    standings: tuple[BotResult, ...]
    notices: tuple[str, ...]
    """Different notices of replaced moves, at most ten."""

    def to_plain(self) -> dict[str, Any]:
        """Return the results as plain values that JSON can carry."""
        return asdict(self)


def simulate(
    make_setup: Callable[[int], Setup],
    bots: Sequence[str],
    games: int,
    seed: int,
    jobs: int | None = None,
    *,
    budget: int = BUDGET,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Play at least so many games between these bots, and return what came of it.

    ``make_setup`` makes the Setup of a deal from its seed, with one seat for each
    of the bots. The games are rounded up to whole blocks. ``jobs`` processes
    share them, by default one for each core. ``progress`` is told the games done
    and all games. BotError if a bot cannot be had, and if a
    stranger's takes more than it may for an answer: a move in its place would spoil the results.
    ``seconds`` for each answer take the place of the ``budget``, and then the results depend on
    how busy the machine is.
    """
    players = len(bots)
    blocks = -(-games // players)
    for name in dict.fromkeys(bots):
        if built_in(name) or name not in names():
            load(name)
        else:
            # Whatever a stranger's import does must not happen to this process.
            described(name)

    def missing() -> Iterator[Block]:
        for block in range(blocks):
            generator = Generator.seeded(seed, block)
            deal = (generator.next32() << 31) | (generator.next32() >> 1)
            setup = make_setup(deal)
            if len(setup.players) != players:
                raise ValueError(f"{players} bots need {players} seats, not {len(setup.players)}")
            private_seed = _private(seed, block)
            yield Block(block, setup.to_plain(), tuple(bots), private_seed, budget, seconds)

    played: dict[int, list[Played]] = {}

    def keep(block: tuple[int, list[Played]]) -> None:
        number, games = block
        played[number] = games
        if progress is not None:
            progress(len(played) * players, blocks * players)

    jobs = min(jobs or cores(), blocks)
    # A stranger's bot may end its process, and that must not be this one.
    apart = jobs > 1 or not all(map(built_in, bots))
    workers: Workers = Processes(jobs, seconds) if apart else InProcess()
    try:
        play_all(workers, tuple(bots), missing(), _played, keep, lambda: len(played) == blocks)
    except BrokenExecutor as error:
        raise workers.lost(tuple(bots), LOST) or error from None
    finally:
        workers.close()
    return results(tuple(bots), [played[number] for number in sorted(played)], seed)


def _private(seed: int, block: int) -> int:
    """Return the private seed of a block: repeatable, and nothing that leads to the deal."""
    digest = blake2b(f"simulate/{seed}/{block}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "big")


def _played(block: Block) -> tuple[int, list[Played]]:
    """Play one deal from every seat: bot ``i`` sits at seat ``i + turn``. Scores go by bot."""
    setup, bots = Setup.from_plain(block.setup), block.bots
    games = []
    for turn in range(len(bots)):
        by_seat = [bots[(seat - turn) % len(bots)] for seat in range(len(bots))]
        game = play_game(setup, by_seat, block.private_seed + turn, block.budget, block.seconds)
        scores = tuple(game.scores[(bot + turn) % len(bots)] for bot in range(len(bots)))
        games.append(replace(game, scores=scores))
    return block.number, games


def results(bots: tuple[str, ...], played: list[list[Played]], seed: int) -> Results:
    """Return what came of blocks of games, whose scores are in the order of the bots."""
    blocks = [[GameResult(bots, game.scores) for game in block] for block in played]
    games = [game for block in blocks for game in block]
    notices = [text for block in played for game in block for text in game.notices]
    standings = []
    for name in dict.fromkeys(bots):
        own = [at for at, bot in enumerate(bots) if bot == name]
        shares = [fmean(game.won(name) for game in block) for block in blocks]
        ahead = [fmean(_ahead(game.scores, at) for game in block for at in own) for block in blocks]
        share = fmean(shares)
        low, high = wilson(share, effective(share, [shares], len(games)))
        difference = fmean(ahead)
        between = about_mean(ahead) or (-float("inf"), float("inf"))
        standings.append(
            BotResult(
                bot=name,
                seats=len(own),
                fair=len(own) / len(bots),
                share=share,
                share_low=low,
                share_high=high,
                score=fmean(points for game in games for points in game.points(name)),
                difference=difference,
                difference_low=between[0],
                difference_high=between[1],
                rank=fmean(rank for game in games for rank in game.ranks(name)),
                replaced=sum(text.startswith(f"the bot {name!r} ") for text in notices),
            )
        )
    different = tuple(dict.fromkeys(notices))[:10]
    return Results(len(bots), len(games), len(played), seed, tuple(standings), different)


def _ahead(scores: tuple[int, ...], at: int) -> float:
    return scores[at] - max(scores[:at] + scores[at + 1 :])
