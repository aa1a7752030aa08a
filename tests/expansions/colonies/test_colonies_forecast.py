"""What the forecast says where cards wait for a general scoring."""

from __future__ import annotations

import pytest
from colonies_drawn import drawn, game

from drawing import play
from elgrande.app.board.guide import Guide
from elgrande.app.panes.forecast import card_forecast, forecast, rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain


@pytest.mark.parametrize(("round_", "twice"), [(9, True), (8, False)])
def test_a_delayed_scoring_is_foretold_where_it_comes_with_the_general_one(
    round_: int, twice: bool
) -> None:
    """S3: played in the last round it comes after the scoring, else at the end of the next."""
    state = drawn("aragon: red 1", "co-10", round_=round_)
    play(state, "red special, score aragon")
    guide = Guide(game(), state.rules, UNICODE)
    found = forecast(state, guide)
    assert found.gains == (10 if twice else 5, 0, 0, 0)
    aragon = state.rules.targets.index("aragon")
    assert len(found.at(aragon)) == 1 + twice
    said = plain(rows(found, None, guide, 100))
    assert said[1 + aragon].split()[2:4] == ["5/4/1", "10" if twice else "5"]
    assert any("A card that waits scores Aragon, too." in line for line in said) == twice


def test_a_conspiracy_pays_its_bonus_in_the_forecast() -> None:
    """S3: whoever alone leads the Castillo has the Grande inside, for 2 points."""
    state = drawn("castillo: red 2, blue 1", cells={"conspiracy": True})
    guide = Guide(game(), state.rules, UNICODE)
    found = forecast(state, guide)
    castillo = found.scored[state.rules.castillo_target]
    assert castillo is not None
    assert [(gift.seat, gift.points, gift.reason) for gift in castillo.gifts] == [
        (0, 2, "conspiracy")
    ]
    assert found.gains[:2] == (7, 3)


def test_a_delayed_scoring_foretells_nothing_wherever_the_cursor_is() -> None:
    """S3: it scores a region later; nobody need have taken it to ask what it brings."""
    state = drawn("aragon: red 1", faces={7: "co-10"})
    guide = Guide(game(), state.rules, UNICODE)
    assert card_forecast(state.view(0), guide, state.rules.card_index["co-10"], 0) is None
