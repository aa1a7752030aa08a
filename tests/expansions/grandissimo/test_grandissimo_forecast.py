"""What the forecast, hands and pieces of text say where this game leaves something out."""

from __future__ import annotations

import pytest
from grandissimo_drawn import drawn, game
from laid import pays, score_generally

from drawing import play, waits_for
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import target_rows
from elgrande.app.panes.forecast import forecast, rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.bots.outlook import Outlook
from elgrande.bots.plan_words import Voice, stands
from elgrande.content.words import GameNames

BOARD = "granada: red 2, blue 1 | aragon: red 1, blue 2"


def test_a_boycotted_region_brings_nothing_in_the_forecast_as_in_the_scoring() -> None:
    state = drawn(BOARD, held="gr-03 blue granada | gr-04 red aragon")
    guide = Guide(game(4), state.rules, UNICODE)
    found = forecast(state, guide)
    granada = state.rules.targets.index("granada")
    assert found.barred == {granada}
    said = plain(rows(found, None, guide, 100))
    assert "not scored" in said[1 + granada]
    assert any("Granada is left out of the next general scoring." in line for line in said)
    score_generally(state)
    assert found.totals == tuple(state.score(seat) for seat in range(4)) == (5, 4, 0, 0)


def test_gifts_are_called_after_the_player_who_has_them() -> None:
    rules = game(4).ruleset()
    named = GameNames(rules, ["Ana", "Bruno", "Clara", "Diego"], game(4).content.labels)
    assert named.place(rules.place_index["gift-yellow"]) == "Diego's gifts"


def test_black_ones_rank_for_nobody_in_a_general_scoring_whoever_had_the_inquisitor() -> None:
    # S0, note on the card: he leaves just before it; by the example black ones count for his
    # player until then.
    board = "valencia: red 3, black 2, green 2"
    state = drawn(board, players=3, king="basque", cells={"inquisitor": "green"}, black="counted")
    guide = Guide(game(3, house={"black": "counted"}), state.rules, UNICODE)
    found = forecast(state, guide)
    valencia = state.rules.targets.index("valencia")
    assert pays(state, "valencia") == "red 3, green 5"
    assert pays(state, "valencia", general=True) == "red 5"
    scored = found.scored[valencia]
    assert scored is not None
    assert [(line.seat, line.count) for line in scored.lines] == [(0, 3), (-1, 2), (2, 2)]
    outlook = Outlook(state, 2)
    site = outlook.sites(state)[valencia]
    assert outlook.expected(site, outlook.tally(state, valencia), doubt=0) == [5, 0, 0]
    [note] = [n.text for n in guide.shown.notes(state, guide.names) if "Black" in n.text]
    assert "He leaves before a general scoring" in note
    score_generally(state)
    assert found.totals == tuple(state.score(seat) for seat in range(3)) == (5, 0, 0)


@pytest.mark.parametrize("castillo", ["open", "veiled"])
def test_in_the_midst_of_a_general_scoring_the_rest_of_it_is_foretold(castillo: str) -> None:
    # S0, note on Free choice: it comes once the Castillo, which has been paid, is emptied.
    state = drawn(
        "castillo: red 1 | aragon: blue 1", held="gr-06 red", players=3, castillo=castillo
    )
    score_generally(state)
    while state.stack[-1].step != "window":
        play(state, f"{waits_for(state).split()[0]} disk seville")
    guide = Guide(game(3, house={"castillo": castillo}), state.rules, UNICODE)
    found = forecast(state, guide)
    assert found.now == (5, 0, 0)
    assert found.gains == (4, 5, 0)
    said = plain(rows(found, None, guide, 100))
    assert "not scored" in said[1 + state.rules.castillo_target]
    assert any("The Castillo has been scored already." in line for line in said)
    assert not any("left out" in line for line in said)
    play(state, "red let")
    assert found.totals == tuple(state.score(seat) for seat in range(3))


def test_the_help_on_a_region_says_where_a_general_scoring_would_be_another() -> None:
    state = drawn(BOARD, held="gr-03 blue granada | gr-04 red aragon")
    guide = Guide(game(4), state.rules, UNICODE)

    def said(region: str) -> str:
        return " ".join(" ".join(plain(target_rows(state.view(0), guide, region, 300))).split())

    assert "In a general scoring now: it is left out." in said("granada")
    assert "Blue gets 5" in said("aragon").partition("In a general scoring now")[0]
    assert "Red gets 5" in said("aragon").partition("In a general scoring now")[2]
    assert "general scoring now" not in said("seville")


def test_advice_counts_neither_black_ones_nor_a_region_that_is_left_out() -> None:
    """S0, notes: he leaves before a general scoring; a boycotted region is not scored in it."""
    start = drawn("", players=3, king="basque", turn="green", black="counted")
    end = drawn(
        "valencia: red 3, black 2, green 2 | seville: green 2", players=3, king="basque",
        turn="green", cells={"inquisitor": "green"}, black="counted", held="gr-03 blue seville",
    )  # fmt: skip
    voice = Voice(game(3, house={"black": "counted"}).names(), 2, private=True)
    valencia, seville = (start.rules.targets.index(name) for name in ("valencia", "seville"))
    assert not any("lead" in text for text in stands(voice, start, end, valencia))
    assert stands(voice, start, end, seville) == ["you lead in Seville"]
