"""What the action cards do: each effect once, cards give the parameters.

``move`` and ``place`` bring caballeros about the board, ``send`` sends them
back to the provinces, ``scorings`` are the special scorings, ``pieces`` moves
King, Grande and scoreboards, ``cards`` concerns cards in hand and on the table.
"""

from typing import Any

from elgrande.rules.effects.cards import Choice, KeepVeto, Recall, Sequence
from elgrande.rules.effects.evacuate import CarryEvacuation, Evacuate
from elgrande.rules.effects.move import Move, MoveInFull
from elgrande.rules.effects.pieces import Grande, KingAnywhere, KingStep, Scoreboard
from elgrande.rules.effects.place import Court, Militia, PlaceAnywhere, Reinforce
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
from elgrande.rules.steps.step import Step

BASE_EFFECTS: tuple[type[Step[Any]], ...] = (
    Move, MoveInFull, PlaceAnywhere, Militia, Court, Reinforce, Choice, KeepVeto, Recall,
    Dismiss, EachSends, SendOneEach, DiskSend, CarrySend, ScoreOne, ScoreList, ScoreValues,
    ScoreCastillo, ScoreFirstOnly, ScoreMost, ScoreFewest, ScoreUniqueDisks, Scoreboard,
    KingStep, KingAnywhere, Grande, Evacuate, CarryEvacuation, Sequence, ScoreTargets,
    ScoreAmong,
)  # fmt: skip
