"""A game that was begun under earlier rules says so at the table, before everything else."""

from __future__ import annotations

from pathlib import Path

from tables import Inline, settle, table_screen

from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.saved_games.games import Games
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


async def test_the_table_says_so_when_it_is_opened(tmp_path: Path) -> None:
    """The log begins with it, and shows its end: so it is said besides."""
    games = Games(Paths(tmp_path), Inline)
    games.store.copy(OLD, "mine")
    app = ElGrande(games, save="mine", glyphs=UNICODE, bots=("steward",))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        (told,) = app._notifications
        assert told.message.startswith("This game is played by the earlier rules 1996/1, not")
        (whole,) = table_screen(app).told.notices
        assert "by the earlier rules 1996/1, not by 1996/2" in whole
