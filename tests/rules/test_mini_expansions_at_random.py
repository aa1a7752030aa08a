"""Random games with New Regency and Old Hands: none stuck, nothing lost, no rule broken."""

from __future__ import annotations

import random

import pytest

from elgrande.content.edition import edition
from elgrande.content.setup import Setup
from elgrande.content.words import answer, prompt, say_event
from elgrande.rules import State
from elgrande.rules import events as ev

HANDS = tuple(f"old-hands-{name}" for name in ("competition", "infiltration", "stand-in", "veto"))
SETS = [("new-regency",), *((name,) for name in HANDS), HANDS, ("new-regency", *HANDS)]
MAY_ENTER = {"infiltration", "entourage"}
"""The special actions that bring caballeros into the King's region."""


def check_move(before: State, event: ev.Moved, king: int) -> None:
    """Nothing leaves a closed place, and only two cards bring somebody into one."""
    rules = before.rules
    taboo = rules.king_taboo[king]
    assert event.source not in taboo
    if event.target in taboo:
        assert before.stack[-1].step not in ("act", "place"), "not by placing"
        assert rules.cards[before.card].effect in MAY_ENTER


def choose(state: State, rng: random.Random) -> tuple[int, int]:
    """Choose a seat and its answer, half of the time by verb first, so that rare ones come up."""
    seat = rng.choice(state.owing())
    codes = state.legal(seat)
    assert codes, state.stack
    if rng.random() < 0.5:
        verb = rng.choice(sorted({state.rules.verb(code) for code in codes}))
        codes = [code for code in codes if state.rules.verb(code) == verb]
    return seat, rng.choice(codes)


@pytest.mark.parametrize("players", sorted(edition("2023").ranks))
@pytest.mark.parametrize("ids", SETS, ids="+".join)
def test_random_games(ids: tuple[str, ...], players: int) -> None:
    outside = set()
    for seed in range(6):
        rng = random.Random(f"{ids}{players}{seed}")
        house = {"castillo": rng.choice(("open", "veiled"))}
        setup = Setup.of(players, seed, edition="2023", expansions=ids, house=house)
        state, names = setup.start(), setup.names()
        rules = state.rules
        while not state.over:
            seat, code = choose(state, rng)
            decision = state.decision(seat)
            said = prompt(decision, rules, names)
            if type(rules.steps[decision.step]).__module__.startswith("elgrande.content."):
                assert "answer (" not in said, "a step of an expansion brings its own words"
            assert answer(code, rules, names, decision)
            before, heard = state.copy(), []
            state.apply(seat, code, heard.append)
            king = before.king
            for event in heard:
                assert say_event(event, rules, names)
                if isinstance(event, ev.KingMoved):
                    assert event.source == king != event.target
                    king = event.target
                elif isinstance(event, ev.Moved):
                    check_move(before, event, king)
            assert king == state.king
            if king >= len(rules.regions):
                outside.add(rules.nodes[king])
            for seat in range(players):
                there = [state.count(seat, place) for place in range(rules.n_places)]
                assert min(there) >= 0
                assert sum(there) == rules.caballeros
        for kind in range(players, len(rules.kinds)):
            assert (
                sum(state.count(kind, place) for place in range(rules.n_places))
                == rules.kind_start[kind]
            )
    if "new-regency" in ids and players > 2:
        # With two the dummy is quick to take the fifth stack's card.
        assert outside, "in six games the King went somewhere outside the regions"
