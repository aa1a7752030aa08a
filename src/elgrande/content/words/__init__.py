"""Structured things put into English, late and in our own words.

``names`` knows what everything is called, ``events`` says what happened,
``scores`` why points were given, ``prompts`` what the game waits for,
``answers`` what each legal answer means, ``refusals`` why a command is
refused, ``cards`` what a card says and where we have that from, ``typed`` which command
a person means, ``unused`` what the end of a turn leaves undone.

What a step asks, what an answer to it means and why a command is refused the step
says itself, and a verb has its label (``elgrande.rules.wording``): an expansion's, too.
It adds words for its own events with ``sentences`` or the decorator ``says``, and names with its
labels.
"""

import elgrande.content.words.events  # noqa: F401  (registers words)
from elgrande.content.words.cards import card_facts, card_text
from elgrande.content.words.decisions import (
    answer,
    misread,
    notation,
    offered,
    prompt,
    unused,
    why_never,
    why_not,
)
from elgrande.content.words.events import say_event, says, sentences
from elgrande.content.words.names import Names
from elgrande.content.words.scores import Reason, explain_score, say_score

__all__ = [
    "Names", "Reason", "answer", "card_facts", "card_text", "explain_score", "misread", "notation",
    "offered", "prompt", "say_event", "say_score", "says", "sentences", "unused", "why_never",
    "why_not",
]  # fmt: skip
