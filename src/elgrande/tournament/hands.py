"""Who plays the games of a tournament: processes of this machine, or a cluster of dask's.

A process that is lost costs the games that were in progress and nothing else: others are started,
and play these again.
"""

from __future__ import annotations

import logging
import re
import time
from concurrent.futures import CancelledError, Executor
from importlib import import_module
from typing import Any

from elgrande.bots.bot import BotError
from elgrande.bots.pool import ANSWER, BotPool, cores
from elgrande.bots.registry import built_in
from elgrande.content.clean import clean
from elgrande.tournament.hall import LOST

PATIENCE = 3.0
"""A bot that thinks so many times longer than it may has stalled, if that is longer than usual."""
RETRIES = 5
"""So many workers may be lost under one game before dask gives it up."""
JOINING = 30.0
"""Seconds of wall clock for reaching a cluster, and for one that is without workers."""


_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[A-Za-z0-9.\-\[\]:]+:[0-9]{1,5}")


class ClusterError(ValueError):
    """A cluster that cannot be had; the message is one sentence with the cure."""


class Processes:
    """Processes of this machine (see ``hall.Hands``)."""

    def __init__(self, jobs: int | None = None, seconds: float | None = None) -> None:
        self.places = jobs or cores()
        self._answer = max(ANSWER, PATIENCE * (seconds or 0.0))
        self._pool: BotPool | None = None

    def executor(self) -> Executor:
        self.close()
        self._pool = BotPool(self.places, self._answer)
        return self._pool

    def look(self) -> None:
        if self._pool is not None:
            self._pool.look()

    def lost(self, bots: tuple[str, ...], times: int) -> Exception | None:
        assert self._pool is not None
        # A stranger's bot that ends its process would end it again.
        strangers = not all(map(built_in, bots))
        return self._pool.broken(bots) if strangers or times >= LOST else None

    def fault(self, bots: tuple[str, ...], error: Exception) -> Exception:
        return error

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class Cluster:
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
