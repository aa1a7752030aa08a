"""The example saves: played in the app by people and stewards, with discs that came home."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.content.setup import PERSON
from elgrande.saves import Paths, Store
from elgrande.saves.paths import shipped
from elgrande.table import load, replay

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "persons", "scores"),
    [
        ("colonies-four", [0], [95, 109, 106, 99]),
        pytest.param("colonies-five", [0, 2], [102, 107, 114, 112, 111], marks=pytest.mark.long),
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
