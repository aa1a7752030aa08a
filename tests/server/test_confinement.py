"""What the kernel keeps a session from, whatever its Python thinks."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from elgrande.server.confinement import LANDLOCK, MACHINES, SECCOMP, locks

if sys.platform != "linux":
    pytest.skip("these locks are Linux's", allow_module_level=True)

ATTACKS = Path(__file__).parent / "attacks.py"


def attack(how: str) -> tuple[int, set[str]]:
    """Let a process do its worst, with locks or free; return how much it tried, and what worked."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        secret = Path(folder) / "save.toml"
        secret.write_text("secret")
        where = str(Path(folder) / "s")
        listener.bind(where)
        listener.listen()
        sibling = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        try:
            done = subprocess.run(
                [sys.executable, "-P", str(ATTACKS), folder, str(secret), where, str(sibling.pid),
                 how],
                capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            assert sibling.poll() is None, "the sibling lives"
        finally:
            sibling.communicate(b"\n")
    assert done.returncode == 0, done.stderr
    tried, through = json.loads(done.stdout)
    return tried, set(through)


def test_this_kernel_has_both_or_says_which_it_lacks() -> None:
    text = Path("/sys/kernel/security/lsm")
    if text.exists() and os.access(text, os.R_OK):
        assert (LANDLOCK in text.read_text()) == any(each.startswith(LANDLOCK) for each in locks())
    if os.uname().machine in MACHINES:
        assert SECCOMP in locks()


@pytest.mark.skipif(len(locks()) < 2, reason="this kernel lacks a lock")
def test_no_attack_gets_through_the_locks() -> None:
    tried, through = attack("locked")
    assert tried >= 50
    assert through == set()


def test_the_attacks_are_such_as_work_without_locks() -> None:
    _, through = attack("free")
    assert len(through) >= 30, sorted(through)


def test_every_machine_allows_what_the_others_allow() -> None:
    """The numbers differ; how many differ by calls that only the older machine has."""
    for machine in MACHINES.values():
        special = machine[2:]
        assert len({*machine.plain, *special}) == len(machine.plain) + len(special)
