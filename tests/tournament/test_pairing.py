"""Who sits where: everybody alike, and decided by the seed alone."""

from __future__ import annotations

import doctest
from collections import Counter

import pytest

from elgrande.tournament import contest as module
from elgrande.tournament.contest import lineups, match


def test_the_examples() -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", ["ab", "abc", "abcd", "abcde", "abcdef"])
def test_after_a_round_all_have_sat_at_each_seat_equally_often(bots: str, players: int) -> None:
    ups = lineups(tuple(bots), players)
    seats: Counter[tuple[str, int]] = Counter()
    for number in range(len(ups) * players):
        for seat, bot in enumerate(match(number, ups, 7).bots):
            seats[bot, seat] += 1
    assert set(seats) == {(bot, seat) for bot in bots for seat in range(players)}
    assert len(set(seats.values())) == 1


def test_a_deal_is_played_from_every_seat_and_chance_is_new_each_time() -> None:
    ups = lineups(("a", "b", "c"), 3)
    games = [match(number, ups, 1) for number in range(9)]
    for at in range(0, 9, 3):
        block = games[at : at + 3]
        assert len({game.deal for game in block}) == 1
        assert {game.bots.index("a") for game in block} == {0, 1, 2}
    assert len({game.deal for game in games}) == 3
    assert len({game.private_seed for game in games}) == 9


def test_neighbours_change_from_deal_to_deal() -> None:
    ups = lineups(("a", "b", "c", "d"), 4)
    orders = {match(number, ups, 1).bots for number in range(0, 400, 4)}
    assert len(orders) == 24


def test_the_seed_decides() -> None:
    ups = lineups(("a", "b"), 4)
    assert match(6, ups, 1) == match(6, ups, 1)
    assert match(6, ups, 1).deal != match(6, ups, 2).deal
