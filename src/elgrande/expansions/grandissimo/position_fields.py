"""What must hold of the open values in a position that somebody lays out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.expansions.grandissimo.cards import CROWNED, Revolution
from elgrande.expansions.grandissimo.symbols import LEGS, NUMBER, TOKENS

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec


def edit(spec: Spec) -> None:
    """Check them."""
    spec.checks.append(check)
    spec.laid_by[CROWNED] = Revolution.name
    spec.passing |= {LEGS} & spec.cells.keys()


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    crowned = position.cell(CROWNED)
    if crowned >= 0 and position.grande(crowned) != position.king:
        who = rules.colours[crowned]
        return CROWNED, f"the Grande of {who} is King, so write his region as 'king', or nobody"
    if TOKENS in rules.cell and position.cell(TOKENS).bit_count() > NUMBER:
        return TOKENS, f"there are {NUMBER} ship tokens; name no more than {NUMBER} colours"
    return None
