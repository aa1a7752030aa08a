"""What holds of every position of the King & the Colonies, and games played at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from laid import DISCS, legs_fit
from pair_drawn import game

from elgrande.rules.movement import free

if TYPE_CHECKING:
    import random

    from elgrande.rules import State

SINGLE = ("france", "ambassador", "envoy", "captain", "viceroy")
OFFICES = ("captain", "viceroy")


def begun(seed: int) -> State:
    """Lay out one of the games: numbers of players, lengths, hands and cards take turns."""
    house = {"cards": (31, 18, 31)[seed // 4 % 3], "hand": ("chosen", "dealt")[seed // 12 % 2]}
    return game(2 + seed % 4, seed, short=seed // 24 % 3 == 2, house=house).start()


def check(state: State) -> None:
    """Families are conserved, rooms kept, discs neither made nor lost, hands and turns in order."""
    rules = state.rules
    for family, whole in zip(rules.families, rules.family_start, strict=True):
        there = sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
        assert there == whole
    assert min(state.board[: rules.at_score]) >= 0
    for name in SINGLE:
        place = rules.place_index[name]
        assert sum(state.count(kind, place) for kind in rules.all_kinds) <= 1
    table = state.cell("limit-table")
    if table >= 0:
        on_it = rules.place_index[rules.regions[table]]
        assert free(state, on_it) >= 0
        spaces = 10 if rules.n_seats >= 4 else 6
        assert sum(state.count(kind, on_it) for kind in rules.all_kinds) <= spaces
    for name in rules.places:
        if name.endswith("-beside") and (table < 0 or name != f"{rules.regions[table]}-beside"):
            place = rules.place_index[name]
            assert not any(state.count(kind, place) for kind in rules.all_kinds)
    spain = [place for r in rules.disk_regions for place in rules.region_places[r]]
    offices = [rules.place_index[name] for name in OFFICES]
    nowhere = (*spain, *offices, rules.castillo, rules.court, rules.provinces)
    for disc, whole in DISCS.items():
        carriers = [kind for kind, name in enumerate(rules.kinds) if name.endswith(f"-{disc}")]
        carried = sum(state.count(k, place) for k in carriers for place in range(rules.n_places))
        assert carried + state.cell(f"{disc}-lying") + state.cell(f"{disc}-supply") == whole
        assert not any(state.count(kind, place) for kind in carriers for place in nowhere)
    for kind, name in enumerate(rules.kinds):
        if name.startswith("black"):
            assert not state.count(kind, rules.court)
            assert not state.count(kind, rules.provinces)
    assert rules.nodes[state.king] not in ("ship", "america", "mediterranean")
    assert legs_fit(state)
    shut = state.cell("quarantined")
    assert shut < 0 or shut in state.mobile
    taken = [slot.taker for slot in state.slots if slot.taker >= 0]
    assert len(set(taken)) == len(taken), "nobody takes two cards in a round"


def closed(state: State) -> list[int]:
    """Return how many of each family stand in each place of the King's region."""
    rules = state.rules
    places = sorted(rules.king_taboo[state.king] - {rules.castillo})
    families = sorted(set(rules.kind_family))
    return [
        sum(state.count(k, place) for k in rules.all_kinds if rules.kind_family[k] == family)
        for place in places
        for family in families
    ]


def choice(state: State, rng: random.Random) -> tuple[int, int]:
    """Choose at random, at times by verb first; whoever chooses a hand goes on till it is whole."""
    rules = state.rules
    seat = rng.choice(state.owing())
    codes = state.legal(seat)
    assert codes, f"stuck at {state.stack[-1]}"
    assert len(set(codes)) == len(codes)
    if state.stack[-1].step == "choose_hand":
        codes = [code for code in codes if rules.verb(code) != "leave"] or codes
    if rng.random() < 0.5:
        verb = rng.choice(sorted({rules.verb(code) for code in codes}))
        codes = [code for code in codes if rules.verb(code) == verb]
    return seat, rng.choice(codes)
