"""What games are called, so that people can tell them apart in a list and type their addresses."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from elgrande.content.clean import clean
from elgrande.saves.names import make_name
from elgrande.server.doors import ALONE, ALSO, ANALYSE, EXPORT, JOIN, LOBBY, PLAIN
from elgrande.server.index import MAY_KNOW, Index

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.lobby.records import GameWish

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


DOORS = frozenset((*ALONE, *ALSO, LOBBY, PLAIN, EXPORT, ANALYSE))
"""Addresses that lead elsewhere."""


class Titles:
    """How the games of an index are called; ``saved`` says whether there is a save of a name."""

    def __init__(self, index: Index, saved: Callable[[str], bool]) -> None:
        self._index = index
        self._saved = saved

    def apart(self, title: str, me: str, game: str = "") -> str:
        """Return a title that is that of no other game than ``game``, by a number behind it.

        So beside ``Office`` there is ``Office 2``.
        Others are those that somebody may know of: of one that is private they are to hear
        nothing, not even that a title is taken.
        """
        sql = f"select 1 from games g where g.called = :called and g.name != :game and {MAY_KNOW}"

        def taken(title: str) -> bool:
            return bool(self._index.rows(sql, called=title.casefold(), game=game, me=me))

        found = _NUMBERED.fullmatch(title)
        stem, number = (found["stem"], int(found["number"])) if found else (title, 1)
        made = title
        while made and taken(made):
            number += 1
            end = f" {number}"
            made = clean(stem, TITLE - len(end)) + end
        return made

    def address(self, wish: GameWish) -> str:
        """Return a free address for a game.

        It is made of the title where the lobby shows both to everybody, else it is a town's: the
        number behind it would tell of a private game that is called so.
        """
        if not (wish.name and wish.listed):
            return self._town()
        title = f"game {wish.name}" if wish.name.casefold().startswith(JOIN) else wish.name
        return make_name(title, self)

    def _town(self) -> str:
        """Return the address of a town, with a number once all are taken."""
        free = next((name for name in _BY_NAME if name not in self), "")
        # About so many games have each town's name.
        first = 2 if free else 2 + self._index.one("select count(*) from games") // len(TOWNS)
        numbered = (f"{name}-{number}" for number in count(first) for name in _BY_NAME)
        return free or next(name for name in numbered if name not in self)

    def __contains__(self, name: object) -> bool:
        """Say whether an address leads somewhere."""
        if name in DOORS:
            return True
        found = self._index.one("select 1 from games where name = ?", name)
        return bool(found) or self._saved(str(name))


def key(title: str, name: str) -> str:
    """Return by what the index finds a game's title, for a game of that title and address."""
    return (title or called(name)).casefold()


def called(name: str) -> str:
    """Return how a game that nobody named is called, by its address; nothing if it is no town."""
    found = _TOWN.fullmatch(name)
    if found is None or found["town"] not in _BY_NAME:
        return ""
    number = f" {found['number']}" if found["number"] else ""
    return _BY_NAME[found["town"]] + number
