"""The analysis of a saved game in a process of its own, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from elgrande.analysis.analysis import TRIES, Moment
from elgrande.analysis.report import Report, moment_from
from elgrande.analysis.worker import question
from elgrande.bots.guard import environment

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable
    from pathlib import Path

    from elgrande.table.saved_game import Saved

LONGEST = 1 << 20
"""Bytes of the longest line that the process may answer with."""
LOST = (
    "The analysis stopped too early; what it had found out is kept, so open it again to go on with "
    "it."
)


@dataclass(frozen=True)
class Progress:
    """So many steps of all are done; ``before`` is how many other games are analysed first."""

    done: int
    of: int
    before: int = 0


@dataclass(frozen=True)
class Refused:
    """There is no analysis, and why, in a sentence."""

    why: str


News: TypeAlias = Progress | Moment | Report | Refused
Analyst: TypeAlias = "Callable[[Saved, str, Path | None], AsyncIterator[News]]"
"""Whoever analyses a game: gets its journal, its name, and the user's data folder."""
Told: TypeAlias = dict[str, object]
"""News as JSON carries them."""


async def analysed(
    journal: Saved, name: str, folder: Path | None, tries: int = TRIES
) -> AsyncIterator[News]:
    """Yield what the analysis of a game finds; the process ends with the iteration."""
    async with aclosing(told(journal, name, folder, tries)) as news:
        async for one in news:
            yield news_of(one)


async def told(
    journal: Saved, name: str, folder: Path | None, tries: int = TRIES
) -> AsyncGenerator[Told, None]:
    """Yield the same as it is to be sent on; a report, or why there is none, comes last."""
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
        yield {"refused": f"The analysis could not be started ({error.strerror}); try again later."}
        return
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with suppress(OSError):
            process.stdin.write(asked)
            await process.stdin.drain()
        while (one := await _heard(process.stdout)) is not None:
            yield one
            if isinstance(news_of(one), Report | Refused):
                return
        yield {"refused": LOST}
    finally:
        await _ended(process)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """End the process, also where whoever waits for that is stopped: its loop may be closing."""
    with suppress(ProcessLookupError):
        process.kill()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    stopped = False
    # Without a task: a loop that closes would stop that, too. What it wrote is read to its end,
    # since only then the loop has closed all that belongs to the process.
    while process.returncode is None or not process.stdout.at_eof():
        try:
            await process.stdout.read()
            await process.wait()
        except asyncio.CancelledError:
            stopped = True
    if stopped:
        raise asyncio.CancelledError


async def _heard(stream: asyncio.StreamReader) -> Told | None:
    """Return what the next line tells; None if there is none, or it is cut off or too long."""
    try:
        line = await stream.readline()
        heard = json.loads(line) if line else None
    except ValueError:
        return None
    return heard if isinstance(heard, dict) else None


def news_of(told: Told) -> News:
    """Return the news that JSON carried."""
    match told:
        case {"report": dict(report)}:
            return Report.from_plain(report)
        case {"moment": dict(moment)}:
            return moment_from(moment)
        case {"done": int(done), "of": int(of), **more}:
            before = more.get("before", 0)
            return Progress(done, of, before if isinstance(before, int) else 0)
        case _:
            return Refused(str(told.get("refused", LOST)))
