"""One evening over SSH: two people, a bot and somebody who looks on; a line and the host are lost.

Everybody comes again, the game goes on to its end, and its save is sound.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from patience import PATIENCE, eventually  # noqa: E402

CALL = [sys.executable, "-P", "-m", "elgrande"]
ANSWERS = "first\n" * 5000
"""Nobody thinks: the first answer is always legal."""


class Evening:
    """A server in a folder, and whoever comes to it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        self.keys = {
            name: asyncssh.generate_private_key("ssh-ed25519") for name in ("ana", "bea", "eve")
        }
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [*CALL, "--data-dir", str(folder), "serve", "--as-root", "--port", "0",
                 "--a-minute", "100000"],
                stderr=log, stdout=subprocess.DEVNULL,
            )  # fmt: skip

    def events(self, what: str) -> list[dict[str, Any]]:
        """Return the whole lines of the log that say it."""
        lines = [line for line in self.log.read_text().splitlines() if line.endswith("}")]
        return [event for event in map(json.loads, lines) if event["event"] == what]

    def connect(self, name: str) -> Any:
        """Return a connection to be entered."""
        return asyncssh.connect(
            "127.0.0.1", self.events("listening")[0]["port"], username=name, config=None,
            client_keys=[self.keys[name]], known_hosts=None, agent_path=None,
        )  # fmt: skip

    async def run(self, name: str, words: str, *lines: str) -> Any:
        """Return what comes of some lines through a pipe."""
        async with self.connect(name) as connection:
            return await connection.run(words, input="".join(f"{line}\n" for line in lines))

    async def over(self, game: str) -> bool:
        """Whether a game is over."""
        return f"{game}: over" in (await self.run("ana", "games")).stdout

    async def play(self, name: str, game: str) -> None:
        """Play until the game is over, and come again as often as the line is lost."""
        over = False
        while not over:
            with suppress(OSError, asyncssh.Error):
                async with self.connect(name) as connection:
                    await connection.run(f"plain {game}", input=ANSWERS)
                over = await self.over(game)

    async def follow(self, game: str) -> str:
        """Look on until the game is over; return all that was told."""
        told = ""
        while not await self.over(game):
            with suppress(OSError, asyncssh.Error):
                async with (
                    self.connect("eve") as connection,
                    connection.create_process("plain") as process,
                ):
                    process.stdin.write(f"follow {game}\n")
                    heard = ""
                    # Back at the lobby's question it is over, or the table is gone.
                    while heard.count("lobby>") < 2 and (piece := await process.stdout.read(4096)):
                        heard += piece
                    told += heard
                    process.stdin.write("quit\n")
                    process.stdin.write_eof()
        return told


@pytest.mark.long
async def test_an_evening(folder: Path) -> None:
    evening = Evening(folder)
    try:
        await eventually(lambda: evening.events("ready") and len(evening.events("started")) == 3)
        made = await evening.run("ana", "plain", "make 1996 me anybody random", "quit")
        assert made.exit_status == 0, made.stderr
        (game,) = set(re.findall(r"^(\S+): ", made.stdout, re.M))
        assert (await evening.run("bea", "plain", f"join {game}", "quit")).exit_status == 0
        players = [asyncio.create_task(evening.play(name, game)) for name in ("ana", "bea")]
        spectator = asyncio.create_task(evening.follow(game))
        saves = folder / "saves"

        def answers() -> int:
            return sum(path.read_text().count("[[command]]") for path in saves.glob("*.toml"))

        # One is cut off, then the host is killed, each once the game has gone on.
        await eventually(lambda: answers() > 20)
        sessions = [e["process"] for e in evening.events("session") if e["door"] == "plain"]
        os.kill(sessions[-1], signal.SIGKILL)
        await eventually(lambda: answers() > 40)
        before = answers()
        host = [e["process"] for e in evening.events("started") if e.get("name") == "host"]
        os.kill(host[-1], signal.SIGKILL)
        assert answers() >= before
        export = None
        while export is None or export.exit_status:
            with suppress(OSError, asyncssh.Error):
                export = await evening.run("eve", f"export {game}")
        assert 'edition = "1996"' in export.stdout, "a position, as whoever looks on may know it"
        assert "seed" not in export.stdout
        watched = None
        while watched is None or watched.exit_status:
            with suppress(OSError, asyncssh.Error):
                watched = await evening.run("ana", "plain", f"watch {game}", "quit")
        assert "Round" in watched.stdout
        await asyncio.gather(*players)
        told = await spectator
        assert "Round 9" in told, "eve has seen the last round"
        assert "[[seat]]" not in told
        kept = (await evening.run("eve", f"export {game}")).stdout
        (save,) = saves.glob("*.toml")
        assert kept == save.read_text(), "a finished game's save is for everybody who may see it"
        check = subprocess.run(
            [*CALL, "--data-dir", str(folder), "check", str(save)], capture_output=True, text=True,
            check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert check.returncode == 0, check.stdout + check.stderr
        assert len(evening.events("ended")) == 1, "the host, once"
    finally:
        evening.process.terminate()
        assert evening.process.wait(PATIENCE) == 0


@pytest.mark.long
@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")
async def test_turns_asks_a_real_server_with_ones_own_ssh(folder: Path) -> None:
    """Whose turn it is is told by name, and a server that cannot be reached in a sentence."""
    evening = Evening(folder)
    key, known, ssh = folder / "key", folder / "known", folder / "bin" / "ssh"
    evening.keys["ana"].write_private_key(key)
    key.chmod(0o600)
    # As one's own configuration would have it, which is read from no folder that a test chooses.
    config = folder / "config"
    config.write_text(
        f"IdentityFile {key}\nIdentitiesOnly yes\nUserKnownHostsFile {known}\n"
        "StrictHostKeyChecking accept-new\n"
    )
    ssh.parent.mkdir()
    ssh.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {config} "$@"\n')
    ssh.chmod(0o755)
    home = folder / "mine"

    async def turns(*words: str) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            *CALL, "--data-dir", str(home), "turns", *words,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PATH": f"{ssh.parent}:{os.environ['PATH']}", "SSH_AUTH_SOCK": ""},
        )  # fmt: skip
        out, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, out.decode()

    try:
        await eventually(lambda: evening.events("ready") and len(evening.events("started")) == 3)
        port = evening.events("listening")[0]["port"]
        ana = f"ana@127.0.0.1:{port}"
        code, told = await turns("--server", ana)
        assert (code, told) == (0, f"No save waits for you.\nNo game on {ana} waits for you.\n")
        made = await evening.run("ana", "plain", "make 1996 me random", "quit")
        (game,) = set(re.findall(r"^(\S+): ", made.stdout, re.M))
        # The bot may have the first answer.
        while f"Your turn on {ana}:\n  {game}: " not in told:
            code, told = await turns()
            assert code == 0, told
        code, told = await turns("--server", "away@127.0.0.1:1", "--json")
        assert code == 1
        asked = json.loads(told)["servers"]
        assert [each["server"] for each in asked] == [ana, "away@127.0.0.1:1"]
        assert asked[0]["games"][0].startswith(f"{game}: ")
        assert asked[1]["problem"].endswith(".")
    finally:
        evening.process.terminate()
        assert evening.process.wait(PATIENCE) == 0
    code, told = await turns("--forget", "away@127.0.0.1:1")
    assert code == 1
    assert told.splitlines()[-1].startswith(f"{ana} cannot be reached: ")
