"""The example save, which four people played in the app, and a save whose expansion is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.cli.main import main
from elgrande.content import expansion
from elgrande.content.setup import PERSON
from elgrande.saves import Paths, SaveError, Store
from elgrande.saves.paths import shipped
from elgrande.table import load, replay

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = shipped("saves") / "thirteen-cards.toml"


def test_the_example_is_a_whole_game_of_four_people_with_chosen_hands(tmp_path: Path) -> None:
    store = Store(Paths(tmp_path))
    table = replay(store.read(EXAMPLE), "thirteen-cards")
    assert table.over
    assert [player.source for player in table.setup.players] == [PERSON] * 4
    assert table.setup.expansions == ("intrigue",)
    assert (table.rules.options["cards"], table.rules.options["hand"]) == (31, "chosen")
    assert [table.state.score(seat) for seat in range(4)] == [79, 78, 91, 98]
    store.copy(EXAMPLE, "mine")
    resumed = load(store.open("mine"), "mine")
    assert resumed.state == table.state
    resumed.close()


def test_a_save_whose_expansion_is_gone_is_refused_in_one_sentence_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    Store(Paths(tmp_path)).copy(EXAMPLE, "game")
    path = tmp_path / "saves" / "game.toml"
    before = path.read_bytes()
    assert expansion.expansion("intrigue")
    monkeypatch.delitem(expansion._REGISTERED, "intrigue")
    with pytest.raises(SaveError, match=r"^[^\n]*no expansion 'intrigue'[^\n]*$"):
        replay(Store(Paths(tmp_path)).read("game"), "game")
    for command in ("show", "check", "replay"):
        assert main([command, "game"]) == 2
        said = capsys.readouterr()
        told = (said.err or said.out).strip()
        assert "there is no expansion 'intrigue'" in told
        assert told.count("\n") == 0
    assert path.read_bytes() == before
