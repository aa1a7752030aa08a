"""What can be found out again, kept so that it need not be: worthless when it is lost.

A cache that cannot be read, or that something else than this program wrote, is none; one that
cannot be written is left out. Nobody is told either.
"""

import json
from contextlib import suppress
from functools import partial
from pathlib import Path

from elgrande.content.files import Unreadable, bounded
from elgrande.saves.errors import SaveError
from elgrande.saves.fs import FileSystem, opened_folder, write_new
from elgrande.saves.lock import locked

MAX_CACHE = 2_000_000
"""How many bytes a file of the cache may have."""


class Cache:
    """One file of the cache; it holds one value of JSON."""

    def __init__(self, fs: FileSystem, folder: Path, name: str) -> None:
        self._fs = fs
        self._folder = folder
        self._name = name

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
