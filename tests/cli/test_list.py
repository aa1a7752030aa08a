"""``elgrande list``: one's own saves first, the examples in a group of their own."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from elgrande.cli.commands.saves import EXAMPLES, NONE, SAVES
from elgrande.saves import shipped

if TYPE_CHECKING:
    from collections.abc import Callable

    from calls import Ran

    from elgrande.saves import Store

    Run = Callable[..., Ran]


def test_without_saves_the_examples_stand_alone(run: Run) -> None:
    ran = run("list")
    assert (ran.code, ran.err) == (0, "")
    own, examples = ran.out.split(EXAMPLES)
    assert own.strip() == NONE
    assert re.search(r"^  five-stewards +over +Isabel 68, Fernando 77,", examples, re.MULTILINE)
    assert "round 4" in examples
    assert ".position" not in examples, "a position is no save"


def test_own_saves_come_first_with_round_day_and_players(run: Run, store: Store) -> None:
    store.copy(shipped("saves") / "veto-in-hand.toml", "ours")
    (store.paths.saves / "torn.toml").write_text("nonsense", encoding="utf-8")
    ran = run("list")
    assert ran.code == 0
    own, examples = ran.out.split(EXAMPLES)
    assert own.startswith(SAVES)
    line = r"^  ours +round 5 +\d{4}-\d\d-\d\d \d\d:\d\d  Ana 32, Bruno 35, Clara 31$"
    assert re.search(line, own, re.MULTILINE)
    torn = next(text for text in own.splitlines() if "torn" in text)
    assert "cannot be played" in torn
    assert "torn.toml" in torn
    assert "ours" not in examples


def test_scripts_read_the_same_as_json(run: Run, store: Store) -> None:
    store.copy(shipped("saves") / "five-stewards.toml", "mine")
    listed = json.loads(run("list", "--json").out)
    mine = listed[0]
    assert (mine["name"], mine["example"], mine["over"]) == ("mine", False, True)
    assert mine["scores"] == [68, 77, 97, 85, 86]
    assert [one["example"] for one in listed] == [False] + [True] * (len(listed) - 1)
