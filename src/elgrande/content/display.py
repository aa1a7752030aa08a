"""What an expansion shows of itself: plain data and functions, for whoever shows a position.

App, line dialogue, ``show`` and refusals ask a ``GameDisplay`` for all of it, what the expansions
of a game show put together (``expansion.display_of``); none of them knows an expansion by name. A
function gets the position, a State or a View, and the Names to say it with, and changes nothing. It
must not count a place that ``veil.shows`` keeps closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, TypeVar

from elgrande.rules import Names, Position, Ruleset
from elgrande.rules.effects.figures import goes_too
from elgrande.rules.position import Slot

T = TypeVar("T")


class Fact(NamedTuple):
    """Something said in a row: a label and a text, each with a short form for narrow panes."""

    label: str
    text: str
    """What is said; a dash stands for nothing."""
    short_label: str = ""
    short_text: str = ""
    strong: bool = False

    def said(self, wide: bool) -> str:
        """Return the text for a wide or a narrow row."""
        return self.text if wide else self.short_text or self.text


class ExtraRow(NamedTuple):
    """A row of its own among the players: whose kind it is, and what is said of it."""

    kind: int
    """The row begins with the sign and the owner of this kind; -1 for a row about nobody's."""
    hit: str
    """What the pointer finds there."""
    facts: tuple[Fact, ...] = ()
    supply: int = -1
    """A place; how many of the kind are left there ends the row, where they may be counted."""


class Added(NamedTuple):
    """What lies with a seat's power card and changes by what number it acts."""

    name: str
    sign: str
    """The same in two or three cells: ``+1``."""


class RoundTurn(NamedTuple):
    """A turn in a round: whose kind, and the number by which it comes."""

    kind: int
    number: int


class Away(NamedTuple):
    """A face-up card that was put away from its stack, and for whom: an index and a kind."""

    card: int
    kind: int


class Composite(NamedTuple):
    """An answer that plays a power card together with something else.

    The words of its verb are the power card's value and the id of the other thing.
    ``question`` follows the value once it was pointed at; ``total`` is what the words come to.
    """

    question: str
    total: Callable[[Sequence[str]], int]


class Group(NamedTuple):
    """Answers of one verb that are pressed as one first: a key that they would like, a word for
    them, and the question that tells them apart, as ``Who sails?``. ``left`` says in a few words
    how often that can still be done.
    """

    key: str
    label: str
    question: str
    left: Callable[[Position], str] | None = None


class Badge(NamedTuple):
    """Something at a seat's court that everybody sees; the sign stands after the name."""

    seat: int
    sign: Sign


class Note(NamedTuple):
    """A sentence about this game; the sign of a kind may stand in front of it."""

    text: str
    kind: int = -1


class Ability(NamedTuple):
    """What a power card does besides its number, where the cards of a hand are action cards.

    ``short`` fits a narrow row, ``note`` is a word on it (``must``), ``text`` is all of it.
    """

    card: int
    """The action card that it is, by its index."""
    name: str
    short: str
    text: str
    note: str = ""


class Sign(NamedTuple):
    """A sign of one cell, and a letter for terminals that have no other signs."""

    text: str
    ascii: str


class Mark(NamedTuple):
    """Something noted beside the values of a region or the Castillo on the map.

    ``text`` is short: ``table 6/6``, ``═7``; ``ascii`` is the same for terminals without signs.
    ``hatched`` closes the region to the eye as the King's is, and ``values`` is written in
    place of the region's values: ``(no score)``.
    """

    target: str
    text: str = ""
    ascii: str = ""
    hatched: bool = False
    values: str = ""
    short: str = ""
    """The text where that is too long for the region."""


class Worth(NamedTuple):
    """What a place that is shown by name is worth to whoever stands there: ``+3``."""

    place: str
    text: str


class Lying(NamedTuple):
    """Pieces that lie in a region and are no caballeros: a word, and how many of which sign."""

    target: str
    label: str
    sign: Sign
    number: int


class TurnRow(NamedTuple):
    """A seat's turn of a round in which what is acted on follows from the power cards.

    ``value`` is 0 for who has not played, and then ``text`` is empty. ``role`` is what the place in
    the order gives, ``number`` how many may be placed (0 as long as that is open), ``card`` what is
    acted on, ``others`` the cards that may be chosen in its place.
    """

    seat: int
    value: int = 0
    role: Sign | None = None
    number: int = 0
    text: str = ""
    card: int = -1
    others: tuple[int, ...] = ()


class Paragraph(NamedTuple):
    """Something that lies on the board: a title, and what it means."""

    title: str
    text: str


class RoundTable(NamedTuple):
    """A round as the pane of the action cards shows it in games without stacks."""

    rows: tuple[TurnRow, ...]
    below: tuple[Paragraph, ...] = ()


@dataclass(frozen=True)
class Display:
    """All that is shown of an expansion; what is left out is not there to be seen.

    ``rows`` of which there are always ``height`` follow the players'. ``added`` says
    what a seat has added to its power card. ``turns`` gets the order of turns as the
    others have it and returns it as it is. ``put_away`` looks at a stack, by its index.
    ``composites`` are answers by their verb, and so are ``groups``; ``at_court`` are the badges
    of players; ``hints`` help with a step on the screen, by its name, before anything is pointed
    at: functions of the position, the seat that is asked and the names. ``remarks`` are the
    same of what the question itself does not say: they are said with it wherever it is asked, line
    by line too. ``notes`` stand in the help, ``sentences`` in the plain board, ``opening`` is
    what happened as the game was laid out.

    On the map, ``signs`` are those of neutral kinds, by id (a colour has its shape), and
    ``badges`` stand after the number of a family for each of its kinds that carries something,
    by the id of that kind. ``marks`` are noted beside values, ``worths`` beside places that the
    ``map.toml`` names, ``lying`` are pieces that are nobody's. ``apart`` are the ids of places
    whose crowd is written after a line, because it does not count with the others.

    Where power cards are action cards, ``abilities`` says of each value what it does, and ``round``
    what stands in the pane in which other games have their stacks.
    """

    rows: Callable[[Position, Names], Sequence[ExtraRow]] | None = None
    height: int = 0
    added: Callable[[Position, int], Added | None] | None = None
    turns: Callable[[tuple[RoundTurn, ...], Position], tuple[RoundTurn, ...]] | None = None
    put_away: Callable[[Position, int], Away | None] | None = None
    composites: Mapping[str, Composite] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)
    at_court: Callable[[Position], Iterable[Badge]] | None = None
    hints: Mapping[str, Callable[[Position, int, Names], str]] = field(default_factory=dict)
    remarks: Mapping[str, Callable[[Position, int, Names], str]] = field(default_factory=dict)
    notes: Callable[[Position, Names], Iterable[Note]] | None = None
    sentences: Callable[[Position, Names], Iterable[str]] | None = None
    opening: Callable[[Position, Names], Iterable[str]] | None = None
    signs: Mapping[str, Sign] = field(default_factory=dict)
    badges: Mapping[str, Sign] = field(default_factory=dict)
    marks: Callable[[Position, Names], Iterable[Mark]] | None = None
    worths: Callable[[Position, Names], Iterable[Worth]] | None = None
    lying: Callable[[Position, Names], Iterable[Lying]] | None = None
    apart: Callable[[Position], Iterable[str]] | None = None
    abilities: Callable[[Ruleset, Names], Mapping[int, Ability]] | None = None
    round: Callable[[Position, Names], RoundTable] | None = None


COMMON = Display(remarks={"disks": goes_too})
"""What is said in every game."""


class GameDisplay:
    """What is shown of a game besides what every game has, in the order of its expansions."""

    def __init__(self, displays: tuple[Display, ...]) -> None:
        self._displays = (COMMON, *displays)
        self.height = sum(display.height for display in displays)
        """How many rows follow the players'."""
        self.composites = self._by_key(lambda one: one.composites)
        """Answers that play a power card together with something else, by their verb."""
        self.groups = self._by_key(lambda one: one.groups)
        """Answers that are pressed as one first, by their verb."""
        self.signs = self._by_key(lambda one: one.signs)
        """The signs of neutral kinds, by their ids."""
        self.badges = self._by_key(lambda one: one.badges)
        """The signs after a family's number, by the ids of the kinds that carry something."""

    def _each(self, asked: Callable[[Display], Iterable[T] | None]) -> Iterator[T]:
        """Return what all displays have to say of one thing, one after the other."""
        return chain.from_iterable(asked(one) or () for one in self._displays)

    def _by_key(self, asked: Callable[[Display], Mapping[str, T]]) -> dict[str, T]:
        """Return what all displays have of one thing, by its key."""
        return {key: one for each in self._displays for key, one in asked(each).items()}

    def at_court(self, position: Position, seat: int) -> list[Sign]:
        """Return the signs after a player's name."""
        badges = self._each(lambda one: one.at_court and one.at_court(position))
        return [badge.sign for badge in badges if badge.seat == seat]

    def rows(self, position: Position, names: Names) -> list[ExtraRow]:
        """Return the rows that follow the players'."""
        return list(self._each(lambda one: one.rows and one.rows(position, names)))

    def added(self, position: Position, seat: int) -> Added | None:
        """Return what a seat has added to its power card, as the last to say anything says."""
        found = None
        for each in self._displays:
            found = (each.added(position, seat) if each.added else None) or found
        return found

    def turns(self, position: Position) -> tuple[RoundTurn, ...]:
        """Return the turns of the round in order, as far as it is known."""
        initiative = position.rules.initiative
        turns = tuple(RoundTurn(seat, initiative(position, seat)) for seat in position.turn_order)
        for each in self._displays:
            turns = each.turns(turns, position) if each.turns else turns
        return turns

    def put_away(self, position: Position, stack: int) -> Away | None:
        """Return what was put away from a stack this round, if anybody did who has no seat."""
        asked = (each.put_away(position, stack) for each in self._displays if each.put_away)
        return next((away for away in asked if away is not None), None)

    def slots(self, position: Position) -> tuple[Slot, ...]:
        """Return the stacks; of a sole card that returns -1 are left while others are up."""
        rules, slots = position.rules, position.slots
        if all(slot.card < 0 for slot in slots):
            return slots
        sole = [len(deck) == 1 and rules.cards[deck[0]].returns for deck in rules.stack_cards]
        return tuple(s._replace(left=-1) if one else s for s, one in zip(slots, sole, strict=True))

    def hint(self, position: Position, step: str, seat: int, names: Names) -> str | None:
        """Return what helps with a step before anything is pointed at; None if nothing is said."""
        asked = [each.hints[step] for each in self._displays if step in each.hints]
        return _together(hint(position, seat, names) for hint in asked) if asked else None

    def remarks(self, position: Position, step: str, seat: int, names: Names) -> str:
        """Return what a question in a step does not say itself, in sentences; mostly nothing."""
        asked = [each.remarks[step] for each in self._displays if step in each.remarks]
        return _together(remark(position, seat, names) for remark in asked)

    def notes(self, position: Position, names: Names) -> Iterator[Note]:
        """Return what the help says of this game."""
        return self._each(lambda one: one.notes and one.notes(position, names))

    def sentences(self, position: Position, names: Names) -> Iterator[str]:
        """Return what the plain board says after the players."""
        return self._each(lambda one: one.sentences and one.sentences(position, names))

    def opening(self, position: Position, names: Names) -> Iterator[str]:
        """Return what no event says of how the game was laid out."""
        return self._each(lambda one: one.opening and one.opening(position, names))

    def marks(self, position: Position, names: Names) -> list[Mark]:
        """Return what is noted on the map beside the values of regions."""
        return list(self._each(lambda one: one.marks and one.marks(position, names)))

    def worths(self, position: Position, names: Names) -> dict[str, str]:
        """Return what places shown by name are worth, by their ids."""
        return dict(self._each(lambda one: one.worths and one.worths(position, names)))

    def lying(self, position: Position, names: Names) -> list[Lying]:
        """Return the pieces on the map that are nobody's."""
        return [
            it
            for it in self._each(lambda one: one.lying and one.lying(position, names))
            if it.number
        ]

    def apart(self, position: Position) -> set[str]:
        """Return the ids of places whose crowd does not count with the others of the region."""
        return set(self._each(lambda one: one.apart and one.apart(position)))

    def abilities(self, rules: Ruleset, names: Names) -> dict[int, Ability]:
        """Return what each power card does besides its number, by its value; mostly nothing."""
        asked = (each.abilities for each in self._displays if each.abilities)
        return {value: one for each in asked for value, one in each(rules, names).items()}

    @property
    def has_round(self) -> bool:
        """Whether the pane of the action cards shows the round, there being no stacks."""
        return any(each.round for each in self._displays)

    def round(self, position: Position, names: Names) -> RoundTable:
        """Return the round as that pane shows it."""
        asked = (each.round for each in self._displays if each.round)
        tables = [each(position, names) for each in asked]
        return RoundTable(
            tuple(row for table in tables for row in table.rows),
            tuple(one for table in tables for one in table.below),
        )


def _together(said: Iterable[str]) -> str:
    # Two expansions may have the same to say.
    return " ".join(filter(None, dict.fromkeys(said)))
