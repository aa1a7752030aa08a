"""The entry point: global options, dispatch, and what happens to errors."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from elgrande import __version__
from elgrande.cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "app": "open the full-screen app; what happens without a command, too",
    "new": "start a game",
    "play": "play as a line dialogue (--plain), for screen readers and scripts",
    "resume": "go on with a game",
    "replay": "tell a game from its beginning",
    "show": "print a position",
    "check": "check a save: checksums, legality, digests",
    "simulate": "let bots play many games",
    "bots": "list the bots that are installed",
    "paths": "say where saves, settings and reports lie",
}
USAGE = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Errors in one line, with the help to ask for."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on standard error and end with 2."""
        self.exit(USAGE, f"elgrande: {message}; see {self.prog} --help\n")


def parser() -> Parser:
    """Return the parser of the global options."""
    listed = "\n".join(f"  {name:10}{text}" for name, text in COMMANDS.items())
    made = Parser(
        prog="elgrande",
        description="El Grande in the terminal.",
        epilog=f"commands:\n{listed}\n\nelgrande COMMAND --help tells more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    made.add_argument("-h", "--help", action="store_true", help="show this and end")
    made.add_argument("--version", action="version", version=f"elgrande {__version__}")
    made.add_argument("--data-dir", metavar="DIR", help="keep saves, settings and reports here")
    made.add_argument("--ascii", action="store_true", help="draw with plain ASCII characters")
    made.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    made.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    made.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    made.usage = "elgrande [--data-dir DIR] [--ascii] [--no-mouse] [COMMAND ...]"
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 for a fault found, 2 for a wrong call."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except UsageError as error:
        print(f"elgrande: {error}", file=sys.stderr)
        return USAGE
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else USAGE
    except KeyboardInterrupt:
        # Every answer is on the disk already.
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has seen enough, as `head` does; nothing more may be flushed there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        from elgrande.content.reading import ContentError
        from elgrande.saves.errors import SaveError

        if isinstance(error, (ContentError, SaveError)):
            print(f"elgrande: {error}", file=sys.stderr)
            return USAGE
        from elgrande.cli.report import reported

        print(reported(error, arguments), file=sys.stderr)
        return 1


def _run(argv: list[str]) -> int:
    top = parser()
    known = top.parse_args(argv)
    name = known.command
    if known.help and name is None:
        top.print_help()
        return 0
    if name is None:
        name = "app"
    if name not in COMMANDS:
        # A save may be named instead of a command: elgrande SAVE opens it.
        known.rest = [name, *known.rest]
        name = "app"
    rest = ["--help", *known.rest] if known.help else known.rest
    module = import_module(f"elgrande.cli.commands.{name}")
    command = Parser(prog=f"elgrande {name}", description=module.__doc__, allow_abbrev=False)
    # After the command's name they are the same options.
    command.add_argument("--data-dir", metavar="DIR", default=known.data_dir)
    module.arguments(command)
    options = command.parse_args(rest)
    options.ascii = known.ascii or getattr(options, "ascii", False)
    options.mouse = not known.no_mouse
    code = module.run(options)
    sys.stdout.flush()
    assert isinstance(code, int)
    return code


if __name__ == "__main__":
    sys.exit(main())
