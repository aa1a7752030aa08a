"""One player of a save at a time, in this process and among processes.

The lock is the operating system's, on a file beside the save: it goes when its process goes,
however that ends. The file says who holds it, for the sentence that the second one gets. What this
process itself has open stands in a table, since not every system locks a process against itself.
"""

import os
import socket
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress

from elgrande.content.clean import clean
from elgrande.saves.errors import SaveLocked, from_os
from elgrande.saves.fs import FileSystem, Folder, write_all

_guard = threading.Lock()
_open_here: set[tuple[Hashable, str]] = set()


class Lock:
    """The right to write one file of a folder, until ``release``."""

    def __init__(self, fs: FileSystem, folder: Folder, file: str) -> None:
        self._fs, self._folder, self._file = fs, folder, file
        self._name = f"{file}.lock"
        self._key = (folder.identity, file)
        path = folder.path / file
        with _guard:
            if self._key in _open_here:
                raise SaveLocked(
                    f"{file} is already open in this program; close it there first.", path=path
                )
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
                        "first, or play on in a copy.",
                        path=self._folder.path / self._file,
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
