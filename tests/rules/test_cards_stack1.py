"""The cards of stack 1, Intrigue: moving caballeros about the board (FACTS 1.2)."""

from __future__ import annotations

import pytest

from drawing import REGIONS, at, choices, courts, play, refuses, stands, table, waits_for, words
from elgrande.content.words import answer, prompt, why_not


def test_move_own_from_one_region() -> None:
    """1-01 (S0, S1 "Intrigue: move all of your own from any one region"): spread at will."""
    state = table("aragon: R4 B2 | seville: R1", king="galicia", card="1-01")
    play(state, "red special, pick red aragon, put valencia")
    refuses(state, "red pick red seville", "red pick blue aragon", "red pick red valencia")
    play(state, "red pick red aragon, put castillo, pick red aragon, put seville")
    play(state, "red pick red aragon, put castillo")
    stands(state, "aragon: B2 | valencia: R1 | seville: R2 | castillo: R2")
    assert waits_for(state) == "blue"


def test_some_may_go_back_to_the_source() -> None:
    """1-01 (S0, S1): some may be returned to the original region, which is to leave them there."""
    state = table("aragon: R4", king="galicia", card="1-01")
    play(state, "red special, pick red aragon, put basque, done")
    stands(state, "aragon: R3 | basque: R1")


def test_move_own_from_one_region_never_the_kings() -> None:
    """1-01 (S0, S1): nothing out of the King's region and nothing in."""
    state = table("aragon: R4 | galicia: R3", king="galicia", card="1-01")
    play(state, "red special")
    assert words(state, "red pick") == {"red aragon"}
    play(state, "red pick red aragon")
    assert words(state, "red put") == (REGIONS - {"galicia", "aragon"}) | {"castillo"}


def test_move_own_with_nobody_to_move() -> None:
    """1-01 (S0, S1 "The action cards" A, C): nobody but in the King's region and the Castillo."""
    state = table("galicia: R3 | castillo: R2 | aragon: B5", king="galicia", card="1-01")
    assert choices(state, "red special") == []


def test_place_two_extra() -> None:
    """1-02 (S0, S1 "move 2 more from your court"): any region but the King's, or the Castillo."""
    state = table(king="galicia", court="R7", card="1-02")
    play(state, "red special")
    assert words(state, "red place") == (REGIONS - {"galicia"}) | {"castillo"}
    play(state, "red place granada, place castillo")
    assert at(state, "granada") == at(state, "castillo") == "R1"
    assert words(state, "red place") == {"basque", "old-castile", "castillo"}, "now the card's own"
    play(state, "red place basque")
    assert courts(state) == "R4 B0 G0 Y0"
    assert waits_for(state) == "blue"


def test_place_two_extra_at_most() -> None:
    """1-02 (S0, S1): three in all with this card, and fewer if the player likes."""
    state = table(king="galicia", court="R7", card="1-02")
    play(state, "red place basque, special, place seville, done")
    assert courts(state) == "R5 B0 G0 Y0"
    assert waits_for(state) == "blue"


def test_place_two_extra_from_an_empty_court() -> None:
    """1-02: nothing to place."""
    state = table("aragon: R3", court="R1", card="1-02")
    play(state, "red place castillo")
    assert waits_for(state) == "blue"


def test_choose_place_or_move() -> None:
    """1-03 (S0, S1): essentially a choice of one of the two actions above."""
    state = table("aragon: R3", king="galicia", court="R7", card="1-03")
    play(state, "red special")
    assert words(state, "red option") == {"1", "2"}
    asked = state.decision()
    said = [answer(code, state.rules, decision=asked) for code in asked.codes]
    assert said == ["Place 2 extra", "Spread your own"]
    assert answer(state.rules.code("place granada"), state.rules, decision=asked) == (
        "place in Granada"
    )
    assert why_not(state, 0, "option 3") == "The card has only 2 effects."
    placing = state.copy()
    play(placing, "red option 1, place granada, place granada")
    assert at(placing, "granada") == "R2"
    refuses(placing, "red pick red aragon")
    play(state, "red option 2, pick red aragon, put granada, done")
    assert at(state, "granada") == "R1"
    refuses(state, "red option 1", "red place granada")


def test_choose_offers_only_what_can_be_done() -> None:
    """1-03: with nobody on the board there is only the court, and the other way round."""
    state = table(court="R7", card="1-03")
    play(state, "red special")
    assert words(state, "red option") == {"1"}
    assert why_not(state, 0, "option 2") == ("The effect Spread your own would change nothing now.")
    state = table("aragon: R1", card="1-03")
    play(state, "red special")
    assert words(state, "red option") == {"2"}


@pytest.mark.parametrize("card", ["1-04", "1-05"])
def test_move_up_to_five_from_one_region(card: str) -> None:
    """1-04, 1-05 (S0, S1 "move up to 5 from any one region"): own and foreign, any mix."""
    state = table("aragon: R2 B3 G2 | seville: R1 B1", king="galicia", card=card)
    play(state, "red special, pick blue aragon, put valencia")
    refuses(state, "red pick blue seville", "red pick red seville", "red pick blue valencia")
    # Nor does it matter that nobody is there.
    for other in ("pick blue seville", "pick red valencia", "pick red basque", "pick red galicia"):
        said = why_not(state, 0, other)
        assert said == "They must all come from one region, and the first came from Aragon."
    play(state, "red pick blue aragon, put castillo, pick green aragon, put seville")
    play(state, "red pick red aragon, put basque, pick blue aragon, put castillo")
    stands(state, "aragon: R1 G1 | castillo: B2 | valencia: B1 | seville: R1 B1 G1 | basque: R1")
    assert waits_for(state) == "blue", "five are moved"


def test_move_up_to_five_may_be_fewer_and_not_to_the_same_region() -> None:
    """1-04 (S0, S1): up to 5, to *other* regions."""
    state = table("aragon: B7", king="galicia", card="1-04")
    play(state, "red special, pick blue aragon")
    refuses(state, "red put aragon", "red put galicia", "red put court", "red put province")
    play(state, "red put seville, done")
    assert at(state, "aragon") == "B6"


def test_move_three_foreign() -> None:
    """1-06 (S0, S1 "move any 3 foreign"): any regions to any regions or the Castillo."""
    state = table("aragon: R2 B1 | seville: G1 Y1 | valencia: B2", king="valencia", card="1-06")
    play(state, "red special")
    assert words(state, "red pick") == {"blue aragon", "green seville", "yellow seville"}
    play(state, "red pick blue aragon, put seville, pick green seville, put castillo")
    play(state, "red pick yellow seville, put galicia")
    stands(state, "seville: B1 | castillo: G1")
    assert waits_for(state) == "blue"


def test_move_any_three() -> None:
    """1-07 (S0, S1 "move any 3"): own and foreign; we take it as up to 3 (FACTS 1.2)."""
    state = table("aragon: R2 B1 | seville: G1", king="galicia", card="1-07")
    play(state, "red special, pick red aragon, put seville, pick blue aragon, put castillo")
    play(state, "red pick green seville, put aragon")
    assert at(state, "aragon") == "R1 G1"
    assert waits_for(state) == "blue"
    state = table("aragon: R2 B1 | seville: G1", king="galicia", card="1-07")
    play(state, "red special, pick red aragon, put seville, done")
    assert at(state, "seville") == "R1 G1"


@pytest.mark.parametrize("card", ["1-08", "1-09"])
def test_move_two_own_and_two_foreign(card: str) -> None:
    """1-08, 1-09 (S0, S1 "move 2 of your and 2 foreign"): two of each at most, in any order."""
    state = table("aragon: R4 B4", king="galicia", card=card)
    play(state, "red special, pick blue aragon, put castillo, pick red aragon, put castillo")
    play(state, "red pick blue aragon, put castillo")
    refuses(state, "red pick blue aragon")
    play(state, "red pick red aragon, put castillo")
    assert at(state, "castillo") == "R2 B2"
    assert waits_for(state) == "blue"
    state = table("aragon: R4 B4", king="galicia", card=card)
    play(state, "red special, pick red aragon, put castillo, pick red aragon, put castillo")
    assert words(state, "red pick") == {"blue aragon"}, "never three of the own"


def test_one_who_is_moved_again_counts_again() -> None:
    """1-10: with one on the board there are four moves all the same, and the prompt says so."""
    state = table("aragon: R1", king="galicia", card="1-10")
    play(state, "red special")
    for left, goal in (("up to 4", "seville"), ("up to 3", "granada"), ("up to 2", "aragon")):
        assert f"({left} of yours), or stop" in prompt(state.decision(0), state.rules)
        (mine,) = words(state, "red pick")
        play(state, f"red pick {mine}, put {goal}")


def test_a_move_in_full_says_how_many_must_go() -> None:
    """2023, 1-06: the number, unless no more of these can leave where they are."""
    state = table("aragon: R3 B2", edition="2023", card="1-06")
    play(state, "red special")
    asked = "Red: pick a caballero to move (3 of any colour, or as many as can)."
    assert prompt(state.decision(0), state.rules) == asked


def test_move_four_own() -> None:
    """1-10 (S0, S1 "move any 4 of your own"): up to 4, any to any."""
    state = table("aragon: R2 B4 | seville: R4 | galicia: R1", king="galicia", card="1-10")
    play(state, "red special")
    assert words(state, "red pick") == {"red aragon", "red seville"}
    for _ in range(4):
        play(state, "red pick red seville, put aragon")
    assert at(state, "aragon") == "R6 B4"
    assert waits_for(state) == "blue"


def test_move_any_four() -> None:
    """1-11 (S0, S1 "move any 4"): own and foreign, up to 4."""
    state = table("aragon: R2 B4 | seville: G4", king="galicia", card="1-11")
    play(state, "red special, pick red aragon, put castillo")
    for _ in range(3):
        play(state, "red pick green seville, put aragon")
    stands(state, "aragon: R1 B4 G3 | seville: G1")
    assert waits_for(state) == "blue"


@pytest.mark.parametrize("card", [f"1-{n:02}" for n in (1, 3, 4, 5, 6, 7, 8, 9, 10, 11)])
def test_nothing_leaves_the_castillo(card: str) -> None:
    """S0, S1 "The action cards" C: only a general scoring takes anybody out of the Castillo."""
    state = table("castillo: R3 B3 G3 | aragon: R1 B1", court="R1", card=card)
    play(state, "red special")
    if card == "1-03":
        play(state, "red option 2")
    assert {text.split()[1] for text in words(state, "red pick")} == {"aragon"}


@pytest.mark.parametrize("card", [f"1-{n:02}" for n in (1, 4, 5, 6, 7, 8, 9, 10, 11)])
def test_the_kings_region_is_closed_both_ways(card: str) -> None:
    """S0, S1 "The action cards" A: neither add to nor take from the King's region."""
    state = table("seville: R3 B3 | aragon: R1 B1", king="seville", card=card)
    play(state, "red special")
    picks = choices(state, "red pick")
    assert {text.split()[3] for text in picks} == {"aragon"}
    play(state, picks[0])
    assert words(state, "red put") == (REGIONS - {"seville", "aragon"}) | {"castillo"}


def test_a_marked_caballero_has_not_left() -> None:
    """DESIGN: nothing is ever in limbo: pick marks, put moves."""
    state = table("aragon: R1", king="galicia", card="1-10")
    play(state, "red special, pick red aragon")
    assert at(state, "aragon") == "R1"
    play(state, "red put seville")
    assert at(state, "seville") == "R1"
