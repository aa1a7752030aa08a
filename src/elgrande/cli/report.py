"""What an error says: one sentence, or a report file for what nobody foresaw."""

from __future__ import annotations

import os
import platform
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

from elgrande import version_told
from elgrande.bots.bot import BotError
from elgrande.content.expansion import culprit
from elgrande.content.files import ContentError
from elgrande.saves import Paths, SaveDamaged, SaveError
from elgrande.table import Mismatch


def sentence(error: Exception) -> str:
    """Return what a foreseen error says, with the cure; empty for one that nobody foresaw."""
    if isinstance(error, Mismatch) or (isinstance(error, SaveDamaged) and error.sound is not None):
        # Their sentences speak of a copy; this makes it.
        return f"{str(error).rstrip('.')} (elgrande check SAVE --salvage NAME makes it)."
    return str(error) if isinstance(error, (BotError, ContentError, SaveError)) else ""


def reported(error: BaseException, argv: list[str], *, saved: bool) -> str:
    """Write a report and return the sentence that says where it lies.

    ``saved`` says that what was done is a game, which is saved as it is played.
    """
    text = "\n".join(
        [
            f"elgrande {version_told()}, Python {platform.python_version()}, {platform.platform()}",
            f"terminal: {os.environ.get('TERM', 'none')}, arguments: {argv}",
            *([f"newest save: {_newest(argv)}"] if saved else []),
            "",
            "".join(traceback.format_exception(error)),
        ]
    )
    found = culprit(error)
    what, whom = type(error).__name__, "them or us" if found else "us"
    whose = f"this is a bug in the program ({what})"
    if found:
        where = f"{found.file}, line {found.line}"
        whose = f"this is a mistake of the expansion {found.name}, or ours ({what}, {where})"
    try:
        path = _write(text, argv)
    except (OSError, ValueError, SaveError):
        print(text, file=sys.stderr)
        return f"elgrande: {whose}; the report is above."
    kept = "every finished answer is in the save, and " if saved else ""
    return f"elgrande: {whose}; {kept}a report to send {whom} is in {path}."


def _data_dir(argv: list[str]) -> str | None:
    """Return the folder that the call named; the error may be older than its reading."""
    for at, word in enumerate(argv):
        option, sign, value = word.partition("=")
        if option == "--data-dir":
            return value if sign else next(iter(argv[at + 1 :]), None)
    return None


def _newest(argv: list[str]) -> str:
    """Return the name of the save that was written last: most often the one in play."""
    with suppress(OSError, ValueError, SaveError):
        saves = Paths(_data_dir(argv)).saves.glob("*.toml")
        return max(saves, key=lambda path: path.stat().st_mtime).stem
    return "none"


def _write(text: str, argv: list[str]) -> Path:
    folder = Paths(_data_dir(argv)).reports
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / time.strftime(f"%Y%m%d-%H%M%S-{os.getpid()}.txt")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    return path
