"""Stewards that lack one thing: what a plan is measured against (``plans.py``)."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.bots.bot import Answer, Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.steward import Steward
from elgrande.bots.weights import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position, View

BY_HEART = replace(WEIGHTS, plans=False)
"""Weights of one who keeps and plays power cards without what expansions tell of them."""


class Ashore(Steward):
    """Thinks like the steward and never brings anybody abroad."""

    def outlook(self, view: View, seat: int) -> Outlook:
        """Return an Outlook that shuns every place that no disk shows."""
        rules = view.rules
        spain = {place for region in rules.disk_regions for place in rules.region_places[region]}
        abroad = frozenset(rules.board_places) - spain
        return Outlook(view, seat, self.weights, abroad)


class Aloof(Steward):
    """Thinks like the steward and has no eye for Grandissimo's Queen, tokens and pardons.

    It takes none of them unless nothing else is left, and sees no worth in any.
    """

    SHUNNED = ("take-queen", "token", "token-from", "pardon")

    def choose(self, request: Request) -> Answer:
        """Answer as the steward does; with the first answer where only shunned ones are left."""
        rules, codes = request.view.rules, request.decision.codes
        if all(rules.verb(code) in self.SHUNNED for code in codes):
            return Answer(codes[0])
        return super().choose(request)

    def outlook(self, view: View, seat: int) -> Outlook:
        """Return an Outlook to which these are worth nothing and not worth a try."""
        outlook = super().outlook(view, seat)
        terms = copy(outlook.terms)
        terms.worths = ()
        terms.deeds = {**terms.deeds, **dict.fromkeys(self.SHUNNED, _none)}
        outlook.terms = terms
        return outlook


def _none(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    return []
