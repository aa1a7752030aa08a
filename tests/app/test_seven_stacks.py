"""Seven stacks in the pane of a small screen: a line a card, and the whole text of one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tables import press, running, screen_text, sit

from elgrande.app.board.guide import Guide
from elgrande.app.panes import cards_pane
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import cells, plain
from elgrande.content.setup import Setup

PANE = (28, 19)
"""The cells of the pane at 80x24."""


def choosing() -> Any:
    """A table of three with seven cards face up, of whom the first chooses."""
    bench = sit(setup=Setup.of(3, seed=3, expansions=("colonies",)))
    chance = random.Random(1)
    table = bench.table
    while table.state.decision().step != "choose_card":
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    return bench


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_card_has_a_line_and_one_its_whole_text(glyphs: Glyphs) -> None:
    table = choosing().table
    seat = table.state.owing()[0]
    view = table.state.view(seat)
    guide = Guide(table.setup, table.rules, glyphs)
    lit = [slot.card for slot in view.slots]
    assert len(lit) == 7
    for cursor in range(7):
        rows = plain(cards_pane.rows(view, guide, *PANE, cursor, lit))
        assert len(rows) <= PANE[1]
        assert {cells(row) for row in rows} == {PANE[0]}
        for at, (card, row) in enumerate(zip(lit, rows, strict=False)):
            info = guide.card(card)
            assert info is not None
            marks = glyphs.left + glyphs.right if at == cursor else "[]"
            assert row.startswith(f"{marks[0]}{at + 1}{marks[1]} {info.short}")
        info = guide.card(lit[cursor])
        assert info is not None
        assert f"{cursor + 1} {info.name}" in rows[7]
        assert info.text in " ".join(" ".join(rows).split())
        if left := view.slots[cursor].left:
            assert rows[cursor].rstrip().endswith(str(left))
            assert f"{left} more in this stack" in "\n".join(rows)


def test_a_taken_card_says_whose_it_is() -> None:
    table = choosing().table
    seat = table.state.owing()[0]
    card = table.state.slots[5].card
    table.send(seat, [f"card {table.rules.cards[card].id}"])
    guide = Guide(table.setup, table.rules, UNICODE)
    row = plain(cards_pane.rows(table.state.view(seat), guide, *PANE, 0))[5]
    assert row.rstrip().endswith(f"{UNICODE.piece(guide.colour(seat))} {guide.player(seat)}")


async def test_six_and_seven_are_keys() -> None:
    bench = choosing()
    ids = [bench.table.rules.cards[slot.card].id for slot in bench.table.state.slots]
    async with running(bench.app(), "escape", "up") as (app, pilot):
        assert "▶7◀ Score later" in screen_text(app)
        await press(pilot, "6")
        assert bench.commands == [f"card {ids[5]}"]
