"""The table of keys: all bindings come from it, each does something, none is in another's way."""

from __future__ import annotations

import ast
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from kinds import import_all, kinds_of
from textual.actions import parse
from textual.binding import Binding
from textual.dom import DOMNode

import elgrande.app
import elgrande.visitor
from elgrande.app.keys import ACTIONS, ANSWERS, BY_ID, HELP, INSIDE, KeyAction, check_keys, together
from elgrande.app.screens.answer_screen import AnswerScreen
from elgrande.app.settings.bindings import Keys, bindings

import_all()
BOUND: dict[type, list[Any]] = {
    kind: kind.__dict__["BINDINGS"] for kind in kinds_of(DOMNode) if "BINDINGS" in kind.__dict__
}
"""The classes that have bindings of their own, with these."""


def test_every_id_is_in_the_table_once() -> None:
    assert [name for name, n in Counter(action.id for action in ACTIONS).items() if n > 1] == []


def test_no_binding_is_written_anywhere_else() -> None:
    allowed = Path(bindings.__code__.co_filename)
    for path in (
        path
        for package in (elgrande.app, elgrande.visitor)
        for path in Path(package.__path__[0]).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Binding":
                assert path == allowed, f"{path.name}:{node.lineno}: put it into app/keys.py"
    for kind, its in BOUND.items():
        places = {BY_ID[binding.id].place for binding in its}
        assert its == bindings(*places), kind


def test_every_action_is_bound_where_it_holds_and_exists() -> None:
    seen: Counter[str] = Counter()
    for kind, its in BOUND.items():
        for binding in its:
            assert isinstance(binding, Binding)
            seen[str(binding.id)] += 1
            namespace, name, _ = parse(binding.action)
            owner = AnswerScreen if namespace == "screen" else kind
            assert hasattr(owner, f"action_{name}"), (owner, binding)
    # A lesson takes over the keys of the table, the table those of the end, the forecast a list's.
    twice = {"table": 2, "over": 2, "list": 2}
    wanted = {a.id: twice.get(a.place, 1) for a in ACTIONS if a.does and a.keys}
    assert seen == wanted
    app = next(kind for kind in BOUND if kind.__name__ == "ElGrande")
    for action in ACTIONS:
        assert action.keys or hasattr(app, f"action_{action.does}"), action


ON_DIALOGS = {
    "explain": {"page", "dialog"}, "formhelp": {"page", "dialog"},
    "lobbyhelp": {"page", "dialog"}, "talk": {"dialog"},
    "keylist": {"page", "dialog"}, "hand": {"list", "dialog"},
    "rebind": {"list", "dialog"}, "load": {"list", "dialog"}, "hint": {"dialog"},
    "forecast-dialog": {"dialog"}, "tried": {"dialog"}, "record": {"page", "dialog"},
}  # fmt: skip
"""Panes on other screens: what a person rebinds may cover a key there, but not by default."""


def test_no_two_keys_clash_on_a_screen() -> None:
    """But for answers among themselves: the game never asks for both at once."""
    for one, other in combinations(ACTIONS, 2):
        near = any(
            this.place in ON_DIALOGS.get(that.place, ())
            for this, that in ((one, other), (other, one))
        )
        if (near or together(one, other)) and not {one, other} <= set(ANSWERS):
            assert not set(one.each) & set(other.each), (one, other)
    places = {action.place for action in ACTIONS}
    for known in (INSIDE, ON_DIALOGS):
        assert set(known).union(*known.values()) <= places


def test_a_list_may_take_a_key_of_some_dialog() -> None:
    assert check_keys({"list.choose": "space", "page.up": "q"})[1] == []


def test_a_place_that_nobody_knows_is_no_empty_list() -> None:
    with pytest.raises(ValueError, match="no place 'nowhere'"):
        bindings("nowhere")


def test_keys_that_are_fixed_or_hold_everywhere_stay() -> None:
    wishes = {
        "app.quit": "x", "answer.done": "x", "rules.link-1": "x", "table.undo": "ctrl+b",
        "table.redo": "d",
    }  # fmt: skip
    good, problems = check_keys(wishes)
    assert good == {}
    assert [problem.split("'")[1] for problem in problems[:3]] == list(wishes)[:3]
    assert problems[3] == (
        "undo (table.undo) cannot have ctrl+b: report a problem (app.report) has it."
    )
    assert "answers at the table need it" in problems[4]


def test_the_help_names_each_action_of_the_table() -> None:
    text = " ".join(f"{names} {says}" for names, says in HELP)
    assert "{" not in Keys().say(text), "every id in it exists"
    told = set(re.findall(r"[a-z]+\.[a-z-]+", text))
    # Values and colours stand on the chips; what quits is told wherever it is needed.
    untold = {"answer.value", "answer.colour", "answer.end", "table.previous", "app.quit"}
    at_table = {a.id for a in ACTIONS if a.place in {"table", "app"} and a.keys}
    assert at_table - told == untold


def test_an_action_has_a_label_for_the_bar() -> None:
    assert Keys().key("table.explain").label == "help"
    assert Keys().key("table.undo").label == "undo"
    assert Keys().key("table.undo", "back").label == "back"
    assert KeyAction("a.b", "x, ctrl+z", "c", "text").each == ("x", "ctrl+z")


def test_what_falls_back_to_its_usual_key_is_looked_at_again() -> None:
    """A refused wish leaves its action on the usual key, which another wish may have taken."""
    assert check_keys({"table.undo": "q", "table.leave": "r"})[0] == {}
    assert check_keys({"table.leave": "r", "table.undo": "q"})[0] == {}
    assert check_keys({"map.left": "m", "table.answers": "ctrl+p"})[0] == {}


def test_dialogs_share_the_key_that_closes_them() -> None:
    for wishes in ({"dialog.close": "space"}, {"dialog.close": "d"}, {"list.choose": "tab"},
                   {"load.more": "enter"}, {"page.up": "escape"}):  # fmt: skip
        assert check_keys(wishes)[0] == {}, wishes
    assert check_keys({"dialog.close": "x"})[0] == {"dialog.close": "x"}
