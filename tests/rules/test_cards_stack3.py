"""The cards of stack 3: special scorings of several places (FACTS 1.2, 9.1)."""

from __future__ import annotations

import pytest

from drawing import at, choices, paid, play, scores, table, waits_for

EVERYWHERE = (
    "galicia: R2 | basque: R2 | aragon: R2 | catalonia: R2 | old-castile: R2 | "
    "new-castile: R2 | seville: R2 | granada: R2 | valencia: R2 | castillo: R2"
)


def scored(card: str, scoreboards: str = "", king: str = "aragon") -> list[str]:
    """Return the places that a card scores, in order."""
    state = table(EVERYWHERE, card=card, scoreboards=scoreboards, king=king)
    return list(paid(state, play(state, "red special")))


@pytest.mark.parametrize("card", ["3-01", "3-02"])
def test_all_4_regions(card: str) -> None:
    """3-01, 3-02 (S0, S1 "all 4 regions"): Galicia, Catalonia and Seville."""
    assert scored(card) == ["galicia", "catalonia", "seville"]


@pytest.mark.parametrize("card", ["3-03", "3-04"])
def test_all_5_regions(card: str) -> None:
    """3-03, 3-04 (S0, S1 "all 5 regions"): not the Castillo, though it shows a 5."""
    assert scored(card) == ["basque", "aragon", "valencia"]


def test_all_6_and_7_regions() -> None:
    """3-05 (S0, S1 "all 6 and 7 regions")."""
    assert scored("3-05") == ["old-castile", "new-castile", "granada"]


def test_example_8_4_0_in_galicia() -> None:
    """3-01 (S0, S1, first example): Galicia is no longer a 4 region and is not scored."""
    assert scored("3-01", "840 galicia") == ["catalonia", "seville"]


def test_example_4_0_0_in_granada() -> None:
    """3-01 (S0, S1, second example): Granada is now a 4 region and is scored."""
    assert scored("3-01", "400 granada") == ["galicia", "catalonia", "seville", "granada"]
    assert scored("3-05", "400 granada") == ["old-castile", "new-castile"]


def test_a_region_under_8_4_0_is_in_no_list() -> None:
    """FACTS 1.2: first value 8 is none of 4 to 7."""
    for card, place in [("3-01", "seville"), ("3-03", "aragon"), ("3-05", "granada")]:
        assert place not in scored(card, f"840 {place}", king="basque")


def test_4_0_0_on_the_castillo_makes_it_no_4_region() -> None:
    """FACTS 7: the Castillo is no region, so it is never included."""
    assert scored("3-01", "400 castillo") == ["galicia", "catalonia", "seville"]


def test_the_list_pays_by_the_scoreboard_in_force() -> None:
    """3-01 (S0, S1): 4/0/0 pays the second nothing, a tie for first nothing either."""
    state = table(
        "granada: R3 B2 | seville: R3 B2 | galicia: R2 B2", card="3-01", scoreboards="400 granada"
    )
    assert paid(state, play(state, "red special")) == {
        "galicia": "R2 B2", "catalonia": "", "seville": "R4 B3", "granada": "R4",
    }  # fmt: skip


def test_the_list_pays_both_bonuses() -> None:
    """3-01 (S0, S1): home and King's bonus apply; sample game: blue gets 6 in Seville."""
    state = table("seville: B2 | galicia: R1", home="B seville", card="3-01")
    assert paid(state, play(state, "red special"))["seville"] == "B6"
    state = table("seville: B2", home="B seville", king="seville", card="3-01")
    assert paid(state, play(state, "red special"))["seville"] == "B8"


@pytest.mark.parametrize("card", ["3-06", "3-07"])
def test_score_the_castillo(card: str) -> None:
    """3-06, 3-07 (S0, S1): open, score, put back; nobody is distributed."""
    state = table("castillo: R1 B3 G2 Y2 | aragon: Y1", card=card, home="B valencia")
    assert paid(state, play(state, "red special")) == {"castillo": "B5 G1 Y1"}
    assert at(state, "castillo") == "R1 B3 G2 Y2"
    assert waits_for(state) == "blue"


def test_score_the_castillo_under_a_mobile_scoreboard() -> None:
    """3-06 (S0, S1 "Mobile scoreboard"): one may lie on the Castillo."""
    state = table("castillo: B3 G2", card="3-06", scoreboards="840 castillo")
    assert paid(state, play(state, "red special")) == {"castillo": "B8 G4"}


def test_first_places_only() -> None:
    """3-08 (S0, S1): every region, first place alone; not the Castillo."""
    state = table(
        "galicia: R3 B2 | basque: B1 | aragon: R2 B2 G1 | castillo: Y5", king="seville", card="3-08"
    )
    assert list(paid(state, play(state, "red special"))) == list(state.rules.regions)
    assert scores(state) == "R4 B5 G0 Y0"


def test_first_places_only_a_tie_pays_nobody() -> None:
    """3-08 (S0, S1): a tie for first would pay the second place, so there is no score."""
    state = table("aragon: R2 B2 G1", king="aragon", home="R aragon", card="3-08")
    play(state, "red special")
    assert scores(state) == "R0 B0 G0 Y0"


def test_first_places_only_leaves_the_bonuses() -> None:
    """3-08 (FACTS 9.1): King's and home bonus for a sole first."""
    state = table("aragon: R3 B2", king="aragon", home="R aragon", card="3-08")
    play(state, "red special")
    assert scores(state) == "R9 B0 G0 Y0"


def test_most_caballeros() -> None:
    """3-09 (S0, S1): all colours together; the Castillo is ignored."""
    state = table("aragon: R2 B2 | seville: G3 | castillo: Y9", card="3-09")
    assert paid(state, play(state, "red special")) == {"aragon": "R4 B4"}


def test_most_caballeros_tied() -> None:
    """3-09 (S0, S1): all regions that tie are scored."""
    state = table("aragon: R2 B2 | seville: G4 | basque: Y3", card="3-09")
    assert paid(state, play(state, "red special")) == {"aragon": "R4 B4", "seville": "G4"}


def test_most_in_the_kings_region() -> None:
    """3-09 (S0, S1 "The action cards" A): scoring occurs in the King's region too."""
    state = table("aragon: R5 | seville: G4", king="aragon", card="3-09")
    assert paid(state, play(state, "red special")) == {"aragon": "R7"}


def test_fewest_caballeros() -> None:
    """3-10 (S0, S1): regions without caballeros do not count, nor does the Castillo."""
    state = table("aragon: R2 B2 | seville: G3 | castillo: Y1", card="3-10")
    assert paid(state, play(state, "red special")) == {"seville": "G4"}


def test_fewest_caballeros_tied() -> None:
    """3-10 (S0, S1): all regions that tie are scored, the King's too."""
    state = table("aragon: R1 | seville: G1 | basque: Y3", king="seville", card="3-10")
    assert paid(state, play(state, "red special")) == {"aragon": "R5", "seville": "G6"}


@pytest.mark.parametrize("card", ["3-09", "3-10"])
def test_most_and_fewest_of_nobody(card: str) -> None:
    """3-09, 3-10 (S0, S1): with empty regions everywhere there is nothing to score."""
    assert choices(table("castillo: R3", court="R1", card=card), "red special") == []
