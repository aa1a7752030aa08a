"""What games are worth: shares, ratings and the test, on scores that are counted by hand."""

from __future__ import annotations

import random
from math import log, log10
from typing import Any

import pytest
from contests import pairing

from elgrande.tournament.contest import Hypotheses
from elgrande.tournament.statistics import (
    FEWEST,
    Pairing,
    SequentialTest,
    about_mean,
    effective,
    evidence,
    ratings,
    standings,
    students,
    wilson,
)


def decided(played: list[Pairing], bot: str, test: Hypotheses) -> int | None:
    series = SequentialTest(bot, test)
    return next((n for n, one in enumerate(played, 1) if series.decides(one)), None)


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


MORE = Hypotheses("share", 0, 0.1)


def test_the_test_waits_for_enough_deals_and_stops_at_the_first_answer() -> None:
    played = beats(60, 30)
    at = decided(played, "a", MORE)
    assert at == FEWEST
    assert evidence(played[:at], "a", MORE).answer == "high"
    assert evidence(played[: FEWEST - 1], "a", MORE).answer == "open"
    assert decided(beats(30, 30)[:6], "a", MORE) is None
    assert evidence([], "a", MORE).answer == "open"


def test_the_bounds_are_walds() -> None:
    assert MORE.bounds == pytest.approx((-log(19), log(19)))
    uneven = Hypotheses("share", 0, 0.1, false_high=0.01, false_low=0.1)
    assert uneven.bounds == pytest.approx((log(0.1 / 0.99), log(90)))


def test_the_ratio_is_the_one_that_is_computed_by_hand() -> None:
    """Shares are fair in each of n deals: spread is that of four of pure chance, 0.5 / n."""
    level = [pairing(at, ("a", "b"), (9, 5), (9, 5)) for at in range(20)]
    for n in (16, 18, 20):
        assert evidence(level[:n], "a", MORE).ratio == pytest.approx(-(n**2) * 0.1**2)
    not_worse = Hypotheses("share", -0.1, 0)
    assert decided(level, "a", not_worse) == 18, "18 * 18 / 100 is the first above log 19"
    assert evidence(level, "a", not_worse).answer == "high"
    assert evidence(level, "a", Hypotheses("share", -0.1, 0.1)).ratio == pytest.approx(0)


def test_the_ratio_of_points_is_computed_by_hand() -> None:
    """4 points ahead in each deal; about both means a variance of 2, of their difference of 4."""
    ahead = [pairing(at, ("a", "b"), (13, 7), (9, 11)) for at in range(16)]
    found = evidence(ahead, "a", Hypotheses("points", 0, 2))
    # The mean of two games has half of it, and four deals of pure chance are added.
    assert (found.ratio, found.answer) == (pytest.approx(16**2 * 2 * (4 - 1) / (4 * 2)), "high")
    assert evidence(ahead, "b", Hypotheses("points", -4, 0)).answer == "low"
    # One seat of three, three games: the six others' points are 1 or 3.
    three = [pairing(at, ("a", "b", "b"), (8, 1, 3), (3, 8, 1), (1, 3, 8)) for at in range(16)]
    found = evidence(three, "a", Hypotheses("points", 0, 2))
    one_game = 6 / (9 - 2) * (1 + 1 / 2)
    assert found.ratio == pytest.approx(16**2 * 2 * (6 - 1) / (4 * one_game / 3))
    alike = [pairing(at, ("a", "b"), (5, 5), (5, 5)) for at in range(16)]
    assert evidence(alike, "a", Hypotheses("points", 0, 2)).answer == "low", "without any spread"


@pytest.mark.parametrize(
    "values",
    [("share", 0.1, 0.0), ("share", 0, 0.6), ("points", 0, 0.1), ("share", 0, 0.1, 0.5)],
)
def test_hypotheses_that_nothing_can_decide_between_are_refused(values: Any) -> None:
    with pytest.raises(ValueError, match=r"apart|less than"):
        Hypotheses(*values)


@pytest.mark.long
@pytest.mark.parametrize(("strength", "answer"), [(0.5, "low"), (0.6, "high")])
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
            if len(played) % 20 == 0 and (at := decided(played, "a", MORE)) is not None:
                said = evidence(played[:at], "a", MORE).answer
                wrong += said != answer
                longest = max(longest, at)
                break
    assert wrong <= 27
    assert longest < 1500


@pytest.mark.long
@pytest.mark.parametrize(("strength", "answer"), [(0.2, "low"), (0.3, "high")])
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
            if len(played) % 20 == 0 and (at := decided(played, "a", MORE)) is not None:
                wrong += evidence(played[:at], "a", MORE).answer != answer
                break
    assert wrong <= 18


@pytest.mark.long
@pytest.mark.parametrize(("strength", "answer", "most"), [(-2, "low", 15), (0, "high", 33)])
@pytest.mark.whole
def test_a_bound_in_points_errs_as_seldom_as_it_says(strength: int, answer: str, most: int) -> None:
    """200 tournaments at tables of three, of which 2 % and 10 % would be 4 and 20."""
    drawn = random.Random(7)
    test = Hypotheses("points", -2, 0, false_high=0.02, false_low=0.1)
    wrong = 0
    for _ in range(200):
        played: list[Pairing] = []
        while True:
            luck = [drawn.gauss(80, 8) for _ in range(3)]
            games = []
            for own in range(3):
                seats = enumerate(luck)
                games.append(tuple(round(drawn.gauss(each, 12)) + strength * (at == own)
                                   for at, each in seats))  # fmt: skip
            played.append(pairing(len(played), ("a", "b", "b"), *games))
            if len(played) % 50 == 0 and (at := decided(played, "a", test)) is not None:
                wrong += evidence(played[:at], "a", test).answer != answer
                break
    assert wrong <= most
