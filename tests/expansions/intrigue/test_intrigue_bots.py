"""What the steward makes of action cards in hand: which it keeps, and which it plays."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hands_drawn import EVERY, SMALL, drawn, game
from laid import turn_of

from drawing import play
from elgrande.bots import power
from elgrande.bots.bot import Request
from elgrande.bots.leads import Rest
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.program import End
from elgrande.bots.reasons import of_power
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


def told_of(state: State, *cards: int) -> str:
    """Return what is said to whoever plays the first of these cards, the second being next."""
    seat = state.owing()[0]
    view, chance = state.view(seat), Generator.seeded(1)
    planner = Planner(Outlook(state, seat, WEIGHTS), chance, brisk=True)
    request = Request(view, view.decision(seat), (), 12, chance, private=True)
    codes = [state.rules.code(f"power {card}") for card in cards]
    second = Rest(codes[1], 1.0, 0.5) if len(codes) > 1 else None
    return of_power(request, planner, state, codes[0], second)


@pytest.mark.parametrize(
    ("power", "card", "said", "placed"),
    [
        ("R60", 180, "you act before everybody else.", 5),
        ("R60", 150, "you act before Red, and most likely first of all.", 5),
        ("R60", 120, "you act before Red, and most likely second of all.", 4),
        ("R60 B100", 90, "you act before Red and after Blue, and most likely fourth of all.", 2),
        ("R100", 80, "you act after Red, and most likely last of all.", 1),
        ("R100 B20 G30 Y150", 130, "you act before Red, Blue and Green and after Yellow.", 4),
    ],
)
def test_the_turn_that_is_told_is_one_of_the_rank_that_is_told(
    power: str, card: int, said: str, placed: int
) -> None:
    """S0: the first of five places 5, the last does what the Intrigue card says and places 1."""
    state = drawn(
        "aragon: B2 | seville: R2 B2", power=power, seats="RBGYW", starter="red",
        court="B6 G3 W6",
    )  # fmt: skip
    told = told_of(state, card)
    assert f"With it {said} As things stand, you could then " in told
    assert "choose" not in told
    places = re.search(r"\bplace (\d.*?)(?:, then|\.)", told)
    assert places is not None
    assert sum(map(int, re.findall(r"\d", places[1]))) == placed


def test_whoever_plays_a_lower_card_acts_later_and_chooses_nothing() -> None:
    told = told_of(drawn(power="R60", seats="RBGYW", starter="red"), 150, 70)
    assert "as Green, Yellow and White would probably then act before you." in told
    assert "choose" not in told


def test_what_the_last_card_leads_to_is_handed_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With it everybody has played, and the round would hand out caballeros and lay Vetos."""
    begun: list[State] = []

    def play(_planner: Planner, start: State) -> End:
        begun.append(start)
        return End(0.0, start, [])

    monkeypatch.setattr(Planner, "play", play)
    told_of(drawn(power="R100 B20 G30 Y150", seats="RBGYW", starter="red"), 40)
    (start,) = begun
    assert [held.owner for held in start.held] == [4]
    assert start.count(4, start.rules.court) == 5
    assert start.stack, "with them there is a turn"
