"""The front as a process: from its key and its port until a signal."""

from __future__ import annotations

import asyncio
import logging
import signal
from asyncio import FIRST_COMPLETED
from typing import TYPE_CHECKING, Any

import asyncssh

from elgrande.server import service
from elgrande.server.confinement import keep_secret
from elgrande.server.front.listening import Front
from elgrande.server.starter import Starter

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from elgrande.server.limits import Limits


EACH = 5.0
"""Seconds between two signs of life."""


def make_key() -> bytes:
    """Return a new host key, as its file has it."""
    return asyncssh.generate_private_key("ssh-ed25519", "elgrande").export_private_key()


async def _live() -> None:
    """Tell the service manager again and again that the loop goes round."""
    while True:
        service.tell(service.ALIVE)
        await asyncio.sleep(EACH)


async def run(
    listener: socket.socket,
    key: bytes,
    folder: Path,
    command: Sequence[str],
    limits: Limits,
    told: Callable[..., None],
    *,
    guests: bool,
    known_as: str = "",
    listening: Callable[[str], None],
) -> None:
    """Serve until a signal asks for the end; ``listening`` is told the fingerprint once it does."""
    keep_secret()
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    starter = Starter(command, told)
    front = Front(key, folder, starter, limits, told, guests=guests, known_as=known_as)
    starter.begin()
    serving = loop.create_task(front.listen(listener))
    front.reception.hear()
    told("listening", address=str(listener.getsockname()[0]), port=listener.getsockname()[1],
         key=front.fingerprint)  # fmt: skip
    listening(front.fingerprint)
    service.tell(service.READY)
    living = loop.create_task(_live())
    ended = loop.create_task(stop.wait())
    waited: list[asyncio.Task[Any]] = [serving, ended]
    await asyncio.wait(waited, return_when=FIRST_COMPLETED)
    listener.close()
    serving.cancel()
    living.cancel()
    await front.stop()
    if serving.done() and not serving.cancelled():
        # It only ends by an error.
        serving.result()
