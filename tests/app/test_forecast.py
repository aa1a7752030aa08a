"""If it were scored now: the forecast agrees with what the core then pays."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from phases import LARGE, SMALL, midgame, shows
from tables import press, running, screen_text, sit

from drawing import play, table
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import card_scores
from elgrande.app.dialogs.score_dialogs import ForecastScreen, WhyScreen
from elgrande.app.panes.forecast import card_forecast, forecast, gain, notes, rows, user
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.cli.plain import queries
from elgrande.content.edition import edition_ids
from elgrande.content.expansion import offered
from elgrande.content.setup import Player, Setup
from elgrande.content.words.names import GameNames
from elgrande.rules import State
from elgrande.rules.events import RegionScored


def view_of(state: State, **house: Any) -> tuple[Any, Guide]:
    chair = sit(state, **house).chair
    return chair.update(0).view, Guide(chair.setup, chair.rules, UNICODE)


def test_a_tie_a_bonus_and_the_castillo() -> None:
    view, guide = view_of(
        table("aragon: R3 B2 G2 | castillo: G1", home="R aragon", king="aragon", score="R10 G1")
    )
    found = forecast(view, guide)
    aragon, castillo = found.scored[2], found.scored[9]
    assert aragon is not None
    assert castillo is not None
    # Red first with both bonuses; blue and green tie for second and get the third value.
    assert gain([aragon], 4) == (5 + 2 + 2, 1, 1, 0)
    assert gain([castillo], 4) == (0, 0, 5, 0)
    assert found.now == (10, 0, 1, 0)
    assert found.gains == (9, 1, 6, 0)
    assert found.totals == (19, 1, 7, 0)


def test_a_veiled_castillo_is_left_out_and_said_so() -> None:
    open_state = table("castillo: R3 B1 | aragon: B1", card="3-06")
    veiled_state = table("castillo: R3 B1 | aragon: B1", card="3-06", castillo="veiled")
    seen, guide = view_of(open_state)
    hidden, closed = view_of(veiled_state, castillo="veiled")
    assert forecast(seen, guide).gains == (5, 8, 0, 0)
    found = forecast(hidden, closed)
    assert found.scored[9] is None
    assert found.gains == (0, 5, 0, 0)
    text = "\n".join(plain(rows(found, None, closed, 72)))
    assert "The Castillo, 5/3/1, is veiled, so it is not counted." in text
    assert re.search(r"Castillo +5/3/1 +veiled", text), "what it pays is printed on the board"
    card = card_forecast(hidden, closed, closed.rules.card_index["3-06"], 0)
    assert card is not None
    assert card.scored == ()
    assert card.hidden
    text = " ".join(" ".join(plain(rows(found, card, closed, 72))).split())
    assert "Card 3-06 (Score Castillo) scores the Castillo, which is veiled: whom it pays" in text
    assert "would score nothing" not in text
    assert "3-06 brings veiled" in text
    assert "".join(card_scores(hidden, closed, card.card, 0)) == (
        "The Castillo is veiled, so what its special action would pay now is not shown."
    )


@pytest.mark.parametrize("castillo", ["open", "veiled"])
def test_a_choice_may_be_the_castillo_where_the_card_says_so(castillo: str) -> None:
    view, guide = view_of(table("aragon: B1 | galicia: R2", castillo=castillo), castillo=castillo)
    card = card_forecast(view, guide, guide.rules.card_index["2-09"], 0)
    said = " ".join(notes(forecast(view, guide), card, guide))
    assert "scores one region or the Castillo, chosen by whoever uses it." in said
    assert ("The Castillo is veiled: whom it pays is not shown." in said) == (castillo == "veiled")


@pytest.mark.expansions
def test_a_card_that_scores_one_region_inland_is_not_said_to_score_any_place() -> None:
    setup = Setup.of(4, 1, expansions=("grandissimo",))
    view = setup.start().view(0)
    guide = Guide(setup, view.rules, UNICODE)
    card = card_forecast(view, guide, guide.rules.card_index["gr-16"], 0)
    told = notes(forecast(view, guide), card, guide)
    assert any("scores one region, chosen by whoever uses it." in note for note in told)


def test_the_dummy_is_first_where_it_is_so_alone() -> None:
    """S2: the dummy can change majorities, but does not get points."""
    state = table("galicia: R2 G2 | aragon: R1 G2 | seville: B3 G2", edition="2023", seats="RB")
    setup = Setup((Player("Ana", "red"), Player("Bruno", "blue")), 1, edition="2023")
    view, guide = state.view(0), Guide(setup, state.rules, UNICODE)
    text = " ".join(" ".join(plain(rows(forecast(view, guide), None, guide, 72))).split())
    assert "scores nothing; it is first in Aragón; it is tied for first in Galicia." in text


@pytest.mark.parametrize("card", ["3-01", "3-03", "3-05", "3-06", "3-08", "3-09", "3-10"])
def test_a_card_brings_what_was_foretold(card: str) -> None:
    state = midgame(card)
    view, guide = view_of(state)
    found = card_forecast(view, guide, guide.rules.card_index[card], 0)
    assert found is not None
    assert found.certain
    events = play(state, "red special, blue let-all")
    paid = [event.scored for event in events if isinstance(event, RegionScored)]
    assert list(found.scored) == paid
    assert paid


def test_a_card_with_a_choice_offers_every_place_that_the_core_offers() -> None:
    state = midgame("3-11")
    view, guide = view_of(state)
    found = card_forecast(view, guide, guide.rules.card_index["3-11"], 0)
    assert found is not None
    assert found.choice
    play(state, "red special")
    offered = [state.rules.text(code) for code in state.legal(0)]
    places = [f"score {guide.rules.targets[one.target]}" for one in found.scored]
    assert [text for text in offered if text.startswith("score ")] == places


@pytest.mark.parametrize("edition", edition_ids())
def test_no_two_cards_that_score_are_called_the_same(edition: str) -> None:
    """Several have one short form, and one line each in the forecast."""
    for expansions in ((), *((one.id,) for one in offered(edition))):
        setup = Setup.of(4, 1, edition=edition, expansions=expansions)
        rules, names = setup.ruleset(), setup.names()
        scoring = [
            at
            for at, effect in enumerate(rules.card_effects)
            if effect.scores_as(rules.cards[at])
            and (rules.cards[at].stack or rules.cards[at].value)
        ]
        assert len({names.card(at) for at in scoring}) == len(scoring)


def test_other_cards_score_nothing_and_looking_changes_nothing() -> None:
    view, guide = view_of(midgame("1-07"))
    before = (list(view.board), list(view.stack), view.held)
    for index, card in enumerate(guide.rules.cards):
        found = card_forecast(view, guide, index, 0)
        assert (found is not None) == card.effect.startswith("score_"), card.id
    assert (list(view.board), list(view.stack), view.held) == before


def test_the_grid_adds_up_and_fits_the_smallest_screen() -> None:
    view, guide = view_of(midgame("3-05"))
    found = forecast(view, guide)
    card = card_forecast(view, guide, guide.rules.card_index["3-05"], 0)
    text = plain(rows(found, card, guide, 72))
    assert all(len(line) == 72 for line in text)
    assert len(text) <= 20
    heads, galicia = text[0].split(), text[1].split()
    assert heads == ["●", "Ana", "■", "Bruno", "▲", "Clara", "◆", "Diego", "★", "Elena"]
    assert galicia == ["1", "Galicia", "4/2/0", "4+2", ".", ".", "2", "."]
    together = next(line for line in text if "Total" in line).split()
    assert [int(number) for number in together[1:]] == list(found.totals)


def test_long_names_are_written_out_below_the_letters() -> None:
    view, guide = view_of(midgame("3-05"))
    long = [f"{player.name} the Magnificent" for player in guide.players]
    guide = Guide(
        guide.setup,
        guide.rules,
        UNICODE,
        [type(p)(p.colour, name, p.source) for p, name in zip(guide.players, long, strict=True)],
    )
    text = " ".join(" ".join(plain(rows(forecast(view, guide), None, guide, 72))).split())
    assert all(name in text for name in long)


async def test_f_opens_it_and_enter_says_why() -> None:
    bench = sit(midgame("3-05"))
    async with running(bench.app(), "f") as (app, pilot):
        assert isinstance(app.screen, ForecastScreen)
        assert "3-05 brings" in screen_text(app)
        await press(pilot, "5")
        assert isinstance(app.screen, WhyScreen)
        assert "Old Castile  6/4/2" in screen_text(app)
        await press(pilot, "escape", "f")
        assert not isinstance(app.screen, ForecastScreen)
    assert bench.sent == []


async def test_the_card_under_the_cursor_is_the_one_that_is_foretold() -> None:
    bench = sit(midgame())
    async with running(bench.app(), "down", "down", "f") as (app, pilot):
        assert "3-01 brings" in screen_text(app)
        await press(pilot, "up", "enter")
        assert isinstance(app.screen, WhyScreen)
        assert "would score now" in screen_text(app)
    assert bench.sent == []


def test_a_card_that_nobody_can_use_any_more_is_not_foretold() -> None:
    """S0: each takes one card a round, and its special action is carried out once."""
    state = midgame("3-05", held="")

    def told(seat: int) -> str:
        chair = sit(state).chair
        update = chair.update(seat)
        return "\n".join(queries.forecast(update, GameNames(chair.rules), chair.setup))

    card = state.rules.card_index["3-05"]
    assert user(state, card, 0) == 0
    assert user(state, card, 1) == 0, "it is Red's"
    assert "Card 3-05 (Score 6s and 7s) scores Old Castile" in told(0)
    play(state, "red special")
    assert user(state, card, 0) == -1
    assert "Score 6s and 7s" not in told(0)
    view, guide = view_of(state)
    assert "".join(card_scores(view, guide, card, 0)) == (
        "Nobody can use its special action any more in this round."
    )
    assert ForecastScreen(view, guide, card=card, seat=0).card is None
    # What lies face up can be taken by whoever is still to act, and by nobody else.
    other = next(slot.card for slot in state.slots if slot.card >= 0 and slot.taker < 0)
    assert user(state, other, 0) in state.to_come
    assert user(state, state.rules.card_index["3-06"], 2) == -1, "it is not on the table"


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
def test_picture(sheet_compare: Callable[..., bool], size: tuple[int, int]) -> None:
    assert shows(sheet_compare, sit(midgame("3-05")), size, "f", "down")
