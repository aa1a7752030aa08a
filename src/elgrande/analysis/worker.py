"""The analysis of a saved game in a process of its own, so that nobody waits for it.

``analysed`` yields what it finds, ``main`` runs there. It reads one line of JSON,
``{"name": ..., "tries": n, "folder": path or null, "journal": ...}``, and answers with lines:
``{"done": n, "of": n}``, ``{"moment": ...}`` for each moment as it is found, and last
``{"report": ...}`` or ``{"refused": sentence}``. With ``{"begin": n, "path": ..., "now": n}``
besides it weighs other answers in the turn that begins there, and tells ``{"compared": ...}`` last.
It ends with its input, and stands back behind whatever else the machine does. What it has found out
is kept in the folder, so that whoever starts it again goes on with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from elgrande.analysis.analysis import TRIES, Analysis, Moment
from elgrande.analysis.finished_game import FinishedGame, TryCache, Unanalysed, cache_of, key_of
from elgrande.analysis.report import Report, compared_said, report_of
from elgrande.bots.process import apart, own_streams, stand_back
from elgrande.content.plain import from_plain, to_plain
from elgrande.saves import Journal, Record, SaveError
from elgrande.table.saved_game import Saved, replay

if TYPE_CHECKING:
    from elgrande.analysis.trial import TrialTable

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
class NoAnalysis:
    """There is no analysis, and why, in a sentence."""

    why: str


@dataclass(frozen=True)
class Compared:
    """What other answers in a turn would have brought, in sentences."""

    said: tuple[str, ...]


AnalysisNews: TypeAlias = Progress | Moment | Report | Compared | NoAnalysis
Analyst: TypeAlias = "Callable[[Saved, str, Path | None], AsyncIterator[AnalysisNews]]"
"""Whoever analyses a game: gets its journal, its name, and the user's data folder."""
PlainNews: TypeAlias = dict[str, object]
"""Such news as JSON carries them."""


async def analysed(
    journal: Saved, name: str, folder: Path | None, tries: int = TRIES, **more: object
) -> AsyncIterator[AnalysisNews]:
    """Yield what the analysis of a game finds; the process ends with the iteration."""
    async with aclosing(plain_news(journal, name, folder, tries, **more)) as news:
        async for one in news:
            yield news_of(one)


def compared(
    journal: Saved, name: str, folder: Path | None, trial: TrialTable, now: int, tries: int = TRIES
) -> AsyncIterator[AnalysisNews]:
    """Return how far it is, and last what the answers in a turn that was tried would have brought.

    ``now`` is the chance that is told of the turn as it was played. That finds what the analysis
    with as many tries has found out; the process ends likewise.
    """
    begin, path = trial.turn.begin, trial.path
    return analysed(journal, name, folder, tries, begin=begin, path=path, now=now)


async def plain_news(
    journal: Saved, name: str, folder: Path | None, tries: int = TRIES, **more: object
) -> AsyncGenerator[PlainNews, None]:
    """Yield the same as it is to be sent on; a report, or why there is none, comes last."""
    asked = json.dumps({**question(journal, name, folder, tries), **more}).encode() + b"\n"
    command, options = apart("elgrande.analysis.worker")
    try:
        process = await asyncio.create_subprocess_exec(*command, limit=LONGEST, **options)
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
            if isinstance(news_of(one), Report | Compared | NoAnalysis):
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


async def _heard(stream: asyncio.StreamReader) -> PlainNews | None:
    """Return what the next line tells; None if there is none, or it is cut off or too long."""
    try:
        line = await stream.readline()
        heard = json.loads(line) if line else None
    except ValueError:
        return None
    return heard if isinstance(heard, dict) else None


def news_of(told: PlainNews) -> AnalysisNews:
    """Return the news that JSON carried."""
    match told:
        case {"report": dict(report)}:
            return from_plain(Report, report)
        case {"compared": list(sentences)}:
            return Compared(tuple(map(str, sentences)))
        case {"moment": dict(moment)}:
            return from_plain(Moment, moment)
        case {"done": int(done), "of": int(of), **more}:
            before = more.get("before", 0)
            return Progress(done, of, before if isinstance(before, int) else 0)
        case _:
            return NoAnalysis(str(told.get("refused", LOST)))


# -- in the process ---------------------------------------------------------------------


def question(journal: Saved, name: str, folder: Path | None, tries: int) -> dict[str, Any]:
    """Return what the process is asked; ``folder`` is the user's data folder, if there is one."""
    records = [[record.n, record.kind, record.fields] for record in journal.records]
    return {
        "name": name,
        "tries": tries,
        "folder": None if folder is None else str(folder),
        "journal": {"rules": journal.rules, "header": journal.header, "records": records},
    }


def analyse(asked: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
    """Do the analysis that a question asks for, and tell all of it (Unanalysed, SaveError)."""
    told, tries = asked["journal"], asked["tries"]
    records = tuple(Record(n, kind, fields, 0) for n, kind, fields in told["records"])
    journal = Journal(told["rules"], told["header"], records, 0)
    game = FinishedGame(replay(journal, asked["name"]))
    key = key_of(game, journal, tries)
    cache = None if asked["folder"] is None else cache_of(Path(asked["folder"]), key["digest"])
    analysis = Analysis(
        game, TryCache(cache, key), tries, lambda done, of: tell({"done": done, "of": of})
    )
    if "begin" in asked:
        turn, path = game.turn(asked["begin"]), [(seat, code) for seat, code in asked["path"]]
        tell({"compared": compared_said(analysis.compared(turn, path), asked["now"])})
        return
    report = report_of(analysis, lambda moment: tell({"moment": to_plain(moment)}))
    tell({"report": to_plain(report)})


def main() -> None:
    """Answer the one question, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stand_back()
    questions, answers = own_streams()
    asked = json.loads(questions.readline())
    threading.Thread(target=_end_with, args=(questions,), daemon=True).start()

    def tell(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()

    try:
        try:
            analyse(asked, tell)
        except (Unanalysed, SaveError) as error:
            tell({"refused": str(error)})
    except BrokenPipeError:
        # Whoever asked is gone.
        os._exit(0)


def _end_with(questions: BinaryIO) -> None:
    """Wait until whoever asked is gone, which ends the input."""
    questions.read()
    os._exit(0)


if __name__ == "__main__":
    main()
