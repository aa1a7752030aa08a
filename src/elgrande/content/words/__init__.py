"""Structured things put into English, late and in our own words.

``names`` knows what everything is called, ``events`` says what happened,
``scores`` why points were given, ``prompts`` what the game waits for,
``answers`` what each legal answer means, ``refusals`` why a command is
refused, ``cards`` what a card says and where we have that from, ``typed`` which command
a person means.

An expansion adds words for its own events, steps and verbs with the decorators
``says``, ``asks``, ``labels``, ``labels_here`` and ``refuses``, and names with its labels.
"""

import elgrande.content.words.effects
import elgrande.content.words.hands  # noqa: F401  (registers words)
from elgrande.content.words.answers import answer, labels, labels_here, offered
from elgrande.content.words.cards import card_facts, card_text
from elgrande.content.words.events import say_event, says
from elgrande.content.words.names import Names
from elgrande.content.words.prompts import asks, prompt
from elgrande.content.words.refusals import misread, refuses, why_never, why_not
from elgrande.content.words.scores import Reason, explain_score, say_score
from elgrande.content.words.typed import notation

__all__ = [
    "Names",
    "Reason",
    "answer",
    "asks",
    "card_facts",
    "card_text",
    "explain_score",
    "labels",
    "labels_here",
    "misread",
    "notation",
    "offered",
    "prompt",
    "refuses",
    "say_event",
    "say_score",
    "says",
    "why_never",
    "why_not",
]
