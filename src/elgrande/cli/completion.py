"""Completion in shells: what could follow on a command line, told to argcomplete.

The shell calls the program for it, so that it knows the saves of today and whatever is installed.
Only the command that is typed is loaded.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import argcomplete

from elgrande.cli.main import ALIASES, Parser, commands, global_arguments
from elgrande.saves import Paths, SaveError, Store, shipped

SHELLS = ("bash", "fish", "zsh")


def completion_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that you type in")


def run_completion(options: argparse.Namespace) -> int:
    """Print what makes your shell complete commands, options, saves, editions and bots by Tab.

    For bash, put this line into ~/.bashrc, for zsh into ~/.zshrc behind compinit:
    eval "$(elgrande completion bash)", or zsh. For fish, once: elgrande completion fish >
    ~/.config/fish/completions/elgrande.fish
    """
    from argcomplete.shell_integration import shellcode

    print(shellcode(["elgrande"], shell=options.shell))
    return 0


def answer() -> None:
    """Tell the shell what fits, and end."""
    line = os.environ.get("COMP_LINE", "")[: int(os.environ.get("COMP_POINT", 0))]
    argcomplete.autocomplete(parser_for(line), always_complete_options=False)


def parser_for(line: str) -> Parser:
    """Return the parser of a line that is being typed, with what completes its arguments."""
    # The last word is still being typed.
    typed = (ALIASES.get(word, word) for word in line.split(" ")[1:-1])
    name = next((word for word in typed if word in commands()), "")
    made = Parser(prog="elgrande", allow_abbrev=False)
    global_arguments(made)
    first = made.add_argument("command", nargs=None if name else "?")
    if name:
        module = import_module(commands()[name][0], "elgrande.cli.commands")
        getattr(module, f"{name}_arguments")(made)
    else:
        _complete(first, _first)
    for action in made._actions:
        # An argument goes by its options, or by where it is kept.
        for name in COMPLETERS.keys() & (action.option_strings or (action.dest,)):
            _complete(action, COMPLETERS[name])
    return made


Completer = Callable[..., Iterable[str]]


def _complete(action: argparse.Action, completer: Completer) -> None:
    action.completer = completer  # type: ignore[attr-defined]


def _first(prefix: str, parsed_args: argparse.Namespace, **_more: object) -> dict[str, str]:
    """Return the commands with what they do, and the saves that begin with what is typed."""
    saves = dict.fromkeys(_saves(parsed_args), "a save") if prefix else {}
    return {**saves, **{name: text for name, (_, text) in commands().items()}}


def _saves(parsed_args: argparse.Namespace, **_more: object) -> Iterable[str]:
    folders: list[Path | None] = [None]
    with suppress(SaveError):
        folders.append(shipped("saves"))
    with suppress(SaveError):
        store = Store(Paths(parsed_args.data_dir))
        return [save.name for folder in folders for save in store.summaries(folder)]
    return ()


def _editions(**_more: object) -> Iterable[str]:
    from elgrande.content.edition import edition_ids

    return edition_ids()


def _listed(found: Callable[[], Iterable[str]]) -> Completer:
    """Return what completes the last of several with commas between them."""

    def complete(prefix: str, **_more: object) -> Iterable[str]:
        before = prefix[: prefix.rfind(",") + 1]
        taken = before.split(",")
        return [before + name for name in found() if name not in taken]

    return complete


def _expansions() -> Iterable[str]:
    from elgrande.content.expansion import expansion_ids

    return expansion_ids()


def _bots() -> Iterable[str]:
    from elgrande.bots.registry import names

    return names()


COMPLETERS: dict[str, Completer] = {
    "save": _saves, "--edition": _editions,
    "--expansion": _listed(_expansions), "--bots": _listed(_bots), "bots": _listed(_bots),
}  # fmt: skip
"""By an option, or by where an argument without one is kept; others have choices, or are files."""
