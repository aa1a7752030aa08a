"""What a page of the reference may depend on: the facts of a game, and its numbers in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from elgrande.content.decks.deck import SOURCES
from elgrande.content.toml_data import ContentError
from elgrande.content.words.names import Names, listed, slashed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elgrande.content.setup import Content
    from elgrande.rules import Card, Ruleset

Games = dict[str, tuple[Any, ...]]
"""Of which games something is true: for each fact the values that will do."""

_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_BLANK = re.compile(r"\{([A-Za-z]+)(?: ([a-z_]+))?\}")


@dataclass(frozen=True)
class Game:
    """The facts to choose pages by, and what stands in the blanks of their texts.

    ``facts`` has for each fact its value, or all of them: ``players``, ``ranks``
    (how many values count), ``short``, ``returns`` (a card is turned up again every
    round), ``effect`` (all that the cards have), ``pile`` (which played power card is
    in view) and ``reveal`` (whether a kept card may be used as disks are turned up), as the
    version of the rules has them, and every house rule by its key.
    ``numbers`` are said in words, ``sure`` is how sure we are of those that the
    edition does not print.
    """

    facts: Mapping[str, frozenset[Any]]
    numbers: Mapping[str, str]
    sure: Mapping[str, str]
    cards: Mapping[str, str]
    """The names of the cards of an effect, listed."""

    def fits(self, games: Games) -> bool:
        """Say whether something is true of this game; ContentError for a fact that none has."""
        for fact in games:
            if fact not in self.facts:
                known = ", ".join(sorted(self.facts))
                raise ContentError(f"a page asks for {fact!r}, which no game has; ask for {known}")
        return all(not self.facts[fact].isdisjoint(values) for fact, values in games.items())

    def filled(self, text: str) -> str:
        """Return a text with this game's numbers in its blanks: ``{rounds}``, ``{Rounds}``.

        ``{card recall}`` are the cards of an effect, by name, if the deck has any.
        """
        return _BLANK.sub(self._said, text)

    def _said(self, blank: re.Match[str]) -> str:
        word, effect = blank.groups()
        said = self.cards.get(effect, "a special action") if effect else self.numbers[word.lower()]
        return said[:1].upper() + said[1:] if word[0].isupper() else said

    def surely(self, text: str, word: str) -> str:
        """Return how sure we are of a text with blanks: at most as sure as of what fills them."""
        blanks = (self.sure.get(found[1].lower(), word) for found in _BLANK.finditer(text))
        return least_sure((word, *blanks))


def least_sure(words: Iterable[str]) -> str:
    """Return the least sure of some sources; nothing is surer than printed."""
    found = set(words)
    return next((word for word in reversed(SOURCES) if word in found), SOURCES[0])


def number(value: int) -> str:
    """Return a number as a text has it: in words up to twenty."""
    return _WORDS[value] if value < len(_WORDS) else str(value)


def game(content: Content, rules: Ruleset) -> Game:
    """Return the facts and numbers of a game."""
    edition = content.edition
    side = edition.side(rules.n_seats)
    facts = {
        "players": frozenset((rules.n_seats,)),
        "ranks": frozenset((rules.ranks,)),
        "short": frozenset((rules.rounds != edition.rounds,)),
        "returns": frozenset((any(card.returns for card in rules.cards),)),
        "pile": frozenset((rules.pile,)),
        "reveal": frozenset((rules.stop_at_reveal,)),
        "effect": frozenset(card.effect for card in rules.cards if card.stack),
        **{
            rule.key: frozenset((rules.options.get(rule.key, rule.default),))
            for rule in content.house_rules
        },
    }
    sizes = _sizes(rules)
    opening = _opening(rules)
    numbers = {
        "rounds": number(len(rules.rounds)),
        "all": number(len(edition.rounds)),
        "few": number(len(edition.short_rounds)),
        "scorings": listed([str(at) for at in sorted(rules.scoring_rounds)]),
        "caballeros": str(rules.caballeros),
        "court": number(rules.start_court),
        "home": number(rules.start_home),
        "province": str(rules.caballeros - rules.start_court - rules.start_home),
        "hand": number(rules.hand_size),
        "regions": number(len(rules.regions)),
        "disk": number(len(rules.disk_regions)),
        "open": number(len(rules.stacks)),
        "cards": str(sum(sizes.values())),
        "stacks": _stacks(rules, sizes),
        "seen": _seen(rules, sizes),
        "power": _power(rules),
        "order": ", ".join(edition.labels[region.id].name for region in side.regions),
        "castillo": slashed(side.castillo),
        "mobile": listed([slashed(values) for _, values in side.mobile]),
        "opening": listed(["a general scoring", *_named(content, opening)], "or"),
    }
    sure = {
        "power": least_sure(edition.sources["power"].values()),
        "order": edition.sources["order"],
        "castillo": side.sources["castillo"]["values"],
        "mobile": least_sure(side.sources[name]["values"] for name, _ in side.mobile),
        "opening": least_sure(
            content.cards[card.id].source.get(field, SOURCES[0])
            for card in opening
            if card.id in content.cards
            for field in ("effect", "castillo")
        ),
    }
    of: dict[str, list[Card]] = {}
    for card in rules.cards:
        if card.stack:
            of.setdefault(card.effect, []).append(card)
    cards = {effect: listed(_named(content, found)) for effect, found in of.items()}
    return Game(facts, numbers, sure, cards)


def _named(content: Content, cards: Iterable[Card]) -> list[str]:
    """Return the names of cards, each once."""
    infos = [(card.id, content.cards.get(card.id)) for card in cards]
    return list(dict.fromkeys(info.name if info else card for card, info in infos))


def _opening(rules: Ruleset) -> list[Card]:
    """Return the cards that may score the Castillo, of themselves or by what they offer."""
    ids = {
        card.id
        for card in rules.cards
        if card.effect == "score_castillo"
        or card.params.get("castillo") is True
        or rules.targets[-1] in card.params.get("targets", ())
    }
    return [
        card
        for card in rules.cards
        if card.stack and not ids.isdisjoint((card.id, *card.params.get("options", ())))
    ]


def _sizes(rules: Ruleset) -> dict[int, int]:
    """Return how many cards of each stack are in the game, those in the box left out."""
    return {
        stack: sum(card.stack == stack for card in rules.cards) - rules.boxed_number[at]
        for at, stack in enumerate(rules.stacks)
    }


def _runs(rules: Ruleset, sizes: Mapping[int, int]) -> list[tuple[str, int, int]]:
    """Return neighbouring stacks of one size: what they are called, how many, their size."""
    names = Names(rules)
    out = []
    for size, group in groupby(rules.stacks, lambda stack: sizes[stack]):
        called = [names.stack(stack) for stack in group]
        some = len(called) > 2
        said = f"{called[0]} to {called[-1]}" if some else listed(called)
        out.append((said, len(called), size))
    return out


def _stacks(rules: Ruleset, sizes: Mapping[int, int]) -> str:
    return listed(
        [
            f"{called} with {number(size)}{' card' * (not at)}{'s' * (not at and size != 1)}"
            f"{' each' * (many > 1)}"
            for at, (called, many, size) in enumerate(_runs(rules, sizes))
        ]
    )


def _seen(rules: Ruleset, sizes: Mapping[int, int]) -> str:
    """Say how many cards of the stacks are turned up in the game."""
    rounds = len(rules.rounds)
    back = {card.stack for card in rules.cards if card.returns}
    by_size: dict[int, list[str]] = {}
    names = Names(rules)
    for stack in rules.stacks:
        if stack not in back:
            by_size.setdefault(sizes[stack], []).append(names.stack(stack))
    parts = []
    for size, called in by_size.items():
        where = f"stack {called[0]}" if len(called) == 1 else f"each of stacks {listed(called)}"
        many = number(rounds) if rounds < size else "all"
        parts.append(f"{many} of the {number(size)} cards of {where}")
    return listed(parts)


def _power(rules: Ruleset) -> str:
    """Say what the power cards bring, those together that bring as many."""
    by_number: dict[int, list[str]] = {}
    for value, brings in rules.power_numbers.items():
        by_number.setdefault(brings, []).append(str(value))
    return "; ".join(
        f"{listed(values)} bring{'s' * (len(values) == 1)} {brings or 'none'}"
        for brings, values in by_number.items()
    )
