"""Saves: an append-only TOML journal a game, and the folders that it lies in.

It knows nothing of the rules: a header of plain tables and a list of plain records go in and come
out, exactly as acknowledged or with one sentence that says why not.
"""

from elgrande.saves.errors import (
    SaveBroken,
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveLocked,
    SaveMissing,
    SaveNameError,
    SaveTooNew,
)
from elgrande.saves.formats import Value
from elgrande.saves.journal import Journal, Record
from elgrande.saves.paths import Paths, shipped
from elgrande.saves.savefile import SaveFile
from elgrande.saves.store import Store, Summary

__all__ = [
    "Journal",
    "Paths",
    "Record",
    "SaveBroken",
    "SaveDamaged",
    "SaveError",
    "SaveExists",
    "SaveFile",
    "SaveLocked",
    "SaveMissing",
    "SaveNameError",
    "SaveTooNew",
    "Store",
    "Summary",
    "Value",
    "shipped",
]
