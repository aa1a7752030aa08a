"""Check a save: checksums, legality, digests; say what is wrong and where."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from elgrande.cli.errors import UsageError
from elgrande.cli.games import read, salvaged, store_of
from elgrande.cli.report import sentence
from elgrande.content.files import ContentError, read_toml
from elgrande.content.words.names import round_name
from elgrande.saves import SaveDamaged, SaveError, Store
from elgrande.saves.errors import shown
from elgrande.table.saved_game import Mismatch, replay


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="+", help="names or paths of saves")
    parser.add_argument(
        "--salvage", metavar="NAME", help="copy the intact part of a damaged save to a new one"
    )


def run(options: argparse.Namespace) -> int:
    """Check them; exit code 1 if any is not in order, 2 if one cannot be checked at all."""
    store = store_of(options.data_dir)
    if options.salvage is not None:
        if len(options.save) > 1:
            raise UsageError("--salvage copies one save; name just that one")
        path, keep = salvaged(store, options.save[0], options.salvage)
        print(f"the {keep} intact records are saved as {path.stem} in {path.parent}")
        return 0
    return max(_check(store, text) for text in options.save)


def _position(path: Path | None) -> str:
    """Return what is said of a file that holds no save but a position; empty if it does not."""
    if path is None:
        return ""
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
        if isinstance(fault, SaveDamaged) and (said := _position(fault.path)):
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
