"""What whoever runs the server is told.

The sysop reads one JSON object a line on standard error, an event each. A service manager hears
that a part is ready, and, again and again, that it lives. The protocol is systemd's ``sd_notify``:
datagrams to the socket that ``NOTIFY_SOCKET`` names.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from contextlib import suppress
from functools import cache
from typing import Any

from elgrande.content.clean import clean

READY, ALIVE = "READY=1", "WATCHDOG=1"
LONGEST = 200
"""Letters of a text in it; of a traceback, lines."""


def event(part: str, what: str, /, **facts: Any) -> None:
    """Write an event of a part of the server; nothing comes of it where nobody can read it."""
    told = {name: _harmless(name, value) for name, value in facts.items() if value is not None}
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = json.dumps({"time": stamp, "part": part, "event": what, **told}, ensure_ascii=False)
    with suppress(OSError, ValueError):
        # One write a line, so that those of several processes do not mix.
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def _harmless(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if name == "traceback":
        return [clean(line, LONGEST) for line in value.splitlines()[-LONGEST:]]
    return clean(value, LONGEST)


@cache
def _manager() -> str:
    """Return where the manager hears; what this process starts does not speak in its name."""
    return os.environ.pop("NOTIFY_SOCKET", "")


def tell_manager(state: str) -> None:
    """Tell the manager of this process something; nothing where there is none, or it is gone."""
    path = _manager()
    if not path.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.connect(f"\0{path[1:]}" if path.startswith("@") else path)
        sock.send(state.encode())
