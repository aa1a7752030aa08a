"""Opening a save: read all of it or its header, and mend what a crash left."""

import errno
from contextlib import suppress
from functools import partial

from elgrande.content.files import Unreadable, bounded, check_kind, taken
from elgrande.saves.errors import SaveError, reason, shown
from elgrande.saves.fs import FileSystem, Folder, How, write_new
from elgrande.saves.journal import MAX_HEADER, MAX_SAVE, Journal, has_header, parse
from elgrande.saves.place import Place, telling

_SIDE_FILES = 100
_HEAD = 20_000
"""How many bytes of a save are read at first where only the header is wanted."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_LOOKED_AT = (
    "The disk is full, so the game can be looked at and saved elsewhere, not played on there."
)


class Opening:
    """How a store opens its files; everything happens in folders that it has open."""

    def __init__(self, fs: FileSystem) -> None:
        self._fs = fs

    def load(
        self, folder: Folder, place: Place, how: How, *, head: bool = False
    ) -> tuple[int, bytes]:
        """Open a file and read all of it, or at least its header; the caller closes it."""
        fd = self._fs.open(folder, place.file, how)
        try:
            found = self._fs.fstat(fd)
            read = partial(self._fs.read, fd)
            if not head:
                return fd, bounded(place.named, found.regular, found.size, read, MAX_SAVE)
            check_kind(place.named, found.regular, found.size, MAX_SAVE)
            data = taken(read, _HEAD)
            return fd, data if has_header(data) else data + taken(read, MAX_HEADER)
        except BaseException as error:
            with suppress(OSError):
                self._fs.close(fd)
            if isinstance(error, Unreadable):
                raise SaveError(str(error), path=place.path) from None
            raise

    def parse(self, data: bytes, place: Place) -> Journal:
        with telling(place.path, "could not be read"):
            return parse(data, place.named)

    def load_sound(
        self, folder: Folder, place: Place, notices: list[str]
    ) -> tuple[int, bytes, Journal, str]:
        """Open a save to append to, mending first what can be mended. The lock is held.

        The last of what it returns says why nothing can be appended, as a phrase, or is empty.
        """
        fd, data = self.load(folder, place, "append")
        try:
            journal = parse(data, place.named)
            if journal.torn:
                try:
                    aside = self._keep(folder, f"{place.file}.torn", journal.torn)
                except OSError as error:
                    if error.errno not in _NO_ROOM:
                        raise
                    full = f"takes no more: its disk is full ({reason(error)})"
                    notices.append(f"{journal.notice} {_LOOKED_AT}")
                    return fd, data[: journal.size], journal, full
                self._fs.truncate(fd, journal.size)
                notices.append(journal.notice.replace("is left out", f"was moved to {aside}"))
            return fd, data[: journal.size], journal, ""
        except BaseException:
            with suppress(OSError):
                self._fs.close(fd)
            raise

    def _keep(self, folder: Folder, file: str, data: bytes) -> str:
        """Write a file beside a save under a name that is free."""
        taken = set(self._fs.names(folder))
        for number in range(1, _SIDE_FILES + 1):
            name = file if number == 1 else f"{file}.{number}"
            if name not in taken:
                write_new(self._fs, folder, name, data)
                return name
        raise SaveError(
            f"{shown(folder.path / file)} and {_SIDE_FILES - 1} similar files are in the way; "
            "move them first.",
            path=folder.path / file,
        )
