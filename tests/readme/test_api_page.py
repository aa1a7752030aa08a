"""What strangers may rely on is listed, and the examples are true."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

from elgrande.bots.bot import Answer, Request
from elgrande.content.setup import Setup
from elgrande.rules import Ruleset, State, View

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
KEPT = {
    Setup: ("of", "start"),
    State: ("owing", "legal", "is_legal", "apply", "view", "copy", "digest"),
    View: ("decision", "sample", "count", "score", "to_plain", "from_plain"),
    Ruleset: ("code", "text"),
}


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert not failed
    assert tried > 20


@pytest.mark.parametrize("cls", KEPT, ids=lambda cls: cls.__name__)
def test_every_name_that_is_kept_is_there_and_on_the_page(cls: type) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in KEPT[cls]:
        assert callable(getattr(cls, name))
        assert name in text, f"{cls.__name__}.{name}"
    game = Setup.of(3, seed=1).start()
    for name in ("places", "colours"):
        assert getattr(game.rules, name)
    assert game.stack


def test_a_request_and_an_answer_have_the_fields_of_old() -> None:
    fields = ["view", "decision", "events", "budget", "generator"]
    assert list(inspect.signature(Request).parameters)[:5] == fields
    assert list(inspect.signature(Answer).parameters)[:2] == ["code", "reason"]
