"""The front's way to the host: who may come in, and a line for each session.

The host may end and start again at any time; whoever comes meanwhile is told so. Calls to it
(``control``) block, and so they are made in threads.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from elgrande.server import control
from elgrande.server.control import HostGone, NotAdmitted, Order, Visitor
from elgrande.server.doors import Closed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RESTING = "The games are away for a moment, since the server starts again; connect again soon."
ANEW = "anew"
"""Our own word among the orders: there is another host, or none."""
LOOK = 0.25
"""Seconds between two looks for a host that somebody waits for."""
AGAIN = 0.1
"""Seconds before a host that went away is looked for again."""


class Reception:
    """Asks the host in a folder; ``ordered`` hears what it wants of the front."""

    def __init__(self, folder: Path, ordered: Callable[[Order], None]) -> None:
        self._folder = folder
        self._ordered = ordered
        self._drained = ""

    async def admits(self, visitor: Visitor) -> str:
        """Return why a visitor may not even log in, or nothing."""
        try:
            return await asyncio.to_thread(control.banned, self._folder, visitor)
        except (HostGone, NotAdmitted):
            # They will hear of it when they have a session.
            return ""

    async def enter(self, visitor: Visitor) -> tuple[int, socket.socket]:
        """Return a session's number and its line to the host (Closed)."""
        if self._drained:
            raise Closed(self._drained)
        ours, its = socket.socketpair()
        try:
            number = await asyncio.to_thread(control.enter, self._folder, visitor, its)
        except (HostGone, NotAdmitted) as error:
            ours.close()
            raise Closed(str(error) if isinstance(error, NotAdmitted) else RESTING) from None
        except BaseException:
            ours.close()
            raise
        return number, ours

    async def returned(self, patience: float) -> None:
        """Wait until a host answers again, or for so many seconds."""
        nobody = Visitor("", "")
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while True:
                    with suppress(HostGone, NotAdmitted):
                        await asyncio.to_thread(control.banned, self._folder, nobody)
                        return
                    await asyncio.sleep(LOOK)

    def hear(self) -> None:
        """Hear the host's orders from now on, in a thread that ends with the process."""
        loop = asyncio.get_running_loop()

        def listen() -> None:
            # The loop may end while we listen.
            with suppress(RuntimeError):
                while True:
                    try:
                        for order in control.hear(self._folder):
                            loop.call_soon_threadsafe(self._hear, order)
                    except HostGone:
                        pass
                    except NotAdmitted:
                        # It hears another front.
                        time.sleep(1.0)
                    # Another host has drained nobody yet.
                    loop.call_soon_threadsafe(self._hear, Order(ANEW))
                    time.sleep(AGAIN)

        threading.Thread(target=listen, daemon=True, name="orders").start()

    def _hear(self, order: Order) -> None:
        if order.kind in ("drain", ANEW):
            self._drained = order.text
        self._ordered(order)
