"""The process that analyses a game for a screen: gets a journal, and tells what it finds.

It reads one line of JSON, ``{"name": ..., "tries": n, "folder": path or null, "journal": ...}``,
and answers with lines: ``{"done": n, "of": n}``, ``{"moment": ...}`` for each moment as it is
found, and last ``{"report": ...}`` or ``{"refused": sentence}``. It ends with its input, and stands
back behind whatever else the machine does. What it has found out is kept in the folder, so that
whoever starts it again goes on with it.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from elgrande.analysis.analysis import Analysis
from elgrande.analysis.chances import Playouts
from elgrande.analysis.game import Game, Unfinished
from elgrande.analysis.kept import Kept, cache_of, key_of
from elgrande.analysis.report import report_of
from elgrande.bots.guard import silence
from elgrande.bots.process import stand_back
from elgrande.saves import Journal, Record, SaveError
from elgrande.table.saved_game import Saved, replay

if TYPE_CHECKING:
    from collections.abc import Callable


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
    """Do the analysis that a question asks for, and tell all of it."""
    told, tries = asked["journal"], asked["tries"]
    records = tuple(Record(n, kind, fields, 0) for n, kind, fields in told["records"])
    journal = Journal(told["rules"], told["header"], records, 0)
    try:
        game = Game(replay(journal, asked["name"]))
    except (Unfinished, SaveError) as error:
        tell({"refused": str(error)})
        return
    evaluator = Playouts()
    key = key_of(game, journal, evaluator, tries)
    cache = None if asked["folder"] is None else cache_of(Path(asked["folder"]), key["digest"])
    analysis = Analysis(
        game, evaluator, Kept(cache, key), tries, lambda done, of: tell({"done": done, "of": of})
    )
    report = report_of(analysis, lambda moment: tell({"moment": asdict(moment)}))
    tell({"report": report.to_plain()})


def main() -> None:
    """Answer the one question, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stand_back()
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    silence()
    asked = json.loads(questions.readline())
    threading.Thread(target=_end_with, args=(questions,), daemon=True).start()

    def tell(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()

    try:
        analyse(asked, tell)
    except BrokenPipeError:
        # Whoever asked is gone.
        os._exit(0)


def _end_with(questions: BinaryIO) -> None:
    """Wait until whoever asked is gone, which ends the input."""
    questions.read()
    os._exit(0)


if __name__ == "__main__":
    main()
