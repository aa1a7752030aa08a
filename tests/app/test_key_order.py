"""Keys that come in one burst act in the order in which they were pressed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from phases import PHASES, app_in, go, midgame
from tables import Bench, press, running, settle, sit, table_screen
from textual import events

from drawing import table
from elgrande.app.dialogs.answers import AnswersScreen
from elgrande.app.screens.menu_screen import MenuScreen

SIZE = (80, 24)
NAMES = {
    "\r": "enter",
    "\t": "tab",
    ":": "colon",
    "\x1b": "escape",
    "?": "question_mark",
    " ": "space",
}


async def burst(pilot: Any, typed: str) -> None:
    """Send keys before anybody has looked at the first of them."""
    await settle(pilot)
    for letter in typed:
        pilot.app.post_message(events.Key(NAMES.get(letter, letter), letter))
    await settle(pilot)


def placing() -> Bench:
    """Ana has two caballeros to place beside the King in New Castile."""
    return sit(midgame("3-05"))


BURSTS = {
    "a key of the map, then one of the prompt": ("3d", ["place aragon", "done"]),
    "a key of the prompt after Enter on the map": ("3u5\rd", None),
    "notation": (":place aragon\r", ["place aragon"]),
    "notation, and on": (":place aragon\rd", ["place aragon", "done"]),
    "the list of answers, and out of it": ("m\x1bdd", ["end"]),
    "to the prompt and back": ("\t\t\t\t\t\t3", ["place aragon"]),
}


@pytest.mark.parametrize("name", BURSTS)
async def test_a_burst_comes_to_what_its_keys_come_to_one_by_one(name: str) -> None:
    typed, sent = BURSTS[name]
    one_by_one, at_once = placing(), placing()
    async with (app := one_by_one.app()).run_test(size=SIZE) as pilot:
        await press(pilot, *(NAMES.get(letter, letter) for letter in typed))
        shown = type(app.screen), table_screen(app).play.prompt.rows
    async with (app := at_once.app()).run_test(size=SIZE) as pilot:
        await burst(pilot, typed)
        assert (type(app.screen), table_screen(app).play.prompt.rows) == shown
    assert at_once.commands == one_by_one.commands
    assert sent is None or at_once.commands == sent


async def test_enter_comes_before_the_letter_after_it() -> None:
    """Enter is the app's to carry out, a letter the screen's: neither may overtake."""
    bench = placing()
    async with running(bench.app(), "right", "up") as (_, pilot):
        await burst(pilot, "\rd")
    first, last = bench.commands
    assert first.startswith("place ")
    assert last == "done"


async def test_what_is_typed_to_search_is_found_before_enter_chooses() -> None:
    bench = placing()
    async with running(app := bench.app(), "m") as (_, pilot):
        assert isinstance(app.screen, AnswersScreen)
        await burst(pilot, "castillo\r")
    assert bench.commands == ["place castillo"]


async def test_a_burst_goes_through_the_menus(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await burst(pilot, "r\x1bs\x1b?\x1bl")
        await burst(pilot, "\x1b")
        assert isinstance(app.screen, MenuScreen)
        await go(pilot, PHASES["turn"])
        await burst(pilot, "qny")
        assert app.screen is table_screen(app)


async def test_a_marked_caballero_goes_where_the_next_keys_say() -> None:
    bench = sit(table("aragon: R2 B1 | seville: B2", card="1-07", court="R3"))
    bench.table.send(0, ["place aragon"])
    bench.sent.clear()
    async with bench.app().run_test(size=SIZE) as pilot:
        await burst(pilot, "s3b1")
    assert bench.commands == ["special", "pick blue aragon", "put galicia"]
