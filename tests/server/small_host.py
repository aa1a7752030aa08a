"""A host as small as can be: a control socket, and tables where everybody may answer for all."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from elgrande.content.plain import to_plain
from elgrande.lobby.records import RUNNING, GameLine, Room, SeatLine
from elgrande.lobby.wire import LONGEST_TOLD, Desks, WireError, WireServer, packed
from elgrande.server.control import NAME, received
from elgrande.table import Table
from elgrande.table.desk import Desk

STRANGER = "stranger"
"""Whose key is nobody's, this host says."""
BANNED = "banned"
TODAY = "today"
"""Who has claimed this name today."""


class SmallHost:
    """Answers a front, in threads; ``came`` are the visitors that it let in."""

    def __init__(self, folder: Path, tables: Mapping[str, Table]) -> None:
        self.tables = dict(tables)
        self.came: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        """Whom the front asked about before it let them in."""
        self._lock = threading.RLock()
        self._path = folder / NAME
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen(200)
        self._open = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Be gone, with all lines."""
        self._path.unlink()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                call, _ = self._listener.accept()
                self._open.append(call)
                threading.Thread(target=self._answer, args=(call,), daemon=True).start()

    def _answer(self, call: socket.socket) -> None:
        with call, suppress(OSError):
            data, given = received(call, 1 << 16)
            asked = json.loads(data)
            if asked["call"] == "hear":
                call.recv(1)
                return
            if asked["call"] == "here":
                call.sendall(packed({}, LONGEST_TOLD))
                return
            visitor = asked["visitor"]
            answer: dict[str, Any] = {
                "banned": "Go away." * (visitor["user"] == BANNED),
                "known": visitor["user"] not in (BANNED, STRANGER, "new"),
                "new": visitor["user"] == TODAY,
            }
            if asked["call"] == "banned":
                self.asked.append(visitor)
            if asked["call"] == "enter" and visitor["user"] == STRANGER:
                answer = {"refused": "That name belongs to another key."}
            elif asked["call"] == "enter":
                self.came.append(visitor)
                line = socket.socket(fileno=given.pop())
                self._open.append(line)
                threading.Thread(target=self._serve, args=(line, visitor), daemon=True).start()
                guest = visitor["user"] == "guest"
                answer = {"session": len(self.came), "name": visitor["user"], "guest": guest}
            for left in given:
                socket.socket(fileno=left).close()
            call.sendall(packed(answer, LONGEST_TOLD))

    def _room(self, name: str, user: str) -> Room:
        """A game of which every seat is the visitor's."""
        setup = self.tables[name].setup
        seats = tuple(
            SeatLine(player.colour, user, player.source, here=True, mine=True)
            for player in setup.players
        )
        return Room(GameLine(name, RUNNING, setup.edition, setup.expansions, seats, mine=True))

    def _serve(self, line: socket.socket, visitor: dict[str, Any]) -> None:
        writing = threading.Lock()

        def write(data: bytes) -> None:
            with writing, suppress(OSError):
                line.sendall(data)

        def handle(message: dict[str, Any], answer: Any) -> None:
            with self._lock:
                if message.get("at"):
                    answer(desks.handle(message))
                elif message["ask"] in ("sit", "watch") and message["game"] in self.tables:
                    desks.put(message["game"], Desk(self.tables[message["game"]]))
                    answer({"at": message["game"]})
                elif message["ask"] == "room" and message["game"] in self.tables:
                    answer({"room": to_plain(self._room(message["game"], visitor["user"]))})
                elif message["ask"] == "games":
                    answer({"games": []})
                else:
                    answer({"refused": "There is no such thing here."})

        me = {"name": visitor["user"], "guest": visitor["user"] == "guest"}
        end = WireServer(handle, write, me=me, door=visitor["door"])
        desks = Desks(end.tell)
        with line, suppress(OSError, WireError):
            while data := line.recv(1 << 16):
                end.feed(data)
        with self._lock:
            desks.close()
