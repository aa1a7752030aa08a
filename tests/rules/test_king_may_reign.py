"""Where the King may come is asked by every card that moves him."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.content.edition import edition
from elgrande.rules import Card, Region, Ruleset, start
from elgrande.rules.effects import bring
from elgrande.rules.spec import Params
from elgrande.rules.steps.turn import act_frame

if TYPE_CHECKING:
    from elgrande.rules import Position
    from elgrande.rules.questions import MayReign

CARDS = (
    Card("6-any", 6, 1, "king_anywhere"),
    Card("6-step", 6, 1, "king_step"),
    Card("6-to", 6, 1, "king_to", Params(nodes=["isle", "galicia"])),
    Card("6-only", 6, 1, "king_to", Params(nodes=["isle"])),
    Card("6-among", 6, 1, "king_among", Params(where="coast")),
    Card("6-ride", 6, 1, "entourage", Params(where="any", number=1)),
    Card("6-swap", 6, 1, "stand_in"),
    Card("6-spare-1", 6, 1, "king_step"),
    Card("6-spare-2", 6, 1, "king_step"),
)


def not_on_the_isle(previous: MayReign, position: Position, node: int) -> bool:
    return position.rules.nodes[node] != "isle" and previous(position, node)


def ruleset(*, closed: bool) -> Ruleset:
    spec = edition("1996").spec(("red", "blue"), False, {})
    spec.regions.append(Region("isle", (3, 2, 1), ("galicia", "seville"), disk=False, coastal=True))
    spec.cards += CARDS
    bring(spec, CARDS)
    if closed:
        spec.bend("may_reign", not_on_the_isle)
    return Ruleset(spec)


OPEN, CLOSED = ruleset(closed=False), ruleset(closed=True)


def goals(rules: Ruleset, card: str) -> set[str] | None:
    """Where he may go with a card from Seville, red's Grande being on the isle."""
    state = start(rules, 1)
    state.board[rules.at_king] = rules.nodes.index("seville")
    state.board[rules.at_grande] = rules.regions.index("isle")
    state.stack = [act_frame("act", 0, rules.card_index[card], 1, 0)]
    state.settle()
    if rules.SPECIAL not in state.legal(0):
        return None
    state.apply(0, rules.SPECIAL)
    verb = [rules.text(code).split() for code in state.legal(0)] if state.stack else []
    return {words[1] for words in verb if words[0] == "king"} or {rules.nodes[state.king]}


@pytest.mark.parametrize("card", [c.id for c in CARDS if "spare" not in c.id])
def test_every_card_that_moves_the_king_asks(card: str) -> None:
    unbent, bent = goals(OPEN, card), goals(CLOSED, card)
    assert unbent is not None
    assert "isle" in unbent
    assert bent == (unbent - {"isle"} or None)
