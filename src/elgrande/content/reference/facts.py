"""The facts of a game on which pages of the reference depend, and its numbers in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from elgrande.content.deck import SOURCES, carried_out
from elgrande.content.reference.entries import GameFacts, least_sure
from elgrande.content.setup import Content
from elgrande.content.words.names import GameNames, listed, slashed
from elgrande.rules import Card, Ruleset
from elgrande.rules.steps.held import HeldEffect

_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip


def less_sure(one: str, other: str) -> bool:
    """Say whether one source is less sure than another."""
    return SOURCES.index(one) > SOURCES.index(other)


def number(value: int) -> str:
    """Return a number as a text has it: in words up to twenty."""
    return _WORDS[value] if value < len(_WORDS) else str(value)


def met(content: Content, rules: Ruleset) -> list[Card]:
    """Return the cards that can be met in a game.

    Others are in the box: of hands whose value is not played with, for another number of players,
    or that another card would use which is not met.
    """
    every = [*rules.cards, *(info.card for one in content.ours for info in one.cards)]
    parts = carried_out(every)
    found = [
        card
        for card in rules.cards
        if (not card.value or card.value in rules.power_numbers)
        and rules.n_seats in given(card, "players", rules.n_seats)
    ]
    used = carried_out(found)
    return [card for card in found if card.id in used or card.id not in parts]


def given(card: Card, name: str, default: object = None) -> tuple[object, ...]:
    """Return all values of a parameter of a card."""
    value = card.params.get(name, default)
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def game(content: Content, rules: Ruleset) -> GameFacts:
    """Return the facts and numbers of a game."""
    edition = content.edition
    side = edition.side(rules.n_seats)
    cards = met(content, rules)
    effects = {card.id: rules.card_effects[rules.card_index[card.id]] for card in cards}
    kings = [card for card in cards if effects[card.id].moves_king(card.params)]
    one = {
        "players": rules.n_seats,
        "ranks": rules.ranks,
        "short": rules.rounds != edition.rounds,
        "returns": any(card.returns for card in cards),
        "kept": any(isinstance(effect, HeldEffect) for effect in effects.values()),
        "boxed": any(rules.boxed_number),
        "kings": bool(kings),
        "inside": rules.homes != rules.regions,
        "gate": any(rules.castillo in closed for closed in rules.king_taboo),
        **{rule.key: rules.options.get(rule.key, rule.default) for rule in content.house_rules},
    }
    facts: dict[str, frozenset[Any]] = {fact: frozenset((value,)) for fact, value in one.items()}
    facts["effect"] = frozenset(card.effect for card in cards)
    facts["marks"] = frozenset(mark for card in cards for mark in card.marks)
    facts["stacks"] = frozenset(rules.stacks)
    sizes = _sizes(rules)
    opening = _opening(rules)
    switches = [r.title for one in content.brought for r in one.house_rules if r.default is True]
    names = GameNames(rules, None, content.labels, content.cards)
    near = [[names.region(at) for at in around] for around in rules.node_neighbours]
    numbers = {
        "rounds": number(len(rules.rounds)),
        "all": number(len(edition.rounds)),
        "few": number(len(edition.short_rounds)),
        "scorings": listed([str(at) for at in sorted(rules.scoring_rounds)]),
        "spaces": listed([str(at) for at in rules.rounds]),
        "caballeros": str(rules.caballeros),
        "court": number(rules.start_court),
        "home": number(rules.start_home),
        "province": str(rules.caballeros - rules.start_court - rules.start_home),
        "hand": number(rules.hand_size),
        "extra": number(len(rules.extra_hand)),
        "regions": number(len(rules.regions)),
        "disk": number(len(rules.disk_regions)),
        "open": number(len(rules.stacks)),
        "cards": str(sum(sizes.values())),
        "stacks": _stacks(rules, sizes),
        "seen": _seen(rules, sizes),
        "places": _places(cards, rules),
        "back": listed(_named(content, (card for card in cards if card.returns))),
        "kings": listed(_named(content, kings)),
        "switches": listed(switches),
        "power": _power(rules),
        "coast": listed([names.region(at) for at, on in enumerate(rules.coastal) if on]),
        "order": ", ".join(names.plain(name) for name in rules.regions),
        "castillo": slashed(side.castillo),
        "mobile": listed([slashed(values) for _, values in side.mobile]),
        "opening": listed(["a general scoring", *_named(content, opening)], "or"),
    }
    sure = {
        "power": least_sure(edition.sources["power"].values()),
        "coast": least_sure(
            side.sources[one.id].get("coastal", SOURCES[-1]) for one in side.regions
        ),
        "near": least_sure(side.sources[one.id]["neighbours"] for one in side.regions),
        "order": edition.sources["order"],
        "castillo": side.sources["castillo"]["values"],
        "places": _sure(content, (c for c in cards if c.stack != c.caballeros), "caballeros"),
        "mobile": least_sure(side.sources[name]["values"] for name, _ in side.mobile),
        "kings": _sure(content, kings, "effect"),
        "opening": _sure(content, opening, "effect", "castillo"),
        # Expansions print how many they add, never how many there are with them.
        **dict.fromkeys(
            ("caballeros", "province"), SOURCES[rules.caballeros != edition.caballeros]
        ),
    }
    # What another card carries out is not named beside it.
    parts = carried_out(cards)
    heads = [card for card in cards if card.stack or card.id not in parts]
    lists = {
        "card": {
            name: _named(content, (card for card in heads if card.effect == name))
            for name in facts["effect"]
        },
        "near": dict(zip(rules.nodes, near, strict=True)),
        "worth": {name: [slashed(v)] for name, v in zip(rules.targets, rules.values, strict=True)},
        "size": {str(stack): [number(size)] for stack, size in sizes.items()},
        "pile": {str(s): [f"{number(n)} card{'s' * (n != 1)}"] for s, n in sizes.items()},
    }
    return GameFacts(facts, numbers, sure, lists)


def _sure(content: Content, cards: Iterable[Card], *fields: str) -> str:
    """Return how sure we are of some fields of cards."""
    infos = (content.cards[card.id] for card in cards if card.id in content.cards)
    return least_sure(info.source.get(field, SOURCES[0]) for info in infos for field in fields)


def _places(cards: Sequence[Card], rules: Ruleset) -> str:
    """Say how many caballeros the cards of each stack place, where its number does not."""
    names, parts = GameNames(rules), []
    for stack in rules.stacks:
        found = sorted({card.caballeros for card in cards if card.stack == stack})
        if found != [stack] and "/" not in names.stack(stack):
            many = str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"
            parts.append(f"those of stack {names.stack(stack)} place {many}")
    return f"; {listed(parts)}" if parts else ""


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
    return [rules.cards[at] for at in sorted(rules.carrying(ids)) if rules.cards[at].stack]


def _sizes(rules: Ruleset) -> dict[int, int]:
    """Return how many cards of each stack are in the game, those in the box left out."""
    return {
        stack: len(rules.stack_cards[at]) - rules.boxed_number[at]
        for at, stack in enumerate(rules.stacks)
    }


def _runs(rules: Ruleset, sizes: Mapping[int, int]) -> list[tuple[str, int, int]]:
    """Return neighbouring stacks of one size: what they are called, how many, their size."""
    names = GameNames(rules)
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
    names = GameNames(rules)
    for stack in rules.stacks:
        if stack not in back:
            by_size.setdefault(sizes[stack], []).append(names.stack(stack))
    parts = []
    for size, called in by_size.items():
        where = f"stack {called[0]}" if len(called) == 1 else f"each of stacks {listed(called)}"
        many = "" if size == 1 else f"{number(rounds) if rounds < size else 'all'} of "
        parts.append(f"{many}the {number(size)} card{'s' * (size != 1)} of {where}")
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
