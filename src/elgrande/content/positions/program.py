"""The steps in progress of a position between two turns, as the open board tells them."""

from __future__ import annotations

from typing import Any

from elgrande.content.positions.playable import round_begins
from elgrande.rules import Position, State
from elgrande.rules.parts import Frame, PlainFrame
from elgrande.rules.steps.power import PowerCardsFrame
from elgrande.rules.steps.round import RunFrame, TurnsFrame


def derived(position: Position) -> list[Frame] | None:
    """Return the stack of a position between two turns, as the open board tells it.

    None where the board alone does not tell it.
    """
    rules = position.rules
    drawers: list[tuple[Any, ...] | None] = [
        (rules.power_bits, -1, *rules.hidden_start)
    ] * rules.n_seats
    drawers.append((0, *[()] * len(rules.stacks)))
    program = between(position, position.turns_had)
    state = State(rules, position.board[:], program, position.held, position.unknown_cards, drawers)
    last = state.stack[-1]
    if last.step == "rounds" or (isinstance(last, TurnsFrame) and last.begun == rules.n_seats):
        # Here the program would run on and turn hidden cards up.
        return None
    state.settle()
    # Where something else than a seat's answer is due, that has happened in the position.
    return state.stack if state.board == position.board else None


def between(position: Position, turns: int) -> list[Frame]:
    """Return the program of a position at the start of a round, a power card or a turn.

    ``turns`` is how many turns of the round are over; as many seats have played a power
    card as show one. Where a step that this needs was replaced, the round begins. A step between
    the cards' turning up and the power cards is left out if it is over.
    """
    rules = position.rules
    steps = rules.programs["round"]
    stack: list[Frame] = [
        RunFrame("run", "game", rules.programs["game"].index("rounds") + 1, -1),
        PlainFrame("rounds", -1),
    ]
    if round_begins(position):
        return stack
    played = sum(1 for seat in range(rules.n_seats) if position.power(seat))
    if played == rules.n_seats and "turns" in steps:
        at = steps.index("turns") + 1
        stack += [RunFrame("run", "round", at, -1), TurnsFrame("turns", -1, turns)]
    elif played == 0 and "turn_up" in steps:
        at = steps.index("turn_up") + 1
        while at < len(steps) and rules.steps[steps[at]].already_done(position):
            at += 1
        stack += [RunFrame("run", "round", at, -1)]
    elif "power_cards" in steps:
        at = steps.index("power_cards") + 1
        stack += [RunFrame("run", "round", at, -1), PowerCardsFrame("power_cards", -1, played)]
    return stack
