"""The server's own key: made once, readable by its owner alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from elgrande.content.files import FLAGS, reason

FILE = "ssh_host_ed25519_key"
LONGEST = 1 << 14
"""Bytes of a key file; ours has a tenth of that."""


class KeyRefused(Exception):
    """The key cannot be used or made; the message is one sentence with the cure."""


def host_key(path: Path, make: Callable[[], bytes]) -> bytes:
    """Return the key in a file; what ``make`` gives is written there first if there is none."""
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise KeyRefused(f"The host key {path} cannot be read ({reason(error)}).") from None
    data = make()
    try:
        _write(path, data)
    except FileExistsError:
        # Somebody else was quicker.
        return host_key(path, make)
    except OSError as error:
        raise KeyRefused(
            f"The host key {path} cannot be written ({reason(error)}); free some space, or choose "
            "another folder with --data-dir."
        ) from None
    return data


def _read(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | FLAGS)
    with open(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise KeyRefused(f"The host key {path} is not a file; move it away.")
        if found.st_uid != os.geteuid():
            raise KeyRefused(f"The host key {path} belongs to another user; chown it to yours.")
        if found.st_mode & 0o077:
            raise KeyRefused(
                f"The host key {path} is open to others; chmod 600 it, or delete it for a new one "
                "if others may have read it."
            )
        return file.read(LONGEST)


def _write(path: Path, data: bytes) -> None:
    """Write the key whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    except BaseException:
        os.unlink(path)
        raise
