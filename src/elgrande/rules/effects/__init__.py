"""What the action cards do: each effect once, cards give the parameters.

``move`` and ``place`` bring caballeros about the board, ``send`` sends them back to the
provinces, ``scorings`` are the special scorings, ``pieces`` moves King, Grande and scoreboards,
``cards`` concerns cards in hand and on the table, ``figures`` those who come to a court.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.effects.cards import Choice, KeepVeto, Recall, Sequence
from elgrande.rules.effects.move import CarryEvacuation, Evacuate, Move, MoveInFull
from elgrande.rules.effects.pieces import (
    ESCORT,
    RIDE,
    Competition,
    Entourage,
    Follow,
    Grande,
    GrandeEscort,
    KingAmong,
    KingAnywhere,
    KingStep,
    KingTo,
    RideAlong,
    Scoreboard,
    StandIn,
)
from elgrande.rules.effects.place import Court, Infiltration, Militia, PlaceAnywhere, Reinforce
from elgrande.rules.effects.scorings import (
    ScoreAmong,
    ScoreCastillo,
    ScoreFewest,
    ScoreFirstOnly,
    ScoreList,
    ScoreMost,
    ScoreOne,
    ScoreTargets,
    ScoreUniqueDisks,
    ScoreValues,
)
from elgrande.rules.effects.send import CarrySend, DiskSend, Dismiss, EachSends, SendOneEach

if TYPE_CHECKING:
    from elgrande.rules.commands import Verb
    from elgrande.rules.spec import Card, Spec
    from elgrande.rules.steps.effect import Effect
    from elgrande.rules.steps.step import Step

BASE_EFFECTS: tuple[type[Step[Any]], ...] = (
    Move, MoveInFull, PlaceAnywhere, Militia, Court, Reinforce, Choice, KeepVeto, Recall,
    Dismiss, EachSends, SendOneEach, DiskSend, CarrySend, ScoreOne, ScoreList, ScoreValues,
    ScoreCastillo, ScoreFirstOnly, ScoreMost, ScoreFewest, ScoreUniqueDisks, Scoreboard,
    KingStep, KingAnywhere, Grande, Evacuate, CarryEvacuation, Sequence, ScoreTargets,
    ScoreAmong,
)  # fmt: skip


class Lent(NamedTuple):
    """An effect, and what it brings into a game besides."""

    effect: type[Effect[Any]]
    steps: tuple[type[Step[Any]], ...] = ()
    verbs: tuple[Verb, ...] = ()
    grandes_inside: bool = False
    """Whether a Grande can come to be in the Castillo."""


LIBRARY: dict[str, Lent] = {
    "king_to": Lent(KingTo),
    "king_among": Lent(KingAmong),
    "entourage": Lent(Entourage, (RideAlong,), (RIDE,)),
    "grande_escort": Lent(GrandeEscort, (Follow,), (ESCORT,)),
    "infiltration": Lent(Infiltration),
    "stand_in": Lent(StandIn),
    "competition": Lent(Competition, grandes_inside=True),
}
"""Effects that no edition's own cards have, by name: a game has one as soon as a card names it.

So a card that turns out to belong to another set, or stack, is moved from one deck file to another
and nothing else.
"""


def bring(spec: Spec, cards: Iterable[Card]) -> None:
    """Add to a Spec what these cards' effects need and it does not have yet.

    An effect of an expansion's own under the same name stays what it is.
    """
    for effect in sorted({card.effect for card in cards} & LIBRARY.keys()):
        if any(step.name == effect for step in spec.steps):
            continue
        lent = LIBRARY[effect]
        spec.steps += (lent.effect, *lent.steps)
        spec.verbs += lent.verbs
        spec.grandes_inside |= lent.grandes_inside
