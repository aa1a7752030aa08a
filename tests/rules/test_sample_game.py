"""The sample game of the rule documents, from its position to its totals (S0; FACTS 6).

The figure is lost: the position, round 2's power cards and the totals are deduced
(FACTS 6.1 to 6.3). Two rounds are played and then the general scoring comes, so
it is a short game whose marker goes from 2 to 3. Card 2-06 spares its own player.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from drawing import COLOURS, at, boards, courts, face_up, king, paid, play, scores, waits_for
from elgrande.content.setup import Player, Setup
from elgrande.rules import State

FILE = Path(__file__).parents[2] / "saves" / "sample-game.position.toml"


def sample_game(**homes: str) -> State:
    """Return the position, with other homes for green and yellow if they are given."""
    position: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for seat in position["seat"]:
        if seat["colour"] in homes:
            seat["grande"] = homes[seat["colour"]]
            seat["caballeros"] = {homes[seat["colour"]]: 2, "court": 7}
    players = tuple(Player(COLOURS[letter], COLOURS[letter].title()) for letter in "RGBY")
    house = {"own_caballero": False}
    return Setup(players, seed=1, short=True, house=house, position=position).start()


ROUND_2 = {
    "green": (
        "green take 1, card 5-01, place galicia, place aragon, place old-castile",
        "green place castillo, place castillo, special, king valencia",
    ),
    "yellow": (
        "yellow take 3, card 3-01, place catalonia, place catalonia, place granada, special",
    ),
    "red": (
        "red take 4, card 4-01, special, scoreboard 840 aragon",
        "red place aragon, place aragon, place aragon, place castillo",
    ),
    "blue": ("blue take 5, card 2-04, special, place new-castile, place new-castile",),
}
ROUND_3 = {
    "blue": (
        "blue card 3-11, special, score new-castile, place granada, place granada, place castillo",
    ),
    "yellow": (
        "yellow card 5-01, place granada, place granada, place castillo, place castillo",
        "yellow special, king old-castile",
    ),
    "red": (
        "red take 2, card 4-04, place new-castile, place new-castile, place new-castile",
        "red place new-castile, special, king aragon",
    ),
    "green": (
        "green take 5, card 2-06, special, send blue seville, send red new-castile",
        "green send yellow granada, place valencia, place basque",
    ),
}


def test_the_position() -> None:
    """FACTS 6.1: seven in each court, two at home, nobody else on the board; marker on 2."""
    state = sample_game()
    assert state.round == 2
    assert waits_for(state) == "red"
    assert king(state) == "basque"
    assert courts(state) == "R7 G7 B7 Y7"
    assert at(state, "province") == "R21 G21 B21 Y21"
    assert face_up(state) == "1-02 2-04 3-01 4-01 5-01"
    assert scores(state) == "R0 G0 B0 Y0"


def test_round_by_round() -> None:
    """S0 sample game; courts FACTS 6.2, scores 6.3, each after each turn."""
    state = sample_game()
    play(state, "red power 5, green power 11, blue power 2, yellow power 6")
    assert [state.rules.colours[seat] for seat in state.turn_order] == [
        "green", "yellow", "red", "blue",
    ]  # fmt: skip
    after = {
        "green": ("R7 G3 B7 Y7", "R0 G0 B0 Y0"),
        "yellow": ("R7 G3 B7 Y7", "R0 G4 B6 Y4"),
        "red": ("R7 G3 B7 Y7", "R0 G4 B6 Y4"),
        "blue": ("R4 G0 B10 Y4", "R0 G4 B6 Y4"),
    }
    for colour, lines in ROUND_2.items():
        assert waits_for(state) == colour
        events = play(state, *lines)
        assert courts(state) == after[colour][0]
        assert scores(state) == after[colour][1]
        if colour == "yellow":
            assert paid(state, events) == {"galicia": "G4", "catalonia": "Y4", "seville": "B6"}
    assert boards(state) == "840 aragon"
    assert king(state) == "valencia"
    assert at(state, "castillo") == "R1 G2"

    assert state.round == 3
    assert face_up(state) == "1-06 2-06 3-11 4-04 5-01"
    assert waits_for(state) == "blue", "the last to act begins"
    play(state, "blue power 13, yellow power 12, red power 8, green power 3")
    after = {
        "blue": ("R4 G0 B7 Y4", "R0 G4 B13 Y4"),
        "yellow": ("R4 G0 B7 Y0", "R0 G4 B13 Y4"),
        "red": ("R2 G0 B7 Y0", "R0 G4 B13 Y4"),
        "green": ("R2 G3 B7 Y0", "R0 G4 B13 Y4"),
    }
    for colour, lines in ROUND_3.items():
        assert waits_for(state) == colour
        events = play(state, *lines)
        assert courts(state) == after[colour][0], colour
        assert scores(state) == after[colour][1], colour
        if colour == "blue":
            assert paid(state, events) == {"new-castile": "B7"}
    assert king(state) == "aragon"
    assert at(state, "castillo") == "R1 G2 B1 Y2"
    assert at(state, "granada") == "B2 Y2", "yellow's lead became a tie"

    assert waits_for(state) == "red green blue yellow"
    play(state, "red disk valencia, green disk basque, blue disk seville")
    events = play(state, "yellow disk galicia")
    assert paid(state, events) == {
        "castillo": "G3 Y3",
        "galicia": "G2 Y4",
        "basque": "G5",
        "aragon": "R12 G4",
        "catalonia": "Y4",
        "old-castile": "G4 Y8",
        "new-castile": "R7 B4",
        "seville": "B6",
        "granada": "B3 Y3",
        "valencia": "R3 G7",
    }
    assert scores(state) == "R22 G29 B26 Y26"
    assert at(state, "castillo") == ""
    assert state.round == 5, "a short game goes on from 3 to 5"


@pytest.mark.parametrize(
    ("green", "yellow", "totals"),
    [
        ("old-castile", "granada", "R22 G29 B26 Y23"),
        ("old-castile", "valencia", "R21 G28 B26 Y25"),
        ("granada", "old-castile", "R22 G28 B26 Y26"),
        ("granada", "valencia", "R21 G29 B26 Y25"),
        ("valencia", "old-castile", "R22 G29 B26 Y26"),
        ("valencia", "granada", "R22 G31 B26 Y23"),
    ],
)
def test_the_other_homes_that_fit(green: str, yellow: str, totals: str) -> None:
    """FACTS 6.3: the totals under each of the six assumptions about the two homes."""
    state = sample_game(green=green, yellow=yellow)
    play(state, "red power 5, green power 11, blue power 2, yellow power 6")
    for lines in ROUND_2.values():
        play(state, *lines)
    play(state, "blue power 13, yellow power 12, red power 8, green power 3")
    for lines in ROUND_3.values():
        play(state, *lines)
    play(state, "red disk valencia, green disk basque, blue disk seville, yellow disk galicia")
    assert scores(state) == totals


def test_red_9_and_green_2_change_nothing() -> None:
    """FACTS 6.1: round 3's cards are red 8 or 9 and green 2 or 3."""
    state = sample_game()
    play(state, "red power 5, green power 11, blue power 2, yellow power 6")
    for lines in ROUND_2.values():
        play(state, *lines)
    play(state, "blue power 13, yellow power 12, red power 9, green power 2")
    for lines in ROUND_3.values():
        play(state, *lines)
    assert courts(state) == "R2 G3 B7 Y0"


def test_with_the_printed_rule_green_loses_one_too() -> None:
    """FACTS 1.2: by the rule text 2-06 takes one of green's own, which the sample game omits."""
    position = tomllib.loads(FILE.read_text(encoding="utf-8"))
    players = tuple(Player(COLOURS[letter], COLOURS[letter].title()) for letter in "RGBY")
    state = Setup(players, seed=1, short=True, position=position).start()
    play(state, "red power 5, green power 11, blue power 2, yellow power 6")
    for lines in ROUND_2.values():
        play(state, *lines)
    play(state, "blue power 13, yellow power 12, red power 8, green power 3")
    for colour in ("blue", "yellow", "red"):
        play(state, *ROUND_3[colour])
    play(state, ROUND_3["green"][0], "green send yellow granada, send green galicia")
    assert at(state, "galicia") == ""
