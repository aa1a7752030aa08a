"""A deck as a file that a person can edit."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Any

from elgrande.content.decks.deck import FORMAT, ID, NAME, SHORT, SOURCES, TEXT, CardInfo, Deck
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import chosen, expansion, expansion_ids
from elgrande.content.files import ContentError
from elgrande.content.setup import Setup
from elgrande.content.words.cards import field_name
from elgrande.rules import SpecError
from elgrande.rules.effects import LIBRARY
from elgrande.rules.spec import ALL, PARAMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from elgrande.rules.steps.effect import Effect

_HEAD = f"""\
# The deck {{name}} of El Grande, to be changed.
#
# elgrande decks check FILE says what is wrong with it or what it fits; elgrande new --deck FILE
# plays it instead of the edition's deck. In every round one card of each stack is turned
# face up, so a stack needs 9 cards, or 6 for the short game, or one that returns.
#
# id           letters, digits and -, at most {ID}; no two cards share one
# stack        1 to 5, or as many as the game has; 0: in no stack, but named by other cards
# caballeros   how many the card lets you place, 0 to 9
# name         the heading, at most {NAME} characters
# short        for narrow screens, at most {SHORT} characters
# text         what the card does, at most {TEXT} characters; the program goes by the effect
# wording      pieces of a text that depends on the game; may be left out. Each fills the gap
#              {{{{name}}}} where it fits: a house rule is so, an expansion is in play ("with")
# effect       one of those below, and under it each of its parameters
# returns      true: face up again in every round
# marks        symbols of an expansion, each with its number; may be left out
# value        of a card that hands hold instead of a power card; else left out
# brings       how many caballeros that card brings to the court, 0 to 9
# source       where a field comes from: {", ".join(SOURCES)}; may be left out
# cite         which rulebook says so; may be left out
#
# Effects and their parameters, those in brackets as you like:
"""


def to_toml(deck: Deck) -> str:
    """Return a deck as TOML, with comments that explain every field."""
    found = _found(_brought_by(deck))
    parts = [_HEAD.format(name=deck.name), *_effects(deck, found), "#\n", *_params(found)]
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
    games: list[tuple[str, tuple[str, ...]]] = [(name, ()) for name in edition_ids()]
    games += [
        (name, (one, *(need for need in expansion(one).needs if need not in edition_ids())))
        for one in expansions
        for name in edition_ids()
    ]
    found: dict[str, type[Effect[Any]]] = {name: one.effect for name, one in LIBRARY.items()}
    for name, ids in games:
        try:
            chosen(name, ids)
        except ContentError:
            continue
        rules = Setup.of(min(edition(name).ranks), 0, edition=name, expansions=ids).ruleset()
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
    cards = f"{number} card{'s' * (number != 1)}"
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
