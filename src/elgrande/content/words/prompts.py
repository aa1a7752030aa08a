"""What the game waits for, to a person; what is to be done the step itself says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words.names import Called, named
from elgrande.rules.wording import awaited, listed, wanted

if TYPE_CHECKING:
    from elgrande.rules import Decision, Ruleset


def prompt(decision: Decision, rules: Ruleset, names: Called = None) -> str:
    """Return one line of at most some 100 characters that says what the game waits for.

    To the seat that owes the answer it is an order, to the others it tells for
    whom they wait.
    """
    n = named(rules, names)
    if not decision.owing:
        return "The game is over."
    others = listed([n.seat(seat) for seat in decision.owing])
    if decision.may_change:
        what = rules.steps[decision.step].may_change
        return f"{n.seat(decision.seat)}: {what}; waiting for {others}."
    if decision.codes:
        return f"{n.seat(decision.seat)}: {wanted(decision, n)}."
    return f"Waiting for {others} to {awaited(decision, n)}."
