"""A whole game by keys alone, and one by mouse alone, both at 80x24 to the ranking."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tables import fresh, press, running, sit, table_screen, typed
from textual.pilot import Pilot

from chairs import loopback, wired
from elgrande.app.app import ElGrande
from elgrande.app.board.map.pane import MapPane
from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.panes.story_pane import StoryPane
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.app.screens.scoring_screen import ScoringScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.table import seated

MOST = 600
"""Steps after which a game that has not ended is stuck."""


CHAIRS = {"seated": seated, "loopback": loopback, "wired": wired}
USUAL = {"wired": (80, 24), "loopback": (120, 40), "seated": (160, 48)}
EVERYWHERE = [
    # Nearly all other tests of the app are over loopback.
    pytest.param(
        chair, size,
        marks=[pytest.mark.long] * (chair != "wired" or size != USUAL["wired"])
        + [pytest.mark.whole] * (size != USUAL[chair]),
    )
    for size in USUAL.values()
    for chair in CHAIRS
]  # fmt: skip


@pytest.mark.parametrize(("chair", "size"), EVERYWHERE)
async def test_by_keys(chair: str, size: tuple[int, int]) -> None:
    setup = fresh(3, 11, persons="RB", short=True)
    bench = sit(setup=setup, bots=True, make=CHAIRS[chair])
    app = bench.app()
    chance = random.Random(5)
    told = shows = 0
    async with running(app, size=size) as (_, pilot):
        assert bench.asked == ["update"]
        for _ in range(MOST):
            assert len(bench.asked) <= 1, "a key asks the table once at most"
            bench.asked.clear()
            if isinstance(app.screen, FinalScreen):
                break
            if isinstance(app.screen, CurtainScreen):
                await press(pilot, "enter")
                continue
            if isinstance(app.screen, ScoringScreen):
                shows += app.screen.at == 0
                await press(pilot, "space")
                continue
            # The story of the others' turns is beside the question, and swallows no answer.
            told += isinstance(app.screen.focused, StoryPane)
            answering = table_screen(app).turn.answering
            assert answering is not None, "nobody is asked and the game is not over"
            offer = answering.offer
            keys = [choice.key for choice in offer.choices]
            keys += [answering.guide.key(target) for target in offer.targets]
            key = chance.choice(keys)
            await press(pilot, *typed(answering, key))
            if isinstance(app.screen, TableScreen) and table_screen(app).turn.refusal:
                # A turn that ends too early is asked about once.
                assert "You can still place caballeros" in table_screen(app).turn.refusal
                await press(pilot, *typed(answering, key))
                assert not isinstance(app.screen, TableScreen) or not table_screen(app).turn.refusal
        assert isinstance(app.screen, FinalScreen)
        assert bench.table.over
    verbs = {command.split()[0] for command in bench.commands}
    assert told > 8, "the others' turns were told"
    assert shows == 3, "every general scoring was shown, once"
    assert {"power", "take", "card", "place", "special", "end"} <= verbs


@pytest.mark.long
async def test_by_mouse() -> None:
    bench = sit(setup=fresh(2, 8, short=True), bots=True)
    app = bench.app()
    chance = random.Random(2)
    async with running(app) as (_, pilot):
        for _ in range(MOST):
            if isinstance(app.screen, FinalScreen):
                break
            if isinstance(app.screen, ScoringScreen):
                await press(pilot, "escape")
                continue
            if isinstance(app.screen.focused, StoryPane):
                # A card may have to be clicked, and another tab is in front of it.
                pane = app.screen.focused
                await pilot.click(pane, offset=hit(pane, "key table.back"))
                await pilot.pause()
                continue
            await click_something(app, pilot, chance)
        assert isinstance(app.screen, FinalScreen)
        assert bench.table.over


async def click_something(app: ElGrande, pilot: Pilot[Any], chance: random.Random) -> None:
    """Clicks a lit region, a card that may be taken, or a chip of the prompt."""
    answering = table_screen(app).turn.answering
    assert answering is not None
    offer = answering.offer
    ways: list[tuple[type[LineWidget], tuple[int, int]]] = []
    chart = app.screen.query_one(MapPane).chart
    for target in offer.targets:
        if target == "castillo":
            ways.append((MapPane, (chart.castle[0] + 4, chart.castle[1] + 2)))
        else:
            slot = chart.labels[target][0]
            ways.append((MapPane, (slot.x + 3, slot.y)))
    if offer.verbs == {"card"}:
        codes = {choice.codes[0] for choice in offer.choices}
        cards = app.screen.query_one(CardsPane)
        for i, shown in enumerate(table_screen(app).turn.look.view.slots):  # type: ignore[union-attr]
            if shown.card >= 0 and answering.guide.rules.CARD + shown.card in codes:
                ways.append((CardsPane, hit(cards, f"stack {i}")))
    else:
        prompt = app.screen.query_one(PromptPane)
        for i in range(len(offer.choices)):
            ways.append((PromptPane, hit(prompt, f"choice {i}")))
    where, offset = chance.choice(ways)
    await pilot.click(where, offset=offset)
    await pilot.pause()


def hit(pane: LineWidget, what: str) -> tuple[int, int]:
    """The middle of the run that stands for something."""
    for y, row in enumerate(pane.rows):
        x = 0
        for run in row:
            if run.hit == what and run.text.strip():
                return x + len(run.text) // 2, y
            x += len(run.text)
    raise AssertionError(f"{what} cannot be clicked anywhere")
