"""What games are worth: shares, ratings and the test, on scores that are counted by hand."""

from __future__ import annotations

import random
from math import log10

import pytest
from contests import pairing

from elgrande.tournament.statistics import (
    FEWEST,
    Pairing,
    about_mean,
    decided,
    effective,
    evidence,
    ratings,
    standings,
    students,
    wilson,
)


def test_standings_are_counted_by_bot_wherever_it_sits() -> None:
    """a sits at seat 0, then 1, then 2; the two b on the others."""
    played = [pairing(0, ("a", "b", "b"), (9, 5, 1), (4, 4, 2), (8, 7, 9))]
    a, b = standings(("a", "b"), played)
    assert (a.games, a.fair, b.fair) == (3, pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert a.share == pytest.approx((1 + 0.5 + 1) / 3)
    assert b.share == pytest.approx(1 - a.share)
    assert a.points == pytest.approx((9 + 4 + 9) / 3)
    assert a.ahead == pytest.approx((6 + 1 + 1.5) / 3)
    assert b.ahead == pytest.approx(-a.ahead)
    assert a.rank == pytest.approx((1 + 1.5 + 1) / 3)
    assert b.rank == pytest.approx((2 + 3 + 1.5 + 3 + 3 + 2) / 6)
    assert a.points_interval is None, "one deal tells nothing about the next"


def test_a_share_that_the_deal_alone_decides_is_worth_its_deals() -> None:
    lucky = pairing(0, ("a", "b"), (9, 1), (1, 9))
    unlucky = pairing(1, ("a", "b"), (1, 9), (9, 1))
    a, _ = standings(("a", "b"), [lucky, unlucky])
    assert a.share == 0.5
    assert a.share_interval == pytest.approx(wilson(0.5, 1))


def test_points_that_the_deal_alone_decides_are_uncertain() -> None:
    """With one seat among three, so that a deal that is good for it is not made up for."""
    lucky = pairing(0, ("a", "b", "b"), (9, 1, 1), (1, 9, 1), (1, 1, 9))
    unlucky = pairing(1, ("a", "b", "b"), (1, 9, 9), (9, 1, 9), (9, 9, 1))
    a, _ = standings(("a", "b"), [lucky, unlucky])
    assert a.share == 0.5
    assert a.ahead_interval is not None
    low, high = a.ahead_interval
    assert low < -8
    assert high > 8


def test_a_bot_alone_is_ahead_of_nobody() -> None:
    (a,) = standings(("a", "a"), [pairing(0, ("a", "a"), (9, 1), (1, 9))])
    assert (a.share, a.fair, a.ahead) == (1.0, 1.0, 0.0)


def test_wilson_is_the_known_interval() -> None:
    """Newcombe's example of 1998: 81 of 263 gives 0.2553 to 0.3662."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(1.0, 200)[1] == 1.0


def test_more_seats_in_one_line_up_are_no_chance() -> None:
    """a wins each game, be it with one seat of three or with two."""
    one = [pairing(n, ("a", "b", "b"), (9, 1, 1), (1, 9, 1), (1, 1, 9)) for n in (0, 2)]
    two = [pairing(n, ("a", "a", "b"), (9, 1, 1), (1, 9, 1), (1, 1, 9)) for n in (1, 3)]
    a, _ = standings(("a", "b"), [*one, *two])
    assert a.fair == 0.5
    assert a.share_interval == pytest.approx(wilson(1.0, 4)), "four deals are not twelve games"


def test_few_deals_are_not_taken_for_many_games() -> None:
    """What a handful of deals have in common cannot be told from them."""
    for deals in (1, 2, 9):
        assert effective(0.5, [[0.5] * deals], 5 * deals) == deals
    assert effective(0.5, [[0.5] * 10], 50) == 50
    assert effective(0.5, [[0.0, 1.0] * 10], 100) == pytest.approx(19)


def test_intervals_of_means_are_students() -> None:
    assert about_mean([5.0]) is None
    assert about_mean([1.0, 3.0]) == pytest.approx((2 - 12.706, 2 + 12.706))
    for freedom, known in {4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}.items():
        assert students(freedom) == pytest.approx(known, abs=0.01)


def beats(times: int, of: int) -> list[Pairing]:
    """Pairings of two games each, of which a wins so many in all."""
    won = [game < times for game in range(2 * of)]
    random.Random(1).shuffle(won)
    return [
        pairing(
            at, ("a", "b"), (2, 1) if won[2 * at] else (1, 2), (1, 2) if won[2 * at + 1] else (2, 1)
        )
        for at in range(of)
    ]


def test_ratings_of_two_are_the_logarithm_of_their_wins() -> None:
    a, b = ratings(("a", "b"), beats(75, 50))
    assert a.rating - b.rating == pytest.approx(400 * log10(75.5 / 25.5), abs=0.01)
    assert a.rating == pytest.approx(-b.rating)
    assert a.interval is not None
    low, high = a.interval
    assert low < a.rating < high
    # 75 of 100: 66 to 82 by Wilson, which is 112 to 266 of Elo's points between the two.
    assert (2 * low, 2 * high) == (pytest.approx(112, abs=35), pytest.approx(266, abs=35))


def test_who_never_lost_has_a_rating_and_no_certain_one() -> None:
    a, _ = ratings(("a", "b"), beats(20, 10))
    assert a.interval is not None
    low, high = a.interval
    # Nobody lost in 20 games: at most one in seven is lost, says the rule of three.
    assert 100 < 2 * low < 400
    assert high > a.rating + 100


def test_three_are_rated_by_who_finished_before_whom() -> None:
    played = [pairing(n, ("a", "b", "c"), (9, 5, 1), (1, 9, 5), (5, 1, 9)) for n in range(4)]
    found = ratings(("a", "b", "c"), played)
    assert [one.bot for one in sorted(found, key=lambda one: -one.rating)] == ["a", "b", "c"]
    assert sum(one.rating for one in found) == pytest.approx(0)
    assert ratings(("a", "b", "c"), []) == []


def test_the_test_waits_for_enough_deals_and_stops_at_the_first_answer() -> None:
    played = beats(60, 30)
    at = decided(played, "a", 0.1)
    assert at == FEWEST
    assert evidence(played[:at], "a", 0.1).answer == "more"
    assert evidence(played[: FEWEST - 1], "a", 0.1).answer == "open"
    assert decided(beats(30, 30)[:6], "a", 0.1) is None
    assert evidence([], "a", 0.1).answer == "open"


@pytest.mark.long
@pytest.mark.parametrize(("strength", "answer"), [(0.5, "fair"), (0.6, "more")])
def test_the_test_errs_as_seldom_as_it_says(strength: float, answer: str) -> None:
    """300 tournaments of coins: 5 % are 15, and twice that would be a mistake of ours."""
    drawn = random.Random(7)
    wrong, longest = 0, 0
    for _ in range(300):
        played: list[Pairing] = []
        while True:
            first = (2, 1) if drawn.random() < strength else (1, 2)
            second = (1, 2) if drawn.random() < strength else (2, 1)
            played.append(pairing(len(played), ("a", "b"), first, second))
            if len(played) % 20 == 0 and (at := decided(played, "a", 0.1)) is not None:
                said = evidence(played[:at], "a", 0.1).answer
                wrong += said != answer
                longest = max(longest, at)
                break
    assert wrong <= 27
    assert longest < 1500


@pytest.mark.long
@pytest.mark.parametrize(("strength", "answer"), [(0.2, "fair"), (0.3, "more")])
def test_it_errs_as_seldom_at_a_table_of_five(strength: float, answer: str) -> None:
    drawn = random.Random(7)
    wrong = 0
    for _ in range(200):
        played: list[Pairing] = []
        while True:
            games = []
            for seat in range(5):
                winner = seat if drawn.random() < strength else (seat + 1) % 5
                games.append(tuple(int(at == winner) for at in range(5)))
            played.append(pairing(len(played), ("a", "b", "b", "b", "b"), *games))
            if len(played) % 20 == 0 and (at := decided(played, "a", 0.1)) is not None:
                wrong += evidence(played[:at], "a", 0.1).answer != answer
                break
    assert wrong <= 18
