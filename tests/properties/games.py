"""Every game that the properties hold for, and random play of it.

``VARIANTS`` are all registered editions with every number of players, alone and with
all registered expansions, and each of these by itself: whoever registers one has
nothing to add here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import seam
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import chosen, expansion, expansion_ids, own_house_rules, register
from elgrande.content.files import ContentError
from elgrande.content.setup import Setup
from elgrande.rules import State
from elgrande.rules.events import Event
from elgrande.rules.movement import may_intrude

register(seam.SEAM)
register(seam.LATE)


@dataclass(frozen=True)
class Variant:
    """What is played by how many; house rules and length vary with the seed."""

    edition: str
    players: int
    expansions: tuple[str, ...] = ()

    def __str__(self) -> str:
        several = ("all",) if len(self.expansions) > 2 else self.expansions
        return "-".join((self.edition, *several, f"{self.players}p"))

    @property
    def plain(self) -> bool:
        """Say whether this is the edition alone."""
        return not self.expansions

    def setup(self, seed: int, **others: Any) -> Setup:
        """Return the Setup of a seed: each has its own mix of house rules."""
        house = {}
        mix = seed
        own = own_house_rules(self.edition, self.expansions)
        for rule in (*own, *edition(self.edition).house_rules):
            if rule.players and self.players not in rule.players:
                continue
            mix, at = divmod(mix, len(rule.choices))
            house[rule.key] = rule.choices[at]
        idle = [rule.key for rule in own if rule.needs and not house.get(rule.needs, True)]
        for key in idle:
            del house[key]
        values: dict[str, Any] = {"short": seed % 3 == 2, "house": house, **others}
        return Setup.of(
            self.players, seed, edition=self.edition, expansions=self.expansions, **values
        )


def _with_needs(name: str) -> tuple[str, ...]:
    """Return an expansion with all that it needs, what is needed first."""
    needs: list[str] = []
    for need in expansion(name).needs:
        if need not in edition_ids():
            needs += _with_needs(need)
    return (*dict.fromkeys(needs), name)


def _together(name: str, several: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Return as many of these expansions as fit together, the first ones first."""
    found: tuple[str, ...] = ()
    for ids in several:
        more = tuple(dict.fromkeys((*found, *ids)))
        try:
            chosen(name, more)
        except ContentError:
            continue
        found = more
    return found


def _variants() -> Iterator[Variant]:
    """Every edition alone, with each expansion and with all at once, at every number of players."""
    for name in edition_ids():
        counts = sorted(edition(name).ranks)
        alone: list[tuple[str, ...]] = []
        for other in sorted(expansion_ids()):
            ids = _with_needs(other)
            try:
                chosen(name, ids)
            except ContentError:
                continue
            alone.append(ids)
        together = _together(name, alone)
        for players in counts:
            yield Variant(name, players)
            if together:
                yield Variant(name, players, together)
        for ids in alone:
            if set(ids) != set(together):
                for players in counts:
                    yield Variant(name, players, ids)


VARIANTS = tuple(_variants())
PLAIN = tuple(variant for variant in VARIANTS if variant.plain)
CHOSEN_HANDS = {"intrigue"}
"""Expansions that put stacks away, and of whose many cards each hand holds some."""
STACKED = tuple(variant for variant in VARIANTS if CHOSEN_HANDS.isdisjoint(variant.expansions))
"""Those with stacks, and with hands of which one can think of all that there may be."""


def _marks(variant: Variant, shift: int, *, more: bool = False) -> list[pytest.MarkDecorator]:
    """Say whether a test of a variant is long: eleven of twelve are.

    Each edition and set of expansions stays in a third of the tests, with one number of players;
    by another ``shift`` these are others.
    """
    kinds = list(dict.fromkeys((each.edition, each.expansions) for each in VARIANTS))
    kind = kinds.index((variant.edition, variant.expansions))
    return [pytest.mark.long] if more or (variant.players + kind + shift) % 12 else []


def each(shift: int, variants: Iterable[Variant] = VARIANTS) -> pytest.MarkDecorator:
    """Give a test every variant; eleven of twelve are long, others by another shift."""
    return pytest.mark.parametrize(
        "variant", [pytest.param(one, id=str(one), marks=_marks(one, shift)) for one in variants]
    )


def games_of(seeds: Iterable[int], variants: Iterable[Variant] = VARIANTS) -> pytest.MarkDecorator:
    """Give a test every variant with one of the seeds; eleven of twelve are long.

    Which one differs from variant to variant, so that every run has its crowded games, its
    short ones and all house rules; and which twelfth, from one test's seeds to another's. The few
    variants of a subject have all seeds.
    """
    several = list(seeds)
    size = len(several)
    taken = 1 if variants is VARIANTS else size
    return pytest.mark.parametrize(
        ("variant", "seed"),
        [
            pytest.param(
                variant,
                seed,
                id=f"{variant}-{seed}",
                marks=_marks(variant, several[0] // 10, more=bool(i)),
            )
            for at, variant in enumerate(variants)
            for i, seed in enumerate((*several[at % size :], *several[: at % size])[:taken])
        ],
    )


def start(variant: Variant, seed: int, *, crowded: bool | None = None, **others: Any) -> State:
    """Lay out the game of a seed; every fourth is crowded, with nobody left in the provinces.

    Random play alone does not come to empty provinces.
    """
    state = variant.setup(seed, **others).start()
    if seed % 4 == 1 if crowded is None else crowded:
        rng = rng_for(variant, seed, "crowd")
        goals = (*state.rules.board_places, state.rules.castillo)
        for kind in (*range(state.rules.n_seats), *sorted(state.rules.unplayed)):
            while state.count(kind, state.rules.provinces):
                place = rng.choice([goal for goal in goals if may_intrude(
                    state, -1, kind, state.rules.provinces, goal)])  # fmt: skip
                state.move(-1, kind, state.rules.provinces, place, 1)
    return state


def rng_for(variant: Variant, seed: int, salt: str = "") -> random.Random:
    """Return chance of its own for a test's game."""
    return random.Random(f"{variant}/{seed}/{salt}")


def choose(state: State, rng: random.Random) -> tuple[int, int]:
    """Choose a seat and its answer, at times by verb first, so that rare ones come up."""
    seat = rng.choice(state.owing())
    codes = state.legal(seat)
    if state.stack[-1].step == "choose_hand" and rng.random() < 0.9:
        # Whoever takes cards and puts them away at random takes long to have enough.
        codes = [code for code in codes if state.rules.verb(code) != "leave"] or codes
    if rng.random() < 0.5:
        verb = rng.choice(sorted({state.rules.verb(code) for code in codes}))
        codes = [code for code in codes if state.rules.verb(code) == verb]
    return seat, rng.choice(codes)


def play(state: State, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Play at random; give each seat and answer before it is carried out."""
    while not state.over:
        seat, code = choose(state, rng)
        yield seat, code
        state.apply(seat, code)


def told(state: State, rng: random.Random) -> Iterator[tuple[State, int, int, list[Event]]]:
    """Play at random; give the position before, the answer and its events, after each."""
    while not state.over:
        seat, code = choose(state, rng)
        before = state.copy()
        events: list[Event] = []
        state.apply(seat, code, events.append)
        yield before, seat, code, events


def positions(
    variant: Variant, seeds: Iterable[int], share: float, salt: str = ""
) -> Iterator[tuple[State, random.Random]]:
    """Give positions from all over random games, with the chance to go on with."""
    for seed in seeds:
        rng = rng_for(variant, seed, salt)
        state = start(variant, seed)
        for _ in play(state, rng):
            if rng.random() < share:
                yield state.copy(), rng
