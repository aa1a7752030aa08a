"""What must hold of the open values in a position that somebody lays out."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from elgrande.expansions.grandissimo.cards import CROWNED, Revolution
from elgrande.expansions.grandissimo.courtiers import waiting
from elgrande.expansions.grandissimo.places import gift_place
from elgrande.expansions.grandissimo.symbols import LEGS, NUMBER, TOKENS

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec


def edit(spec: Spec) -> None:
    """Check them."""
    spec.checks.append(check)
    spec.laid_by[CROWNED] = Revolution.name
    spec.passing |= {LEGS} & spec.cells.keys()


def check(position: Position, begins: bool, ahead: int) -> tuple[str, ...] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    crowned = position.cell(CROWNED)
    if crowned >= 0 and position.grande(crowned) != position.king:
        who = rules.colours[crowned]
        return CROWNED, f"the Grande of {who} is King, so write his region as 'king', or nobody"
    if TOKENS in rules.cell and position.cell(TOKENS).bit_count() > NUMBER:
        return TOKENS, f"there are {NUMBER} ship tokens; name no more than {NUMBER} colours"
    had = position.turn_order[: position.turns_begun]
    for giver, seat in permutations(range(rules.n_seats), 2):
        # Whoever begins a round has had the last turn of the one before.
        before = position.round > rules.rounds[0] and seat != position.starter
        since = had[had.index(seat) :] if seat in had else (*had, *[giver] * before)
        if waiting(position, seat).get(rules.kinds_owned[giver][0], 0) > since.count(giver):
            who, to = rules.colours[giver], rules.colours[seat]
            most = f"there was time for {since.count(giver)} since the last turn of {to}"
            return f"seat {who}.caballeros", gift_place(to), f"{most}; write no more"
    return None
