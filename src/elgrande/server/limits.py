"""How much of everything a visitor gets, before and after the log-in."""

from __future__ import annotations

from dataclasses import dataclass

from elgrande.lobby.records import IDLE


@dataclass(frozen=True, slots=True)
class Limits:
    """The front's numbers; times are seconds. ``docs/server.md`` says why each is what it is."""

    sessions: int = 100
    """Terminals at a time, of everybody together."""
    strangers: int = 64
    """Connections that have not logged in yet."""
    connections: int = 200
    """Connections that have logged in; of one alone two terminals may come."""
    an_address: int = 8
    """Connections of one address at a time."""
    a_minute: int = 10
    """New connections of one address in any minute."""
    keys: int = 6
    """Keys that one connection may try."""
    a_connection: int = 2
    """Sessions that one connection may have at a time."""
    a_key: int = 4
    """Sessions of one key at a time; of one address as many as connections."""
    comes: int = 60
    """Sessions of one key, or of the guests of an address, in any minute."""
    lines: int = 240
    """Lines of log about one address in any minute."""
    refusals: int = 20
    """What one connection may ask for that is not given, until it is closed."""
    login: float = 20.0
    """Until who connects has logged in."""
    unused: float = 30.0
    """How long a connection may go without a session after the log-in."""
    returning: float = 20.0
    """How long a visitor waits for a host that starts again, before the line is closed."""
    starts: int = 3
    """Sessions that start at the same time; more would all be slow."""
    start: float = 20.0
    """How long a session may take to start, waiting for its turn included."""
    idle: float = IDLE
    """Without a key from a visitor, until their line is closed."""
    ending: float = 2.0
    """How long a session may take to end once its terminal is gone."""


LOST = 75
"""The exit code of a session that has lost its line to the host, and could go on with another."""
COLUMNS = (20, 400)
"""The narrowest and the widest window that a program is told of."""
ROWS = (8, 150)
"""The lowest and the highest."""
USUAL = (80, 24)
"""What a terminal that does not say its size is taken for."""
BUFFER = 1 << 16
"""Bytes that wait for a program, or for a client, before the other side has to wait."""
MEMORY = 768 << 20
"""Bytes of addresses that a session may map."""
FILES = 64
"""Files and sockets that a session may have open."""
