"""One entry of the rules reference, and the files that hold them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from elgrande.content.decks.deck import SOURCES
from elgrande.content.files import TomlTable, read_toml
from elgrande.rules.questions import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from elgrande.content.reference.game import Game, Games

FORMAT = 1
LONGEST = 900
"""The most characters of an entry's text."""


@dataclass(frozen=True)
class RuleEntry:
    """One rule: what it is called, what it says, and where we have it from.

    ``see_also`` are ids of other entries, in a file also ``effect-NAME`` for its cards, ``steps``
    the questions of the game that it explains (``Step.about``) and verbs that an expansion adds to
    them, ``asked`` what it says of those that a part of it is about; ``cards`` the ids of the
    action cards that it is about; ``made`` says that it was made from their or a house rule's
    data. ``confidence`` is printed, deduced or reconstructed: that of the least sure part, and
    ``partly`` says that others are surer; ``cite`` says then of what.
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
    partly: bool = False
    asked: tuple[tuple[str, str], ...] = ()

    @property
    def sure(self) -> str:
        """How sure we are of it, for people."""
        return "in part " * self.partly + self.confidence


@dataclass(frozen=True)
class Part:
    """A paragraph of an entry: what it says of which games.

    By its name an expansion says it otherwise. ``confidence`` and ``cite`` are its own
    where they are not the entry's. It ``holds`` as long as nobody bends these questions: whoever
    does must have a word on the entry, else this is not said (``book.unsaid``).
    """

    name: str
    text: str
    games: Games
    confidence: str = ""
    cite: str = ""
    holds: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """The questions that this paragraph explains, where the entry is about more."""


@dataclass(frozen=True)
class Written:
    """An entry as its file has it: the parts of its text, and in which games there is one."""

    entry: RuleEntry
    parts: tuple[Part, ...]
    games: Games


@dataclass(frozen=True)
class Change:
    """What an expansion says otherwise in an entry of somebody else's.

    It stands where the part of that name stood, or at the end if there is none;
    what several expansions say of one part stands there together.
    """

    entry: str
    part: Part
    see_also: tuple[str, ...]
    keywords: tuple[str, ...]


@dataclass(frozen=True)
class Extra:
    """What a file adds to an entry that is made from data; ``games`` are those of the note."""

    keywords: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    note: str = ""
    cite: str = ""
    confidence: str = "printed"
    games: Games = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    """Where values, neighbours and order are from, of a region that no edition has."""

    def told(self, facts: Game) -> Extra:
        """Return what of this holds for a game."""
        return replace(self, note=self.note if facts.fits(self.games) else "", games={})

    def __add__(self, other: Extra) -> Extra:
        """Return both together; where only one can stand, the other file's."""
        return Extra(
            tuple(dict.fromkeys((*self.keywords, *other.keywords))),
            tuple(dict.fromkeys((*self.see_also, *other.see_also))),
            " ".join(filter(None, (self.note, other.note * (other.note not in self.note)))),
            other.cite or self.cite,
            other.confidence if other.cite else self.confidence,
            sources=other.sources,
        )


@dataclass(frozen=True)
class Pages:
    """What one file says: its entries, and what it changes and adds in those of others."""

    entries: tuple[Written, ...] = ()
    changes: tuple[Change, ...] = ()
    house: dict[str, Extra] = field(default_factory=dict)
    effect: dict[str, Extra] = field(default_factory=dict)
    region: Extra = Extra()
    regions: dict[str, Extra] = field(default_factory=dict)
    """What is added to one region, by its id."""
    still: tuple[str, ...] = ()
    """Entries of others that hold all the same, though what they hang on is bent."""


def read_pages(source: Path | Traversable) -> Pages:
    """Return what a reference file says; ContentError names file, entry and field."""
    top = TomlTable(read_toml(source), source.name, "top")
    top.number("format", FORMAT, FORMAT)
    entries = tuple(_entry(table) for table in top.tables("entry"))
    changes = tuple(_change(table) for table in top.tables("change"))
    pages = Pages(
        entries,
        changes,
        _extras(top.table("house")),
        _extras(top.table("effect")),
        _extra(top.table("region")),
        _extras(top.table("regions")),
        top.texts("still", []),
    )
    top.close()
    return pages


def _entry(table: TomlTable) -> Written:
    name = table.text("id")
    table.place = f"entry {name!r}"
    first = joined(table.text("text", "", LONGEST))
    parts = [Part("", first, {}, holds=_holds(table))] if first else []
    for inner in table.tables("part"):
        part = inner.text("name")
        inner.place = f"entry {name!r}, part {part!r}"
        parts.append(_part(inner, part, "", ""))
        inner.close()
    if not parts:
        raise table.fault("text", "write the text of this entry")
    entry = RuleEntry(
        id=name,
        chapter=table.text("chapter", most=40),
        title=table.text("title", most=60),
        text="",
        keywords=table.texts("keywords", []),
        see_also=table.texts("see_also", []),
        cite=table.text("cite"),
        confidence=_confidence(table),
        steps=table.texts("steps", []),
    )
    games = _games(table)
    table.close()
    return Written(entry, tuple(parts), games)


def _change(table: TomlTable) -> Change:
    name = table.text("entry")
    part = table.text("part")
    table.place = f"change of {name!r}, part {part!r}"
    change = Change(
        name,
        _part(table, part, None, None),
        table.texts("see_also", []),
        table.texts("keywords", []),
    )
    table.close()
    return change


def _part(table: TomlTable, name: str, confidence: str | None, cite: str | None) -> Part:
    """Read a paragraph; without a default its source must be given."""
    sure = "" if confidence is not None and "confidence" not in table else _confidence(table)
    text = joined(table.text("text", most=LONGEST))
    cite, steps = table.text("cite", cite), table.texts("steps", [])
    return Part(name, text, _games(table), sure, cite, _holds(table), steps)


def _holds(table: TomlTable) -> tuple[str, ...]:
    """Read the questions on which a paragraph hangs."""
    found = table.texts("holds", [])
    for question in found:
        if question not in QUESTIONS:
            known = ", ".join(QUESTIONS)
            raise table.fault("holds", f"there is no question {question!r}; write some of {known}")
    return found


def _games(table: TomlTable) -> Games:
    """Read of which games something is true: ``{ players = [2, 3], short = true }``."""
    return {
        fact: tuple(values) if isinstance(values, list) else (values,)
        for fact, values in table.table("games").items()
    }


def joined(text: str) -> str:
    """Return a text without the line breaks of its file."""
    return " ".join(text.split())


def _confidence(table: TomlTable, default: str | None = None) -> str:
    word = table.text("confidence", default)
    if word not in SOURCES:
        raise table.fault("confidence", f"write one of {', '.join(SOURCES)} here")
    return word


def _extra(table: TomlTable) -> Extra:
    extra = Extra(
        table.texts("keywords", []),
        table.texts("see_also", []),
        joined(table.text("note", "")),
        table.text("cite", ""),
        _confidence(table, "printed"),
        _games(table),
        dict(table.table("sources").items()),
    )
    table.close()
    return extra


def _extras(table: TomlTable) -> dict[str, Extra]:
    return {key: _extra(table.table(key)) for key, _ in table.items()}
