"""Bots as they stood at a commit, whatever became of them since: opponents to measure against.

    python benchmarks/opponents/frozen.py

installs those of this file and has each answer once. ``README.md`` beside it says when to add one.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
    unknown: tuple[str, ...] = ()
    """Steps of today that its game does not have; it is asked as if they were not to come."""


OPPONENTS = {
    # Today a kept card of the Colonies brings out its discs after what it does, in a step.
    "steward-2026-11": Opponent(
        "steward", "b56230908ba7658b259b5f676333515846e29282", ("bring_out",)
    ),
    "steward-2026-11-both": Opponent("steward", "b74e97f69663905366273e7aca9e49d2ecad63e4"),
}


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
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.bot, commit, self.unknown = OPPONENTS[name]
        self._process = _Installed(install(commit) / "src")

    def seated(self, setup: Setup) -> None:
        """Begin a game."""
        told = {"setup": setup.to_plain(secrets=False), "answers": spelling(setup.ruleset())}
        self._ask({"make": self.bot, **told}, START)

    def choose(self, view: View, chance: int, events: Sequence[Event] = ()) -> BotMove:
        """Answer for a seat; ``chance`` is where its chance for this answer begins."""
        plain = view.to_plain()
        plain["stack"] = [frame for frame in plain["stack"] if frame[0] not in self.unknown]
        question = {"view": plain, "events": [], "budget": BUDGET, "chance": chance}
        answer = self._ask(question, SECONDS)
        return BotMove(answer["code"], answer["reason"])

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
