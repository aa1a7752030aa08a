"""What is not allowed now, as one sentence."""

from __future__ import annotations

from elgrande.content.clean import tidy


class Refused(ValueError):
    """Something that is not allowed now; the message is one sentence, nothing has changed.

    ``word`` is the seat whose word would allow it, or -1. ``record`` is what a
    record of a save does that asks for this: "is not legal here (red power 9)".
    """

    def __init__(self, sentence: str, word: int = -1, *, record: str = "") -> None:
        super().__init__(tidy(sentence))
        self.word = word
        self.record = record
