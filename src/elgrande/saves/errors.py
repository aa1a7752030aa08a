"""What can go wrong with a save, each as one sentence that a person can act on."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elgrande.content.clean import clean, tidy
from elgrande.content.files import reason as reason

_CURES = {
    errno.ENOSPC: "free some space or choose another folder with --data-dir",
    errno.EDQUOT: "free some space or choose another folder with --data-dir",
    errno.EACCES: "check who may read and write there, or choose another folder with --data-dir",
    errno.EPERM: "check who may read and write there, or choose another folder with --data-dir",
    errno.EROFS: "choose another folder with --data-dir",
    errno.EIO: "the disk reported an error; save to another disk",
    errno.ENOENT: "check the path",
    errno.ENOTDIR: "check the path",
    errno.EISDIR: "name a file, not a folder",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ENOLCK: "choose a folder on a local disk with --data-dir",
}


class SaveError(Exception):
    """Anything that keeps a save from being read or written; ``str()`` of it is one sentence.

    It says where, and is harmless for a terminal whatever the file holds.
    """

    def __init__(self, sentence: str) -> None:
        self.sentence = tidy(sentence)
        super().__init__(self.sentence)


class SaveMissing(SaveError):
    """There is no such save."""


class SaveExists(SaveError):
    """The place is taken; nothing is ever overwritten."""


class SaveLocked(SaveError):
    """Somebody else plays this save just now."""


class SaveBroken(SaveError):
    """A write or a sync failed: nothing more is written there. What was acknowledged is in memory.

    A sync that failed once may succeed the second time although the data are gone, so it is never
    retried; ``SaveFile.rescue`` writes a new file elsewhere instead.
    """


class SaveFull(SaveError):
    """The save takes no more, and a copy of it would take no more either."""


def shown(path: Path | str) -> str:
    """Return a path as a sentence may quote it."""
    return clean(str(path), cells=300)


def from_os(error: OSError, path: Path, failed: str) -> SaveError:
    """Turn an ``OSError`` into a sentence: ``failed`` is for example "could not be read"."""
    if error.errno == errno.ELOOP:
        return SaveError(
            f"{shown(path)} is a symbolic link, but a save must be a regular file; put the file "
            "itself there, or import it under another name."
        )
    cure = _CURES.get(error.errno or 0, "try again, or choose another folder with --data-dir")
    return SaveError(f"{shown(path)} {failed} ({reason(error)}); {cure}.")


@contextmanager
def telling(path: Path, failed: str) -> Iterator[None]:
    """Turn what the operating system raises into a sentence, and say where."""
    try:
        yield
    except OSError as error:
        raise from_os(error, path, failed) from error
