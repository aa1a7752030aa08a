"""Dealing what a View does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.rules.position import DISK, State

if TYPE_CHECKING:
    from elgrande.rules.generator import Generator
    from elgrande.rules.position import View


def deal(view: View, generator: Generator) -> State:
    """Return a State that agrees with everything the view knows.

    Hands: what is known, plus for every card taken back unseen one of those
    that it may be. Then an expansion's hidden values. Disks that are set show any
    region they may. The decks hold the cards not yet seen, in any order.
    """
    rules = view.rules
    state = State(rules, view.board[:], view.stack[:], view.held, view.doubts, view.drawers[:])
    seen = view.board[rules.at_seen]
    decks = []
    for stack in rules.stacks:
        unseen = [
            number
            for number, card in enumerate(rules.cards)
            if card.stack == stack and not (seen >> number) & 1
        ]
        decks.append(tuple(generator.shuffled(unseen)))
    for seat in range(rules.n):
        if state.drawers[seat] is None:
            state.drawers[seat] = (_hand(view, seat, generator), -1, *rules.hidden_start)
    for seat in range(rules.n):
        if view.drawers[seat] is None:
            for name, deal_value in rules.deal.items():
                value = deal_value(state, seat, generator)
                _put(state, seat, rules.hidden_at[name], value)
    for seat in _disks_set(view):
        if view.drawers[seat] is None:
            _put(state, seat, DISK, generator.choice(_disk_options(state, seat)))
    state.drawers[rules.n] = (_fresh(generator), *decks)
    return state


def _put(state: State, seat: int, at: int, value: Any) -> None:
    drawer = state.drawers[seat]
    assert drawer is not None
    state.drawers[seat] = (*drawer[:at], value, *drawer[at + 1 :])


def _fresh(generator: Generator) -> int:
    """Draw a state for the box's own generator."""
    return (generator.next32() << 32) | generator.next32()


def _hand(view: View, seat: int, generator: Generator) -> int:
    rules = view.rules
    bits = view.board[rules.at_known + seat]
    for owner, mask in view.doubts:
        if owner == seat:
            free = [v for v in rules.power_values if (mask >> v) & 1 and not (bits >> v) & 1]
            bits |= 1 << generator.choice(free)
    return bits


def _disks_set(view: View) -> tuple[int, ...]:
    """The seats whose disks lie face down now."""
    for frame in reversed(view.stack):
        if frame[0] == "disks":
            return tuple(seat for seat in range(view.rules.n) if (frame[3] >> seat) & 1)
    return ()


def _disk_options(state: State, seat: int) -> list[int]:
    rules = state.rules
    frame = state.stack[-1]
    return [code - rules.DISK for code in rules.legals[frame[0]](state, frame, seat)]
