"""Many games between bots, and what they say about who plays better.

A deal is good or bad for a seat, so every deal is played as often as there are
seats, the bots moving on by one seat each time. Such a *block* is what the
intervals are computed from. The results depend on the seed alone, not on how
many processes share the work.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from hashlib import blake2b
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeAlias

from elgrande.bots.bot import BUDGET
from elgrande.bots.guard import TICK
from elgrande.bots.intervals import about_mean, effective, wilson
from elgrande.bots.pool import BotPool, cores, noted
from elgrande.bots.registry import built_in, load, names
from elgrande.bots.runner import BotInside, described
from elgrande.content.setup import Setup
from elgrande.rules import Generator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from elgrande.rules.events import Event

Work: TypeAlias = tuple[dict[str, Any], tuple[str, ...], int, int, float | None]
"""A block: its Setup as plain values, the bots, their private seed, their budget and seconds."""

AHEAD = 4
"""How many blocks wait for each process; the results of a long one hold up the others'."""


@dataclass(frozen=True)
class Game:
    """One game: the final points by seat, and the notices of replaced moves."""

    scores: tuple[int, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True)
class Standing:
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
    standings: tuple[Standing, ...]
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

    def work() -> Iterator[Work]:
        for block in range(blocks):
            generator = Generator.seeded(seed, block)
            deal = (generator.next32() << 31) | (generator.next32() >> 1)
            setup = make_setup(deal)
            if len(setup.players) != players:
                raise ValueError(f"{players} bots need {players} seats, not {len(setup.players)}")
            yield setup.to_plain(), tuple(bots), _private(seed, block), budget, seconds

    jobs = min(jobs or cores(), blocks)
    # A stranger's bot may end its process, and that must not be this one.
    apart = jobs > 1 or not all(map(built_in, bots))
    played: list[list[Game]] = []
    for block_of_games in _mapped(work(), jobs if apart else 0, bots):
        played.append(block_of_games)
        if progress is not None:
            progress(len(played) * players, blocks * players)
    return results(tuple(bots), played, seed)


def play_game(
    setup: Setup,
    bots: Sequence[str],
    private_seed: int,
    budget: int = BUDGET,
    seconds: float | None = None,
) -> Game:
    """Play one game between bots by seat, all in this process."""
    state = setup.start()
    note = noted()
    runners = []
    for name in bots:
        note.asks(name)
        runners.append(BotInside(name, private_seed, budget=budget, seconds=seconds))
        note.answered()
    heard: list[list[Event]] = [[] for _ in bots]
    listening = [seat for seat, runner in enumerate(runners) if runner.wants_events]

    def hear(event: Event) -> None:
        for seat in listening:
            if event.seen_by(seat):
                heard[seat].append(event)

    sink = hear if listening else None
    notices = []
    entry = 0
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        if len(codes) > 1:
            note.asks(bots[seat], entry, state.stack[-1].step)
            move = runners[seat].choose(state.view(seat), entry, heard[seat])
            note.answered()
            heard[seat] = []
            code = move.code
            if move.notice:
                notices.append(move.notice)
        entry += 1
        state.apply(seat, code, sink)
    return Game(tuple(state.score(seat) for seat in range(len(bots))), tuple(notices))


def _private(seed: int, block: int) -> int:
    """Return the private seed of a block: repeatable, and nothing that leads to the deal."""
    digest = blake2b(f"simulate/{seed}/{block}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "big")


def _mapped(work: Iterator[Work], jobs: int, bots: Sequence[str]) -> Iterator[list[Game]]:
    """Play the blocks in their order; no more of them are prepared than are soon played."""
    if not jobs:
        yield from map(_block, work)
        return
    pool = BotPool(jobs)
    played: deque[Future[list[Game]]] = deque()
    try:
        for part in work:
            played.append(pool.submit(_block, part))
            if len(played) > AHEAD * jobs:
                yield _awaited(played.popleft(), pool)
        while played:
            yield _awaited(played.popleft(), pool)
    except BrokenProcessPool:
        raise pool.broken(bots) from None
    finally:
        pool.shutdown()


def _awaited(block: Future[list[Game]], pool: BotPool) -> list[Game]:
    """Return the games of a block once they are played; BotError if a bot stalls."""
    while True:
        try:
            return block.result(TICK)
        except TimeoutError:
            if block.done():
                return block.result()
            pool.look()


def _block(work: Work) -> list[Game]:
    """Play one deal from every seat: bot ``i`` sits at seat ``i + turn``. Scores go by bot."""
    plain, bots, private_seed, budget, seconds = work
    setup = Setup.from_plain(plain)
    games = []
    for turn in range(len(bots)):
        by_seat = [bots[(seat - turn) % len(bots)] for seat in range(len(bots))]
        game = play_game(setup, by_seat, private_seed + turn, budget, seconds)
        scores = tuple(game.scores[(bot + turn) % len(bots)] for bot in range(len(bots)))
        games.append(Game(scores, game.notices))
    return games


def results(bots: tuple[str, ...], played: list[list[Game]], seed: int) -> Results:
    """Return what came of blocks of games, whose scores are in the order of the bots."""
    games = [game for block in played for game in block]
    notices = tuple(dict.fromkeys(text for game in games for text in game.notices))
    standings = []
    for name in dict.fromkeys(bots):
        own = [at for at, bot in enumerate(bots) if bot == name]
        shares = [fmean(_won(game.scores, own) for game in block) for block in played]
        ahead = [fmean(_ahead(game.scores, at) for game in block for at in own) for block in played]
        share = fmean(shares)
        low, high = wilson(share, effective(share, [shares], len(games)))
        difference = fmean(ahead)
        between = about_mean(ahead) or (-float("inf"), float("inf"))
        standings.append(
            Standing(
                bot=name,
                seats=len(own),
                fair=len(own) / len(bots),
                share=share,
                share_low=low,
                share_high=high,
                score=fmean(game.scores[at] for game in games for at in own),
                difference=difference,
                difference_low=between[0],
                difference_high=between[1],
                rank=fmean(_rank(game.scores, at) for game in games for at in own),
                replaced=sum(
                    text.startswith(f"the bot {name!r} ") for game in games for text in game.notices
                ),
            )
        )
    return Results(len(bots), len(games), len(played), seed, tuple(standings), notices[:10])


def _won(scores: tuple[int, ...], own: list[int]) -> float:
    """Return how much of a game these seats won."""
    best = max(scores)
    winners = [at for at, points in enumerate(scores) if points == best]
    return len([at for at in winners if at in own]) / len(winners)


def _ahead(scores: tuple[int, ...], at: int) -> float:
    return scores[at] - max(scores[:at] + scores[at + 1 :])


def _rank(scores: tuple[int, ...], at: int) -> float:
    """Return the rank from 1; tied seats share the middle of theirs."""
    better = sum(points > scores[at] for points in scores)
    return better + (scores.count(scores[at]) + 1) / 2
