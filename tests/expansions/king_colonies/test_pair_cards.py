"""Each own card against the new regions: room, Captain, Viceroy, carriers, the limit table."""

from __future__ import annotations

import pytest
from laid import count as of_colour
from laid import crowd, pays, score_generally, turn_of
from pair_drawn import acting, drawn, taking, why

from drawing import boards, choices, courts, homes, of_kind, paid, play, refuses, scores, words
from elgrande.rules.events import GrandeMoved, PointsGiven

ABROAD = {"france", "ambassador", "envoy", "ship", "captain", "america", "viceroy",
          "mediterranean"}  # fmt: skip


# -- Intrigue and what moves caballeros ---------------------------------------------------------


def test_intrigue_moves_from_and_to_the_new_regions_with_discs() -> None:
    """S0, last line of the game; S3:81."""
    state = turn_of(drawn("america: red-gold 2, green 1 | captain: blue 1",
                          power="B180 G90 Y50 R10"), "red")  # fmt: skip
    play(state, "red card k-intrigue" if "red card k-intrigue" in choices(state) else "red special")
    if "red special" in choices(state):
        play(state, "red special")
    other = state.copy()
    events = play(state, "red pick red-gold america, put aragon")
    assert [(e.seat, e.points) for e in of_kind(events, PointsGiven)] == [(0, 6)]
    assert crowd(state, "aragon") == "red 1"
    assert words(state, "red pick") == {"red-gold america"}
    play(state, "red pick red-gold america, put mediterranean")
    assert crowd(state, "mediterranean") == "red-gold 1"
    play(other, "red pick blue captain, put viceroy")
    assert crowd(other, "viceroy") == "blue 1"
    assert not choices(other, "red pick")


def test_10_does_the_same() -> None:
    state = turn_of(drawn("viceroy: blue 1", power="R10 B170"), "red")
    play(state, "red card k-010, special, pick blue viceroy, put america")
    assert crowd(state, "america") == "blue 1"


def test_30_and_165_go_to_spaces_that_are_empty_and_no_others() -> None:
    state = acting(165, "ship: red 2 | captain: blue 1 | france: blue 1 | envoy: green 1")
    play(state, "red special, pick red ship")
    assert ABROAD & words(state, "red put") == {"ambassador", "america", "viceroy", "mediterranean"}
    assert "room" in why(state, "red put captain") or "space" in why(state, "red put captain")
    play(state, "red put ambassador, pick red ship, put viceroy")
    state = acting(30, "ship: red-gold 1, green 1 | aragon: red 1, blue 1")
    play(state, "red special, pick red-gold ship")
    assert not {"captain", "viceroy"} & words(state, "red put")
    play(state, "red put seville, pick red aragon, put captain, pick green ship, put viceroy")
    play(state, "red pick blue aragon")
    assert scores(state).startswith("R6")


def test_165_moves_onto_and_off_the_limit_table() -> None:
    state = acting(165, "basque: red 9, blue 1 | basque-beside: red 1", table="basque")
    play(state, "red special, pick red basque, put basque-beside")
    play(state, "red pick red basque-beside, put basque", "red pick red basque-beside")
    assert "basque" not in words(state, "red put")


def test_25_places_abroad_only_under_the_conditions_of_a_court() -> None:
    """The table "who can get where" (2.2): France and the Ship as in placing, never beyond."""
    inland = acting(25, "court: red 5", king="new-castile")
    play(inland, "red special")
    assert not ABROAD & words(inland, "red place")
    coast = acting(25, "court: red 5", king="catalonia")
    play(coast, "red special")
    there = ABROAD & words(coast, "red place")
    assert there == {"france", "ambassador", "envoy", "ship", "captain"}
    assert "seville" in words(coast, "red place")


@pytest.mark.parametrize(("king", "abroad"), [
    ("new-castile", set()),
    ("seville", {"ship", "captain"}),
    ("aragon", {"france", "ambassador", "envoy"}),
    ("france", {"ship", "captain"}),
])  # fmt: skip
def test_20_leads_anywhere_but_abroad_as_a_court_may(king: str, abroad: set[str]) -> None:
    state = acting(20, "court: red 5", king=king)
    play(state, "red special")
    there = words(state, "red place")
    assert there & ABROAD == abroad
    assert {"galicia", "granada", "castillo"} <= there


def test_15_places_five_next_to_the_king_and_on_the_ship() -> None:
    state = acting(15, "court: red 9", king="catalonia")
    play(state, "red special, place captain, place ship, place envoy, place valencia, place aragon")
    assert not choices(state, "red place")
    assert courts(state).startswith("R4")


@pytest.mark.parametrize("value", [15, 20])
def test_15_and_20_count_only_when_the_own_action_is_chosen(value: int) -> None:
    state = turn_of(drawn("court: red 9", power=f"B180 R{value} G10 Y13", king="galicia"), "red")
    play(state, "red card gi-01")
    assert "granada" not in words(state, "red place")
    play(state, "red place basque, place basque, place basque")
    assert not choices(state, "red place")


def test_80_brings_the_grande_abroad_and_who_follows_chooses_a_space() -> None:
    state = acting(80, "aragon: red 2 | ship: red-gold 1", home="red seville")
    play(state, "red special, grande america")
    assert homes(state).startswith("R america")
    play(state, "red escort red aragon")
    assert words(state, "red put") == {"america", "viceroy"}
    assert "goes there" in why(state, "red put ship")
    play(state, "red put viceroy", "red escort red-gold ship")
    assert crowd(state, "america") == "red-gold 1"
    play(state, "red escort red aragon")
    assert crowd(state, "america") == "red 1, red-gold 1"
    assert pays(state, "america") == "red 11", "4, the home's 2 and the Viceroy's 5"


def test_80_to_france_takes_no_more_than_have_room() -> None:
    state = acting(80, "aragon: red 3 | france: blue 1 | envoy: green 1", home="red seville")
    play(state, "red special, grande france, escort red aragon")
    assert crowd(state, "ambassador") == "red 1"
    assert not choices(state, "red escort")


def test_80_never_leads_to_the_ships_home_bonus() -> None:
    state = acting(80, "captain: red 1", home="red seville")
    play(state, "red special, grande ship")
    assert pays(state, "ship") == "red 3"


def test_13_goes_by_disk_so_never_abroad() -> None:
    state = turn_of(
        drawn(home="blue seville, green aragon, yellow basque", power="B180 R13 G10 Y20"), "red"
    )
    play(state, "red card k-013, special")
    assert not ABROAD & words(state, "blue disk")
    play(state, "blue disk granada, green disk granada, yellow disk valencia")
    assert homes(state) == "B granada, G granada, Y valencia"


def test_a_grande_abroad_is_asked_by_13_and_comes_home() -> None:
    state = turn_of(drawn(home="blue america", power="B180 R13 G10 Y20"), "yellow")
    turn_of(state, "red")
    play(state, "red card k-013, special, blue disk granada, green disk seville")
    play(state, "yellow disk seville")
    assert homes(state) == "B granada, G seville, Y seville"


# -- cards that send and throw in --------------------------------------------------------------


def test_23_empties_a_new_region_but_for_foreign_carriers() -> None:
    """Foreign carriers stay, own discs are lost, black go in."""
    state = acting(23, "america: red-gold 1, blue-gold 1, green 2, black 1 | viceroy: yellow 1",
                   power="B180 R23 G10 Y13", gold=0)  # fmt: skip
    before = state.cell("gold-supply")
    play(state, "red special, throw-in america")
    assert crowd(state, "america") == "blue-gold 1"
    assert crowd(state, "viceroy") == ""
    assert crowd(state, "castillo") == "red 1, green 2, yellow 1, black 1"
    assert state.cell("gold-supply") == before + 1
    assert scores(state) == "R0 B0 G0 Y0"


def test_50_and_160_take_courts_and_the_new_regions() -> None:
    state = acting(50, "court: blue 4, green 2")
    play(state, "red special")
    assert courts(state) == "R0 B1 G0 Y0"
    state = acting(160, "ship: blue 1 | america: blue-gold 1 | captain: blue 1 | aragon: black 1",
                   holder="blue")  # fmt: skip
    play(state, "red special")
    sent = words(state, "blue send")
    assert {"blue ship", "blue captain", "blue-gold america"} <= sent
    assert "black aragon" not in sent
    play(state, "blue send blue-gold america, send blue ship, send blue captain")
    assert of_colour(state, "blue-gold", "america") == 0


def test_70_picks_neither_carriers_nor_black_ones() -> None:
    state = acting(70, "america: blue-gold 1, blue 1 | aragon: black 1 | ship: green 1",
                   holder="yellow")  # fmt: skip
    play(state, "red special")
    assert words(state, "red send") == {"blue america", "green ship"}


def test_53_takes_only_from_the_nine_regions() -> None:
    state = acting(53, "ship: blue 3 | aragon: green 2, blue 1 | seville: blue 2")
    play(state, "red special")
    assert words(state, "blue disk") == {"seville"}


def test_60_empties_a_new_region_into_the_nine() -> None:
    state = acting(60, "ship: blue 3 | aragon: green 2, blue 1")
    play(state, "red special, evacuate ship")
    assert not ABROAD & words(state, "blue disk")
    play(state, "blue disk aragon")
    assert (crowd(state, "ship"), of_colour(state, "blue", "aragon")) == ("", 4)


def test_60_pays_for_carriers_that_come_to_spain() -> None:
    state = acting(60, "america: blue-gold 2", gold=0)
    events = play(state, "red special, evacuate america, blue disk granada")
    assert sum(event.points for event in of_kind(events, PointsGiven)) == 12
    assert crowd(state, "granada") == "blue 2"


# -- scoreboards and scorings --------------------------------------------------------------------


def test_90_puts_a_scoreboard_on_a_new_region() -> None:
    state = acting(90, "captain: red 1 | ship: blue 2")
    play(state, "red special, scoreboard 840 ship")
    assert boards(state) == "840 ship"
    assert pays(state, "ship") == "red 8"


def test_100_counts_everybody_abroad_too() -> None:
    black = "basque: black 2 | galicia: black 2"
    state = acting(100, f"america: blue 2 | viceroy: red 1 | aragon: green 2 | {black}")
    assert set(paid(state, play(state, "red special"))) == {"america"}
    assert scores(state) == "R5 B4 G0 Y0"


@pytest.mark.parametrize(
    ("value", "regions"),
    [
        (115, {"galicia", "catalonia", "seville", "america", "mediterranean"}),
        (120, {"basque", "aragon", "valencia"}),
    ],
)
def test_values_in_force_count_abroad(value: int, regions: set[str]) -> None:
    board = " | ".join(f"{name}: red 1" for name in (*sorted(regions), "france", "ship"))
    state = acting(value, board)
    assert set(paid(state, play(state, "red special"))) == regions


@pytest.mark.parametrize("value", [145, 150])
def test_145_and_150_may_name_a_new_region(value: int) -> None:
    state = acting(value, "france: red 1 | ambassador: blue 1")
    play(state, "red special")
    assert {"france", "ship", "america", "mediterranean"} <= words(state, "red score")
    assert ("castillo" in words(state, "red score")) is (value == 150)
    play(state, "red score france")
    assert scores(state) == "R1 B3 G0 Y0"


def test_135_counts_as_a_scoring_would() -> None:
    """Not the Viceroy, not whoever is beside the table; the Ship has no ranks."""
    state = acting(135, "america: red 2 | viceroy: red 1 | ship: red 2 | basque: red 2, blue 1 "
                   "| basque-beside: red 1", table="basque")  # fmt: skip
    play(state, "red special")
    assert words(state, "red score") == {"america", "basque"}
    play(state, "red score america")
    assert scores(state) == "R4 B0 G0 Y0"


def test_170_scores_by_disks_that_show_the_nine() -> None:
    state = acting(170, "aragon: red 1")
    play(state, "red special")
    assert not ABROAD & words(state, "red disk")


def test_the_kings_action_leads_to_france_and_140_too() -> None:
    state = turn_of(drawn(power="B180 R90 G50 Y10"), "blue")
    play(state, "blue card k-king, special")
    assert ABROAD & words(state, "blue king") == {"france"}
    state = acting(140, king="aragon")
    play(state, "red special, king france")
    assert state.rules.nodes[state.king] == "france"
    state = turn_of(drawn(power="R180 B90"), "red")
    play(state, "red card k-180, special, king france")
    assert state.rules.nodes[state.king] == "france"


def test_130_takes_two_more() -> None:
    state = acting(130)
    play(state, "red special")
    assert courts(state).startswith("R2")


# -- the bridge and the quarantine -----------------------------------------------------------------


def test_a_bridge_joins_land_and_france_and_does_not_go_out_to_sea() -> None:
    state = acting(63, "court: red 3", king="galicia")
    play(state, "red special")
    assert ABROAD & words(state, "red bridge") == {"france"}
    assert why(state, "red bridge ship") == (
        "A bridge joins regions on land, and the Ship is out at sea."
    )
    play(state, "red bridge france")
    refuses(state, "red bridge aragon", "red bridge america")
    play(state, "red bridge galicia")
    assert {"france", "ambassador", "envoy"} <= words(state, "red place")


def test_the_king_crosses_a_bridge_to_france() -> None:
    state = acting(140, king="galicia", cells={"bridge-from": "galicia", "bridge-to": "france"})
    play(state, "red special, king france")
    assert state.rules.nodes[state.king] == "france"


def test_a_quarantine_closes_the_ship_to_boarding_and_landing() -> None:
    state = acting(93, "court: red 3 | ship: red 2 | america: red 1 | captain: blue 1",
                   king="catalonia")  # fmt: skip
    assert choices(state, "red sail red ship")
    play(state, "red special, scoreboard 840 ship")
    assert not choices(state, "red sail")
    assert not {"ship", "captain"} & words(state, "red place")
    assert "quarantine" in why(state, "red place ship")
    assert pays(state, "ship") == "blue 8"


def test_a_quarantine_in_america_stops_claims_and_the_viceroy() -> None:
    state = acting(93, "america: red 1 | viceroy: red 1 | mediterranean: red 1")
    assert words(state, "red claim") == {"red america", "red viceroy", "red mediterranean"}
    play(state, "red special, scoreboard 400 america")
    assert words(state, "red claim") == {"red mediterranean"}


def shut(region: str) -> dict[str, object]:
    """A quarantine that lies there."""
    return {"scoreboards": {"840": region}, "cells": {"quarantined": region}}


def test_a_quarantine_holds_the_limit_table() -> None:
    state = turn_of(drawn(table="basque", seven="co-01", **shut("basque")), "red")
    play(state, "red card co-01, special")
    assert not words(state, "red move-table")
    assert state.cell("gold-lying") == 2, "its disc comes out all the same"
    state = turn_of(drawn(table="basque", seven="co-01", **shut("america")), "red")
    play(state, "red card co-01, special")
    assert "america" not in words(state, "red move-table")
    assert "galicia" in words(state, "red move-table")


def test_a_quarantine_never_names_the_kings_region_and_may_name_france() -> None:
    state = acting(93, king="france")
    play(state, "red special")
    assert "840 france" not in words(state, "red scoreboard")
    state = acting(93, king="aragon")
    play(state, "red special, scoreboard 840 france")
    assert not {"france", "envoy"} & words(state, "red place")


def test_a_quarantine_of_the_ship_is_lifted_by_a_general_scoring() -> None:
    state = drawn(scoreboards={"840": "ship"}, cells={"quarantined": "ship"})
    score_generally(state)
    while any(frame.step == "score_regions" for frame in state.stack):
        play(state, choices(state)[0])
    assert state.cell("quarantined") == -1
    assert boards(state) == ""


def test_35_moves_grandes_from_abroad_and_never_there() -> None:
    state = acting(35, home="red america, blue aragon")
    play(state, "red special")
    score_generally(state)
    assert not ABROAD & words(state, "red disk")
    events = play(state, "red disk granada, blue disk granada, green disk granada")
    events = play(state, "yellow disk granada")
    assert homes(state).startswith("R granada, B granada")
    assert len(of_kind(events, GrandeMoved)) == 4


# -- cards of the Colonies between own cards ---------------------------------------


def test_the_inquisitors_card_and_his_caballero_more_in_the_same_turn() -> None:
    state = taking("gi-01", "court: red 2 | aragon: black 2")
    play(state, "red special, option 1, done")
    assert {"court", "granada"} <= words(state, "red one-more") | {"court"}
    play(state, "red one-more granada")
    assert crowd(state, "granada") == "red 1"


def test_legs_may_be_sailed_before_the_card_is_chosen() -> None:
    state = turn_of(drawn("ship: red 1", power="B180 R90 G50 Y10"), "red")
    play(state, "red sail red ship, put america, claim red america, card k-090")
    assert crowd(state, "america") == "red-gold 1"


def test_the_table_rides_with_its_people_and_their_discs() -> None:
    state = taking("co-03", "america: red-gold 1, blue 1", table="america", gold=0)
    events = play(state, "red special, move-table seville")
    assert sum(event.points for event in of_kind(events, PointsGiven)) == 6
    assert crowd(state, "seville") == "red 1, blue 1"
