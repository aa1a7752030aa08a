"""Who plays many games between bots: this process, others of this machine, or a cluster of dask's.

Games go through the standard interface, ``concurrent.futures.Executor``, so that it does not
matter who plays them. A process that is lost costs the games that were in progress and nothing
else: others are started, and play these again.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import connection, get_context, parent_process
from typing import TYPE_CHECKING, Any, TypeVar

from elgrande.bots.bot import BotError
from elgrande.bots.limits import MEMORY, TICK, die_with_parent, limit, shield, silence
from elgrande.bots.registry import built_in
from elgrande.content.clean import clean

if TYPE_CHECKING:
    from elgrande.tournament.contest import Contest

LOST = 3
"""So often all that play may be lost, and others are sent for, before the tournament gives up."""
RETRIES = 5
"""So many workers may be lost under one game before dask gives it up."""
JOINING = 30.0
"""Seconds of wall clock for reaching a cluster, and for one that is without workers."""
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[A-Za-z0-9.\-\[\]:]+:[0-9]{1,5}")

T = TypeVar("T")
_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class Workers:
    """Whoever plays the games: this process, unless a kind of them says otherwise.

    They are an Executor, how many games it plays at once, and its faults.
    """

    places = 1

    def executor(self) -> Executor:
        """Return those who play; called again when they were lost."""
        return SerialExecutor()

    def look(self) -> None:
        """Look once a tick whether all is well; BotError if not."""

    def lost(self, bots: tuple[str, ...], times: int) -> Exception | None:
        """Return what to raise when they were lost for the so-manieth time; None to go on."""
        return None

    def fault(self, bots: tuple[str, ...], error: Exception) -> Exception:
        """Return what to raise for a game that ended with an error."""
        return error

    def close(self) -> None:
        """End all of them at once."""


def play_all(
    workers: Workers,
    bots: tuple[str, ...],
    tasks: Iterator[_Task],
    play: Callable[[_Task], _Result],
    keep: Callable[[_Result], None],
    over: Callable[[], bool],
) -> None:
    """Have games between these bots played until it is ``over``, and keep what came of each.

    They may come back in any order, and no more of them are prepared than are soon played.
    Whatever is raised, what ended well is kept; BrokenExecutor if all that play were lost.
    """
    executor = workers.executor()
    at_work: set[Future[_Result]] = set()
    looked = time.monotonic()
    while not over():
        while len(at_work) < 2 * workers.places and (task := next(tasks, None)) is not None:
            at_work.add(executor.submit(play, task))
        ended, at_work = futures.wait(at_work, TICK, FIRST_COMPLETED)
        raised: BaseException | None = None
        for future in ended:
            try:
                keep(future.result())
            except Exception as error:
                raised = workers.fault(bots, error)
        if raised is not None:
            raise raised
        # However quickly the others end: one that never does must be noticed.
        if time.monotonic() - looked >= TICK:
            looked = time.monotonic()
            workers.look()
    for future in at_work:
        future.cancel()


# -- in this process --------------------------------------------------------------------


class SerialExecutor(Executor):
    """Plays here, in this process, while it is asked: for tests and single games."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Play at once."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def on_this_machine(contest: Contest, jobs: int | None) -> Workers:
    """Return who plays a contest here: so many processes, by default one for each core.

    A single one is this process, unless a stranger's bot runs inside: that may end its process.
    """
    jobs = jobs or cores()
    if jobs == 1 and not contest.trusted:
        return Workers()
    return Processes(jobs, contest.trusted)


# -- processes of this machine, and a cluster -------------------------------------------


class ClusterError(ValueError):
    """A cluster that cannot be had; the message is one sentence with the cure."""


class Processes(Workers):
    """Processes of this machine; the pool itself notices at once when one ends."""

    def __init__(self, jobs: int | None = None, trusted: Sequence[str] = ()) -> None:
        self.places = jobs or cores()
        self._trusted = trusted
        self._pool: GamePool | None = None

    def executor(self) -> Executor:
        self.close()
        self._pool = GamePool(self.places)
        return self._pool

    def lost(self, bots: tuple[str, ...], times: int) -> Exception | None:
        # A stranger's bot that ends its process would end it again.
        if not self._trusted and times < LOST:
            return None
        # The game's own are above suspicion, where anybody else plays.
        strangers = [name for name in dict.fromkeys(bots) if not built_in(name)]
        suspects = self._trusted or strangers or dict.fromkeys(bots)
        asked = " or ".join(f"the bot {name!r}" for name in suspects)
        return BotError(
            f"a process ended in the middle of a game, broken by {asked}; correct the bot or "
            "leave it out"
        )

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class Cluster(Workers):
    """Workers of a dask scheduler at an address, each with elgrande and the bots installed.

    Whoever may speak to a scheduler runs what it likes on it: join only those that you trust.
    ClusterError if dask is not installed, or nobody answers.
    """

    def __init__(self, address: str, joining: float = JOINING) -> None:
        if not _ADDRESS.fullmatch(address):
            raise ClusterError(
                f"--dask {clean(address)!r} is not an address; write the scheduler's, as "
                "tcp://host:8786"
            )
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise ClusterError(
                "--dask needs dask's workers; install them with: pip install 'elgrande[cluster]'"
            ) from None
        # What becomes of the cluster is told here, in a sentence.
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        self._address, self._patience = address, joining
        self._deserted: float | None = None
        try:
            self._client = distributed.Client(
                address, timeout=joining, set_as_default=False, name="elgrande"
            )
            self.places = sum(self._client.nthreads().values())
        except (OSError, ValueError, TypeError, AttributeError) as error:
            told = f"{type(error).__name__}: {error}".splitlines()[0]
            raise ClusterError(
                f"no dask scheduler answers at {address} ({told}); start one with: dask scheduler"
            ) from None
        if not self.places:
            self.close()
            raise ClusterError(
                f"the scheduler at {address} has no workers; start some with: dask worker {address}"
            )

    def executor(self) -> Executor:
        executor: Executor = self._client.get_executor(pure=False, retries=RETRIES)
        return executor

    def look(self) -> None:
        """Count the workers, as some may join or leave; ClusterError if none was there for long."""
        try:
            self.places = sum(self._client.nthreads().values())
        except (OSError, ValueError, TypeError, AttributeError):
            raise self._unanswered() from None
        if self.places:
            self._deserted = None
            return
        now = time.monotonic()
        self._deserted = now if self._deserted is None else self._deserted
        if now - self._deserted >= self._patience:
            raise ClusterError(
                f"the workers of the scheduler at {self._address} are gone; start others with: "
                f"dask worker {self._address}; what --json kept goes on then"
            )

    def lost(self, bots: tuple[str, ...], times: int) -> Exception | None:
        if times < LOST:
            return None
        return ClusterError("the workers of the cluster are gone; start others and go on")

    def fault(self, bots: tuple[str, ...], error: Exception) -> Exception:
        # Nobody here calls a game off that is still waited for.
        if isinstance(error, CancelledError):
            return self._unanswered()
        if type(error).__name__ == "KilledWorker":
            return BotError(
                f"a game of {', '.join(dict.fromkeys(bots))} ended its worker each time; "
                "let each of them play without --dask to see which does it"
            )
        return error

    def _unanswered(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {self._address} no longer answers; start it and its workers "
            "again; what --json kept goes on then"
        )

    def close(self) -> None:
        self._client.close()


# -- a pool that ends at once -----------------------------------------------------------


class GamePool(ProcessPoolExecutor):
    """So many fresh processes for games between bots."""

    def __init__(self, jobs: int) -> None:
        # Fresh processes: forking one that has threads (a progress bar, an app) can hang.
        super().__init__(jobs, get_context("spawn"), _begin)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Give the processes something to do."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all of it at once, games in progress too."""
        # They do not heed Ctrl-C, and a bot that never answers, or leaves a thread behind, would
        # be waited for. The pool is told first: one that finds its processes gone stumbles over
        # what was called off.
        processes = list((self._processes or {}).values())
        super().shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        for process in processes:
            connection.wait([process.sentinel])


def cores() -> int:
    """Return how many processes the machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


def _begin() -> None:
    """Leave Ctrl-C to whoever asked for the games, end with it, and do what a bot may."""
    # Another process's bot must not look into the game that is played here.
    shield()
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
    connection.wait([parent.sentinel])
    os._exit(1)
