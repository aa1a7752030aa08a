"""The example saves: played in the app by people and stewards, with discs that came home."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.content.setup import PERSON
from elgrande.content.words import say_event
from elgrande.saves import Paths, Store
from elgrande.saves.paths import shipped
from elgrande.table import load, replay

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "persons", "scores"),
    [
        ("colonies-four", [0], [96, 109, 108, 99]),
        pytest.param("colonies-gold", [0, 1, 2, 3], [119, 126, 105, 140], marks=pytest.mark.long),
        pytest.param("colonies-five", [0, 2], [102, 89, 97, 110, 108], marks=pytest.mark.long),
    ],
)
def test_the_example_is_a_whole_game_and_is_resumed(
    name: str, persons: list[int], scores: list[int], tmp_path: Path
) -> None:
    example = shipped("saves") / f"{name}.toml"
    store = Store(Paths(tmp_path))
    table = replay(store.read(example), name)
    assert table.over
    sources = [player.source for player in table.setup.players]
    assert [seat for seat, source in enumerate(sources) if source == PERSON] == persons
    assert [table.state.score(seat) for seat in range(len(sources))] == scores
    store.copy(example, "mine")
    resumed = load(store.open("mine"), "mine")
    assert resumed.state == table.state
    resumed.close()


@pytest.mark.long
def test_in_one_example_gold_comes_home_by_ship_and_by_card_and_is_lost(tmp_path: Path) -> None:
    example = shipped("saves") / "colonies-gold.toml"
    table = replay(Store(Paths(tmp_path)).read(example), "gold")
    names = table.setup.names()
    told: dict[int, list[str]] = {}
    for entry, event in table.events(None):
        told.setdefault(entry, []).append(say_event(event, table.rules, names))
    for entry, said in {
        129: "Diego gets 6 points (Gold brought home).",
        179: "Clara gets 6 points (Gold brought home).",
        286: "The Gold goes back to the supply unpaid: in the Castillo discs are lost, only Spain "
        "pays.",
    }.items():
        assert said in told[entry]
