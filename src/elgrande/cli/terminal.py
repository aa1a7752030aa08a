"""What the terminal can do."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from elgrande.cli.errors import UsageError

PUSH = 500
"""Empty lines that push a secret out of sight where nothing can be cleared."""


def open_closed() -> None:
    """Give a standard stream that the caller has closed (``<&-``) something to stand for it.

    Nothing is read from it; what is written to standard output fails as it should, and what is
    said on standard error is lost. Left closed, its number would go to the next file, a save.
    """
    nothing = ("rb", "rb", "wb")  # writing to what is open for reading is an error
    for number, how in enumerate(nothing):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free, and all below have something by now.
            made = os.open(os.devnull, os.O_WRONLY if how == "wb" else os.O_RDONLY)
            # For what we start, too: it would find the number free, and give it to a pipe.
            os.set_inheritable(made, True)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def draws() -> bool:
    """Say whether the terminal, if there is one, knows more than lines."""
    # Windows sets no TERM, and its terminals can draw.
    return os.environ.get("TERM", "" if os.name == "posix" else "any") not in ("", "dumb")


def wiped(stream: TextIO) -> str:
    """Return what takes all that was said out of sight; nothing where nobody looks on.

    Both the screen and what scrolled off it are cleared (ECMA-48 ED 2, xterm's ED 3). A
    terminal that knows only lines is given so many that few would scroll back past them.
    """
    if not stream.isatty():
        return ""
    # An old console of Windows would print the codes.
    clears = draws() and (os.name == "posix" or "WT_SESSION" in os.environ)
    return "\x1b[H\x1b[2J\x1b[3J" if clears else "\n" * PUSH


def need_screen() -> None:
    """Raise UsageError unless the app can draw here.

    Whoever names a driver of Textual's draws by other means than our terminal, as in a browser.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise UsageError("the app needs a terminal; elgrande play --plain plays without one")
    if not draws():
        raise UsageError("this terminal cannot show the app; use elgrande play --plain instead")


def bar(done: int, total: int, of: str = "games") -> None:
    """Draw a progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return
    width = 30
    full = width * done // max(total, 1)
    end = "\n" if done >= total else ""
    print(f"\r[{'#' * full}{'.' * (width - full)}] {done}/{total} {of}", end=end,
          file=sys.stderr, flush=True)  # fmt: skip
