"""The worked examples of the expansion: E1 to E8 (S0, "Intrigue & the King")."""

from __future__ import annotations

from hands_drawn import drawn, game
from laid import score_generally, turn_of

from drawing import at, boards, choices, courts, homes, of_kind, paid, play, refuses, scores, words
from elgrande.content.words import prompt
from elgrande.expansions.intrigue.cards import CaballeroCardsTaken


def test_e1_the_first_disk() -> None:
    state = game(4)
    rules = state.rules
    king = rules.regions[state.king]
    one, other = [region for region in rules.regions if region != king][:2]
    before = {region: at(state, region) for region in rules.regions}
    places = [state.count(seat, rules.place_index[one]) for seat in (0, 3)]
    assert courts(state) == "R7 B7 G7 Y7"
    asked = prompt(state.decision(0), rules)
    assert "unless that is the King's region" in asked
    play(state, f"red disk {one}, blue disk {king}, green disk {other}, yellow disk {one}")
    assert courts(state) == "R6 B7 G6 Y6"
    for seat, number in zip((0, 3), places, strict=True):
        assert state.count(seat, rules.place_index[one]) == number + 1
    assert state.count(2, rules.place_index[other]) >= 1
    assert at(state, king) == before[king]
    assert state.stack[-1].step == "choose_hand"


def test_e2_and_e3_order_roles_and_the_next_starter() -> None:
    state = drawn(power="R130 B40 G180 Y10 W75", court="R1 B1 G1 Y1 W1")
    assert [state.rules.colours[seat] for seat in state.turn_order] == [
        "green", "red", "white", "blue", "yellow",
    ]  # fmt: skip
    played = drawn(power="R130 B40 G180 Y10", seats="RBGYW", starter="red", keep="W75")
    (heard,) = of_kind(play(played, "white power 75"), CaballeroCardsTaken)
    assert heard == CaballeroCardsTaken((2, 0, 4, 1, 3), (5, 4, 3, 2, 1))
    acted = {}
    for colour in ("green", "red", "white", "blue", "yellow"):
        turn_of(state, colour)
        acted[colour] = state.rules.cards[state.card].id
        if f"{colour} end" in choices(state):
            play(state, f"{colour} end")
        else:
            play(state, f"{colour} special")
            while state.owing() and state.rules.colours[state.owing()[0]] == colour:
                play(state, choices(state)[-1])
    assert acted == {
        "green": "k-king", "red": "k-130", "white": "k-075", "blue": "k-040",
        "yellow": "k-intrigue",
    }  # fmt: skip
    assert state.round == 2
    assert state.rules.colours[state.starter] == "yellow"
    assert state.owing() == (3,)


def test_e4_fifteen_places_five() -> None:
    state = turn_of(drawn(power="R180 B90 G15 Y13 W10", court="G7", king="galicia"), "green")
    play(state, "green special")
    play(state, "green place basque, place basque, place castillo, place old-castile")
    assert words(state, "green place") == {"basque", "old-castile", "castillo"}
    play(state, "green place basque")
    assert at(state, "basque") == "G3"
    assert not choices(state, "green place")


def test_e5_twenty_places_anywhere() -> None:
    state = turn_of(drawn(power="R180 B90 G20 Y13 W10", court="G7", king="galicia"), "green")
    play(state, "green special, place granada, place granada")
    assert "galicia" not in words(state, "green place")
    assert words(state, "green place") >= {"valencia", "castillo", "seville"}
    play(state, "green place valencia")
    assert (at(state, "granada"), at(state, "valencia")) == ("G2", "G1")
    refuses(state, "green place valencia")


def test_e6_the_castillo_is_scored_and_closed_again() -> None:
    state = turn_of(drawn("castillo: R3 B1", power="R110 B180 G10 Y13"), "red")
    assert paid(state, play(state, "red special")) == {"castillo": "R5 B3"}
    assert at(state, "castillo") == "R3 B1"


def test_e7_a_quarantine_sends_arrivals_to_the_court() -> None:
    state = turn_of(
        drawn("castillo: G1 | granada: R2 B1", power="R93 B180 G10 Y13", king="galicia"), "red"
    )
    play(state, "red special, scoreboard 400 granada")
    assert "granada" not in words(state, "red place")
    score_generally(state)
    before = scores(state)
    assert before == "R0 B0 G0 Y0"
    events = play(state, "green disk granada")
    assert courts(state).split()[2] == "G1"
    assert paid(state, events)["granada"] == "R4"
    assert boards(state) == ""
    assert state.cell("quarantined") == -1


def test_e8_a_conspiracy_moves_grandes() -> None:
    state = turn_of(
        drawn(power="R35 B180 G10 Y13", home="R aragon, B valencia", king="galicia"), "red"
    )
    play(state, "red special")
    assert state.cell("grandes-conspire") == 1
    score_generally(state)
    assert state.owing() == (0, 1, 2, 3)
    play(state, "red disk seville, blue disk galicia, green disk granada, yellow disk granada")
    assert homes(state) == "R seville, B valencia, G granada, Y granada"
    assert state.cell("grandes-conspire") == 0
