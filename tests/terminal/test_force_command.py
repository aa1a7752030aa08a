"""``ForceCommand elgrande`` of OpenSSH's server, one account a person: what that server would run.

It starts the account's shell with the command, whatever the visitor asked for, which stands in
``SSH_ORIGINAL_COMMAND``.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("terminals of Unix", allow_module_level=True)

import pwd

from raw import Raw

from patience import PATIENCE

ASKED = "touch asked-for; id"
COMMAND = f"exec {sys.executable} -P -m elgrande"


@pytest.fixture
def account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An account's home, with the environment that OpenSSH gives."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.7 50000 192.0.2.1 22")
    monkeypatch.setenv("SSH_TTY", "/dev/pts/0")
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", ASKED)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_menu_comes_whatever_was_asked_for(account: Path) -> None:
    app = Raw(
        account, "-c", "import os, sys; os.execv('/bin/sh', sys.argv[1:])", "sh", "-c", COMMAND
    )
    try:
        app.until(b"New game")
        app.send(b"\x11")
        assert app.ended() == 0
    finally:
        app.close()
    assert not (account / "asked-for").exists()
    for path in account.rglob("*"):
        assert not path.stat().st_mode & 0o077 or path.name.startswith("."), path


def test_without_a_terminal_it_is_a_sentence_and_a_status(account: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", COMMAND], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (account / "asked-for").exists()


def test_a_driver_that_is_named_stands_for_a_terminal(
    account: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``textual serve elgrande`` does, for a browser."""
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    code = (
        "from elgrande.app.screens.menu_screen import MenuScreen\n"
        "def label(self): self.app.exit(7, return_code=7)\n"
        "MenuScreen._label = label\n"
        "from elgrande.cli.main import main; import sys; sys.exit(main([]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 7, done.stderr


# -- a real sshd ---------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "server.md"


class Door:
    """An sshd on the loopback address, set up as the page for sysops says, and its visitor."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])
        for name in ("host", "key"):
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)],
                check=True,
            )
        shutil.copy(folder / "key.pub", folder / "authorized")
        block = PAGE.read_text(encoding="utf-8").partition("Match Group players\n")[2]
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        config = folder / "sshd_config"
        config.write_text(
            f"ListenAddress 127.0.0.1:{self.port}\nHostKey {folder / 'host'}\nPidFile none\n"
            f"AuthorizedKeysFile {folder / 'authorized'}\nStrictModes no\nUsePAM no\n"
            "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"
            "PermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n"
            f"SetEnv ELGRANDE_HOME={self.home} PATH={path}\n"
            f"Match User {self.user}\n{block.partition('```')[0]}"
        )
        self.process = subprocess.Popen(
            [*_call(), "-D", "-e", "-f", str(config)], stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        if "listening on" not in said:
            self.close()
            pytest.skip(f"sshd cannot run here: {said.strip()}")
        self.options = [
            "-F", "/dev/null", f"-oIdentityFile={folder / 'key'}", "-oIdentitiesOnly=yes",
            "-oStrictHostKeyChecking=no", "-oUserKnownHostsFile=/dev/null", "-oLogLevel=INFO",
        ]  # fmt: skip

    def ssh(self, *words: str) -> list[str]:
        """A call of the client."""
        return ["ssh", *self.options, "-p", self.port, *words]

    @property
    def there(self) -> str:
        return f"{self.user}@127.0.0.1"

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def _call() -> list[str]:
    """What starts sshd: as root it wants a folder of its own, which only root can make."""
    sshd = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin")
    if sshd is None:
        pytest.skip("there is no sshd here")
    for program in ("ssh", "sftp", "scp", "ssh-keygen"):
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program} here")
    folder = "/run/sshd"
    if os.geteuid() or os.path.isdir(folder):
        return [sshd]
    # In a view of the files that nobody else has, so that nothing stays.
    make = f'mount -t tmpfs none /run && mkdir {folder} && exec "$0" "$@"'
    return ["unshare", "--mount", "sh", "-c", make, sshd]


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    _call()
    made = Door(tmp_path)
    yield made
    made.close()


def outcome(call: list[str]) -> tuple[int, str]:
    """The status of a call without a terminal, and all that it says."""
    done = subprocess.run(
        call, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_a_real_sshd_gives_nothing_but_the_game(door: Door) -> None:
    file = door.home.parent / "file"
    file.write_text("x")
    made = door.home.parent / "made"
    for call, status, why in (
        (door.ssh(door.there, f"touch {made}"), 2, "needs a terminal"),
        (door.ssh("-W", "127.0.0.1:1", door.there), 255, "administratively prohibited"),
        (door.ssh("-oExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", door.there),
         255, "remote port forwarding failed"),
        # Of what a subsystem says on standard error, sshd tells its client nothing.
        (["sftp", *door.options, "-P", door.port, door.there], 255, "Connection closed"),
        (["scp", *door.options, "-P", door.port, str(file), f"{door.there}:{made}"],
         255, "Connection closed"),
        (["scp", "-O", *door.options, "-P", door.port, str(file), f"{door.there}:{made}"],
         1, "needs a terminal"),
        # As for the agent and the screen, they are not forwarded, and nothing else happens.
        (door.ssh("-A", "-X", door.there), 2, "needs a terminal"),
    ):  # fmt: skip
        found = outcome(call)
        assert found[0] == status, (call, found)
        assert why in found[1], (call, found)
    assert not made.exists()


@pytest.mark.long
def test_a_real_sshd_opens_the_menu_in_all_colours(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    execute = "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])"
    call = door.ssh("-t", "-oSendEnv=COLORTERM", door.there, ASKED)
    app = Raw(door.home, "-c", execute, *call)
    try:
        app.until(b"New game")
        assert b"\x1b[38;2;" in app.seen
        app.send(b"\x11")
        assert app.ended() == 0
    finally:
        app.close()
    assert not list(door.home.rglob("asked-for"))
    for path in door.home.rglob("*"):
        assert not path.stat().st_mode & 0o077 or path.name.startswith("."), path
