"""Chance: a small generator whose whole state is one integer.

It is PCG32 (O'Neill 2014, variant XSH RR 64/32): a linear congruential step of
64 bits, of which 32 permuted bits come out. The algorithm is written down here
and tested against known numbers, so a save replays on every Python version.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

_MASK64 = (1 << 64) - 1
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407


class Generator:
    """A stream of chance that starts from ``state``, an integer of 64 bits.

    >>> g = Generator.seeded(1996)
    >>> [g.below(6) for _ in range(5)] == [Generator(g.state).below(6) for _ in range(5)]
    False
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & _MASK64

    @classmethod
    def seeded(cls, *seeds: int) -> Generator:
        """Make a generator from one or several seeds of any size.

        Several seeds name a stream of their own: a bot's is (private seed, entry
        number), so that it never disturbs the game's.
        """
        generator = cls(0)
        for seed in seeds:
            # Negative and long seeds are folded in 64-bit words, sign first.
            words = [1 if seed < 0 else 0]
            rest = abs(seed)
            while rest:
                words.append(rest & _MASK64)
                rest >>= 64
            for word in words:
                generator.state = (generator.state + word) & _MASK64
                generator.next32()
        generator.next32()
        return generator

    def next32(self) -> int:
        """Return the next 32 bits."""
        old = self.state
        self.state = (old * _MULTIPLIER + _INCREMENT) & _MASK64
        mixed = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF
        # Written down twice and shifted, they are turned round.
        return ((mixed * 0x1_0000_0001) >> (old >> 59)) & 0xFFFFFFFF

    def below(self, bound: int) -> int:
        """Return an integer from 0 up to, without, ``bound``; all are equally likely."""
        if bound < 1:
            raise ValueError(f"below() needs a bound of at least 1, not {bound}")
        if bound > 1 << 32:
            raise ValueError(f"below() needs a bound of at most 2**32, not {bound}")
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            number = self.next32()
            if number < limit:
                return number % bound

    def choice(self, items: list[T] | tuple[T, ...]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: list[T] | tuple[T, ...]) -> list[T]:
        """Return the items in a random order (Fisher and Yates)."""
        out, below = list(items), self.below
        for last in range(len(out) - 1, 0, -1):
            other = below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out
