"""What a turn that is ended leaves undone: placing, and free actions that go with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.wording import listed

if TYPE_CHECKING:
    from elgrande.rules import Decision, Ruleset


PLACE = "place caballeros"


def unused(decision: Decision, rules: Ruleset) -> str:
    """Return a sentence for what is lost with the end of the turn, "" if nothing is."""
    verbs = {rules.verb(code) for code in decision.codes}
    called = [PLACE] if "place" in verbs else []
    free = {rules.verb(code) for code in decision.codes if code in rules.free_codes}
    called += [action.called for action in rules.free if free.intersection(action.verbs)]
    again = "The same answer again ends the turn."
    return f"You can still {listed(called, 'or')} in this turn. {again}" if called else ""
