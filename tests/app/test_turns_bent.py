"""Turns that take no face-up card, and what may be done besides, at the table by keys."""

from __future__ import annotations

import random

import pytest
from tables import fresh, press, running, screen_text, sit, table_screen, typed

from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.content import expansion as expansions
from seam.turns import ERRANDS, OWN

IDS = (OWN.id, ERRANDS.id)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in (OWN, ERRANDS):
        monkeypatch.setitem(expansions._REGISTERED, one.id, one)


async def test_a_round_by_keys() -> None:
    bench = sit(setup=fresh(2, 11, expansions=IDS), bots=True)
    app = bench.app()
    chance = random.Random(2)
    asked: dict[str, str] = {}
    texts: list[str] = []
    async with running(app) as (_, pilot):
        while bench.table.state.round < 3:
            if isinstance(app.screen, CurtainScreen):
                await press(pilot, "enter")
                continue
            answering = table_screen(app).turn.answering
            assert answering is not None
            asked.setdefault(answering.decision.step, screen_text(app))
            offer = answering.offer
            if answering.decision.step == "choose_card":
                card = answering.decision.codes[0] - bench.table.rules.CARD
                texts.append(answering.guide.card_name(card))
            keys = [choice.key for choice in offer.choices]
            assert all(keys), "everything that can be done has a key"
            keys += [answering.guide.key(target) for target in offer.targets]
            key = chance.choice(keys)
            await press(pilot, *typed(answering, key))
            if not isinstance(app.screen, CurtainScreen):
                told = table_screen(app).turn.refusal
                if told.endswith(" again ends the turn."):  # what is free can still be done
                    assert told.startswith(
                        ("You can still muster", "You can still drift", "You can still place")
                    )
                    await press(pilot, *typed(answering, key))
            assert table_screen(app).turn.refusal == ""
    verbs = {command.split()[0] for command in bench.commands}
    assert {"card", "muster", "drift", "put"} <= verbs
    shown = asked["choose_card"]
    assert "muster a caballero" in shown
    assert shown.count(texts[0]) > 1, "what can be chosen is explained in the pane, too"


async def test_the_pane_has_nothing_to_walk_over() -> None:
    bench = sit(setup=fresh(2, 11, expansions=IDS), bots=True)
    async with running(bench.app(), size=(120, 40)) as (app, pilot):
        pane = app.screen.query_one(CardsPane)
        pane.focus()
        await press(pilot, "down", "up", "enter")
        assert pane.cursor == -1
