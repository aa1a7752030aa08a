"""Which entry explains a reason that a scoring gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words import scores

if TYPE_CHECKING:
    from elgrande.content.words.scores import Reason

_RULES = {
    scores.MAJORITY: "majority",
    scores.TIE: "ties",
    scores.TIE_FIRST_ONLY: "first-only",
    scores.KING: "king-bonus",
    scores.GRANDE: "grande-bonus",
    scores.FIRST_ONLY: "first-only",
    scores.NOBODY: "empty-region",
    scores.NEUTRAL: "majority",
    scores.LOW: "majority",
    scores.ASIDE: "majority",
}


def rule_of(reason: Reason) -> str:
    """Return the id of the entry behind one step of ``explain_score``.

    Only the rule that names the number of players is put together anew each time.
    Points beside a ranking have an entry called like their reason, if anybody wrote one.
    """
    return reason.entry or _RULES.get(reason.rule, "few-players")
