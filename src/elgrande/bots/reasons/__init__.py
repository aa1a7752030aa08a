"""Why a bot answers as it does, in sentences that a person would say.

A plan is told by the labels of its answers, which are data of the verbs (``deeds``), and by what
stands otherwise at its end: who leads where, whose region the King is in, who has got points
(``changes``). What hangs on others' secret answers stands behind an *if* (``guesses``). So nothing
here knows a card or an expansion; what these have that is no rank and no point they tell
themselves (``BotTerms.gains``). ``turn`` says it of answers on the board, ``cards`` of power cards
and ``secret`` of disks.

To whoever asks for advice a bot says *you*, and all of it; what everybody may read is one short
sentence about itself. Differences are a bot's own: its expected points less what its rivals may
expect, so they are told as what it gains *on the others*. ``voice`` has the words for both.
"""

from elgrande.bots.reasons.cards import of_power
from elgrande.bots.reasons.secret import of_disk
from elgrande.bots.reasons.turn import AT_ONCE, why
from elgrande.bots.reasons.voice import HARDLY, SPOKEN, Plan, Rest, Voice, on_others

__all__ = [
    "AT_ONCE", "HARDLY", "SPOKEN", "Plan", "Rest", "Voice", "of_disk", "of_power", "on_others",
    "why",
]  # fmt: skip
