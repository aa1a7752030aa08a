"""A front in the test's own loop, with a small host and sessions that need no app."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a host takes longer to answer than anybody else would wait."""
    monkeypatch.setattr("elgrande.server.control.PATIENCE", PATIENCE)
    monkeypatch.setattr("elgrande.lobby.client.ADVICE_PATIENCE", PATIENCE)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short: that of a Unix socket has to be."""
    made = Path(tempfile.mkdtemp(prefix="eg-"))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def served(folder: Path) -> Callable[..., Any]:
    """Give what serves in a block: ``async with served(...) as front``."""
    pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
    if os.name != "posix":
        pytest.skip("the server is for Unix")
    from knocking import Served
    from small_host import SmallHost

    from elgrande.server.front import Front, make_key
    from elgrande.server.front.processes import Starter
    from elgrande.server.limits import Limits

    @asynccontextmanager
    async def serve(
        *, host: bool = True, guests: bool = True, command: Any = None, tables: Any = None,
        **numbers: Any,
    ) -> AsyncIterator[Served]:  # fmt: skip
        command = command or [sys.executable, str(HERE / "small_sessions.py")]
        # Who waits for what never comes is closed when a test gives up, and not in an hour; and
        # nothing is over sooner because the machine is busy.
        slow = dict.fromkeys(("idle", "login", "start", "unused", "ending"), PATIENCE)
        numbers = {"a_minute": 10_000, "an_address": 1000, **slow, **numbers}
        events: list[dict[str, Any]] = []

        def told(what: str, **facts: Any) -> None:
            events.append({"event": what, **facts})

        small = SmallHost(folder, tables or {}) if host else None
        starter = Starter(command, told)
        front = Front(make_key(), folder, starter, Limits(**numbers), told, guests=guests)
        starter.begin()
        listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        listening = asyncio.create_task(front.listen(listener))
        await starter.ready()
        try:
            yield Served(front, listener.getsockname()[1], events, small)
        finally:
            listening.cancel()
            listener.close()
            await front.stop()
            if small is not None:
                small.close()

    return serve


@pytest.fixture
def house(folder: Path) -> Iterator[Any]:
    """A whole host in a thread."""
    from houses import House

    made = House(folder)
    yield made
    made.close()
    assert made.fault is None
