"""Decks: action cards as data, with their texts and the source of each field.

A deck comes from a file, or from the values of a save or a message, which
hold the same fields. One reader serves both and finds every fault.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from elgrande.content.clean import cell_width, clean, tidy
from elgrande.content.decks.composed import Composed, Piece, read_pieces
from elgrande.content.files import ContentError, TomlTable, read_toml
from elgrande.rules import Boxed, Card

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from elgrande.rules.spec import Params

SOURCES = ("printed", "deduced", "reconstructed")
FORMAT = 1
ID, NAME, SHORT, TEXT, CITE, PARAM = 12, 24, 16, 200, 400, 40
"""How many characters the texts of a card may have."""
MOST_VALUE = 999
"""The highest value that a card of hands may have."""
COMMON = (
    "id", "stack", "caballeros", "name", "short", "text", "wording", "effect", "returns", "marks",
    "value", "brings", "source", "cite",
)  # fmt: skip
"""The fields of every card; all others are parameters of its effect."""

_T = TypeVar("_T")


class Faults(list[str]):
    """Collects what is wrong, a sentence each, so that one reading finds all of it."""

    def append(self, sentence: str) -> None:
        """Add a sentence, made harmless."""
        super().append(tidy(sentence))

    def take(self, read: Callable[[], _T], instead: _T) -> _T:
        """Return what ``read`` returns; where it raises ContentError, note that."""
        try:
            return read()
        except ContentError as fault:
            self.append(str(fault))
            return instead


@dataclass(frozen=True)
class CardInfo:
    """What a player reads of a card, in our own words, and where each field comes from.

    ``short`` is the label: it names the card wherever one is named, in panes, prompts and the log,
    since it says what the card does. ``name`` is the printed title, for those who know the cards
    from the table: it follows the label where the whole text is (``heading``).

    A text that depends on the game is ``composed``; ``text`` is then what it says where no game is
    known, and ``in_game`` gives what it says in one.
    """

    card: Card
    name: str
    short: str
    text: str
    source: dict[str, str]
    cite: str
    composed: Composed | None = None

    def in_game(self, options: Mapping[str, Any], in_play: Collection[str]) -> CardInfo:
        """Return the card with its text for a game with these house rules and expansions."""
        if self.composed is None:
            return self
        return replace(self, text=self.composed.fill(options, in_play), composed=None)

    @property
    def title(self) -> str:
        """The printed title where it is not the label again, else nothing."""
        return "" if self.name.casefold() == self.short.casefold() else self.name

    @property
    def heading(self) -> str:
        """What stands above the whole text: the label, and the printed title in brackets."""
        return f"{self.short} ({self.title})" if self.title else self.short

    @property
    def reconstructed(self) -> bool:
        """Say whether any field is our best fit and not given by the documents."""
        return "reconstructed" in (
            self.source.get(field)
            for field in ("effect", "caballeros", "brings", *self.card.params)
        )

    def to_plain(self, *, sources: bool = True) -> dict[str, Any]:
        """Return the fields as a deck file has them."""
        card = self.card
        out: dict[str, Any] = {
            "id": card.id, "stack": card.stack, "caballeros": card.caballeros, "name": self.name,
            "short": self.short, "text": self.text, "effect": card.effect, **card.params,
        }  # fmt: skip
        if self.composed is not None:
            out["text"] = self.composed.text
            out["wording"] = [piece.to_plain() for piece in self.composed.pieces]
        if card.value:
            out.update(value=card.value, brings=card.brings)
        if card.returns:
            out["returns"] = True
        if card.marks:
            out["marks"] = dict(card.marks)
        if sources and self.source:
            out["source"] = dict(self.source)
        if sources and self.cite:
            out["cite"] = self.cite
        return out


@dataclass(frozen=True)
class Deck:
    """A deck to be played in the place of the one that came with the program.

    It stands for the edition's cards, and the expansions add theirs; a ``complete``
    one stands for all cards of a game, as edition and expansions had left them, and
    for what goes back to the box unseen (``boxed``).
    """

    name: str
    cards: tuple[CardInfo, ...]
    complete: bool = False
    boxed: tuple[Boxed, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.complete, tuple(info.card.id for info in self.cards)))

    def to_plain(self, *, sources: bool = True) -> dict[str, Any]:
        """Return the deck as TOML values; ``sources`` says whether with sources and documents."""
        out: dict[str, Any] = {"name": self.name, "complete": self.complete}
        if self.boxed:
            out["boxed"] = [{"cards": sorted(b.cards), "number": b.number} for b in self.boxed]
        return {**out, "card": [info.to_plain(sources=sources) for info in self.cards]}

    @classmethod
    def from_plain(cls, data: object, file: str, place: str = "game.deck") -> Deck:
        """Return the deck that ``to_plain`` wrote; ContentError names the faulty field."""
        top = TomlTable(data, file, place)
        name = top.text("name", "", NAME)
        complete = top.flag("complete", False)
        boxed = []
        for table in top.tables("boxed"):
            boxed.append(Boxed(frozenset(table.texts("cards")), table.number("number", 0, 99)))
            table.close()
        faults = Faults()
        cards = read_cards(top, faults)
        faults.take(top.close, None)
        for fault in faults:
            raise ContentError(fault)
        return cls(clean(name, NAME), cards, complete, tuple(boxed))


def read_deck(source: Path | Traversable) -> tuple[CardInfo, ...]:
    """Return the cards of a deck file.

    Raises ContentError naming file, card and field of the first fault. Parameters
    are whatever is not one of the common fields; the effect itself checks them at
    set-up.
    """
    deck, faults = survey(source)
    for fault in faults:
        raise ContentError(fault)
    return deck.cards


def survey(source: Path | Traversable) -> tuple[Deck, Faults]:
    """Return what can be read of a deck file, and everything that is wrong with it."""
    faults = Faults()
    name = clean(source.name.removesuffix(".toml"), NAME)
    nothing: dict[str, Any] = {}
    data = faults.take(lambda: read_toml(source), nothing)
    if faults:
        return Deck(name, ()), faults
    top = TomlTable(data, source.name, "top")
    version = faults.take(lambda: top.number("format", 1, 1_000_000), FORMAT)
    if version != FORMAT:
        faults.append(
            f"{source.name} has format {version!r} and this program reads format {FORMAT}"
        )
        return Deck(name, ()), faults
    title = faults.take(lambda: _words(top, "name", NAME, name), name)
    cards = read_cards(top, faults)
    faults.take(top.close, None)
    for info in cards:
        faults += [
            f"{source.name}, card {info.card.id!r}, field 'source': the card has no field "
            f"{field!r}; remove it"
            for field in info.source
            if field not in COMMON and field not in info.card.params
        ]
    if not cards:
        faults.append(f"{source.name} holds no [[card]]; write one for each card")
    return Deck(title, cards), faults


def read_cards(top: TomlTable, faults: Faults) -> tuple[CardInfo, ...]:
    """Return the cards of a table ``[[card]]``, as far as they can be read.

    A card whose own id cannot stand goes by its number, ``#3``, so that the rest
    of it can be checked.
    """
    cards: dict[str, CardInfo] = {}
    none: list[TomlTable] = []
    for number, table in enumerate(faults.take(lambda: top.tables("card"), none), 1):
        table.place = f"card '#{number}'"
        name = faults.take(partial(_id, table, cards), f"#{number}")
        table.place = f"card {name!r}"
        cards[name] = _card(table, name, faults)
    return tuple(cards.values())


def _id(table: TomlTable, taken: Container[str]) -> str:
    name = table.text("id", most=ID)
    if not name or not all(c.isascii() and (c.isalnum() or c == "-") for c in name):
        raise table.fault("id", "use letters, digits and - only")
    if name in taken:
        raise table.fault("id", f"{name!r} is another card's id; give this one its own")
    return name


def _card(table: TomlTable, name: str, faults: Faults) -> CardInfo:
    take = faults.take
    params = _params(table, faults)
    card = Card(
        id=name,
        stack=take(lambda: table.number("stack", 0, 99), 0),
        caballeros=take(lambda: table.number("caballeros", 0, 9), 0),
        effect=take(lambda: table.text("effect"), ""),
        params=params,
        returns=take(lambda: table.flag("returns", False), False),
        marks=_marks(table, faults),
        value=take(lambda: table.number("value", 0, MOST_VALUE, 0), 0),
        brings=take(lambda: table.number("brings", 0, 9, 0), 0),
    )
    text = take(lambda: _words(table, "text", TEXT), "")
    composed = _composed(table, text, faults)
    return CardInfo(
        card,
        take(lambda: _words(table, "name", NAME), ""),
        take(lambda: _words(table, "short", SHORT), ""),
        composed.general if composed else text,
        _source(table, faults),
        take(lambda: _words(table, "cite", CITE, ""), ""),
        composed,
    )


def _composed(table: TomlTable, text: str, faults: Faults) -> Composed | None:
    """Return a text that depends on the game; None for one that says the same in all games."""
    none: tuple[Piece, ...] = ()
    pieces = faults.take(lambda: read_pieces(table, TEXT), none)
    if not pieces or not text:
        return None
    composed = Composed(text, pieces)
    for problem in composed.faults(TEXT):
        faults.append(str(table.fault("wording", problem)))
    return composed


def _marks(table: TomlTable, faults: Faults) -> dict[str, int]:
    """Return the symbols on a card; which there are, the game says at set-up."""
    none: list[tuple[str, Any]] = []
    marks = {}
    for name, number in faults.take(lambda: table.table("marks").items(), none):
        if isinstance(number, int) and not isinstance(number, bool) and 0 < number < 10:
            marks[name] = number
        else:
            problem = f"write a number from 1 to 9 for {clean(name, PARAM)!r}"
            faults.append(str(table.fault("marks", problem)))
    return marks


def _words(table: TomlTable, field: str, most: int, default: str | None = None) -> str:
    """Return a text as a screen may show it."""
    text = table.text(field, default, most)
    if text != clean(text, most) or cell_width(text) > most:
        problem = f"write one line that fits {most} columns, without control characters or "
        raise table.fault(field, problem + "spaces at its ends")
    if not text and default is None:
        raise table.fault(field, "write something here")
    return text


def _params(table: TomlTable, faults: Faults) -> Params:
    params: dict[str, object] = {}
    for key, value in table.items():
        if key in COMMON:
            continue
        if _is_plain(value):
            params[key] = value
        else:
            problem = "write a number, a short text, true, false or a list of these here"
            faults.append(str(table.fault(key, problem)))
    # Whether they are what the effect takes is said when the deck is compiled.
    return cast("Params", params)


def _is_plain(value: object) -> bool:
    """Say whether a save can hold this too: no date, no fraction."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, str):
        return value == clean(value, PARAM)
    return isinstance(value, int) and -(2**31) <= value < 2**31


def _source(table: TomlTable, faults: Faults) -> dict[str, str]:
    none: list[tuple[str, Any]] = []
    fields = faults.take(lambda: table.table("source").items(), none)
    source = {}
    for field, word in fields:
        if word in SOURCES:
            source[field] = str(word)
        else:
            problem = f"{field} must be one of {', '.join(SOURCES)}"
            faults.append(str(table.fault("source", problem)))
    return source
