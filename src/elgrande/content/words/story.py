"""The story in words: a heading for each turn, and the log's own sentences in clauses below it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.story import ROUND, SCORING, TURN, Passage
from elgrande.content.words.events import say_event
from elgrande.content.words.names import Names, round_name
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from elgrande.rules.events import Event

_MANY = re.compile(r"\b(\d+) caballeros\b")
ARTICLES = ("A", "An", "The", "In", "One", "Now", "There", "Nothing")
"""First words of sentences that a clause has small; any other may be a name."""
NOTHING = "nothing on the board changes"
"""What is said of a turn without a change."""


def round_heading(passage: Passage, names: Names) -> str:
    """Return what the round of a passage is called, as a heading."""
    return round_name(passage.round, names.rules.rounds[0]).capitalize()


def heading(passage: Passage, names: Names) -> str:
    """Return whose turn it is and with which card, ``Ana with King anywhere``, or what else."""
    if passage.kind == SCORING:
        return "The general scoring"
    if passage.kind == ROUND:
        return round_heading(passage, names)
    who = names.seat(passage.seat)
    return f"{who} with {card_called(passage, names)}" if passage.card >= 0 else who


def card_called(passage: Passage, names: Names) -> str:
    """Return the short form of the card of a turn."""
    return names.short(names.rules.cards[passage.card].id) if passage.card >= 0 else ""


def sentences(passage: Passage, names: Names) -> list[str]:
    """Return every change of a passage as the log says it."""
    return [say_event(event, names.rules, names) for event in passage.changes]


class Clause(NamedTuple):
    """A change without the player whom the heading names, and without a full stop.

    ``bare`` says that such a player moved pieces, so that it begins with a verb which need not be
    said again in the next clause.
    """

    text: str
    bare: bool


def clauses(passage: Passage, names: Names) -> list[Clause]:
    """Return every change as a clause, in the order in which they happened."""
    return [_clause(event, passage, names) for event in passage.changes]


def joined(clauses: Sequence[Clause], more: int = 0) -> str:
    """Return clauses as one text, the same verb said once, and how many more there are."""
    out = ""
    verb = ""
    for clause in clauses:
        first, _, what = clause.text.partition(" ")
        if out and clause.bare and first == verb:
            out += f", {what}"
        else:
            out += f"; {clause.text}" if out else clause.text
        verb = first if clause.bare else ""
    return f"{out}; and {more} more change{'s' * (more > 1)}" if more > 0 else out


def lines(story: Iterable[Passage], names: Names) -> Iterator[str]:
    """Yield the story line by line, a heading for each round, then a line a turn."""
    round = None
    for passage in story:
        if passage.round != round:
            round = passage.round
            yield f"{round_heading(passage, names)}."
        if passage.kind == TURN:
            said = joined(clauses(passage, names))
            yield f"{heading(passage, names)}: {said or NOTHING}."
        else:
            yield from sentences(passage, names)


def _clause(event: Event, passage: Passage, names: Names) -> Clause:
    if isinstance(event, ev.RegionScored):
        return Clause(_scored(event, names), False)
    said = say_event(event, names.rules, names).removesuffix(".")
    if isinstance(event, ev.Moved):
        # In the story it is always caballeros that go somewhere.
        said = _MANY.sub(r"\1", said.replace("a caballero ", "1 ", 1), count=1)
    who = f"{names.seat(passage.seat)} " if passage.kind == TURN else ""
    if who and said.startswith(who):
        return Clause(said.removeprefix(who), isinstance(event, ev.Moved))
    word, space, rest = said.partition(" ")
    return Clause((word.lower() if word in ARTICLES else word) + space + rest, False)


def _scored(event: ev.RegionScored, names: Names) -> str:
    """Return who got what from a place; why, the log says."""
    paid = event.scored.sums()
    got = [f"{names.seat(seat)} {points}" for seat, points in paid.items() if points]
    return f"{names.target(event.scored.target)} pays {', '.join(got) or 'nobody'}"
