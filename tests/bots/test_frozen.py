"""Opponents of earlier commits play at today's tables (benchmarks/opponents)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from elgrande.content.setup import Setup
from elgrande.rules import Generator

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "opponents"))

from frozen import OPPONENTS, Frozen
from layout import layout

NAME = "steward-2026-11-23"
KINDS: dict[str, tuple[str, ...]] = {
    "base": (),
    "intrigue": ("intrigue",),
    "grandissimo": ("grandissimo",),
    "colonies": ("colonies",),
    "king-colonies": ("colonies", "intrigue"),
}


def _known(name: str) -> bool:
    """Say whether the commit of an opponent is here; a copy may be without the history."""
    asked = ["git", "cat-file", "-e", OPPONENTS[name].commit]
    try:
        return not subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True).returncode
    except OSError:
        return False


@pytest.mark.expansions
@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_the_board_has_a_meaning_of_its_own(kind: str) -> None:
    told = layout(Setup.of(3, seed=1, expansions=KINDS[kind]).ruleset())
    named = [cell for cell in told.cells if cell]
    assert len(set(named)) == len(named)
    # Where a kind never is, nothing may be told.
    assert len(told.cells) - len(named) <= 1


@pytest.mark.long
@pytest.mark.expansions
@pytest.mark.skipif(not _known(NAME), reason="the history is not here")
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=[pytest.mark.whole] * (k == "king-colonies")) for k in KINDS]
)
def test_a_steward_of_then_answers_legally_in_a_whole_game(kind: str) -> None:
    setup, chance = Setup.of(3, seed=4, expansions=KINDS[kind], short=True), Generator.seeded(4)
    then = Frozen(NAME)
    try:
        then.seated(setup)
        state = setup.start()
        while state.stack:
            seat = state.owing()[0]
            codes = state.legal(seat)
            # Half of its answers, and all others', are drawn by lot, so that much comes about.
            mine = seat == 0 and len(codes) > 1 and chance.below(2)
            code = then.choose(state.view(seat), 1).code if mine else chance.choice(codes)
            state.apply(seat, code)
    finally:
        then.close()
