"""The sysop's command on "your turn": run without a shell, one at a time, not too often."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from houses import House, play

from elgrande.server import events
from elgrande.server.events import OnTurn
from patience import eventually, until

NOTE = "import sys; open(sys.argv[1], 'a').write(repr(sys.argv[2:]) + '\\n')"


def command(path: Path, code: str = NOTE) -> tuple[str, ...]:
    return (sys.executable, "-c", code, str(path))


class Log:
    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []

    def __call__(self, event: str, **fields: Any) -> None:
        self.lines.append({"event": event, **fields})


async def test_it_gets_the_names_behind_its_own_words(folder: Path) -> None:
    now, log = [100.0], Log()
    hook = OnTurn(command(folder / "told"), lambda: now[0], log)
    hook.due("Ana", "a-game", "Ana")
    hook.due("Ana", "a-game", "Ana")
    hook.due("Bo", "a-game; rm -rf $HOME", "Bo")
    told = folder / "told"
    await eventually(lambda: told.exists() and told.read_text().count("\n") == 2)
    # A word is a word: there is no shell that would read it.
    assert told.read_text().splitlines() == [
        "['Ana', 'a-game']", "['Bo', 'a-game; rm -rf $HOME']",
    ]  # fmt: skip
    now[0] += events.AGAIN
    hook.due("Ana", "a-game", "Ana")
    await eventually(lambda: told.read_text().count("\n") == 3)
    assert log.lines == []


async def test_what_goes_wrong_is_logged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    for words in (("/nowhere/at/all",), command(folder / "x", "raise SystemExit(3)")):
        OnTurn(words, lambda: 0.0, log).due("Ana", "a-game", "Ana")
    await eventually(lambda: len(log.lines) == 2)
    assert {line["person"] for line in log.lines} == {"Ana"}
    assert any("status 3" in line["why"] for line in log.lines)
    monkeypatch.setattr(events, "SECONDS", 0.05)
    OnTurn(command(folder / "x", "import signal; signal.pause()"), lambda: 0.0, log).due(
        "A", "g", "A"
    )
    await eventually(lambda: len(log.lines) == 3)
    assert log.lines[-1]["why"] == "too slow"


async def test_without_a_command_nothing_is_run_and_too_many_are_dropped(folder: Path) -> None:
    OnTurn((), lambda: 0.0, Log()).due("Ana", "a-game", "Ana")
    hook = OnTurn(command(folder / "told", "pass"), lambda: 0.0, Log())
    for n in range(events.MOST + 50):
        hook.due(f"p{n}", "g", f"p{n}")
    assert len(hook._waiting) == events.MOST
    hook.close()
    await asyncio.sleep(0)
    assert not hook._waiting


async def test_one_person_has_so_many_runs_an_hour(folder: Path) -> None:
    now = [0.0]
    hook = OnTurn(command(folder / "told", "pass"), lambda: now[0], Log())
    for name in ("Ana", "Anton"):
        for n in range(events.RUNS):
            hook.due(name, f"game-{n}", "Ana")
    hook.due("Bo", "game", "Bo")
    assert [name for name, _ in hook._waiting] == ["Ana"] * events.RUNS + ["Bo"]
    now[0] += events.HOUR
    hook.due("Anton", "game", "Ana")
    assert hook._waiting[-1] == ("Anton", "game")
    hook.close()


def test_only_who_is_not_here_is_told(folder: Path) -> None:
    house = House(folder, on_turn=command(folder / "told"))
    ana, bo, game = house.together("Ana", "Bo")
    told, chance = folder / "told", random.Random(1)
    clients = {"Ana": ana, "Bo": bo}
    asked = next(name for name, client in clients.items() if client.games()[0].waits)
    other = next(name for name in clients if name != asked)
    # The other one goes before their turn comes.
    clients[other].close()
    until(lambda: len(house.host.sessions) == 1)
    play([clients[asked].sit(game)], chance, 1)
    until(told.exists)
    assert until(told.read_text) == f"{[other, game]}\n"
    house.close()
