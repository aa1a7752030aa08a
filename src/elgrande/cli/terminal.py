"""What the terminal can do."""

from __future__ import annotations

import os
import sys

from elgrande.cli.errors import UsageError


def need_screen() -> None:
    """Raise UsageError unless the app can draw here."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise UsageError("the app needs a terminal; elgrande play --plain plays without one")
    # Windows sets no TERM, and its terminals can draw.
    if os.environ.get("TERM", "" if os.name == "posix" else "any") in ("", "dumb"):
        raise UsageError("this terminal cannot draw; elgrande play --plain plays in any")


def bar(done: int, total: int) -> None:
    """Draw a progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return
    width = 30
    full = width * done // max(total, 1)
    end = "\n" if done >= total else ""
    print(f"\r[{'#' * full}{'.' * (width - full)}] {done}/{total} games", end=end,
          file=sys.stderr, flush=True)  # fmt: skip
