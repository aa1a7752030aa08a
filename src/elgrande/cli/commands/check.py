"""Check a save: checksums, legality, digests; say what is wrong and where."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from elgrande.cli.games import read, store_of
from elgrande.saves import SaveDamaged
from elgrande.table.load import Mismatch, replay

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="+", help="names or paths of saves")


def run(options: argparse.Namespace) -> int:
    """Check them; exit code 1 if any is not in order."""
    store = store_of(options.data_dir)
    worst = 0
    for text in options.save:
        try:
            journal, name = read(store, text)
            table = replay(journal, name)
        except (SaveDamaged, Mismatch) as fault:
            print(f"elgrande: {fault}", file=sys.stderr)
            worst = 1
            continue
        digests = sum("digest" in record.fields for record in journal.records)
        state = "finished" if table.over else f"in round {table.state.round}"
        print(f"{name}: in order; {len(journal.records)} records, {digests} digests agree, {state}")
        if journal.notice:
            print(journal.notice)
    return worst
