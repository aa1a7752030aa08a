"""What the forecast, hands and pieces of text say where this game leaves something out."""

from __future__ import annotations

from grandissimo_drawn import drawn, game
from laid import score_generally

from elgrande.app.board.forecast import forecast
from elgrande.app.board.guide import Guide
from elgrande.app.panes.forecast import rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.content.words import Names

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
    named = Names(rules, ["Ana", "Bruno", "Clara", "Diego"], game(4).content.labels)
    assert named.place(rules.place_index["gift-yellow"]) == "Diego's gifts"
