"""The worked examples of the expansion: E21 to E26 (S0, "Grandissimo"; EXPANSIONS 8)."""

from __future__ import annotations

import pytest
from grandissimo_drawn import drawn, who
from laid import crowd, pays, score_generally

from drawing import play, refuses, words
from elgrande.rules.events import RegionScored


def test_e21_portugal_pays_first_places_alone() -> None:
    """S0, "Portugal"."""
    assert pays(drawn("portugal: red 3, blue 2"), "portugal") == "red 5"


def test_e22_a_mobile_scoreboard_covers_its_board() -> None:
    state = drawn("portugal: red 3, blue 2", scoreboards={"840": "portugal"})
    assert pays(state, "portugal") == "red 8, blue 4"


def test_e23_a_pardon_is_for_all_in_jail() -> None:
    """S0, "Jail": he may not pardon some and not others."""
    state = drawn("jail: red 2, blue 1", "5-01", turn="green")
    refuses(state, "green put aragon")
    play(state, "green pardon, put aragon")
    assert (crowd(state, "aragon"), crowd(state, "jail")) == ("red 2, blue 1", "")


def test_e24_the_queen_brings_one_in_the_turn_she_is_taken() -> None:
    """S0, "Queen/Jester"."""
    state = drawn("court: red 1", "gr-20", king="aragon")
    play(state, "red special")
    assert words(state, "red") == {"take-queen", "take-jester"}
    play(state, "red take-queen")
    assert who(state, "queen") == "red"
    assert "court" in words(state, "red queens-more")
    play(state, "red queens-more catalonia")
    assert crowd(state, "catalonia") == "red 1"
    assert not words(state, "red queens-more")


@pytest.mark.parametrize(("black", "expected"), [
    ("never", "red 5, green 3"), ("counted", "red 5, green 2"),
])  # fmt: skip
def test_e25_whether_black_ones_take_a_rank(black: str, expected: str) -> None:
    """S0: by the note on the card never; by the example on the page for an invisible player."""
    state = drawn("valencia: red 3, black 2, green 1", players=5, king="galicia", black=black)
    assert pays(state, "valencia") == expected


def test_e26_no_disk_shows_portugal_and_the_king_comes_there() -> None:
    state = drawn("castillo: red 1")
    score_generally(state)
    assert "portugal" not in words(state, "red disk")
    assert len(words(state, "red disk")) == 9
    state = drawn("court: red 4", "5-01")
    play(state, "red special, king portugal")
    near = {"galicia", "old-castile", "new-castile", "seville"}
    assert words(state, "red place") == {*near, "castillo"}


def test_portugal_is_scored_last() -> None:
    state = drawn("portugal: red 1 | galicia: blue 1")
    events = score_generally(state)
    scored = [state.rules.targets[e.scored.target] for e in events if isinstance(e, RegionScored)]
    assert scored[-1] == "portugal"
    assert len(scored) == 11
