"""What a server is called by those who come to it, and what they type to get there."""

from __future__ import annotations

import re
from contextlib import suppress

UNKNOWN = "HOST"
"""What stands for a server that has not said its name."""
USUAL = 22
"""The port that ssh takes if it is told none."""
SHAPE = re.compile(
    r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.%a-z]{2,60}\])"
    r"(?::(?P<port>[0-9]{1,5}))?"
)


def split(server: str) -> tuple[str, int]:
    """Return host and port of ``HOST[:PORT]``, an IPv6 address in brackets; ValueError if it is
    none.
    """
    found = SHAPE.fullmatch(server)
    port = int(found["port"] or USUAL) if found else 0
    if found is None or not 0 < port < 1 << 16:
        raise ValueError(f"{server!r} is not HOST or HOST:PORT, as in games.example.org:2222")
    return found["host"].strip("[]"), port


def sound(server: str) -> str:
    """Return how a server is called, or nothing where that cannot be an address."""
    with suppress(ValueError):
        return joined(*split(server))
    return ""


def joined(host: str, port: int) -> str:
    """Return a host and a port as one word, which ``split`` reads."""
    host = f"[{host}]" if ":" in host else host
    return host if port == USUAL else f"{host}:{port}"


def ssh(server: str, words: str = "", *, user: str = "", terminal: bool = True) -> str:
    """Return the command that leads to a server, or to what ``words`` ask for there.

    ``server`` is ``HOST[:PORT]``, or nothing where it is not known.
    """
    host, port = split(server) if server else (UNKNOWN, USUAL)
    where = f"{user}@{host}" if user else host
    options = ["-t"] * terminal + ([] if port == USUAL else ["-p", str(port)])
    return " ".join(["ssh", *options, where, *([words] if words else [])])
