"""What ends a command: one sentence, exit code 2."""

from __future__ import annotations

import sys
from contextlib import suppress

from elgrande.content.clean import tidy


class UsageError(Exception):
    """Something that the caller can mend; the message is one harmless sentence with the cure."""

    def __init__(self, sentence: str) -> None:
        super().__init__(tidy(sentence))


def say(text: str = "") -> None:
    """Write a line to standard error; where that takes nothing, the exit code has to do."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)
