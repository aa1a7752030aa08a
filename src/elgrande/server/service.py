"""What a service manager is told: that a part is ready, and, again and again, that it lives.

The protocol is systemd's ``sd_notify``: datagrams to the socket that ``NOTIFY_SOCKET`` names.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress

READY, ALIVE = "READY=1", "WATCHDOG=1"


def tell(state: str) -> None:
    """Tell the manager of this process something; nothing where there is none, or it is gone."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.connect(f"\0{path[1:]}" if path.startswith("@") else path)
        sock.send(state.encode())


def forget() -> None:
    """Let what this process starts not speak in its name."""
    os.environ.pop("NOTIFY_SOCKET", None)
