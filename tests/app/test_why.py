"""Why these points? A scoring taken apart agrees with what was paid."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from phases import LARGE, SMALL, midgame, shows
from tables import sit

from drawing import table
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.score_dialogs import rule_rows, scoring_rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.rules import score


def explained(drawn: str, target: int, **others: str) -> str:
    state = table(drawn, **others)
    guide = Guide(sit(state).chair.setup, state.rules, UNICODE)
    scored = score(state, target)
    made = [*scoring_rows(scored, guide, 72), *rule_rows([scored], guide, 72)]
    lines = plain(made)
    assert all(len(line) == 72 for line in lines)
    return " ".join(" ".join(lines).split())


def test_rank_tie_and_bonuses_are_named_with_their_rules() -> None:
    text = explained("aragon: R3 B2 G2", 2, home="R aragon", king="aragon")
    assert "Aragon 5/4/1" in text
    assert "●3 Ana first 5 + 2 King + 2 Grande = 9 points" in text
    assert "■2 Bruno tied second → third 1 point" in text
    assert "tied for second, paid as third" in text
    for rule in ("King's bonus", "Grande's bonus"):
        assert rule in text
    assert text.count("Grande's bonus") == 1


def test_a_mobile_scoreboard_says_what_it_covers() -> None:
    text = explained("seville: R1", 6, scoreboards="840 seville")
    assert "Seville 8/4/0 A mobile scoreboard covers the printed 4/3/1." in text
    assert "mobile scoreboard covers" not in explained("seville: R1", 6)


def test_an_empty_region_scores_for_nobody() -> None:
    assert "Nobody has any caballeros in Galicia." in explained("", 0)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
def test_picture(sheet_compare: Callable[..., bool], size: tuple[int, int]) -> None:
    assert shows(sheet_compare, sit(midgame("3-05")), size, "f", "7")
