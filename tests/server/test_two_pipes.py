"""Two OpenSSH clients without a terminal: a game made, joined, played and played once more."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
for _program in ("ssh", "ssh-keygen"):
    if os.name != "posix" or shutil.which(_program) is None:
        pytest.skip(f"there is no {_program} here", allow_module_level=True)

from patience import PATIENCE, until  # noqa: E402

CALL = [sys.executable, "-P", "-m", "elgrande"]
ANSWERS = 3000
"""More lines than a game of two has answers; those that are left over come too late."""


class Pipe:
    """One ``ssh host plain``: what is typed goes in by a pipe, what is said comes by another."""

    def __init__(self, folder: Path, port: int, name: str) -> None:
        key = folder / f"key-{name}"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        chosen = {
            "IdentityFile": key, "IdentitiesOnly": "yes", "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": folder / f"known-{name}", "LogLevel": "ERROR",
        }  # fmt: skip
        self.process = subprocess.Popen(
            ["ssh", "-T", "-F", "/dev/null", *(f"-o{what}={how}" for what, how in chosen.items()),
             "-p", str(port), f"{name}@127.0.0.1", "plain"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "SSH_AUTH_SOCK": ""}, bufsize=0,
        )  # fmt: skip
        self.heard = ""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while data := self.process.stdout.read(65_536):
            self.heard += data.decode()

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def until(self, pattern: str, begin: int = 0) -> re.Match[str]:
        """Wait until something is said, and return it."""

        def found() -> re.Match[str] | None:
            assert self.process.poll() is None, self.heard[-2000:]
            return re.compile(pattern, re.MULTILINE).search(self.heard, begin)

        match: re.Match[str] = until(found, pattern)
        return match

    def ask(self, line: str, pattern: str) -> re.Match[str]:
        """Type a line, and wait for what it brings."""
        begin = len(self.heard)
        self.type(line)
        return self.until(pattern, begin)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._listener.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    """A server in a process of its own, on a port of this machine alone."""
    log = folder / "log"
    with open(log, "w") as writing:
        process = subprocess.Popen(
            [*CALL, "--data-dir", str(folder), "serve", "--as-root", "--port", "0"],
            stderr=writing, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def ready() -> int:
        assert process.poll() is None, log.read_text()
        lines = [line for line in log.read_text().splitlines() if line.endswith("}")]
        events: list[Any] = [json.loads(line) for line in lines]
        kinds = [event["event"] for event in events]
        if "ready" not in kinds or kinds.count("started") < 3:
            return 0
        return int(events[kinds.index("listening")]["port"])

    try:
        yield until(ready)
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0


@pytest.mark.long
def test_two_pipes_make_join_play_and_rematch(folder: Path, port: int) -> None:
    pipes: list[Pipe] = []
    try:
        for name in ("ana", "bea"):
            pipes.append(Pipe(folder, port, name))
            pipes[-1].until("There are no games yet")
        ana, bea = pipes
        word = ana.ask("make 1996 me anybody private", r"join-(\S+)")[1].rstrip(".,")
        bea.ask(f"join {word}", "lobby>")
        game = bea.ask("games", r"^(?:lobby> )?(\S+): round 1\b")[1]
        # Nobody thinks: the first answer is always legal.
        players = [
            threading.Thread(target=pipe.type, args=(f"play {game}", *["first"] * ANSWERS))
            for pipe in pipes
        ]
        for player in players:
            player.start()
        for pipe in pipes:
            pipe.until("Round 9")
        for player in players:
            player.join(PATIENCE)
        # What was typed too late is refused in the lobby; the word that is known comes behind it.
        assert ana.ask("games", rf"{game}: over")
        again = ana.ask(f"rematch {game}", r"(\S+): waits for players")[1]
        assert again != game
        bea.ask(f"rematch {game}", "lobby>")
        assert bea.ask("games", rf"{again}: round 1\b")
        for pipe in pipes:
            pipe.type("quit")
            assert pipe.process.wait(PATIENCE) == 2, "lines that came too late were refused"
            assert "\x1b" not in pipe.heard
    finally:
        for pipe in pipes:
            pipe.close()
    saves = sorted((folder / "saves").glob("*.toml"))
    assert len(saves) == 2
    for save in saves:
        assert subprocess.run([*CALL, "check", str(save)], check=False).returncode == 0
