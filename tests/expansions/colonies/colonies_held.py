"""What holds of every position of the Colonies, and games played at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from colonies_drawn import game
from laid import DISCS, legs_fit

from elgrande.expansions.colonies.places import SINGLE, layout, table_place

if TYPE_CHECKING:
    import random

    from elgrande.rules import State


def begun(seed: int) -> State:
    """Lay out one of the games: numbers of players and lengths take turns."""
    return game(2 + seed % 4, seed, short=seed // 4 % 3 == 2).start()


def check(state: State) -> None:
    """Families are conserved, rooms kept, discs neither made nor lost, the King's region shut."""
    rules = state.rules
    known = layout(rules)
    for family, whole in zip(rules.families, rules.family_start, strict=True):
        there = sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
        assert there == whole
    assert min(state.board[: rules.at_score]) >= 0
    room = {rules.place_index[name]: 1 for name in SINGLE} | {table_place(state): known.spaces}
    for place, most in room.items():
        if place >= 0:
            assert sum(state.count(kind, place) for kind in rules.all_kinds) <= most
    for region, place in enumerate(known.beside):
        if place >= 0 and region != state.cell("limit-table"):
            assert not any(state.count(kind, place) for kind in rules.all_kinds)
    for disc, whole in DISCS.items():
        carriers = [kind for kind, carried in known.carried.items() if carried == disc]
        carried = sum(state.count(k, place) for k in carriers for place in range(rules.n_places))
        assert carried + state.cell(f"{disc}-lying") + state.cell(f"{disc}-supply") == whole
        for place in (*known.home, *known.offices, rules.castillo, rules.court, rules.provinces):
            assert not any(state.count(kind, place) for kind in carriers)
    for kind in known.black:
        assert not state.count(kind, rules.court)
        assert not state.count(kind, rules.provinces)
    assert legs_fit(state)
    assert rules.nodes[state.king] not in ("ship", "america", "mediterranean")


def closed(state: State) -> list[int]:
    """Return how many of each family stand in each place of the King's region."""
    rules = state.rules
    places = sorted(rules.taboo(state) - {rules.castillo})
    families = sorted(set(rules.kind_family))
    return [
        sum(state.count(k, place) for k in rules.all_kinds if rules.kind_family[k] == family)
        for place in places
        for family in families
    ]


def choice(state: State, rng: random.Random) -> tuple[int, int]:
    """Choose at random, at times by verb first."""
    rules = state.rules
    seat = rng.choice(state.owing())
    codes = state.legal(seat)
    assert codes, f"stuck at {state.stack[-1]}"
    assert len(set(codes)) == len(codes)
    if rng.random() < 0.5:
        verb = rng.choice(sorted({rules.verb(code) for code in codes}))
        codes = [code for code in codes if rules.verb(code) == verb]
    return seat, rng.choice(codes)
