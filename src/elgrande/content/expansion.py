"""Expansions: named edits of a Spec, and where they are registered.

An expansion of another package is an ``Expansion`` object that the package names
under the entry point group ``elgrande.expansions``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.content.clean import clean
from elgrande.content.installed import installed
from elgrande.content.reading import ContentError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elgrande.content.deck import CardInfo
    from elgrande.content.edition import Label
    from elgrande.content.reference import Pages
    from elgrande.rules import Spec


@dataclass(frozen=True)
class HandCard:
    """A card that hands may hold besides the power cards: what a player reads of it.

    ``kind`` is what such cards are called, ``source`` says of each field where it
    comes from.
    """

    id: str
    kind: str
    name: str
    text: str
    source: Mapping[str, str]
    cite: str = ""


@dataclass(frozen=True)
class Expansion:
    """Content that edits a game without touching its files.

    ``edit`` changes the edition's Spec: places, kinds, cards, steps and the
    lists of steps. ``needs`` and ``excludes`` name editions and expansions.
    ``pages`` are the rules to be looked up, from a file of its own:
    ``read_pages(file)`` of ``elgrande.content.reference``.
    """

    id: str
    name: str
    description: str
    edit: Callable[[Spec], None]
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    cards: tuple[CardInfo, ...] = ()
    hand: tuple[HandCard, ...] = ()
    labels: dict[str, Label] = field(default_factory=dict)
    part: bool = False
    """Nobody chooses it: an edition brings it along (``Edition.parts_of``)."""
    pages: Pages | None = None
    bots: BotTerms = field(default_factory=BotTerms)
    """What bots are told of it."""


GROUP = "elgrande.expansions"
_SENTENCE = 200

_REGISTERED: dict[str, Expansion] = {}


def register(expansion: Expansion) -> None:
    """Make an expansion known; registering the same object again does nothing."""
    known = _REGISTERED.setdefault(expansion.id, expansion)
    if known is not expansion:
        raise ContentError(f"two expansions are called {expansion.id!r}")


@cache
def _installed() -> tuple[str, ...]:
    """Register the expansions of other packages; return a sentence for each broken one.

    They are looked up only when somebody asks for an expansion: a plain game
    does not wait for it.
    """
    points, problems = installed(GROUP)
    for point in points:
        try:
            register(point.load())
        except Exception as error:
            # Whatever a stranger's package does wrong must not end our program.
            why = clean(f"{type(error).__name__}: {error}", _SENTENCE)
            problems.append(f"expansion {clean(point.name)!r} cannot be loaded: {why}")
    return tuple(problems)


def expansion_ids() -> tuple[str, ...]:
    """Return the ids of all known expansions that can be chosen."""
    _installed()
    return tuple(name for name, known in _REGISTERED.items() if not known.part)


def expansion(name: str) -> Expansion:
    """Return an expansion; ContentError if there is none of that name."""
    found = _REGISTERED.get(name)
    if found is None:
        problems = _installed()
        found = _REGISTERED.get(name)
    if found is None:
        known = ", ".join(expansion_ids()) or "none is installed"
        why = "".join(f"; {problem}" for problem in problems)
        raise ContentError(f"there is no expansion {name!r} (known: {known}{why})")
    return found


def offered(edition: str) -> tuple[Expansion, ...]:
    """Return the expansions that can be chosen with an edition, if need be with each other."""
    all_of_them = [expansion(name) for name in expansion_ids()]
    while True:
        present = {edition, *(one.id for one in all_of_them)}
        left = [
            one
            for one in all_of_them
            if present.issuperset(one.needs) and edition not in one.excludes
        ]
        if len(left) == len(all_of_them):
            return tuple(left)
        all_of_them = left


def chosen(edition: str, ids: tuple[str, ...]) -> tuple[Expansion, ...]:
    """Return these expansions, checked against the edition and each other.

    Raises ContentError with one sentence that says why a combination is impossible.
    """
    found = [expansion(name) for name in ids]
    present = {edition, *ids}
    if len(set(ids)) != len(ids):
        raise ContentError("an expansion is named twice")
    for one in found:
        if one.part:
            raise ContentError(f"{one.name} is no expansion to choose; an edition brings it along")
        for need in one.needs:
            if need not in present:
                raise ContentError(f"{one.name} can only be played with {need}")
        for bar in one.excludes:
            if bar in present:
                raise ContentError(f"{one.name} cannot be combined with {bar}")
    return tuple(found)
