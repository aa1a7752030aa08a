"""What is refused: everything that SSH can do besides, tried with OpenSSH's own programs."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import subprocess
from typing import TYPE_CHECKING

from over_ssh.server import PATIENCE, WIDE, Server
from over_ssh.visitors import people

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from over_ssh.figures import Figures


def matrix(figures: Figures) -> None:
    """Try each door that is closed; count what was let in, or refused without a word.

    What ``-L`` and ``-D`` ask of a server is what ``-W`` asks at once.
    """
    if shutil.which("ssh") is None:
        print("there is no ssh here, so what it is refused is not tried")
        return
    with Server(*WIDE) as server:
        (person,) = asyncio.run(people(server, 1))
        key = server.home / "key"
        person.key.write_private_key(str(key))
        key.chmod(0o600)
        other = server.home / "other"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other], check=True)
        tried = _tried(key, other, server.port, f"{person.name}@127.0.0.1")
        wrong = [name for name, (call, why) in tried.items() if not _refused(call, why)]
    for name in wrong:
        print(f"   not refused as it should be: {name}")
    figures.report("doors that are closed: tried", len(tried), "")
    figures.report("doors that are closed: not refused with sentence and status", len(wrong), "", 0)


def _tried(
    key: Path, other: Path, port: int, who: str
) -> dict[str, tuple[Sequence[str | Path], str]]:
    """Return calls by what they try, each with a part of the sentence that is to be said."""
    own = (
        "-F", "/dev/null", "-oIdentitiesOnly=yes", "-oStrictHostKeyChecking=no",
        "-oUserKnownHostsFile=/dev/null", "-oLogLevel=INFO",
    )  # fmt: skip
    keyed = (*own, "-i", str(key))
    ssh = ("ssh", *keyed, "-p", str(port))
    to = ("-P", str(port))
    forward = "-oExitOnForwardFailure=yes"
    return {
        "a file by sftp": (("sftp", *keyed, *to, who), "no files to copy"),
        "a file by scp": (("scp", *keyed, *to, key, f"{who}:x"), "no files to copy"),
        "a file by the old scp": (("scp", "-O", *keyed, *to, key, f"{who}:x"), "runs no commands"),
        "a command": ((*ssh, who, "sh -c id"), "runs no commands"),
        "a name with a shell in it": ((*ssh, who, "plain $(id)"), "name of a game"),
        "the app without a terminal": ((*ssh, "-T", who), "needs a terminal"),
        "the app in a dumb terminal": ((*ssh, "-tt", who), "cannot draw"),
        "forwarding (-W, -L, -D)": ((*ssh, "-W", "127.0.0.1:22", who), "forwards nothing"),
        "a port here": ((*ssh, forward, "-R", "0:127.0.0.1:22", who, "whoami"),
                        "forwarding failed"),
        "a socket here": ((*ssh, forward, "-R", "/tmp/none:/tmp/none", who, "whoami"),
                          "forwarding failed"),
        "a password": (("ssh", *own, "-oPubkeyAuthentication=no", "-p", str(port), who),
                       "ssh-keygen"),
        "no key": (("ssh", *own, "-oIdentityFile=none", "-p", str(port), who), "ssh-keygen"),
        "somebody else's name": (("ssh", *own, "-i", str(other), "-p", str(port), who, "whoami"),
                                 "belongs to another key"),
    }  # fmt: skip


def _refused(call: Sequence[str | Path], why: str) -> bool:
    """Say whether a call ends with a status that is not 0, and with the sentence."""
    main, side = pty.openpty()
    try:
        done = subprocess.run(
            call, stdin=side, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
            check=False, env={**os.environ, "TERM": "dumb", "SSH_AUTH_SOCK": ""},
        )  # fmt: skip
    finally:
        os.close(main)
        os.close(side)
    return done.returncode != 0 and why in done.stdout.decode(errors="replace")
