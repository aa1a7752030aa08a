"""What a visitor's client says of itself, made harmless: its terminal, window and languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from elgrande.server.limits import COLUMNS, ROWS, USUAL

TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}")
VALUE = re.compile(r"[A-Za-z0-9._@+-]{1,32}")
KEPT = ("COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES")
"""What is taken from a client, if it sends it."""
SENT = 64
"""So many variables a client may send; a usual one sends ten at most."""
BLIND = ("", "dumb", "unknown", "emacs", "cons25w")
"""Terminals that know nothing but lines."""


class Sent(dict[bytes, bytes]):
    """What a client sends of its environment: only what is taken is kept, and only if it is short.

    ``too_many`` is called for each that is one too many.
    """

    def __init__(self, too_many: Callable[[], None]) -> None:
        super().__init__()
        self._left = SENT
        self._too_many = too_many

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Keep a variable, or forget it at once."""
        self._left -= 1
        if self._left < 0:
            self._too_many()
        elif name.decode("ascii", "replace") in KEPT and VALUE.fullmatch(
            value.decode("ascii", "replace")
        ):
            super().__setitem__(name, value)


def term_of(said: str) -> str:
    """Return the name of a terminal; ``dumb`` for what is no name."""
    return said if TERM.fullmatch(said) and said not in BLIND else "dumb"


def window_of(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that a program can draw in, whatever the client says."""
    if columns <= 0 or rows <= 0:
        return USUAL
    low, high = COLUMNS
    least, most = ROWS
    return min(max(columns, low), high), min(max(rows, least), most)


def environment_of(term: str, sent: Mapping[str, str]) -> dict[str, str]:
    """Return the whole environment of a session: nothing of the server's gets there."""
    made = {name: sent[name] for name in KEPT if VALUE.fullmatch(sent.get(name, ""))}
    # The app moves less over a network.
    made.setdefault("LANG", "C.UTF-8")
    return {**made, "TERM": term, "PYTHONUTF8": "1", "SSH_CONNECTION": "served"}
