"""Structured things put into English, late and in our own words.

``names`` knows what everything is called, ``decisions`` says what the game waits for, what each
answer means and why a command is refused, ``scores`` what happened and why points were given,
``scoring_steps`` a scoring step by step, ``cards`` what a card says and where we have that from.

What a step asks, what an answer to it means and why a command is refused the step
says itself, an event what happened, and a verb has its label (``elgrande.rules.wording``): an
expansion's, too. It adds names with its labels.
"""

from elgrande.content.words.cards import card_facts, card_text
from elgrande.content.words.decisions import (
    addressed,
    advised,
    answer,
    clause,
    misread,
    not_done,
    notation,
    prompt,
    unused,
    why_never,
    why_not,
)
from elgrande.content.words.names import GameNames
from elgrande.content.words.scores import Reason, explain_score, say_event, say_score

__all__ = [
    "GameNames", "Reason", "addressed", "advised", "answer", "card_facts", "card_text", "clause",
    "explain_score", "misread", "not_done", "notation", "prompt", "say_event", "say_score",
    "unused", "why_never", "why_not",
]  # fmt: skip
