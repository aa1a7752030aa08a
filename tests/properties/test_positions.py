"""Positions of every kind of game: what play comes to can be written and read, and is possible."""

from __future__ import annotations

import os
import random
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import tomli_w
from games import VARIANTS, Variant, choose, each, positions

from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.rules import Position, State
from elgrande.rules.start import empty_board

ALL = pytest.mark.parametrize(
    "variant", [pytest.param(one, id=str(one), marks=pytest.mark.long) for one in VARIANTS]
)
"""Every kind of game, in the long section."""
NUMBER = 200 if "ELGRANDE_ALL_GAMES" in os.environ else 80


def written(position: Position) -> dict[str, Any]:
    """Return the position by way of TOML text."""
    return tomllib.loads(tomli_w.dumps(describe(position)))


def found(variant: Variant, number: int, salt: str) -> Iterator[tuple[State, random.Random]]:
    """Give so many positions from all over random games; every other one is between two turns."""
    given = 0
    for seed in range(1000):
        for state, rng in positions(variant, [seed], 0.3, salt):
            if ("program" in describe(state)) == (given % 2 == 1):
                given += 1
                yield state, rng
            if given == number:
                return
    raise AssertionError("a thousand games do not have so many positions")


def is_read_again(state: State) -> None:
    """What is written is accepted and the same."""
    again = lay_out(state.rules, written(state), seed=99)
    assert again == state
    assert again.digest() == state.digest()


def is_read_by_all(state: State) -> None:
    """So is what a seat may know, and it is played on."""
    for seat in (None, *range(state.rules.n_seats)):
        seen = lay_out(state.rules, written(state.view(seat)), seed=2)
        assert describe(seen.view(seat)) == describe(state.view(seat))
        if not state.rules.veiled:
            assert seen.view(None) == state.view(None)
        rng = random.Random(str(seat))
        for _ in range(10):
            if not seen.over:
                seen.apply(*choose(seen, rng))


@each(2)
def test_what_play_comes_to_is_accepted(variant: Variant) -> None:
    """Whatever a position may not be, no game comes to it."""
    for state, _ in found(variant, 8, "read"):
        is_read_again(state)
        is_read_by_all(state)


@ALL
def test_positions_of_each_kind_are_written_and_read_again(variant: Variant) -> None:
    for number, (state, _) in enumerate(found(variant, NUMBER, "read")):
        is_read_again(state)
        if number % 5 == 0:
            is_read_by_all(state)


@each(5)
def test_open_values_are_named_or_left_out(variant: Variant) -> None:
    """A number below what there is, or one of a turn that is over, is refused by its name."""
    state = next(state for state, _ in found(variant, 1, "cells"))
    rules = state.rules
    assert rules.passing <= rules.cell.keys()
    for name in rules.cell:
        # Our own are bounded above, too, by a form, by what there is or by the turn.
        for value in (-7, "nobody at all", *[10**9] * ("seam" not in variant.expansions)):
            data = written(state)
            data["cells"][name] = value
            with pytest.raises(ContentError, match=name):
                lay_out(rules, data, seed=1)


@each(0)
def test_no_kind_is_where_it_never_is(variant: Variant) -> None:
    """One more of each kind in each of these places is refused with kind and place."""
    state = next(state for state, _ in found(variant, 1, "places"))
    rules = state.rules
    for kind, places in enumerate(rules.never):
        for place in places:
            data = written(state)
            name = rules.kinds[kind]
            rows = (
                data["seat"][kind]["caballeros"] if kind < rules.n_seats else data["neutral"][name]
            )
            source = next((at for at in rows if at != "province"), "province")
            if source in rows and source != rules.places[place]:
                rows[source] -= 1
                rows[rules.places[place]] = 1
                with pytest.raises(
                    ContentError, match=f"{name}.*{rules.places[place]}.*none can be"
                ):
                    lay_out(rules, data, seed=1)


# -- what is changed and accepted ----------------------------------------------------------


UNCHANGED = ("schema", "edition", "rules", "expansions", "house", "generator", "taken_back")
OURS = tuple(one for one in VARIANTS if "seam" not in one.expansions)
"""Where power cards are played and turns follow: else nobody says which hands a round takes."""


def spots(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Name every value inside plain data, but what says which game it is.

    Nor what the others know of a hand: that it fits the hand is all that is asked of it.
    """
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in inside:
        if key in UNCHANGED:
            continue
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from spots(value, (*path, key))


def changed(state: State, rng: random.Random) -> dict[str, Any]:
    """Change one field of what is written: a name, a number, or one more of a list."""
    rules = state.rules
    data = written(state)
    del data["digest"]
    for stack in data["stack"]:
        del stack["deck"]
    path = rng.choice(list(spots(data)))
    spot: Any = data
    for step in path[:-1]:
        spot = spot[step]
    names = (*rules.places, *rules.colours, *rules.card_index, "game", "scoring", "none", "nobody")
    old = spot[path[-1]]
    if isinstance(old, dict):
        old[rng.choice(names)] = rng.choice((1, 2))
    elif isinstance(old, list):
        old.append(rng.choice([*old, *names, 1, 7]))
    elif rng.random() < 0.2:
        del spot[path[-1]]
    else:
        spot[path[-1]] = rng.choice((*names, 0, 1, 5, True))
    return deepcopy(data)


def changes(variant: Variant, number: int) -> None:
    """What is accepted can be played on, and all that comes of it can be written and read."""
    tried = 0
    for state, rng in found(variant, number, "changed"):
        if "program" in describe(state):
            continue
        try:
            other = lay_out(state.rules, changed(state, rng), seed=3)
        except ContentError:
            continue
        tried += 1
        whole = sum(empty_board(other.rules)[: other.rules.at_score])
        while not other.over:
            seat, code = choose(other, rng)
            other.apply(seat, code)
            if rng.random() < 0.05:
                assert lay_out(other.rules, written(other), seed=99) == other
        assert sum(other.board[: other.rules.at_score]) == whole
        assert min(other.board[: other.rules.at_score]) >= 0
    assert tried or number < 100


@each(4, OURS)
def test_what_is_accepted_leads_to_what_is_accepted(variant: Variant) -> None:
    changes(variant, 24)


@pytest.mark.long
@pytest.mark.parametrize("variant", OURS, ids=str)
def test_many_changed_positions_lead_to_what_is_accepted(variant: Variant) -> None:
    changes(variant, 50)
