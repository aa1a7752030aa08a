"""What an answer would change in points stands below the question before it is given."""

from __future__ import annotations

from typing import Any

import pytest
from phases import after, midgame
from tables import NAMES, press, running, screen_text, sit, table_screen

from drawing import table
from elgrande.app.answering.preview import FORESEEN, ITS_ACTION, PAID, Preview
from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.rules import State


def preview_of(state: State, seat: int = 0, **house: Any) -> Preview:
    chair = sit(state, **house).chair
    return Preview(state.view(seat), Guide(chair.setup, chair.rules, UNICODE))


def said(preview: Preview, command: str) -> tuple[str, ...]:
    return preview.said([preview.view.rules.code(command)])


def test_a_placement_tells_who_gains_and_who_loses() -> None:
    """Aragon pays 5/4/1, and whoever ties for first the second value."""
    preview = preview_of(table("aragon: R2 B2", card="5-01", king="valencia"))
    assert said(preview, "place aragon") == (
        "If scored now: Ana +1",
        "If scored now: ●+1",
        "Ana +1",
        "●+1",
    )


def test_no_change_is_said_too() -> None:
    preview = preview_of(table("aragon: R5 B2", card="5-01", king="valencia"))
    assert said(preview, "place aragon")[0] == "If scored now: no change"


def test_the_kings_new_seat_and_a_scoring() -> None:
    state = after("red special", "5-01", held="")
    (whole, *_) = said(preview_of(state), "king catalonia")
    assert whole.startswith(FORESEEN)
    assert "Diego +2" in whole, "alone in front there"
    state = midgame("3-11", held="")
    state.apply(0, state.rules.code("special"))
    assert said(preview_of(state), "score aragon")[0].startswith(f"{PAID}: Ana +")


def test_a_card_that_scores_and_its_special_action() -> None:
    rules = midgame("3-05").rules
    assert said(preview_of(midgame("3-05")), "special")[0].startswith(PAID)
    state = after("red card 3-01, end, blue card 4-04, end, green take 0")
    (offered,) = [rules.text(c) for c in state.legal(2) if "card 2" in rules.text(c)]
    assert said(preview_of(state, 2), offered) == (), "what it is used for is another question"
    state = midgame("", turn="")
    assert ITS_ACTION not in str(said(preview_of(midgame("1-07")), "special"))


@pytest.mark.parametrize("castillo", ["open", "veiled"])
def test_nothing_is_told_of_a_veiled_castillo(castillo: str) -> None:
    state = table("castillo: R3 B1 | aragon: B1", card="3-06", castillo=castillo)
    preview = preview_of(state, castillo=castillo)
    assert bool(said(preview, "special")) == (castillo == "open")
    assert bool(said(preview, "place castillo")) == (castillo == "open")


async def test_it_follows_the_cursor_and_a_setting_turns_it_off() -> None:
    bench = sit(midgame("3-05"))
    async with running(bench.app(), "right", "up", size=(80, 24)) as (app, pilot):
        row = screen_text(app).splitlines()[-1]
        assert "Enter: place" in row
        assert "scored now" in row or "no change" in row or "+" in row
        table_screen(app).play.previews = False
        await press(pilot, "down", "up")
        assert "now" not in screen_text(app).splitlines()[-1]


async def test_wide_and_in_ascii_it_is_whole() -> None:
    bench = sit(midgame("3-05"))
    bench.glyphs = ASCII
    async with running(bench.app(), "right", "up", size=(120, 40)) as (app, _):
        row = screen_text(app).splitlines()[-1]
        assert "If scored now: " in row
        assert any(name in row for name in NAMES.values()) or "no change" in row
