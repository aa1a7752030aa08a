"""What the kernel keeps a session from, whatever its Python thinks."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from elgrande.server.confinement import LANDLOCK, MACHINES, SECCOMP, locks
from patience import eventually

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


async def test_a_session_has_what_locks_there_are_before_its_first_byte(
    served: Callable[..., Any],
) -> None:
    async with served() as here, here.connect() as connection:
        process = await connection.create_process("plain echo")
        assert "door plain" in await process.stdout.readline()
        (told,) = await eventually(lambda: here.said("session"))
        status = Path(f"/proc/{told['process']}/status").read_text()
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        if SECCOMP in locks():
            assert (fields["Seccomp"], fields["NoNewPrivs"]) == ("2", "1")
        # Nobody of its user looks at it, and where memory runs out it goes first.
        assert Path(f"/proc/{told['process']}").stat().st_uid == 0
        assert Path(f"/proc/{told['process']}/oom_score_adj").read_text() == "500\n"
        (ready,) = here.said("ready")
        assert ready["locks"] == (", ".join(locks()) or "none")
        assert Path(f"/proc/{ready['process']}").stat().st_uid == 0, "nor at what starts them"


async def test_who_fails_on_purpose_fills_no_log(served: Callable[..., Any]) -> None:
    async with served() as here:
        for _ in range(50):
            here.front.starter._hear({"failed": "x", "process": 0})
        assert len(here.said("session failed")) == 20


def test_the_attacks_are_such_as_work_without_locks() -> None:
    _, through = attack("free")
    assert len(through) >= 30, sorted(through)


def test_the_numbers_are_those_of_the_kernel_s_headers() -> None:
    headers = {
        "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        "aarch64": Path("/usr/include/asm-generic/unistd.h"),
    }
    if not all(path.exists() for path in headers.values()):
        pytest.skip("the kernel's headers are not here (linux-libc-dev)")
    for machine, path in headers.items():
        found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", path.read_text())
        numbers = {name: int(number) for name, number in found}
        for name, number in MACHINES[machine]["plain"].items():
            assert numbers[name] == number, machine
        for name, number in MACHINES[machine]["special"].items():
            assert number in (numbers.get(name), numbers.get(f"{name}64")), machine


def test_every_machine_allows_what_the_others_allow() -> None:
    """Only the older machine has more, older calls."""
    named = {name: set(machine["plain"]) for name, machine in MACHINES.items()}
    for machine in MACHINES.values():
        numbers = [*machine["plain"].values(), *machine["special"].values()]
        assert len({*numbers}) == len(numbers)
    older = {"access", "dup2", "epoll_wait", "getrlimit", "lstat", "poll", "readlink", "select",
             "stat", "time", "newfstatat"}  # fmt: skip
    assert named["x86_64"] - named["aarch64"] <= older | {"fadvise64", "fstat", "lseek"}
    assert named["aarch64"] <= named["x86_64"] | {"fstatat"}
