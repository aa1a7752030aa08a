"""A person's own decks: where they are found, their file, and everything that is wrong with one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from elgrande.content.clean import clean, counted
from elgrande.content.deck import (
    FORMAT,
    ID,
    NAME,
    SHORT,
    SOURCES,
    TEXT,
    CardInfo,
    Deck,
    Faults,
    gaps,
    runs_out,
    short_stacks,
    survey,
    whole,
)
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import (
    HandCard,
    every_expansion,
    expansion,
    expansion_ids,
    own_house_rules,
    problems,
)
from elgrande.content.files import ContentError, path_of
from elgrande.content.setup import Setup, games_with
from elgrande.content.words.cards import field_name
from elgrande.rules import SpecError
from elgrande.rules.effects import LIBRARY
from elgrande.rules.spec import ALL, PARAMS
from elgrande.rules.steps import Effect

SUFFIX = ".toml"


@dataclass(frozen=True)
class Listed:
    """A deck with its id, whose it is, and what its file is at fault with."""

    id: str
    origin: str
    deck: Deck
    faults: tuple[str, ...] = ()
    hand: tuple[HandCard, ...] = ()
    """Cards of an expansion that hands may hold besides the power cards."""

    @property
    def counted(self) -> tuple[CardInfo, ...]:
        """The cards of the deck, without those that others carry out, in stacks or in hands."""
        return tuple(info for info in whole(self.deck.cards) if info.card.stack or not self.hand)


def every_deck(folder: Path) -> Iterator[Listed]:
    """Return the built-in decks and those in a folder of the user's, which need not be there."""
    for name in edition_ids():
        yield Listed(name, "edition", Deck(edition(name).name, edition(name).cards))
    for known in every_expansion():
        if known.cards or known.hand:
            yield Listed(known.id, "expansion", Deck(known.name, known.cards), hand=known.hand)
    yield from own_decks(folder)


def own_decks(folder: Path) -> Iterator[Listed]:
    """Return the decks in a folder of the user's, which need not be there."""
    for path in sorted(path for path in folder.glob(f"*{SUFFIX}") if os.path.isfile(path)):
        deck, faults = survey(path)
        yield Listed(clean(path.stem, 40), "own", deck, tuple(faults))


def find_deck(text: str, folder: Path) -> Listed:
    """Return the deck that a person names: by its id, or by the path of its file.

    Raises ContentError with one sentence if there is none, or for the first fault of
    its file.
    """
    path = deck_path(text, folder)
    if path is not None:
        deck, faults = survey(path)
        faults.refuse()
        return Listed(path.stem, "own", deck)
    listed = list(every_deck(folder))
    for one in listed:
        if one.id == text:
            return one
    known = ", ".join(one.id for one in listed)
    # The deck may be that of an expansion that cannot be loaded.
    why = f" ({'; '.join(found)})" if (found := problems()) else ""
    problem = f"there is no deck {clean(text, 60)!r}{why}"
    raise ContentError(f"{problem}; name one of {known}, or a file that ends in {SUFFIX}")


def deck_path(text: str, folder: Path) -> Path | None:
    """Return the file that a person's word for a deck means; None for a built-in deck."""
    if text.endswith(SUFFIX) or Path(text).name != text:
        return path_of(text)
    if text in edition_ids() or text in expansion_ids():
        return None
    places = (folder / f"{text}{SUFFIX}", Path(text))
    # Path's own question raises an error for what can be no name.
    return next((path for path in places if os.path.isfile(path)), None)


# -- a deck as a file that a person can edit -------------------------------------------------------


def to_toml(deck: Deck) -> str:
    """Return a deck as TOML, with comments that explain every field."""
    found = _found(_brought_by(deck))
    head = (files("elgrande.content") / "own_deck.txt").read_text("utf-8")
    fields = {"id": ID, "called": NAME, "short": SHORT, "text": TEXT, "sources": ", ".join(SOURCES)}
    parts = [head.format(name=deck.name, **fields), *_effects(deck, found), "#\n", *_params(found)]
    parts.append(f"\nformat = {FORMAT}\n\n# What the deck is called.\nname = {_value(deck.name)}\n")
    for stack, cards in groupby(deck.cards, key=lambda info: info.card.stack):
        of = list(cards)
        parts.append(f"\n# {_stack(stack, len(of))}.\n")
        parts += map(_card, of)
    return "".join(parts)


def effects() -> dict[str, tuple[str, ...]]:
    """Return the effects that a card may name in any edition, with their parameters."""
    return {name: (*effect.params, *effect.extra) for name, effect in _found().items()}


def _brought_by(deck: Deck) -> tuple[str, ...]:
    """Return the expansions to be chosen that have a card of the deck: it names their effects."""
    own = {info.card.id for info in deck.cards}
    return tuple(
        one.id
        for one in map(expansion, expansion_ids())
        if any(info.card.id in own for info in one.cards)
    )


def _found(expansions: tuple[str, ...] = ()) -> dict[str, type[Effect[Any]]]:
    """Return the effects that any game has, and of these expansions each with what it needs."""
    games = [Setup.of(min(edition(name).ranks), 0, edition=name) for name in edition_ids()]
    games += [setup for one in expansions for setup in games_with(one)]
    found: dict[str, type[Effect[Any]]] = {name: one.effect for name, one in LIBRARY.items()}
    for setup in games:
        rules = setup.ruleset()
        for step in rules.steps:
            with suppress(SpecError):
                found[step] = type(rules.effect(step, ""))
    return dict(sorted(found.items()))


def _effects(deck: Deck, found: Mapping[str, type[Effect[Any]]]) -> Iterator[str]:
    for name, effect in found.items():
        params = (*effect.params, *(f"[{param}]" for param in effect.extra))
        example = next((one.card.id for one in deck.cards if one.card.effect == name), "")
        line = f"#   {name:<20}{', '.join(params)}"
        yield (f"{line:<60} (see {example})" if example else line.rstrip()) + "\n"


def _params(found: Mapping[str, type[Effect[Any]]]) -> Iterator[str]:
    used = {param for effect in found.values() for param in (*effect.params, *effect.extra)}
    for name in sorted(used):
        wants = f": {PARAMS[name].wants}" if name in PARAMS else ""
        yield f"#   {name:<12} {field_name(name)}{wants}\n"
    yield f"# {ALL} of something are as many as there are.\n"


def _stack(stack: int, number: int) -> str:
    cards = counted(number, "card")
    return f"Stack {stack}: {cards}" if stack else f"Not in a stack: {cards}"


def _card(info: CardInfo) -> str:
    lines = [f"{field} = {_value(value)}\n" for field, value in info.to_plain().items()]
    return "\n[[card]]\n" + "".join(lines)


def _value(value: Any) -> str:
    """Return a value as one line of TOML: JSON's texts are TOML's, if nothing is escaped away."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(it)}" for key, it in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# -- what is wrong with a deck, and what it can be played with -------------------------------------

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
    faults += [found for found in best.faults if _place(found) not in map(_place, faults)]
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


def _place(fault: str) -> str:
    """Return of which field of which card a sentence is."""
    return fault.partition(": ")[0]


def _is_about(fault: str, fields: tuple[str, ...]) -> bool:
    return any(_place(fault).endswith(f"field {field!r}") for field in fields)


def _numbers(players: list[int]) -> str:
    first, last = players[0], players[-1]
    if len(players) > 1 and players == list(range(first, last + 1)):
        return f"{first} to {last}"
    return " or ".join(map(str, players))
