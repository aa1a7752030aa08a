"""Host and front as two users: the front, and so every session, cannot open a save."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
if os.name != "posix" or os.geteuid() != 0:
    pytest.skip("only root can start programs as two users", allow_module_level=True)


import asyncssh

from patience import until

HOST, FRONT, SHARED = 64_001, 64_002, 64_003
"""Users and a group that nobody is; numbers need no entry in any file."""


OURS = [part for part in sys.path if part.endswith(("site-packages", "src"))]
"""Without the standard library, which may lie where only we can read it."""
ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(OURS)}


@pytest.fixture(scope="module")
def python() -> str:
    """A Python that the two users can run, with our packages."""
    for found in (sys.executable, shutil.which("python3", path="/usr/bin:/bin")):
        with suppress(OSError, subprocess.CalledProcessError):
            run_as(FRONT, [str(found), "-c", "import asyncssh, elgrande"], check=True)
            return str(found)
    pytest.skip("other users can run no Python that has our packages")


def run_as(
    user: int, call: list[str], groups: tuple[int, ...] = (SHARED,), check: bool = False
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        call, user=user, group=user, extra_groups=groups, cwd="/", env=ENVIRONMENT,
        capture_output=True, text=True, check=check,
    )  # fmt: skip


@pytest.fixture
def homes(folder: Path) -> tuple[Path, Path, Path]:
    """The host's folder, the front's, and where they meet, as the units make them."""
    folder.chmod(0o711)
    made = []
    for name, user, group, mode in (
        ("host", HOST, HOST, 0o700), ("front", FRONT, FRONT, 0o700), ("run", HOST, SHARED, 0o2750),
    ):  # fmt: skip
        path = folder / name
        path.mkdir()
        os.chown(path, user, group)
        path.chmod(mode)
        made.append(path)
    host, front, run = made
    return host, front, run


def started(python: str, user: int, home: Path, run: Path, *more: str) -> subprocess.Popen[str]:
    """Start a part of the server as a user."""
    call = [python, "-P", "-m", "elgrande", "--data-dir", str(home), "serve", "--part", *more]
    return subprocess.Popen(
        [*call, "--control", str(run)], user=user, group=user, extra_groups=[SHARED], cwd="/",
        env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def sessions() -> list[str]:
    """Return how the front's processes stand back that end first where memory runs out."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            of_front = f"Uid:\t{FRONT}\t" in (process / "status").read_text()
            if of_front and (process / "oom_score_adj").read_text() == "500\n":
                group = process / "autogroup"
                found.append(group.read_text().split()[-1] if group.exists() else "5")
    return found


@pytest.mark.long
async def test_the_front_reaches_the_host_and_no_save(
    homes: tuple[Path, Path, Path], python: str
) -> None:
    host_home, front_home, run = homes
    host = started(python, HOST, host_home, run, "host", "--front-user", str(FRONT))
    front = started(python, FRONT, front_home, run, "front", "--port", "0")
    try:
        assert front.stdout is not None
        port = int(front.stdout.readline().partition("-p ")[2].split()[0])
        until(lambda: (run / "control.sock").exists() or host.poll() is not None)
        assert host.poll() is None, host.stderr and host.stderr.read()
        async with asyncssh.connect(
            "127.0.0.1", port, username="ana", known_hosts=None, config=None, agent_path=None,
            client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        ) as connection:  # fmt: skip
            said = await connection.run("whoami")
            while "starts again" in str(said.stderr):
                # The front has not found the host yet.
                said = await connection.run("whoami")
            assert (said.exit_status, said.stdout) == (0, "You are ana.\n"), said.stderr
            session = await connection.create_process("plain")
            await session.stdout.readuntil("lobby>")
            if sys.platform == "linux":
                assert sessions() == ["5"]
            session.close()
        assert (host_home / "saves").is_dir()
        for path in (host_home, host_home / "saves"):
            tried = run_as(FRONT, [python, "-c", f"import os; os.listdir({str(path)!r})"])
            assert "Permission denied" in tried.stderr
        # What the sysop may do, the front may not.
        admin = [python, "-P", "-m", "elgrande", "admin", "--control", str(run), "who"]
        asked = run_as(FRONT, admin)
        assert asked.returncode == 2
        assert "user who runs the server" in asked.stderr
        assert run_as(HOST, admin).returncode == 0
        # And who is not in their group does not even reach the socket.
        assert run_as(FRONT, admin, ()).returncode == 2
    finally:
        for part in (front, host):
            part.terminate()
            part.communicate()
    assert front.returncode == host.returncode == 0
