"""Several seats answer at once: in any order, with second thoughts, unseen until the last."""

from __future__ import annotations

import random
from itertools import permutations

from games import Variant, each, positions

from elgrande.rules import State
from elgrande.rules.events import DiskSet, DiskShows, Event


def together(variant: Variant, salt: str) -> list[tuple[State, random.Random]]:
    """Positions in which several seats owe one answer each: a hand takes many."""
    found = [
        (state, rng)
        for state, rng in positions(variant, range(70, 73), 1, salt)
        if len(state.owing()) > 1 and state.stack[-1].step != "choose_hand"
    ]
    assert found
    return found


def answers(state: State, rng: random.Random) -> dict[int, int]:
    """Draw an answer for every seat that owes one."""
    return {seat: rng.choice(state.legal(seat)) for seat in state.owing()}


def give(state: State, line: list[tuple[int, int]]) -> tuple[State, list[Event]]:
    """Carry answers out on a copy; return it with the events after the last one."""
    copy = state.copy()
    events: list[Event] = []
    for seat, code in line:
        assert copy.is_legal(seat, code)
        events.clear()
        copy.apply(seat, code, events.append)
    return copy, [event for event in events if not is_setting(event)]


def is_setting(event: Event) -> bool:
    """Say whether an event is the mere setting of a disk, of a bid, of a card to be passed."""
    others = ("BidSet", "BidShows", "ModifierSet", "ModifierPassed")
    return isinstance(event, (DiskSet, DiskShows)) or type(event).__name__ in others


@each(1)
def test_the_order_of_the_answers_does_not_matter(variant: Variant) -> None:
    for state, rng in together(variant, "orders"):
        chosen = answers(state, rng)
        orders = list(permutations(chosen.items()))
        first, events = give(state, list(orders[0]))
        for order in rng.sample(orders, min(4, len(orders))):
            other, same = give(state, list(order))
            assert other == first
            assert same == events


@each(0)
def test_an_answer_can_be_changed_until_the_last_is_given(variant: Variant) -> None:
    changed = 0
    for state, rng in together(variant, "second thoughts"):
        meant = answers(state, rng)
        *early, last = rng.sample(list(meant), len(meant))
        line = []
        for seat in early:
            line.append((seat, rng.choice(state.legal(seat))))
        for seat in rng.sample(early, len(early)):
            line.append((seat, meant[seat]))
        before, _ = give(state, line)
        assert before.owing() == (last,)
        assert all(before.decision(seat).may_change for seat in early)
        changed += 1
        after, events = give(state, [*line, (last, meant[last])])
        straight, same = give(state, list(meant.items()))
        assert after == straight
        assert events == same
    assert changed


@each(1)
def test_before_the_last_answer_nobody_learns_more_than_who_has_answered(variant: Variant) -> None:
    for state, rng in together(variant, "unseen"):
        *early, last = answers(state, rng)
        for seat in early:
            told: list[Event] = []
            before = state.copy()
            state.apply(seat, rng.choice(state.legal(seat)), told.append)
            for other in (*(s for s in range(state.rules.n_seats) if s != seat), None):
                seen = [event for event in told if event.seen_by(other)]
                assert len(seen) == 1
                (event,) = seen
                assert [v for k, v in vars(event).items() if k != "audience"] == [seat]
                assert state.view(other).board == before.view(other).board
            assert not state.revealed
        assert state.owing() == (last,)
