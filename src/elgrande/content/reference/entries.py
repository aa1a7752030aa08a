"""Entries of the rules reference: their files, and finding one by what people type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from elgrande.content.deck import SOURCES
from elgrande.content.files import AnyFile, ContentError, TomlTable, read_toml
from elgrande.rules.questions import QUESTIONS
from elgrande.rules.wording import listed

FORMAT = 1
LONGEST = 900
"""The most characters of an entry's text."""

GameKinds = dict[str, tuple[Any, ...]]
"""Of which games something is true: for each fact the values that will do."""

_OF = {
    "power": "what power cards bring", "order": "the scoring order", "coast": "the coast",
    "castillo": "the values of the Castillo", "places": "how many some cards place",
    "near": "which regions border each other",
    "mobile": "the values to be laid over others", "kings": "what some cards do that move the King",
    "opening": "what some cards do that open the Castillo",
    "caballeros": "how many caballeros there are", "province": "how many caballeros there are",
}  # fmt: skip
"""What fills those blanks of which we may not be sure."""
_BLANK = re.compile(r"\{([A-Za-z]+)(?: ([a-z0-9_ -]+))?\}")


@dataclass(frozen=True)
class GameFacts:
    """The facts to choose pages by, and what stands in the blanks of their texts.

    ``facts`` has for each fact its value, or all of them: ``players``, ``ranks``
    (how many values count), ``short``, ``returns`` (a card is turned up again every
    round), ``kings`` (a card moves the King), ``inside`` (a Grande can
    come into the Castillo), ``gate`` (the King can close it), ``effect`` and ``marks`` (all of the
    cards that can be met), ``stacks``, ``kept`` (one may be kept), ``boxed`` (some went to the
    box unseen), and every house rule by its key.
    ``numbers`` are said in words, ``sure`` is how sure we are of those that the
    edition does not print.
    """

    facts: Mapping[str, frozenset[Any]]
    numbers: Mapping[str, str]
    sure: Mapping[str, str]
    lists: Mapping[str, Mapping[str, Sequence[str]]]
    """What blanks of two words say: the cards of an effect, the neighbours of a region, ..."""

    def fits(self, games: GameKinds) -> bool:
        """Say whether something is true of this game; ContentError for a fact that none has."""
        for fact in games:
            if fact not in self.facts:
                known = ", ".join(sorted(self.facts))
                raise ContentError(f"a page asks for {fact!r}, which no game has; ask for {known}")
        return all(not self.facts[fact].isdisjoint(values) for fact, values in games.items())

    def filled(self, text: str) -> str:
        """Return a text with this game's numbers in its blanks: ``{rounds}``, ``{Rounds}``.

        ``{card move court}`` are the cards of some effects, by name, if the deck has any, ``{near
        galicia}`` and ``{worth galicia}`` the neighbours and values of a region, and ``{size 6}``
        is the number of cards in a stack, ``{pile 6}`` with the word.
        """
        return _BLANK.sub(self._said, text)

    def _said(self, blank: re.Match[str]) -> str:
        word, keys = blank[1], (blank[2] or "").split()
        found = self.lists.get(word.lower(), {})
        named = listed(list(dict.fromkeys(name for key in keys for name in found.get(key, ()))))
        said = named or "a special action" if keys else self.numbers[word.lower()]
        return said[:1].upper() + said[1:] if word[0].isupper() else said

    def surely(self, text: str, word: str) -> str:
        """Return how sure we are of a text with blanks: at most as sure as of what fills them."""
        return least_sure((word, *(sure for _, sure in self.doubts(text))))

    def doubts(self, text: str) -> list[tuple[str, str]]:
        """Return what fills the blanks of a text and is not printed, with how sure we are of it."""
        blanks = dict.fromkeys(found[1].lower() for found in _BLANK.finditer(text))
        sure = [(_OF[blank], self.sure.get(blank, SOURCES[0])) for blank in blanks if blank in _OF]
        return [(what, word) for what, word in sure if word != SOURCES[0]]


def least_sure(words: Iterable[str]) -> str:
    """Return the least sure of some sources; nothing is surer than printed."""
    found = set(words)
    return next((word for word in reversed(SOURCES) if word in found), SOURCES[0])


@dataclass(frozen=True)
class RuleEntry:
    """One rule: what it is called, what it says, and where we have it from.

    ``see_also`` are ids of other entries, in a file also ``effect-NAME`` for its cards, ``steps``
    the questions of the game that it explains (``Step.about``), verbs that an expansion adds to
    them, and what points hang on (the reason of a gift, a kind that nobody plays), ``asked`` what
    it says of those that a part of it is about; ``cards`` the ids of the action cards that it is
    about; ``made`` says that it was made from their or a house rule's data. ``confidence`` is
    printed, deduced or reconstructed: that of the least sure part, and ``partly`` says that others
    are surer; ``cite`` says then of what.
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
    games: GameKinds
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
    games: GameKinds


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
class EntryAddition:
    """What a file adds to an entry that is made from data; ``games`` are those of the note."""

    keywords: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    note: str = ""
    cite: str = ""
    confidence: str = "printed"
    games: GameKinds = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    """Where values, neighbours and order are from, of a region that no edition has."""

    def in_game(self, facts: GameFacts) -> EntryAddition:
        """Return what of this holds for a game."""
        return replace(self, note=self.note if facts.fits(self.games) else "", games={})

    def __add__(self, other: EntryAddition) -> EntryAddition:
        """Return both together; where only one can stand, the other file's."""
        return EntryAddition(
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
    house: dict[str, EntryAddition] = field(default_factory=dict)
    effect: dict[str, EntryAddition] = field(default_factory=dict)
    region: EntryAddition = EntryAddition()
    regions: dict[str, EntryAddition] = field(default_factory=dict)
    """What is added to one region, by its id."""
    still: tuple[str, ...] = ()
    """Entries of others that hold all the same, though what they hang on is bent."""


def read_pages(source: AnyFile) -> Pages:
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


def _games(table: TomlTable) -> GameKinds:
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


def _extra(table: TomlTable) -> EntryAddition:
    extra = EntryAddition(
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


def _extras(table: TomlTable) -> dict[str, EntryAddition]:
    return {key: _extra(table.table(key)) for key, _ in table.items()}


# -- search ----------------------------------------------------------------------------------------

TITLE, KEYWORD, TEXT = 6.0, 4.0, 1.0
COVERED = 4.0
"""What it brings when all words of a title were typed."""
MADE = 0.85
"""Of two that fit as well, the rule comes before the card or house rule that uses it."""

_WORD = re.compile(r"(?:(?<![0-9a-z])[+-](?=\d))?[0-9a-z]+(?:-[0-9a-z]+)*")
_WHOLE = re.compile(r"\d+-\d+|[+-]\d+")
"""What is looked for as it is: a card's number, and a number with its sign."""
# Words that questions are made of; alone they would find everything.
_EMPTY = frozenset(
    {
        "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "from", "get", "how",
        "i", "if", "in", "into", "is", "it", "me", "my", "of", "on", "or", "s", "so", "than",
        "that", "the", "then", "there", "they", "this", "to", "was", "what", "when", "where",
        "which", "who", "whose", "why", "will", "with", "you", "your",
    }
)  # fmt: skip


def folded(text: str) -> str:
    """Return a text without case and accents."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


def words(text: str) -> list[str]:
    """Return the words of a text for comparing; ``8/4/0`` is one word, ``no-one`` three."""
    plain = re.sub(r"(?<=\d)/(?=\d)", "", folded(text)).replace("'", " ").replace("’", " ")
    plain = plain.replace("−", "-")
    out = []
    for word in _WORD.findall(plain):
        out.append(word)
        if not word.isalnum():
            out += filter(None, re.split("[+-]", word))
    return out


def asked(text: str) -> list[str]:
    """Return the words that a person looks for; all of them if only small words were typed."""
    out: list[str] = []
    for word in words(text):
        whole = word.isalnum() or _WHOLE.fullmatch(word)
        # The parts follow the whole; of a card's number only the whole is meant.
        if not whole or (out and _WHOLE.fullmatch(out[-1]) and word in re.split("[+-]", out[-1])):
            continue
        out.append(word)
    telling = [word for word in out if word not in _EMPTY]
    return telling or out


class Index:
    """The words of some entries, made once.

    Case and accents do not count. A word of the title weighs most, then a keyword,
    then the text; a whole word weighs more than a beginning. Entries that answer
    more of the typed words come first.
    """

    def __init__(self, entries: Sequence[RuleEntry]) -> None:
        self._entries = entries
        self._where: dict[str, dict[int, float]] = {}
        """Every word, with the entries that it stands in and the weight of the best field."""
        self._titles: list[list[str]] = []
        for at, entry in enumerate(entries):
            title = words(entry.title)
            self._titles.append([word for word in title if word not in _EMPTY])
            self._note(at, words(entry.text), TEXT)
            self._note(at, words(" ".join((entry.id, *entry.keywords))), KEYWORD)
            self._note(at, title, TITLE)
        self._stems = {word: _stem(word) for word in self._where}

    def _note(self, at: int, found: list[str], weight: float) -> None:
        for word in found:
            self._where.setdefault(word, {})[at] = weight

    def search(self, text: str) -> list[RuleEntry]:
        """Return the entries that answer any of the words, the best first; all for no word."""
        typed = asked(text)
        if not typed:
            return list(self._entries)
        found: dict[int, int] = {}
        weight: dict[int, float] = {}
        near: set[str] = set()
        for word in typed:
            for at, best in self._answers(word, near).items():
                found[at] = found.get(at, 0) + 1
                weight[at] = weight.get(at, 0.0) + best
        for at in found:
            title = self._titles[at]
            weight[at] += COVERED * sum(word in near for word in title) / max(len(title), 1)
            weight[at] *= MADE if self._entries[at].made else 1
        return [self._entries[at] for at in sorted(found, key=lambda i: (-found[i], -weight[i], i))]

    def _answers(self, typed: str, near: set[str]) -> dict[int, float]:
        """Return the entries that answer a word, and how well; ``near`` gets what it means."""
        stem = _stem(typed)
        out: dict[int, float] = {}
        for word, entries in self._where.items():
            if word == typed:
                like = 1.0
            elif self._stems[word] == stem:
                like = 0.8
            elif word.startswith(typed):
                like = 0.5 if len(typed) > 1 else 0.2
            else:
                continue
            if like > 0.5:
                near.add(word)
            for at, weight in entries.items():
                out[at] = max(out.get(at, 0.0), weight * like)
        return out


def _stem(word: str) -> str:
    """Cut a plural or a participle off, roughly: ``ties`` and ``tied`` meet ``tie``."""
    for ending in ("ing", "es", "ed", "s", "d", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            return word[: -len(ending)]
    return word
