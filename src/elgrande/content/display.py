"""What an expansion shows of itself: plain data and functions, for whoever shows a position.

App, line dialogue, ``show`` and refusals ask for all of it through ``shown``; none of
them knows an expansion by name. A function gets the position, a State or a View, and
the Names to say it with, and changes nothing. It must not count a place that
``sight.shows`` keeps closed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from elgrande.content.words.names import Names
    from elgrande.rules import Position, Ruleset


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


class Row(NamedTuple):
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


class Turn(NamedTuple):
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
    by line too. ``notes`` stand in the help, ``sentences`` in the plain board.

    On the map, ``signs`` are those of neutral kinds, by id (a colour has its shape), and
    ``badges`` stand after the number of a family for each of its kinds that carries something,
    by the id of that kind. ``marks`` are noted beside values, ``worths`` beside places that the
    ``map.toml`` names, ``lying`` are pieces that are nobody's. ``apart`` are the ids of places
    whose crowd is written after a line, because it does not count with the others.

    Where power cards are action cards, ``abilities`` says of each value what it does, and ``round``
    what stands in the pane in which other games have their stacks.
    """

    rows: Callable[[Position, Names], Sequence[Row]] | None = None
    height: int = 0
    added: Callable[[Position, int], Added | None] | None = None
    turns: Callable[[tuple[Turn, ...], Position], tuple[Turn, ...]] | None = None
    put_away: Callable[[Position, int], Away | None] | None = None
    composites: Mapping[str, Composite] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)
    at_court: Callable[[Position], Iterable[Badge]] | None = None
    hints: Mapping[str, Callable[[Position, int, Names], str]] = field(default_factory=dict)
    remarks: Mapping[str, Callable[[Position, int, Names], str]] = field(default_factory=dict)
    notes: Callable[[Position, Names], Iterable[Note]] | None = None
    sentences: Callable[[Position, Names], Iterable[str]] | None = None
    signs: Mapping[str, Sign] = field(default_factory=dict)
    badges: Mapping[str, Sign] = field(default_factory=dict)
    marks: Callable[[Position, Names], Iterable[Mark]] | None = None
    worths: Callable[[Position, Names], Iterable[Worth]] | None = None
    lying: Callable[[Position, Names], Iterable[Lying]] | None = None
    apart: Callable[[Position], Iterable[str]] | None = None
    abilities: Callable[[Ruleset, Names], Mapping[int, Ability]] | None = None
    round: Callable[[Position, Names], RoundTable] | None = None
