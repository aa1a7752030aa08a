"""A server for friends in other places: running it, and what its sysop can ask of it."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import socket
import sys
import threading
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from elgrande.cli.errors import UsageError
from elgrande.content.files import Unreadable, reason
from elgrande.lobby.client import joined, split, ssh
from elgrande.saves.paths import Paths
from elgrande.server.events import event, hear_libraries
from elgrande.server.limits import NEVER, Limits, Options, chosen

PORT = 2222
HOST, FRONT = "host", "front"
FORKSERVER = (sys.executable, "-P", "-B", "-m", "elgrande.server.served")
NUMBERS = {each.name: each for kind in (Limits, Options) for each in chosen(kind)}
"""What of the limits is chosen by an option of that name."""
SYSTEMD = 3
"""The number of a socket that systemd hands over."""


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--address", default="127.0.0.1", metavar="IP",
        help="listen here; this machine alone without it, everybody with 0.0.0.0 or ::",
    )  # fmt: skip
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"{PORT} without it")
    parser.add_argument(
        "--known-as", default="", metavar="HOST[:PORT]",
        help="what people type to come here, for the invitations; the address they came to "
        "without it",
    )  # fmt: skip
    parser.add_argument("--no-guests", action="store_true", help="let in only who has a key")
    for name, number in NUMBERS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=int, default=number.default, metavar="N",
            help=f"at most this many {number.metadata['of']} ({number.default})",
        )  # fmt: skip
    parser.add_argument(
        "--part", choices=(HOST, FRONT),
        help="run one part alone, in the foreground: for two users, see docs/server.md",
    )  # fmt: skip
    parser.add_argument(
        "--control", metavar="DIR", help="where the parts meet; the data folder's server without it"
    )
    parser.add_argument(
        "--front-user", action="append", default=[], metavar="USER",
        help="with --part host: this user's front may call, too",
    )  # fmt: skip
    parser.add_argument(
        "--on-turn", default="", metavar="COMMAND",
        help="run this when a game waits for somebody who is not here; no shell, their name and "
        "the game's come behind it",
    )  # fmt: skip
    parser.add_argument(
        "--metrics", metavar="FILE", help="write numbers for a metrics collector, once a minute"
    )
    parser.add_argument(
        "--as-root", action="store_true", help="serve as root after all, as in a container"
    )
    # What the supervisor adds for its parts: end when standard input does.
    parser.add_argument("--supervised", action="store_true", help=argparse.SUPPRESS)


def run_serve(options: argparse.Namespace) -> int:
    """Serve games over SSH: one server, many tables, every seat its own view."""
    _check(options)
    folder = _folder(options)
    if options.supervised:
        _follow()
    if options.part == HOST:
        return _host(options, folder)
    if options.part == FRONT:
        return _front(options, folder)
    return _both(options, folder)


def _check(options: argparse.Namespace) -> None:
    """Refuse what cannot be, or should not."""
    if os.name != "posix":
        raise UsageError("elgrande serve needs Linux or macOS; players may be on any system")
    for package in ("asyncssh",) * (options.part != HOST) + ("confusable_homoglyphs",):
        if find_spec(package) is None:
            raise UsageError(
                f"elgrande serve needs the package {package}; install elgrande[ssh], as with "
                "pipx install 'elgrande[ssh]'"
            )
    if os.geteuid() == 0 and not options.as_root:
        raise UsageError(
            "a server for strangers should not run as root; start it as a user of its own, or "
            "with --as-root in a container, where root can do nothing outside"
        )
    if not 0 <= options.port < 1 << 16:
        raise UsageError(f"--port {options.port}: a port is a number up to 65535")
    for name in NUMBERS:
        if not 1 <= getattr(options, name) <= NEVER:
            raise UsageError(f"--{name.replace('_', '-')} is at least 1, and at most {NEVER:,}")
    if options.known_as:
        try:
            split(options.known_as)
        except ValueError as error:
            raise UsageError(f"--known-as {error}") from None
    _apart(Paths(options.data_dir).data)
    if options.part != FRONT:
        _on_turn(options)
        _metrics(options)


def _apart(data: Path) -> None:
    """Refuse a folder that sessions could read, with all saves and keys in it."""
    from elgrande.server.confinement import readable

    if any(data.resolve().is_relative_to(os.path.realpath(folder)) for folder in readable()):
        raise UsageError(
            f"{data} is beside Python or the program, where every visitor's session can read; "
            "choose another folder with --data-dir"
        )


def _on_turn(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the words of the sysop's command, which has to be there."""
    try:
        words = tuple(shlex.split(options.on_turn))
    except ValueError as error:
        raise UsageError(f"--on-turn {options.on_turn}: {error}") from None
    if words and shutil.which(words[0]) is None:
        raise UsageError(f"--on-turn {words[0]}: there is no such program here, or it may not run")
    return words


def _metrics(options: argparse.Namespace) -> Path | None:
    """Return the file for the metrics, in whose folder one has to be able to write."""
    if not options.metrics:
        return None
    path = Path(options.metrics).absolute()
    if path.is_dir() or not os.access(path.parent, os.W_OK | os.X_OK):
        raise UsageError(
            f"--metrics {options.metrics}: no file can be written there; name one in a folder that "
            "there is, and that the server may write to"
        )
    return path


def _folder(options: argparse.Namespace) -> Path:
    """Return the folder of the control socket, whose path has to be short."""
    from elgrande.server.control import NAME

    given = options.control
    folder = Path(given).absolute() if given else Paths(options.data_dir).data / "server"
    if len(os.fsencode(folder / NAME)) > 100:
        raise UsageError(
            f"the path of {folder} is too long for a socket; choose a shorter one with --control"
        )
    return folder


def _follow() -> None:
    """End when the supervisor does, which holds the other end of our standard input."""

    def wait() -> None:
        while os.read(0, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True, name="lifeline").start()


def _both(options: argparse.Namespace, folder: Path) -> int:
    """Run both parts as processes of one user."""
    from elgrande.server.supervise import NotAlone, ServerPart, supervise, take

    try:
        take(folder)
    except NotAlone as error:
        raise UsageError(str(error)) from None
    again = ["--supervised", "--control", str(folder)]
    for name in ("data_dir", "address", "port", "known_as", "on_turn", "metrics", *NUMBERS):
        given = getattr(options, name)
        again += [f"--{name.replace('_', '-')}", str(given)] if given not in (None, "") else []
    again += ["--no-guests"] * options.no_guests + ["--as-root"] * options.as_root
    call = [sys.executable, "-P", "-m", "elgrande", "serve"]
    parts = [ServerPart(name, [*call, "--part", name, *again]) for name in (FRONT, HOST)]
    return supervise(parts, partial(event, "supervisor"))


def _front(options: argparse.Namespace, folder: Path) -> int:
    """Run the front."""
    import asyncio
    from ipaddress import ip_address

    listener = _listener(options)
    hear_libraries(FRONT)
    from elgrande.server import front
    from elgrande.server.hostkey import FILE, KeyRefused, host_key

    limits = Limits(connections=2 * options.sessions, **_given(Limits, options))
    # asyncssh looks for one, and a user of a service may have none.
    os.environ.setdefault("HOME", "/")
    try:
        key = host_key(Paths(options.data_dir).data / "server" / FILE, front.make_key)
    except KeyRefused as error:
        raise UsageError(str(error)) from None

    def listening(fingerprint: str) -> None:
        where = listener.getsockname()
        everywhere = ip_address(where[0]).is_unspecified
        server = options.known_as or joined("HOST" if everywhere else where[0], where[1])
        print(
            f"El Grande is served on {where[0]}, port {where[1]}. Friends come in with: "
            f"{ssh(server, user='NAME', terminal=False)}\nThe host key is {fingerprint}.",
            flush=True,
        )

    try:
        asyncio.run(
            front.run(
                listener, key, folder, FORKSERVER, limits, partial(event, FRONT),
                guests=not options.no_guests, known_as=options.known_as, listening=listening,
            )
        )  # fmt: skip
    except ValueError as error:
        # What the file has is no key.
        raise UsageError(f"the host key of this server cannot be used ({error})") from None
    return 0


def _listener(options: argparse.Namespace) -> socket.socket:
    """Return the socket to listen on: what systemd hands over, or one of our own."""
    if os.environ.get("LISTEN_PID") == str(os.getpid()) and os.environ.get("LISTEN_FDS") == "1":
        return socket.socket(fileno=SYSTEMD)
    family = socket.AF_INET6 if ":" in options.address else socket.AF_INET
    try:
        return socket.create_server(
            (options.address, options.port), family=family, backlog=1024,
            # Else :: would be everybody but those with IPv4.
            dualstack_ipv6=family == socket.AF_INET6 and socket.has_dualstack_ipv6(),
        )  # fmt: skip
    except OSError as error:
        raise UsageError(
            f"{options.address} port {options.port} cannot be listened on ({reason(error)}); "
            "choose others with --address and --port"
        ) from None


def _host(options: argparse.Namespace, folder: Path) -> int:
    """Run the host."""
    from elgrande.server.host import HostError, run

    chosen = Options(
        Paths(options.data_dir).data, folder, tuple(map(_user, options.front_user)),
        guests=not options.no_guests, on_turn=_on_turn(options),
        metrics=_metrics(options), known_as=options.known_as,
        **_given(Options, options),
    )  # fmt: skip
    hear_libraries(HOST)
    try:
        return run(chosen, log=partial(event, HOST))
    except (HostError, Unreadable) as error:
        raise UsageError(str(error)) from None


def _given(kind: type[Limits | Options], options: argparse.Namespace) -> dict[str, Any]:
    """Return the numbers that were chosen for one of the two."""
    return {each.name: getattr(options, each.name) for each in chosen(kind)}


def _user(name: str) -> int:
    """Return the number of a user of this machine."""
    import pwd

    if name.isdecimal():
        return int(name)
    try:
        return pwd.getpwnam(name).pw_uid
    except KeyError:
        raise UsageError(f"--front-user {name}: there is no such user here") from None


# -- admin -----------------------------------------------------------------------------------------


def admin_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "call", nargs="?", default="help",
        help="who, games, costs, kick, ban, wall, drain, stats and more; help lists them all",
    )  # fmt: skip
    parser.add_argument("words", nargs="*", help="what the call needs: a name, an address, words")
    parser.add_argument("--json", action="store_true", help="print what the answer is made of")
    parser.add_argument(
        "--control", metavar="DIR", help="where the server is; the data folder's without it"
    )


def run_admin(options: argparse.Namespace) -> int:
    """What the sysop can do with a server that runs: who is in, bans, an end in order, numbers."""  # noqa: D401
    from elgrande.server.control import CALLS, HostGone, NotAdmitted, admin

    if options.call == "help":
        for call, (usage, text) in CALLS.items():
            print(f"{f'{call} {usage}':<22} {text}")
        return 0
    if os.name != "posix":
        raise UsageError("a server runs on Linux or macOS alone, and is called from there")

    try:
        answer = admin(_folder(options), options.call, *options.words)
    except (HostGone, NotAdmitted) as error:
        raise UsageError(str(error).rstrip(".")) from None
    if options.json:
        text = answer.pop("text")
        print(json.dumps(answer or {"text": text}, indent=2))
    else:
        print(answer["text"])
    return 0
