"""Starting a game and going on with it, line by line, in the app, or with commands from a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from elgrande.cli import setups
from elgrande.cli.errors import UsageError
from elgrande.cli.games import begun, newest, opened, played, store_of
from elgrande.cli.terminal import need_screen
from elgrande.content.clean import clean
from elgrande.content.files import Unreadable, named, path_of, read_text
from elgrande.content.words import notation, prompt, say_event
from elgrande.content.words.names import sentence
from elgrande.table import Host, Refused, Table


def new_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    setups.arguments(parser)
    parser.add_argument("--name", metavar="SAVE", help="what the save is called")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="play it as a line dialogue")
    how.add_argument("--no-play", action="store_true", help="only make the save")


def run_new(options: argparse.Namespace) -> int:
    """Start a game."""
    setup = setups.setup_from(options)
    if setup.idle_cards:
        print(f"elgrande: {setup.idle_cards}", file=sys.stderr)
    store = store_of(options.data_dir)
    if not (options.plain or options.no_play):
        need_screen()
    table = begun(store, setup, options.name)
    if not options.no_play:
        return played(store, table, options)
    name = getattr(table.log, "name", "")
    table.close()
    print(f"{name} is saved in {store.paths.saves}")
    return 0


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="?", help="continue this save; default: a new game")
    parser.add_argument("--plain", action="store_true", help="the line dialogue")
    parser.add_argument("--name", metavar="SAVE", help="what a new game's save is called")
    setups.arguments(parser)


def run_play(options: argparse.Namespace) -> int:
    """Play as a line dialogue, for screen readers, dumb terminals and scripts."""
    if not options.plain:
        raise UsageError("play needs --plain; to open the app, just type elgrande")
    store = store_of(options.data_dir)
    if options.save is not None:
        if setups.given(options) or options.name is not None:
            raise UsageError("a save contains its players and options; leave out the others")
        table = opened(store, options.save)
    else:
        table = begun(store, setups.setup_from(options), options.name)
    return played(store, table, options)


# -- commands from a file --------------------------------------------------------------------------

STANDARD_INPUT = "-"
MOST = 1_000_000
"""So many bytes are read; a whole game has some thousands."""
LONGEST = 2000
"""So many characters may stand in a line."""
QUOTED = 80


def read_commands(file: str) -> tuple[str, list[tuple[int, str]]]:
    """Return what sentences call a file, or standard input for ``-``, and its numbered lines.

    Empty lines and those that begin with ``#`` are left out. Raises UsageError for what cannot
    be read; so this comes before a save is opened for it.
    """
    name = "standard input" if file == STANDARD_INPUT else named(Path(file))
    return name, list(_numbered_lines(read_text_of(file, "--commands"), name))


def carry_out(table: Table, name: str, lines: list[tuple[int, str]]) -> int:
    """Carry out every line that ``read_commands`` returned; returns the exit code.

    A line is one gesture: several
    commands are separated by semicolons and accepted whole or not at all. The colour may be
    left out where a single seat owes an answer. Bots answer in between, as at any table.

    Raises UsageError, naming the line, at the first that is refused; what stood before it is
    saved, and nothing after it is carried out.
    """
    host = Host(table)
    told = table.history.head
    try:
        for number, line in lines:
            _bots(host)
            try:
                seat, commands = _gesture(table, line)
                table.send(seat, commands)
            except Refused as refusal:
                raise UsageError(
                    f"{name}, line {number}, {clean(line, QUOTED)!r}: {sentence(str(refusal))} "
                    f"{_cure(number)}"
                ) from None
        _bots(host)
    finally:
        for _, event in table.events(None, told):
            print(say_event(event, table.rules, table.names))
        host.close()
    print(prompt(table.decision(), table.rules, table.names))
    return 0


def _cure(number: int) -> str:
    if number == 1:
        return "Correct the line and send it with what follows."
    return "What comes before it is saved; correct the line and send it with what follows."


def _bots(host: Host) -> None:
    for notice in host.play_bots():
        print(f"elgrande: {notice}.", file=sys.stderr)


def _gesture(table: Table, line: str) -> tuple[int, list[str]]:
    """Return whose gesture a line is and its commands without the colour."""
    colours = table.rules.colours
    seats = set()
    commands = []
    for part in filter(None, (" ".join(part.split()) for part in line.split(";"))):
        word, _, rest = part.partition(" ")
        if word.lower() in colours:
            seats.add(colours.index(word.lower()))
            part = rest
        commands.append(notation(part, table.names))
    owing = table.state.owing()
    if len(seats) > 1:
        raise Refused("a line is one player's answer; write another line for the other player")
    if not seats and len(owing) > 1:
        waits = " and ".join(colours[seat] for seat in owing)
        raise Refused(f"begin with the colour, since {waits} are all to answer now")
    seat = next(iter(seats), owing[0] if owing else 0)
    if seat not in table.persons and not table.over:
        player = table.players[seat]
        raise Refused(f"{colours[seat]} is played by the bot {player.source}, which answers itself")
    return seat, commands


def _numbered_lines(text: str, name: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST:
            raise UsageError(f"{name}, line {number}: no command has {len(line):,} characters")
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def read_text_of(file: str, option: str) -> str:
    """Return the text of a file that an option names, or of standard input for ``-``."""
    if file == STANDARD_INPUT:
        text = sys.stdin.read(MOST + 1)
        if len(text) > MOST:
            raise UsageError(f"{option} {file}: more than {MOST:,} characters come in")
        return text
    try:
        return read_text(path_of(file), MOST)
    except Unreadable as error:
        pipe = " (- reads from a pipe)" if "a pipe" in str(error) else ""
        raise UsageError(f"{option} {str(error).rstrip('.')}{pipe}") from None


def resume_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="?", help="the save; default: the newest unfinished one")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="as a line dialogue")
    how.add_argument(
        "--commands", metavar="FILE",
        help="carry out commands in notation, one answer a line; - reads standard input",
    )  # fmt: skip


def run_resume(options: argparse.Namespace) -> int:
    """Go on with a game: the named save, or the newest that is not finished."""
    store = store_of(options.data_dir)
    name = options.save or newest(store)
    if not options.plain and options.commands is None:
        need_screen()
    if options.commands is not None:
        lines = read_commands(options.commands)
        table = opened(store, name)
        try:
            return carry_out(table, *lines)
        finally:
            table.close()
    return played(store, opened(store, name), options)
