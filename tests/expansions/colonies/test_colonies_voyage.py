"""Legs and discs: whose they are, what ends them, when they come (S0, S3; EXPANSIONS 0.4)."""

from __future__ import annotations

import pytest
from colonies_drawn import drawn, game, why
from laid import crowd, score_generally

from drawing import choices, play, refuses, waits_for, words
from elgrande.bots.plan_words import Plan, Voice, changes, shut
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import why_not
from elgrande.expansions.colonies.display import DISPLAY
from elgrande.expansions.colonies.voyage import codes
from elgrande.rules import Held

BOTH = "mediterranean: red 1, blue 1"


def test_what_another_claims_leaves_a_leg_where_it_is() -> None:
    """S0, Ship: blue was in the Mediterranean when blue's turn began, whoever claims meanwhile."""
    state = drawn(BOTH, king="granada", held="co-07 red", power="B13 R12 G11 Y10")
    play(state, "red use co-07, turn-down 5-01, claim red mediterranean")
    assert crowd(state, "mediterranean") == "blue 1, red-wares 1"
    assert words(state, "blue sail") == {"blue mediterranean"}
    play(state, "blue claim blue mediterranean")
    assert words(state, "blue sail") == {"blue-wares mediterranean"}, "the own claim takes it along"


def test_so_does_what_another_claims_after_a_double_strike() -> None:
    """S3, Doppelschlag: blue does red's action and claims in red's turn."""
    state = drawn(BOTH, "co-05", king="granada", held="co-06 blue")
    play(state, "red special, done, blue use co-06, done, claim blue mediterranean")
    assert waits_for(state) == "red"
    assert words(state, "red sail") == {"red mediterranean"}


@pytest.mark.parametrize("card", ["1-10", "co-05"])
def test_a_newcomer_waits_though_somebody_else_has_left_the_ship_by_a_card(card: str) -> None:
    """S0, Ship: only whoever was aboard when the turn began sails in it."""
    state = drawn("ship: red 1 | court: red 3", card, king="granada")
    play(state, "red special, pick red ship, put america, done", "red place ship")
    play(state, *(["red done"] if "red done" in choices(state) else []))
    refuses(state, "red sail red ship", "red sail red america")


def test_a_newcomer_may_sail_for_another_and_the_page_says_so() -> None:
    """EXPANSIONS 0.4: legs are counted by kind and region; which of those there sails, is open."""
    state = drawn("ship: red 1 | court: red 3", "1-10", king="granada")
    names, entry = game(4).names(), reference(game(4)).about("ship")
    play(state, "red place captain", *(["red done"] if "red done" in choices(state) else []))
    assert words(state, "red sail") == {"red ship", "red captain"}
    assert DISPLAY.remarks["act"](state, 0, names) == "Legs left: 1 from the Ship."
    play(state, "red sail red captain, put valencia")
    refuses(state, "red sail red ship")
    assert crowd(state, "ship") == "red 1"
    assert "Which of those there sails is up to you, even one that has just come." in entry.text


def test_of_two_aboard_one_still_sails_when_the_other_has_left() -> None:
    """S0, Ship: a leg lapses with whoever leaves, and no other."""
    state = drawn("ship: red 2 | court: red 3", "1-10", king="granada")
    play(state, "red special, pick red ship, put america, done")
    play(state, "red place ship, sail red ship, put mediterranean")
    refuses(state, "red sail red ship")


def test_a_newcomer_who_leaves_again_takes_nobodys_leg() -> None:
    state = drawn("ship: red 1 | court: red 3", "1-10", king="granada")
    play(state, "red place ship, special, pick red ship, put america, done")
    assert words(state, "red sail") == {"red ship"}


def test_whoever_is_taken_off_the_ship_with_the_limit_table_has_no_leg_left_there() -> None:
    """S3, editor: the table takes along those on it; S0, Ship."""
    state = drawn("ship: red 1 | court: red 3", "co-01", table="ship", king="granada")
    play(state, "red special, move-table america")
    assert crowd(state, "america") == "red 1"
    play(state, "red place ship, done")
    refuses(state, "red sail red ship", "red sail red america")


def test_who_is_sent_off_the_ship_and_comes_aboard_again_waits() -> None:
    """S0, Ship; another's Double strike sends red's home in red's own turn."""
    state = drawn("ship: red 1, blue 3 | court: red 3", "2-05", held="co-06 blue", king="granada")
    play(state, "red special, blue send blue ship, send blue ship, send blue ship")
    play(state, "blue use co-06")
    while waits_for(state) != "red":
        play(state, choices(state)[0])
    play(state, "red send red ship, send red court, send red court", "red place ship")
    refuses(state, "red sail red ship")


def test_black_ones_that_were_there_sail_even_if_he_is_taken_in_this_turn() -> None:
    """EXPANSIONS 0.4; nobody else's departure ends their leg."""
    state = drawn("america: black 1, red 1", "gi-01", holder="blue")
    play(state, "red special, option 1, done")
    assert words(state, "red sail") == {"red america", "black america"}
    play(state, "red sail red america, put ship")
    assert words(state, "red sail") == {"black america"}


def test_whoever_looks_at_anothers_turn_finds_no_legs_but_the_players() -> None:
    """EXPANSIONS 0.4: rights are of one colour, and of its own turn."""
    state = drawn("ship: red 2, blue 1", king="galicia")
    assert codes(state, 0)
    assert not codes(state, 1)


# -- first call -------------------------------------------------------------------------


def test_first_call_is_for_those_discs_alone_that_came_out() -> None:
    """S0, Gold and Wares: whoever brings discs into play may lay claim to them, not to others."""
    state = drawn("america: red 2 | mediterranean: red 3", gold=2, wares=2,
                  held="co-07 red", power="B13 R12 G11 Y10")  # fmt: skip
    play(state, "red use co-07, turn-down 5-01")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (2, 3)
    assert words(state, "red claim") == {"red mediterranean"}
    assert why(state, "red claim red america") == "You can claim no disc in America now."
    play(state, "red claim red mediterranean")
    assert waits_for(state) == "blue", "one has come out"
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (2, 2)


def test_first_call_after_a_double_strike_counts_what_its_own_action_brought() -> None:
    """S3, Doppelschlag: red's three discs are not blue's to claim first."""
    state = drawn("aragon: red 1 | court: red 1 | america: blue 3", "co-05", held="co-06 blue",
                  gold=0, wares=0)  # fmt: skip
    play(state, "red special, done, blue use co-06, done")
    assert state.cell("gold-lying") == 2
    play(state, "blue claim blue america")
    assert waits_for(state) == "red"


# -- discs alone --------------------------------------------------------------------------

ALONE = {
    "co-01": ("court: red 1", {"king": "basque"}, (2, 2)),
    "co-04": ("court: red 1", {"cells": {"conspiracy": True}}, (1, 3)),
    "co-05": ("court: red 1 | america: blue 1", {}, (2, 4)),
    "co-08": ("court: red 1 | castillo: black 4", {"holder": "red"}, (2, 2)),
}
"""Where a card of stack 7 can do nothing else, and which discs lie abroad when it has been used."""


@pytest.mark.parametrize("card", ALONE)
def test_discs_come_out_though_nothing_else_of_the_card_can_happen(card: str) -> None:
    """S0, Gold and Wares: they come as the action is performed; EXPANSIONS 8, E19."""
    board, others, lying = ALONE[card]
    state = drawn(board, card, **others)
    play(state, "red special")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == lying
    assert (waits_for(state), state.stack[-1].step) == ("red", "act")


@pytest.mark.parametrize("card", ALONE)
def test_without_a_disc_in_the_supply_there_is_nothing_to_offer(card: str) -> None:
    board, others, _ = ALONE[card]
    assert "red special" not in choices(drawn(board, card, gold=5, wares=6, **others))


@pytest.mark.parametrize("card", ALONE)
def test_a_veto_stops_discs_that_come_out_alone(card: str) -> None:
    """S0, Gold and Wares: what is not performed brings none."""
    board, others, _ = ALONE[card]
    state = drawn(board, card, **others)
    state.held = (Held(state.rules.card_index["2-01"], 1, 2),)
    play(state, "red special")
    assert waits_for(state) == "blue"
    play(state, "blue veto")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (1, 2)


def test_nobody_is_sent_to_the_laden_one_while_nobody_can_sail() -> None:
    state = drawn("america: red-wares 1", "1-07", wares=1)
    assert why_not(state, 0, "sail red america").endswith(" only with Wares.")
    play(state, "red sail red-wares america, put ship")
    assert why_not(state, 0, "sail red ship") == (
        "No leg is left for it: as many of its sort may sail from the Ship in a turn as were "
        "there when it began."
    )


def test_what_gold_pays_is_no_secret_of_a_veiled_castillo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice tells the points at once: everybody sees the disc come home."""
    start = drawn("ship: red-gold 1", "1-07", gold=0)
    monkeypatch.setattr(start.rules, "veiled", True)
    end = start.copy()
    path = [(0, start.rules.code(text)) for text in ("sail red-gold ship", "put granada")]
    for seat, code in path:
        end.apply(seat, code)
    assert end.score(0) > start.score(0)
    assert not shut(Plan(start, path, end))
    assert "you get " in changes(Voice(game().names(), 0, True), start, end)[0]


def test_late_moves_with_nobody_to_move_bring_their_disc() -> None:
    """S0, Gold and Wares, on a card that is used later than it was chosen; E19."""
    state = drawn("court: red 1 | aragon: blue 1", held="co-11 red")
    score_generally(state)
    play(state, "red use co-11")
    assert state.cell("wares-lying") == 3
    assert not state.held


def test_double_strike_repeats_a_conspiracy_for_its_disc() -> None:
    """S3, Doppelschlag: the action and its discs; a second conspiracy changes nothing."""
    state = drawn("court: red 1 | mediterranean: blue 2", "co-04", held="co-06 blue", wares=0)
    play(state, "red special, blue use co-06, blue claim blue mediterranean")
    assert waits_for(state) == "red", "of the two that lie there one is blue's to claim first"
    assert (state.cell("wares-lying"), state.cell("conspiracy")) == (1, 1)
    empty = drawn("court: red 1", "co-04", held="co-06 blue", wares=5)
    play(empty, "red special")
    assert waits_for(empty) == "red", "no disc is left for a second time"


def test_who_may_not_sail_yet_is_told_so_before_what_else_is_missing() -> None:
    state = Setup.of(3, seed=3, expansions=("colonies",)).start()
    for command in ("sail red castillo", "sail blue castillo", "claim red america"):
        assert why_not(state, state.owing()[0], command).startswith("That is done in your turn, ")


def test_whoever_has_the_inquisitor_is_not_denied_the_black_ones() -> None:
    """S0, "Grand Inquisitor": they count as that player's; nobody else may command them."""
    state = drawn("mediterranean: black 1 | america: blue 1", "1-07", holder="red")
    assert why(state, "red claim blue america") == (
        "Only your own and black caballeros can carry a disc for you."
    )
    assert why(state, "red sail blue america") == (
        "Only your own and black caballeros can sail for you."
    )
    for text in ("sail red", "claim red"):
        assert why(state, f"red {text} mediterranean") == (
            "You have no caballeros of your own colour in the Mediterranean."
        )
    laden = drawn("mediterranean: black-wares 1", "1-07", holder="red", wares=1)
    assert why(laden, "red sail black mediterranean") == (
        "There are black caballeros in the Mediterranean only with Wares."
    )
    other = drawn("mediterranean: black 1 | america: blue 1", "1-07")
    assert why(other, "red claim black mediterranean") == (
        "Only your own caballeros can carry a disc for you."
    )
