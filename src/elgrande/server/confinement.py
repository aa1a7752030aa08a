"""What the kernel lets a session do: read the program, draw, and talk to the host; nothing else.

Linux has two locks, and either alone leaves doors open: Landlock bounds files, connections and
signals, seccomp the system calls themselves. Both are set in a process of one thread, for good, and
hold for every thread that it starts. What a kernel lacks is left out, and ``locks`` says so.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

LANDLOCK, SECCOMP = "landlock", "seccomp"
PR_SET_DUMPABLE, PR_GET_SECCOMP, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 4, 21, 22, 38

# -- Landlock ----------------------------------------------------------------------------

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_FILES = {1: 13, 2: 14, 3: 15, 4: 15}
"""By version, how many kinds of access to files Landlock knows; from 5 on there are 16."""
_READ = 1 << 2 | 1 << 3
_BENEATH = 1

# -- seccomp -----------------------------------------------------------------------------

_NR, _ARCH, _ARGUMENTS = 0, 4, 16
_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_X32 = 0x40000000


Machine = Mapping[str, Any]
"""A processor: its ``audit`` number, and the numbers of system calls by their names, ``plain`` ones
and ``special`` ones."""
MACHINES: Mapping[str, Machine] = tomllib.loads((files(__package__) / "syscalls.toml").read_text())
_CLONE_THREAD, _NEW_WORLDS = 0x10000, 0x7E020000
_PROT_EXEC = 4
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | 0o20000000
"""Also what makes a file of no name."""
_TERMINAL = (0x5401, 0x5402, 0x5403, 0x5404, 0x540B, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Modes and size of a terminal, what waits to be read, and whether that is waited for."""
_FLAGS = (1, 2, 3, 4, 1030)
"""Flags of what is open, and another number for it."""

_libc = ctypes.CDLL(None, use_errno=True)


def locks() -> tuple[str, ...]:
    """Return which of the two locks this system has for a session, with Landlock's version."""
    if sys.platform != "linux":
        return ()
    version = _version()
    found = [f"{LANDLOCK} {version}"] if version > 0 else []
    if platform.machine() in MACHINES and _libc.prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0:
        found.append(SECCOMP)
    return tuple(found)


def keep_secret(secret: bool = True) -> None:
    """Let no other process of this user look into the memory of this one, nor take its files.

    Meanwhile it may itself not write there how far it stands back, but as root.
    """
    if sys.platform == "linux":
        _libc.prctl(PR_SET_DUMPABLE, int(not secret), 0, 0, 0)


def lock_up() -> None:
    """Set both locks, as far as there are any; OSError if one cannot be set."""
    has = locks()
    if not has:
        return
    _done(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    if has[0].startswith(LANDLOCK):
        _landlock(readable())
    if SECCOMP in has:
        _seccomp(_program(MACHINES[platform.machine()]))


def readable() -> list[str]:
    """Return the folders with the program and the language that it is written in."""
    package = Path(__file__).parents[1]
    found = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path, str(package)}
    found |= {str(package.parents[1] / "themes"), "/sys/devices/system/cpu", "/usr/share/zoneinfo"}
    return [each for each in sorted(found) if each.startswith("/") and each != "/"]


def _done(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _version() -> int:
    return int(_libc.syscall(_CREATE, None, ctypes.c_size_t(0), 1))


def _landlock(readable: Iterable[str]) -> None:
    version = _version()
    parts = [(1 << _FILES.get(version, 16)) - 1]
    if version >= 4:
        parts.append(3)  # binding and connecting of TCP
    if version >= 6:
        parts.append(3)  # abstract sockets of others, signals to others
    wanted = struct.pack(f"{len(parts)}Q", *parts)
    rules = _done(_libc.syscall(_CREATE, wanted, ctypes.c_size_t(len(wanted)), 0))
    try:
        for path in readable:
            # What is not there, or out of reach, need not be let in.
            with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                folder = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_DIRECTORY)
                try:
                    rule = struct.pack("=Qi", _READ, folder)
                    _done(_libc.syscall(_ADD, rules, _BENEATH, rule, 0))
                finally:
                    os.close(folder)
        _done(_libc.syscall(_RESTRICT, rules, 0))
    finally:
        os.close(rules)


Instruction = tuple[int, int, int, int]
"""An instruction of the filter: code, how far to go on if so and if not so, and a number."""


def _seccomp(program: Sequence[Instruction]) -> None:
    code = b"".join(struct.pack("=HBBI", *step) for step in program)
    kept = ctypes.create_string_buffer(code, len(code))
    head = ctypes.create_string_buffer(
        struct.pack("HxxxxxxP", len(program), ctypes.addressof(kept))
    )
    _done(_libc.prctl(PR_SET_SECCOMP, 2, head, 0, 0))


def _program(machine: Machine) -> list[Instruction]:
    """Return the filter: what is not allowed fails as a call that one may not make."""
    refused = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    allowed = (_RETURN, 0, 0, _ALLOW)
    program: list[Instruction] = [
        (_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, machine["audit"]), (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NR), (_AT_LEAST, 0, 1, _X32), refused,
    ]  # fmt: skip

    def call(name: str, *block: Instruction) -> None:
        program.extend([(_EQUAL, 0, len(block), machine["special"][name]), *block])

    for number in machine["plain"].values():
        program.extend([(_EQUAL, 0, 1, number), allowed])
    # Without it glibc takes the older call, whose flags can be seen.
    call("clone3", (_RETURN, 0, 0, _ERROR | errno.ENOSYS))
    call(
        "clone", _argument(0), (_ANY_BIT, 0, 1, _NEW_WORLDS), refused,
        (_ANY_BIT, 0, 1, _CLONE_THREAD), allowed, refused,
    )  # fmt: skip
    for name, bits in (("openat", _TO_WRITE), ("mmap", _PROT_EXEC), ("mprotect", _PROT_EXEC)):
        call(name, _argument(2), (_ANY_BIT, 0, 1, bits), refused, allowed)
    # To whom nobody says: only to the other end of what is open.
    call("sendto", *_nothing(4, refused), allowed)
    call("prlimit", *_nothing(0, refused), *_nothing(2, refused), allowed)
    call("tgkill", _argument(0), (_EQUAL, 0, 1, os.getpid()), allowed, refused)
    for name, known in (("ioctl", _TERMINAL), ("fcntl", _FLAGS)):
        checks = [step for each in known for step in ((_EQUAL, 0, 1, each), allowed)]
        call(name, _argument(1), *checks, refused)
    program.append(refused)
    return program


def _argument(at: int, *, upper: bool = False) -> Instruction:
    """Load the lower half of an argument, or the upper one."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * at + 4 * upper)


def _nothing(at: int, refused: Instruction) -> list[Instruction]:
    """Refuse a call unless this argument is 0."""
    return [
        step
        for upper in (False, True)
        for step in (_argument(at, upper=upper), (_EQUAL, 1, 0, 0), refused)
    ]
