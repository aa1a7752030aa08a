"""A cluster of two workers, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from types import SimpleNamespace
from typing import Any

import pytest
from contests import contest

from elgrande.bots.bot import BotError
from elgrande.tournament.tournament import Tournament
from elgrande.tournament.tournament_file import TournamentFile
from elgrande.tournament.workers import Cluster, ClusterError, Workers

NONE: dict[str, Any] = {}


def test_no_cluster_is_said() -> None:
    pytest.importorskip("distributed", reason="it comes with the extra elgrande[cluster]")
    with pytest.raises(ClusterError, match="no dask scheduler answers at tcp://127"):
        Cluster("tcp://127.0.0.1:1", joining=0.2)


def test_without_the_extra_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'elgrande\[cluster\]'"):
        Cluster("tcp://127.0.0.1:1")


class Gone(Executor):
    """Calls off whatever it is sent, as dask does when its scheduler is lost."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


class Stalled(Executor):
    """Never ends a game."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        return Future()


class KilledWorker(Exception):
    """As dask names it."""


class Killed(Executor):
    """Loses its worker with every game."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(KilledWorker("play"))
        return future


def cluster(monkeypatch: pytest.MonkeyPatch, executor: Executor, counts: list[int]) -> Cluster:
    """Return a cluster without dask, with so many workers each time that they are counted."""

    class Client:
        def __init__(self, *_: Any, **__: Any) -> None:
            self.counts = iter(counts)

        def nthreads(self) -> dict[str, int]:
            count = next(self.counts, None)
            if count is None:
                raise OSError("no scheduler")
            return {f"worker {at}": 1 for at in range(count)}

        def get_executor(self, **_: Any) -> Executor:
            return executor

        def close(self) -> None:
            """Nothing was opened."""

    dask = SimpleNamespace(Client=Client)
    monkeypatch.setitem(__import__("sys").modules, "distributed", dask)
    return Cluster("tcp://there:8786", joining=0.0)


@pytest.mark.parametrize(
    ("executor", "counts", "words"),
    [
        (Gone(), [2], "the scheduler at tcp://there:8786 no longer answers; start it and"),
        (Stalled(), [2], "the scheduler at tcp://there:8786 no longer answers; start it and"),
        (Stalled(), [2, 1, 0], "the workers of the scheduler at tcp://there:8786 are gone; start"),
        (Killed(), [2], "a game of steward, random ended its worker each time"),
    ],
)
def test_a_lost_cluster_is_said(
    monkeypatch: pytest.MonkeyPatch, executor: Executor, counts: list[int], words: str
) -> None:
    workers = cluster(monkeypatch, executor, counts)
    with pytest.raises((ClusterError, BotError), match=words):
        Tournament(contest(), TournamentFile(None, NONE), 4).play(workers)


def test_workers_that_join_are_given_games(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = cluster(monkeypatch, Stalled(), [1, 3])
    assert workers.places == 1
    workers.look()
    assert workers.places == 3


@pytest.mark.long
def test_a_worker_that_is_killed_costs_nothing() -> None:
    distributed = pytest.importorskip(
        "distributed", reason="it comes with the extra elgrande[cluster]"
    )
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        workers = Cluster(local.scheduler_address)
        assert workers.places == 2
        with distributed.Client(local.scheduler_address, set_as_default=False) as client:
            pids = list(client.run(os.getpid).values())
        assert len(set(pids)) == 2

        def kill(tournament: Tournament) -> None:
            if tournament.done == 3:
                os.kill(pids[0], signal.SIGKILL)

        duel = contest("steward", "random", players=3)
        tournament = Tournament(duel, TournamentFile(None, NONE), 24, on_game=kill)
        tournament.play(workers)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
    here = Tournament(duel, TournamentFile(None, NONE), 24)
    here.play(Workers())
    assert tournament.pairings() == here.pairings(), "the same games, wherever they are played"
