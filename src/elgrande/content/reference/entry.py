"""One entry of the rules reference, and the files that hold them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elgrande.content.deck import SOURCES
from elgrande.content.reading import Table, read_toml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

FORMAT = 1
LONGEST = 900
"""The most characters of an entry's text."""


@dataclass(frozen=True)
class RuleEntry:
    """One rule: what it is called, what it says, and where we have it from.

    ``see_also`` are ids of other entries, ``steps`` the questions of the game
    (``Decision.step``) that it explains, ``cards`` the ids of the action cards
    that it is about; ``made`` says that it was made from their or a house rule's
    data. ``confidence`` is printed, deduced or reconstructed.
    """

    id: str
    chapter: str
    title: str
    text: str
    keywords: tuple[str, ...]
    see_also: tuple[str, ...]
    cite: str
    confidence: str
    steps: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    made: bool = False


@dataclass(frozen=True)
class Extra:
    """What a file adds to an entry that is made from data."""

    keywords: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    note: str = ""
    cite: str = ""
    confidence: str = "printed"


@dataclass(frozen=True)
class Pages:
    """What one file says: its entries, and what it adds to the entries made from data."""

    entries: tuple[RuleEntry, ...] = ()
    house: dict[str, Extra] = field(default_factory=dict)
    effect: dict[str, Extra] = field(default_factory=dict)
    region: Extra = Extra()


def read_pages(source: Path | Traversable) -> Pages:
    """Return what a reference file says; ContentError names file, entry and field."""
    top = Table(read_toml(source), source.name, "top")
    top.number("format", FORMAT, FORMAT)
    entries = []
    for table in top.tables("entry"):
        name = table.text("id")
        table.place = f"entry {name!r}"
        entries.append(
            RuleEntry(
                id=name,
                chapter=table.text("chapter", most=40),
                title=table.text("title", most=60),
                text=joined(table.text("text", most=LONGEST)),
                keywords=table.texts("keywords", []),
                see_also=table.texts("see_also", []),
                cite=table.text("cite"),
                confidence=_confidence(table),
                steps=table.texts("steps", []),
            )
        )
        table.close()
    pages = Pages(
        tuple(entries),
        {key: _extra(top.table("house").table(key)) for key, _ in top.table("house").items()},
        {key: _added(top.table("effect").table(key)) for key, _ in top.table("effect").items()},
        _extra(top.table("region")),
    )
    top.close()
    return pages


def joined(text: str) -> str:
    """Return a text without the line breaks of its file."""
    return " ".join(text.split())


def _confidence(table: Table, default: str | None = None) -> str:
    word = table.text("confidence", default)
    if word not in SOURCES:
        raise table.fault("confidence", f"write one of {', '.join(SOURCES)} here")
    return word


def _added(table: Table) -> Extra:
    """Read what is added to the cards of an effect; they bring their own source."""
    extra = Extra(
        table.texts("keywords", []), table.texts("see_also", []), joined(table.text("note", ""))
    )
    table.close()
    return extra


def _extra(table: Table) -> Extra:
    extra = Extra(
        table.texts("keywords", []),
        table.texts("see_also", []),
        joined(table.text("note", "")),
        table.text("cite", ""),
        _confidence(table, "printed"),
    )
    table.close()
    return extra
