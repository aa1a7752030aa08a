"""Decks: action cards as data, with their texts and the source of each field.

A deck comes from a file, or from the values of a save or a message, which hold the same fields.
One reader serves both and finds every fault. A text may depend on the game: it is put together from
the house rules and expansions. Whether there are enough cards for a game is asked of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from elgrande.content.clean import cell_width, clean, counted, tidy
from elgrande.content.files import AnyFile, ContentError, TomlTable, read_toml
from elgrande.rules import Boxed, Card, Ruleset

if TYPE_CHECKING:
    from elgrande.rules.spec import Params


# -- texts that depend on the game -----------------------------------------------------------------

MOST = 24
"""How many pieces a text may have to choose from."""
_GAP = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Piece:
    """A piece of a text and the games that it is for: all that no piece before it was for.

    It fills the gap of its ``name`` where the house rule ``house`` is ``value``, and where the
    expansion ``within`` is in play; one that names neither is for any game.
    """

    name: str
    text: str
    house: str = ""
    value: Any = None
    within: str = ""

    def fits(self, options: Mapping[str, Any], in_play: Collection[str]) -> bool:
        """Say whether it is for a game with these house rules and expansions."""
        # Of a rule with several choices each may be named alone.
        so = options.get(self.house)
        ruled = not self.house or so == self.value or self.value in str(so).split(",")
        return ruled and (not self.within or self.within in in_play)

    def to_plain(self) -> dict[str, Any]:
        """Return its fields as a deck file has them."""
        house = {"house": self.house, "is": self.value} if self.house else {}
        within = {"with": self.within} if self.within else {}
        return {"name": self.name, **house, **within, "text": self.text}


@dataclass(frozen=True)
class Composed:
    """A text with gaps, ``{name}``, and the pieces that fill them."""

    text: str
    pieces: tuple[Piece, ...]

    def fill(self, options: Mapping[str, Any], in_play: Collection[str]) -> str:
        """Return the text of a game: in each gap its first piece that fits, or nothing."""

        return _GAP.sub(lambda gap: self._piece(gap[1], options, in_play).text, self.text)

    def ruled(self, options: Mapping[str, Any], in_play: Collection[str]) -> bool:
        """Say whether a house rule has put something of its own into the text of a game."""
        found = [self._piece(gap, options, in_play) for gap in gaps(self.text)]
        return any(one.house and one.text for one in found)

    def _piece(self, gap: str, options: Mapping[str, Any], in_play: Collection[str]) -> Piece:
        own = (one for one in self.pieces if one.name == gap)
        return next((one for one in own if one.fits(options, in_play)), Piece(gap, ""))

    @property
    def general(self) -> str:
        """The text where no game is known: that of a game with no house rule and no expansion."""
        return self.fill({}, ())

    def faults(self, most: int) -> Iterator[str]:
        """Return what is wrong with it, a problem with its cure each; ``most`` columns fit."""
        found = gaps(self.text)
        named = dict.fromkeys(one.name for one in self.pieces)
        for name in named:
            if name not in found:
                yield f"the text has no gap {{{name}}}; write one, or remove the piece"
        for name in found:
            if name not in named:
                yield f"no piece fills the gap {{{name}}}; write one, or remove the gap"
        by_width = sorted(self.pieces, key=lambda one: cell_width(one.text))
        widest = {one.name: one.text for one in by_width}
        longest = cell_width(_GAP.sub(lambda gap: widest.get(gap[1], ""), self.text))
        if longest > most:
            yield f"the text has up to {longest} columns with its pieces; shorten it to {most}"


def gaps(text: str) -> list[str]:
    """Return the names of the gaps in a text."""
    return list(dict.fromkeys(_GAP.findall(text)))


def read_pieces(table: TomlTable, most: int) -> tuple[Piece, ...]:
    """Return the pieces of a card's text; ContentError names the faulty field."""
    found = []
    tables = table.tables("wording")
    if len(tables) > MOST:
        raise table.fault("wording", f"write at most {MOST} pieces")
    for one in tables:
        one.place = f"{table.place}.{one.place}"
        name, text = one.text("name", most=most), one.text("text", most=most)
        if not _GAP.fullmatch(f"{{{name}}}"):
            raise one.fault("name", "use small letters and _ only")
        if text.strip() != clean(text, most).strip():
            raise one.fault("text", "write it without control characters")
        house = one.text("house", "", most)
        if ("is" in one) != bool(house):
            raise one.fault("is", "name a house rule and what it is, both or neither")
        value = one.raw("is")
        if house and not isinstance(value, bool | int | str):
            raise one.fault("is", "write true, false, a whole number or a text in quotes here")
        found.append(Piece(name, text, house, value, one.text("with", "", most)))
        one.close()
    return tuple(found)


# -- cards and decks -------------------------------------------------------------------------------

SOURCES = ("printed", "deduced", "reconstructed")
RULED = "by a house rule"
"""What is said instead of the sources where a house rule of the game has changed a card."""
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

    def refuse(self) -> None:
        """Raise ContentError for the first, if there is any."""
        for fault in self:
            raise ContentError(fault)

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
        ruled = {"effect": RULED} if self.composed.ruled(options, in_play) else {}
        text = self.composed.fill(options, in_play)
        return replace(self, text=text, source={**self.source, **ruled}, composed=None)

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
        faults.refuse()
        return cls(clean(name, NAME), cards, complete, tuple(boxed))


def read_deck(source: AnyFile) -> tuple[CardInfo, ...]:
    """Return the cards of a deck file.

    Raises ContentError naming file, card and field of the first fault. Parameters
    are whatever is not one of the common fields; the effect itself checks them at
    set-up.
    """
    deck, faults = survey(source)
    faults.refuse()
    return deck.cards


def survey(source: AnyFile) -> tuple[Deck, Faults]:
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


# -- whether there are enough cards ----------------------------------------------------------------


def short_stacks(
    cards: Iterable[Card], rounds: int, boxed: Mapping[int, int] | None = None
) -> dict[int, int]:
    """Return the stacks that run out before so many rounds are over, with their cards' number.

    One card of each stack is turned up in every round; one that returns is
    turned up again and again. ``boxed`` is how many of a stack are taken out.
    """
    endless = set()
    numbers = {stack: -number for stack, number in (boxed or {}).items()}
    for card in cards:
        numbers[card.stack] = numbers.get(card.stack, 0) + 1
        if card.returns:
            endless.add(card.stack)
    return {
        stack: number
        for stack, number in sorted(numbers.items())
        if stack and stack not in endless and number < rounds
    }


def runs_out(stack: int, number: int, rounds: int) -> str:
    """Return what is to be said of such a stack."""
    return (
        f"stack {stack} has {counted(number, 'card')} but needs one for each of {rounds} rounds; "
        f"add {rounds - number}, make one return, or play a shorter game"
    )


def check_lasting(rules: Ruleset, deck: Deck) -> None:
    """Raise ContentError if a stack of the deck runs out or there is no card for a turn.

    Expansions may add stacks that run out; what the deck itself brings must last,
    since every player needs a card in every round (S0, "Choose an action card").
    """
    own = {info.card.id for info in deck.cards}
    touched = {card.stack for card in rules.cards if card.id in own}
    cards = [card for card in rules.cards if card.stack in touched]
    boxed = {n: number for n, number in zip(rules.stacks, rules.boxed_number, strict=True)
             if n in touched}  # fmt: skip
    for stack, number in short_stacks(cards, len(rules.rounds), boxed).items():
        said = runs_out(stack, number, len(rules.rounds))
        raise ContentError(f"the deck {deck.name!r} does not last: {said}")
    if rules.plain_offer and len(rules.stacks) < rules.n_seats:
        stacks = counted(len(rules.stacks), "stack")
        raise ContentError(
            f"the deck {deck.name!r} has {stacks} for {rules.n_seats} players, each of whom takes "
            "a card of another one; add a stack or play with fewer"
        )


def carried_out(cards: Iterable[Card]) -> set[str]:
    """Return what the cards name, among it the cards that they carry out."""
    return {part for card in cards for part in card.parts}


def whole(cards: Iterable[CardInfo]) -> tuple[CardInfo, ...]:
    """Return the cards that players can have: without those of no stack that others carry out."""
    every = tuple(cards)
    parts = carried_out(info.card for info in every)
    return tuple(info for info in every if info.card.stack or info.card.id not in parts)
