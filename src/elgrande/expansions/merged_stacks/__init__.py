"""Stacks 2 and 3 as one: four stacks to choose from (S2, "2-player game", "3-player game").

The second edition brings it along for two players, and for three by a house rule.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

from elgrande.content.expansion import Expansion
from elgrande.rules import Spec


def edit(spec: Spec) -> None:
    """Lay the cards of stack 3 into stack 2."""
    spec.cards = [replace(card, stack=2) if card.stack == 3 else card for card in spec.cards]


MERGED_STACKS = Expansion(
    "merged-stacks",
    "Merged stacks",
    "Stacks 2 and 3 are shuffled together.",
    edit,
    needs=("2023",),
    part=True,
    pages=files(__name__) / "pages.toml",
)
