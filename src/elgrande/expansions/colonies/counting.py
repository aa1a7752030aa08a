"""What counts where, and what is paid beside a ranking (S0, "Scoring Regions")."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from elgrande.expansions.colonies.conspiracy import bonus
from elgrande.expansions.colonies.places import (
    AMBASSADOR,
    AMERICA,
    CAPTAIN,
    ENVOY,
    FRANCE,
    SHIP,
    VICEROY,
    layout,
)
from elgrande.rules import Gift, Position, Ruleset, Scored, Spec

if TYPE_CHECKING:
    from elgrande.rules.questions import Counted, Gifts

OFFICES = {FRANCE: {AMBASSADOR: 2, ENVOY: 1}, AMERICA: {VICEROY: 5}}
"""What those on special spaces get whenever their region is scored, whoever leads (S0)."""


def counted(
    previous: Counted, position: Position, target: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Nobody ranks on the Ship; neither a Viceroy nor anybody beside the limit table counts."""
    places, kinds = previous(position, target)
    return _ranking(position.rules, target, places), kinds


@lru_cache(maxsize=1024)
def _ranking(rules: Ruleset, target: int, places: tuple[int, ...]) -> tuple[int, ...]:
    out = layout(rules).not_ranked
    if rules.targets[target] == SHIP:
        return ()
    return tuple([place for place in places if place not in out])


def gifts(previous: Gifts, position: Position, scored: Scored) -> tuple[Gift, ...]:
    """Pay those on special spaces, and whom a conspiracy helps in the Castillo.

    The Captain gets the first value in force. Where first places alone score, Ambassador and
    Envoy are paid only to whoever alone leads France, Viceroy and Captain not at all.
    """
    rules = position.rules
    found = [*previous(position, scored), *bonus(position, scored)]
    name = rules.targets[scored.target]
    paid = {CAPTAIN: scored.values[0]} if name == SHIP else OFFICES.get(name, {})
    if scored.first_only and name != FRANCE:
        paid = {}
    for office, points in paid.items():
        place = rules.place_index[office]
        there = position.board[place : rules.n_places * len(rules.kinds) : rules.n_places]
        for kind, number in enumerate(there):
            if not number:
                continue
            owner = rules.counts_as(position, kind)
            if owner >= 0 and (not scored.first_only or _leads(scored, owner)):
                found.append(Gift(owner, points, office))
    return tuple(found)


def _leads(scored: Scored, seat: int) -> bool:
    return any(line.seat == seat and line.rank == 1 and not line.tied for line in scored.lines)


def edit(spec: Spec) -> None:
    """Bend what counts."""
    spec.bend("counted", counted)
    spec.bend("gifts", gifts)
