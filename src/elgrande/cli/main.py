"""The entry point: global options, dispatch, and what happens to errors."""

from __future__ import annotations

import argparse
import errno
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn, TextIO

from elgrande import version_told
from elgrande.cli.errors import FAULT, USAGE, UsageError, exit_code, say
from elgrande.cli.terminal import open_closed
from elgrande.content.clean import clean, tidy
from elgrande.content.files import reason

COMMANDS = {
    "app": (".app", "open the full-screen app (also what happens without a command)"),
    "new": (".play", "start a game"),
    "play": (".play", "play line by line (--plain), for screen readers and scripts"),
    "resume": (".play", "continue a game"),
    "today": (".today", "play the game of the day, and compare what others send of it"),
    "list": (".saves", "list the saves, and the examples that come with the game"),
    "replay": (".saves", "tell the story of a game"),
    "analyse": (".analyse", "explain a finished game: chances, mistakes, what changed most"),
    "puzzle": (
        ".puzzle",
        "find the turn: puzzles with a sure answer, and more from your games",
    ),
    "export": (".export", "write a game as one page for a browser, or a position as a picture"),
    "record": (".record", "your games so far: places, points by source, against whom"),
    "turns": (".turns", "where it is your turn: in your saves, and on your servers"),
    "show": (".saves", "print a position"),
    "check": (".saves", "check a save: checksums, legality, digests"),
    "simulate": (".tournament", "let bots play many games"),
    "tournament": (".tournament", "let bots compete: shares, ratings, a test, kept in a file"),
    "bots": (".tournament", "list the bots that are installed"),
    "decks": (".decks", "list, show, export and check decks of action cards"),
    "completion": ("..completion", "make your shell complete commands, saves and bots by Tab"),
    "paths": (".app", "show where saves, settings and reports are kept"),
}
"""The module of each, and what it is for."""
GROUP = "elgrande.commands"
"""Entry points to more such tables: what else has commands is known by them alone."""
SAVING = ("app", "new", "play", "resume", "today")
"""The commands whose games are saved as they are played."""
ALIASES = {"analyze": "analyse"}
"""Other spellings of commands."""
_FULL = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG, errno.EBADF)
"""What writing raises on a disk or a descriptor that takes no more."""


class Parser(argparse.ArgumentParser):
    """Errors in one line, with the help to ask for."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on standard error and end with 2."""
        # The message may quote what somebody pasted.
        self.exit(USAGE, f"elgrande: {tidy(message)}; see {self.prog} --help\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write a help or a version as any output: argparse takes a full disk for success."""
        if file is sys.stdout:
            sys.stdout.write(message)
        else:
            super()._print_message(message, file)


class Paragraphs(argparse.HelpFormatter):
    """Wraps each paragraph by itself; one with columns or indented lines stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        parts = text.split("\n\n")
        return "\n\n".join(part if "  " in part else fill(part, width, indent) for part in parts)


def parser() -> Parser:
    """Return the parser of the global options."""
    made = Parser(
        prog="elgrande",
        description="El Grande in the terminal.",
        formatter_class=Paragraphs,
        add_help=False,
        allow_abbrev=False,
    )
    made.add_argument("-h", "--help", action="store_true", help="show this help and exit")
    made.add_argument("--version", action="version", version=f"elgrande {version_told()}")
    global_arguments(made)
    made.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    made.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    made.usage = "elgrande [--data-dir DIR] [--ascii] [--no-mouse] [COMMAND ...]"
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 for a fault found, 2 for a wrong call."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if "_ARGCOMPLETE" in os.environ:
        # A shell asks what could follow. What answers knows all commands, as they know this.
        import_module("elgrande.cli.completion").answer()
    open_closed()
    _forgive(sys.stdin, sys.stdout)
    try:
        code = _guarded(arguments)
        # Here and not at the interpreter's end, which knows no polite answer.
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read us has seen enough, as ``head`` does.
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        say(f"elgrande: the output cannot be written ({reason(error)})")
        return USAGE
    return code


def _forgive(*streams: TextIO) -> None:
    """Let no byte and no letter of a name end a command: what does not fit becomes a mark."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Give up standard output, or Python would try to write the rest of it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _guarded(arguments: list[str]) -> int:
    """Run a command and turn what goes wrong into one sentence."""
    try:
        return _run(arguments)
    except UsageError as error:
        say(f"elgrande: {error}")
        return USAGE
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else USAGE
    except KeyboardInterrupt as stopped:
        # Every answer is on the disk already.
        say()
        return exit_code(stopped)
    except BrokenPipeError:
        raise
    except Exception as error:
        # The rest of standard output comes first: a failing disk or pipe ends here too.
        if isinstance(error, OSError) and error.filename is None and error.errno in _FULL:
            raise
        from elgrande.cli.report import reported, sentence

        known = sentence(error)
        # A save may be named instead of a command, and a server saves what it plays.
        saved = next((word for word in arguments if word in COMMANDS), SAVING[0]) in SAVING
        say(f"elgrande: {tidy(known)}" if known else reported(error, arguments, saved=saved))
        for one in getattr(error, "more", ()):
            say(f"elgrande: {one}")
        return USAGE if known else FAULT


def _run(argv: list[str]) -> int:
    top = parser()
    known = top.parse_args(argv)
    name = known.command
    if name in (None, "help") and (known.help or name):
        listed = "\n".join(f"  {name:11}{text}" for name, (_, text) in commands().items())
        top.epilog = f"commands:\n{listed}\n\nTry elgrande COMMAND --help."
        top.print_help()
        return 0
    if name is None:
        name = "app"
    name = ALIASES.get(name, name)
    meant = ""
    if name not in COMMANDS and name not in commands():
        # A save may be named instead of a command: elgrande SAVE opens it.
        meant = nearest(name)
        known.rest = [name, *known.rest]
        name = "app"
    rest = ["--help", *known.rest] if known.help else known.rest
    command, run = command_of(name, known)
    options, more = command.parse_known_args(rest)
    if more and meant:
        raise UsageError(
            f"there is no command {clean(known.rest[0])!r}; did you mean elgrande {meant}?"
        )
    if more:
        command.error(f"unrecognized arguments: {' '.join(more)}")
    options.mouse = not options.no_mouse
    code = run(options)
    assert isinstance(code, int)
    return code


def command_of(
    name: str, known: argparse.Namespace | None = None
) -> tuple[Parser, Callable[[argparse.Namespace], int]]:
    """Return the parser of a command with its options, and what carries it out.

    Its module has ``NAME_arguments(parser)``, which declares, and ``run_NAME(options)``, which does
    it and whose docstring the help has.
    """
    # Imported here, as whatever a command imports knows it.
    from inspect import getdoc

    where, _ = COMMANDS.get(name) or commands()[name]
    # What is imported stays, and a start waits for the collector that looks through all of it.
    gc.disable()
    try:
        module = import_module(where, "elgrande.cli.commands")
    finally:
        gc.enable()
    run = getattr(module, f"run_{name}")
    command = Parser(
        prog=f"elgrande {name}", description=getdoc(run), formatter_class=Paragraphs,
        allow_abbrev=False,
    )  # fmt: skip
    global_arguments(command, known)
    getattr(module, f"{name}_arguments")(command)
    return command, run


@cache
def commands() -> dict[str, tuple[str, str]]:
    """Return all commands, also those that packages register.

    Only the help and a name that is none of ours wait for it.
    """
    from elgrande.content.installed import registered

    found = dict(COMMANDS)

    def register(more: Mapping[str, tuple[str, str]]) -> None:
        for name, (where, text) in more.items():
            found.setdefault(name, (where, text))

    causes, faults = registered(GROUP, register)
    faults += [f"the commands of {name!r} cannot be loaded ({why})" for name, why in causes.items()]
    for fault in faults:
        say(f"elgrande: {tidy(fault)}")
    return found


def nearest(name: str) -> str:
    """Return the command that was most likely meant, or nothing if none is near."""
    # Imported here, as only who has mistyped something waits for it.
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:80], commands(), 1)), "")


def global_arguments(
    made: argparse.ArgumentParser, known: argparse.Namespace | None = None
) -> None:
    """Add the global options; after the command's name they are the same as before it."""
    made.add_argument(
        "--data-dir", metavar="DIR", help="keep saves, settings and reports here",
        default=known and known.data_dir,
    )  # fmt: skip
    for flag, text in (
        ("--ascii", "use plain ASCII characters only"),
        ("--no-mouse", "do not use the mouse"),
    ):
        before = bool(known and getattr(known, flag[2:].replace("-", "_")))
        made.add_argument(flag, action="store_true", help=text, default=before)


if __name__ == "__main__":
    sys.exit(main())
