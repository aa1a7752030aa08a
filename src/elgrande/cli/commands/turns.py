"""Where it is one's turn: in the saves, and on the servers that one plays on."""

from __future__ import annotations

import argparse
import asyncio
import json

from elgrande.app.saved_games.turns import ADDRESS, Servers, ServerTurns, in_saves, on_servers
from elgrande.cli.commands.record import all_standings
from elgrande.cli.errors import UsageError, say
from elgrande.content.clean import cell_width, clean
from elgrande.content.plain import to_plain
from elgrande.saves import Paths, Store
from elgrande.saves.standings import how_far, when

NOBODY = "No save waits for you."
SILENT = 1


def turns_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--server", action="append", default=[], metavar="[NAME@]HOST[:PORT]", type=_address,
        help="ask this server, too, now and from now on; you come in by your own ssh and key",
    )  # fmt: skip
    parser.add_argument(
        "--forget", action="append", default=[], metavar="SERVER", help="ask it no more"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run_turns(options: argparse.Namespace) -> int:
    """Tell in which games it is your turn: in your saves, and on your servers.

    A server is asked with your own ssh, for a few seconds; one that does not answer is named,
    and the exit code is 1.
    """
    store = Store(Paths(options.data_dir))
    servers = Servers(store.paths.state)
    if unknown := {*options.forget} - {*servers.names}:
        known = f"those asked are {', '.join(servers.names)}" if servers.names else "none is asked"
        raise UsageError(f"--forget {clean(min(unknown), 80)}: {known}")
    if options.server or options.forget:
        kept = [name for name in servers.names if name not in options.forget]
        servers.keep([*kept, *options.server])
    if servers.problem:
        say(f"elgrande: {servers.problem}")
    found, _ = all_standings(store)
    saves = [*in_saves(found)]
    told = asyncio.run(on_servers(servers.names))
    if options.json:
        print(json.dumps({"saves": to_plain(saves), "servers": to_plain(told)}, indent=2))
        return SILENT if any(one.problem for one in told) else 0
    waiting = [each for each in saves if each.asked]
    print("Your turn in your saves:" if waiting else NOBODY)
    width = max((cell_width(each.name) for each in waiting), default=0)
    for each in waiting:
        asked = " and ".join(each.asked)
        print(f"  {each.name:<{width}}  {how_far(each.round):<9}  {when(each.mtime)}  {asked}")
    if bots := len(saves) - len(waiting):
        print(f"Bots answer first in {bots} more.")
    for one in told:
        _tell(one)
    return SILENT if any(one.problem for one in told) else 0


def _tell(one: ServerTurns) -> None:
    if one.problem:
        print(one.problem)
    elif one.games:
        print(f"Your turn on {one.server}:", *(f"  {game}" for game in one.games), sep="\n")
    else:
        print(f"No game on {one.server} waits for you.")


def _address(text: str) -> str:
    if ADDRESS.fullmatch(text):
        return text
    raise argparse.ArgumentTypeError(
        f"{text[:80]!r} is not a server; write NAME@HOST or NAME@HOST:PORT"
    )
