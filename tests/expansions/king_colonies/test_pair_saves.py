"""A game of five at one keyboard, played through in the app with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.saves import Paths, Store
from elgrande.saves.paths import shipped
from elgrande.table import load, replay

if TYPE_CHECKING:
    from pathlib import Path

NAME = "king-and-colonies"


@pytest.mark.long
def test_the_example_is_a_whole_game_and_is_resumed(tmp_path: Path) -> None:
    example = shipped("saves") / f"{NAME}.toml"
    store = Store(Paths(tmp_path))
    table = replay(store.read(example), NAME)
    assert table.over
    assert table.setup.expansions == ("colonies", "intrigue")
    assert [table.state.score(seat) for seat in range(5)] == [100, 87, 89, 56, 87]
    store.copy(example, "mine")
    resumed = load(store.open("mine"), "mine")
    assert resumed.state == table.state
    resumed.close()
