"""What the end of a round comes to in the end, and what a try leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

import elgrande
from elgrande.bots import disks, playouts, weights
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.playouts import HEAT, KEPT, Playouts
from elgrande.bots.runner import BotInside
from elgrande.content.setup import Setup
from elgrande.rules import Generator, Position, State


def game(players: int, seed: int, *, short: bool = True) -> Iterator[State]:
    """Play a game of stewards, and give the position at each question."""
    state = Setup.of(players, seed=seed, short=short).start()
    bots = [BotInside("steward", 1) for _ in range(players)]
    entry = 0
    while state.stack:
        yield state
        seat = state.owing()[0]
        entry += 1
        state.apply(seat, bots[seat].choose(state.view(seat), entry).code)
    yield state


def test_in_the_end_only_points_count() -> None:
    last = list(game(3, 5))[-1]
    outlook = Outlook(last, 0)
    assert playouts.finals(outlook, last) == [last.score(seat) for seat in range(3)]


def test_another_number_of_players_or_rounds_takes_the_nearest_weights() -> None:
    assert weights.final_weights(7, 4) == weights.final_weights(5, 4)
    assert weights.final_weights(1, 4) == weights.final_weights(2, 4)
    assert weights.final_weights(3, 12) == weights.final_weights(3, 8)
    assert weights.final_weights(3, 0) == weights.LAST


@pytest.mark.parametrize("players", sorted(weights.FINALS))
def test_a_point_lasts_and_at_a_full_table_the_longer_the_better(players: int) -> None:
    """Leaders are attacked where there are many, so early points say less."""
    points = [weights.final_weights(players, left).points for left in range(9)]
    assert min(points) > 0
    if players > 2:
        assert all(late > early for late, early in pairwise(points))


@pytest.mark.skipif(elgrande.is_compiled(), reason="a compiled module calls its own function")
def test_what_disks_lead_to_ends_with_their_own_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last disk ends the round, and no card of the next one is turned up."""
    state = next(
        state for state in game(3, 4) if state.stack and state.decision().step == "disks"
        and disks.asking(state).step == "set_disks"
    )  # fmt: skip
    seat = state.owing()[0]
    rules, now = state.rules, state.round
    valued: list[tuple[int, tuple[int, ...]]] = []
    whole = playouts.finals

    def seen(outlook: Outlook, position: Position) -> Sequence[float]:
        valued.append((position.round, rules.offered(position, seat)))
        return whole(outlook, position)

    monkeypatch.setattr(playouts, "finals", seen)
    tries = Playouts(Outlook(state.view(seat), seat), Generator.seeded(2))
    tries.begin(0)
    answers = [(each, rules.DISK + rules.disk_regions[each]) for each in state.owing()]
    before = rules.offered(state, seat)
    tries.worth(tries.dealt(state.view(seat)), answers)
    assert valued == [(now, before)]


def test_whoever_plays_on_looks_at_every_card() -> None:
    """To choose a card changes nothing on the board, so none is better at first sight."""
    looked = 0
    for state in game(4, 6):
        if not state.stack or state.decision().step != "choose_card":
            continue
        seat = state.owing()[0]
        cards = state.rules.offered(state, seat)
        brisk = Planner(Outlook(state, seat), Generator.seeded(1), brisk=True, kept=KEPT, heat=HEAT)
        options = brisk.options(state)
        assert len(options) >= len(cards)
        looked += len(cards) > KEPT
    assert looked > 3


def test_no_end_of_a_turn_is_told_twice() -> None:
    compared = 0
    for state in game(3, 8):
        if not state.stack or state.decision().step not in ("choose_card", "take_caballeros"):
            continue
        ends = Planner(Outlook(state, state.owing()[0]), Generator.seeded(1)).ends(state)
        there = [(tuple(end.state.board), tuple(end.state.drawers), end.state.held) for end in ends]
        compared += len(ends) > 1
        assert len(set(there)) == len(there)
    assert compared > 5
