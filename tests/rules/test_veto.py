"""Veto: who may stop what, when, and what is lost (S0, S1 "Veto!"; FACTS 1.8, 7).

A window opens when the action is announced with its first choice, and after each
unit; holders are asked clockwise from the actor.
"""

from __future__ import annotations

from typing import Any

import pytest

from drawing import (
    at,
    boards,
    choices,
    courts,
    held,
    king,
    of_kind,
    paid,
    passes,
    play,
    refuses,
    scores,
    stands,
    table,
    waits_for,
    words,
)
from elgrande.content.words import prompt
from elgrande.rules import State
from elgrande.rules.events import Announced, CardUsed, HeldExpired

BLUE = "2-01 blue until 2"
BOTH = "2-01 blue until 2 | 2-02 yellow until 2"


# -- announcing and stopping -----------------------------------------------


def test_nobody_is_asked_while_nobody_holds_one() -> None:
    """FACTS 1.8: only while a Veto is out must others announce."""
    state = table("aragon: B2", card="1-07")
    events = play(state, "red special, pick blue aragon, put seville")
    assert of_kind(events, Announced) == []
    assert waits_for(state) == "red"
    assert at(state, "seville") == "B1"


def test_a_move_is_announced_with_its_first_caballero() -> None:
    """S0, S1: an action that was heard may be stopped before it is executed."""
    state = table("aragon: B2", card="1-07", held=BLUE)
    play(state, "red special, pick blue aragon")
    assert waits_for(state) == "red", "marking moves nothing"
    assert len(of_kind(play(state, "red put seville"), Announced)) == 1
    assert waits_for(state) == "blue"
    assert at(state, "seville") == "", "not done before the holder answers"
    assert prompt(state.decision(1), state.rules) == (
        "Blue: veto Red's Move any 3 (next: Blue's caballero from Aragon to Seville)"
        " or let it pass."
    )
    assert words(state, "blue") == {"veto", "let", "let-all"}


def test_a_veto_at_the_announcement_stops_everything() -> None:
    """S0, S1: the veto prevents the remainder: here, all of it; the card is discarded."""
    state = table("aragon: B2", card="1-07", held=BLUE, court="R1")
    play(state, "red special, pick blue aragon, put seville")
    used = of_kind(play(state, "blue veto"), CardUsed)[0]
    assert (used.seat, used.other) == (1, 0)
    assert at(state, "aragon") == "B2"
    assert held(state) == ""
    assert waits_for(state) == "red"
    refuses(state, "red special", "red pick blue aragon")
    assert words(state, "red place"), "placing is never stopped"


def test_let_one_unit_pass_then_stop_the_rest() -> None:
    """S0, S1: only part of an action may be prevented; what was done stays."""
    state = table("aragon: B4", card="1-07", held=BLUE)
    play(state, "red special, pick blue aragon, put seville", "blue let")
    assert at(state, "seville") == "B1", "the announced first unit"
    assert waits_for(state) == "blue", "and asked again, after the unit"
    play(state, "blue let")
    assert waits_for(state) == "red"
    play(state, "red pick blue aragon, put granada")
    assert at(state, "granada") == "B1", "the second unit is done before its window"
    play(state, "blue veto")
    assert at(state, "aragon") == "B2"
    assert waits_for(state) == "blue", "red has nothing left to do, so the turn is blue's"
    refuses(state, "red pick blue aragon")


def test_let_all_is_not_asked_again() -> None:
    """Issue: veto, let this step pass, let all pass."""
    state = table("aragon: B4", card="1-07", held=BLUE)
    play(state, "red special, pick blue aragon, put seville, blue let-all")
    assert waits_for(state) == "red"
    play(state, "red pick blue aragon, put seville, pick blue aragon, put seville")
    assert at(state, "seville") == "B3"
    assert held(state) == BLUE, "unused, so still there"


def test_let_all_is_for_one_action() -> None:
    """Issue: the whole action passes; the next player's is another one."""
    state = table("aragon: B4", turn="green", card="1-07", held=BLUE, face="2-06")
    play(state, "green special, pick blue aragon, put seville, blue let-all, green done")
    assert waits_for(state) == "yellow"
    play(state, "yellow card 2-06, special, send blue aragon")
    assert waits_for(state) == "blue"


def test_after_the_last_unit_nobody_is_asked() -> None:
    """S0, S1: only while the action is not yet complete."""
    state = table("aragon: B4", card="1-07", held=BLUE)
    play(state, "red special, pick blue aragon, put seville, blue let, let")
    play(state, "red pick blue aragon, put seville, blue let", "red pick blue aragon, put seville")
    assert waits_for(state) == "blue"
    assert words(state, "blue card"), "this is blue's own turn already"


# -- several holders -------------------------------------------------------


def test_holders_are_asked_clockwise_from_the_actor() -> None:
    """Issue: holders are asked clockwise from the actor."""
    state = table("aragon: B4", turn="green", card="1-07", held=BOTH)
    play(state, "green special, pick blue aragon, put seville")
    assert waits_for(state) == "yellow"
    play(state, "yellow let")
    assert waits_for(state) == "blue"
    play(state, "blue let")
    assert waits_for(state) == "yellow", "after the unit, again from the actor's left"


def test_nobody_is_asked_sooner_for_having_begun_the_round() -> None:
    """Issue: holders are asked clockwise from the actor, whoever played the first power card."""
    state = table("aragon: G4", turn="red", starter="green", card="1-07", held=BOTH)
    play(state, "red special, pick green aragon, put seville")
    assert waits_for(state) == "blue"


def test_the_first_veto_stops_the_rest() -> None:
    """Issue: the first veto stops the rest; the other holder keeps his."""
    state = table("aragon: B4", card="1-07", held=BOTH, court="R1")
    play(state, "red special, pick blue aragon, put seville, blue veto")
    assert waits_for(state) == "red"
    assert held(state) == "2-02 yellow until 2"
    assert at(state, "aragon") == "B4"


def test_one_player_with_both_is_asked_once() -> None:
    """S0, S1: one Veto stops one action; the second is for another."""
    state = table(
        "aragon: B4", card="1-07", held="2-01 blue until 2 | 2-02 blue until 2", face="2-06 3-03"
    )
    play(state, "red special, pick blue aragon, put seville, blue let")
    assert waits_for(state) == "blue", "after the unit"
    play(state, "blue veto")
    assert held(state) == "2-02 blue until 2"
    passes(state, "blue", "5-01")
    play(state, "green take 0, card 3-03, special, blue veto")
    assert held(state) == ""
    assert scores(state) == "R0 B0 G0 Y0"


def test_the_own_action_is_not_vetoed() -> None:
    """FACTS 7: it concerns another player's action."""
    state = table("aragon: B4", turn="blue", card="1-07", held=BLUE)
    play(state, "blue special, pick blue aragon, put seville")
    assert waits_for(state) == "blue"
    refuses(state, "blue veto", "blue let")


# -- what cannot be stopped ------------------------------------------------


def test_placing_is_never_stopped() -> None:
    """S0, S1: you cannot prevent a player from moving caballeros onto the board."""
    state = table(court="R5", card="4-04", held=BLUE)
    play(state, "red place castillo, place castillo, done")
    assert at(state, "castillo") == "R2"
    assert waits_for(state) == "red"


def test_taking_a_veto_is_not_vetoed() -> None:
    """Issue: taking a Veto cannot be vetoed."""
    state = table(card="2-02", held=BLUE)
    play(state, "red special")
    assert held(state) == "2-01 blue until 2 | 2-02 red until 3"
    assert waits_for(state) == "blue"


def test_an_action_given_up_opens_no_window() -> None:
    """S0, S1: nothing announced, nothing to stop."""
    state = table("aragon: B2", court="R1", card="1-07", held=BLUE)
    play(state, "red special, done")
    assert waits_for(state) == "red"
    assert words(state, "red place")


# -- each kind of action ---------------------------------------------------


def test_veto_on_the_extra_placing_of_a_card() -> None:
    """1-02: its two extra are a special action, unlike the card's own number."""
    state = table(court="R5", card="1-02", held=BLUE)
    play(state, "red special, place galicia, blue let")
    assert at(state, "galicia") == "R1"
    play(state, "blue veto")
    assert waits_for(state) == "red"
    play(state, "red place castillo")
    assert courts(state) == "R3 B0 G0 Y0"


def test_veto_on_a_choice_of_two_actions() -> None:
    """1-03: announced with the first caballero of the chosen action."""
    state = table("aragon: R3", court="R5", card="1-03", held=BLUE)
    play(state, "red special, option 2")
    assert waits_for(state) == "red"
    play(state, "red pick red aragon, put seville")
    assert waits_for(state) == "blue"
    play(state, "blue veto")
    assert at(state, "aragon") == "R3"


def test_veto_on_decay() -> None:
    """2-04: announced at once; each caballero sent back is a unit."""
    state = table(court="R5 B7 G3 Y2", card="2-04", held=BLUE)
    play(state, "red special")
    assert courts(state) == "R5 B7 G3 Y2", "announced, not begun"
    play(state, "blue let, blue let")
    assert courts(state) == "R5 B5 G3 Y2"
    play(state, "blue veto")
    assert courts(state) == "R5 B5 G3 Y2", "the remainder is lost, what was done stays"


def test_decay_that_passes_is_whole() -> None:
    """2-04: unit by unit it does the same as at once."""
    state = table(court="R5 B7 G3 Y2", card="2-04", held=BLUE)
    play(state, "red special, blue let-all")
    assert courts(state) == "R5 B4 G0 Y0"
    asked = 0
    state = table(court="R5 B7 G3 Y2", card="2-04", held=BLUE)
    play(state, "red special")
    while "blue let" in choices(state):
        play(state, "blue let")
        asked += 1
    assert courts(state) == "R5 B4 G0 Y0"
    assert asked == 1 + 7, "at the announcement and after all but the last of eight units"


def test_a_victim_may_veto_in_the_middle_of_sending() -> None:
    """2-05: announced at once; after each caballero sent back the holder is asked."""
    state = table("aragon: B3 G3", card="2-05", held="2-01 green until 2")
    play(state, "red special, green let, blue send blue aragon")
    assert waits_for(state) == "green"
    play(state, "green let, blue send blue aragon, green veto")
    assert at(state, "aragon") == "B1 G3"
    assert waits_for(state) == "blue"


def test_veto_on_one_of_each() -> None:
    """2-06: announced with the first caballero."""
    state = table("aragon: R2 B2 G2", card="2-06", held=BLUE)
    play(state, "red special, send green aragon, blue let, blue veto")
    assert at(state, "aragon") == "R2 B2 G1"


@pytest.mark.parametrize("card", ["2-07", "2-08"])
def test_veto_on_disks_player_by_player(card: str) -> None:
    """2-07, 2-08 (issue): one player's disk carried out after the reveal is a unit."""
    state = table("aragon: B2 G2 Y2", card=card, held="2-01 yellow until 2")
    play(state, "red special, yellow let")
    play(state, "blue disk aragon, green disk aragon, yellow disk aragon")
    assert waits_for(state) == "yellow"
    assert at(state, "aragon") == "B2 G2 Y2", "the disks lie open and nothing is done yet"
    play(state, "yellow let")
    assert at(state, "aragon") == "G2 Y2", "blue's is carried out first, left of the actor"
    play(state, "yellow let, yellow veto")
    assert at(state, "aragon") == "Y2"


def test_veto_on_disks_at_the_announcement() -> None:
    """2-08: stopped before anybody sets a disk."""
    state = table("aragon: B2 G2 Y2", card="2-08", held="2-01 yellow until 2")
    play(state, "red special, yellow veto")
    assert waits_for(state) == "blue"
    assert words(state, "blue card")
    assert at(state, "aragon") == "B2 G2 Y2"


def test_veto_on_movement() -> None:
    """4-05: announced with the region; then each player's disk is a unit."""
    state = table("aragon: B2 G2 Y2", card="4-05", held="2-01 yellow until 2", king="galicia")
    play(state, "red special, evacuate aragon")
    assert waits_for(state) == "yellow"
    play(state, "yellow let")
    assert waits_for(state) == "blue green yellow"
    play(state, "blue disk seville, green disk seville, yellow disk seville")
    assert at(state, "seville") == ""
    play(state, "yellow let")
    assert at(state, "seville") == "B2"
    play(state, "yellow let, yellow veto")
    stands(state, "aragon: Y2 | seville: B2 G2")


INHABITED = "aragon: B2 G2 Y2 | valencia: B3 | basque: R1"
BY_DISKS = {
    "2-07": ("red special, yellow let", "aragon"),
    "2-08": ("red special, yellow let", "aragon"),
    "4-05": ("red special, evacuate aragon, yellow let", "seville"),
    "4-11": ("red special, yellow let, red disk basque", "aragon"),
}
"""What leads to the disks of each card that has some, and what the others set."""


def revealed(card: str, **others: Any) -> State:
    """A special action whose disks have just been turned up; blue's differs from the others'."""
    state = table(INHABITED, card=card, held="2-01 yellow until 2", king="galicia", **others)
    lead, shown = BY_DISKS[card]
    play(state, lead, f"blue disk valencia, green disk {shown}, yellow disk {shown}")
    return state


def test_all_cards_with_disks_are_tried_here() -> None:
    """Whatever asks for disks in a special action must open the window (R4)."""
    rules = table().rules
    asking = {
        card.id for card in rules.cards if hasattr(rules.steps[card.effect], "disks_set")
    }  # fmt: skip
    assert asking == set(BY_DISKS)


@pytest.mark.parametrize("card", BY_DISKS)
def test_between_the_disks_and_the_first_unit_a_veto_stops_all_that_they_bring(card: str) -> None:
    """S1 "Veto": while an action is not yet complete, also only a part of it."""
    state = revealed(card)
    assert waits_for(state) == "yellow"
    assert at(state, "aragon") == "B2 G2 Y2"
    assert prompt(state.decision(3), state.rules).endswith(
        ", now that the disks are revealed, or let it pass."
    )
    before = state.board[:]
    events = play(state, "yellow veto")
    assert state.board == before, "nothing moves, nothing is scored"
    assert held(state) == ""
    assert len(of_kind(events, CardUsed)) == 1
    assert waits_for(state) != "yellow" or not words(state, "yellow let")


@pytest.mark.parametrize("card", BY_DISKS)
def test_whoever_let_all_of_it_pass_is_not_asked_when_the_disks_lie_open(card: str) -> None:
    state = table(INHABITED, card=card, held="2-01 yellow until 2", king="galicia")
    lead, shown = BY_DISKS[card]
    play(state, lead.replace("let", "let-all"))
    play(state, f"blue disk valencia, green disk {shown}, yellow disk {shown}")
    assert waits_for(state) == "blue"
    assert words(state, "blue card")


def test_veto_on_one_scoring() -> None:
    """2-09: announced with the place; nothing is paid."""
    state = table("aragon: R2", card="2-09", held=BLUE)
    play(state, "red special, score aragon, blue veto")
    assert scores(state) == "R0 B0 G0 Y0"


def test_veto_on_a_list_of_scorings() -> None:
    """3-01: each region scored is a unit, in the order of the track."""
    state = table("galicia: R2 | catalonia: R2 | seville: R2", card="3-01", held=BLUE)
    play(state, "red special")
    assert scores(state) == "R0 B0 G0 Y0"
    play(state, "blue let")
    assert scores(state) == "R4 B0 G0 Y0"
    play(state, "blue let")
    assert scores(state) == "R8 B0 G0 Y0"
    play(state, "blue veto")
    assert scores(state) == "R8 B0 G0 Y0"


def test_veto_on_scoring_by_disks() -> None:
    """4-11: after the reveal each region scored is a unit."""
    state = table("aragon: R2 | basque: R1 | seville: R2", card="4-11", held=BLUE)
    play(state, "red special, blue let, red disk aragon, blue disk basque, green disk seville")
    assert paid(state, play(state, "yellow disk galicia")) == {}
    assert list(paid(state, play(state, "blue let"))) == ["galicia"]
    assert list(paid(state, play(state, "blue let"))) == ["basque"]
    play(state, "blue veto")
    assert scores(state) == "R5 B0 G0 Y0"


def test_veto_on_the_kings_card() -> None:
    """5-01: the King stays; the announcement names where he would go."""
    state = table(king="galicia", card="5-01", held=BLUE)
    play(state, "red special, king seville")
    assert king(state) == "galicia"
    play(state, "blue veto")
    assert king(state) == "galicia"


def test_veto_on_a_scoreboard_and_a_grande() -> None:
    """4-01, 4-06: a single unit, so stopped whole or not at all."""
    state = table(card="4-01", held=BLUE, king="galicia")
    play(state, "red special, scoreboard 840 aragon, blue veto")
    assert boards(state) == ""
    state = table(card="4-06", held=BLUE, king="galicia", home="R aragon")
    play(state, "red special, grande seville, blue let")
    assert state.grande(0) == state.rules.regions.index("seville")
    assert waits_for(state) == "blue"
    assert words(state, "blue card"), "nothing is left to stop"


def test_veto_on_a_recall_before_the_secret_choice() -> None:
    """4-08: announced without the value, which stays secret."""
    state = table(card="4-08", held=BLUE)
    play(state, "red special")
    assert waits_for(state) == "blue"
    play(state, "blue veto")
    assert 13 not in state.hand(0)


def test_veto_on_the_court() -> None:
    """4-10: two caballeros, two units."""
    state = table(card="4-10", held=BLUE)
    play(state, "red special, blue let")
    assert courts(state) == "R1 B0 G0 Y0"
    play(state, "blue veto")
    assert courts(state) == "R1 B0 G0 Y0"


# -- how long it lasts -----------------------------------------------------


def test_it_expires_at_the_end_of_the_next_round() -> None:
    """S0, S1: discarded in any case at the end of the next round."""
    state = table(seats=2, power="R13 B12", card="2-01", turn="red", decks="1-10 2-03")
    play(state, "red special")
    assert held(state) == "2-01 red until 2"
    passes(state, "blue", "5-01")
    assert state.round == 2
    assert held(state) == "2-01 red until 2"
    play(state, "blue power 12" if "12" in words(state, "blue power") else "blue power 11")
    play(state, "red power 13" if "13" in words(state, "red power") else "red power 12")
    passes(state, waits_for(state), "5-01")
    who = waits_for(state)
    events = passes(state, who, "1-10")
    assert state.round == 3
    assert held(state) == ""
    assert len(of_kind(events, HeldExpired)) == 1


def test_the_next_round_of_a_short_game_is_the_next_one_played() -> None:
    """FACTS 1.6: after round 3 comes round 5."""
    state = table(card="2-01", round=3, short=True)
    play(state, "red special")
    assert held(state) == "2-01 red until 5"


def test_taken_in_the_last_round_it_lasts_to_the_end() -> None:
    """S0, S1: there is no next round after the ninth."""
    state = table(card="2-01", round=9)
    play(state, "red special")
    assert held(state) == "2-01 red until 9"


def test_it_may_be_used_in_the_round_it_was_taken() -> None:
    """S0, S1: one special action during this round or the next."""
    state = table("aragon: B3", card="2-01", face="1-07")
    play(state, "red special, blue card 1-07, special, pick blue aragon, put seville")
    assert waits_for(state) == "red"
    play(state, "red veto")
    assert at(state, "aragon") == "B3"
