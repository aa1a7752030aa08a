"""Chairs whose messages go a long way to their Desk, as a remote one's do, and a bot nearby."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Collection
from contextlib import suppress

from elgrande.bots.runner import BotInside
from elgrande.lobby.wire import Desks, WireClient, WireError, WireServer
from elgrande.table import Chair, Desk, Table
from elgrande.table.desk import Message
from patience import PATIENCE


def loopback(table: Table, seats: Collection[int] | None = None) -> Chair:
    """Return a Chair whose messages all go through JSON."""
    desk = Desk(table, seats)

    def ask(message: Message) -> Message:
        answer: Message = json.loads(json.dumps(desk.handle(json.loads(json.dumps(message)))))
        return answer

    def subscribe(told: Callable[[Message], None]) -> Callable[[], None]:
        return desk.subscribe(lambda message: told(json.loads(json.dumps(message))))

    return Chair(ask, subscribe)


def wired(table: Table, seats: Collection[int] | None = None) -> Chair:
    """Return a Chair at a Table here, with a socket between them.

    A thread answers, so whoever uses the table besides takes turns with the Chair. The
    socket is closed with the Chair.
    """
    here, there = socket.socketpair()
    writing = threading.Lock()

    def write(data: bytes) -> None:
        with writing, suppress(OSError):
            there.sendall(data)

    def handle(message: Message, answer: Callable[[Message], None]) -> None:
        answer(desks.handle(message))

    end = WireServer(handle, write)
    desks = Desks(end.tell)
    desks.put("table", Desk(table, seats))

    def serve() -> None:
        with there:
            try:
                while data := there.recv(1 << 16):
                    end.feed(data)
            except (OSError, WireError):
                return

    threading.Thread(target=serve, daemon=True, name="desk").start()
    line = WireClient(here, PATIENCE)

    def ask(message: Message) -> Message:
        answer = line.ask({**message, "at": "table"})
        if message["ask"] == "close":
            line.close()
        return answer

    return Chair(ask, lambda told: line.subscribe("table", told))


def inside(name: str, table: Table) -> BotInside:
    """Return what asks a bot at a Table here, which is faster and cannot stop it."""
    return BotInside(name, table.private_seed)
