"""That one is asked is said beside the screen: in the window's title, and by a bell if wished."""

from __future__ import annotations

import pytest
from tables import fresh, press, running, sit

from elgrande.app.screens import table_screen as module

TITLE = "El Grande"


async def test_the_title_names_whose_turn_it_is_where_several_sit() -> None:
    bench = sit(setup=fresh(3, 4, persons="RB"), bots=True)
    async with running(bench.app()) as (app, pilot):
        names = [player.name for player in bench.table.players]
        asked = bench.table.state.owing()[0]
        assert app.entitled == f"{names[asked]}'s turn - {TITLE}"
        await press(pilot, "9")
        assert app.entitled == f"{names[bench.table.state.owing()[0]]}'s turn - {TITLE}"
        await press(pilot, "q", "y")
        assert app.entitled == TITLE


@pytest.mark.parametrize(("told", "bells"), [("title", 0), ("bell", 1), ("off", 0)])
async def test_a_bell_calls_whoever_had_to_wait(
    told: str, bells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONG", 0)
    bench = sit(setup=fresh(3, 4, persons="R"))
    async with running(bench.app()) as (app, pilot):
        rung: list[str] = []
        monkeypatch.setattr(app, "bell", lambda: rung.append("bell"))
        app.preferences.choose("turn", told)
        assert app.entitled == f"Your turn - {TITLE}"
        red = bench.table.rules.colours.index("red")
        await press(pilot, "9")
        assert app.entitled == TITLE
        assert rung == [], "nobody who answers is called"
        while red not in bench.table.state.owing():
            seat = bench.table.state.owing()[0]
            bench.table.send(seat, [bench.table.rules.text(bench.table.state.legal(seat)[0])])
            await press(pilot)
        assert len(rung) == bells
        assert (app.entitled == f"Your turn - {TITLE}") == (told != "off")


async def test_nobody_is_called_to_a_game_of_bots() -> None:
    bench = sit(setup=fresh(3, 4, persons="", short=True), bots=True)
    async with running(bench.app()) as (app, _):
        assert app.entitled == ""
