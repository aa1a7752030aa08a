"""The cards of stack 2: sending back, and scoring one place (FACTS 1.2). Veto: ``test_veto``."""

from __future__ import annotations

import pytest

from drawing import (
    at,
    choices,
    courts,
    held,
    of_kind,
    paid,
    play,
    refuses,
    scores,
    stands,
    table,
    waits_for,
    words,
)
from elgrande.content.words import prompt
from elgrande.rules.events import DiskShows, DisksRevealed

# -- Decay of Authority ----------------------------------------------------


def test_decay_empties_the_other_courts() -> None:
    """2-03 (S0, S1 "Decay of Authority: all"): every other court, the empty one sends none."""
    state = table("aragon: B2", court="R5 B7 G1", card="2-03")
    play(state, "red special")
    assert courts(state) == "R5 B0 G0 Y0"
    assert at(state, "province") == "R25 B28 G30 Y30"
    assert at(state, "aragon") == "B2", "only courts are touched"


def test_decay_takes_three() -> None:
    """2-04 (S0, S1): three each; fewer than three: all."""
    state = table(court="R5 B7 G3 Y2", card="2-04")
    play(state, "red special")
    assert courts(state) == "R5 B4 G0 Y0"


def test_decay_in_the_sample_game() -> None:
    """2-04 (S0 sample game, blue's turn; FACTS 6.2): R7 G3 Y7 become R4 G0 Y4."""
    state = table(seats="RGBY", turn="blue", court="R7 G3 B12 Y7", card="2-04")
    play(state, "blue special")
    assert courts(state) == "R4 G0 B12 Y4"


def test_decay_may_be_prevented() -> None:
    """2-03 (S0, S1 "The action cards" G)."""
    state = table(court="R5 B7 G3 Y2", card="2-03")
    play(state, "red place castillo, done, end")
    assert courts(state) == "R4 B7 G3 Y2"


# -- The King returns ------------------------------------------------------


def test_everybody_sends_three_clockwise() -> None:
    """2-05 (S0, S1 "The King returns!"): clockwise from the acting player's left, openly."""
    state = table(
        "aragon: R3 B2 Y5 | seville: B4 G3", turn="green", court="B1 R2", card="2-05", king="basque"
    )
    play(state, "green special")
    order = []
    for _ in range(9):
        order.append(waits_for(state))
        play(state, choices(state)[0])
    assert order == ["yellow"] * 3 + ["red"] * 3 + ["blue"] * 3
    assert at(state, "province") == "R28 B26 G27 Y28"


def test_regions_and_court_may_be_mixed() -> None:
    """2-05 (S0, S1): from any regions and/or the court."""
    state = table("aragon: B2 | seville: B4", court="B1", card="2-05", king="galicia")
    play(state, "red special")
    assert words(state, "blue send") == {"blue aragon", "blue seville", "blue court"}
    play(state, "blue send blue aragon, send blue court, send blue seville")
    stands(state, "aragon: B1 | seville: B3 | province: R30 B26 G30 Y30")
    assert waits_for(state) == "blue", "green and yellow have nobody; the next turn is blue's"


def test_not_from_the_kings_region_or_the_castillo() -> None:
    """2-05 (S0, S1): not from the King's region, not from the Castillo; it must be done."""
    state = table("galicia: B3 | castillo: B3 | aragon: B3", card="2-05", king="galicia")
    play(state, "red special")
    assert choices(state) == ["blue send blue aragon"]
    refuses(state, "blue send blue galicia", "blue send blue castillo", "blue done", "blue end")


def test_who_has_fewer_than_three_sends_what_there_is() -> None:
    """2-05 (FACTS 7: victim has fewer than demanded)."""
    state = table("aragon: B1 | galicia: B5 G5", court="B1", card="2-05", king="galicia")
    play(state, "red special, blue send blue aragon, blue send blue court")
    assert at(state, "galicia") == "B5 G5", "green, in the King's region alone, is not asked"
    assert waits_for(state) == "blue"


# -- Province --------------------------------------------------------------


def test_one_of_each_player_one_of_the_own_too() -> None:
    """2-06 (S0, S1): which ones is the acting player's choice, one of the own included."""
    state = table("aragon: R2 B2 | seville: B1 G1 | galicia: Y4", card="2-06", king="galicia")
    play(state, "red special")
    assert words(state, "red send") == {
        "red aragon", "blue aragon", "blue seville", "green seville",
    }  # fmt: skip
    play(state, "red send blue seville")
    refuses(state, "red send blue aragon", "red done", "red end")
    play(state, "red send red aragon, send green seville")
    stands(state, "aragon: R1 B2 | seville:")
    assert at(state, "galicia") == "Y4", "yellow stands in the King's region alone"
    assert waits_for(state) == "blue"


def test_the_house_rule_spares_the_own() -> None:
    """2-06 (S0 sample game; FACTS 1.2): the acting player loses nobody."""
    state = table("aragon: R2 B2", card="2-06", king="galicia", own_caballero=False)
    play(state, "red special")
    refuses(state, "red send red aragon")
    said = prompt(state.decision(0), state.rules)
    assert said == "Red: send back one caballero of each other colour: Blue is still to do."
    play(state, "red send blue aragon")
    assert at(state, "aragon") == "R2 B1"
    assert waits_for(state) == "blue"


def test_one_of_each_not_from_the_castillo() -> None:
    """2-06 (S0, S1): not from the King's region or the Castillo, nor from a court."""
    state = table("castillo: B2 | galicia: G2", court="Y3", card="2-06", king="galicia")
    assert choices(state, "red special") == []


# -- removals by secret disk -----------------------------------------------


def test_two_from_a_region_by_disk() -> None:
    """2-07 (S0, S1): a region with at least two of one's own; two are returned."""
    state = table("aragon: B3 G1 | seville: B2 G2 | basque: B1 R5", card="2-07", king="galicia")
    play(state, "red special")
    assert waits_for(state) == "blue green", "yellow has nobody, red is the acting player"
    assert words(state, "blue disk") == {"aragon", "seville"}
    assert words(state, "green disk") == {"seville"}
    play(state, "green disk seville, blue disk aragon")
    stands(state, "aragon: B1 G1 | seville: B2 | basque: R5 B1")


def test_two_by_disk_for_who_has_one_everywhere() -> None:
    """2-07 (S0, S1; FACTS 1.2): one at most in any region: such a region, and that one."""
    state = table(
        "aragon: B1 | seville: B1 | castillo: B7", court="B4", card="2-07", king="galicia"
    )
    play(state, "red special")
    assert words(state, "blue disk") == {"aragon", "seville"}
    play(state, "blue disk seville")
    stands(state, "seville: | aragon: B1")


def test_two_by_disk_for_who_has_nobody_to_lose() -> None:
    """2-07 (FACTS 1.2): all in the King's region, the Castillo or the court: unaffected."""
    state = table(
        "galicia: B5 | castillo: B2 G3 | aragon: Y2", court="B4 G1", card="2-07", king="galicia"
    )
    play(state, "red special")
    assert waits_for(state) == "yellow"
    play(state, "yellow disk aragon")
    stands(state, "galicia: B5 | castillo: B2 G3")


def test_two_in_the_kings_region_do_not_count() -> None:
    """2-07 (S0, S1 "The action cards" A): two in the King's region do not save a single one."""
    state = table("galicia: B5 | aragon: B1", card="2-07", king="galicia")
    play(state, "red special")
    assert words(state, "blue disk") == {"aragon"}


def test_all_from_a_region_by_disk() -> None:
    """2-08 (S0, S1): all of one's own from one region with at least one."""
    state = table(
        "aragon: B3 G1 R4 | seville: B1 | valencia: Y9", card="2-08", king="valencia", court="Y2"
    )
    play(state, "red special")
    assert waits_for(state) == "blue green", "yellow has nobody in any other region"
    assert words(state, "blue disk") == {"aragon", "seville"}
    refuses(state, "blue disk valencia", "blue disk galicia")
    play(state, "blue disk aragon, green disk aragon")
    stands(state, "aragon: R4 | seville: B1")


def test_all_by_disk_hits_nobody() -> None:
    """2-08 (S0, S1): without caballeros in any region a player is not affected."""
    state = table("castillo: B2", court="R2 B4 G4", card="2-08")
    assert choices(state, "red special") == []


def test_disks_may_be_turned_until_the_last_is_set() -> None:
    """S0, S1 "The action cards" B: simultaneously and secretly."""
    state = table("aragon: B3 G1 | seville: B1 G1", card="2-08", king="galicia")
    play(state, "red special")
    assert of_kind(play(state, "blue disk aragon"), DisksRevealed) == []
    assert waits_for(state) == "green"
    assert at(state, "aragon") == "B3 G1", "nothing happens before all are set"
    play(state, "blue disk seville, blue disk aragon, blue disk seville")
    spy = state.view(2)
    assert spy.disk(1) == -1, "green does not see blue's disk"
    told = play(state, "green disk aragon")
    assert [event.audience for event in of_kind(told, DiskShows)] == [frozenset({2})]
    revealed = of_kind(told, DisksRevealed)
    assert len(revealed) == 1
    stands(state, "aragon: B3 | seville: G1")


# -- Special scoring -------------------------------------------------------


@pytest.mark.parametrize("card", ["2-09", "2-10", "2-11", "3-11"])
def test_score_one_place(card: str) -> None:
    """2-09, 2-10, 2-11, 3-11 (S0, S1 "pick one region to be scored"): any, Castillo too."""
    state = table("aragon: R3 B2 | castillo: G2 Y1 | galicia: B4", king="galicia", card=card)
    play(state, "red special")
    assert words(state, "red score") == {*state.rules.regions, "castillo"}
    assert paid(state, play(state, "red score aragon")) == {"aragon": "R5 B4"}
    assert scores(state) == "R5 B4 G0 Y0"
    assert at(state, "aragon") == "R3 B2"
    assert waits_for(state) == "blue"


def test_score_the_kings_region() -> None:
    """2-09 (S0, S1): the King's region may be chosen, and pays the King's bonus."""
    state = table("galicia: B4 R1", king="galicia", card="2-09")
    assert paid(state, play(state, "red special, score galicia")) == {"galicia": "R2 B6"}


def test_score_the_castillo_and_put_everything_back() -> None:
    """2-09, 3-11 (S0, S1): scored, and nobody is moved out."""
    state = table("castillo: G2 Y1", home="G seville", card="3-11")
    assert paid(state, play(state, "red special, score castillo")) == {"castillo": "G5 Y3"}
    assert at(state, "castillo") == "G2 Y1"


# -- Veto, taken -----------------------------------------------------------


@pytest.mark.parametrize("card", ["2-01", "2-02"])
def test_a_veto_is_kept(card: str) -> None:
    """2-01, 2-02 (S0, S1 "Veto!"): laid before the taker, until the end of the next round."""
    state = table(card=card, round=4)
    play(state, "red special")
    assert held(state) == f"{card} red until 5"
    assert waits_for(state) == "blue"


def test_a_veto_card_may_be_taken_without_keeping_it() -> None:
    """2-01 (S0, S1 "The action cards" G)."""
    state = table(card="2-01", court="R2")
    play(state, "red place castillo, place castillo, end")
    assert held(state) == ""
