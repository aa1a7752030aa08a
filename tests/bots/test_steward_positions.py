"""Here it does not ...: what strong players say, each in a drawn position.

The sayings are those collected from tournament reports and tactics articles:
caballeros on the board beat those in the court; with a full court play high,
with an empty one low; save the 13; when three good actions are out, acting third
is enough; two second places often beat one first; taking a scoring card and not
using it is often right; attack the leader.
"""

from __future__ import annotations

import pytest
from asking import steward_says, steward_turn

from drawing import FIRST, answer_next, passes, play, table, waits_for
from elgrande.bots.outlook import Outlook
from elgrande.rules import State


def powers(state: State) -> set[int]:
    return {int(text.removeprefix("power ")) for text in steward_says(state)}


def test_with_a_full_court_it_does_not_play_low() -> None:
    state = table(
        "aragon: R3 B3 | seville: G3 Y3", court="R12 B4 G4 Y4", power="Y7", turn="red",
        face="1-07 2-04 3-10 4-10 5-01", round=2, starter="yellow",
    )  # fmt: skip
    assert min(powers(state)) >= 7


def test_with_an_empty_court_it_does_not_play_high() -> None:
    state = table(
        "aragon: R3 B3 | seville: G3 Y3", court="B4 G4 Y4", power="Y7", turn="red",
        face="1-07 2-04 3-10 4-10 5-01", round=2, starter="yellow",
    )  # fmt: skip
    assert max(powers(state)) <= 5


def test_it_does_not_waste_the_13_before_a_scoring_round() -> None:
    """Round 2: the 13 is wanted in round 3, whatever lies face up among equals."""
    state = table(
        "aragon: R3 B3 | seville: G3 Y3", court="R8 B4 G4 Y4", power="Y7", turn="red",
        face="1-07 2-04 3-10 4-08 5-01", round=2, starter="yellow",
    )  # fmt: skip
    assert 13 not in powers(state)


def test_in_a_scoring_round_it_does_not_leave_the_best_card_to_others() -> None:
    """Round 9: one card pays far more than any other, and nothing is worth saving for."""
    state = table(
        "aragon: R6 B1 | basque: R6 G1 | valencia: R6 Y1", court="R4 B4 G4 Y4", power="Y7",
        face="1-06 2-04 3-03 4-10 5-01", round=9, starter="yellow", king="galicia",
    )  # fmt: skip
    assert min(powers(state)) >= 11


def test_it_does_not_place_where_it_gains_nothing() -> None:
    """Next to the King: a lost region, and one where a single caballero takes the lead."""
    state = table(
        "granada: R3 B3 | seville: B6 G5 Y4 | old-castile: B6 G5 Y4 | aragon: B6 G5 Y4"
        " | valencia: B6 G5 Y4 | castillo: B3 G6 Y7", king="new-castile", court="R3",
        card="4-10", round=9,
    )  # fmt: skip
    assert steward_turn(state)[0] in {"place granada", "special"}
    assert state.count(0, state.rules.place_index["granada"]) > 3
    assert not any(
        state.count(0, state.rules.place_index[place])
        for place in ("seville", "old-castile", "aragon", "valencia")
    )


def test_it_does_not_buy_one_first_place_with_two_second_ones() -> None:
    """Both together win the Basque Country, 5; one each brings 3 or 4 points in two places."""
    state = table(
        "basque: B1 | old-castile: B5 | castillo: B5", king="galicia", court="R2", card="2-04",
        round=9,
    )  # fmt: skip
    assert len(set(steward_turn(state))) == 2


def test_it_does_not_spare_the_leader() -> None:
    """Two opponents stand before it in equal regions; one of them is about to win."""
    state = table(
        "basque: G3 R2 Y1 | valencia: B3 R2 Y1", king="galicia", card="1-06", round=9,
        score="B60 R50 G5 Y5",
    )  # fmt: skip
    lines = steward_turn(state)
    assert next(line for line in lines if line.startswith("pick")) == "pick blue valencia"


def test_it_does_not_leave_caballeros_in_the_court_that_could_lead() -> None:
    """Caballeros on the board beat those in the court."""
    state = table("aragon: B2 | granada: G2", king="new-castile", court="R6", card="4-10", round=5)
    steward_turn(state)
    assert state.count(0, state.rules.court) == 6 - 4 + 2


def test_it_does_not_score_what_pays_an_opponent_more() -> None:
    """The 4s are blue's, who leads; the card is taken, its special action is left alone."""
    state = table(
        "galicia: B3 R1 | catalonia: B3 R1 | seville: B3 R1", king="aragon",
        score="B40 R38 G20 Y20", card="3-01", round=5,
    )  # fmt: skip
    assert steward_says(state) == {"end"}


def test_it_does_not_leave_a_scoring_card_to_the_leader() -> None:
    """Blue acts next and would score the 5s; red can only take the card, and not use it."""
    state = table(
        "basque: B6 | aragon: B6 | valencia: B6 | galicia: R2 | seville: R2", king="galicia",
        score="B60 R55 G10 Y10", face="1-02 2-04 3-03 4-08 5-01", round=5,
        power="R13 B12 G11 Y10",
    )  # fmt: skip
    lines = steward_turn(state)
    assert "card 3-03" in lines
    assert "special" not in lines


def test_it_does_not_bring_the_king_to_an_opponent() -> None:
    """His bonus goes to whoever is alone in front."""
    state = table(
        "granada: B5 R1 | seville: R5 B1 | galicia: G4 | valencia: Y4", king="aragon",
        score="B40 R40", card="5-01", round=9,
    )  # fmt: skip
    play(state, "red special")
    assert steward_says(state) == {"king seville"}


def test_it_does_not_take_its_home_where_it_does_not_lead() -> None:
    state = table(
        "granada: B5 R4 | new-castile: R5 B1 | galicia: G4", king="aragon",
        home="R galicia, B granada, G galicia, Y galicia", card="4-06", round=6,
    )  # fmt: skip
    play(state, "red special")
    assert steward_says(state) == {"grande new-castile"}


def test_it_does_not_put_the_8_where_an_opponent_leads() -> None:
    state = table(
        "new-castile: B5 R1 | galicia: R5 B1", king="valencia", card="4-01", round=9,
        score="B40 R40",
    )  # fmt: skip
    play(state, "red special")
    assert steward_says(state) == {"scoreboard 840 galicia"}


def test_it_does_not_give_up_a_lead_when_it_must_send_away() -> None:
    """2-05 from blue: the court's are the ones to spare, or those that lead nowhere."""
    state = table(
        "aragon: R3 B2 | seville: R1 B6 G5 Y5 | granada: R4 Y3", king="galicia", court="R2",
        turn="blue", card="2-05", round=6,
    )  # fmt: skip
    play(state, "blue special")
    while 0 not in state.owing():
        answer_next(state, FIRST)
    steward_turn(state)
    assert state.count(0, state.rules.place_index["aragon"]) == 3
    assert state.count(0, state.rules.place_index["granada"]) == 4


def test_it_does_not_take_back_a_middling_power_card() -> None:
    state = table(
        card="4-08", played="R: 5 7 13", power="R12 B8 G6 Y3", turn="red", round=4,
    )  # fmt: skip
    play(state, "red special")
    assert steward_says(state) == {"recall 13"}


def test_it_does_not_spend_a_veto_on_a_trifle_but_on_a_blow() -> None:
    trifle = table(
        "aragon: R3 B2", court="B4", turn="blue", card="4-10", held="2-01 red until 4", round=4
    )
    play(trifle, "blue special")
    assert steward_says(trifle) == {"let"}
    blow = table(
        "granada: B6 R1 | new-castile: B6 R1 | old-castile: B6", court="B4", turn="blue",
        card="3-05", held="2-01 red until 4", round=4, score="B30 R30",
    )  # fmt: skip
    play(blow, "blue special")
    assert steward_says(blow) == {"veto"}


@pytest.mark.parametrize("round_", [8, 9])
def test_it_gives_nothing_for_a_veto_when_nobody_acts_any_more(round_: int) -> None:
    without, having = (
        table(seats="RB", round=round_, held=held) for held in ("", f"2-01 blue until {round_}")
    )
    for acted, of_use in enumerate((True, round_ < 9)):
        if acted:
            for state in (without, having):
                passes(state, "red", "4-04")
        outlook = Outlook(without, 1)
        assert (outlook.worth(having) > outlook.worth(without)) == of_use
        assert (sum(outlook.value(having)) > sum(outlook.value(without))) == of_use


@pytest.mark.parametrize(
    ("board", "says"), [("aragon: R9 G1 | valencia: G1", "veto"), ("aragon: R1 G9", "let")]
)
def test_it_answers_when_the_disks_lie_open_and_nothing_is_done_yet(board: str, says: str) -> None:
    """2-08: the whole of a region goes; that is a blow with nine caballeros and none with one."""
    state = table(
        board, seats="RBG", court="R2 B4", turn="blue", card="2-08", held="2-01 red until 4",
        round=4, king="galicia",
    )  # fmt: skip
    play(state, "blue special, red let, red disk aragon, green disk aragon")
    assert state.stack[-1].trigger == "disks_shown"
    assert steward_says(state) == {says}


def test_it_does_not_send_its_castillo_into_a_lost_region() -> None:
    """The last general scoring: only in Valencia do three more change anything."""
    state = table(
        "castillo: R3 | aragon: B8 G5 Y4 | basque: B8 G5 Y4 | galicia: G8 Y5 B4"
        " | catalonia: B5 G7 Y6 | old-castile: R6 B1 | seville: R5 | valencia: R2 B4 G1"
        " | granada: R6 Y1",
        king="new-castile", round=9, face="1-07 2-04 3-10 4-04",
    )  # fmt: skip
    for colour, card in (("red", "3-10"), ("blue", "2-04"), ("green", "1-07"), ("yellow", "4-04")):
        passes(state, colour, card)
    assert waits_for(state) == "red"
    assert steward_says(state) == {"disk valencia"}
