"""The steward: what it computes, that it cheats nobody, and that it plays everything."""

from __future__ import annotations

from itertools import product
from statistics import fmean
from typing import Any

import pytest

from drawing import answer_next, play, table
from elgrande.bots import caballeros
from elgrande.bots.bot import Request
from elgrande.bots.odds import ARRIVALS, odds, payout, softmax
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.program import PROGRAMS, foreseen, running, set_aside
from elgrande.bots.runner import BotInside
from elgrande.bots.steward import Steward
from elgrande.content.expansion import register
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State, score
from elgrande.rules.steps.effect import action_index
from elgrande.tournament.contest import Contest
from elgrande.tournament.games import play_game
from elgrande.tournament.statistics import standings
from elgrande.tournament.tournament import play_in_memory
from seam import LATE, SEAM


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_its_payout_is_the_rule(players: int) -> None:
    """Against the core's scoring, for every way to have up to 3 caballeros each in a region."""
    state = Setup.of(players, seed=1).start()
    rules = state.rules
    region = next(
        region
        for region in range(len(rules.regions))
        if region != state.king and region not in map(state.grande, range(players))
    )
    place = rules.region_places[region][0]
    for counts in product(range(4), repeat=players):
        for seat, number in enumerate(counts):
            state.board[seat * rules.n_places + place] = number
        lines = score(state, region).lines
        points = [0] * players
        for line in lines:
            points[line.seat] = line.points
        first = [line.seat for line in lines if line.rank == 1 and not line.tied]
        assert payout(counts, state.values(region), rules.ranks) == (points, (first or [-1])[0])


def test_odds_are_the_payout_when_nobody_can_come() -> None:
    assert odds((3, 1, 0, 0), (5, 3, 1), 3, 4, 0).points == (5.0, 3.0, 0.0, 0.0)
    assert all(sum(chances) == pytest.approx(1.0) for chances in ARRIVALS)


def test_a_larger_lead_is_safer() -> None:
    """While somebody may still come, the second caballero ahead is worth something."""
    one, two, three = (
        odds((3 + lead, 3, 0, 0), (6, 3, 1), 3, 4, 2).points[0] for lead in (1, 2, 3)
    )
    assert one < two < three < 6


def test_soft_prefers_the_better_and_sums_to_one() -> None:
    chances = softmax([1.0, 2.0, 0.0], 0.5)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[1] > chances[0] > chances[2] > 0


def test_moving_a_caballero_changes_what_the_whole_says() -> None:
    """The change that is computed from two places is the difference of the whole values."""
    state = Setup.of(4, seed=11).start()
    generator = Generator.seeded(1)
    for _ in range(150):
        answer_next(state, generator.choice)
    view = state.view(2)
    outlook = Outlook(view, 2)
    sheet = caballeros.Sheet(outlook, view)
    rules = state.rules
    places = (*rules.board_places, rules.castillo, rules.court, rules.provinces)
    tried = 0
    for kind, source, goal in product(range(4), places, places):
        if source != goal and state.count(kind, source):
            after = state.copy()
            after.move(kind, kind, source, goal, 1)
            whole = outlook.worth(after.view(2)) - outlook.worth(view)
            parts = sheet.change(kind, source, -1) + sheet.change(kind, goal, 1)
            assert parts == pytest.approx(whole, abs=1e-9)
            tried += 1
    assert tried > 100


def choose(state: State, seat: int, chance: int) -> int:
    view = state.view(seat)
    request = Request(view, view.decision(seat), (), 100, Generator.seeded(chance))
    return Steward().choose(request).code


def test_it_answers_the_same_in_another_world() -> None:
    """What a seat may not know, dealt anew, changes no answer."""
    compared = 0
    for players in (2, 3, 4, 5):
        state = Setup.of(players, seed=players, short=True).start()
        generator = Generator.seeded(players)
        entry = 0
        while state.stack:
            seat = state.owing()[0]
            entry += 1
            if entry % 7 == 0 and len(state.legal(seat)) > 1:
                world = state.view(seat).sample(Generator.seeded(entry, 99))
                assert world.digest() != state.digest()
                assert choose(world, seat, entry) == choose(state, seat, entry)
                compared += 1
            state.apply(seat, generator.choice(state.legal(seat)))
    assert compared > 50


def test_looking_ahead_ends_with_the_turn() -> None:
    """In its own turn after that turn; in another's with the special action, Vetos and all."""
    state = table("aragon: R3 B2", court="R3", card="2-05", held="2-01 yellow until 2")
    mine = state.copy()
    set_aside(mine, foreseen(mine, 0))
    assert (running(mine, PROGRAMS["turn"]), mine.actor) == (0, 0)
    end = Planner(Outlook(state.view(0), 0), Generator.seeded(1)).play(mine)
    assert end.state.over
    assert end.state.round == state.round
    play(state, "red special, yellow let-all")
    theirs = state.copy()
    set_aside(theirs, foreseen(theirs, 1))
    assert action_index(theirs) == 0
    for code in theirs.legal(1):
        after = theirs.copy()
        after.apply(1, code)
        Planner(Outlook(state.view(1), 1), Generator.seeded(1)).play(after)
        assert after.over


def test_it_leaves_what_it_is_given_as_it_was() -> None:
    state = Setup.of(3, seed=8).start()
    for entry in range(60):
        seat = state.owing()[0]
        view, before = state.view(seat), state.view(seat)
        request = Request(view, view.decision(seat), (), 100, Generator.seeded(entry))
        code = Steward().choose(request).code
        assert view == before
        state.apply(seat, code)


VEILED = {"castillo": "veiled", "own_caballero": False}


@pytest.mark.parametrize(
    ("players", "house"),
    [
        (2, VEILED),
        *(pytest.param(*game, marks=pytest.mark.long)
          for game in ((2, {}), (3, VEILED), (3, {}), (4, VEILED), (4, {}), (5, VEILED), (5, {}))),
    ],
)  # fmt: skip
def test_it_plays_whole_games(players: int, house: dict[str, Any]) -> None:
    setup = Setup.of(players, seed=players, short=bool(house), house=house)
    game = play_game(setup, ["steward"] * players, 7)
    assert game.notices == ()
    assert min(game.scores) > 10


@pytest.mark.parametrize("expansions", [("seam",), ("seam", "seam-late")])
def test_it_plays_what_it_has_never_heard_of(expansions: tuple[str, ...]) -> None:
    """The test-only expansion: the steward does not know its steps, but sees what they do."""
    register(SEAM)
    register(LATE)
    setup = Setup.of(3, seed=5, expansions=expansions)
    game = play_game(setup, ["random", "steward", "random"], 3)
    assert game.notices == ()
    assert game.scores[1] > max(game.scores[0], game.scores[2])


def test_its_disks_cannot_be_foreseen() -> None:
    """Two regions are as good as each other; sometimes it sets one, sometimes the other."""
    state = table(
        "castillo: R2 B1 | seville: B3 R2 | galicia: R2 B3 | valencia: G1", king="aragon", round=9,
        score="B40 R38", card="4-11",
    )  # fmt: skip
    play(state, "red special")
    assert len({state.rules.text(choose(state, 0, chance)) for chance in range(30)}) > 1


@pytest.mark.long
def test_four_stewards_score_like_people(capsys: pytest.CaptureFixture[str]) -> None:
    """Totals prove little, but bots that fight each other end where people do.

    Winners of tournament heats with four and five players had 75 to 133 points.
    """
    games = [play_game(Setup.of(4, seed=deal), ["steward"] * 4, deal).scores for deal in range(6)]
    mean = fmean(points for scores in games for points in scores)
    best = fmean(max(scores) for scores in games)
    with capsys.disabled():
        print(f"\nfour stewards, 6 deals: mean {mean:.0f}, winner {best:.0f}")
    assert 65 < mean < 115
    assert 80 < best < 133


@pytest.mark.long
def test_it_beats_three_randoms(capsys: pytest.CaptureFixture[str]) -> None:
    """At least 95 % of 24 games, the seats rotated over the same 6 deals."""
    contest = Contest(Setup.of(4, 0), ("steward", *["random"] * 3), 1996)
    (steward,) = standings(["steward"], play_in_memory(contest, 24).pairings())
    low, high = steward.share_interval
    with capsys.disabled():
        print(
            f"\nsteward against three randoms: {steward.share:.1%} of {steward.games} games,"
            f" interval {low:.1%} to {high:.1%}, {steward.ahead:+.0f} ahead of the others' mean"
        )
    assert steward.games == 24
    assert steward.replaced == 0
    assert steward.share >= 0.95


def test_it_gives_a_reason_that_tells_no_disk() -> None:
    state = Setup.of(4, seed=2).start()
    runner = BotInside("steward", 1)
    reasons = {}
    for entry in range(400):
        if not state.stack:
            break
        seat = state.owing()[0]
        step = state.decision().step
        chosen = runner.choose(state.view(seat), entry)
        reasons.setdefault(step, chosen.reason)
        state.apply(seat, chosen.code)
    assert reasons["disks"] == ""
    assert reasons["power"].startswith("I have ")
    assert all(text.endswith(".") for step, text in reasons.items() if text)
