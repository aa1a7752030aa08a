"""What a legal answer means: a short label for a list, a key or a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words.names import Called, named
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.wording import label

if TYPE_CHECKING:
    from elgrande.rules import Decision, Ruleset


def offered(decision: Decision, rules: Ruleset) -> tuple[int, ...]:
    """Return the legal answers that a person is shown: of two that come to the same, one.

    To let a whole special action pass is no more than to let this moment pass where no
    card of the game may be used in the midst of one.
    """
    if decision.step != "window" or any(
        isinstance(effect, HeldEffect) and effect.again(card)
        for card, effect in enumerate(rules.card_effects)
    ):
        return decision.codes
    return tuple(code for code in decision.codes if code != rules.LET_ALL)


def answer(
    code: int, rules: Ruleset, names: Called = None, decision: Decision | None = None
) -> str:
    """Return a short label for an answer: ``place in Galicia``, ``take back the 9``.

    With the Decision the label says what the numbered options, the special action
    and the like are (``Step.label``), and that one's own caballeros are *yours*. A verb
    without a label is shown as its notation.
    """
    n = named(rules, names)
    here, seat = "", -1
    if decision is not None and decision.codes:
        # Whoever may answer is who reads it.
        seat = decision.seat
    if decision is not None and decision.step in rules.steps:
        step = rules.steps[decision.step]
        here = step.label(decision, decision.fields, rules.text(code).split(), n)
    return here or label(code, n, seat)
