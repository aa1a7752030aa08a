"""Where caballeros may go: the short way, while nobody bends it, is the same as the long one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from elgrande.content.edition import edition
from elgrande.content.expansion import chosen
from elgrande.content.setup import Setup
from elgrande.rules import Ruleset, start
from elgrande.rules.questions import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules import State

ASKED = (
    "taboo", "neighbours", "may_enter", "may_leave", "room", "landing", "allowance", "kinds_of",
    "asked_for_disks",
)  # fmt: skip


def unbent(previous: Callable[..., object], *about: Any) -> object:
    """Answer as before."""
    return previous(*about)


def pair(name: str, seed: int) -> tuple[State, State]:
    """The same game, the second with questions that somebody bends and answers as before."""
    colours = ("red", "blue", "green", "yellow", "white")[: 3 + seed % 3]
    spec = edition(name).spec(colours, False, {})
    plain = Ruleset(spec)
    for question in ASKED:
        spec.bend(question, unbent)
    bent = Ruleset(spec)
    for way in ("plain_moves", "plain_placing", "plain_king", "plain_seats"):
        assert getattr(plain, way)
        assert not getattr(bent, way)
    return start(plain, seed), start(bent, seed)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["1996", "2023"])
def test_whoever_bends_nothing_changes_nothing(name: str, seed: int) -> None:
    assert set(ASKED) <= QUESTIONS.keys()
    plain, bent = pair(name, seed)
    rng = random.Random(seed)
    if seed % 2:
        # Nobody is left in the provinces, so that the court is filled from the board.
        rules = plain.rules
        for kind in range(rules.n_seats):
            for _ in range(plain.count(kind, rules.provinces)):
                goal = rng.choice((*rules.board_places, rules.castillo))
                for state in (plain, bent):
                    state.move(-1, kind, rules.provinces, goal, 1)
    while not plain.over:
        assert plain.owing() == bent.owing()
        seat = rng.choice(plain.owing())
        codes = plain.legal(seat)
        assert bent.legal(seat) == codes
        code = rng.choice(codes)
        plain.apply(seat, code)
        bent.apply(seat, code)
        assert bent.board == plain.board
    assert bent.digest() == plain.digest()


@pytest.mark.parametrize(
    "names", [("colonies",), ("grandissimo",), ("colonies", "intrigue")], ids="+".join
)
def test_places_closed_all_at_once_are_closed_one_by_one(names: tuple[str, ...]) -> None:
    """Whoever bends place by place, and answers as before, hears what others say of all at once."""
    colours = ("red", "blue", "green")
    specs = []
    for bent in (False, True):
        spec = edition("1996").spec(colours, False, {})
        for one in chosen("1996", names):
            spec.cards.extend(info.card for info in one.cards)
            one.edit(spec)
        if bent:
            spec.bend("may_enter", unbent)
            spec.bend("room", unbent)
        specs.append(spec)
    at_once, one_by_one = (start(Ruleset(spec), 5) for spec in specs)
    rng = random.Random(5)
    while not at_once.over:
        seat = rng.choice(at_once.owing())
        codes = at_once.legal(seat)
        assert one_by_one.legal(seat) == codes
        code = rng.choice(codes)
        at_once.apply(seat, code)
        one_by_one.apply(seat, code)
    assert at_once.digest() == one_by_one.digest()


def test_where_courts_may_place_is_the_same_for_every_seat_of_the_kings() -> None:
    """What is looked up by the King's node is what the question answers."""
    for expansions, players in (((), 4), (("new-regency",), 4)):
        setup = Setup.of(
            players, seed=1, expansions=expansions, edition="2023" if expansions else "1996"
        )
        state = setup.start()
        rules = state.rules
        for node in range(len(rules.nodes)):
            state.board[rules.at_king] = node
            taboo = rules.taboo(state)
            near = [p for r in rules.neighbours(state) for p in rules.region_places[r]]
            goals = [place for place in (*near, rules.castillo) if place not in taboo]
            assert list(rules.landing(state, 0)) == goals
