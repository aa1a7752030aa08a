"""Test-only expansions of hands: other power cards, of which each seat keeps or is dealt some.

Values and numbers are invented; no rule document speaks of any of it.
"""

from __future__ import annotations

from collections.abc import Callable

from elgrande.content.expansion import Expansion, register
from elgrande.rules import Spec
from elgrande.rules.steps.hand import choose_hands, deal_hands

TENS = {value: (180 - value) // 30 for value in range(10, 190, 10)}
"""Eighteen values from 10 to 180, which bring fewer the higher they are."""
MANY = {**TENS, **dict.fromkeys(range(13, 185, 14), 4)}
"""Thirty-one values."""
FEW = dict.fromkeys((1, 5, 7, 20, 33, 40, 51, 52, 90, 101), 3)
"""Ten values, of which few enough can be kept for a test to think of every hand.

Eight are enough for a short game of two or three.
"""


def hands(power: dict[int, int], size: int, choose: bool) -> Callable[[Spec], None]:
    """Return the edit that plays with some of other power cards."""

    def edit(spec: Spec) -> None:
        spec.power = dict(power)
        (choose_hands if choose else deal_hands)(spec, size)

    return edit


def expansion(name: str, power: dict[int, int], size: int, choose: bool) -> Expansion:
    """Return an expansion that plays so."""
    return Expansion(name, name, "A test-only expansion.", hands(power, size, choose))


KEPT = expansion("hands-kept", TENS, 13, choose=True)
DEALT = expansion("hands-dealt", MANY, 13, choose=False)
KEPT_FEW = expansion("hands-kept-few", FEW, 8, choose=True)
DEALT_FEW = expansion("hands-dealt-few", FEW, 8, choose=False)
WHOLE = expansion("hands-whole", TENS, 18, choose=True)


def make_known() -> None:
    """Register them all, while a test runs and not before: no two of them fit together."""
    for one in (KEPT, DEALT, KEPT_FEW, DEALT_FEW, WHOLE):
        register(one)
