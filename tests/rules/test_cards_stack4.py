"""The cards of stacks 4 and 5: scoreboards, King, Grande, Movement, cards (FACTS 1.2)."""

from __future__ import annotations

import pytest

from drawing import (
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
from elgrande.content.words import why_not
from elgrande.rules.events import DisksRevealed, RecalledValue

# -- mobile scoreboards ----------------------------------------------------


@pytest.mark.parametrize("card", ["4-01", "4-02", "4-03"])
def test_put_a_scoreboard(card: str) -> None:
    """4-01 to 4-03 (S0, S1): either board, on any region but the King's, or on the Castillo."""
    state = table("aragon: R3 B1", king="galicia", card=card)
    play(state, "red special")
    free = {*state.rules.regions, "castillo"} - {"galicia"}
    assert words(state, "red scoreboard") == {f"{b} {t}" for b in ("840", "400") for t in free}
    play(state, "red scoreboard 840 aragon")
    assert boards(state) == "840 aragon"
    assert state.values(state.rules.targets.index("aragon")) == (8, 4, 0)
    assert waits_for(state) == "blue"


def test_move_a_scoreboard_that_lies() -> None:
    """4-01 (S0, S1; FACTS 9.1): to another place, even while the other is still beside the map."""
    state = table(scoreboards="840 aragon", card="4-01", king="galicia")
    play(state, "red special")
    refuses(state, "red scoreboard 840 aragon", "red scoreboard 400 aragon")
    play(state, "red scoreboard 840 castillo")
    assert boards(state) == "840 castillo"
    assert state.values(state.rules.targets.index("aragon")) == (5, 4, 1), "printed again"


def test_never_two_scoreboards_on_one_place() -> None:
    """4-01 (S0, S1): not on top of one another."""
    state = table(scoreboards="840 aragon, 400 castillo", card="4-01", king="galicia")
    play(state, "red special")
    refuses(state, "red scoreboard 840 castillo", "red scoreboard 400 aragon")
    told = why_not(state, 0, "scoreboard 840 castillo")
    assert told == "The other mobile scoreboard is already on the Castillo."
    told = why_not(state, 0, "scoreboard 840 aragon")
    assert told == "The 8/4/0 mobile scoreboard is already on Aragon."
    play(state, "red scoreboard 400 seville")
    assert boards(state) == "840 aragon, 400 seville"


def test_no_scoreboard_into_or_out_of_the_kings_region() -> None:
    """4-01 (S0, S1): a board in the King's region stays; the other may still move."""
    state = table(scoreboards="840 galicia, 400 seville", card="4-01", king="galicia")
    play(state, "red special")
    assert not any(text.startswith("840") for text in words(state, "red scoreboard"))
    refuses(state, "red scoreboard 400 galicia")
    play(state, "red scoreboard 400 castillo")
    assert boards(state) == "840 galicia, 400 castillo"


def test_no_scoreboard_goes_back_beside_the_map() -> None:
    """FACTS 9.1: once on the map it cannot be taken off it again."""
    state = table(scoreboards="840 aragon, 400 seville", card="4-01")
    play(state, "red special")
    assert {text.split()[1] for text in words(state, "red scoreboard")} <= {
        *state.rules.regions, "castillo",
    }  # fmt: skip


# -- the King --------------------------------------------------------------


def test_royal_adviser() -> None:
    """4-04 (S0, S1 "Royal Adviser"): into a neighbouring region, no further."""
    state = table(king="galicia", card="4-04")
    play(state, "red special")
    assert words(state, "red king") == {"basque", "old-castile"}
    play(state, "red king basque")
    assert king(state) == "basque"


def test_kings_card() -> None:
    """5-01 (S0 "Kings card"): any region, not the Castillo."""
    state = table(king="galicia", card="5-01")
    play(state, "red special")
    assert words(state, "red king") == {*state.rules.regions} - {"galicia"}
    play(state, "red king seville")
    assert king(state) == "seville"


def test_the_kings_card_returns_every_round() -> None:
    """5-01 (S0, S1 "Next round"): face up at the start of each round, taken or not."""
    for taken in (True, False):
        state = table(seats=2, power="R13 B12")
        passes(state, "red", "5-01" if taken else "4-04")
        passes(state, "blue", "1-07")
        assert state.round == 2
        assert face_up(state).endswith(" 5-01")


# -- Movement --------------------------------------------------------------


def test_movement() -> None:
    """4-05 (S0, S1 "Movement"): everybody else there sets a disk and moves all own there."""
    state = table("aragon: R2 B3 G1 | seville: Y2 B1 | castillo: G4", king="galicia", card="4-05")
    play(state, "red special, evacuate aragon")
    assert waits_for(state) == "blue green", "yellow has nobody there, red's own stay"
    assert words(state, "blue disk") == set(state.rules.regions), "no Castillo on the disk"
    play(state, "blue disk seville")
    assert at(state, "aragon") == "R2 B3 G1"
    assert len(of_kind(play(state, "green disk basque"), DisksRevealed)) == 1
    stands(state, "aragon: R2 | seville: B4 Y2 | basque: G1 | castillo: G4")


def test_movement_to_the_kings_region_or_nowhere_is_to_the_court() -> None:
    """4-05 (S0, S1): the King's region and the evacuated one lead back to the court."""
    state = table("aragon: B3 G1", king="galicia", card="4-05", court="B1")
    play(state, "red special, evacuate aragon, blue disk galicia, green disk aragon")
    assert at(state, "aragon") == at(state, "galicia") == ""
    assert courts(state) == "R0 B4 G1 Y0"


def test_movement_never_empties_the_kings_region() -> None:
    """4-05 (FACTS 1.2): taboo; and a region with nobody else to move is not named."""
    state = table("galicia: B3 | aragon: B1 | seville: R5", king="galicia", card="4-05")
    play(state, "red special")
    assert words(state, "red evacuate") == {"aragon"}
    state = table(
        "galicia: B3 | seville: R5 | castillo: B2", king="galicia", court="R1", card="4-05"
    )
    assert choices(state, "red special") == []


# -- the Grande ------------------------------------------------------------


@pytest.mark.parametrize("card", ["4-06", "4-07"])
def test_the_grande_moves(card: str) -> None:
    """4-06, 4-07 (S0 "Grande"): any region but the King's; several may share one; a new home."""
    state = table("seville: R1", home="R aragon, B seville", king="galicia", card=card)
    play(state, "red special")
    assert words(state, "red grande") == {*state.rules.regions} - {"galicia", "aragon"}
    play(state, "red grande seville")
    assert homes(state) == "R seville, B seville"
    state = table(
        "seville: R1", home="R seville, B seville", king="galicia", turn="blue", card="3-01"
    )
    assert paid(state, play(state, "blue special"))["seville"] == "R6"


def test_the_grande_stays_in_the_kings_region() -> None:
    """4-06 (S0 "Grande"): he may not be moved from the King's region."""
    state = table(home="R galicia", king="galicia", court="R1", card="4-06")
    assert choices(state, "red special") == []


# -- cards -----------------------------------------------------------------


@pytest.mark.parametrize("card", ["4-08", "4-09"])
def test_take_a_power_card_back(card: str) -> None:
    """4-08, 4-09 (S0 "Power Cards"): any one of the played, this round's too."""
    state = table(played="R: 3 7", card=card, round=3)
    play(state, "red special")
    assert words(state, "red recall") == {"3", "7", "13"}
    this = state.copy()
    play(this, "red recall 13")
    assert 13 in this.hand(0)
    assert this.power(0) == 13, "the turn order stands"
    play(state, "red recall 3")
    assert 3 in state.hand(0)
    assert {7, 13}.isdisjoint(state.hand(0))


def test_a_card_taken_back_need_not_be_shown() -> None:
    """4-08 (S0): the others do not see which card it was."""
    state = table(played="R: 3 7", card="4-08", round=3)
    play(state, "red special")
    assert choices(state.view(1), "red") == []
    value = of_kind(play(state, "red recall 3"), RecalledValue)
    assert [event.audience for event in value] == [frozenset({0})]
    assert 3 in state.view(0).hand(0)
    assert 3 not in state.view(1).hand(0)


def test_the_card_taken_back_keeps_the_place_in_the_order() -> None:
    """4-08 (FACTS 7): it still counts as played this round: red acted last and begins."""
    state = table(turn="red", power="B13 R2", seats=2, face="4-08")
    passes(state, "blue", "5-01")
    play(state, "red take 0, card 4-08, special, recall 2")
    assert waits_for(state) == "red"
    assert "2" in words(state, "red power")


def test_the_court() -> None:
    """4-10 (S0 "The Court"): two from the provinces to the court."""
    state = table(court="R1", card="4-10")
    play(state, "red special")
    assert courts(state) == "R3 B0 G0 Y0"


def test_the_court_takes_what_there_is() -> None:
    """4-10 (FACTS 1.2): one, if there is one; the board is not drawn upon."""
    state = table("aragon: R29", card="4-10")
    play(state, "red special")
    assert courts(state) == "R1 B0 G0 Y0"
    assert at(state, "aragon") == "R29"
    state = table("aragon: R29", court="R1", card="4-10")
    assert choices(state, "red special") == []


# -- Special scoring by disk -----------------------------------------------


def test_unique_disks_are_scored() -> None:
    """4-11 (S0): everybody sets one, the acting player too; what two pick is not scored."""
    state = table("aragon: R3 B2 | seville: G2 | basque: Y2", king="seville", card="4-11")
    play(state, "red special")
    assert waits_for(state) == "red blue green yellow"
    assert words(state, "red disk") == set(state.rules.regions)
    play(state, "yellow disk basque, green disk seville, blue disk basque")
    assert scores(state) == "R0 B0 G0 Y0"
    events = play(state, "red disk aragon")
    assert paid(state, events) == {"aragon": "R5 B4", "seville": "G6"}
    assert scores(state) == "R5 B4 G6 Y0", "the King's region may be scored; Basque is not"


def test_all_disks_alike_score_nothing() -> None:
    """4-11 (S0): a region chosen by several is not scored."""
    state = table("aragon: R3", card="4-11")
    play(state, "red special, disk aragon, blue disk aragon, green disk aragon, yellow disk aragon")
    assert scores(state) == "R0 B0 G0 Y0"
    assert waits_for(state) == "blue"


def test_four_different_disks_score_four_regions() -> None:
    """4-11 (S0; FACTS 9.1): in the order of the track."""
    state = table("aragon: R3 | galicia: B1", card="4-11")
    play(state, "red special, disk seville, blue disk galicia, green disk basque")
    assert list(paid(state, play(state, "yellow disk aragon"))) == [
        "galicia", "basque", "aragon", "seville",
    ]  # fmt: skip
