"""The example save: five players, two of them people, with everything on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.content.setup import PERSON
from elgrande.expansions.grandissimo.cards import GrandeCrowned, RevolutionOver
from elgrande.expansions.grandissimo.courtiers import CompanyRefused, GiftGiven
from elgrande.expansions.grandissimo.symbols import Pardoned, TokenTaken
from elgrande.saves import Paths, Store
from elgrande.saves.paths import shipped
from elgrande.table import load, replay

if TYPE_CHECKING:
    from pathlib import Path

NAME = "grandissimo-five"
SHOWN = (GrandeCrowned, RevolutionOver, GiftGiven, CompanyRefused, Pardoned, TokenTaken)
"""What the example is there for."""


@pytest.mark.long
def test_the_example_is_a_whole_game_and_is_resumed(tmp_path: Path) -> None:
    example = shipped("saves") / f"{NAME}.toml"
    store = Store(Paths(tmp_path))
    table = replay(store.read(example), NAME)
    assert table.over
    sources = [player.source for player in table.setup.players]
    assert [seat for seat, source in enumerate(sources) if source == PERSON] == [0, 2]
    assert [table.state.score(seat) for seat in range(5)] == [76, 73, 92, 85, 78]
    met = {type(event) for entry in table.history.line() for event in entry.events}
    assert met.issuperset(SHOWN)
    store.copy(example, "mine")
    resumed = load(store.open("mine"), "mine")
    assert resumed.state == table.state
    resumed.close()
