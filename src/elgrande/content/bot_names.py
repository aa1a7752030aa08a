"""What bots are called at a table: like people, so that nobody has to speak of colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from elgrande.content.clean import look_keys
from elgrande.content.files import TomlTable, read_toml
from elgrande.content.setup import PERSON, Player

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elgrande.content.edition import Label


@cache
def pool() -> tuple[str, ...]:
    """Return the names that bots may have."""
    file = files("elgrande.content") / "bot_names.toml"
    return TomlTable(read_toml(file), "bot_names.toml", "top").texts("names")


def with_names(
    players: Sequence[Player], labels: Mapping[str, Label], seed: int
) -> tuple[Player, ...]:
    """Return the players with a name for each bot that is only called after its colour.

    The same seed gives the same names, and none is that of somebody who sits there, nor looks
    like it.
    """
    seated = {key for p in players if not _unnamed(p, labels) for key in _keys(p.name)}
    # A digest, so that the names lead back to no seed: it decides the decks.
    drawn = sorted(pool(), key=lambda name: blake2b(f"names/{seed}/{name}".encode()).digest())
    free = (name for name in drawn if seated.isdisjoint(_keys(name)))
    return tuple(replace(p, name=next(free, p.name)) if _unnamed(p, labels) else p for p in players)


def _keys(name: str) -> set[str]:
    """Return what two names have in common that are too much alike; accents do not part them."""
    plain = "".join(sign for sign in normalize("NFD", name) if not combining(sign))
    return {*look_keys(name), *look_keys(plain)}


def _unnamed(player: Player, labels: Mapping[str, Label]) -> bool:
    return player.source != PERSON and player.name == labels[player.colour].name
