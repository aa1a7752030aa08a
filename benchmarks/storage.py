"""Saves and undo: loading a finished game, taking back, appending."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from pathlib import Path

from elgrande.content.setup import Setup
from elgrande.saves.paths import Paths
from elgrande.saves.store import Store
from elgrande.table import load, new_game
from elgrande.table.saved_game import header


def finished_save(store: Store, players: int) -> int:
    """Write a whole random game into a save; return the number of its records."""
    setup = Setup.of(players, seed=players)
    rng = random.Random(players)
    save = store.create("finished", setup.ruleset().version, header(setup))
    table = new_game(setup, save)
    while not table.over:
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
    records = table.history.next - 1
    table.close()
    return records


def measure(repeats: int) -> dict[str, float]:
    """Milliseconds for loading, undo and an append; the number of records loaded."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Paths(Path(folder)))
        records = finished_save(store, 5)
        loads = []
        for _ in range(repeats * 3):
            began = time.perf_counter()
            journal = store.read("finished")
            load(journal, "finished")
            loads.append((time.perf_counter() - began) * 1e3)
        table = load(store.read("finished"), "finished")
        undos = []
        while table.can_undo(range(5)) and len(undos) < 200:
            began = time.perf_counter()
            try:
                table.undo(range(5))
            except ValueError:
                break
            undos.append((time.perf_counter() - began) * 1e3)
        setup = Setup.of(5, seed=5, house={"undo": "free"})
        free = new_game(setup)
        rng = random.Random(5)
        while not free.over:
            seat = free.state.owing()[0]
            free.send(seat, [free.rules.text(rng.choice(free.state.legal(seat)))])
        while free.can_undo(range(5)):
            began = time.perf_counter()
            free.undo(range(5))
            undos.append((time.perf_counter() - began) * 1e3)
        save = store.create("append", setup.ruleset().version, header(setup))
        appends = []
        for _ in range(100 * repeats):
            began = time.perf_counter()
            save.append("command", {"do": ["red place galicia"]})
            appends.append((time.perf_counter() - began) * 1e3)
        save.close()
    return {
        "records": records,
        "load_ms": statistics.median(loads),
        "undo_ms": statistics.median(undos),
        "append_ms": statistics.median(appends),
    }
