"""Finding, opening, starting and playing games for the commands; seats and files they name."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from datetime import date
from pathlib import Path

from elgrande.cli.errors import UsageError
from elgrande.content.clean import clean
from elgrande.content.files import path_of, reason, write_whole
from elgrande.content.setup import Setup
from elgrande.rules import Ruleset
from elgrande.saves import Journal, Paths, SaveDamaged, SaveError, Store, shipped
from elgrande.table import Table
from elgrande.table.saved_game import Mismatch, begin, example, reopen, replay, standings

SPECTATOR = "spectator"
"""Whoever looks on and knows what everybody does; no colour is called that."""


def found(store: Store, text: str) -> str | Path:
    """Return what a person's word for a save means: a name, a path, or a shipped sample.

    Own saves come first; the samples are only read.
    """
    which = store.find(text)
    if isinstance(which, str) and not os.path.exists(store.paths.saves / f"{which}.toml"):
        sample = shipped("saves") / f"{which}.toml"
        if sample.is_file():
            return sample
    return which


def read(store: Store, text: str) -> tuple[Journal, str]:
    """Return a save's journal and what sentences call it, without locking it."""
    which = found(store, text)
    journal = store.read(which)
    return journal, which if isinstance(which, str) else which.name


def table_at(store: Store, text: str, until: int | None = None, option: str = "--at") -> Table:
    """Replay a save, up to and with a record, for looking at it."""
    journal, name = read(store, text)
    last = len(journal.records)
    if until is not None and not 0 <= until <= last:
        raise UsageError(f"{option} {until}: this save has records 0 to {last}")
    return replay(journal, name, until)


def seat_of(rules: Ruleset, colour: str | None) -> int | None:
    """Return the seat of a colour, None for a spectator; UsageError if it does not play."""
    if colour is None or colour == SPECTATOR:
        return None
    if colour not in rules.colours:
        raise UsageError(f"--as {colour!r}: choose from {', '.join(rules.colours)}, {SPECTATOR}")
    return rules.colours.index(colour)


def newest(store: Store) -> str:
    """Return the name of the newest save that is not finished."""
    saves = store.summaries()
    known = standings(store)
    try:
        for save in saves:
            with suppress(SaveError):
                if not known.over(save):
                    return save.name
    finally:
        known.keep(saves)
    raise UsageError("there is no unfinished game to continue; start one with elgrande new")


def own(store: Store, text: str) -> str | Path:
    """Return a save to play on: a sample is copied into the own saves first."""
    which = found(store, text)
    if isinstance(which, Path) and which.parent == shipped("saves"):
        named = example(which.stem)
        return store.under_unused(named, lambda name: store.copy(which, name)).stem
    return which


def opened(store: Store, text: str) -> Table:
    """Open a save and replay it, to play on."""
    return reopen(store, own(store, text))


def begun(store: Store, setup: Setup, name: str | None = None) -> Table:
    """Start a game with a save of its own."""
    return begin(store, setup, date.today() if name is None else name)


def played(store: Store, table: Table, options: argparse.Namespace) -> int:
    """Play an open game, as a line dialogue or in the app; returns the exit code."""
    if options.plain:
        from elgrande.cli.plain import play

        return play(table, store=store)
    from elgrande.app import run

    try:
        return run(store.paths, table=table, ascii=options.ascii, mouse=options.mouse)
    finally:
        table.close()


def salvaged(store: Store, text: str, new: str) -> tuple[Path, int]:
    """Copy to a new save what is sound and legal of one that is not in order.

    Returns where the copy lies and how many records it has. Raises UsageError if
    nothing is wrong, SaveError if not even the header is sound.
    """
    which = found(store, text)
    try:
        journal = store.read(which)
        damaged = bool(journal.torn)
    except SaveDamaged as damage:
        if damage.sound is None:
            raise
        journal, damaged = damage.sound, True
    keep = len(journal.records)
    try:
        replay(journal, str(which))
    except Mismatch as mismatch:
        keep = mismatch.agrees
        damaged = True
    if not damaged:
        raise UsageError(f"{clean(text, 60)} is intact, so there is nothing to salvage")
    with store.create(store.find(new), journal.rules, journal.header) as copy:
        for record in journal.records[:keep]:
            copy.append(record.kind, record.fields)
        return copy.path, keep


def store_of(data_dir: str | None) -> Store:
    """Return the store of the own saves."""
    return Store(Paths(data_dir))


def file_to_write(text: str, *, force: bool) -> Path:
    """Return the path that a person typed for a file to come; UsageError if something is there."""
    path = path_of(text)
    if os.path.lexists(path) and not (force and path.is_file()):
        cure = "use --force to overwrite it" if path.is_file() else "name another file"
        raise UsageError(f"{path} already exists; {cure}")
    return path


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all (UsageError)."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({reason(error)}); name another file") from None
