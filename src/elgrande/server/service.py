"""What a service manager is told: that a part is ready, and, again and again, that it lives.

The protocol is systemd's ``sd_notify``: datagrams to the socket that ``NOTIFY_SOCKET`` names.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from functools import cache

READY, ALIVE = "READY=1", "WATCHDOG=1"


@cache
def _manager() -> str:
    """Return where the manager hears; what this process starts does not speak in its name."""
    return os.environ.pop("NOTIFY_SOCKET", "")


def tell(state: str) -> None:
    """Tell the manager of this process something; nothing where there is none, or it is gone."""
    path = _manager()
    if not path.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.connect(f"\0{path[1:]}" if path.startswith("@") else path)
        sock.send(state.encode())
