"""``?``: what is under the cursor now, the question at hand, and why, behind a key."""

from __future__ import annotations

import pytest
from phases import midgame
from tables import Bench, fresh, press, running, screen_text, seen, sit, table_screen
from test_turn_story import hotseat

from drawing import table
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import OpenDecision, beginning, card_now, reason_rows, target_rows
from elgrande.app.dialogs.score_dialogs import ForecastScreen
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.panes.story_pane import StoryPane
from elgrande.app.panes.text_runs import plain
from elgrande.content.expansion import hand_card
from elgrande.content.setup import Setup


def shifting() -> Bench:
    """A game with modifiers, which are passed first."""
    return sit(setup=fresh(3, 3, persons="RBG", edition="2023", expansions=("power-shift",)))


async def test_it_begins_with_the_question_where_nothing_is_pointed_at() -> None:
    async with running(sit(midgame("3-05")).app(), "question_mark") as (app, _):
        lines = [line.strip("│ ") for line in screen_text(app).splitlines()]
        at = next(i for i, line in enumerate(lines) if "The question" in line)
        assert "Ana: place up to 3 caballeros" in lines[at + 1]
        assert at < next(i for i, line in enumerate(lines) if "Signs" in line)


async def test_why_and_sources_are_behind_a_key() -> None:
    async with running(sit(midgame("3-05")).app()) as (_, pilot):
        shown = await seen(pilot, "right", "right", "question_mark")
        assert "It borders" in shown
        assert "If it were scored now" in shown
        assert "The rules" not in shown
        assert "The rules" in await seen(pilot, "S")
        assert "It borders" in await seen(pilot, "S")


def test_a_region_begins_with_its_neighbours_and_what_it_would_pay() -> None:
    state = table("aragon: R2 B1", court="R7", home="B aragon")
    guide = Guide(sit(state).table.setup, state.rules, UNICODE)
    lines = plain(target_rows(state.view(0), guide, "aragon", 200, "place in Aragon"))
    assert lines[1].startswith("It borders the Basque Country") or "Basque Country" in lines[1]
    assert lines[2].startswith("If it were scored now: Aragon (5/4/1) is scored: Ana gets 5")
    assert lines[3].startswith("Place in Aragon.")
    assert "It is Bruno's home region: as sole leader Bruno gets 2 extra points." in lines[4]


@pytest.mark.parametrize("rows", [target_rows, reason_rows])
def test_a_veiled_castillo_stays_veiled(rows) -> None:  # type: ignore[no-untyped-def]
    bench = sit(setup=fresh(3, 3, persons="RBG", house={"castillo": "veiled"}))
    guide = Guide(bench.table.setup, bench.table.rules, UNICODE)
    said = " ".join(plain(rows(bench.table.state.view(0), guide, "castillo", 70)))
    assert "veiled" in said
    assert "scored" not in said


def test_a_scoring_card_says_what_it_would_bring_now() -> None:
    state = midgame("3-05")
    guide = Guide(sit(state).table.setup, state.rules, UNICODE)
    asked = OpenDecision("", state.decision(), 0)
    said = " ".join(card_now(state.view(0), guide, state.rules.card_index["3-05"], asked))
    assert said.startswith("Ana has chosen it this round. Its special action would score now:")
    for name in ("Old Castile (", "New Castile (", "Granada ("):
        assert name in said


async def test_the_question_of_a_turn_tells_what_its_card_would_do_now() -> None:
    async with running(sit(midgame("3-05")).app(), "question_mark") as (app, _):
        assert "Its special action would score now: Old Castile" in screen_text(app)


async def test_in_the_story_it_explains_the_card_of_the_chosen_turn() -> None:
    bench = hotseat()
    async with running(bench.app()) as (app, pilot):
        pane = app.screen.focused
        assert isinstance(pane, StoryPane)
        assert pane.chosen is not None
        name = bench.table.rules.cards[pane.chosen.card].id
        shown = await seen(pilot, "question_mark")
        assert name in shown
        assert "has chosen it this round" in shown


async def test_a_modifier_is_explained_where_it_is_passed() -> None:
    async with running(shifting().app(), "enter", size=(120, 40)) as (app, pilot):
        guide = table_screen(app).turn.guide
        now = table_screen(app).turn.answering
        assert now is not None
        name = guide.rules.text(now.offer.choices[0].codes[0]).split()[1]
        card = hand_card(guide.rules, name)
        assert card is not None
        table_screen(app).set_focus(app.screen.query_one(PromptPane))
        assert card.brief[:30] in await seen(pilot, "right")
        shown = await seen(pilot, "question_mark")
        assert f"{card.name}:" in shown
        assert f"You hold {card.name}" not in shown, "it is said once"


def test_a_long_rule_is_cut_after_a_sentence() -> None:
    text = "One is short. " * 3 + "The last of them is a good deal longer than all the others."
    assert beginning(text, 50) == "One is short. One is short. One is short."
    assert beginning("A single sentence stays whole.", 5) == "A single sentence stays whole."


@pytest.mark.expansions
async def test_what_an_expansion_adds_to_a_turn_is_explained_with_it_and_by_itself() -> None:
    """Where one has said what it is about, that alone is told, here and in the rules."""
    faces = ("1-07", "2-04", "3-01", "4-04", "5-01", "gi-01", "co-08")
    seats: list[dict[str, object]] = [
        {"colour": "red", "power": 13, "caballeros": {"ship": 1, "america": 1, "court": 3}},
        {"colour": "blue", "power": 12},
    ]
    position = {
        "king": "galicia", "neutral": {"black": {"aragon": 4}}, "cells": {"limit-table": "seville"},
        "seat": seats,
        "stack": [{"number": at, "face": card} for at, card in enumerate(faces, 1)],
    }  # fmt: skip
    setup = Setup.of(2, seed=1, expansions=("colonies",), position=position)
    async with running(sit(setup=setup).app(), size=(120, 40)) as (app, pilot):
        assert "Choosing an action card: " in await seen(pilot, "0", "question_mark")
        # The row below the prompt has no room for all of it.
        assert "Legs left: 1 from the Ship and 1 from America." in screen_text(app)
        await press(pilot, "pagedown")
        assert "The Ship: As many of your caballeros as were on the Ship" in screen_text(app)
        assert "Who sails?" in await seen(pilot, "escape", "o", "question_mark")
        assert "The Ship: As many of your caballeros as were on the Ship" in screen_text(app)
        assert "Choosing an action card: " not in screen_text(app)
        await press(pilot, "escape", "R")
        about = screen_text(app).partition("About this moment")[2].splitlines()[:3]
        assert "The Ship" in about[1]
        assert "Choosing an action card" not in about[2]


@pytest.mark.expansions
async def test_a_modifier_is_explained_where_it_may_be_used() -> None:
    """What the others can do helps nobody; and what ends the question is called as it calls it."""
    bench = shifting()
    table = bench.table
    while table.state.decision().step != "use_ability":
        seat = table.state.owing()[0]
        texts = [table.rules.text(code) for code in table.state.legal(seat)]
        table.send(seat, [next((text for text in texts if "levy" in text), texts[0])])
    name = "Levy"
    async with running(bench.app(), "enter", size=(120, 40)) as (app, pilot):
        assert "[d] skip it" in screen_text(app)
        assert "stop here" not in await seen(pilot, "m")
        shown = await seen(pilot, "escape", "question_mark")
        assert "What some modifiers can do: " in shown
        assert f"{name}:" in shown


async def test_help_and_forecast_go_on_with_the_game() -> None:
    """What was opened while others were asked tells of one's own question once it has come."""
    bench = sit(setup=fresh(2, 3, persons="R", starter="blue"))
    async with running(bench.app(), "question_mark") as (app, pilot):
        assert "Bruno to play a power card" in screen_text(app)
        bench.table.send(1, ["power 9"])
        assert "Bruno to play" not in await seen(pilot)
        assert "Ana: play a power card" in screen_text(app)
        before = await seen(pilot, "escape", "f")
        bench.table.send(0, ["power 3"])
        bench.table.send(1, ["take 2"])
        card = next(text for text in legal(bench) if text.startswith("card 5"))
        bench.table.send(1, [card])
        bench.table.send(1, [next(text for text in legal(bench) if text.startswith("place"))])
        await press(pilot)
        assert isinstance(app.screen, ForecastScreen)
        assert screen_text(app) != before


def legal(bench: Bench) -> list[str]:
    """What whoever is asked may answer."""
    state = bench.table.state
    return [state.rules.text(code) for code in state.legal(state.owing()[0])]
