"""The generator against a plain PCG32 of the test's own, and what is drawn from it."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import permutations
from operator import and_, or_

import pytest

from elgrande.content.setup import Setup
from elgrande.rules import Generator


def pcg32(state: int, count: int) -> list[int]:
    """O'Neill's PCG XSH RR 64/32 in plain steps: output of the old state, then a linear step."""
    out = []
    for _ in range(count):
        xored = ((state // 2**18) ^ state) // 2**27 % 2**32
        turn = state // 2**59
        bits = format(xored, "032b")
        out.append(int(bits[32 - turn :] + bits[: 32 - turn], 2))
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return out


@pytest.mark.parametrize("state", [0, 1, 42, 2**63, 2**64 - 1, 0x853C49E6748FEA9B])
def test_it_is_pcg32(state: int) -> None:
    generator = Generator(state)
    assert [generator.next32() for _ in range(200)] == pcg32(state, 200)


def test_known_numbers() -> None:
    """Written down, so that a save replays on every Python version."""
    generator = Generator(0x853C49E6748FEA9B)
    assert [generator.next32() for _ in range(6)] == [
        0x152CA78D, 0x3EEAE017, 0xC010FD86, 0xAD5F8E80, 0x68D47530, 0x9FE2BC34,
    ]  # fmt: skip
    seeded = Generator.seeded(1996)
    assert seeded.state == 0x645087465AB275C5
    assert [seeded.below(6) for _ in range(12)] == [0, 1, 5, 5, 0, 3, 1, 4, 0, 1, 0, 1]
    assert seeded.shuffled(list(range(9))) == [7, 1, 8, 0, 5, 2, 6, 3, 4]


@pytest.mark.parametrize(
    "seeds", [(), (0,), (1,), (1996,), (-1996,), (2**63 - 1,), (3 * 2**64 + 5,), (5, 7), (5, -7)]
)
def test_seeds_are_folded_word_by_word(seeds: tuple[int, ...]) -> None:
    """Sign, then 64-bit words, the lowest first; a step after each and one at the end."""
    state = 0
    for seed in seeds:
        words = [int(seed < 0)]
        digits = f"{abs(seed):x}"
        if seed:
            width = -len(digits) % 16 + len(digits)
            padded = digits.zfill(width)
            words += [int(padded[i : i + 16], 16) for i in range(width - 16, -1, -16)]
        for word in words:
            state = ((state + word) * 6364136223846793005 + 1442695040888963407) % 2**64
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    assert Generator.seeded(*seeds).state == state


def test_a_seed_names_one_stream() -> None:
    assert Generator.seeded(5).state == Generator.seeded(5).state
    streams = {
        Generator.seeded(*seeds).state
        for seeds in [(), (0,), (1,), (-1,), (2**63 - 1,), (0, 0), (0, 1), (1, 0), (1, 1), (5, 7)]
    }
    assert len(streams) == 10


def test_the_state_is_everything() -> None:
    generator = Generator.seeded(3)
    generator.below(9)
    again = Generator(generator.state)
    assert [generator.below(100) for _ in range(50)] == [again.below(100) for _ in range(50)]


class Told(Generator):
    """A generator that gives the numbers it was told."""

    __slots__ = ("told",)

    def __init__(self, *told: int) -> None:
        super().__init__(0)
        self.told = list(told)

    def next32(self) -> int:
        return self.told.pop(0)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 9, 11, 13, 1000, 2**31 + 1, 2**32])
def test_below_throws_the_uneven_rest_away(bound: int) -> None:
    """Unbiased: of the 2**32 numbers, those beyond the last whole multiple are drawn again."""
    whole = 2**32 // bound * bound
    assert Told(whole - 1).below(bound) == bound - 1
    assert Told(0).below(bound) == 0
    if whole < 2**32:
        assert Told(whole, 2**32 - 1, 0).below(bound) == 0
        refused = Told(whole, 2**32 - 1, whole - 1)
        refused.below(bound)
        assert refused.told == []


@pytest.mark.parametrize("bound", [2, 5, 6, 9, 13])
def test_below_is_even(bound: int) -> None:
    """Chi squared over 20,000 draws of a fixed stream stays far below any doubt."""
    generator = Generator.seeded(7)
    draws = 20_000
    seen = Counter(generator.below(bound) for _ in range(draws))
    assert set(seen) == set(range(bound))
    expected = draws / bound
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 3 * bound + 10


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_below_says_what_it_needs(bound: int) -> None:
    with pytest.raises(ValueError, match="needs a bound of at"):
        Generator(0).below(bound)


@pytest.mark.parametrize("size", [0, 1, 2, 9, 45])
def test_shuffled_is_a_permutation(size: int) -> None:
    items = list(range(size))
    generator = Generator.seeded(11)
    for _ in range(50):
        assert sorted(generator.shuffled(items)) == items
    assert items == list(range(size)), "the given list stays as it was"


def test_shuffled_gives_every_order_alike() -> None:
    generator = Generator.seeded(12)
    seen = Counter(tuple(generator.shuffled(list("abcd"))) for _ in range(12_000))
    assert set(seen) == set(permutations("abcd"))
    assert max(seen.values()) < 600 > 400 < min(seen.values())


def test_the_generator_of_a_dealt_world_may_be_in_any_state() -> None:
    """Each of its 64 bits is drawn, so nobody can tell from a View what chance will bring."""
    view = Setup.of(3, seed=1).start().view(0)
    generator = Generator.seeded(14)
    states = [view.sample(generator).box[0] for _ in range(60)]
    assert reduce(or_, states) == 2**64 - 1
    assert reduce(and_, states) == 0


def test_choice_is_one_of_the_items() -> None:
    generator = Generator.seeded(13)
    assert {generator.choice(("a", "b", "c")) for _ in range(60)} == {"a", "b", "c"}
