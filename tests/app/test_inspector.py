"""``?`` on a card: its effect, stack and copies, and where each of its fields comes from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from phases import SMALL, after, app_in
from tables import fresh, press, running, screen_text, sit
from textual.pilot import Pilot

from drawing import table
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import card_rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.content.setup import Setup


def lines(setup: Setup, card: str, width: int = 72) -> list[str]:
    """The inspector's lines for a card."""
    rules = setup.ruleset()
    guide = Guide(setup, rules, UNICODE)
    rows = card_rows(guide, rules.card_index[card], width)
    return ["".join(run.text for run in row).rstrip() for row in rows]


def fact(said: list[str], name: str) -> str:
    """What is said under a heading, on however many lines."""
    at = next(i for i, line in enumerate(said) if line.startswith(f"{name}:"))
    out = [said[at].partition(":")[2].strip()]
    for line in said[at + 1 :]:
        if not line.startswith(" "):
            break
        out.append(line.strip())
    return " ".join(out)


async def test_it_fits_the_small_screen() -> None:
    state = table("aragon: R2 B1 | valencia: G1", court="R7", home="B aragon", card="3-01")
    async with running(sit(state).app(), "tab", "down", "question_mark", "S") as (app, _):
        shown = screen_text(app)
        for word in ("Effect:", "Stack:", "Copies:", "Printed:", "Sources:"):
            assert word in shown


@pytest.mark.parametrize("edition", ["1996", "2023"])
def test_every_card_tells_every_field(edition: str) -> None:
    setup = Setup.of(4, seed=1, edition=edition)
    for info in setup.content.cards.values():
        said = lines(setup, info.card.id)
        told = sum(
            fact(said, word.capitalize()).replace(" and ", ", ").count(", ") + 1
            for word in dict.fromkeys(info.source.values())
        )
        assert told == len(info.source), said
        assert fact(said, "Effect").startswith(info.card.effect.replace("_", " "))
        assert fact(said, "Stack").startswith(f"{info.card.stack}, ")
        assert not any(line.startswith("Not given") for line in said)
        assert max(map(len, said)) <= 72


def test_copies_do_the_same_and_sources_are_told_apart() -> None:
    setup = fresh(4, 1)
    said = lines(setup, "2-10")
    assert fact(said, "Copies") == "3: 2-09, 2-10 and 2-11"
    assert fact(lines(setup, "1-01"), "Copies") == "none, this card is unique"
    said = lines(setup, "2-07")
    assert fact(said, "Effect") == "disk send (number 2)"
    assert fact(said, "Stack") == "2, 11 cards"
    assert fact(said, "Reconstructed") == "the name"
    assert fact(said, "Deduced") == "the effect"
    assert (
        fact(said, "Printed")
        == "the number of caballeros to place and how many caballeros its effect is about"
    )
    assert fact(lines(setup, "5-01"), "Stack") == "5, 1 card, face up again every round"


# -- A card as a player meets it: its page in the rules, and what it asks on the table (2-08)


Compare = Callable[..., bool]


def test_its_page_in_the_rules(sheet_compare: Compare, tmp_path: Path) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", *"2-08", "enter")

    assert sheet_compare(app_in(tmp_path), terminal_size=SMALL, run_before=before)


def test_what_it_asks(sheet_compare: Compare) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot)

    app = sit(after("red special, blue let-all", "2-08"), persons="B").app()
    assert sheet_compare(app, terminal_size=SMALL, run_before=before)
