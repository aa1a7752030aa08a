"""A cluster of two workers, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from contests import contest

from elgrande.tournament.hall import Hall, HandsHere
from elgrande.tournament.hands import Cluster, ClusterError
from elgrande.tournament.record import Record

NONE: dict[str, Any] = {}


def test_no_cluster_is_said() -> None:
    pytest.importorskip("distributed", reason="it comes with the extra elgrande[cluster]")
    with pytest.raises(ClusterError, match="no dask scheduler answers at tcp://127"):
        Cluster("tcp://127.0.0.1:1", joining=0.2)


def test_without_the_extra_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'elgrande\[cluster\]'"):
        Cluster("tcp://127.0.0.1:1")


@pytest.mark.long
def test_a_worker_that_is_killed_costs_nothing() -> None:
    distributed = pytest.importorskip(
        "distributed", reason="it comes with the extra elgrande[cluster]"
    )
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        hands = Cluster(local.scheduler_address)
        assert hands.places == 2
        with distributed.Client(local.scheduler_address, set_as_default=False) as client:
            workers = list(client.run(os.getpid).values())
        assert len(set(workers)) == 2

        def kill(hall: Hall) -> None:
            if hall.done == 3:
                os.kill(workers[0], signal.SIGKILL)

        duel = contest("steward", "random", players=3)
        hall = Hall(duel, Record(None, NONE), 24, heard=kill)
        hall.play(hands)
    with pytest.raises(ProcessLookupError):
        os.kill(workers[0], 0)
    here = Hall(duel, Record(None, NONE), 24)
    here.play(HandsHere())
    assert hall.pairings() == here.pairings(), "the same games, wherever they are played"
