"""The same start and the same answers are the same game, in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import trails
from games import VARIANTS, Variant, rng_for, start, told


@pytest.fixture(scope="module")
def own_trails() -> list[str]:
    return [trails.trail(variant) for variant in VARIANTS]


@pytest.mark.long
@pytest.mark.parametrize("hash_seed", ["4242", pytest.param("0", marks=pytest.mark.whole)])
def test_no_hash_seed_shows_in_a_game(hash_seed: str, own_trails: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(trails.__file__))],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    # Which expansions are known first depends on who has asked, in a process of many tests.
    assert sorted(done.stdout.splitlines()) == sorted(own_trails)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_replay_leads_to_the_same_position_after_every_answer(variant: Variant) -> None:
    state = start(variant, 61)
    line = [
        (seat, code, state.digest(), events)
        for _, seat, code, events in told(state, rng_for(variant, 61))
    ]
    again = start(variant, 61)
    for seat, code, digest, events in line:
        heard: list[object] = []
        again.apply(seat, code, heard.append)
        assert heard == events
        assert again.digest() == digest
    assert again == state
