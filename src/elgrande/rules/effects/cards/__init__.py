"""Cards that choose, keep or take back cards (FACTS 1.2, 1.8)."""

from elgrande.rules.effects.cards.choice import Choice, ChoiceFrame, Sequence, SequenceFrame
from elgrande.rules.effects.cards.recall import Recall
from elgrande.rules.effects.cards.veto import KeepVeto

__all__ = ["Choice", "ChoiceFrame", "KeepVeto", "Recall", "Sequence", "SequenceFrame"]
