"""What ends a command: one sentence, exit code 2."""

from __future__ import annotations

from elgrande.content.clean import tidy


class UsageError(Exception):
    """Something that the caller can mend; the message is one harmless sentence with the cure."""

    def __init__(self, sentence: str) -> None:
        super().__init__(tidy(sentence))
