"""What the steward makes of action cards in hand: which it keeps, and which it plays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hands_drawn import EVERY, SMALL, drawn, game
from laid import turn_of

from drawing import play
from elgrande.bots import power
from elgrande.bots.bot import Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.steward import Steward
from elgrande.bots.terms import terms_of
from elgrande.bots.weights import WEIGHTS
from elgrande.content.words import answer
from elgrande.rules import Generator, State

RED = 0
PLAIN = replace(WEIGHTS, plans=False)


@pytest.mark.parametrize(("cards", "every"), [(18, SMALL), (31, sorted(EVERY))])
def test_a_kept_hand_reaches_from_the_lowest_to_the_highest(
    cards: int, every: tuple[int, ...]
) -> None:
    kept = terms_of(game(4, cards=cards).rules).keep
    assert len(kept) == 13
    assert list(kept) == sorted({*kept})
    third = len(every) // 3
    assert len({*kept} & {*every[:third]}) >= 2
    assert len({*kept} & {*every[-third:]}) >= 2


def test_the_steward_keeps_what_it_is_told_or_without_a_plan_a_plain_spread() -> None:
    hands = []
    for weights in (WEIGHTS, PLAIN):
        state = game(2)
        play(state, "red disk aragon, blue disk aragon")
        bot = Steward(weights)
        while RED in state.owing() and state.stack[-1].step == "choose_hand":
            view = state.view(RED)
            asked = Request(view, view.decision(RED), (), 10, Generator.seeded(1))
            text = state.rules.text(bot.choose(asked).code)
            state.apply(RED, state.rules.code(text))
            if text == "done":
                break
            hands.append((weights.plans, int(text.split()[1])))
    planned = sorted(value for plans, value in hands if plans)
    assert tuple(planned) == terms_of(state.rules).keep
    assert planned != sorted(value for plans, value in hands if not plans)


@pytest.mark.parametrize(
    ("ahead", "cards", "number"), [(0, ["k-king"], 5), (2, ["k-130"], 2), (3, ["k-intrigue"], 1)]
)
def test_a_turn_is_begun_as_if_so_many_had_acted_before(
    ahead: int, cards: list[str], number: int
) -> None:
    """What S0 gives the first, the last and those between them."""
    state = drawn(power="R130", seats="RBGY", starter="red", court="R5")
    begin = terms_of(state.rules).turn
    assert begin is not None
    begin(state, RED, ahead)
    assert state.turn_order[ahead] == RED
    card = state.card
    assert [state.rules.cards[card].id] == cards
    assert state.rules.allowance(state, RED, card) == number


def test_a_veto_lies_ready_where_it_may_be_used() -> None:
    state = drawn(power="R40", seats="RBGY", starter="red")
    begin = terms_of(state.rules).turn
    assert begin is not None
    first = state.copy()
    begin(first, RED, 0)
    assert not first.held, "the highest of four does not use the own card"
    begin(state, RED, 1)
    assert [held.owner for held in state.held] == [RED]


def test_a_bot_that_speaks_of_a_role_calls_it_by_its_name() -> None:
    rules = game().rules
    said = answer(rules.code("card k-king"), rules)
    assert "King" in said
    assert "k-" not in said


def test_no_bot_sets_its_first_disk_where_the_king_is() -> None:
    state = game()
    for seed in range(20):
        request = Request(state.view(0), state.decision(0), (), 100, Generator.seeded(seed))
        assert Steward().choose(request).code != state.rules.DISK + state.king


def rated(state: State) -> dict[int, float]:
    planner = Planner(Outlook(state, RED, WEIGHTS), Generator.seeded(1), brisk=True)
    rules = state.rules
    return {rules.power_values[c - rules.POWER]: worth for worth, c in power.rate(planner, state)}


def test_a_required_scoring_that_pays_rivals_is_a_cost_of_the_card() -> None:
    """120 must score Basque Country, Aragon and Valencia; 130 does no harm to anybody."""
    costs = []
    for letter in "RB":
        board = " | ".join(f"{region}: {letter}4 G1" for region in ("basque", "aragon", "valencia"))
        state = drawn(board, power="B180 G10 Y20", seats="RBGY", starter="blue", king="seville")
        worths = rated(state)
        assert {120, 130} <= worths.keys()
        costs.append(worths[130] - worths[120])
    mine, theirs = costs
    assert theirs > mine + 5


def test_looking_ahead_changes_nothing() -> None:
    state = turn_of(drawn(power="R130 B180 G10 Y13"), "red")
    before = state.copy()
    terms_of(state.rules).turn(state.copy(), RED, 1)  # type: ignore[misc]
    assert state == before
