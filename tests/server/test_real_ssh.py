"""OpenSSH's own client: what it shows of every refusal, and the real app in a real terminal."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
for _program in ("ssh", "sftp", "scp", "ssh-keygen"):
    if os.name != "posix" or shutil.which(_program) is None:
        pytest.skip(f"there is no {_program} here", allow_module_level=True)

from raw import Raw  # noqa: E402

from elgrande.content.setup import Setup  # noqa: E402
from elgrande.table import new_game  # noqa: E402
from patience import PATIENCE, until  # noqa: E402

HOST = "ana@127.0.0.1"


@pytest.fixture
def options(folder: Path) -> list[str]:
    """What makes OpenSSH a stranger without a configuration, with a key."""
    key = folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    chosen = {
        "IdentityFile": key, "IdentitiesOnly": "yes", "StrictHostKeyChecking": "no",
        "UserKnownHostsFile": folder / "known", "LogLevel": "INFO",
    }  # fmt: skip
    return ["-F", "/dev/null", *(f"-o{name}={value}" for name, value in chosen.items())]


async def outcome(*call: str) -> tuple[int, str]:
    """Run a program without a terminal; return its status and all that it says."""
    process = await asyncio.create_subprocess_exec(
        *call, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "SSH_AUTH_SOCK": "", "DISPLAY": ":9"},
    )  # fmt: skip
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_every_refusal_is_a_sentence_and_a_status(
    served: Callable[..., Any], options: list[str], folder: Path
) -> None:
    (folder / "file").write_text("x")
    async with served() as here:
        port = str(here.port)
        ssh = ["ssh", *options, "-p", port]
        nobody = [each for each in options if "IdentityFile" not in each]
        for call, status, why in (
            ([*ssh, HOST], 2, "needs a terminal"),
            ([*ssh, HOST, "sh", "-c", "id"], 2, "runs no commands"),
            ([*ssh, "stranger@127.0.0.1", "games"], 2, "belongs to another key"),
            ([*ssh, "-W", "127.0.0.1:22", HOST], 255, "forwards nothing"),
            ([*ssh, "-oExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", HOST, "whoami"],
             255, "remote port forwarding failed"),
            (["sftp", *options, "-P", port, HOST], 255, "no files to copy"),
            (["scp", *options, "-P", port, str(folder / "file"), f"{HOST}:x"],
             255, "no files to copy"),
            (["scp", "-O", *options, "-P", port, str(folder / "file"), f"{HOST}:x"],
             1, "runs no commands"),
            (["ssh", *nobody, "-oIdentityFile=none", "-p", port, HOST], 255, "ssh-keygen"),
            (["ssh", *nobody, "-oPubkeyAuthentication=no", "-p", port, HOST], 255, "ssh-keygen"),
            # What a client asks for besides is not given, and does not stop it.
            ([*ssh, "-A", "-X", HOST, "whoami"], 0, "door whoami"),
        ):  # fmt: skip
            found = await outcome(*call)
            assert found[0] == status, (call, found)
            assert why in found[1], (call, found)
        assert len(here.said("session")) == 1, "whoami alone"


@pytest.mark.long
def test_the_app_is_painted_played_and_left_and_opens_no_file_for_writing(
    folder: Path, options: list[str]
) -> None:
    from small_host import SmallHost

    control = folder / "c"
    control.mkdir()
    table = new_game(Setup.of(2, seed=3))
    host = SmallHost(control, {"game-1": table})
    log = folder / "log"
    call = [
        sys.executable, "-P", "-m", "elgrande", "--data-dir", str(folder), "serve", "--as-root",
        "--part", "front", "--control", str(control), "--port", "0",
    ]  # fmt: skip
    with open(log, "w") as writing:
        front = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=writing, text=True)
    assert front.stdout is not None
    port = front.stdout.readline().partition("-p ")[2].split()[0]
    key = front.stdout.readline()
    assert "SHA256:" in key
    ssh = ["ssh", "-t", *options, "-p", port, HOST, "game-1"]
    execute = "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])"
    app = Raw(folder, "-c", execute, *ssh)
    try:
        app.until(b"play a power card")
        session = log.read_text().partition('"door": "game", "process": ')[2]
        pid = int(session.partition(",")[0])
        for number in os.listdir(f"/proc/{pid}/fd"):
            file = os.readlink(f"/proc/{pid}/fd/{number}")
            assert file.startswith(("/dev/pts/", "socket:", "pipe:", "anon_inode:")), file
        assert b"SHA256" not in Path(f"/proc/{pid}/environ").read_bytes()
        before = table.history.head
        app.press(b"9", b"Blue")
        until(lambda: table.history.head != before, "an answer reaches the table")
        app.press(b"\x02", b"There is no folder")
        app.send(b"\x11")
        assert app.ended() == 0
        front.send_signal(signal.SIGTERM)
        assert front.wait(PATIENCE) == 0
    finally:
        app.close()
        front.kill()
        front.wait()
        front.stdout.close()
        host.close()
    assert b"Traceback" not in app.seen
    assert sorted(path.name for path in folder.rglob("*.toml")) == []
