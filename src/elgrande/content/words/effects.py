"""Prompts, answers and refusals of the effects in ``rules.effects.library``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words.answers import labels
from elgrande.content.words.names import caballeros
from elgrande.content.words.prompts import CASTILLO, asks, goals
from elgrande.content.words.refusals import refuses
from elgrande.rules.effects.king import KingAmongFrame, KingToFrame, RideAlongFrame
from elgrande.rules.effects.place import LeftFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.words.names import Names
    from elgrande.content.words.refusals import Case
    from elgrande.rules import Decision

_AMONG = {
    "any": "any other region",
    "fewest": "the region with the fewest caballeros, empty ones left out",
    "most": "the other region with the most caballeros",
    "grande": "a region where a Grande stands",
    "coast": "a region on the coast",
    "far": "a region that does not border his own",
}


@asks("king_to")
def _king_to(d: Decision, n: Names) -> str:
    goals = [n.node(node) for node in d.of(KingToFrame).nodes]
    return f"send the King to {' or '.join(goals)}"


@asks("king_among")
def _king_among(d: Decision, n: Names) -> str:
    return f"move the King to {_AMONG[d.of(KingAmongFrame).where]}"


@asks("entourage")
def _entourage(d: Decision, n: Names) -> str:
    return f"move the King to {_AMONG[d.of(KingAmongFrame).where]}; his entourage goes along"


@asks("ride_along")
def _ride_along(d: Decision, n: Names) -> str:
    f = d.of(RideAlongFrame)
    return f"let {caballeros(f.left)} of {n.node(f.source)} go to {n.node(f.target)} with the King"


@asks("infiltration")
def _infiltration(d: Decision, n: Names) -> str:
    left = caballeros(d.of(LeftFrame).left)
    castillo = " or in the Castillo" * (CASTILLO in goals(d, n))
    return f"place {left} in any region{castillo}, also where the King is"


@asks("competition")
def _competition(d: Decision, n: Names) -> str:
    return "throw the own Grande into the Castillo"


@labels("along")
def _along(words: Sequence[str], n: Names) -> str:
    return f"take one of {n.who(words[0])}'s along"


@refuses("along")
def _not_along(c: Case) -> str:
    source = c.decision.of(RideAlongFrame).source
    return f"{c.n.who(c.words[0])} has no caballero in {c.n.node(source)}"
