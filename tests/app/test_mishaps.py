"""Wherever an error happens, it ends the app as an error: never with exit code 0."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import fresh
from textual.app import App

from elgrande.app.answering.bot_answers import BotPlay
from elgrande.app.app import ElGrande, live
from elgrande.app.terminal.ending import raised
from elgrande.cli.games import begun
from elgrande.saves import Paths, Store
from elgrande.table.host import BotTask


def fail(*_given: Any) -> None:
    raise ZeroDivisionError("by design")


async def failing() -> None:
    fail()


def _task(_app: ElGrande) -> None:
    asyncio.get_running_loop().create_task(failing()).add_done_callback(raised)


WHERE: dict[str, Callable[[ElGrande], object]] = {
    "message": lambda app: app.call_later(fail),
    "callback": lambda app: app.call_next(fail),
    "timer": lambda app: app.set_timer(0.001, fail),
    "interval": lambda app: app.set_interval(0.001, fail),
    # Textual divides by the time between two turns, in a task that the timer keeps.
    "timer's own task": lambda app: setattr(app, "kept", app.set_interval(0, fail)),
    "worker": lambda app: app.run_worker(failing()),
    "worker's thread": lambda app: app.run_worker(fail, thread=True),
    "loop": lambda _app: asyncio.get_running_loop().call_soon(fail),
    "task": _task,
    "thread": lambda _app: threading.Thread(target=fail).start(),
}


@pytest.fixture
def headless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ElGrande, "run", lambda app, mouse: App.run(app, headless=True))


@pytest.mark.usefixtures("headless")
@pytest.mark.parametrize("where", WHERE)
def test_an_error_is_raised_for_whoever_ran_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(ElGrande, "open_menu", lambda app, note="": WHERE[where](app))
    before = threading.excepthook
    with pytest.raises(ZeroDivisionError):
        live(ElGrande(Paths(tmp_path)))
    assert threading.excepthook is before


@pytest.mark.usefixtures("headless")
def test_an_error_in_playing_the_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotTask, "ask", fail)
    monkeypatch.setattr(BotPlay, "stop", lambda self: None)
    with pytest.raises(ZeroDivisionError):
        live(
            ElGrande(Paths(tmp_path), table=begun(Store(Paths(tmp_path)), fresh(2, 1, persons="")))
        )


@pytest.mark.usefixtures("headless")
def test_an_app_that_nobody_left_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ElGrande, "open_menu", lambda app, note="": app.panic("nothing"))
    with pytest.raises(RuntimeError, match="nobody had left it"):
        live(ElGrande(Paths(tmp_path)))


@pytest.mark.usefixtures("headless")
def test_leaving_is_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ElGrande, "open_menu", lambda app, note="": app.exit())
    assert live(ElGrande(Paths(tmp_path))) == 0


@pytest.mark.usefixtures("headless")
def test_a_terminal_that_goes_while_the_first_screen_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen that is made while the app is being left has no widgets, and wants none."""
    opened = ElGrande.open_menu

    def left(app: ElGrande, note: str = "") -> None:
        opened(app, note)
        app.end_by_signal(signal.SIGHUP)

    monkeypatch.setattr(ElGrande, "open_menu", left)
    assert live(ElGrande(Paths(tmp_path))) == 128 + signal.SIGHUP
