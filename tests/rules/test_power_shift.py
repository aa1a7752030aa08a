"""Power Shift: modifiers dealt, passed, added and used (S2, "Power Shift"; FACTS 2.5, 9.2)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from drawing import LAST, answer_next, play, table
from elgrande.content import story, turn_facts
from elgrande.content.setup import Setup
from elgrande.content.words import say_event, why_not
from elgrande.content.words.names import named
from elgrande.expansions.power_shift.steps import (
    CARDS,
    MODIFIERS,
    ModifierPassed,
    ModifierReceived,
    ModifiersDealt,
    first_bit,
    modifier_of,
    total,
)
from elgrande.rules import Generator, State
from elgrande.rules.events import Event, TurnBegan
from elgrande.rules.parts import HAND
from elgrande.rules.steps.effect import begin_action

IDS = [modifier.id for modifier in MODIFIERS]


def begun(seats: int = 4, seed: int = 3, *more: str) -> State:
    """Return a game that waits for the modifiers to be passed."""
    setup = Setup.of(seats, seed=seed, edition="2023", expansions=("power-shift", *more))
    return setup.start()


def passed(state: State) -> State:
    """Let everybody pass the first modifier."""
    for seat in state.owing():
        state.apply(seat, state.legal(seat)[0])
    return state


def give(state: State, seat: int, *names: str) -> None:
    """Let a seat hold these modifiers and nobody else; what is known stays three unknown cards."""
    first = first_bit(state.rules)
    wanted = sum(1 << (first + IDS.index(name)) for name in names)
    for other in range(state.rules.n_seats):
        drawer = state.drawers[other]
        assert drawer is not None
        hand = drawer[HAND] & ~wanted
        if other == seat:
            hand = (hand & state.rules.power_bits) | wanted
        state.drawers[other] = (hand, *drawer[1:])


def do(state: State, *lines: str) -> list[Event]:
    """Carry out commands in notation."""
    events: list[Event] = []
    for line in lines:
        command = state.rules.parse(line)
        allowed = [state.rules.text(code) for code in state.legal(command.seat)]
        assert state.is_legal(command.seat, command.code), f"{line}: {allowed}"
        state.apply(command.seat, command.code, events.append)
    return events


def may(state: State, line: str) -> bool:
    """Say whether a command is legal."""
    command = state.rules.parse(line)
    return state.is_legal(command.seat, command.code)


def in_turn(state: State) -> list[str]:
    """Return the colours from the starter on."""
    rules = state.rules
    return [rules.colours[(state.starter + step) % rules.n_seats] for step in range(rules.n_seats)]


def test_sixteen_modifiers_from_minus_to_plus_three() -> None:
    """FACTS 2.5: sixteen, a +1 among them; only some have an ability."""
    values = [modifier.value for modifier in MODIFIERS]
    assert len(values) == 16
    assert sorted(values) == sorted(-value for value in values)
    assert (min(values), max(values)) == (-3, 3)
    able = [modifier for modifier in MODIFIERS if modifier.ability]
    assert 0 < len(able) < 16
    assert {modifier.ability for modifier in able} == {info.card.id for info in CARDS}
    assert all(modifier.ability for modifier in MODIFIERS if not modifier.value)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_are_dealt_and_one_goes_to_the_left(seats: int) -> None:
    """FACTS 2.5: 3 to everybody, all different; 1 is passed face down to the left."""
    state = begun(seats)
    before = [set(state.extras(seat)) for seat in range(seats)]
    assert all(len(hand) == 3 for hand in before)
    assert len(set.union(*before)) == 3 * seats
    given = [state.legal(seat)[0] - state.rules.base["pass"] for seat in range(seats)]
    passed(state)
    for seat in range(seats):
        right = (seat - 1) % seats
        assert set(state.extras(seat)) == before[seat] - {given[seat]} | {given[right]}


def test_dealing_and_passing_are_told_to_whom_they_concern() -> None:
    """A modifier in hand is its holder's secret, and for now its passer's."""
    setup = Setup.of(3, seed=5, edition="2023", expansions=("power-shift",))
    state = setup.start()
    events: list[Event] = []
    for seat in state.owing():
        state.apply(seat, state.legal(seat)[0], events.append)
    for event in events:
        if isinstance(event, (ModifiersDealt, ModifierPassed, ModifierReceived)):
            assert event.audience == frozenset((event.seat,))
    spectator = state.view(None)
    assert all(spectator.extras(seat) == () for seat in range(3))


def test_the_choice_to_pass_may_be_changed_until_the_last_is_made() -> None:
    """Nothing is revealed before all have chosen."""
    state = begun(3)
    first, second = state.legal(0)[:2]
    state.apply(0, first)
    assert state.owing() == (1, 2)
    state.apply(0, second)
    assert state.owing() == (1, 2)
    state.apply(1, state.legal(1)[0])
    state.apply(2, state.legal(2)[0])
    assert second - state.rules.base["pass"] in state.extras(1)
    assert first - state.rules.base["pass"] in state.extras(0)


def test_a_nine_with_plus_one_may_follow_a_nine() -> None:
    """S2, example: the total counts, not the card."""
    state = passed(begun())
    one, two, *_ = in_turn(state)
    seat = state.rules.colours.index(two)
    give(state, seat, "plus-1", "minus-3", "plus-2")
    do(state, f"{one} power 9")
    assert not may(state, f"{two} power 9")
    assert may(state, f"{two} shift 9 plus-1")
    do(state, f"{two} shift 9 plus-1")
    assert total(state, seat) == 10
    assert state.power(seat) == 9


def test_a_seven_with_plus_one_may_not_follow_an_eight() -> None:
    """S2, example: 7 and 1 make 8, and that is on the table."""
    state = passed(begun())
    one, two, *_ = in_turn(state)
    give(state, state.rules.colours.index(two), "plus-1", "minus-3", "plus-2")
    do(state, f"{one} power 8")
    assert not may(state, f"{two} shift 7 plus-1")
    assert may(state, f"{two} shift 7 plus-2")
    assert may(state, f"{two} power 7")


def test_a_total_may_be_nothing_or_less_and_bars_as_any_other() -> None:
    """FACTS 2.5: the value is subtracted; no lower end is said."""
    state = passed(begun())
    one, two, *_ = in_turn(state)
    give(state, state.rules.colours.index(one), "minus-3", "minus-1", "plus-2")
    give(state, state.rules.colours.index(two), "minus-2", "plus-1", "plus-3")
    do(state, f"{one} shift 3 minus-3")
    assert not may(state, f"{two} shift 2 minus-2")
    assert may(state, f"{two} shift 1 minus-2")
    assert may(state, f"{two} power 1")


def test_the_total_decides_the_turns_and_the_marker_and_the_card_the_caballeros() -> None:
    """FACTS 2.5, 9.2: order and first-player marker by the total, the number by the card."""
    state = passed(begun())
    one, two, three, four = in_turn(state)
    give(state, state.rules.colours.index(one), "minus-3", "minus-1", "plus-3")
    do(state, f"{one} shift 13 minus-3", f"{two} power 12", f"{three} power 11", f"{four} power 4")
    order = [state.rules.colours[seat] for seat in state.turn_order]
    assert order == [two, three, one, four]
    while state.actor != state.rules.colours.index(four):
        answer_next(state, LAST)
    assert may(state, f"{four} take 4")
    assert not may(state, f"{four} take 5")
    while state.round == 1:
        answer_next(state, LAST)
    assert state.rules.colours[state.starter] == four


def test_the_lowest_total_starts_the_next_round() -> None:
    """S2: the marker goes to the lowest total, though another card is lower."""
    state = passed(begun())
    one, two, three, four = in_turn(state)
    give(state, state.rules.colours.index(one), "minus-3", "minus-1", "plus-3")
    do(state, f"{one} shift 5 minus-3", f"{two} power 3", f"{three} power 11", f"{four} power 4")
    while state.round == 1:
        answer_next(state, LAST)
    assert state.rules.colours[state.starter] == one
    assert modifier_of(state, state.starter) == -1, "it lies in the discard pile"


def test_the_ability_comes_after_taking_and_before_choosing() -> None:
    """S2: at the start of the turn, after the caballeros came and before a card is chosen."""
    state = passed(begun())
    one, two, three, four = in_turn(state)
    seat = state.rules.colours.index(one)
    give(state, seat, "minus-1-muster", "plus-1", "plus-3")
    do(
        state, f"{one} shift 13 minus-1-muster", f"{two} power 2", f"{three} power 3",
        f"{four} power 4",
    )  # fmt: skip
    court = state.count(seat, state.rules.court)
    assert {state.rules.text(code) for code in state.legal(seat)} == {"ability", "done"}
    left = state.copy()
    do(state, f"{one} ability")
    assert state.count(seat, state.rules.court) == court + 2
    assert state.decision().step == "choose_card"
    do(left, f"{one} done")
    assert left.count(seat, left.rules.court) == court
    assert left.decision().step == "choose_card"


def test_a_low_card_takes_its_caballeros_first() -> None:
    """S2: the ability waits for them."""
    state = passed(begun())
    one, two, three, four = in_turn(state)
    seat = state.rules.colours.index(one)
    give(state, seat, "zero-ride", "plus-1", "plus-3")
    do(state, f"{one} shift 8 zero-ride", f"{two} power 2", f"{three} power 3", f"{four} power 4")
    assert state.decision().step == "take_caballeros"
    do(state, f"{one} take 2")
    assert state.decision().step == "use_ability"


def test_an_ability_is_no_special_action_that_a_veto_could_stop() -> None:
    """S2: a Veto prevents special actions."""
    state = passed(begun(4, 3, "old-hands-veto"))
    rules = state.rules
    one, two, three, four = in_turn(state)
    seat = rules.colours.index(one)
    give(state, seat, "minus-1-muster", "plus-1", "plus-3")
    do(
        state, f"{one} shift 13 minus-1-muster", f"{two} power 2", f"{three} power 3",
        f"{four} power 4",
    )  # fmt: skip
    veto = next(n for n, card in enumerate(rules.cards) if card.effect == "keep_veto")
    from elgrande.rules import Held

    state.held = (Held(veto, rules.colours.index(two), 2),)
    said = [say_event(event, rules) for event in play(state, f"{one} ability")]
    assert f"{one.capitalize()} uses the Muster ability." in said
    assert state.owing() == (seat,)
    assert state.decision().step == "choose_card"


@pytest.mark.parametrize(("modifier", "done", "moved"), [
    ("zero-ride", "pick red aragon, red put seville", "1 from Aragón to Sevilla"),
    ("zero-shove", "pick blue aragon, red put seville", "one of Blue's from Aragón to Sevilla"),
    ("zero-scout", "place seville", "1 to Sevilla"),
])  # fmt: skip
def test_the_story_tells_by_which_ability_something_moved(
    modifier: str, done: str, moved: str
) -> None:
    state = table("aragon: R3 B2", court="R3", turn="", modifiers=f"R: {modifier}",
                  edition="2023", expansions="power-shift")  # fmt: skip
    play(state, f"red shift 13 {modifier}, blue power 12, green power 11, yellow power 10")
    heard = play(state, f"red ability, red {done}, red card 5-01")
    ability = f"Red uses the {modifier.partition('-')[2].title()} ability."
    names = named(state.rules, None)
    assert [say_event(event, state.rules) for event in heard].count(ability) == 1
    told = story.passages(state.rules, [*enumerate([TurnBegan(0), *heard])], state.round)
    said = [fact.text for fact in turn_facts.facts(told[0], names)]
    assert said == [ability.removeprefix("Red ")[:-1], moved]


def test_the_passer_knows_whose_the_modifier_is_until_it_is_played() -> None:
    """FACTS 2.5: its passer knows it; everybody else guesses."""
    state = begun()
    rules = state.rules
    given = state.legal(0)[0] - rules.base["pass"]
    passed(state)
    generator = Generator.seeded(7)
    knows = [given in state.view(0).sample(generator).extras(1) for _ in range(20)]
    assert all(knows)
    guesses = [given in state.view(2).sample(generator).extras(1) for _ in range(40)]
    assert not all(guesses)
    # Played, it is open to all that it has left the hand.
    order = [(state.starter + step) % 4 for step in range(4)]
    for value, seat in zip((10, 11, 12, 13), order, strict=True):
        colour = rules.colours[seat]
        move = f"{colour} power {value}"
        if seat == 1:
            free = [
                rules.text(code)
                for code in state.legal(1)
                if rules.text(code).startswith("shift") and rules.text(code).endswith(IDS[given])
            ]
            move = f"{colour} {free[0]}"
        do(state, move)
    for viewer in (0, 2):
        assert given not in state.view(viewer).sample(generator).extras(1)


def test_no_sampled_world_holds_a_modifier_twice() -> None:
    """There is one of each."""
    state = passed(begun(5))
    generator = Generator.seeded(11)
    for seat in (0, 3, None):
        for _ in range(20):
            world = state.view(seat).sample(generator)
            held = [modifier for other in range(5) for modifier in world.extras(other)]
            assert len(held) == len(set(held)) == 15


def test_empowerment_may_bring_a_modifier_back() -> None:
    """S2, Empowerment: one of the played modifiers instead of a power card."""
    state = passed(begun())
    rules = state.rules
    one, two, three, four = in_turn(state)
    seat = rules.colours.index(one)
    give(state, seat, "plus-3", "minus-1", "plus-1")
    do(state, f"{one} shift 10 plus-3", f"{two} power 2", f"{three} power 3", f"{four} power 4")
    recall = next(n for n, card in enumerate(rules.cards) if card.effect == "recall")
    begin_action(state, seat, recall)
    state.advance()
    choices = {rules.text(code) for code in state.legal(seat)}
    assert choices == {"recall 10", "recall plus-3"}
    do(state, f"{one} recall plus-3")
    assert IDS.index("plus-3") in state.extras(seat)
    view = state.view((seat + 1) % 4)
    assert IDS.index("plus-3") in view.extras(seat), "it lay face up and is missed"


def test_of_an_older_modifier_that_comes_back_nobody_knows() -> None:
    """S2, Empowerment: the discard piles lie face down."""
    state = passed(begun())
    rules = state.rules
    one, two, three, four = in_turn(state)
    seat = rules.colours.index(one)
    give(state, seat, "plus-3", "minus-1", "plus-1")
    do(state, f"{one} shift 10 plus-3", f"{two} power 2", f"{three} power 3", f"{four} power 4")
    played = state.round
    chance = Generator.seeded(1)
    while state.round == played or state.decision().step == "power":
        other = state.owing()[0]
        codes = state.legal(other)
        plain = [code for code in codes if rules.verb(code) in ("power", "end", "done")]
        state.apply(other, chance.choice(plain or codes))
    assert state.power(seat)
    recall = next(n for n, card in enumerate(rules.cards) if card.effect == "recall")
    begin_action(state, seat, recall)
    state.advance()
    do(state, f"{one} recall plus-3")
    worlds = [state.view((seat + 1) % 4).sample(Generator.seeded(n)) for n in range(40)]
    cards = {(10 in w.hand(seat), IDS.index("plus-3") in w.extras(seat)) for w in worlds}
    assert cards == {(True, False), (False, True)}
    assert not any(state.power(seat) in w.hand(seat) for w in worlds), "this round's lies face up"


def test_whole_games_keep_their_totals_apart() -> None:
    """S2: a total must differ from those already on the table; nobody is ever stuck."""
    for seats in (2, 3, 4, 5):
        for seed in range(4):
            state = begun(seats, seed)
            chance = Generator.seeded(seed)
            while not state.over:
                seat = chance.choice(state.owing())
                state.apply(seat, chance.choice(state.legal(seat)))
                if state.decision().step == "turns" or state.actor >= 0:
                    totals = [total(state, other) for other in state.turn_order]
                    assert all(high > low for high, low in pairwise(totals))


def test_whoever_has_no_modifier_left_is_told_so() -> None:
    state = passed(begun())
    seat = state.owing()[0]
    give(state, seat)
    said = why_not(state, seat, "shift 9 plus-2")
    assert said == "You do not have the modifier +2."
    give(state, seat, "plus-1-ride")
    said = why_not(state, seat, "shift 9 plus-1")
    assert said == "You do not have the modifier +1, but +1 Ride.", "which is a +1, too"
