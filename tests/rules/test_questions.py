"""Questions that an expansion bends: chained in a fixed order, free where nobody bends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.content.edition import edition
from elgrande.rules import Kind, Position, Ruleset, Spec, SpecError, questions, start

if TYPE_CHECKING:
    from elgrande.rules.questions import Taboo

COLOURS = ("red", "blue", "green")


def spec() -> Spec:
    return edition("1996").spec(COLOURS, False, {})


def closing(*names: str):
    def taboo(previous: Taboo, position: Position) -> frozenset[int]:
        return previous(position) | {position.rules.place_index[name] for name in names}

    return taboo


def test_what_nobody_bends_is_the_base_games_own_function() -> None:
    rules = Ruleset(spec())
    for name in questions.QUESTIONS:
        assert getattr(rules, name).__module__.startswith("elgrande.rules.")
    assert rules.taboo is questions.king_taboo
    assert rules.plain_kinds
    assert rules.plain_moves


def test_two_that_do_not_know_each_other_compose() -> None:
    bent = spec()
    bent.bend("taboo", closing("granada"))
    bent.bend("taboo", closing("castillo"))
    state = start(Ruleset(bent), 1)
    closed = {state.rules.places[place] for place in state.rules.taboo(state)}
    assert closed == {"granada", "castillo", state.rules.nodes[state.king]}


def test_the_last_to_bend_is_asked_first_and_may_answer_alone() -> None:
    bent = spec()
    bent.bend("room", lambda previous, position, place: 3)
    bent.bend("room", lambda previous, position, place: previous(position, place) + 4)
    bent.bend("initiative", lambda previous, position, seat: 1 / 0)
    bent.bend("initiative", lambda previous, position, seat: seat)
    rules = Ruleset(bent)
    state = start(rules, 1)
    assert rules.room(state, 0) == 7
    assert rules.initiative(state, 2) == 2
    assert not rules.plain_moves


def test_a_question_that_nobody_asks_cannot_be_bent() -> None:
    with pytest.raises(SpecError, match="no question 'weather' to bend; the questions are allow"):
        spec().bend("weather", closing())


def test_kinds_have_an_owner_a_family_and_a_nature() -> None:
    bent = spec()
    bent.kinds += [
        Kind("red-gold", owner="red", nature="carrier"),
        Kind("black", 4),
        Kind("black-gold", family="black", nature="carrier"),
        Kind("white", 30, nature="caballero"),
    ]
    rules = Ruleset(bent)
    assert rules.kinds == (*COLOURS, "red-gold", "black", "black-gold", "white")
    assert rules.kind_start == (30, 30, 30, 0, 4, 0, 30)
    assert rules.kind_owner == (0, 1, 2, 0, -1, -1, -1)
    assert rules.kinds_owned == ((0, 3), (1,), (2,))
    assert rules.kind_family == (0, 1, 2, 0, 4, 4, 6)
    assert rules.unplayed == {6}
    state = start(rules, 1)
    assert rules.counts_as(state, 3) == 0
    assert rules.counts_as(state, 5) == -1


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Kind("red"), "two kinds have the same name"),
        (Kind("x", nature="horse"), "kind 'x' is none of caballero, carrier, neutral: 'horse'"),
        (Kind("x", owner="white"), "kind 'x' is owned by 'white', who does not play"),
    ],
)
def test_a_kind_that_cannot_be_is_refused(kind: Kind, said: str) -> None:
    bent = spec()
    bent.kinds.append(kind)
    with pytest.raises(SpecError, match=said):
        Ruleset(bent)
