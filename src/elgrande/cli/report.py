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
from elgrande.content.clean import clean
from elgrande.content.files import ContentError
from elgrande.saves import Paths, SaveDamaged, SaveError
from elgrande.table import Mismatch


def sentence(error: Exception) -> str:
    """Return what a foreseen error says, with the cure; empty for one that nobody foresaw."""
    if isinstance(error, Mismatch) or (isinstance(error, SaveDamaged) and error.sound is not None):
        # Their sentences speak of a copy; this makes it.
        return f"{str(error).rstrip('.')} (elgrande check SAVE --salvage NAME makes it)."
    return str(error) if isinstance(error, (BotError, ContentError, SaveError)) else ""


def reported(error: BaseException, argv: list[str]) -> str:
    """Write a report and return the sentence that says where it lies."""
    text = "\n".join(
        [
            f"elgrande {version_told()}, Python {platform.python_version()}, {platform.platform()}",
            f"terminal: {os.environ.get('TERM', 'none')}, arguments: {argv}",
            f"newest save: {_newest(argv)}",
            "",
            "".join(traceback.format_exception(error)),
        ]
    )
    try:
        path = _write(text, argv)
    except (OSError, ValueError, SaveError):
        print(text, file=sys.stderr)
        return f"elgrande: {_whose(error)}; the report is above."
    return (
        f"elgrande: {_whose(error)}; every finished answer is in the save, and a report to send "
        f"{'them or us' if _strangers(error) else 'us'} is in {path}."
    )


def _whose(error: BaseException) -> str:
    """Say whose mistake an error is: ours, unless code of an expansion that isn't ours ran."""
    what = type(error).__name__
    found = _strangers(error)
    if not found:
        return f"this is a bug in the program ({what})"
    name, file, line = found
    return f"this is a mistake of the expansion {name}, or ours ({what}, {file}, line {line})"


def _strangers(error: BaseException) -> tuple[str, str, int] | None:
    """Return the last place of an error in an expansion's package: its name, file and line."""
    found = None
    with suppress(Exception):
        from elgrande.content.expansion import every_expansion

        editors = [(getattr(one.edit, "__module__", ""), one.name) for one in every_expansion()]
        ours = ("", _package(__name__))
        names = {_package(mod): name for mod, name in editors if _package(mod) not in ours}
        for frame, line in traceback.walk_tb(error.__traceback__):
            package = _package(frame.f_globals.get("__name__", ""))
            if package in names:
                file = Path(frame.f_code.co_filename)
                found = (clean(names[package], 60), f"{file.parent.name}/{file.name}", line)
    return found


def _package(module: str) -> str:
    return module.partition(".")[0]


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
