"""The analysis of a saved game in a process of its own, so that no key waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from elgrande.analysis.analysis import TRIES, Moment
from elgrande.analysis.report import Report, moment_from
from elgrande.analysis.worker import question
from elgrande.bots.limits import environment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from elgrande.table.load import Saved

LONGEST = 1 << 20
"""Bytes of the longest line that the process may answer with."""
LOST = (
    "The analysis stopped too early; what it had found out is kept, so open it again to go on with "
    "it."
)


@dataclass(frozen=True)
class Progress:
    """So many steps of all are done."""

    done: int
    of: int


@dataclass(frozen=True)
class Refused:
    """There is no analysis, and why, in a sentence."""

    why: str


News: TypeAlias = Progress | Moment | Report | Refused
Analyst: TypeAlias = "Callable[[Saved, str, Path | None], AsyncIterator[News]]"
"""Whoever analyses a game: gets its journal, its name, and the user's data folder."""


async def analysed(
    journal: Saved, name: str, folder: Path | None, tries: int = TRIES
) -> AsyncIterator[News]:
    """Yield what the analysis of a game finds; the process ends with the iteration."""
    asked = json.dumps(question(journal, name, folder, tries)).encode() + b"\n"
    try:
        process = await asyncio.create_subprocess_exec(
            # -P keeps the folder that we happen to be in out of what can be imported.
            sys.executable, "-P", "-m", "elgrande.analysis.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment(),
            cwd=os.path.abspath(os.sep),
            limit=LONGEST,
            # Of its own session: Ctrl-C is for the screen.
            start_new_session=os.name == "posix",
        )  # fmt: skip
    except OSError as error:
        yield Refused(f"The analysis could not be started ({error.strerror}); try again later.")
        return
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with suppress(OSError):
            process.stdin.write(asked)
            await process.stdin.drain()
        while (news := await _heard(process.stdout)) is not None:
            yield news
            if isinstance(news, Report | Refused):
                return
        yield Refused(LOST)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _heard(stream: asyncio.StreamReader) -> News | None:
    """Return what the next line tells; None if there is none, or it is cut off or too long."""
    try:
        line = await stream.readline()
        return _news(json.loads(line)) if line else None
    except ValueError:
        return None


def _news(told: dict[str, object]) -> News:
    match told:
        case {"report": dict(report)}:
            return Report.from_plain(report)
        case {"moment": dict(moment)}:
            return moment_from(moment)
        case {"done": int(done), "of": int(of)}:
            return Progress(done, of)
        case _:
            return Refused(str(told.get("refused", LOST)))
