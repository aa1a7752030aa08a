"""Processes in which many games are played: an Executor that names a bot that hangs or breaks it.

Nothing can stop a bot that is asked inside a process, so each process notes whom it asks
(``bots.watch``), and whoever waits looks there.
"""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeVar

from elgrande.bots.bot import BotError
from elgrande.bots.guard import MEMORY, die_with_parent, limit, silence
from elgrande.bots.registry import built_in
from elgrande.bots.watch import Note, Watch, own_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")

ANSWER = 60.0
"""Seconds that a bot may compute for an answer: more than at a table, nobody waits for it."""


class BotPool(Executor):
    """So many fresh processes for games between bots; ``look`` once every ``guard.TICK``."""

    def __init__(self, jobs: int, answer: float = ANSWER) -> None:
        # Fresh processes: forking one that has threads (a progress bar, an app) can hang.
        context = get_context("spawn")
        self._watch = Watch(context, jobs, answer)
        self._pool = ProcessPoolExecutor(jobs, context, _begin, self._watch.given)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Give the processes something to do."""
        with _interrupts_held():
            return self._pool.submit(fn, *args, **kwargs)

    def look(self) -> None:
        """BotError if a bot has thought for too long."""
        self._watch.look()

    def broken(self, bots: Sequence[str]) -> BotError:
        """Return what to say when a process has ended in the middle of a game of these bots."""
        # Those who were asked last; the game's own are above suspicion.
        strangers = [name for name in dict.fromkeys(bots) if not built_in(name)]
        asked = [name for name in strangers if name in self._watch.thinking()] or strangers or bots
        return BotError(
            f"a process ended in the middle of a game, broken by {_either(asked)}; correct the bot "
            "or leave it out"
        )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all of it at once, games in progress too."""
        # They do not heed Ctrl-C, and a bot that never answers, or leaves a thread behind, would
        # be waited for. The pool is told first: one that finds its processes gone stumbles over
        # what was called off.
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        _gone([process.sentinel for process in processes])


def _gone(sentinels: list[int]) -> None:
    for sentinel in sentinels:
        wait([sentinel])


def cores() -> int:
    """Return how many processes the machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def noted() -> Note:
    """Return where this process notes which bot it asks; a note that nobody reads elsewhere."""
    return _note or Note()


def _either(names: Sequence[str]) -> str:
    return " or ".join(f"the bot {name!r}" for name in dict.fromkeys(names))


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


def _begin(notes: Any, taken: Any) -> None:
    """Leave Ctrl-C to whoever asked for the games, end with it, and do what a bot may."""
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
