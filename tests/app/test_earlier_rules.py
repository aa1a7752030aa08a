"""A game that was begun under earlier rules says so at the table, before everything else."""

from __future__ import annotations

from pathlib import Path

from elgrande.app.games import Games
from elgrande.content.setup import Setup
from elgrande.saves import Paths

OLD = Path(__file__).parents[1] / "saves" / "version-1" / "1996.toml"


def test_a_game_of_earlier_rules_says_so(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path))
    games.store.copy(OLD, "mine")
    game = games.open("mine")
    try:
        assert game.notices == (game.chair.setup.earlier_rules,)
        assert "by the earlier rules 1996/1, not by 1996/2" in game.notices[0]
        assert game.chair.rules.version == "1996/1"
    finally:
        game.stop()


def test_a_new_game_has_nothing_to_say(tmp_path: Path) -> None:
    game = Games(Paths(tmp_path)).new(Setup.of(2, 1))
    try:
        assert game.notices == ()
    finally:
        game.stop()
