"""What EXPANSIONS 3 says, rule by rule (S0, "The King & the Colonies"; S3)."""

from __future__ import annotations

import pytest
from laid import count as of_colour
from laid import crowd, score_generally, turn_of
from pair_drawn import acting, drawn, game, taking, why

from drawing import (
    at,
    choices,
    courts,
    face_up,
    held,
    homes,
    of_kind,
    paid,
    play,
    refuses,
    scores,
    waits_for,
    words,
)
from elgrande.cli.plain.queries import sentences
from elgrande.content.words import prompt, say_event
from elgrande.expansions.colonies.cards import ConspiracyAhead
from elgrande.expansions.intrigue.effects import ConspiracyBegan
from elgrande.rules import Held, State
from elgrande.rules.events import CardKept, CardUsed, HeldExpired, PointsGiven


def offered(state: State) -> set[str]:
    """The cards among which one chooses now."""
    return {text.split()[-1] for text in choices(state) if " card " in text}


# -- set-up ----------------------------------------------------------------------------


def test_two_go_by_disk_and_not_a_third() -> None:
    """The set-up of the Colonies, then thirteen cards are kept (S0, Preparation)."""
    state = game(4).start()
    rules = state.rules
    assert courts(state) == "R9 B9 G9 Y9"
    king = rules.regions[state.king]
    other = next(name for name in rules.regions if name != king)
    play(state, f"red disk {other}, blue disk {king}, green disk {other}, yellow disk {other}")
    assert courts(state) == "R7 B9 G7 Y7"
    assert state.stack[-1].step == "choose_hand"
    assert state.owing() == (0, 1, 2, 3)
    assert rules.programs["game"] == ("lay_out_colonies", "choose_hand", "rounds")


def test_stacks_six_and_seven_alone_are_there() -> None:
    state = game(3, house={"hand": "dealt"}).start()
    assert state.rules.stacks == (6, 7)
    assert {card.stack for card in state.rules.cards} == {0, 6, 7}
    assert len([card for card in state.rules.cards if card.stack == 7]) == 11
    assert len(state.rules.power_values) == 31


def test_six_rounds_are_played_too() -> None:
    assert game(5, short=True).ruleset().rounds == (2, 3, 5, 6, 8, 9)


# -- one of four in a turn -----------------------------------------------------------------


def test_a_turn_chooses_one_of_own_card_inquisitor_and_stack_seven() -> None:
    state = drawn("aragon: yellow 1", power="B180 R90 G50 Y10")
    assert offered(turn_of(state, "blue")) == {"k-king", "gi-01", "co-09"}
    assert offered(turn_of(state, "red")) == {"k-090", "gi-01", "co-09"}
    play(state, "red card gi-01")
    refuses(state, "red card co-09", "red card k-090")
    assert offered(turn_of(state, "green")) == {"k-050", "co-09"}
    play(state, "green card co-09")
    assert state.rules.cards[turn_of(state, "yellow").card].id == "k-intrigue"


def test_what_has_been_taken_is_refused_with_who_has_it() -> None:
    state = taking("gi-01")
    turn_of(state, "green")
    said = why(state, "green card gi-01")
    assert said == "Red has already taken the card Grand Inquisitor this round."
    assert why(state, "green card co-01").endswith("is not face up.")


def test_both_come_face_up_again_in_the_next_round() -> None:
    state = taking("gi-01")
    play(state, "red end")
    turn_of(state, "green")
    play(state, "green card co-09, end")
    while state.round == 2:
        play(state, choices(state)[-1])
    assert face_up(state).startswith("gi-01 co-")
    assert "co-09" not in face_up(state)


@pytest.mark.parametrize(
    ("power", "colour", "there"),
    [
        ("R170 B40", "red", {"k-king", "k-170", "gi-01", "co-09"}),
        ("R170 B60", "blue", {"k-intrigue", "k-060", "gi-01", "co-09"}),
        ("R170 B60 G10", "blue", {"k-060", "gi-01", "co-09"}),
        ("R170 B60 G10", "green", {"k-intrigue", "k-010", "gi-01", "co-09"}),
    ],
)
def test_with_two_or_three_the_own_card_may_take_the_place_of_the_role(
    power: str, colour: str, there: set[str]
) -> None:
    assert offered(turn_of(drawn(power=power), colour)) == there


# -- whose number places -----------------------------------------------------------------


def test_e20_the_number_of_the_card_that_was_chosen_places() -> None:
    """EXPANSIONS 8, E20: second with the 80 and the Inquisitor card: 3, whatever else is said."""
    state = turn_of(drawn("court: red 7", power="R80 B180 G10 Y13", home="red aragon"), "red")
    play(state, "red card gi-01")
    assert "place up to 3" in prompt(state.decision(0), state.rules)
    play(state, "red place granada, place granada, place granada")
    assert not choices(state, "red place")
    play(state, "red special")
    assert state.cell("inquisitor") == -1
    play(state, "red option 1")
    assert state.cell("inquisitor") == 0
    assert homes(state) == "R aragon"


@pytest.mark.parametrize(("card", "number"), [("co-09", 3), ("co-06", 1), ("co-01", 4)])
def test_a_card_of_stack_seven_has_its_own_number(card: str, number: int) -> None:
    state = taking(card, "court: red 7")
    for _ in range(number):
        play(state, "red place castillo")
    assert not choices(state, "red place")


def test_the_own_card_has_the_number_of_the_caballero_card() -> None:
    """Four play: the second has 4."""
    state = acting(130, "court: red 7")
    for _ in range(4):
        play(state, "red place castillo")
    assert not choices(state, "red place")


def test_the_own_card_brings_caballeros_whatever_is_chosen() -> None:
    """The 90 brings 3, the Inquisitor's card has nothing to do with it."""
    state = drawn(power="R90 B180 G10 Y13")
    turn_of(state, "blue")
    play(state, "blue end") if "blue end" in choices(state) else play(state, "blue card k-king")
    while state.owing() != (0,):
        play(state, choices(state)[-1])
    assert words(state, "red take") == {"0", "1", "2", "3"}
    play(state, "red take 3, card gi-01")
    assert courts(state).startswith("R3")


# -- required, stuck ------------------------------------------------------------------------


def test_a_required_action_is_avoided_by_choosing_a_card_that_is_face_up() -> None:
    must = acting(100, "aragon: red 1")
    refuses(must, "red end")
    may = turn_of(drawn("aragon: red 1", power="B180 R100 G10 Y13"), "red")
    play(may, "red card gi-01, end")
    assert waits_for(may) != "red"
    role = turn_of(drawn("aragon: yellow 1", power="B180 R100 G50 Y10"), "yellow")
    play(role, "yellow card co-09")
    assert "yellow end" in choices(role)


def test_with_both_gone_the_own_card_is_left_and_nobody_is_asked() -> None:
    state = turn_of(
        drawn("court: red 1, white 1", power="R180 B90 G50 Y10 W13", seven="co-05"), "red"
    )
    play(state, "red card gi-01, end")
    play(turn_of(state, "blue"), "blue card co-05")
    turn_of(state, "green")
    assert state.rules.cards[state.card].id == "k-050"
    assert choices(state) == ["green special"], "it is required"


# -- turn over, before a choice and as a Veto ----------------------------------------------


def test_the_last_face_up_card_may_be_turned_over_since_the_own_is_left() -> None:
    state = drawn(held="co-07 white", power="B180 R90 G50 Y10 W13")
    assert waits_for(turn_of(state, "white")) == "white"
    state = drawn(held="co-07 yellow", power="B180 R90 G50 Y10")
    while state.stack[-1].step != "window":
        play(state, choices(state)[0])
    assert waits_for(state) == "yellow"
    play(state, "yellow let", "blue card gi-01")
    play(state, "blue end") if "blue end" in choices(state) else None
    while state.stack[-1].step != "window":
        play(state, "red take 0" if "red take 0" in choices(state) else choices(state)[0])
    play(state, "yellow use co-07, turn-down co-09")
    assert offered(state) <= {"k-090"}
    assert state.cell("wares-lying") == 3


def test_turn_over_stops_a_special_action_as_it_is_announced() -> None:
    """S0, last but one line of the game; S3:80: like a Veto, and its disc comes out."""
    state = acting(110, "castillo: red 2", held="co-07 blue")
    play(state, "red special")
    assert waits_for(state) == "blue"
    said = prompt(state.decision(1), state.rules)
    assert said == "Blue: use Turn over to stop Red's Score Castillo, or let it pass."
    assert words(state, "blue") == {"use co-07", "let", "let-all"}
    (used,) = of_kind(play(state, "blue use co-07"), CardUsed)
    cards = state.rules.cards
    assert (used.seat, cards[used.card].id, used.other) == (1, "co-07", 0)
    assert cards[used.action].id == "k-110"
    assert scores(state) == "R0 B0 G0 Y0"
    assert held(state) == ""
    assert state.cell("wares-lying") == 3
    # What was stopped counts as carried out.
    assert "red end" in choices(state) or waits_for(state) != "red"


def test_it_stops_the_rest_of_an_action_too() -> None:
    state = acting(165, "aragon: red 4", held="co-07 blue")
    play(state, "red special, pick red aragon, put seville", "blue let")
    assert waits_for(state) == "blue"
    assert "the rest of Red's" in prompt(state.decision(1), state.rules)
    play(state, "blue use co-07")
    assert (of_colour(state, "red", "aragon"), of_colour(state, "red", "seville")) == (3, 1)
    assert not choices(state, "red pick")


def test_whoever_stops_with_it_claims_its_disc_first() -> None:
    """In another's turn the discs of a card give its owner the first call."""
    state = acting(110, "castillo: red 2 | mediterranean: blue 1", held="co-07 blue", wares=0)
    play(state, "red special, blue use co-07")
    assert state.stack[-1].step == "claim_discs"
    play(state, "blue claim blue mediterranean")
    assert crowd(state, "mediterranean") == "blue-wares 1"


def test_turning_a_card_down_brings_its_disc_as_well() -> None:
    state = drawn("mediterranean: yellow 1", held="co-07 yellow", wares=0)
    while state.stack[-1].step != "window":
        play(state, choices(state)[0])
    play(state, "yellow use co-07, turn-down gi-01")
    assert state.stack[-1].step == "claim_discs"
    play(state, "yellow claim yellow mediterranean")
    assert offered(state) == {"k-king", "co-09"}


def test_turn_over_stops_neither_placing_nor_free_actions_nor_what_is_kept() -> None:
    state = taking("co-06", "court: red 3 | america: red 1 | ship: red 1", held="co-07 blue")
    play(state, "red place castillo", "red sail red ship, put mediterranean")
    play(state, "red claim red america", "red special")
    assert "co-06 red" in held(state)
    assert "co-07 blue" in held(state)


def test_it_does_nothing_in_the_turn_in_which_it_is_taken() -> None:
    """That turn has no other special action; from the next turn on it stops."""
    state = taking("co-07", "castillo: green 1", power="B180 R90 G110 Y10")
    assert len(of_kind(play(state, "red special"), CardKept)) == 1
    assert waits_for(state) != "red" or not choices(state, "red use")


def test_a_veto_and_turn_over_of_one_seat_are_asked_one_after_the_other() -> None:
    state = turn_of(drawn("castillo: red 1", power="B180 R110 G40 Y10",
                          held="co-07 green | k-040 green"), "red")  # fmt: skip
    play(state, "red card k-110, special")
    first, second = [], []
    first += sorted(words(state, "green"))
    play(state, "green let")
    second += sorted(words(state, "green"))
    assert {*first, *second} == {"let", "let-all", "use co-07", "veto"}
    play(state, "green use co-07" if "use co-07" in second else "green veto")
    assert scores(state) == "R0 B0 G0 Y0"


def test_vetos_and_turn_over_go_clockwise_from_whoever_acts() -> None:
    """0.4: several holders of the same moment."""
    state = turn_of(drawn("castillo: red 1", power="B180 R110 Y40 G10",
                          held="co-07 blue | k-040 yellow"), "red")  # fmt: skip
    play(state, "red card k-110, special")
    assert waits_for(state) == "blue"
    play(state, "blue let")
    assert waits_for(state) == "yellow"
    play(state, "yellow veto")
    assert "co-07 blue" in held(state)


# -- the Veto of a round -----------------------------------------------------------------------


def test_a_veto_used_before_the_own_turn_leaves_the_own_card_alone() -> None:
    state = turn_of(drawn("castillo: red 1 | court: green 5", power="B180 R110 G40 Y10",
                          held="k-040 green"), "red")  # fmt: skip
    play(state, "red card k-110, special, green veto")
    turn_of(state, "green")
    assert state.rules.cards[state.card].id == "k-040"
    assert choices(state, "green place")


def test_another_card_in_its_place_gives_the_veto_up() -> None:
    state = turn_of(drawn(power="B180 R40 G20 Y10", held="k-040 red"), "blue")
    play(state, "blue card co-09, end")
    assert len(of_kind(play(turn_of(state, "red"), "red card gi-01"), HeldExpired)) == 1
    assert held(state) == ""
    kept = turn_of(drawn(power="B180 R40 G20 Y10", held="k-040 red"), "blue")
    play(kept, "blue card co-09, end")
    turn_of(kept, "red")
    assert not of_kind(play(kept, "red card k-040"), HeldExpired)


# -- double strike ------------------------------------------------------------------------------


def test_double_strike_repeats_roles_own_cards_and_both_stacks() -> None:
    state = turn_of(drawn(power="B180 R90 G50 Y10", held="co-06 green", king="galicia"), "blue")
    play(state, "blue card k-king, special, king granada")
    assert words(state, "green") == {"use co-06", "let"}
    play(state, "green use co-06, king seville")
    assert state.rules.nodes[state.king] == "seville"

    state = turn_of(drawn("aragon: yellow 2, green 1", power="B180 R90 G50 Y10",
                          held="co-06 green"), "yellow")  # fmt: skip
    play(state, "yellow card k-intrigue" if offered(state) else "yellow special")
    if "yellow special" in choices(state):
        play(state, "yellow special")
    play(state, "yellow pick green aragon, put seville")
    play(state, "green use co-06, pick yellow aragon, put castillo")
    assert at(state, "castillo") == "Y1"

    state = acting(150, "aragon: red 2, green 1", held="co-06 green")
    play(state, "red special, score aragon")
    assert scores(state).startswith("R5 B0 G4")
    play(state, "green use co-06, score aragon")
    assert scores(state).startswith("R10 B0 G8")

    state = taking("gi-01", "aragon: black 2", held="co-06 green")
    play(state, "red special, option 1, done", "green use co-06, option 1")
    assert state.cell("inquisitor") == 2


@pytest.mark.parametrize("value", [15, 20])
def test_double_strike_does_not_repeat_a_card_that_only_places(value: int) -> None:
    state = acting(value, "court: red 7, green 7", held="co-06 green")
    play(state, "red special")
    assert waits_for(state) == "red"
    assert "co-06 green" in held(state)


def test_double_strike_brings_the_discs_again_and_can_be_stopped() -> None:
    state = taking("co-05", "aragon: red 3 | mediterranean: green 2",
                   held="co-06 green | co-07 blue", gold=0, wares=0)  # fmt: skip
    play(state, "red special, blue let, red done")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (1, 2)
    play(state, "green use co-06")
    assert waits_for(state) == "blue"
    play(state, "blue use co-07")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (1, 3)
    assert held(state) == ""


def test_first_call_comes_once_the_card_is_over_and_no_sooner() -> None:
    """S0, Gold and Wares: what 75 moves before a scoring is not the end of the card."""
    state = taking("co-08", "america: blue 2 | aragon: yellow 1, black 1 | court: red 1", gold=0,
                   held="co-06 blue | k-075 yellow")  # fmt: skip
    play(state, "red special, yellow let, blue use co-06")
    play(state, "yellow use k-075, pick yellow aragon, put castillo")
    assert waits_for(state) == "blue"
    assert state.stack[-1].step == "claim_discs"
    assert state.cell("inquisitor") == 1, "he was taken and the regions scored"
    play(state, "blue claim blue america")
    assert waits_for(state) == "red", "blue's disc alone"
    assert state.cell("gold-lying") == 1


def test_double_strike_repeats_conspiracies_of_stack_seven_and_not_of_a_hand() -> None:
    """S3, Doppelschlag: what it would repeat is the disc; the 35 shows none."""
    state = taking("co-04", "court: red 1", held="co-06 green", wares=0)
    play(state, "red special, green use co-06")
    assert (waits_for(state), state.cell("wares-lying")) == ("red", 2)
    state = acting(35, "court: red 1", held="co-06 green")
    play(state, "red special")
    assert waits_for(state) == "red"


# -- late arrival ----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [100, 110, 115, 120, 145, 150, 170])
def test_late_arrival_comes_before_every_scoring_of_an_own_card(value: int) -> None:
    state = acting(value, "aragon: red 2, blue 1 | castillo: red 1", held="k-075 blue")
    play(state, "red special")
    if value == 170:
        play(state, "blue use k-075, pick blue aragon, put seville")
        assert waits_for(state) == "red blue green yellow"
        return
    if value in (145, 150):
        play(state, "red score aragon")
    assert words(state, "blue") == {"use k-075", "let"}
    play(state, "blue use k-075, pick blue aragon, put castillo")
    assert held(state) == ""
    assert at(state, "castillo") == "R1 B1"


@pytest.mark.parametrize("card", ["co-08", "co-09"])
def test_late_arrival_comes_before_the_scorings_of_stack_seven(card: str) -> None:
    state = taking(card, "aragon: blue 1, black 1 | france: red 1", held="k-075 blue")
    play(state, "red special", "blue use k-075, pick blue aragon, put envoy")
    assert at(state, "envoy") == "B1"
    assert ("B2" in scores(state)) is (card == "co-09"), "France is one of the four"


def test_late_arrival_comes_before_100_looks_where_most_are() -> None:
    """S0, notes on 75 and 100: those abroad count, too, and as they are when it is scored."""
    board = "aragon: red 3 | america: green 2 | viceroy: yellow 1 | seville: blue 1"
    state = acting(100, f"{board} | castillo: black 4", held="k-075 blue")
    events = play(state, "red special, blue use k-075, pick blue seville, put america")
    assert paid(state, events) == {"america": "G4"}
    assert scores(state) == "R0 B0 G4 Y5", "the Viceroy besides"


def test_late_arrival_comes_before_a_delayed_scoring() -> None:
    """0.4: the delayed scoring too, though nobody carries it out."""
    state = turn_of(drawn("aragon: blue 1 | seville: red 1", power="B180 R90 G50 Y10", round_=2,
                          held="k-075 blue"), "yellow")  # fmt: skip
    rules = state.rules
    state.held += (Held(rules.card_index["co-10"], 0, 2, rules.regions.index("seville")),)
    while state.stack[-1].step != "window":
        play(state, choices(state)[-1])
    assert words(state, "blue") == {"use k-075", "let"}
    events = play(state, "blue use k-075, pick blue aragon, put seville")
    assert paid(state, events) == {"seville": "R3 B3"}


def test_late_arrival_moves_a_carrier_and_its_disc_is_paid() -> None:
    state = acting(150, "america: blue-gold 1 | aragon: red 1", held="k-075 blue")
    play(state, "red special, score aragon")
    events = play(state, "blue use k-075, pick blue-gold america, put aragon")
    assert [event.points for event in of_kind(events, PointsGiven)] == [6]
    assert crowd(state, "aragon") == "red 1, blue 1"


def test_late_arrival_and_late_moves_both_come_in_a_general_scoring() -> None:
    state = drawn("aragon: red 1 | seville: blue 2", held="k-075 red | co-11 blue")
    score_generally(state)
    seen = []
    while not state.over and len(seen) < 2:
        if state.stack[-1].step == "window":
            seen.append(words(state, waits_for(state)) - {"let", "let-all"})
        play(state, choices(state)[-1])
    assert seen == [{"use co-11"}, {"use k-075"}]


# -- both conspiracies ---------------------------------------------------------------------------


def test_two_conspiracies_are_one_journey_and_two_points() -> None:
    state = acting(
        35, "castillo: red 1", home="red aragon, blue valencia, green galicia, yellow basque"
    )
    play(state, "red special")
    state.board[state.rules.cell["conspiracy"]] = 1
    score_generally(state)
    assert waits_for(state) == "red blue green yellow"
    events = play(state, "red disk seville, blue disk seville, green disk granada")
    events = play(state, "yellow disk new-castile")
    assert paid(state, events)["castillo"] == "R5"
    # 5 and 2 in the Castillo, 4 and 2 in Seville, the new home.
    assert scores(state) == "R13 B0 G0 Y0"
    assert homes(state) == "R seville, B seville, G granada, Y basque"
    assert (state.cell("conspiracy"), state.cell("grandes-conspire")) == (0, 0)
    moved = [event for event in events if type(event).__name__ == "GrandeMoved"]
    assert len(moved) == 3


def test_a_conspiracy_is_told_with_the_closed_regions_that_no_grande_leaves_or_enters() -> None:
    """EXPANSIONS 2.6 and 1.8: a region in quarantine is closed to Grandes as the King's is."""
    state = drawn("aragon: red 1", cells={"conspiracy": True, "grandes-conspire": True})
    names = game(state.rules.n_seats).names()
    said = [*sentences(state, names)]
    said += [say_event(e, state.rules, names) for e in (ConspiracyAhead(0), ConspiracyBegan(0))]
    told = [one for one in said if "Grande " in one and "next general scoring" in one]
    assert len(told) == 4
    assert all(" closed as the King's is" in one for one in told), told


def test_the_own_conspiracy_alone_brings_no_points() -> None:
    state = acting(35, "castillo: red 1", home="red aragon")
    play(state, "red special")
    score_generally(state)
    events = play(
        state, "red disk seville, blue disk seville, green disk seville, yellow disk seville"
    )
    assert paid(state, events)["castillo"] == "R5"
    assert scores(state) == "R11 B0 G0 Y0"
