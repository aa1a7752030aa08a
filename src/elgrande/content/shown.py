"""What the expansions of a game show, put together: the one place where a display is asked for."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from elgrande.content.display import (
    Ability,
    Added,
    Away,
    Composite,
    Display,
    Group,
    Lying,
    Mark,
    Note,
    RoundTable,
    Row,
    Sign,
    Turn,
)
from elgrande.content.expansion import HandCard, expansion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.content.words.names import Names
    from elgrande.rules import Position, Ruleset


class Shown:
    """What is shown of a game besides what every game has, in the order of its expansions."""

    def __init__(self, displays: tuple[Display, ...], hand: tuple[HandCard, ...]) -> None:
        self._displays = displays
        self._hand = {card.id: card for card in hand}
        self.height = sum(display.height for display in displays)
        """How many rows follow the players'."""

    @cached_property
    def composites(self) -> dict[str, Composite]:
        """Answers that play a power card together with something else, by their verb."""
        return {verb: one for each in self._displays for verb, one in each.composites.items()}

    @cached_property
    def groups(self) -> dict[str, Group]:
        """Answers that are pressed as one first, by their verb."""
        return {verb: one for each in self._displays for verb, one in each.groups.items()}

    def at_court(self, position: Position, seat: int) -> list[Sign]:
        """Return the signs after a player's name."""
        asked = (each.at_court(position) for each in self._displays if each.at_court)
        return [badge.sign for badges in asked for badge in badges if badge.seat == seat]

    def rows(self, position: Position, names: Names) -> list[Row]:
        """Return the rows that follow the players'."""
        asked = (each.rows for each in self._displays if each.rows)
        return [row for rows in asked for row in rows(position, names)]

    def added(self, position: Position, seat: int) -> Added | None:
        """Return what a seat has added to its power card, as the last to say anything says."""
        found = None
        for each in self._displays:
            found = (each.added(position, seat) if each.added else None) or found
        return found

    def turns(self, position: Position) -> tuple[Turn, ...]:
        """Return the turns of the round in order, as far as it is known."""
        initiative = position.rules.initiative
        turns = tuple(Turn(seat, initiative(position, seat)) for seat in position.turn_order)
        for each in self._displays:
            turns = each.turns(turns, position) if each.turns else turns
        return turns

    def put_away(self, position: Position, stack: int) -> Away | None:
        """Return what was put away from a stack this round, if anybody did who has no seat."""
        asked = (each.put_away(position, stack) for each in self._displays if each.put_away)
        return next((away for away in asked if away is not None), None)

    def hint(self, position: Position, step: str, seat: int, names: Names) -> str | None:
        """Return what helps with a step before anything is pointed at; None if nothing is said."""
        asked = [each.hints[step] for each in self._displays if step in each.hints]
        if not asked:
            return None
        # Two expansions may have the same to say.
        said = dict.fromkeys(hint(position, seat, names) for hint in asked)
        return " ".join(filter(None, said))

    def remarks(self, position: Position, step: str, seat: int, names: Names) -> str:
        """Return what a question in a step does not say itself, in sentences; mostly nothing."""
        asked = (each.remarks[step] for each in self._displays if step in each.remarks)
        # Two expansions may have the same to say.
        said = dict.fromkeys(remark(position, seat, names) for remark in asked)
        return " ".join(filter(None, said))

    def notes(self, position: Position, names: Names) -> Iterator[Note]:
        """Return what the help says of this game."""
        return chain.from_iterable(each.notes(position, names)
                                   for each in self._displays if each.notes)  # fmt: skip

    def sentences(self, position: Position, names: Names) -> Iterator[str]:
        """Return what the plain board says after the players."""
        return chain.from_iterable(each.sentences(position, names)
                                   for each in self._displays if each.sentences)  # fmt: skip

    @cached_property
    def signs(self) -> dict[str, Sign]:
        """The signs of neutral kinds, by their ids."""
        return {kind: sign for each in self._displays for kind, sign in each.signs.items()}

    @cached_property
    def badges(self) -> dict[str, Sign]:
        """The signs after a family's number, by the ids of the kinds that carry something."""
        return {kind: sign for each in self._displays for kind, sign in each.badges.items()}

    def marks(self, position: Position, names: Names) -> list[Mark]:
        """Return what is noted on the map beside the values of regions."""
        asked = (each.marks for each in self._displays if each.marks)
        return [mark for marks in asked for mark in marks(position, names)]

    def worths(self, position: Position, names: Names) -> dict[str, str]:
        """Return what places shown by name are worth, by their ids."""
        asked = (each.worths for each in self._displays if each.worths)
        return {one.place: one.text for worths in asked for one in worths(position, names)}

    def lying(self, position: Position, names: Names) -> list[Lying]:
        """Return the pieces on the map that are nobody's."""
        asked = (each.lying for each in self._displays if each.lying)
        return [one for lying in asked for one in lying(position, names) if one.number]

    def apart(self, position: Position) -> set[str]:
        """Return the ids of places whose crowd does not count with the others of the region."""
        asked = (each.apart for each in self._displays if each.apart)
        return {place for apart in asked for place in apart(position)}

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

    def hand_card(self, name: str) -> HandCard | None:
        """Return what is said of a card that hands may hold besides the power cards."""
        return self._hand.get(name)


@lru_cache(maxsize=32)
def shown(rules: Ruleset) -> Shown:
    """Return what the expansions of a game show."""
    found = [expansion(name) for name in rules.in_play]
    return Shown(
        tuple(one.display for one in found), tuple(card for one in found for card in one.hand)
    )
