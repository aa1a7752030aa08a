"""A forkserver whose sessions do what their door's name says; run with the number of its socket."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import socket
import sys
from contextlib import suppress
from threading import Thread
from typing import Any

from elgrande.server.forkserver import Forkserver
from elgrande.server.limits import LOST


def session(asked: dict[str, Any], line: socket.socket) -> int:
    """Do as a game's name says; say what this session is."""
    what = asked["what"]
    # A session at any door can be told that its host has gone. It is waited for, and not handled:
    # a handler does not run for a signal that comes just before a read, or a pause, begins.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    told = Thread(target=lose, daemon=True)
    told.start()
    if asked["door"] == "lobby" or what.startswith("facts-of"):
        print("here", flush=True)
        told.join()
    print(f"door {asked['door']} {what}", flush=True)
    if what == "facts":
        facts = {
            "environment": dict(os.environ),
            "descriptors": [str(number) for number in range(256) if opened(number)],
            "limits": [resource.getrlimit(getattr(resource, name))[0]
                       for name in ("RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_NOFILE")],
            "folder": os.getcwd(),
        }  # fmt: skip
        print(json.dumps(facts), flush=True)
    elif what == "size":
        print(*os.get_terminal_size(0), flush=True)
    elif what == "echo":
        for text in sys.stdin:
            print(f"you said {text.strip()}", flush=True)
            if text.strip() == "size":
                print(*os.get_terminal_size(0), flush=True)
            if text.strip() == "end":
                return 7
    elif what == "write":
        tried = []
        for path in asked.get("paths", ["written.txt", os.path.expanduser("~/x"), __file__]):
            for mode in ("w", "a", "r+b"):
                try:
                    open(path, mode).close()
                    tried.append(f"{path} {mode}")
                except OSError:
                    pass
            for deed in (os.remove, os.mkdir):
                with suppress(OSError):
                    deed(path)
                    tried.append(f"{path} {deed.__name__}")
        try:
            os.fork()
            tried.append("fork")
        except OSError:
            pass
        for family, address in (
            (socket.AF_UNIX, "/nowhere/control.sock"), (socket.AF_INET, ("127.0.0.1", 9)),
        ):  # fmt: skip
            try:
                with socket.socket(family) as sock:
                    sock.connect(address)
            except PermissionError:
                continue
            except OSError:
                pass
            tried.append(f"connect {address}")
        print(f"written: {tried}", flush=True)
    elif what == "lost":
        return LOST
    elif what == "fail":
        raise RuntimeError("a secret of the inside")
    return 0


def lose() -> None:
    """End as one whose host has gone, once that is said."""
    signal.sigwait({signal.SIGUSR1})
    os._exit(LOST)


def opened(number: int) -> bool:
    """Whether a descriptor is open."""
    with suppress(OSError):
        os.fstat(number)
        return True
    return False


def fails(*_: object) -> None:
    """Have no room for one process more."""
    raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))


if __name__ == "__main__":
    if sys.argv[1] == "no-room":
        os.fork = fails  # type: ignore[assignment]
    Forkserver(socket.socket(fileno=int(sys.argv[-1])), session).serve()
