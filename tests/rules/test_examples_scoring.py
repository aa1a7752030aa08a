"""The examples and sentences of the rule documents about scoring.

S0 are the rules of 2006, which have those of 1996, S1 a scan of these; FACTS is our reading.
"""

from __future__ import annotations

import pytest

from drawing import (
    at,
    choices,
    courts,
    of_kind,
    paid,
    passes,
    play,
    scores,
    stands,
    table,
    waits_for,
    words,
    would_pay,
)
from elgrande.rules import State, score
from elgrande.rules.events import DisksRevealed, Event, GameEnded, RegionScored

# -- ranks and ties --------------------------------------------------------


def test_example_of_a_scoreboard() -> None:
    """S0, S1 "Score the Regions", the 5/3/1: most 5, second most 3, third most 1."""
    would_pay(table("basque: R4 B3 G2 Y1", king="granada"), "basque: R5 B3 G1")


def test_example_1_three_tie_for_first() -> None:
    """S0, S1, example 1: 5/3/1, three have 4 each and get 3; green, with 3, is third: 1."""
    would_pay(table("basque: R4 B4 Y4 G3", king="granada"), "basque: R3 B3 G1 Y3")


def test_example_2_two_tie_for_third() -> None:
    """S0, S1, example 2: 6/4/2, red 6, blue 4; yellow and green slide to fourth: nothing."""
    would_pay(table("old-castile: R4 B3 G2 Y2", king="granada"), "old-castile: R6 B4")


def test_after_a_tie_for_second_nobody_else_scores() -> None:
    """FACTS 7: both get the third's points, and the next player is fourth."""
    would_pay(table("old-castile: R4 B3 G3 Y2", king="granada"), "old-castile: R6 B2 G2")


def test_after_a_tie_for_first_the_next_is_third() -> None:
    """FACTS 7: two or more tied for first get the second's, the next the third's."""
    would_pay(table("old-castile: R3 B3 G2 Y1", king="granada"), "old-castile: R4 B4 G2")


def test_all_alone_is_first() -> None:
    """S0, S1: whoever has the most caballeros; nobody is second."""
    would_pay(table("aragon: R1", king="granada"), "aragon: R5")


def test_nobody_without_caballeros_scores() -> None:
    """FACTS 7: no caballeros, no points, though a rank is free."""
    would_pay(table(king="granada", home="R aragon"), "aragon:")


def test_five_players_score_three_ranks() -> None:
    """S0, S1 "Score the Regions": three numbers on a scoreboard."""
    would_pay(table("valencia: R5 B4 G3 Y2 W1", seats=5, king="granada"), "valencia: R5 B3 G2")


def test_two_players_score_the_first_number_only() -> None:
    """S0, S1 "When playing with 2 players": only the player with the most gets points."""
    would_pay(table("valencia: R5 B4", seats=2, king="granada"), "valencia: R5")


def test_two_players_tied_score_nothing() -> None:
    """FACTS 7: the second number is void with two players."""
    state = table("valencia: R4 B4 | castillo: R1 B1", seats=2, king="valencia", home="R valencia")
    would_pay(state, "valencia: | castillo:")


def test_three_players_score_two_numbers() -> None:
    """S0, S1 "When playing with 3 players": the first two numbers."""
    would_pay(table("valencia: R5 B4 G3", seats=3, king="granada"), "valencia: R5 B3")


def test_three_players_tied() -> None:
    """FACTS 7: a tie for first pays the second number, a tie for second nothing."""
    state = table("valencia: R4 B4 G3 | aragon: R4 B3 G3", seats=3, king="granada")
    would_pay(state, "valencia: R3 B3 | aragon: R5")


# -- bonuses ---------------------------------------------------------------


def test_the_grande_is_no_caballero() -> None:
    """S0, S1 "Score the Regions": Grandes only mark the home region."""
    would_pay(table("aragon: R1 B1", home="R aragon", king="granada"), "aragon: R4 B4")


def test_the_kings_bonus() -> None:
    """S0, S1 "King's Bonus": 2 more for the most caballeros in the King's region."""
    would_pay(table("aragon: R2 B1", king="aragon"), "aragon: R7 B4")


def test_the_home_bonus() -> None:
    """S0, S1 "Home region bonus"; sample game, Seville: 4 + 2."""
    would_pay(table("seville: B2", home="B seville", king="granada"), "seville: B6")


def test_the_home_bonus_is_the_owners_alone() -> None:
    """S0, S1 "Home region bonus": the player whose Grande stands there, if it is the first."""
    would_pay(table("seville: B2 R3", home="B seville, G aragon", king="granada"), "seville: R4 B3")


def test_both_bonuses() -> None:
    """S0 sample game, Aragon: 8 with the mobile scoreboard, 2 for the King, 2 for the Grande."""
    state = table("aragon: R5 G1", home="R aragon", king="aragon", scoreboards="840 aragon")
    would_pay(state, "aragon: R12 G4")


def test_both_bonuses_are_lost_in_a_tie() -> None:
    """S0, S1: no bonus if nobody has a majority."""
    would_pay(table("aragon: R3 B3", home="R aragon, B aragon", king="aragon"), "aragon: R4 B4")


def test_several_grandes_in_one_region() -> None:
    """S0 "Grande": several may share; the sole first among them has the bonus."""
    would_pay(table("aragon: R3 B2", home="R aragon, B aragon", king="granada"), "aragon: R7 B4")


def test_bonuses_in_special_scorings() -> None:
    """S0, S1 "King's Bonus": every time the King's region is scored."""
    state = table("galicia: R1", home="R galicia", king="galicia", card="3-01")
    assert paid(state, play(state, "red special"))["galicia"] == "R8"


def test_the_castillo_has_no_bonus() -> None:
    """FACTS 9.1: neither King nor Grande can stand there; 5/3/1 like a region."""
    would_pay(table("castillo: R3 B2 G2 Y1", home="R aragon", king="aragon"), "castillo: R5 B1 G1")


def test_the_result_says_why() -> None:
    """DESIGN: scoring returns why: rank, tie, what was paid, both bonuses."""
    state = table("aragon: R5 G1 Y1", home="R aragon", king="aragon", scoreboards="840 aragon")
    scored = score(state, state.rules.targets.index("aragon"))
    assert scored.values == (8, 4, 0)
    first, *tied = scored.lines
    assert (first.seat, first.count, first.rank, first.tied, first.paid) == (0, 5, 1, False, 1)
    assert (first.points, first.king, first.grande) == (12, 2, 2)
    assert [(t.seat, t.rank, t.tied, t.paid, t.points, t.king) for t in tied] == [
        (2, 2, True, 3, 0, 0),
        (3, 2, True, 3, 0, 0),
    ]


def test_scores_go_beyond_100() -> None:
    """FACTS 1.6: the track does not stop."""
    state = table("aragon: R3", score="R99 B150", card="2-09")
    play(state, "red special, score aragon")
    assert scores(state) == "R104 B150 G0 Y0"


# -- the general scoring ---------------------------------------------------


def end_of_round(state: State) -> list[Event]:
    """Let both players of a two-seat table do nothing, up to the disks or the next round."""
    return [*passes(state, "red", "5-01"), *passes(state, "blue", "1-07")]


def test_disks_castillo_move_then_regions() -> None:
    """S0, S1 "Scoring": disks set, Castillo scored, moved out, then regions in track order."""
    state = table("castillo: R2 B1 | aragon: B1 | seville: R1", seats=2, king="basque", round=3)
    end_of_round(state)
    assert waits_for(state) == "red blue"
    assert scores(state) == "R0 B0", "the Castillo is opened when all disks lie"
    play(state, "blue disk seville")
    events = play(state, "red disk aragon")
    told = [e for e in events if isinstance(e, (RegionScored, DisksRevealed))]
    order = ["disks" if isinstance(e, DisksRevealed) else e.scored.target for e in told]
    rules = state.rules
    assert order == [rules.castillo_target, "disks", *range(9)], "revealed after the Castillo"
    stands(state, "castillo: | aragon: R2 B1 | seville: R1 B1")
    assert scores(state) == "R10 B0", "Castillo 5, Aragon 5, Seville tied"


def test_the_castillo_pays_before_it_is_emptied() -> None:
    """S0 sample game: green and yellow tie for first and get 3; red and blue tie for third."""
    state = table("castillo: R1 B1 G2 Y2", round=3, king="basque")
    passes(state, "red", "5-01")
    passes(state, "blue", "1-07")
    passes(state, "green", "2-04")
    passes(state, "yellow", "3-01")
    assert waits_for(state) == "red blue green yellow"
    play(state, "red disk valencia, green disk basque, blue disk seville")
    assert paid(state, play(state, "yellow disk galicia"))["castillo"] == "G3 Y3"
    assert courts(state) == "R0 B0 G2 Y0", "Basque Country is the King's region: to the court"


def test_all_of_a_player_go_to_one_region() -> None:
    """S0, S1 "Select a region": all of a player's caballeros to the one on the disk."""
    state = table("castillo: R7", seats=2, king="basque", round=6)
    end_of_round(state)
    play(state, "red disk granada")
    assert at(state, "granada") == "R7"


def test_the_kings_region_on_the_disk_is_the_court() -> None:
    """S0, S1 "Move the Caballeros": whoever chose the King's region returns them to the court."""
    state = table("castillo: R4 | basque: R1", court="R2", seats=2, king="basque", round=3)
    end_of_round(state)
    assert words(state, "red disk") == set(state.rules.regions), "a choice with a consequence"
    play(state, "red disk basque")
    assert courts(state) == "R6 B0"
    assert at(state, "basque") == "R1"


def test_moved_out_they_count_in_the_regions() -> None:
    """S0, S1 "The Castillo": they may change the majority there."""
    state = table("castillo: R3 | valencia: B2", seats=2, king="basque", round=3)
    end_of_round(state)
    assert paid(state, play(state, "red disk valencia"))["valencia"] == "R5"


def test_who_has_nobody_inside_is_not_asked_while_it_lies_open() -> None:
    """FACTS 9.1: such a player may set anything; asked only where not being asked would tell."""
    state = table("castillo: R3", seats=2, round=3)
    end_of_round(state)
    assert waits_for(state) == "red"
    state = table("castillo: R3", seats=2, round=3, castillo="veiled")
    end_of_round(state)
    assert waits_for(state) == "red blue"
    state = table("aragon: R3", seats=2, round=3)
    end_of_round(state)
    assert state.round == 4
    assert scores(state) == "R5 B0"


def test_the_king_and_mobile_boards_count_in_the_general_scoring() -> None:
    """S0, S1: King's bonus every time; a mobile board covers the printed one, Castillo too."""
    state = table(
        "castillo: R1 | aragon: R2 | galicia: B1",
        seats=2,
        king="galicia",
        scoreboards="400 castillo, 840 aragon",
        round=3,
    )
    end_of_round(state)
    won = paid(state, play(state, "red disk aragon"))
    assert won["castillo"] == "R4"
    assert won["aragon"] == "R8"
    assert won["galicia"] == "B6"


@pytest.mark.parametrize("round", [1, 2, 4, 5, 7, 8])
def test_no_general_scoring_after_other_rounds(round: int) -> None:
    """S0, S1 "Round marker": only at the end of rounds 3, 6 and 9."""
    state = table("aragon: R3 | castillo: B1", seats=2, round=round)
    end_of_round(state)
    assert scores(state) == "R0 B0"
    assert state.round == round + 1


def test_the_game_ends_after_the_third_general_scoring() -> None:
    """S0, S1 "Game end": whoever has progressed furthest has won."""
    state = table("aragon: R3", score="R10 B12", seats=2, round=9)
    ended = of_kind(end_of_round(state), GameEnded)
    assert state.over
    assert [(event.scores, event.winners) for event in ended] == [((15, 12), (0,))]
    assert choices(state) == []
    assert waits_for(state) == ""


def test_a_tie_for_victory_is_shared() -> None:
    """FACTS 7: nothing official in 1996; shared, as in 2023."""
    ended = of_kind(end_of_round(table(score="R12 B12", seats=2, round=9)), GameEnded)
    assert ended[0].winners == (0, 1)
