"""Editions: the data of a board and its rules' numbers, with names for people.

An edition is a folder: ``edition.toml``, ``deck.toml``, files of other sides of the
board, and ``pages.toml``, the rules to be looked up. A board that is not Iberia's has its drawings
in a folder ``map`` (``elgrande.content.map.chart``). Those that come with the program are
the folders of ``editions``, which are found without a search; another package names an
``Edition``, made by ``read_edition(folder)``, under the entry point group
``elgrande.editions``.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from elgrande.content.clean import clean
from elgrande.content.edition_data import Edition, HouseRule, Label, Side
from elgrande.content.edition_file import FILE, read_edition
from elgrande.content.files import ContentError
from elgrande.content.installed import installed

__all__ = [
    "Edition", "HouseRule", "Label", "Side", "edition", "edition_ids", "is_edition",
    "read_edition", "register_edition",
]  # fmt: skip

GROUP = "elgrande.editions"
FOLDER = files("elgrande.content") / "editions"
OURS = tuple(sorted(one.name for one in FOLDER.iterdir() if (one / FILE).is_file()))
"""The ids of those that come with the program."""
FIRST = OURS[0]
"""The edition of whoever names none."""

_REGISTERED: dict[str, Edition] = {}


def register_edition(edition: Edition) -> None:
    """Make an edition known; registering the same object again does nothing."""
    known = _REGISTERED.setdefault(edition.id, edition)
    if known is not edition or edition.id in OURS:
        raise ContentError(f"two editions are called {edition.id!r}")


@cache
def _installed() -> tuple[str, ...]:
    """Register the editions of other packages; return a sentence for each broken one."""
    points, problems = installed(GROUP)
    for point in points:
        try:
            register_edition(point.load())
        except Exception as error:
            # Whatever a stranger's package does wrong must not end our program.
            why = clean(f"{type(error).__name__}: {error}", 200)
            problems.append(f"edition {clean(point.name)!r} cannot be loaded: {why}")
    return tuple(problems)


def edition_ids() -> tuple[str, ...]:
    """Return the ids of all editions."""
    _installed()
    return (*OURS, *_REGISTERED)


def is_edition(name: object) -> bool:
    """Say whether there is an edition of that name; of ours it is known without a search."""
    return name in OURS or name in edition_ids()


def edition(name: str) -> Edition:
    """Return an edition; ContentError if there is none of that name."""
    if name in OURS:
        return _ours(name)
    found = _REGISTERED.get(name)
    if found is None:
        problems = _installed()
        found = _REGISTERED.get(name)
    if found is None:
        why = "".join(f"; {problem}" for problem in problems)
        raise ContentError(
            f"there is no edition {name!r}; choose one of {', '.join(edition_ids())}{why}"
        )
    return found


@cache
def _ours(name: str) -> Edition:
    return read_edition(FOLDER / name)
