"""A View that comes in a message: read back as it was written, or refused with a sentence."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from elgrande.content.setup import Setup
from elgrande.rules import State, View
from elgrande.rules.parts import tupled
from seam.hands import KEPT, make_known


@pytest.fixture(scope="module")
def state() -> State:
    return Setup.of(3, seed=4).start()


def message(state: State, seat: int | None = 1) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(state.view(seat).to_plain()))
    return plain


@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_message_is_read_back_as_the_view_that_it_was(state: State, seat: int | None) -> None:
    assert View.from_plain(state.rules, message(state, seat)) == state.view(seat)


def test_what_an_expansion_keeps_hidden_may_be_a_text_that_is_not_too_long() -> None:
    make_known()
    state = Setup.of(3, seed=4, expansions=(KEPT.id,)).start()
    for value in ("aragon", ["aragon", None], "a" * 200):
        data = message(state)
        data["drawer"][2] = value
        assert View.from_plain(state.rules, data).drawer(1)[2] == tupled([value])[0]
    data["drawer"][2] = "a" * 201
    with pytest.raises(ValueError, match="too large"):
        View.from_plain(state.rules, data)


HOSTILE: dict[str, tuple[str, Any, str]] = {
    "no seat of this game": ("seat", 3, "seat"),
    "a seat below the first": ("seat", -1, "seat"),
    "true is no seat": ("seat", True, "seat"),
    "a spectator with a drawer": ("seat", None, "spectator"),
    "no drawer": ("drawer", None, "drawer"),
    "a short drawer": ("drawer", [0], "drawer"),
    "a long drawer": ("drawer", [0, -1, 5], "drawer"),
    "a drawer of texts": ("drawer", ["a", "b"], "drawer"),
    "a disk of no region": ("drawer", [2, 99], "disk"),
    "a board that is no list": ("board", "0000", "board"),
    "a short board": ("board", [0], "board"),
    "an endless board": ("board", [0] * 100_000, "board"),
    "a stack that is no list": ("stack", {"run": 1}, "stack"),
    "an endless stack": ("stack", [["rounds", -1]] * 10_000, "stack"),
    "a step that is no list": ("stack", ["rounds"], "step"),
    "a step of nobody's": ("stack", [["swindle", 0]], "step"),
    "a step with too much": ("stack", [["power", 0, 1, 2]], "step"),
    "a step of no seat": ("stack", [["power", 7]], "seat"),
    "a step of a text": ("stack", [["power", "red"]], "seat"),
    "a step without a seat": ("stack", [["power"]], "step"),
    "a held card that is none": ("held", [[999, 0, 9]], "held"),
    "a held card of nobody": ("held", [[0, 9, 9]], "held"),
    "half a held card": ("held", [[0]], "held"),
    "held cards that are none": ("held", 5, "held"),
    "half a doubt": ("doubts", [[1]], "doubts"),
    "a doubt of nobody": ("doubts", [[8, 2]], "unknown cards"),
    "a doubt of no card": ("doubts", [[1, 1 << 40]], "unknown cards"),
    "a doubt without end": ("doubts", [[1, -1]], "unknown cards"),
    "a hand of no card": ("drawer", [1 << 40, -1], "power card"),
    "a hand without end": ("drawer", [-1, -1], "power card"),
    "a step with a huge value": ("stack", [["place", 0, 1 << 62]], "too large"),
    "a step with a long text": ("stack", [["place", 0, "a" * 201]], "too large"),
    "a held card for ever": ("held", [[0, 0, 1 << 62]], "held"),
    "a doubt with a fraction": ("doubts", [[1, 0.5]], "doubts"),
}


@pytest.mark.parametrize(("field", "value", "told"), HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_message_is_refused_with_a_sentence(
    state: State, field: str, value: Any, told: str
) -> None:
    data = {**message(state), field: value}
    with pytest.raises(ValueError, match=told) as caught:
        View.from_plain(state.rules, data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [None, [], "view", 7])
def test_what_is_no_table_is_refused(state: State, data: object) -> None:
    with pytest.raises(ValueError, match="a view is a table"):
        View.from_plain(state.rules, data)


@pytest.mark.parametrize("field", ["seat", "board", "stack", "held", "doubts", "drawer"])
def test_every_field_must_be_there(state: State, field: str) -> None:
    data = message(state)
    del data[field]
    with pytest.raises(ValueError, match=f"without a '{field}'"):
        View.from_plain(state.rules, data)


def test_lists_without_end_do_no_harm(state: State) -> None:
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    with pytest.raises(ValueError, match="stack"):
        View.from_plain(state.rules, {**message(state), "stack": [["power", nested]]})


def test_what_stands_for_nothing_on_the_board_is_refused(state: State) -> None:
    """A pane that looks such a thing up would end with an error of Python's."""
    rules = state.rules
    cells = (
        0, rules.at_grande, rules.at_king, rules.at_mobile, rules.at_round, rules.at_starter,
        rules.at_power, rules.at_order, rules.at_face, rules.at_taker,
    )  # fmt: skip
    for cell in cells:
        for value in (-2, 10**9, True, 0.0, None):
            data = copy.deepcopy(message(state))
            data["board"][cell] = value
            with pytest.raises(ValueError, match="board"):
                View.from_plain(rules, data)


def test_one_more_or_less_than_there_is_stands_for_nothing(state: State) -> None:
    """Below nothing stands nobody's home, a scoreboard beside the map, no card and no taker."""
    rules = state.rules
    none = (rules.at_grande, rules.at_mobile, rules.at_face, rules.at_taker)
    ends = {
        0: sum(rules.kind_start), rules.at_grande: len(rules.targets) - 1,
        rules.at_king: len(rules.nodes) - 1, rules.at_mobile: len(rules.targets) - 1,
        rules.at_round: rules.rounds[-1], rules.at_starter: rules.n_seats - 1,
        rules.at_power: rules.power_values[-1], rules.at_order: rules.n_seats - 1,
        rules.at_face: len(rules.cards) - 1, rules.at_taker: rules.n_seats - 1,
    }  # fmt: skip
    for cell, most in ends.items():
        least = -1 if cell in none else 0
        data = message(state)
        for value in (least, most):
            data["board"][cell] = value
            assert View.from_plain(rules, data).board[cell] == value
        for value in (least - 1, most + 1):
            data["board"][cell] = value
            with pytest.raises(ValueError, match="board"):
                View.from_plain(rules, data)


def test_no_number_makes_anybody_count_for_ever(state: State) -> None:
    """What is not a place but a score, a set or a pile has bounds as well."""
    rules = state.rules
    cells = (rules.at_score, rules.at_known, rules.at_seen, *rules.cell.values(), rules.at_pile)
    for cell in cells:
        for value in (-(1 << 80), 1 << 80, 10**400):
            data = copy.deepcopy(message(state))
            data["board"][cell] = value
            with pytest.raises(ValueError, match="board") as caught:
                View.from_plain(rules, data)
            assert len(str(caught.value)) < 100
    data = message(state)
    # Two cards at the same place of a pile, and one that there is not.
    for pile in (0x11, 0xF, -1):
        data["board"][rules.at_pile] = pile
        with pytest.raises(ValueError, match="pile"):
            View.from_plain(rules, data)
