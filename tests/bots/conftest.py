"""A game for bots, bots of somebody else's, and an end for all processes that a test started."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from asking import setup

from elgrande.bots.runner import BotProcess
from elgrande.rules import State
from patience import PATIENCE
from thirdparty import install


@pytest.fixture
def state() -> State:
    """The beginning of a game."""
    return setup().start()


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Install the bot ``mine`` from its code."""
    return lambda code: install(tmp_path, monkeypatch, code)


@pytest.fixture
def processes() -> Iterator[Callable[..., BotProcess]]:
    """Make processes for a bot; they get all the time that they need, unless a test says less."""
    made: list[BotProcess] = []

    def make(name: str = "mine", **options: float) -> BotProcess:
        limits = {"deadline": PATIENCE, **options}
        made.append(BotProcess(name, setup(name), 5, **limits))
        return made[-1]

    yield make
    for process in made:
        process.close()
