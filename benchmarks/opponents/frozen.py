"""Bots as they stood at a commit, whatever became of them since: opponents to measure against.

    python benchmarks/opponents/frozen.py

installs those of this file and has each answer once. ``README.md`` beside it says when to add one.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from layout import Layout, layout

from elgrande.bots.bot import BUDGET
from elgrande.bots.process import Process, spelling
from elgrande.bots.runner import START, BotMove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.setup import Setup
    from elgrande.rules import View
    from elgrande.rules.events import Event

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = Path(__file__).resolve().parent / "installed"
SECONDS = 120.0
"""For an answer: a busy machine is no reason for another result."""
MEMORY = 8 << 30
"""Bytes for a process: more than a bot gets at a table, which the steward of that day could fill
with what it looked at in the King & the Colonies."""


class Opponent(NamedTuple):
    """A bot of the game as it stood at a commit."""

    bot: str
    commit: str


OPPONENTS = {
    "steward-2026-11": Opponent("steward", "b56230908ba7658b259b5f676333515846e29282"),
    "steward-2026-11-both": Opponent("steward", "b74e97f69663905366273e7aca9e49d2ecad63e4"),
    "steward-2026-11-23": Opponent("steward", "c9f338c40115bcb52b2489140d568597110bc50f"),
    "marshal-2026-11-23": Opponent("marshal", "c9f338c40115bcb52b2489140d568597110bc50f"),
}
BY_CPU = """
import gc, time
from elgrande.bots.marshal import Marshal

class ByCpu(Marshal):
    def __init__(self):
        super().__init__(clock=time.process_time)

    def choose(self, request):
        gc.disable()
        try:
            return super().choose(request)
        finally:
            gc.enable()
"""
"""A marshal of then whose clock is the processor's: a busy machine makes it no weaker."""


def install(commit: str) -> Path:
    """Return the folder with the game as of a commit; it is made if it is not there."""
    folder = INSTALLED / commit[:12]
    if folder.exists():
        return folder
    packed = subprocess.run(
        ["git", "archive", commit, "src", "pyproject.toml"],
        cwd=ROOT, check=True, capture_output=True,
    ).stdout  # fmt: skip
    making = folder.with_name(f"{folder.name}.{os.getpid()}")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(making, filter="data")
    project = tomllib.loads((making / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = making / "src" / f"{project['name']}-{project.get('version', '0')}.dist-info"
    about.mkdir()
    named = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0\n"
    (about / "METADATA").write_text(named, encoding="utf-8")
    points = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *[f"{name} = {value}" for name, value in entries.items()])
    ]
    if (making / "src" / "elgrande" / "bots" / "marshal.py").exists():
        (making / "src" / "by_cpu.py").write_text(BY_CPU, encoding="utf-8")
        points.insert(points.index("[elgrande.bots]") + 1, "by-cpu = by_cpu:ByCpu")
    (about / "entry_points.txt").write_text("\n".join(points), encoding="utf-8")
    try:
        making.rename(folder)
    except OSError:
        # Somebody else was quicker.
        if not folder.exists():
            raise
    return folder


class Frozen:
    """Answers for the seats of one game after another; ``seated`` begins each.

    One process answers for all seats: an opponent must remember nothing between its answers.
    A marshal may think so many seconds of CPU time; without, so many simulations as ever.
    """

    def __init__(self, name: str, seconds: float | None = None) -> None:
        self.name = name
        bot, commit = OPPONENTS[name]
        self.seconds = seconds if bot == "marshal" else None
        self.bot = "by-cpu" if self.seconds else bot
        self._source = install(commit) / "src"
        self._layouts: dict[str, tuple[Layout, Layout]] = {}
        self._process = _Installed(self._source)

    def seated(self, setup: Setup) -> None:
        """Begin a game; RuntimeError if the opponent's game has other pieces or rounds."""
        plain = setup.to_plain(secrets=False)
        # Versions of rules were counted otherwise: each side has its newest.
        plain.pop("rules", None)
        told = {"setup": plain, "answers": spelling(setup.ruleset())}
        self._ask({"make": self.bot, **told}, START)
        kind = json.dumps(plain | {"players": [player["colour"] for player in plain["players"]]})
        if kind not in self._layouts:
            self._layouts[kind] = layout(setup.ruleset()), self._layout(plain)
        self._now, self._then = self._layouts[kind]
        if self._now.same != self._then.same:
            raise RuntimeError(f"the opponent {self.name} plays this game with other pieces")

    def _layout(self, setup: dict[str, Any]) -> Layout:
        """Return how the opponent's game writes a View down."""
        path = os.pathsep.join([str(self._source), *_but_the_game()])
        asked = subprocess.run(
            [sys.executable, "-P", Path(__file__).with_name("layout.py")],
            input=json.dumps(setup), capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        return Layout(*json.loads(asked.stdout))

    def choose(self, view: View, chance: int, events: Sequence[Event] = ()) -> BotMove:
        """Answer for a seat; ``chance`` is where its chance for this answer begins.

        RuntimeError if the answer is not legal today.
        """
        question = {
            "view": self._translated(view.to_plain()),
            "events": [],
            "budget": BUDGET,
            "chance": chance,
            "seconds": self.seconds,
        }
        answer = self._ask(question, SECONDS)
        if answer["code"] not in view.legal(view.seat):
            text = view.rules.text(answer["code"])
            raise RuntimeError(f"the opponent {self.name} answers {text!r}, which is not legal")
        return BotMove(answer["code"], answer["reason"])

    def _translated(self, plain: dict[str, Any]) -> dict[str, Any]:
        """Return a View as the opponent's game would have written it.

        A number that only that game keeps is what it is at the start, and a step that it does not
        have is none that is to come. What is announced without a choice begins today when nobody
        has stopped it; then it had begun before anybody was asked, so it is announced again.
        """
        stack = plain["stack"]
        for at in range(len(stack) - 1, 0, -1):
            if stack[at][0] == "carry_out" and stack[at - 1][0] == "action":
                step, actor, card, _, passed = stack[at - 1]
                stack[at - 1 : at + 1] = [[step, actor, card, 0, passed]]
        told = dict(zip(self._now.cells, plain["board"], strict=True))
        missing = zip(self._then.cells, self._then.start, strict=True)
        return plain | {
            "board": [told.get(cell, start) for cell, start in missing],
            "stack": [
                [value for name, value in zip(self._now.fields[frame[0]], frame, strict=False)
                 if name in self._then.fields[frame[0]]]
                for frame in stack if frame[0] in self._then.fields
            ],
        }  # fmt: skip

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        answer = self._process.ask(question, seconds)
        if "raised" in answer:
            # Another move in its place would be another opponent.
            raise RuntimeError(f"the opponent {self.name} failed: {answer['raised']}")
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()


class _Installed(Process):
    """A bot's process that finds the game in another folder than ours."""

    def __init__(self, source: Path) -> None:
        self._source = source
        super().__init__(MEMORY)

    def _start(self) -> subprocess.Popen[bytes]:
        path, sys.path = sys.path, [str(self._source), *_but_the_game()]
        try:
            return super()._start()
        finally:
            sys.path = path


def _but_the_game() -> list[str]:
    """Return where modules are found, without the folder that holds this game's."""
    return [part for part in sys.path if not (Path(part) / "elgrande").is_dir()]


def main() -> None:
    """Install all opponents, and have each answer once."""
    from elgrande.content.setup import Setup

    setup = Setup.of(3, seed=1)
    state = setup.start()
    view = state.view(state.owing()[0])
    for name in OPPONENTS:
        opponent = Frozen(name)
        opponent.seated(setup)
        print(f"{name}: {state.rules.text(opponent.choose(view, 1).code)}")
        opponent.close()


if __name__ == "__main__":
    main()
