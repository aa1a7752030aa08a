"""Everything that is wrong with a deck of one's own, and what it can be played with."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import clean
from elgrande.content.decks.composed import gaps
from elgrande.content.decks.deck import CardInfo, Deck, Faults, survey
from elgrande.content.decks.size import counted, runs_out, short_stacks
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import every_expansion, expansion, own_house_rules
from elgrande.content.files import ContentError
from elgrande.content.setup import Setup

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from elgrande.rules import SpecError

MOST_BYTES = 60_000
"""How large a deck may be: each save of a game with it carries it."""


@dataclass(frozen=True)
class Verdict:
    """What a deck file holds; either something is wrong, or something can be played."""

    deck: Deck
    faults: tuple[str, ...]
    fits: tuple[str, ...]


def examine(
    source: Path,
    editions: Sequence[str] = (),
    expansions: tuple[str, ...] = (),
    *,
    added: bool = False,
) -> Verdict:
    """Return every fault of a deck file, a sentence each, or else what it fits.

    It must fit one of the editions (by default any), played with these expansions. An
    expansion's deck is ``added`` to the edition's cards; any other takes their place.
    """
    deck, faults = survey(source)
    if not deck.cards:
        return Verdict(deck, tuple(faults), ())
    trials = [
        Trial(name, expansions, deck, source.name, added=added)
        for name in editions or edition_ids()
    ]
    faults += _of_the_house(deck, source.name, max(trial.stacks for trial in trials))
    counted = not any(_is_about(fault, ("id", "stack", "returns")) for fault in faults)
    if not faults and any(trial.fits for trial in trials):
        return Verdict(deck, (), tuple(trial.says() for trial in trials))
    if counted and not added:
        fewest = min(len(edition(trial.edition).short_rounds) for trial in trials)
        faults += [
            f"{source.name}, {runs_out(stack, number, fewest)}"
            for stack, number in short_stacks((i.card for i in deck.cards), fewest).items()
        ]
    best = min(trials, key=lambda trial: len(trial.faults))
    # What cannot be read has been said already.
    faults += [found for found in best.faults if not any(_same(found, it) for it in faults)]
    if not faults:
        faults += dict.fromkeys(f"{source.name}: {problem}" for problem in best.problems)
    return Verdict(deck, tuple(faults), ())


class Trial:
    """One edition tried with the deck, at every number of players, in the long and short game."""

    def __init__(
        self, name: str, expansions: tuple[str, ...], deck: Deck, file: str, *, added: bool
    ) -> None:
        self.edition = name
        self.faults: list[str] = []
        """What is wrong with cards."""
        self.problems: list[str] = []
        """Why some games cannot be played."""
        self.long: list[int] = []
        self.brief: list[int] = []
        self.stacks = _highest_stack(name, expansions)
        self._idle = {info.card.id for info in deck.cards}
        """The cards that no game has used so far."""
        if added:
            self.faults = _doubles(name, expansions, deck, file)
            deck = replace(deck, cards=(*edition(name).cards, *deck.cards))
        if self.faults:
            return
        for players in sorted(edition(name).ranks):
            for short, fits in ((False, self.long), (True, self.brief)):
                try:
                    for house in _houses(name, expansions):
                        rules = Setup.of(
                            players, 0, edition=name, expansions=expansions, short=short,
                            house=house, deck=deck,
                        ).ruleset()  # fmt: skip
                        self._idle -= {card.id for card in rules.cards}
                except ContentError as error:
                    self._note(error, file)
                else:
                    fits.append(players)

    def _note(self, error: ContentError, file: str) -> None:
        cause = error.__cause__
        found = [fault for fault in getattr(cause, "faults", ()) if fault.card]
        if not found:
            self.problems.append(str(error))
        elif not self.faults:
            self.faults = [_sentence(fault, file) for fault in found]

    @property
    def fits(self) -> bool:
        """Say whether any game can be played."""
        return bool(self.long or self.brief)

    def says(self) -> str:
        """Return what can be played, or why nothing can."""
        name = f"the {self.edition} edition"
        if not self.fits:
            why = next(iter((*self.faults, *self.problems)))
            return f"not with {name}: {why}"
        if self.long == self.brief:
            why = f"; not by others: {self.problems[0]}" if self.problems else ""
            idle = f"; {counted(len(self._idle), 'card')} of it would stay in the box"
            return f"with {name} by {_numbers(self.long)} players{why}{idle * bool(self._idle)}"
        brief = f"the short game by {_numbers(self.brief)} players"
        long = f"the long one by {_numbers(self.long)}" if self.long else "not the long one"
        return f"with {name}, {brief}, {long}: {self.problems[0]}"


def _doubles(name: str, expansions: tuple[str, ...], deck: Deck, file: str) -> list[str]:
    """Return a fault for each card with the id of an edition's, or of an expansion's it joins."""
    owners = {info.card.id: f"the {name} edition" for info in edition(name).cards}
    ids = {info.card.id for info in deck.cards}
    for known in map(expansion, expansions):
        its = {info.card.id for info in known.cards}
        # The expansion whose deck this is has all of them.
        owners |= dict.fromkeys(its, known.name) if not its <= ids else {}
    return [
        f"{file}, card {name!r}, field 'id': {owners[name]} has a card {name!r}; "
        "give this one an id of its own"
        for name in sorted(ids & owners.keys())
    ]


def _houses(name: str, expansions: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return house rules among which every choice of these expansions' own comes at least once."""
    try:
        rules = own_house_rules(name, expansions)
    except ContentError:
        return [{}]
    most = max((len(rule.values) for rule in rules), default=1)
    return [
        {rule.key: rule.values[min(at, len(rule.values) - 1)] for rule in rules}
        for at in range(most)
    ]


def _highest_stack(name: str, expansions: tuple[str, ...]) -> int:
    """Return the last stack of the game without the deck: screens and keys are made for it."""
    players = max(edition(name).ranks)
    try:
        stacks = Setup.of(players, 0, edition=name, expansions=expansions).ruleset().stacks
    except ContentError:
        # What these expansions lack or bar is said where the deck is tried with them.
        stacks = Setup.of(players, 0, edition=name).ruleset().stacks
    return max(stacks, default=0)


def _of_the_house(deck: Deck, file: str, stacks: int) -> Faults:
    """Return what our screens and saves have no room for."""
    faults = Faults()
    for info in deck.cards:
        if info.card.stack > stacks:
            faults.append(
                f"{file}, card {info.card.id!r}, field 'stack': "
                f"write a number from 0 to {stacks} here"
            )
    faults += [
        f"{file}, card {info.card.id!r}, field 'wording': {problem}"
        for info in deck.cards
        for problem in _unknown(info)
    ]
    size = len(json.dumps(deck.to_plain(), ensure_ascii=False).encode())
    if size > MOST_BYTES:
        faults.append(
            f"{file}: the cards take {size} bytes and a save has room for {MOST_BYTES}; "
            "shorten the texts or take cards out"
        )
    return faults


def _unknown(info: CardInfo) -> Iterator[str]:
    """Return what is wrong with pieces of a text that no game would ever show."""
    every = every_expansion()
    rules = [rule for name in edition_ids() for rule in edition(name).house_rules]
    rules += [rule for one in every for rule in one.house_rules]
    for name in gaps(info.text) if not info.composed else ():
        yield f"no piece fills the gap {{{name}}}; write one, or remove the gap"
    for piece in info.composed.pieces if info.composed else ():
        of = [rule for rule in rules if rule.key == piece.house]
        choices = [value for rule in of for value in (*rule.values, *rule.choices)]
        if piece.house and not choices:
            yield f"there is no house rule {piece.house!r}"
        elif piece.house and piece.value not in choices:
            yield f"the house rule {piece.house!r} is never {piece.value!r}"
        if piece.within and piece.within not in {one.id for one in every}:
            yield f"there is no expansion {piece.within!r}"


def _sentence(fault: SpecError, file: str) -> str:
    """Return a fault of the rules core as one of the file."""
    problem = fault.problem or str(fault).removeprefix(f"card {fault.card}: ")
    return f"{file}, card {fault.card!r}, field {fault.field or 'effect'!r}: {clean(problem, 300)}"


def _same(one: str, other: str) -> bool:
    """Say whether two sentences are about the same field of the same card."""
    return _place(one) == _place(other)


def _place(fault: str) -> str:
    return fault.partition(": ")[0]


def _is_about(fault: str, fields: tuple[str, ...]) -> bool:
    return any(_place(fault).endswith(f"field {field!r}") for field in fields)


def _numbers(players: list[int]) -> str:
    first, last = players[0], players[-1]
    if len(players) > 1 and players == list(range(first, last + 1)):
        return f"{first} to {last}"
    return " or ".join(map(str, players))
