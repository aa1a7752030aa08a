"""Saves: an append-only TOML journal a game, and the folders that it lies in.

It knows nothing of the rules: a header of plain tables and a list of plain records go in and come
out, exactly as acknowledged or with one sentence that says why not.

The names below are imported when they are first used: the app's first picture needs the folders
and not the journal.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elgrande.saves.errors import (
        SaveBroken,
        SaveError,
        SaveExists,
        SaveFull,
        SaveLocked,
        SaveMissing,
    )
    from elgrande.saves.journal import Journal, Record, SaveDamaged, Value
    from elgrande.saves.paths import Paths, shipped
    from elgrande.saves.savefile import SaveFile
    from elgrande.saves.store import SaveSummary, Store

_HOMES = {
    "errors": (
        "SaveBroken", "SaveError", "SaveExists", "SaveFull", "SaveLocked", "SaveMissing",
    ),
    "journal": ("Journal", "Record", "SaveDamaged", "Value"),
    "paths": ("Paths", "shipped"),
    "savefile": ("SaveFile",),
    "store": ("SaveSummary", "Store"),
}  # fmt: skip


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"elgrande.saves.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Journal", "Paths", "Record", "SaveBroken", "SaveDamaged", "SaveError", "SaveExists",
    "SaveFile", "SaveFull", "SaveLocked", "SaveMissing",
    "SaveSummary", "Store", "Value", "shipped",
]  # fmt: skip
