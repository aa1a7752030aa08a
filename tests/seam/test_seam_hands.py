"""Hands that hold some of the power cards, and power cards of other values than 1 to 13."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from drawing import LAST, answer_next
from elgrande.bots.bot import Request
from elgrande.bots.steward import Steward
from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, answer, prompt, say_event, why_not
from elgrande.rules import Generator, Ruleset, Spec, SpecError, State, View
from elgrande.rules.events import CardDeduced, Event
from elgrande.rules.parts import PlainFrame
from elgrande.rules.pile import pile, put_pile
from elgrande.rules.steps.hand import HandKept, HandReopened, HandShows, choose_hands
from elgrande.saves import Paths, Store
from elgrande.table import Refused, load, new_game, replay
from elgrande.table.saved_game import header
from seam.hands import DEALT, DEALT_FEW, KEPT, KEPT_FEW, MANY, TENS, WHOLE, make_known
from seam.table import offers, play

RED, BLUE, GREEN = range(3)
EXACT = 2**53
"""Whole numbers from here on are not exact to many readers of JSON."""


@pytest.fixture(autouse=True)
def hands() -> None:
    """The expansions are known."""
    make_known()


def begin(players: int = 3, name: str = KEPT.id, seed: int = 1, **others: Any) -> State:
    """The beginning of a game with such hands."""
    return Setup.of(players, seed=seed, expansions=(name,), **others).start()


def keep(state: State, colour: str, *values: int) -> list[Event]:
    """Mark these cards for a seat."""
    return play(state, *(f"{colour} keep {value}" for value in values))


LOW = tuple(range(10, 140, 10))
HIGH = tuple(range(60, 190, 10))
MIXED = (*range(10, 80, 10), *range(130, 190, 10))


def chosen() -> State:
    """Three seats that have chosen: red the lowest, blue the highest, green some of both."""
    state = begin()
    for colour, values in zip(("red", "blue", "green"), (LOW, HIGH, MIXED), strict=True):
        keep(state, colour, *values)
        play(state, f"{colour} done")
    return state


def random_answer(state: State, rng: random.Random) -> tuple[int, int]:
    """A random answer; whoever chooses a hand seldom puts a card away again."""
    seat = rng.choice(state.owing())
    codes = state.legal(seat)
    if state.stack[-1].step == "choose_hand" and rng.random() < 0.9:
        codes = [code for code in codes if state.rules.verb(code) != "leave"] or codes
    return seat, rng.choice(codes)


# -- the bits of a hand ---------------------------------------------------------


def test_low_values_keep_the_bits_of_their_values() -> None:
    for edition in ("1996", "2023"):
        rules = Setup.of(3, seed=1, edition=edition).ruleset()
        assert rules.hand_bits == rules.power_values == tuple(range(1, 14))
        assert rules.power_bit == {value: 1 << value for value in range(1, 14)}
        assert rules.pile_width == 4
        assert rules.hand_size == 13


def test_high_values_are_numbered_in_their_order() -> None:
    rules = begin(name=DEALT.id).rules
    assert rules.power_values == tuple(sorted(MANY))
    assert rules.hand_bits == tuple(range(1, 32))
    assert rules.power_bit[181] == 1 << 31
    assert rules.power_bits < EXACT


def test_cards_besides_power_cards_come_after_them() -> None:
    def spec(power: dict[int, int]) -> Ruleset:
        made = spec_of()
        made.power, made.extra_hand, made.rounds = power, ["this", "that"], (1,)
        return Ruleset(made)

    assert spec({1: 0, 31: 0}).hand_bits == (1, 31, 32, 33)
    assert spec({1: 0, 32: 0}).hand_bits == (1, 2, 3, 4)


def spec_of() -> Spec:
    """A Spec of the first edition, still open."""
    from elgrande.content.edition import edition

    return edition("1996").spec(("red", "blue"), False, {})


@pytest.mark.parametrize("size", [0, -1, 14])
def test_a_hand_must_be_had_from_the_power_cards(size: int) -> None:
    spec = spec_of()
    choose_hands(spec, size)
    with pytest.raises(SpecError, match="write a number from 1 to 13"):
        Ruleset(spec)


@pytest.mark.parametrize(("players", "short"), [(3, False), (4, True), (5, True)])
@pytest.mark.parametrize("name", [KEPT_FEW.id, DEALT_FEW.id])
def test_a_hand_lasts_for_all_rounds_whatever_the_others_play(
    name: str, players: int, short: bool
) -> None:
    """In the last round the numbers of all others are barred; the dummy's too."""
    with pytest.raises(ContentError, match=r"none left to play; \d rounds .* take \d+"):
        Setup.of(players, seed=1, expansions=(name,), short=short).ruleset()


@pytest.mark.parametrize(("more", "size"), [(0, 10), (2, 12)])
def test_turns_that_are_no_seats_bar_cards_too(more: int, size: int) -> None:
    for number in (size, size - 1):
        spec = spec_of()
        spec.more_turns = more
        choose_hands(spec, number)
        if number == size:
            assert Ruleset(spec).hand_size == size
        else:
            with pytest.raises(SpecError, match=f"take {size}$"):
                Ruleset(spec)


def test_a_pile_holds_any_number_of_cards() -> None:
    state = begin(name=DEALT.id)
    values = list(MANY)
    put_pile(state, RED, values)
    assert list(pile(state, RED)) == values


@pytest.mark.parametrize(
    ("players", "edition", "name"),
    [(2, "2023", KEPT.id), (3, "1996", WHOLE.id), (4, "1996", KEPT.id), (5, "2023", DEALT.id)],
)
def test_random_games_end_and_go_through_json(players: int, edition: str, name: str) -> None:
    """All counts are kept, views and positions come back from JSON, all numbers stay exact."""
    rng = random.Random(f"{players}/{edition}/{name}")
    state = begin(players, name, edition=edition, seed=players)
    rules = state.rules
    seen: set[str] = set()
    while not state.over:
        if rng.random() < 0.1:
            seen.add(state.stack[-1].step)
            told = json.loads(json.dumps(describe(state)))
            assert lay_out(rules, told, 1).digest() == state.digest()
            view = state.view(rng.choice([None, *range(players)]))
            text = json.dumps(view.to_plain())
            assert View.from_plain(rules, json.loads(text)) == view
            assert max(numbers(json.loads(text))) < EXACT
            dealt = view.sample(Generator.seeded(rng.randrange(99)))
            for seat in range(players):
                assert len(dealt.hand(seat)) == len(state.hand(seat))
        state.apply(*random_answer(state, rng))
        for seat in range(players):
            assert (
                sum(state.count(seat, place) for place in range(rules.n_places)) == rules.caballeros
            )
    assert ("choose_hand" in seen) == (name == KEPT.id)
    left = [rules.hand_size - len(rules.rounds)] * players
    assert [len(state.hand(seat)) for seat in range(players)] >= left


def numbers(value: Any) -> list[int]:
    """All whole numbers in plain values."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, int) else []


# -- choosing and dealing -------------------------------------------------------


def test_all_choose_at_once_and_the_last_one_ends_it() -> None:
    state = begin()
    assert state.owing() == (RED, BLUE, GREEN)
    assert state.rules.is_secret(state.rules.code("keep 50"))
    assert state.rules.is_secret(state.rules.code("leave 50"))
    heard = keep(state, "blue", *HIGH)
    assert heard == [], "what is marked is nobody's business yet"
    assert offers(state).count("blue done") == 1
    assert not any(offer.startswith("blue keep") for offer in offers(state))
    heard = play(state, "blue done")
    assert heard == [HandKept(BLUE), HandShows(BLUE, HIGH, audience=frozenset((BLUE,)))]
    assert state.owing() == (RED, GREEN)
    keep(state, "red", *LOW)
    keep(state, "green", *MIXED)
    play(state, "red done", "green done")
    assert state.revealed, "nobody takes that back"
    assert state.decision().step == "power"
    assert [state.hand(seat) for seat in range(3)] == [LOW, HIGH, MIXED]


def test_only_whoever_has_enough_is_done() -> None:
    state = begin()
    keep(state, "red", *LOW[:-1])
    assert "red done" not in offers(state)
    assert sum(offer.startswith("red keep") for offer in offers(state)) == 18 - 12
    keep(state, "red", 180)
    assert "red done" in offers(state)


def test_a_choice_may_be_changed_until_the_last_is_made() -> None:
    state = begin()
    keep(state, "red", *LOW)
    play(state, "red done")
    decision = state.decision(RED)
    assert decision.may_change
    assert not state.is_legal(RED, state.rules.DONE)
    heard = play(state, "red leave 10")
    assert heard == [HandReopened(RED)]
    assert RED in state.owing()
    play(state, "red keep 180", "red done")
    for colour, values in (("blue", HIGH), ("green", MIXED)):
        keep(state, colour, *values)
        play(state, f"{colour} done")
    assert state.hand(RED) == (*LOW[1:], 180)


def test_a_hand_of_all_cards_is_no_choice() -> None:
    state = begin(name=WHOLE.id)
    assert state.decision().step == "power"
    assert state.hand(BLUE) == tuple(TENS)
    assert state.unknown_cards == ()


def test_in_a_dealt_world_whoever_has_chosen_keeps_a_whole_hand() -> None:
    """Of those who are still choosing nobody knows whether anything is marked."""
    state = begin()
    keep(state, "blue", *HIGH)
    play(state, "blue done")
    keep(state, "green", *LOW[:4])
    for seed in range(5):
        dealt = offers(state.view(RED).sample(Generator.seeded(seed)))
        kept = {who: sum(offer.startswith(f"{who} leave") for offer in dealt)
                for who in state.rules.colours}  # fmt: skip
        assert kept == {"red": 0, "blue": 13, "green": 0}


def test_a_dealt_hand_is_drawn_by_the_seed_and_seen_by_its_owner() -> None:
    state, same, other = (begin(name=DEALT.id, seed=seed) for seed in (1, 1, 2))
    assert state == same
    hands = [state.hand(seat) for seat in range(3)]
    assert [len(hand) for hand in hands] == [13, 13, 13]
    assert hands != [other.hand(seat) for seat in range(3)]
    assert len({*hands}) == 3
    view = state.view(RED)
    assert view.hand(RED) == hands[RED]
    assert view.hand(BLUE) == ()


def test_the_others_know_of_a_card_only_which_were_not_played() -> None:
    state = chosen()
    rules = state.rules
    view = state.view(RED)
    assert view.hand(BLUE) == ()
    assert [mask for owner, mask in view.unknown_cards if owner == BLUE] == [rules.power_bits] * 13
    while state.decision().step == "power":
        answer_next(state, LAST)
    played = state.power(BLUE)
    left = rules.power_bits & ~rules.power_bit[played]
    assert [mask for owner, mask in state.unknown_cards if owner == BLUE] == [left] * 12
    hands = {state.view(RED).sample(Generator.seeded(seed)).hand(BLUE) for seed in range(20)}
    assert len(hands) > 10, "any twelve of them"
    assert all(len(hand) == 12 and played not in hand for hand in hands)


def test_what_went_to_the_box_is_not_taken_back() -> None:
    state = chosen()
    seat = state.owing()[0]
    play(state, f"{state.rules.colours[seat]} power 60")
    played = state.rules.recallable(state, seat)
    assert played == state.rules.power_bit[60]
    assert "10 " not in GameNames(state.rules).hand_card(played.bit_length() - 1)
    state.stack.append(PlainFrame("recall", seat))
    assert why_not(state, seat, "recall 10") == "You have not played the 10."


@pytest.mark.parametrize("edition", ["1996", "2023"])
def test_a_card_taken_back_is_one_of_those_played(edition: str) -> None:
    """Random games meet it; what is offered was in the hand before."""
    met = 0
    for seed in range(3):
        rng = random.Random(seed)
        state = begin(4, DEALT.id, seed, edition=edition)
        mine = [set(state.hand(seat)) for seat in range(4)]
        while not state.over:
            seat, code = random_answer(state, rng)
            if state.stack[-1].step == "recall":
                met += 1
                values = {int(state.rules.text(one).split()[1]) for one in state.legal(seat)}
                assert values <= mine[seat] - set(state.hand(seat))
            state.apply(seat, code)
    assert met


# -- tables, saves and positions ------------------------------------------------


def test_marks_are_taken_back_in_a_fair_game_until_all_have_chosen() -> None:
    table = new_game(Setup.of(2, seed=1, expansions=(KEPT.id,), house={"undo": "fair"}))
    for value in LOW:
        table.send(RED, [f"keep {value}"])
    table.undo([RED])
    assert "red keep 130" in offers(table.state)
    table.redo([RED])
    table.send(RED, ["done"])
    table.undo([RED])
    assert table.state.owing() == (RED, BLUE)
    table.redo([RED])
    table.send(BLUE, ["keep 10"])
    with pytest.raises(Refused):
        table.undo([RED])
    for value in LOW[1:]:
        table.send(BLUE, [f"keep {value}"])
    table.send(BLUE, ["done"])
    with pytest.raises(Refused, match="revealed"):
        table.undo([BLUE])


def test_a_save_is_cut_in_the_middle_of_the_choice_and_resumed(tmp_path: Path) -> None:
    store = Store(Paths(tmp_path))
    setup = Setup.of(3, seed=4, expansions=(KEPT.id,))
    rng = random.Random(4)
    save = store.create("game", setup.ruleset().version, header(setup))
    table = new_game(setup, save)
    cut = set()
    for _ in range(8):
        for _ in range(12):
            seat, code = random_answer(table.state, rng)
            table.send(seat, [table.rules.text(code)])
        table.close()
        save = store.open("game")
        cut.add(table.state.decision().step)
        resumed = load(save, "game", save)
        assert resumed.state == table.state
        table = resumed
    table.close()
    assert "choose_hand" in cut
    assert len(cut) > 1
    assert replay(store.read("game"), "game").state == table.state


def test_a_position_in_the_middle_of_the_choice_comes_back() -> None:
    state = begin()
    keep(state, "red", 10, 180)
    keep(state, "blue", *HIGH)
    play(state, "blue done")
    told = describe(state)
    assert told["seat"][RED]["drawer"] == [[10, 180]]
    again = lay_out(state.rules, json.loads(json.dumps(told)), seed=9)
    assert again == state
    assert "drawer" not in describe(state.view(RED))["seat"][BLUE]


def laid(**red: Any) -> State:
    """A position at the start of round 3, in which only red is written out."""
    rules = begin().rules
    seats: list[dict[str, Any]] = [{"colour": colour} for colour in rules.colours]
    seats[RED] |= red
    return lay_out(rules, {"king": "aragon", "round": 3, "seat": seats}, seed=1)


def test_a_hand_that_is_not_written_is_dealt() -> None:
    state = laid(played=[10, 70])
    assert [len(state.hand(seat)) for seat in range(3)] == [11, 13, 13]
    assert not {10, 70} & set(state.hand(RED))
    assert pile(state, RED) == (10, 70)
    assert state != laid(played=[70, 10])
    assert "taken_back" not in describe(state)["seat"][RED], "it goes without saying"


def test_a_hand_that_is_written_holds_what_was_not_played() -> None:
    state = laid(hand=list(HIGH[2:]), played=[60, 70])
    assert state.hand(RED) == HIGH[2:]
    assert state.view(BLUE).hand(RED) == ()


@pytest.mark.parametrize(
    ("red", "problem"),
    [
        ({"hand": [10, 20]}, "field 'hand': 13 power cards are in it; write as many"),
        ({"hand": list(LOW), "played": [10]}, "field 'hand': the power card 10 has been played"),
        ({"hand": [1]}, "field 'hand': write a list of power cards' values"),
        ({"power": 55}, "field 'power': write one of 10, 20, 30"),
        ({"played": [10, 10]}, "field 'played': write a list of different power cards"),
        ({"drawer": [[11]]}, "field 'drawer': write a list of some of 10, 20"),
    ],
)  # fmt: skip
def test_a_wrong_hand_is_refused_with_its_place(red: dict[str, Any], problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        laid(**red)
    assert "seat red" in str(caught.value)
    assert problem in str(caught.value)


# -- words, bots, the line dialogue ---------------------------------------------


def test_the_prompt_counts_and_the_answers_say_what_a_card_brings() -> None:
    state = begin()
    rules = state.rules
    keep(state, "red", 10, 50)

    def asks(seat: int | None) -> str:
        return prompt(state.view(seat).decision(seat), rules)

    assert asks(RED) == "Red: keep 13 power cards in secret: 2 of 13 so far."
    assert asks(None) == "Waiting for Red, Blue and Green to keep 13 power cards."
    assert answer(rules.code("keep 180"), rules) == "keep the 180 (brings none)"
    assert answer(rules.code("leave 10"), rules) == "leave the 10 after all (brings 5)"
    assert why_not(state, RED, "keep 10") == "You already keep the 10."
    assert "2 of 13 so far" in why_not(state, RED, "done")
    keep(state, "red", *(value for value in LOW if value not in (10, 50)))
    assert asks(RED) == "Red: keep these 13 power cards, or swap one for another."
    decision = state.decision(RED)
    assert answer(rules.DONE, rules, None, decision).startswith("keep 10, 20, 30")
    play(state, "red done")
    assert asks(RED) == (
        "Red: you can still change your choice; waiting for Blue and Green."
    )  # fmt: skip


def test_what_happened_is_said_in_sentences() -> None:
    rules = begin().rules
    only = frozenset((RED,))
    said = [
        say_event(event, rules)
        for event in (
            HandKept(RED), HandReopened(RED), HandShows(RED, (10, 180), audience=only),
            CardDeduced(RED, 18),
        )
    ]  # fmt: skip
    assert said[0] == "Red has chosen 13 power cards."
    assert said[1] == "Red is choosing power cards again."
    assert said[2] == "Red keeps the power cards 10 and 180; nobody else sees them."
    assert "the 180" in said[3], "a card is told by its value, not by its bit"


def test_a_card_that_is_not_in_the_hand_is_refused_as_such() -> None:
    state = chosen()
    seat = state.owing()[0]
    missing = next(value for value in TENS if value not in state.hand(seat))
    assert why_not(state, seat, f"power {missing}") == f"You do not have the {missing}."


def test_the_steward_keeps_a_spread_and_plays_on() -> None:
    state = begin(2)
    bot = Steward()
    for _ in range(40):
        seat = state.owing()[0]
        view = state.view(seat)
        chance = Generator.seeded(seat)
        request = Request(view, view.decision(seat), (), 1, chance)
        state.apply(seat, bot.choose(request).code)
    assert state.round == 1
    for seat in range(2):
        values = (*pile(state, seat), *state.hand(seat))
        assert {10, 20, 170, 180} <= set(values)
        assert len(values) == 13


def test_the_line_dialogue_takes_values_of_three_digits() -> None:
    from elgrande.cli.plain import play as talk

    hand = [f"keep {value}" for value in LOW[:3]]
    hand += ["leave 20", "keep 20", *(f"keep {value}" for value in LOW[3:]), "done"]
    table = new_game(Setup.of(2, seed=1, expansions=(KEPT.id,), starter="red"))
    sink = io.StringIO()
    talk(table, io.StringIO("\n".join([*hand, *hand, "board", "power 130", ""])), sink)
    text = sink.getvalue()
    assert "keep 13 power cards in secret: 3 of 13 so far." in text
    assert "Red plays power card 130." in text
    assert "; 13 power cards hidden." in text
    assert "taken back unseen" not in text
    table.close()
