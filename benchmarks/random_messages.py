"""Messages over the wire that nobody's program would send: fields that fit, more or less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

COLOURS = ("red", "blue", "green", "yellow", "white")
ASKS = (
    "games", "room", "make", "join", "leave", "fill", "rematch", "sit", "watch", "hand over",
    "take back", "advise", "export", "say", "mute", "code", "settings", "keep settings",
    "game", "update", "send", "undo", "redo", "source", "peek", "moment", "begin", "hear", "deaf",
    "close", "steal", None, 7,
)  # fmt: skip
"""Everything that can be asked, and some that cannot."""


def some_message(chance: random.Random, game: str, words: list[str]) -> dict[str, Any]:
    """A message with fields that fit, more or less."""
    odd: list[Any] = [None, True, -1, 10**20, "", "\x1b[2J", [], {}, [[0, 1]], 1.5, "x" * 300]
    message: dict[str, Any] = {"ask": chance.choice(ASKS)}
    fields: dict[str, list[Any]] = {
        "at": [game, game, "another"],
        "game": [game, game, "another", "AAAAAAAA"],
        "seat": [0, 1, 2, 3],
        "seats": [[0], [1], [0, 1, 2], None],
        "do": [["end"], [chance.choice(words)], ["power 9"], [chance.choice(words)] * 2],
        "source": ["random", "person", "steward"],
        "bot": ["random", "person"],
        "colour": [*COLOURS],
        "text": ["hello"],
        "name": ["Ana"],
        "turn": [True],
        "heard": [[[0, 5]], [[None, 2]]],
        "wish": [{"edition": "1996", "seats": []}],
    }
    for name, values in fields.items():
        if chance.random() < 0.6:
            message[name] = chance.choice(values if chance.random() < 0.85 else odd)
    return message
