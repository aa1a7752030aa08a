"""Many games between bots, and what they say about who plays better.

A deal is good or bad for a seat, so every deal is played as often as there are
seats, the bots moving on by one seat each time. Such a *block* is what the
intervals are computed from. The results depend on the seed alone, not on how
many processes share the work.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b
from math import sqrt
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, TypeAlias

from elgrande.bots.bot import BUDGET, BotError
from elgrande.bots.limits import MEMORY, die_with_parent, limit, silence
from elgrande.bots.registry import built_in, load, names
from elgrande.bots.runner import START, BotInside, described
from elgrande.bots.watch import TICK, Note, Watch, own_note
from elgrande.content.setup import Setup
from elgrande.rules import Generator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from elgrande.rules.events import Event

Work: TypeAlias = tuple[dict[str, Any], tuple[str, ...], int, int]
"""A block: its Setup as plain values, the bots, their private seed and their budget."""

Z = 1.96
"""Standard errors in half an interval of 95 %."""
AHEAD = 4
"""How many blocks wait for each process; the results of a long one hold up the others'."""
ANSWER = 60.0
"""Seconds of wall clock for an answer: more than a table gives, since all cores are at work."""


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
    start: float = START,
    answer: float = ANSWER,
    progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Play at least so many games between these bots, and return what came of it.

    ``make_setup`` makes the Setup of a deal from its seed, with one seat for each
    of the bots. The games are rounded up to whole blocks. ``jobs`` processes
    share them, by default one for each core. ``progress`` is told the games done
    and all games. BotError if a bot cannot be had; its import may take ``start`` seconds.
    BotError too if a stranger's takes more than ``answer`` seconds for an answer: a move in its
    place would make the results depend on how busy the machine is.
    """
    players = len(bots)
    blocks = -(-games // players)
    for name in dict.fromkeys(bots):
        if built_in(name) or name not in names():
            load(name)
        else:
            # Whatever a stranger's import does must not happen to this process.
            described(name, start)

    def work() -> Iterator[Work]:
        for block in range(blocks):
            generator = Generator.seeded(seed, block)
            deal = (generator.next32() << 31) | (generator.next32() >> 1)
            setup = make_setup(deal)
            if len(setup.players) != players:
                raise ValueError(f"{players} bots need {players} seats, not {len(setup.players)}")
            yield setup.to_plain(), tuple(bots), _private(seed, block), budget

    jobs = min(jobs or _cores(), blocks)
    # A stranger's bot may end its process, and that must not be this one.
    apart = jobs > 1 or not all(map(built_in, bots))
    played: list[list[Game]] = []
    for block_of_games in _mapped(work(), jobs if apart else 0, bots, answer):
        played.append(block_of_games)
        if progress is not None:
            progress(len(played) * players, blocks * players)
    return results(tuple(bots), played, seed)


def play_game(setup: Setup, bots: Sequence[str], private_seed: int, budget: int = BUDGET) -> Game:
    """Play one game between bots by seat, all in this process."""
    state = setup.start()
    note = _note or Note()
    runners = []
    for name in bots:
        note.asks(name)
        runners.append(BotInside(name, private_seed, budget=budget))
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


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return the interval of 95 % for a share found in so many games (Wilson 1927)."""
    middle = share + Z * Z / (2 * games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def _private(seed: int, block: int) -> int:
    """Return the private seed of a block: repeatable, and nothing that leads to the deal."""
    digest = blake2b(f"simulate/{seed}/{block}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "big")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _mapped(
    work: Iterator[Work], jobs: int, bots: Sequence[str], answer: float
) -> Iterator[list[Game]]:
    """Play the blocks in their order; no more of them are prepared than are soon played."""
    if not jobs:
        yield from map(_block, work)
        return
    # Fresh processes: forking one that has threads (a progress bar, an app) can hang.
    context = get_context("spawn")
    watch = Watch(context, jobs, answer)
    pool = ProcessPoolExecutor(jobs, context, _begin, watch.given)
    played: deque[Future[list[Game]]] = deque()
    try:
        for part in work:
            with _interrupts_held():
                played.append(pool.submit(_block, part))
            if len(played) > AHEAD * jobs:
                yield _awaited(played.popleft(), watch)
        while played:
            yield _awaited(played.popleft(), watch)
    except BrokenProcessPool:
        # Those who were asked last; the game's own are above suspicion.
        strangers = [name for name in dict.fromkeys(bots) if not built_in(name)]
        asked = [name for name in strangers if name in watch.thinking()] or strangers or bots
        raise BotError(
            f"a process ended in the middle of a game, broken by {_either(asked)}; correct the bot "
            "or leave it out"
        ) from None
    finally:
        # They do not heed Ctrl-C, and a bot that never answers, or leaves a thread behind, would
        # be waited for. The pool is told first: one that finds its processes gone stumbles over
        # what was called off.
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        for process in processes:
            wait([process.sentinel])


def _either(names: Sequence[str]) -> str:
    return " or ".join(f"the bot {name!r}" for name in dict.fromkeys(names))


def _awaited(block: Future[list[Game]], watch: Watch) -> list[Game]:
    """Return the games of a block once they are played; BotError if a bot stalls."""
    while True:
        try:
            return block.result(TICK)
        except TimeoutError:
            if block.done():
                return block.result()
            watch.look()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back while the processes start: they inherit that and are not hit.

    ``_begin`` comes only after their imports, and a traceback would be all that is seen.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


_note: Note | None = None
"""Where this process notes which bot it asks, if somebody watches."""


def _begin(notes: Any, taken: Any) -> None:
    """Leave Ctrl-C to whoever asked for the simulation, end with it, and do what a bot may."""
    global _note
    _note = own_note(notes, taken)
    # What a bot prints is no result.
    silence()
    if hasattr(signal, "SIGKILL"):
        die_with_parent(signal.SIGKILL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    limit(MEMORY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _end_with_parent() -> None:
    """End when the parent has ended: on any system, and also if that was before we asked."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _block(work: Work) -> list[Game]:
    """Play one deal from every seat: bot ``i`` sits at seat ``i + turn``. Scores go by bot."""
    plain, bots, private_seed, budget = work
    setup = Setup.from_plain(plain)
    games = []
    for turn in range(len(bots)):
        by_seat = [bots[(seat - turn) % len(bots)] for seat in range(len(bots))]
        game = play_game(setup, by_seat, private_seed + turn, budget)
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
        low, high = wilson(share, _effective(share, shares, len(games)))
        difference = fmean(ahead)
        half = Z * sqrt(variance(ahead) / len(ahead)) if len(ahead) > 1 else float("inf")
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
                difference_low=difference - half,
                difference_high=difference + half,
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


def _effective(share: float, shares: list[float], games: int) -> float:
    """Return how many independent games the blocks are worth: never more than were played."""
    if len(shares) < 2 or (spread := variance(shares)) == 0:
        return games
    return max(1.0, min(games, share * (1 - share) * len(shares) / spread))
