"""A session that is up to no good: what it tries through the C library, and what got through.

Run with a folder of its own, a path that it may not read, the path of a socket that somebody
listens at, the process of a sibling, and ``locked`` or ``free``: without locks only what harms
nobody is tried. Prints the names of what got through, as JSON.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import socket
import struct
import sys
import threading
from collections.abc import Callable

from elgrande.server.confinement import keep_secret, lock_up

libc = ctypes.CDLL(None, use_errno=True)
FOLDER, SECRET, SOCKET, SIBLING, HOW = sys.argv[1:]
OTHER = int(SIBLING)
X86 = platform.machine() == "x86_64"
# By machine, where the two differ.
PTRACE, READV, MEMFD, UNSHARE, BPF, PERF, KEYCTL, KCMP, SHMGET, MQ, VFORK = (
    (101, 310, 319, 272, 321, 298, 250, 312, 29, 240, 58) if X86
    else (117, 270, 279, 97, 280, 241, 219, 272, 194, 180, -1)
)  # fmt: skip
URING, PIDFD_OPEN, PIDFD_GETFD, OPENAT2, PIDFD_SIGNAL, USERFAULT = (
    425, 434, 438, 437, 424, 323 if X86 else 282,
)  # fmt: skip
AT_CWD = -100


def path(name: str) -> bytes:
    return os.path.join(FOLDER, name).encode()


def call(number: int, *arguments: object) -> int:
    return int(libc.syscall(number, *arguments))


def address(family: int, rest: bytes) -> bytes:
    return struct.pack("=H", family) + rest


UNIX = address(1, SOCKET.encode() + b"\0")
ABSTRACT = address(1, b"\0elgrande-attack")
LOOPBACK = address(2, struct.pack("!H4s8x", 9, bytes((127, 0, 0, 1))))


def sockets(family: int, kind: int, where: bytes, how: str) -> int:
    """Make a socket of one's own and reach for somebody with it."""
    made = libc.socket(family, kind, 0)
    if made < 0:
        return -1
    try:
        if how == "sendto":
            return int(libc.sendto(made, b"x", 1, 0, where, len(where)))
        result = int(getattr(libc, how)(made, where, len(where)))
        refused = result < 0 and ctypes.get_errno() == errno.ECONNREFUSED
        return 0 if refused else result
    finally:
        libc.close(made)


def to_a_path() -> int:
    """Reach any datagram socket by one that is there already."""
    ours, _theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return int(libc.sendto(ours.fileno(), b"x", 1, 0, UNIX, len(UNIX)))


def forks(how: Callable[[], int]) -> int:
    pid = how()
    if pid == 0:
        os._exit(0)
    if pid > 0:
        os.waitpid(pid, 0)
    return pid


def writable_code() -> int:
    libc.mmap.restype = ctypes.c_void_p
    found = libc.mmap(None, ctypes.c_size_t(4096), 7, 0x22, -1, ctypes.c_size_t(0))
    return -1 if found in (None, ctypes.c_void_p(-1).value) else 0


def made_code() -> int:
    libc.mmap.restype = ctypes.c_void_p
    found = libc.mmap(None, ctypes.c_size_t(4096), 3, 0x22, -1, ctypes.c_size_t(0))
    return int(libc.mprotect(ctypes.c_void_p(found), ctypes.c_size_t(4096), 5))


def memory() -> int:
    buffer = ctypes.create_string_buffer(8)
    ours = struct.pack("PQ", ctypes.addressof(buffer), 8)
    theirs = struct.pack("PQ", ctypes.addressof(buffer), 8)
    return call(READV, OTHER, ours, 1, theirs, 1, 0)


def descriptor_of_another() -> int:
    found = call(PIDFD_OPEN, OTHER, 0)
    return -1 if found < 0 else call(PIDFD_GETFD, found, 0, 0)


def ring() -> int:
    return call(URING, 4, ctypes.create_string_buffer(256))


def handed_over() -> int:
    ours, _theirs = socket.socketpair()
    try:
        return socket.send_fds(ours, [b"x"], [1])
    except OSError:
        return -1


def in_a_thread() -> int:
    """Whatever a thread that is begun later may do."""
    found: list[int] = []
    thread = threading.Thread(
        target=lambda: found.extend((
            libc.open(SECRET.encode(), os.O_RDONLY), libc.open(path("t"), CREATE, 0o600),
            libc.kill(OTHER, 0), sockets(1, 1, UNIX, "connect"), forks(libc.fork),
        ))
    )  # fmt: skip
    thread.start()
    thread.join()
    return max(found)


WRITE, CREATE = os.O_WRONLY, os.O_WRONLY | os.O_CREAT
HARMLESS: dict[str, Callable[[], int]] = {
    "open for writing": lambda: libc.open(path("there"), WRITE),
    "open for reading and writing": lambda: libc.open(path("there"), os.O_RDWR),
    "create": lambda: libc.open(path("new"), CREATE, 0o600),
    "creat": lambda: libc.creat(path("new2"), 0o600),
    "open at": lambda: libc.openat(AT_CWD, path("new3"), CREATE, 0o600),
    "openat2": lambda: call(
        OPENAT2, AT_CWD, path("new4"), struct.pack("QQQ", CREATE, 0o600, 0), 24
    ),
    "a file of no name": lambda: libc.open(FOLDER.encode(), os.O_RDWR | 0o20200000, 0o600),
    "truncate": lambda: libc.truncate(path("there"), 0),
    "rename": lambda: libc.rename(path("there"), path("there2")),
    "link": lambda: libc.link(path("there2"), path("link")),
    "symlink": lambda: libc.symlink(b"there2", path("symlink")),
    "unlink": lambda: libc.unlink(path("link")),
    "mkdir": lambda: libc.mkdir(path("folder"), 0o700),
    "rmdir": lambda: libc.rmdir(path("folder")),
    "mkfifo": lambda: libc.mkfifo(path("pipe"), 0o600),
    "chmod": lambda: libc.chmod(path("there2"), 0o777),
    "chown": lambda: libc.chown(path("there2"), os.getuid(), os.getgid()),
    "read what is others'": lambda: libc.open(SECRET.encode(), os.O_RDONLY),
    "list a folder": lambda: libc.open(FOLDER.encode(), os.O_RDONLY | os.O_DIRECTORY),
    "read another's memory as a file": lambda: libc.open(f"/proc/{OTHER}/mem".encode(), 0),
    "read another's words": lambda: libc.open(f"/proc/{OTHER}/environ".encode(), 0),
    "read accounts": lambda: libc.open(b"/etc/passwd", os.O_RDONLY),
    "connect by a path": lambda: sockets(1, 1, UNIX, "connect"),
    "connect to a name": lambda: sockets(1, 1, ABSTRACT, "connect"),
    "connect to a port": lambda: sockets(2, 1, LOOPBACK, "connect"),
    "send to a port": lambda: sockets(2, 2, LOOPBACK, "sendto"),
    "bind a port": lambda: sockets(2, 1, address(2, bytes(14)), "bind"),
    "bind a name": lambda: sockets(1, 1, ABSTRACT + b"2", "bind"),
    "a raw socket": lambda: libc.socket(2, 3, 1),
    "netlink": lambda: libc.socket(16, 3, 0),
    "fork": lambda: forks(libc.fork),
    "clone3": lambda: forks(lambda: call(435, struct.pack("11Q", *[0] * 4, 17, *[0] * 6), 88)),
    "system": lambda: -abs(libc.system(b"true")),
    "process_vm_readv": memory,
    "pidfd_open": lambda: call(PIDFD_OPEN, OTHER, 0),
    "pidfd_getfd": descriptor_of_another,
    "pidfd_send_signal": lambda: call(PIDFD_SIGNAL, call(PIDFD_OPEN, OTHER, 0), 0, None, 0),
    "kill": lambda: libc.kill(OTHER, 0),
    "tgkill": lambda: call(234 if X86 else 131, OTHER, OTHER, 0),
    "limits of another": lambda: call(
        302 if X86 else 261, OTHER, 7, None, ctypes.create_string_buffer(16)
    ),
    "cores of another": lambda: libc.sched_setaffinity(OTHER, 8, struct.pack("Q", 1)),
    "priority of another": lambda: libc.setpriority(0, OTHER, 1),
    "io_uring": ring,
    "memfd": lambda: call(MEMFD, b"x", 0),
    "shared memory": lambda: call(SHMGET, 0, 4096, 0o1600),
    "a queue": lambda: call(MQ, b"elgrande", os.O_RDWR | os.O_CREAT, 0o600, None),
    "keys": lambda: call(KEYCTL, 0, -3, 1),
    "code that is written": writable_code,
    "code that was written": made_code,
    "a datagram to a path": to_a_path,
}
WITH_LOCKS: dict[str, Callable[[], int]] = {
    "another memory, written": lambda: call(
        311 if X86 else 271, OTHER, struct.pack("PQ", 0, 0), 1, struct.pack("PQ", 0, 0), 1, 0
    ),
    "a signal with a word": lambda: call(129 if X86 else 138, OTHER, 0, bytes(128)),
    "to be looked at again": lambda: libc.prctl(4, 1, 0, 0, 0),
    "descriptors handed over": handed_over,
    "more of a limit": lambda: call(
        302 if X86 else 261, 0, 7, struct.pack("QQ", 1 << 20, 1 << 20), None
    ),
    "another root": lambda: libc.chroot(b"/"),
    "mount": lambda: libc.mount(b"x", path("m"), b"tmpfs", 0, None),
    "another user": lambda: call(105 if X86 else 146, 0),
    "the clock": lambda: call(227 if X86 else 112, 0, struct.pack("qq", 1, 0)),
    "what happens in a folder": lambda: libc.inotify_add_watch(libc.inotify_init1(0), b"/", 0x100),
    "a handle of a file": lambda: call(304 if X86 else 265, AT_CWD, bytes(16), 0),
    "a secret's place": lambda: call(447, 0),
    "owner of a signal": lambda: libc.fcntl(0, 8, OTHER),
    "in another thread": in_a_thread,
    "vfork by number": lambda: forks(lambda: call(VFORK)) if VFORK > 0 else -1,
    "ptrace": lambda: int(libc.ptrace(16, OTHER, None, None)),
    "signal to all": lambda: libc.kill(-1, 0),
    "unshare": lambda: call(UNSHARE, 0x10000000),
    "bpf": lambda: call(BPF, 0, bytes(64), 64),
    "perf": lambda: call(PERF, struct.pack("II", 1, 64) + bytes(56), 0, -1, -1, 0),
    "userfaultfd": lambda: call(USERFAULT, 1),
    "exec": lambda: libc.execv(b"/bin/true", (ctypes.c_char_p * 2)(b"true", None)),
    "keys of a terminal": lambda: libc.ioctl(0, 0x5412, b"x"),
    "x32": lambda: call(0x40000000 + 39) if X86 else -1,
}


def main() -> None:
    with open(path("there"), "w"):
        pass
    if HOW == "locked":
        keep_secret()
        lock_up()
    tried = {**HARMLESS, **(WITH_LOCKS if HOW == "locked" else {})}
    through = [name for name, deed in tried.items() if deed() >= 0]
    sys.stdout.write(json.dumps([len(tried), through]))
    sys.stdout.flush()
    os._exit(0)


main()
