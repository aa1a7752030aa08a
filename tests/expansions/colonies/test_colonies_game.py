"""The game as a whole: random games, words, secrets, saves, positions, refusals, bots."""

from __future__ import annotations

from typing import Any

import pytest
from colonies_drawn import drawn, game

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import read
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import plain
from elgrande.bots.outlook import Outlook
from elgrande.content.files import ContentError
from elgrande.content.map.chart import SIZES
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.reference import reference

# -- options and refusals ------------------------------------------------------------


def test_six_rounds_and_nine_and_seven_stacks() -> None:
    assert game(5, short=True).ruleset().rounds == (2, 3, 5, 6, 8, 9)
    rules = game(2).ruleset()
    assert rules.stacks == (1, 2, 3, 4, 5, 6, 7)
    assert len([card for card in rules.cards if card.stack == 7]) == 11


def test_its_pages_are_found() -> None:
    book = reference(game())
    for word, page in (("viceroy", "america"), ("leg", "ship"), ("wares", "discs")):
        assert page in [entry.id for entry in book.search(word)[:3]]
    every = {step for _, entries in book.chapters for entry in entries for step in entry.steps}
    new = {"lay_out_colonies", "sail_to", "claim_discs", "take_spaces", "turn_down", "move_table"}
    assert new <= every


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_map_shows_discs_offices_and_the_table_wherever_it_lies(
    size: str, glyphs: Glyphs
) -> None:
    board = "captain: blue 1 | ship: red-gold 1, red 1 | mediterranean: black 1 | envoy: red 1"
    setup = game(4)
    for name in setup.ruleset().regions:
        if name == "france":
            continue
        state = drawn(board, table=name, gold=1)
        guide = Guide(setup, state.rules, glyphs)
        chart = guide.charts[size]
        rows = plain(draw(chart, read(state, guide, ("ship",)), glyphs))
        assert {len(row) for row in rows} == {chart.width}
        text = "\n".join(rows)
        assert text.isascii() is (glyphs is ASCII)
        assert "/10" in text, name
        red, gold, black = ("●", "¤", "†") if glyphs is UNICODE else ("R", "o", "i")
        assert f"{red}2{gold}" in text
        assert f"{black}1" in text
        assert "+3" in text


# -- many games ----------------------------------------------------------------------


# -- saves and positions at each new kind of decision ----------------------------------


@pytest.mark.parametrize(
    ("board", "cells", "says"),
    [
        ("aragon-beside: red 1", {}, "beside a limit table in aragon; name that region here"),
        ("aragon: red-gold 1", {}, "neutral.red-gold, field 'aragon': 1 would be here, where none"),
        ("captain: red-gold 1", {}, "neutral.red-gold, field 'captain': 1 would be here"),
        ("", {"gold-supply": 5}, "so 4 are left in the supply; write 4"),
        ("", {"wares-lying": 9}, "there are only 6 Wares discs"),
        ("", {"limit-table": "france"}, "limit-table': write one of galicia"),
        ("", {"inquisitor": "white"}, "inquisitor"),
        ("france: red 2", {}, "2 caballeros stand .* room for 1; write fewer"),
    ],
)
def test_a_position_that_cannot_be_is_refused(board: str, cells: dict[str, Any], says: str) -> None:
    with pytest.raises(ContentError, match=says):
        drawn(board, cells=cells)


@pytest.mark.parametrize("field", ["king", "limit-table"])
def test_a_misspelt_value_is_answered_with_what_is_accepted(field: str) -> None:
    """The King comes to no region at sea; the limit table is in a region all game long (S0)."""
    setup = game(4)
    rules = setup.ruleset()
    data = describe(drawn(""))
    (data if field == "king" else data["cells"])[field] = "zzz"
    with pytest.raises(ContentError) as caught:
        lay_out(rules, data, seed=1)
    listed = str(caught.value).partition("one of ")[2].split(", ")
    never = {"ship", "america", "mediterranean"} if field == "king" else {"france", "nowhere"}
    assert "galicia" in listed
    assert not never & set(listed)


@pytest.mark.parametrize(
    ("round_", "card", "counted"), [(2, "gi-01", 0), (3, "", 0), (3, "gi-01", 2)]
)
def test_black_ones_are_yours_to_bots_once_nobody_else_can_take_the_inquisitor(
    round_: int, card: str, counted: int
) -> None:
    state = drawn("aragon: black 2, blue 1", card, holder="red", round_=round_)
    red, aragon = state.rules.colours.index("red"), state.rules.regions.index("aragon")
    assert Outlook(state, red).tally(state, aragon)[red] == counted
