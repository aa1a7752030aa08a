"""Saves: what there is, what was played, how it stands, whether it is sound, where it lies."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from elgrande.cli.errors import UsageError
from elgrande.cli.games import found, read, salvaged, seat_of, store_of, table_at
from elgrande.cli.plain.console import Console
from elgrande.cli.report import sentence
from elgrande.content.clean import cell_width, clean
from elgrande.content.expansion import display_of
from elgrande.content.files import ContentError, read_toml
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import PERSON
from elgrande.content.story import opening
from elgrande.content.veil import remembered
from elgrande.content.words import prompt, say_event
from elgrande.content.words.names import GameNames, round_name
from elgrande.rules import Position
from elgrande.saves import SaveDamaged, SaveError, SaveSummary, Store
from elgrande.saves.errors import shown
from elgrande.saves.journal import Record
from elgrande.saves.standings import GameStanding, Standings, how_far, when
from elgrande.table.saved_game import Mismatch, replay, standings
from elgrande.table.table import SOURCE, STAND_IN

# -- list ------------------------------------------------------------------------------------------

NONE = "No saves yet; elgrande new starts a game."
SAVES = "Your saves, the latest first:"
EXAMPLES = "Examples that come with the game; elgrande NAME plays a copy:"
LONGEST = 150
"""No name of a file is told with more cells."""


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run_list(options: argparse.Namespace) -> int:
    """List the saves, and the examples that come with the game."""
    store = store_of(options.data_dir)
    saves = store.summaries()
    examples = store.examples()
    known = standings(store)
    own = (_row(known, save, example=False) for save in saves)
    ours = (_row(known, save, example=True) for save in examples)
    names = (clean(save.name, LONGEST) for save in (*saves, *examples))
    width = max(map(cell_width, names), default=0)
    try:
        if options.json:
            print(json.dumps([*own, *ours], indent=2))
            return 0
        # Each as soon as it is known: hundreds that nobody has replayed yet take a while.
        print(SAVES if saves else NONE, flush=True)
        for row in own:
            print(_line(row, width), flush=True)
        print(f"\n{EXAMPLES}", flush=True)
        for row in ours:
            print(_line(row, width), flush=True)
    finally:
        known.keep(saves)
    return 0


def _row(known: Standings, save: SaveSummary, *, example: bool) -> dict[str, Any]:
    """Return what is told of a save: how it stands, or the sentence why it cannot be played."""
    standing: GameStanding | None = None
    problem = ""
    try:
        standing = known.find(save)
    except SaveError as error:
        problem = error.sentence
    return {
        "name": clean(save.name, LONGEST),
        "example": example,
        "written": when(save.mtime),
        "players": [*standing.players] if standing else [],
        "scores": [*standing.scores] if standing else [],
        "round": standing.round if standing else None,
        "over": standing.over if standing else None,
        "problem": problem,
    }


def _line(row: dict[str, Any], width: int) -> str:
    if row["over"] is None:
        far, players = "cannot be played", row["problem"]
    else:
        far = how_far(row["round"], row["over"])
        pairs = zip(row["players"], row["scores"], strict=True)
        players = ", ".join(f"{name} {score}" for name, score in pairs)
    name = row["name"] + " " * (width - cell_width(row["name"]))
    parts = (name, f"{far:<9}", "" if row["example"] else row["written"], players)
    return "  " + "  ".join(part for part in parts if part)


# -- show ------------------------------------------------------------------------------------------


def show_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="schema 1 as JSON")
    form.add_argument("--toml", action="store_true", help="schema 1 as TOML")
    parser.add_argument("--at", type=int, metavar="N", help="after this record; 0 is the start")
    parser.add_argument(
        "--as", dest="seat", metavar="COLOUR",
        help="only what this player knows; spectator for what everybody does",
    )  # fmt: skip
    parser.add_argument("--legal", action="store_true", help="with all legal answers, in notation")


def run_show(options: argparse.Namespace) -> int:
    """Print a position: in words, as JSON, or as TOML that elgrande new --from accepts."""
    # Imported here, as who lists saves need not wait for it.
    from elgrande.cli.plain.queries import sentences

    store = store_of(options.data_dir)
    table = table_at(store, options.save, options.at)
    seat = seat_of(table.rules, options.seat)
    position: Position = table.state if options.seat is None else table.view(seat)
    if options.json or options.toml:
        described = describe(position)
        if options.legal:
            described["legal"] = legal(position)
        if options.json:
            print(json.dumps(described, indent=2))
        else:
            import tomli_w

            sys.stdout.write(tomli_w.dumps(described))
        return 0
    console = Console(sys.stdin, sys.stdout)
    console.say_all(sentences(table.view(seat), table.names))
    # To somebody who looks on, also where the seat itself would be asked.
    decision = table.decision()
    console.say(prompt(decision, table.rules, table.names))
    asked = decision.owing[0] if decision.owing else -1
    shows = display_of(table.rules)
    if more := shows.remarks(table.view(seat), decision.step, asked, table.names):
        console.say(more)
    if options.legal:
        for colour, commands in legal(position).items():
            console.say(f"Legal for {colour}: {', '.join(commands) or 'nothing'}.")
    return 0


def legal(position: Position) -> dict[str, list[str]]:
    """Return the answers that each colour may give now, as far as the position knows them.

    Whoever has set a secret disk may still set another, and is listed too.
    """
    rules = position.rules
    return {
        colour: [rules.text(code) for code in codes]
        for seat, colour in enumerate(rules.colours)
        if (codes := position.legal(seat))
    }


# -- replay ----------------------------------------------------------------------------------------


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    parser.add_argument("--to", type=int, metavar="N", help="only up to this record")
    parser.add_argument("--as", dest="seat", metavar="COLOUR", help="what this player saw")


def run_replay(options: argparse.Namespace) -> int:
    """Tell a game from its beginning, in sentences."""
    store = store_of(options.data_dir)
    table = table_at(store, options.save, options.to, "--to")
    records = read(store, options.save)[0].records
    seat = seat_of(table.rules, options.seat)
    names = table.names
    last, say = 0, Console(sys.stdin, sys.stdout).say
    told = table.events(seat)
    known = remembered(table.rules, told, over=table.over)
    # Of answers that were taken back nothing is told.
    tell = {record.n for record in records if record.kind == SOURCE} | {n for n, _ in known}
    remarks = {
        record.n: said for record in records
        if record.n in tell and (said := _who_answers(record, names))
    }  # fmt: skip
    if len(known) < len(told):
        say("What went into the Castillo before this round is left to your memory.")
    say(f"      {opening(table.history.positions[0], names)}")
    for n, event in known:
        for at in [at for at in remarks if at <= n]:
            say(f"{at:4}  {remarks.pop(at)}")
            last = at
        mark = f"{n:4}" if n != last else "    "
        last = n
        say(f"{mark}  {say_event(event, table.rules, names)}")
    return 0


def _who_answers(record: Record, names: GameNames) -> str:
    """Say of a record who gave the answer, or answers from there on, where that is told."""
    fields = record.fields
    if record.kind == SOURCE:
        who = "a person" if fields["source"] == PERSON else f"the bot {fields['source']}"
        return f"From here on {who} answers for {names.plain(str(fields['seat']))}."
    if fields.get("by") == STAND_IN:
        return "A stand-in answered for a bot that gave no answer that counts."
    return ""


# -- check -----------------------------------------------------------------------------------------


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="+", help="names or paths of saves")
    parser.add_argument(
        "--salvage", metavar="NAME", help="copy the intact part of a damaged save to a new one"
    )


def run_check(options: argparse.Namespace) -> int:
    """Check a save: checksums, legality, digests; say what is wrong and where."""
    store = store_of(options.data_dir)
    if options.salvage is not None:
        if len(options.save) > 1:
            raise UsageError("--salvage copies one save; name just that one")
        path, keep = salvaged(store, options.save[0], options.salvage)
        print(f"the {keep} intact records are saved as {path.stem} in {path.parent}")
        return 0
    return max(_check(store, text) for text in options.save)


def _position(store: Store, which: str | Path) -> str:
    """Return what is said of a file that holds no save but a position; empty if it does not."""
    path = which if isinstance(which, Path) else store.paths.saves / f"{which}.toml"
    try:
        data = read_toml(path)
    except ContentError:
        return ""
    if "format" in data or not {"schema", "seat"} <= data.keys():
        return ""
    name = shown(path)
    return f"{name} is a position and no save; elgrande new --from {name} begins a game at it."


def _check(store: Store, text: str) -> int:
    try:
        journal, name = read(store, text)
        table = replay(journal, name)
    except SaveError as fault:
        if isinstance(fault, SaveDamaged) and (said := _position(store, found(store, text))):
            print(f"elgrande: {said}", file=sys.stderr)
            return 2
        print(f"elgrande: {sentence(fault)}", file=sys.stderr)
        return 1 if isinstance(fault, (SaveDamaged, Mismatch)) else 2
    digests = sum("digest" in record.fields for record in journal.records)
    number = table.state.round
    when = f"{'in ' * bool(number)}{round_name(number, table.rules.rounds[0])}"
    state = "finished" if table.over else when
    print(f"{name}: intact; {len(journal.records)} records, {digests} digests match, {state}")
    if journal.notice:
        print(journal.notice)
    return 0
