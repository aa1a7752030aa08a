"""The worked examples and sentences of the 2023 rules about rounds, turns and special actions.

The document plays with purple ("you"), blue, green and orange; here red is you and yellow
is orange. S2 are the 2023 rules, FACTS is our reading of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from drawing import (
    REGIONS,
    at,
    boards,
    choices,
    courts,
    face_up,
    homes,
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
from elgrande.content.setup import Setup
from elgrande.rules import State
from elgrande.rules.events import CardsCleared, Event, GameEnded, GeneralScoring, RoundBegan


def drawn(board: str = "", **more: Any) -> State:
    """Draw a position of the 2023 edition."""
    return table(board, edition="2023", **more)


# -- set-up ----------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_set_up(players: int) -> None:
    """S2 "Setup": 2 caballeros at home, 7 at court, 21 in the province; stacks of ten and one."""
    for seed in range(10):
        state = Setup.of(players, seed, edition="2023").start()
        rules = state.rules
        for seat in range(players):
            assert state.count(seat, state.grande(seat)) == 2
            assert state.count(seat, rules.court) == 7
            assert state.count(seat, rules.provinces) == 21
            assert state.score(seat) == 0
        assert len({state.king, *map(state.grande, range(players))}) == players + 1
        assert [slot.left for slot in state.slots] == [9, 9, 9, 9, 0]
        assert rules.kinds == rules.colours, "no dummy"


# -- power cards and the first-player marker -------------------------------


def test_example_of_power_cards() -> None:
    """S2 "Play Power cards": green 8, blue 3, orange 5, you 9; nobody repeats; 9 acts first."""
    state = drawn(seats="GBYR", turn="", starter="green")
    play(state, "green power 8")
    refuses(state, "blue power 8")
    play(state, "blue power 3")
    refuses(state, "yellow power 8", "yellow power 3")
    play(state, "yellow power 5, red power 9")
    order = [state.rules.colours[seat] for seat in state.turn_order]
    assert order == ["red", "green", "yellow", "blue"]
    assert waits_for(state) == "red"


def test_example_of_taking_caballeros() -> None:
    """S2 "Take Caballeros to the Court": a 9 brings two, or fewer if one likes."""
    state = drawn(power="R9 B8 G7 Y6")
    assert words(state, "red take") == {"0", "1", "2"}
    play(state, "red take 2")
    assert courts(state) == "R2 B0 G0 Y0"


@pytest.mark.parametrize("value", [12, 13])
def test_the_12_and_the_13_bring_nobody(value: int) -> None:
    """S2: whoever plays one of them cannot take anybody, and goes on to the action card."""
    state = drawn(power=f"R{value} B8 G7 Y6")
    assert choices(state, "red take") == []
    assert words(state, "red card") == {"1-07", "2-04", "3-01", "4-04", "5-01"}


def test_whoever_played_the_lowest_card_takes_the_marker() -> None:
    """S2 "End of the round": the marker has changed hands before a general scoring comes."""
    state = drawn("castillo: R1", seats="RBG", power="R9 B2 G11", round=3, starter="red")
    passes(state, "green", "1-07")
    passes(state, "red", "2-04")
    passes(state, "blue", "3-01")
    assert waits_for(state) == "red"
    assert state.rules.colours[state.starter] == "blue"
    play(state, "red disk aragon")
    assert waits_for(state) == "blue"
    play(state, "blue power 13")
    assert waits_for(state) == "green", "then clockwise"


def test_empowerment_with_the_lowest_card_of_the_round() -> None:
    """S2 "Empowerment", special case: back in the hand it still brings the first-player marker."""
    state = drawn(power="R2 B9 G7 Y6", played="R: 5 12", face="4-07", starter="red", round=3)
    for colour, card in (("blue", "5-01"), ("green", "1-07"), ("yellow", "2-04")):
        passes(state, colour, card)
    play(state, "red take 0, card 4-07, special")
    assert words(state, "red recall") == {"2", "5", "12"}
    play(state, "red recall 2")
    assert state.round == 4
    assert waits_for(state) == "red"
    assert 2 in state.hand(0)
    assert 2 in state.view(1).hand(0), "it lay face up, and everybody misses it"


def test_empowerment_with_an_older_card() -> None:
    """S2 "Empowerment": any card of the own discard pile may be chosen instead."""
    state = drawn(power="R13 B9 G7 Y6", played="R: 5 12 | B: 1", card="4-08", round=4)
    play(state, "red special")
    assert words(state, "red recall") == {"5", "12", "13"}
    play(state, "red recall 12")
    assert 12 in state.hand(0)
    assert 13 not in state.hand(0)
    assert 12 not in state.view(1).hand(0), "it need not be shown"
    assert state.unknown_cards == ((0, 1 << 5 | 1 << 12),), "the 13 lies there for all to see"


# -- action cards: rounds --------------------------------------------------


def test_example_of_the_end_of_a_round() -> None:
    """S2 "End of the round": four players leave one card, which is discarded; the King's stays."""
    state = drawn(power="R13 B12 G11 Y10", decks="1-01 2-01 3-03 4-01")
    passes(state, "red", "5-01")
    passes(state, "blue", "1-07")
    passes(state, "green", "2-04")
    (cleared,) = of_kind(passes(state, "yellow", "3-01"), CardsCleared)
    assert [state.rules.cards[card].id for card in cleared.cards] == ["4-04"]
    assert face_up(state) == "1-01 2-01 3-03 4-01 5-01"


def test_the_kings_card_used_is_gone_for_the_round_only() -> None:
    """S2 "Use an Action card": it is put back face down, and nobody else can take it."""
    state = drawn(power="R13 B12 G11 Y10")
    passes(state, "red", "5-01")
    refuses(state, "blue card 5-01")
    assert words(state, "blue card") == {"1-07", "2-04", "3-01", "4-04"}


@pytest.mark.parametrize(
    ("short", "rounds"), [(False, list(range(1, 10))), (True, [2, 3, 5, 6, 8, 9])]
)
def test_the_short_game_skips_rounds_1_4_and_7(short: bool, rounds: list[int]) -> None:
    """S2 "Short game": six rounds, the marker starting on 2; the scorings stay."""
    state = Setup.of(3, 6, edition="2023", short=short).start()
    seen, scored = [state.round], []
    while not state.over:
        owing = state.rules.colours[state.owing()[0]]
        for event in play(state, choices(state, owing)[0]):
            if isinstance(event, RoundBegan):
                seen.append(event.round)
            if isinstance(event, GeneralScoring):
                scored.append(event.round)
    assert seen == rounds
    assert scored == [3, 6, 9]


def test_the_most_points_win_and_a_tie_is_shared() -> None:
    """S2 "End of the game": shared victory, in the short game too."""
    for short in (False, True):
        state = drawn(score="R31 B31 G7", seats="RBG", round=9, short=short)
        passes(state, "red", "1-07")
        passes(state, "blue", "2-04")
        (ended,) = of_kind(passes(state, "green", "3-01"), GameEnded)
        assert state.over
        assert ended.winners == (0, 1)


# -- placing ---------------------------------------------------------------


def test_example_of_placing_with_the_king_in_castilla() -> None:
    """S2 "Place Caballeros": Galicia, Navarra, Aragón, Toledo, or into the Castillo."""
    state = drawn(king="old-castile", court="R7", card="5-01")
    assert words(state, "red place") == {
        "galicia", "basque", "aragon", "new-castile", "castillo",
    }  # fmt: skip
    refuses(state, "red place old-castile", "red place seville")


def test_a_court_smaller_than_the_card_forfeits_the_rest() -> None:
    """S2 "Place Caballeros": two at court and a card of five."""
    state = drawn(king="old-castile", court="R2", card="5-01")
    play(state, "red place galicia, place castillo")
    assert choices(state, "red place") == []
    assert courts(state) == "R0 B0 G0 Y0"


def test_fewer_may_be_placed() -> None:
    """S2 "Place Caballeros": one may place less than one is allowed to."""
    state = drawn(king="old-castile", court="R7", card="3-01")
    play(state, "red place galicia, done, end")
    assert courts(state) == "R6 B0 G0 Y0"


def test_example_1_of_the_special_action() -> None:
    """S2, example 1: from Valencia 2 to Granada, 2 to Toledo, 1 inside; then the King to Toledo."""
    state = drawn(king="valencia", court="R7", card="5-01")
    play(state, "red place granada, place granada, place new-castile, place new-castile")
    play(state, "red place castillo, special, king new-castile")
    assert at(state, "granada") == at(state, "new-castile") == "R2"
    assert at(state, "castillo") == "R1"
    assert king(state) == "new-castile"
    assert waits_for(state) == "blue"


def test_the_king_first_and_then_the_placing() -> None:
    """S2: either order, so the new neighbours receive if the King moves first."""
    state = drawn(king="valencia", court="R7", card="5-01")
    play(state, "red special, king galicia")
    assert words(state, "red place") == {"basque", "old-castile", "castillo"}


def test_your_majesty_goes_to_regions_only() -> None:
    """S2 "Your Majesty": any region, not the Castillo; staying is not doing the special action."""
    state = drawn(king="valencia", card="5-01")
    play(state, "red special")
    assert words(state, "red king") == REGIONS - {"valencia"}


def test_example_2_fiesta_left_out() -> None:
    """S2, example 2: Fiesta is not carried out; 1 is placed in Aragón, 2 in Toledo."""
    state = drawn("aragon: B3 | basque: G2", king="valencia", court="R5", card="3-03")
    play(state, "red place aragon, place new-castile, place new-castile, end")
    assert scores(state) == "R0 B0 G0 Y0"
    stands(state, "aragon: R1 B3 | new-castile: R2")
    assert waits_for(state) == "blue"


def test_fiesta_scores_the_5_point_regions_and_never_the_castillo() -> None:
    """S2, example 2: Aragón, Navarra and Valencia."""
    state = drawn(
        "aragon: B3 | basque: G2 | valencia: Y1 | castillo: R2", king="galicia", card="3-03"
    )
    events = play(state, "red special")
    assert paid(state, events) == {"basque": "G5", "aragon": "B5", "valencia": "Y5"}
    assert waits_for(state) == "blue", "all of them, whoever gains"


def test_the_two_actions_are_not_split() -> None:
    """S2 "Use an Action card": one is complete before the other begins."""
    state = drawn("aragon: R2", king="galicia", court="R5", card="1-09")
    play(state, "red special, pick red aragon, put basque")
    refuses(state, "red place basque")
    play(state, "red done")
    assert words(state, "red place") == {"basque", "old-castile", "castillo"}


# -- moving ----------------------------------------------------------------


def test_example_of_intrigue() -> None:
    """S2 "Move Caballeros": own from Granada to Castilla and inside; green and blue moved too."""
    state = drawn("granada: R2 | seville: G1 | aragon: B2", king="galicia", card="1-07")
    play(state, "red special, pick red granada, put old-castile, pick red granada, put castillo")
    play(state, "red pick green seville, put valencia, pick blue aragon, put old-castile")
    stands(state, "old-castile: R1 B1 | castillo: R1 | valencia: G1")
    assert waits_for(state) == "blue", "two of each, no third"


def test_a_move_leads_anywhere_but_to_the_kings_region() -> None:
    """S2 "Move Caballeros": not bound to the King's neighbours; never out of Castillo or court."""
    state = drawn("granada: R1 | galicia: R1 | castillo: R1", king="galicia", court="R3",
                  card="1-09")  # fmt: skip
    play(state, "red special")
    assert words(state, "red pick") == {"red granada"}
    play(state, "red pick red granada")
    assert words(state, "red put") == (REGIONS - {"galicia", "granada"}) | {"castillo"}


# -- in full, or up to -----------------------------------------------------


@pytest.mark.parametrize("card", ["1-04", "1-05", "1-07", "1-08", "1-09", "1-10"])
def test_up_to_may_be_fewer(card: str) -> None:
    """S2 "Special action", note: such a text leaves the number to the player."""
    state = drawn("aragon: R3 B3 G3", king="galicia", card=card)
    play(state, "red special")
    first = choices(state, "red pick")[0]
    play(state, first, "red put valencia, done")
    assert waits_for(state) == "blue"


def test_without_up_to_as_much_as_possible_must_be_done() -> None:
    """S2 "Special action"; FACTS 9.2: three of any colour, as long as there are any."""
    state = drawn("aragon: R1 B1 | seville: G2 | galicia: Y5", king="galicia", card="1-06")
    play(state, "red special")
    refuses(state, "red done")
    play(state, "red pick red aragon, put seville")
    refuses(state, "red done")
    play(state, "red pick blue aragon, put castillo")
    refuses(state, "red done")
    play(state, "red pick green seville, put aragon")
    assert waits_for(state) == "blue"


def test_in_full_ends_where_nobody_is_left() -> None:
    """S2: as much as possible; in the Castillo and the King's region nobody can be moved."""
    state = drawn("aragon: R2 | galicia: B9 | castillo: G9", king="galicia", card="1-06")
    play(state, "red special, pick red aragon, put castillo, pick red aragon, put castillo")
    assert waits_for(state) == "blue"


def test_all_own_of_one_region_must_go() -> None:
    """FACTS 9.2: "all" is a number too: none may stay behind, unlike 1996."""
    state = drawn("aragon: R3 | seville: R2", king="galicia", card="1-01")
    play(state, "red special, pick red aragon, put valencia")
    refuses(state, "red done", "red pick red seville", "red pick red valencia")
    play(state, "red pick red aragon, put seville, pick red aragon, put castillo")
    stands(state, "aragon: | seville: R3")
    assert waits_for(state) == "blue"


def test_not_to_act_at_all_is_always_allowed() -> None:
    """S2 "Special action": one may place and leave the rest."""
    state = drawn("aragon: R3 B3", king="galicia", court="R2", card="1-06")
    play(state, "red place basque, end")
    assert waits_for(state) == "blue"
    assert at(state, "aragon") == "R3 B3"


# -- Militia and the court -------------------------------------------------


def test_militia_may_be_split_and_reaches_far() -> None:
    """S2 "Militia": together or apart, neighbours or not; never inside, never beside the King."""
    state = drawn(king="galicia", court="R7", card="1-02")
    play(state, "red special")
    assert words(state, "red place") == REGIONS - {"galicia"}
    play(state, "red place granada")
    refuses(state, "red done", "red place castillo", "red place galicia")
    play(state, "red place valencia")
    assert at(state, "granada") == at(state, "valencia") == "R1"
    assert words(state, "red place") == {"basque", "old-castile", "castillo"}, "the card's own"


def test_militia_with_one_at_court() -> None:
    """S2 "Special action": as much as possible."""
    state = drawn(king="galicia", court="R1", card="1-02")
    play(state, "red special, place granada")
    assert waits_for(state) == "blue"


def test_militia_out_of_a_choice_of_two() -> None:
    """FACTS 2.2: the card that offers two actions offers them as they are in 2023."""
    state = drawn("aragon: R2", king="galicia", court="R2", card="1-03")
    play(state, "red special, option 1")
    refuses(state, "red place castillo", "red done")
    play(state, "red place seville, place seville")
    assert at(state, "seville") == "R2"


def test_a_card_that_fills_the_court_when_the_province_is_short() -> None:
    """S2 "Take Caballeros", special case: cards may fetch from regions too, not from the King's."""
    state = drawn("aragon: R9 | galicia: R9 | castillo: R10", king="galicia", court="R1",
                  card="4-09")  # fmt: skip
    play(state, "red special")
    assert courts(state) == "R2 B0 G0 Y0", "the last of the province first"
    assert words(state, "red fetch") == {"aragon"}
    play(state, "red fetch aragon")
    assert courts(state) == "R3 B0 G0 Y0"
    assert choices(state, "red fetch") == [], "two in all"


def test_a_veto_kept_by_somebody_does_not_stop_the_fetching() -> None:
    """S2 "Veto": decided at the announcement; whoever lets it pass lets all of it pass."""
    state = drawn(
        "aragon: R29", king="galicia", card="4-09", round=2, held="2-22 blue until 2",
        expansions="old-hands-veto",
    )  # fmt: skip
    play(state, "red special, blue let")
    assert courts(state) == "R1 B0 G0 Y0"
    play(state, "red fetch aragon")
    assert courts(state) == "R2 B0 G0 Y0"


def test_fetching_is_a_choice() -> None:
    """S2: "may", so nobody need come from the board."""
    state = drawn("aragon: R29", court="R1", card="4-09")
    play(state, "red special, done")
    assert courts(state) == "R1 B0 G0 Y0"
    assert at(state, "aragon") == "R29"


def test_a_full_province_gives_what_the_card_says() -> None:
    """S2: only a short province opens the board."""
    state = drawn("aragon: R3", court="R1", card="4-09")
    play(state, "red special")
    assert courts(state) == "R3 B0 G0 Y0"
    assert choices(state, "red fetch") == []


def test_the_power_card_fetches_too() -> None:
    """S2 "Take Caballeros", special case: own from the regions, not from the Castillo."""
    state = drawn("aragon: R20 | castillo: R9", power="R9 B8 G7 Y6")
    play(state, "red take 1")
    assert words(state, "red fetch") == {"aragon"}
    play(state, "red fetch aragon")
    assert courts(state) == "R2 B0 G0 Y0"


# -- sending back ----------------------------------------------------------


def test_example_of_withdrawal() -> None:
    """S2 "Send Caballeros back": orange 3 from court; blue 2 and 1; green 2 and 1."""
    state = drawn(
        "valencia: B2 G1 | new-castile: G3", seats="RYBG", king="galicia", court="Y4 B2 R5",
        card="2-03",
    )  # fmt: skip
    play(state, "red special")
    assert waits_for(state) == "yellow", "your left neighbour starts"
    play(state, "yellow send yellow court, send yellow court, send yellow court")
    assert waits_for(state) == "blue"
    play(state, "blue send blue court, send blue court, send blue valencia")
    assert waits_for(state) == "green"
    play(state, "green send green new-castile, send green new-castile, send green valencia")
    assert courts(state) == "R5 Y1 B0 G0"
    stands(state, "valencia: B1 | new-castile: G1")


def test_withdrawal_takes_nobody_from_castillo_or_the_kings_region() -> None:
    """S2 "Send Caballeros back": too few elsewhere are as many as there are."""
    state = drawn(
        "valencia: B2 | galicia: B4 | castillo: B4", king="galicia", court="R2", card="2-04"
    )
    play(state, "red special")
    assert words(state, "blue send") == {"blue valencia"}
    play(state, "blue send blue valencia, send blue valencia")
    assert waits_for(state) == "red", "green and yellow have nobody to send"


def test_civil_war() -> None:
    """S2 "Civil War": a region with at least one own; with nobody in a region one is lucky."""
    state = drawn("valencia: B2 G1 | aragon: B1 G3 R4 | galicia: Y3", king="galicia", card="2-07")
    play(state, "red special")
    assert waits_for(state) == "blue green"
    assert words(state, "blue disk") == {"valencia", "aragon"}
    play(state, "blue disk aragon, green disk aragon")
    stands(state, "aragon: R4 | valencia: B2 G1 | galicia: Y3")


# -- Coup ------------------------------------------------------------------


def test_example_of_coup() -> None:
    """S2 "Coup": out of Toledo orange goes to Cataluña, blue to Granada, green to Valencia."""
    state = drawn("new-castile: R3 B2 G2 Y1", seats="RYBG", king="galicia", card="4-04")
    play(state, "red special, evacuate new-castile")
    assert waits_for(state) == "yellow blue green"
    play(state, "green disk valencia, yellow disk catalonia")
    assert at(state, "new-castile") == "R3 Y1 B2 G2", "all are revealed together"
    play(state, "blue disk granada")
    stands(state, "new-castile: R3 | catalonia: Y1 | granada: B2 | valencia: G2")


def test_coup_never_names_the_kings_region_and_the_disk_never_leads_there() -> None:
    """S2, the taboo; FACTS 9.2: such a disk leads to the court, as in 1996."""
    state = drawn("new-castile: B2 G2 | galicia: B1", king="galicia", card="4-04")
    play(state, "red special")
    assert words(state, "red evacuate") == {"new-castile"}
    play(state, "red evacuate new-castile, blue disk galicia, green disk new-castile")
    assert courts(state) == "R0 B2 G2 Y0"
    assert at(state, "galicia") == "B1"


# -- scoring tiles and Grandes ---------------------------------------------


def test_example_of_outposts_with_both_tiles() -> None:
    """S2 "Score regions": Sevilla, Cataluña and Toledo with its tile, not Galicia with its own."""
    state = drawn(
        "seville: R2 B1 | catalonia: B3 | new-castile: G2 Y1 | galicia: R5",
        king="basque", scoreboards="400 new-castile, 840 galicia", card="3-01",
    )  # fmt: skip
    events = play(state, "red special")
    assert paid(state, events) == {"catalonia": "B4", "new-castile": "G4", "seville": "R4 B3"}
    assert scores(state) == "R4 B7 G4 Y0"


def test_example_of_a_tile_moved_to_castilla() -> None:
    """S2 "Scoring tile": with Enactment a tile that lies may move, and lowers what is paid."""
    state = drawn("old-castile: R2 B1", king="granada", scoreboards="400 seville", card="4-01")
    play(state, "red special, scoreboard 400 old-castile")
    assert boards(state) == "400 old-castile"
    assert state.values(state.rules.targets.index("old-castile")) == (4, 0, 0)


def test_a_tile_on_the_castillo_replaces_both_boards() -> None:
    """S2 "Enactment": one tile there is enough; Revelation then pays by it, once."""
    state = drawn("castillo: R2 B1", king="granada", face="3-06", court="B1", card="4-01")
    play(state, "red special, scoreboard 840 castillo", "blue card 3-06, special")
    assert scores(state) == "R8 B4 G0 Y0"


def test_enactment_leaves_the_kings_region_alone_and_one_tile_a_place() -> None:
    """S2 "Enactment": neither into nor out of it; never two on one scoring board."""
    state = drawn(king="granada", scoreboards="400 granada, 840 seville", card="4-02")
    play(state, "red special")
    assert words(state, "red scoreboard 400") == set()
    assert words(state, "red scoreboard 840") == (REGIONS - {"granada", "seville"}) | {"castillo"}


def test_adopted_home() -> None:
    """S2 "Adopted Home": Grandes may share; not the King's region, not the Castillo."""
    state = drawn(king="granada", home="R aragon, B seville", card="4-05")
    play(state, "red special")
    assert words(state, "red grande") == REGIONS - {"aragon", "granada"}
    play(state, "red grande seville")
    assert homes(state) == "R seville, B seville"
    state = drawn(king="granada", home="R granada", card="4-06")
    assert choices(state, "red special") == []


# -- choosing what to score ------------------------------------------------


def test_a_region_to_score_may_be_the_kings_and_never_the_castillo() -> None:
    """S2 "Score regions": the Castillo is no region, unless a card says so."""
    state = drawn("granada: R2", king="granada", home="R granada", card="2-08")
    play(state, "red special")
    assert words(state, "red score") == REGIONS
    play(state, "red score granada")
    assert scores(state) == "R10 B0 G0 Y0", "both bonuses in a special scoring"
    state = drawn("castillo: R2", card="3-10")
    play(state, "red special")
    assert words(state, "red score") == REGIONS | {"castillo"}
    play(state, "red score castillo")
    assert scores(state) == "R5 B0 G0 Y0"
    assert at(state, "castillo") == "R2"


def test_revelation() -> None:
    """S2 "Revelation": scored as usual, and everybody goes back inside."""
    state = drawn("castillo: R3 B2 G2 Y1", card="3-06")
    assert paid(state, play(state, "red special")) == {"castillo": "R5 B1 G1"}
    assert at(state, "castillo") == "R3 B2 G2 Y1"


# -- the taboo -------------------------------------------------------------


def every_answer(state: State) -> list[str]:
    """Follow every first choice of a special action, and return all codes met on the way."""
    met = []
    for first in choices(state):
        copy = state.copy()
        play(copy, first)
        met += [first, *choices(copy)]
    return met


@pytest.mark.parametrize(
    "card", ["1-01", "1-02", "1-04", "1-05", "1-06", "1-07", "1-09", "1-10", "2-05", "4-01", "4-05"]
)
def test_nothing_is_changed_in_the_kings_region(card: str) -> None:
    """S2 "The King's region is taboo": nobody placed or removed, no Grande, no tile."""
    state = drawn(
        "granada: R3 B3 | aragon: R3 B3", king="granada", court="R3",
        scoreboards="840 aragon", home="R aragon", card=card,
    )  # fmt: skip
    play(state, "red special")
    for answer in every_answer(state):
        assert "granada" not in answer.split()[2:], answer


def heard(events: list[Event]) -> list[str]:
    """Return the kinds of events, in their order."""
    return [type(event).__name__ for event in events]


def test_the_order_of_the_end_of_a_round() -> None:
    """S2 "End of the round": the cards away, the round marker on, then the scoring if it is due."""
    state = drawn("aragon: R1", seats="RBG", round=3)
    passes(state, "red", "1-07")
    passes(state, "blue", "2-04")
    told = heard(passes(state, "green", "3-01"))
    order = ["TurnEnded", "CardsCleared", "GeneralScoring", "RegionScored", "RoundBegan"]
    first = [told.index(name) for name in order]
    assert first == sorted(first)
