"""What saves ask of the operating system: files, locks, and a cache.

The store takes the file system as a parameter, so that a test can put a disk under it that loses
power at any moment or fails at any call. Every name is resolved inside an open folder: nobody can
swap the folder under our feet, and a symbolic link in place of a save is refused by the kernel.

A lock is the operating system's, on a file beside the save: it goes when its process goes,
however that ends. The file says who holds it, for the sentence that the second one gets. What this
process itself has open stands in a table, since not every system locks a process against itself.
"""

from __future__ import annotations

import errno
import json
import os
import socket
import stat
import sys
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from elgrande.content.clean import clean
from elgrande.content.files import FLAGS as COMMON
from elgrande.content.files import Unreadable, bounded
from elgrande.saves.errors import SaveError, SaveLocked, from_os

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

How = Literal["read", "follow", "append", "create", "lock"]
"""How a file is opened.

read: no symbolic link; follow: read what a person named, links too; append: read, and write at the
end; create: write a file that must not exist, mode 0600; lock: the file beside a save, made if need
be.
"""


@dataclass(frozen=True, slots=True)
class Stat:
    """What the store needs to know about a file.

    ``identity`` is one file's, whatever its name; ``written`` is another one after its bytes
    changed, also where somebody has put the old time back.
    """

    identity: Hashable
    size: int
    mtime: float
    regular: bool
    written: Hashable


@dataclass(frozen=True, slots=True)
class Folder:
    """An open folder; ``fd`` is -1 where the platform cannot open one."""

    path: Path
    fd: int
    identity: Hashable


_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FLAGS: dict[How, int] = {
    "read": os.O_RDONLY | _NOFOLLOW,
    "follow": os.O_RDONLY,
    "append": os.O_RDWR | os.O_APPEND | _NOFOLLOW,
    "create": os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW,
    "lock": os.O_RDWR | os.O_CREAT | _NOFOLLOW,
}
_HAS_DIR_FD = os.open in os.supports_dir_fd
# Windows locks bytes, and nobody else can read those: lock one far behind the holder's name.
_LOCKED_BYTE = 1 << 30


class FileSystem:
    """The calls that the store makes. Each raises ``OSError`` and does one thing.

    On Windows folders are paths and cannot be synced.
    """

    def is_folder(self, path: Path) -> bool:
        """Say whether this is a folder, following links."""
        return path.is_dir()

    def mkdir(self, path: Path) -> None:
        """Make one folder for this user alone; its parent must be there."""
        path.mkdir(mode=0o700)

    def open_folder(self, path: Path) -> Folder:
        """Open a folder for the calls below."""
        if not _HAS_DIR_FD:
            if not path.is_dir():
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
            return Folder(path, -1, str(path.resolve()))
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        found = os.fstat(fd)
        return Folder(path, fd, (found.st_dev, found.st_ino))

    def close_folder(self, folder: Folder) -> None:
        """Close it."""
        if folder.fd >= 0:
            os.close(folder.fd)

    def sync_folder(self, folder: Folder) -> None:
        """Return once all names in the folder are on the disk."""
        if folder.fd >= 0:
            self.fsync(folder.fd)

    def names(self, folder: Folder) -> list[str]:
        """List what is in the folder."""
        return os.listdir(folder.fd if folder.fd >= 0 else folder.path)

    def stat(self, folder: Folder, name: str) -> Stat:
        """Look at a name, not following a link."""
        path, at = _at(folder, name)
        return _stat(os.stat(path, dir_fd=at, follow_symlinks=False))

    def open(self, folder: Folder, name: str, how: How) -> int:
        """Open a file and return its descriptor."""
        path, at = _at(folder, name)
        return os.open(path, _FLAGS[how] | COMMON, 0o600, dir_fd=at)

    def fstat(self, fd: int) -> Stat:
        """Look at an open file."""
        return _stat(os.fstat(fd))

    def read(self, fd: int, size: int) -> bytes:
        """Read up to ``size`` bytes; none at the end."""
        return os.read(fd, size)

    def seek(self, fd: int, at: int) -> None:
        """Read on from a byte."""
        os.lseek(fd, at, os.SEEK_SET)

    def write(self, fd: int, data: bytes) -> int:
        """Write some of ``data`` and return how much."""
        return os.write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        """Cut an open file."""
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        """Return once all that was written is on the disk."""
        if sys.platform == "darwin":
            # There a plain fsync stops at the drive's cache. Some file systems cannot do more.
            try:
                fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            except OSError as error:
                if error.errno not in {errno.ENOTSUP, errno.EINVAL, errno.ENOTTY}:
                    raise
            else:
                return
        os.fsync(fd)

    def close(self, fd: int) -> None:
        """Close a file."""
        os.close(fd)

    def rename(self, folder: Folder, name: str, to: Folder, new: str) -> None:
        """Give a file another name in one step; a file that has that name is replaced."""
        (old, at), (path, to_at) = _at(folder, name), _at(to, new)
        os.replace(old, path, src_dir_fd=at, dst_dir_fd=to_at)

    def unlink(self, folder: Folder, name: str) -> None:
        """Remove a name."""
        path, at = _at(folder, name)
        os.unlink(path, dir_fd=at)

    if sys.platform == "win32":

        def lock(self, fd: int) -> bool:
            """Lock an open file for this descriptor alone; false if somebody else has it."""
            os.lseek(fd, _LOCKED_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
            except OSError as error:
                if error.errno in {errno.EACCES, errno.EDEADLK}:
                    return False
                raise
            finally:
                os.lseek(fd, 0, os.SEEK_SET)
            return True

        def unlock(self, fd: int) -> None:
            """Give the lock back."""
            os.lseek(fd, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

    else:

        def lock(self, fd: int) -> bool:
            """Lock an open file for this descriptor alone; false if somebody else has it."""
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True

        def unlock(self, fd: int) -> None:
            """Give the lock back, also for descriptors that a fork copied."""
            fcntl.flock(fd, fcntl.LOCK_UN)


def _at(folder: Folder, name: str) -> tuple[Path | str, int | None]:
    return (name, folder.fd) if folder.fd >= 0 else (folder.path / name, None)


def _stat(found: os.stat_result) -> Stat:
    return Stat(
        (found.st_dev, found.st_ino), found.st_size, found.st_mtime, stat.S_ISREG(found.st_mode),
        (found.st_mtime_ns, found.st_ctime_ns),
    )  # fmt: skip


@contextmanager
def opened_folder(fs: FileSystem, path: Path, *, make: bool = False) -> Iterator[Folder]:
    """Open a folder for a while; with ``make``, make it first if it is missing, durably."""
    if make:
        make_folder(fs, path)
    folder = fs.open_folder(path)
    try:
        yield folder
    finally:
        fs.close_folder(folder)


def make_folder(fs: FileSystem, path: Path) -> None:
    """Make a folder and all that lead to it, each name on the disk before this returns."""
    if fs.is_folder(path):
        return
    if path.parent == path:  # a drive that is not there
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    make_folder(fs, path.parent)
    with suppress(FileExistsError):  # another process was faster
        fs.mkdir(path)
    with opened_folder(fs, path.parent) as parent:
        fs.sync_folder(parent)


def write_all(fs: FileSystem, fd: int, data: bytes) -> None:
    """Write all of ``data``, however little a call takes."""
    rest = data
    while rest:
        done = fs.write(fd, rest)
        if done <= 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[done:]


def write_new(fs: FileSystem, folder: Folder, name: str, data: bytes) -> None:
    """Put a whole file in its place in one step, on the disk when this returns.

    The caller holds the lock of ``name``, so that a temporary file that lies about is from a crash.
    """
    temporary = f".{name}.tmp"
    with suppress(FileNotFoundError):
        fs.unlink(folder, temporary)
    fd = fs.open(folder, temporary, "create")
    try:
        try:
            write_all(fs, fd, data)
            fs.fsync(fd)
        finally:
            fs.close(fd)
        fs.rename(folder, temporary, folder, name)
    except OSError:
        with suppress(OSError):
            fs.unlink(folder, temporary)
        raise
    fs.sync_folder(folder)


# -- locks -----------------------------------------------------------------------------


_guard = threading.Lock()
_open_here: set[tuple[Hashable, str]] = set()


LOCK = ".lock"
"""What a lock is called, behind its file."""


class Lock:
    """The right to write one file of a folder, until ``release``."""

    def __init__(self, fs: FileSystem, folder: Folder, file: str) -> None:
        self._fs, self._folder, self._file = fs, folder, file
        self._name = f"{file}{LOCK}"
        self._key = (folder.identity, file)
        with _guard:
            if self._key in _open_here:
                raise SaveLocked(f"{file} is already open in this program; close it there first.")
            _open_here.add(self._key)
        try:
            self._fd = self._take()
        except OSError as error:
            self._forget()
            raise from_os(error, folder.path / self._name, "could not be locked") from error
        except BaseException:
            self._forget()
            raise

    def release(self) -> None:
        """Let others have the file."""
        # While we hold it nobody else can be between locking the name and looking at it again.
        with suppress(OSError):
            self._fs.unlink(self._folder, self._name)
        with suppress(OSError):
            self._fs.unlock(self._fd)
        with suppress(OSError):
            self._fs.close(self._fd)
        self._forget()

    def _take(self) -> int:
        while True:
            fd = self._fs.open(self._folder, self._name, "lock")
            try:
                if not self._fs.lock(fd):
                    raise SaveLocked(
                        f"{self._file} is open in {self._holder(fd)}; close it there "
                        "first, or play on in a copy."
                    )
                with suppress(FileNotFoundError):
                    here = self._fs.stat(self._folder, self._name)
                    if here.identity == self._fs.fstat(fd).identity:
                        self._say_who(fd)
                        return fd
            except BaseException:
                with suppress(OSError):
                    self._fs.close(fd)
                raise
            # Whoever held it removed the name after we opened it: lock the new file of that name.
            self._fs.close(fd)

    def _say_who(self, fd: int) -> None:
        # Only the sentence that another process gets would lack it.
        with suppress(OSError):
            self._fs.truncate(fd, 0)
            write_all(self._fs, fd, f"{os.getpid()} {socket.gethostname()}\n".encode())

    def _holder(self, fd: int) -> str:
        words: list[str] = []
        with suppress(OSError):
            words = clean(self._fs.read(fd, 300).decode(errors="replace"), 80).split()
        if len(words) == 2 and words[0].isdigit():
            return f"process {words[0]} on {words[1]}"
        return "another process"

    def _forget(self) -> None:
        with _guard:
            _open_here.discard(self._key)


@contextmanager
def locked(fs: FileSystem, folder: Folder, file: str) -> Iterator[None]:
    """Hold the lock of a file for a while."""
    lock = Lock(fs, folder, file)
    try:
        yield
    finally:
        lock.release()


# -- a cache ---------------------------------------------------------------------------


MAX_CACHE = 5_000_000
"""How many bytes a file of the cache may have."""


class Cache:
    """One file of the cache: one value of JSON, worthless when it is lost.

    A cache that cannot be read, or that something else than this program wrote, is none; one that
    cannot be written is left out. Nobody is told either.
    """

    def __init__(self, fs: FileSystem, folder: Path, name: str) -> None:
        self._fs = fs
        self._folder = folder
        self._name = name

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return self._folder / self._name

    def beside(self, name: str) -> Cache:
        """Return another file in the same folder."""
        return Cache(self._fs, self._folder, name)

    def read(self) -> object:
        """Return what is kept, or None. Whoever asked checks every part of it."""
        data = b""
        with suppress(OSError, Unreadable), opened_folder(self._fs, self._folder) as folder:
            fd = self._fs.open(folder, self._name, "read")
            try:
                seen = self._fs.fstat(fd)
                read = partial(self._fs.read, fd)
                data = bounded(self._name, seen.regular, seen.size, read, MAX_CACHE)
            finally:
                self._fs.close(fd)
        with suppress(ValueError, RecursionError):
            found: object = json.loads(data)
            return found
        return None

    def write(self, value: object) -> bool:
        """Keep a value in place of the one before, whole or not at all; say whether it is kept."""
        data = json.dumps(value, separators=(",", ":")).encode()
        if len(data) > MAX_CACHE:
            return False
        # Somebody else who writes just now knows as much as we do.
        with (
            suppress(OSError, SaveError),
            opened_folder(self._fs, self._folder, make=True) as folder,
            locked(self._fs, folder, self._name),
        ):
            write_new(self._fs, folder, self._name, data)
            return True
        return False
