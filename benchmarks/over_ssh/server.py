"""A server of the benchmark's own, and what the system says of its processes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

TESTS = Path(__file__).parents[2] / "tests"
sys.path[:0] = [str(TESTS / "server"), str(TESTS)]

from houses import hearing  # noqa: E402

from elgrande.lobby import LobbyClient  # noqa: E402
from elgrande.server.control import Visitor, enter  # noqa: E402

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

PATIENCE = 60.0
START = 300.0
"""Seconds for a server to start, on a machine that others use too."""
WIDE = (
    "--an-address", "5000", "--a-minute", "100000", "--sessions", "200", "--new-names", "1000",
    "--most-games", "1000",
)  # fmt: skip
"""For many visitors who all have one address."""


class Server:
    """``elgrande serve`` in a folder of its own; a context."""

    def __init__(self, *options: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="eg-"))
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.log = self.home / "log"
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "elgrande", "--data-dir", str(self.home), "serve",
                 "--as-root", "--port", str(self.port), *options],
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        try:
            self._begin()
        except BaseException:
            self.process.terminate()
            raise

    def _begin(self) -> None:
        self.wait("ready")
        self.wait("started", part="host")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.process.terminate()
        self.process.wait(PATIENCE)
        if kind is None:
            shutil.rmtree(self.home)
        else:
            print(f"the server's folder stays, for its log: {self.home}", file=sys.stderr)

    def events(self, what: str) -> list[dict[str, Any]]:
        """Return what the log says of one kind."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        mark = f'"event": "{what}"'
        return [json.loads(line) for line in lines if mark in line and line.endswith("}")]

    def wait(self, what: str, **facts: Any) -> dict[str, Any]:
        """Wait until the log says something."""
        until = time.monotonic() + START
        while time.monotonic() < until:
            for event in reversed(self.events(what)):
                if facts.items() <= event.items():
                    return event
            time.sleep(0.05)
        raise RuntimeError(f"the server never said {what}; its log: {self.log}")

    def part(self, name: str) -> int:
        """Return the process of a part that lives."""
        started = [event for event in self.events("started") if event.get("name") == name]
        return int(started[-1]["process"])

    def forkserver(self) -> int:
        """Return the process that sessions are copied from."""
        return int(self.events("ready")[-1]["process"])

    def sessions(self) -> list[int]:
        """Return the processes of all sessions."""
        return children(self.forkserver())

    async def empty(self) -> None:
        """Wait until all sessions have ended."""
        while self.sessions():
            await asyncio.sleep(0.02)

    def records(self, game: str) -> int:
        """Return how many answers a save has."""
        return (self.home / "saves" / f"{game}.toml").read_bytes().count(b"[[command]]")


class Host(Server):
    """A host whose front the benchmark is: people come in without SSH, and say what they like."""

    def __init__(self) -> None:
        super().__init__("--part", "host")

    def _begin(self) -> None:
        self.wait("started")
        self._heard = hearing(self.home / "server")

    def come(self, user: str) -> LobbyClient:
        """Let somebody in, by a key of that name."""
        ours, theirs = socket.socketpair()
        enter(self.home / "server", Visitor(user, f"SHA256:{user}"), theirs)
        return LobbyClient.on(ours)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, in whichever of its threads."""
    found = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(word) for word in file.read_text().split()]
    return found


def descriptors(pid: int) -> int:
    """Return how many descriptors a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def memory(pid: int, what: str = "Pss") -> float:
    """Return a process's share of the memory, in MB; 0 if it may not be looked at."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(f"{what}:"):
                return int(line.split()[1]) / 1024
    return 0.0


def ticks(pid: int) -> float:
    """Return the CPU seconds of a process."""
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def written(pid: int) -> list[str]:
    """Return the files that a process may write to, but for its terminal, pipes and sockets."""
    found = []
    for each in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(OSError):
            to = os.readlink(f"/proc/{pid}/fd/{each}")
            info = Path(f"/proc/{pid}/fdinfo/{each}").read_text()
            flags = int(info.partition("flags:")[2].split()[0], 8)
            inside = to.startswith(("/dev/", "socket:", "pipe:", "anon_inode:"))
            if not inside and flags & os.O_ACCMODE:
                found.append(to)
    return found


def mapped(pid: int, *words: str) -> int:
    """Return how many of a process's mappings are of files with one of the words in their path."""
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{pid}/maps").read_text().splitlines()
        return sum(any(word in line for word in words) for line in lines)
    return 0
