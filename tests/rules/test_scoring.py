"""The core's scoring against a naive scorer, over every way to fill a region.

The naive one is written from the plain rule text (S0, S1 "Score the Regions",
"King's Bonus", "Home region bonus"; FACTS 7) and shares no code with the core.
"""

from __future__ import annotations

from itertools import product

import pytest

from drawing import table
from elgrande.rules import score

MOST = 5
PLACES = {
    "galicia": (4, 2, 0),
    "new-castile": (7, 4, 2),
    "aragon": (8, 4, 0),
    "valencia": (4, 0, 0),
    "castillo": (5, 3, 1),
}
"""Places with the values that they show: two lie under a mobile scoreboard."""


def naive(
    counts: list[int],
    values: tuple[int, int, int],
    *,
    king: bool = False,
    homes: tuple[int, ...] = (),
    first_only: bool = False,
) -> list[int]:
    """Return the points of each player, with prizes handed out one after another.

    The prizes lie in a row: the scoreboard's numbers, as many as count for so many
    players, then nothing. Whoever has most takes the first. If several have as many
    they slide back one: the first prize is gone and each is paid the next, which
    is then gone too.
    """
    players = len(counts)
    if players == 2:
        prizes = [values[0]]
    elif players == 3:
        prizes = [values[0], values[1]]
    else:
        prizes = list(values)
    if first_only:
        prizes = prizes[:1]
    prizes += [0] * (2 * players)
    points = [0] * players
    left = {player for player in range(players) if counts[player] > 0}
    best = True
    while left:
        most = max(counts[player] for player in left)
        group = [player for player in left if counts[player] == most]
        prize = prizes.pop(0)
        if len(group) > 1:
            prize = prizes.pop(0)
        for player in group:
            points[player] = prize
        if best and len(group) == 1:
            if king:
                points[group[0]] += 2
            if group[0] in homes:
                points[group[0]] += 2
        best = False
        left -= set(group)
    return points


def test_the_naive_scorer_on_the_examples() -> None:
    """S0, S1: the two examples, and Aragon in the sample game."""
    assert naive([4, 4, 3, 4], (5, 3, 1)) == [3, 3, 1, 3]
    assert naive([4, 3, 2, 2], (6, 4, 2)) == [6, 4, 0, 0]
    assert naive([5, 1, 0, 0], (8, 4, 0), king=True, homes=(0,)) == [12, 4, 0, 0]


@pytest.mark.parametrize("first_only", [False, True])
@pytest.mark.parametrize(
    ("players", "most"),
    [(2, MOST), (3, MOST), (4, MOST), (5, 3), pytest.param(5, MOST, marks=pytest.mark.long)],
)
def test_every_way_to_fill_a_region(players: int, most: int, first_only: bool) -> None:
    """Every count from 0 to ``most`` of every player, with and without King and homes there."""
    state = table(seats=players, scoreboards="840 aragon, 400 valencia")
    rules = state.rules
    board = state.board
    seats = range(players)
    for name, values in PLACES.items():
        target = rules.targets.index(name)
        place = rules.place_index[name]
        region = name != "castillo"
        # The King's and the homes' bonuses are the same everywhere: all cases in one region.
        kings = (True, False) if name in ("new-castile", "castillo") else (False,)
        owners: tuple[tuple[int, ...], ...] = ((),)
        if name == "new-castile":
            owners = ((), (0,), tuple(seats))
        for king, homes in product(kings, owners):
            board[rules.at_king] = target if king and region else rules.regions.index("seville")
            for seat in seats:
                board[rules.at_grande + seat] = target if seat in homes else -1
            for counts in product(range(most + 1), repeat=players):
                for seat in seats:
                    board[seat * rules.n_places + place] = counts[seat]
                scored = score(state, target, first_only)
                points = [0] * players
                for line in scored.lines:
                    points[line.seat] = line.points
                expected = naive(
                    list(counts), values, king=king and region, homes=homes, first_only=first_only
                )
                if points != expected:
                    raise AssertionError(f"{name} {counts} {king=} {homes=}: {points} {expected}")
            for seat in seats:
                board[seat * rules.n_places + place] = 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_line_adds_up(players: int) -> None:
    """Why a point was given: ranks, ties and bonuses of the lines fit the points."""
    state = table(seats=players, king="granada", home="R granada, B granada")
    rules = state.rules
    target = rules.targets.index("granada")
    values = (6, 3, 1)
    for counts in product(range(4), repeat=players):
        for seat in range(players):
            state.board[seat * rules.n_places + target] = counts[seat]
        lines = score(state, target).lines
        assert sorted(line.seat for line in lines) == [i for i, n in enumerate(counts) if n]
        for line in lines:
            assert line.count == counts[line.seat]
            better = {n for n in counts if n > line.count}
            above = sum(2 if counts.count(n) > 1 else 1 for n in better)
            assert line.rank == above + 1
            assert line.tied == (counts.count(line.count) > 1)
            assert line.paid == line.rank + line.tied
            base = values[line.paid - 1] if line.paid <= min(players - 1, 3) else 0
            sole = line.rank == 1 and not line.tied
            assert line.king == (2 if sole else 0)
            assert line.grande == (2 if sole and line.seat < 2 else 0)
            assert line.points == base + line.king + line.grande
