"""What games are called, so that people can tell them apart in a list and type their addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elgrande.content.clean import clean
from elgrande.saves.names import make_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

TITLE = 30
"""Cells of what a game is called by its owner."""
TOWNS = (
    "Toledo", "Segovia", "Salamanca", "Burgos", "Avila", "Cuenca", "Zamora", "Soria", "Huesca",
    "Teruel", "Cadiz", "Ronda", "Cordoba", "Jaen", "Almeria", "Malaga", "Huelva", "Palos", "Ubeda",
    "Baeza", "Merida", "Caceres", "Trujillo", "Badajoz", "Lugo", "Ourense", "Vigo", "Oviedo",
    "Gijon", "Santander", "Bilbao", "Vitoria", "Pamplona", "Logrono", "Jaca", "Lleida", "Girona",
    "Reus", "Tortosa", "Elche", "Alicante", "Murcia", "Cartagena", "Lorca", "Albacete", "Almagro",
    "Aranjuez", "Alcala", "Chinchon", "Pastrana", "Medina", "Olmedo", "Arevalo", "Toro", "Astorga",
    "Leon", "Palencia", "Lerma", "Olite", "Tudela",
)  # fmt: skip
"""Names for games that nobody named, none of them that of a region on a board."""
_NUMBERED = re.compile(r"(?P<stem>.*\S) (?P<number>[0-9]{1,4})")
_TOWN = re.compile(r"(?P<town>[a-z]+)(?:-(?P<number>[0-9]+))?")
_BY_NAME = {make_name(town): town for town in TOWNS}


def town(taken: Collection[str]) -> str:
    """Return an address for a game without a name: that of a town, and numbered once all are taken.

    ``taken`` are the addresses that there are.
    """
    return next((name for name in _BY_NAME if name not in taken), make_name(TOWNS[0], taken))


def called(name: str) -> str:
    """Return how a game that nobody named is called, by its address; nothing if it is no town."""
    found = _TOWN.fullmatch(name)
    if found is None or found["town"] not in _BY_NAME:
        return ""
    number = f" {found['number']}" if found["number"] else ""
    return _BY_NAME[found["town"]] + number


def apart(title: str, others: Iterable[str]) -> str:
    """Return a title with a number behind it where another game is called so: ``Office 2``."""
    taken = {other.casefold() for other in others}
    if not title or title.casefold() not in taken:
        return title
    found = _NUMBERED.fullmatch(title)
    stem, number = (found["stem"], int(found["number"])) if found else (title, 1)
    while True:
        number += 1
        end = f" {number}"
        made = clean(stem, TITLE - len(end)) + end
        if made.casefold() not in taken:
            return made
