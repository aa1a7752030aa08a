"""What ends a command: one sentence, exit code 2."""

from __future__ import annotations


class UsageError(Exception):
    """Something that the caller can mend; the message is one sentence with the cure."""
