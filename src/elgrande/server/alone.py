"""One server a folder: the second one is told of the first."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from elgrande.content.files import FLAGS, reason

if TYPE_CHECKING:
    from pathlib import Path


class NotAlone(Exception):
    """The folder cannot be taken; the message is one sentence."""


def take(folder: Path, name: str = "serve.lock") -> int:
    """Take a folder for this process until it ends; returns what holds it (NotAlone)."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | FLAGS, 0o600)
    except OSError as error:
        raise NotAlone(
            f"The folder {folder} cannot be written to ({reason(error)}); choose another one with "
            "--data-dir, or free some space."
        ) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Only the sentence that another process gets would lack it.
        with suppress(OSError):
            os.truncate(descriptor, 0)
            os.write(descriptor, f"{os.getpid()}\n".encode())
    except OSError:
        holder = ""
        with suppress(OSError):
            holder = os.read(descriptor, 20).decode(errors="replace").strip()
        os.close(descriptor)
        who = f" (process {holder})" if holder.isdigit() else ""
        raise NotAlone(
            f"A server runs in {folder} already{who}; end it first, or choose another folder with "
            "--data-dir."
        ) from None
    return descriptor


def release(descriptor: int) -> None:
    """Give a folder up, also where a process that was forked meanwhile has its lock, too."""
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)
