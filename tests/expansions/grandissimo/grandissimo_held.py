"""What holds of every position of Grandissimo, and games played at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grandissimo_drawn import game

from elgrande.expansions.grandissimo.cards import CROWNED

if TYPE_CHECKING:
    import random

    from elgrande.rules import State

HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"black": "counted"},
    {"ships": False},
    {"jail": False, "black": "counted"},
    {"inquisitor": False},
    {"leave-out": "gr-08,gr-09,gr-10,gr-12,gr-13,gr-14,gr-15,gr-17"},
    {"ships": False, "jail": False, "inquisitor": False, "leave-out": "gr-11,gr-16"},
)
"""Every option, alone and with others."""


def begun(seed: int) -> State:
    """Lay out one of the games: players, lengths and options take turns; half have everything."""
    house = HOUSES[seed // 2 % len(HOUSES)] if seed % 2 else {}
    return game(2 + seed % 4, seed, short=seed // 4 % 3 == 2, house=house).start()


def check(state: State) -> None:
    """Everybody is somewhere, black ones in regions or jail, two tokens, the Grande who is King."""
    rules = state.rules
    for family, whole in zip(rules.families, rules.family_start, strict=True):
        there = sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
        assert there == whole
    assert min(state.board[: rules.at_score]) >= 0
    if "black" in rules.kinds:
        kind = rules.kinds.index("black")
        out = [rules.castillo, rules.court]
        out += [at for name, at in rules.place_index.items() if name[:4] in ("ship", "gift")]
        assert not any(state.count(kind, place) for place in out)
    if "ship-tokens" in rules.cell:
        assert state.cell("ship-tokens").bit_count() <= 2
    crowned = state.cell(CROWNED)
    assert crowned < 0 or state.grande(crowned) == state.king
    marks = [held.mark for held in state.held
             if rules.card_effects[held.card].name in ("boycott", "alliance")]  # fmt: skip
    assert len(set(marks)) == len(marks)


def closed(state: State) -> list[int]:
    """Return how many of each kind stand in each place of the King's region."""
    rules = state.rules
    places = sorted(rules.taboo(state) - {rules.castillo})
    return [state.count(kind, place) for place in places for kind in rules.all_kinds]


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
