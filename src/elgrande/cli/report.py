"""A report of an uncaught error: written to a file, told in one sentence."""

from __future__ import annotations

import os
import platform
import sys
import time
import traceback
from typing import TYPE_CHECKING

from elgrande import __version__

if TYPE_CHECKING:
    from pathlib import Path


def reported(error: BaseException, argv: list[str], data_dir: str | None = None) -> str:
    """Write a report and return the sentence that says where it lies."""
    text = "\n".join(
        [
            f"elgrande {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"terminal: {os.environ.get('TERM', 'none')}, arguments: {argv}",
            "",
            "".join(traceback.format_exception(error)),
        ]
    )
    try:
        path = _write(text, argv, data_dir)
    except (OSError, ValueError):
        print(text, file=sys.stderr)
        return f"elgrande: this is our mistake ({type(error).__name__}); the report is above."
    return (
        f"elgrande: this is our mistake ({type(error).__name__}); every finished answer is in "
        f"the save, and a report to send us lies in {path}."
    )


def _write(text: str, argv: list[str], data_dir: str | None) -> Path:
    from elgrande.saves import Paths

    if data_dir is None and "--data-dir" in argv[:-1]:
        data_dir = argv[argv.index("--data-dir") + 1]
    folder = Paths(data_dir).reports
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / time.strftime(f"%Y%m%d-%H%M%S-{os.getpid()}.txt")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    return path
