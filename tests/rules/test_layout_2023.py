"""Positions of the 2023 edition as plain values: dummy, boxed cards, modifiers, Grande inside."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from drawing import at, at_random, choices, face_up, homes, passes, play, printed, table, waits_for
from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State

HANDS = tuple(f"old-hands-{name}" for name in ("competition", "infiltration", "stand-in", "veto"))
ALL = ("new-regency", *HANDS, "power-shift")
SETS = [(), ("new-regency",), HANDS, ("power-shift",), ALL]


def more(players: int) -> Any:
    """One more number of players, which can wait for the long tests."""
    return pytest.param(players, marks=pytest.mark.long)


def setup(players: int, *ids: str, seed: int = 3, **more: Any) -> Setup:
    """Return a Setup of the edition with these expansions."""
    return Setup.of(players, seed, edition="2023", expansions=ids, **more)


def play_on(state: State) -> None:
    """Play to the end: whatever was accepted must be a game."""
    chance = Generator.seeded(4)
    rules = state.rules
    while not state.over:
        seat = chance.choice(state.owing())
        legal = state.legal(seat)
        assert legal, f"{rules.colours[seat]} has nothing to answer"
        state.apply(seat, chance.choice(legal))
    for kind in range(len(rules.kinds)):
        assert sum(state.count(kind, place) for place in range(rules.n_places)) == 30


# -- what is printed is accepted -------------------------------------------


@pytest.mark.parametrize("ids", SETS, ids=lambda ids: "+".join(ids) if len(ids) < 3 else len(ids))
@pytest.mark.parametrize("players", [more(2), 3, more(4), 5])
def test_what_is_printed_is_accepted(players: int, ids: tuple[str, ...]) -> None:
    """At random points, in the middle of a card and of the passing too: the equal State."""
    chance = Generator.seeded(players)
    programs = points = 0
    for seed in (1, 2):
        house = {"merged_stacks": True} if players == 3 and seed == 2 else {}
        for state in at_random(setup(players, *ids, seed=seed, house=house).start(), seed):
            if chance.below(4) and not state.over:
                continue
            data = printed(state)
            again = lay_out(state.rules, data, seed=99)
            assert again == state
            assert again.digest() == state.digest()
            points += 1
            programs += "program" in data
    assert points > 25
    assert points - programs > 5, "a turn's start needs no program"


@pytest.mark.parametrize("ids", SETS, ids=lambda ids: "+".join(ids) if len(ids) < 3 else len(ids))
@pytest.mark.parametrize("players", [2, more(4)])
def test_what_a_seat_prints_is_dealt_out_to_fit(players: int, ids: tuple[str, ...]) -> None:
    """Boxed cards, hands and modifiers that it does not know come from the seed, and may be so."""
    accepted = 0
    for number, state in enumerate(at_random(setup(players, *ids).start(), 3)):
        for seat in (None, *range(players)):
            data = describe(state.view(seat))
            if "program" in data:
                continue
            again = lay_out(state.rules, data, seed=number)
            assert again.view(seat) == state.view(seat)
            assert [slot.left for slot in again.slots] == [len(deck) for deck in again.box[1:]]
            again.view(seat).sample(Generator.seeded(number))
            accepted += 1
            if accepted % 25 == 0:
                play_on(again)
    assert accepted > 20


def test_a_position_names_its_expansions() -> None:
    """They decide what may stand in it; another game than that refuses it in one sentence."""
    state = setup(3, "power-shift", "new-regency").start()
    data = printed(state)
    assert data["expansions"] == ["new-regency", "power-shift"], "in the order of editing"
    assert lay_out(state.rules, data, seed=1) == state
    for ids in ((), ("power-shift",), ALL):
        with pytest.raises(ContentError, match="of a game with new-regency, power-shift, this one"):
            lay_out(setup(3, *ids).ruleset(), data, seed=1)
    assert "expansions" not in printed(setup(3).start())


def test_a_grande_in_the_castillo_is_printed() -> None:
    """Competition throws him in; only where a game lets him, he may be written there."""
    state = table("aragon: R2", home="R aragon, B seville", king="granada", edition="2023",
                  expansions=HANDS[0], card="4-21")  # fmt: skip
    play(state, "red special, grande castillo")
    data = printed(state)
    assert data["seat"][0]["grande"] == "castillo"
    assert homes(lay_out(state.rules, data, seed=1)) == "R castillo, B seville"
    without = setup(4).ruleset()
    with pytest.raises(ContentError, match="seat red, field 'grande': 'castillo' is not one of"):
        lay_out(without, {"king": "granada", "seat": data["seat"]}, seed=1)


@pytest.mark.parametrize("node", ["france", "portugal", "beside-castillo"])
def test_the_king_outside_the_regions(node: str) -> None:
    """New Regency: a hand-written position may begin with him there."""
    state = table("aragon: R2", king=node, edition="2023", expansions="new-regency")
    assert printed(state)["king"] == node
    assert lay_out(state.rules, printed(state), seed=1) == state


# -- the dummy -------------------------------------------------------------


def two(**changes: Any) -> dict[str, Any]:
    """Return the least that a person must write for two players."""
    data: dict[str, Any] = {"king": "galicia", "seat": [{"colour": "red"}, {"colour": "blue"}]}
    data.update(changes)
    return data


FACES: list[dict[str, Any]] = [
    {"number": 1, "face": "1-07"},
    {"number": 2, "face": "3-01"},
    {"number": 4, "face": "4-04"},
    {"number": 5, "face": "5-01"},
]


def shown(red: int = 0, blue: int = 0, faces: int = 4, **cells: Any) -> dict[str, Any]:
    """Return a position of two with cards face up, power cards and values of the dummy's."""
    seats: list[dict[str, Any]] = [{"colour": "red"}, {"colour": "blue"}]
    for seat, power in zip(seats, (red, blue), strict=True):
        if power:
            seat["power"] = power
    named = {name.replace("_", "-"): value for name, value in cells.items()}
    return two(seat=seats, stack=FACES[:faces], cells=named)


def test_the_dummy_is_printed_in_names() -> None:
    """What it has played, drawn and taken, as a person would write it."""
    cells = {"dummy-power": 7, "dummy-played": [2, 12], "dummy-drawn": ["aragon"]}
    state = table(
        "aragon: G3 R1", seats="RB", edition="2023", power="R9 B5", king="granada", cells=cells
    )
    data = printed(state)
    assert data["neutral"] == {"green": {"aragon": 3, "province": 27}}
    assert data["cells"] == {
        "dummy-power": 7, "dummy-played": [2, 12], "dummy-drawn": ["aragon"],
        "dummy-acted": "not yet",
    }  # fmt: skip
    passes(state, "red", "1-07")
    data = printed(state)
    assert data["cells"]["dummy-acted"] == "5-01"
    assert "program" not in data, "at blue's turn the board tells that the dummy has acted"
    assert lay_out(state.rules, data, seed=1) == state


def test_what_is_left_out_of_a_hand_written_round_is_dealt() -> None:
    """A round begins with regions, cards and a power card for the dummy."""
    state = lay_out(setup(2).ruleset(), two(neutral={"green": {"aragon": 5}}), seed=4)
    assert state.cell("dummy-power") > 0
    assert state.cell("dummy-drawn").bit_count() == 2
    assert int(at(state, "aragon")[1:]) >= 5
    assert waits_for(state) == "red"
    play_on(state)


def test_with_cards_face_up_the_dummys_power_card_comes_next() -> None:
    """Before anybody has played it may be left out, and is turned up by the seed."""
    rules = setup(2).ruleset()
    state = lay_out(rules, shown(), seed=4)
    assert state.cell("dummy-power") > 0
    assert state.cell("dummy-drawn") == 0, "the round has begun already"
    named = lay_out(rules, shown(dummy_power=7), seed=4)
    assert named.cell("dummy-power") == 7
    assert "red power 7" not in choices(named)


def test_a_dummy_that_is_due_acts_at_once() -> None:
    """Its turn comes before the seat's whose power card is lower."""
    rules = setup(2).ruleset()
    state = lay_out(rules, shown(5, 3, dummy_power=9), seed=4)
    assert face_up(state) == "1-07 3-01 4-04"
    state = lay_out(rules, shown(9, 3, dummy_power=5), seed=4)
    assert face_up(state) == "1-07 3-01 4-04 5-01"
    play_on(state)


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("power", shown(dummy_power=14), "field 'dummy-power': write one of 0, 1, 2"),
    ("power true", shown(dummy_power=True), "field 'dummy-power': write one of 0, 1, 2"),
    ("no power", shown(9, 3), "field 'dummy-power': it is face up before anybody plays"),
    ("red's power", shown(9, 3, dummy_power=9), "field 'power': another power card"),
    ("played twice", shown(dummy_power=9, dummy_played=[9]),
     "field 'dummy-played': the 9 is face up this round"),
    ("played", two(cells={"dummy-played": [1, 2, 3, 4, 5]}), "'dummy-played': 9 more power cards"),
    ("played number", two(cells={"dummy-played": 3}), "'dummy-played': write a list of some of 1,"),
    ("played strange", two(cells={"dummy-played": [1, 1]}), "'dummy-played': write a list"),
    ("drawn", two(cells={"dummy-drawn": ["galicia", "basque", "aragon", "seville"]}),
     "field 'dummy-drawn': 6 more are drawn before they are shuffled"),
    ("drawn place", two(cells={"dummy-drawn": ["castillo"]}), "'dummy-drawn': write a list of"),
    ("acted early", shown(9, 3, dummy_power=5, dummy_acted="nothing"),
     "field 'dummy-acted': its power card says that its turn is to come"),
    ("acted before", shown(dummy_power=5, dummy_acted="nothing"), "its turn is to come"),
    ("acted number", shown(9, 3, dummy_power=5, dummy_acted=1), "'dummy-acted': write one of"),
    ("acted unseen", shown(9, 3, dummy_power=11, faces=3, dummy_acted="4-01"),
     "field 'dummy-acted': 4-01 is face down"),
    ("few faces", shown(9, 3, faces=2, dummy_power=5), "field 'dummy-acted': it has yet to take"),
    ("few cards", two(stack=[{"number": 1, "gone": [f"1-{n:02}" for n in range(1, 11)]},
                             {"number": 4, "gone": [f"4-{n:02}" for n in range(1, 11)]}]),
     "round 1 has 2 action cards face up for 3 turns"),
    ("hands", two(seat=[{"colour": "red", "hand": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
                        {"colour": "blue"}]), "which takes 11 power cards in hand"),
    ("too many", two(neutral={"green": {"aragon": 31}}), "neutral.green, field 'aragon'"),
    ("stack 3", two(stack=[{"number": 3}]), "field 'number': the stacks are 1, 2, 4, 5"),
    ("no cell", two(cells={"dummy": 1}), "'dummy' is not one of dummy-power"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "says"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_broken_position_of_two_gets_one_sentence(data: dict[str, Any], says: str) -> None:
    """Naming the place and the cure; what would come to a stop is not begun."""
    with pytest.raises(ContentError) as caught:
        lay_out(setup(2).ruleset(), data, seed=1)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


# -- boxed cards -----------------------------------------------------------


def test_what_lies_in_the_box_is_not_printed_and_stays_there() -> None:
    """The deck is printed whole; what is neither in it nor seen is in the box."""
    for seed in range(5):
        state = setup(4, *HANDS, seed=seed).start()
        data = printed(state)
        for stack, boxed in ((1, 1), (2, 2), (4, 1)):
            (entry,) = [entry for entry in data["stack"] if entry["number"] == stack]
            cards = [card.id for card in state.rules.cards if card.stack == stack]
            known = {*entry["deck"], entry["face"], *entry.get("gone", [])}
            assert len(cards) - len(known) == boxed
            assert entry["left"] == len(entry["deck"]) == 9
        assert lay_out(state.rules, data, seed=seed + 50).box == state.box


def test_without_a_deck_the_seed_draws_what_goes_to_the_box() -> None:
    """Any card that has not been seen of the stack that the Old Hand came to, and never itself.

    The stacks are merged with their cards in them: one of the old stack 2 stays away.
    """
    rules = setup(2, HANDS[3]).ruleset()
    data = two(stack=[{"number": 2, "gone": ["2-01", "3-05"]}])
    boxed = set()
    for seed in range(60):
        state = lay_out(rules, data, seed)
        there = {*state.box[2], state.slots[1].card}
        cards = {rules.cards[card].id for card in there}
        assert len(cards) == 18
        boxed |= {card.id for card in rules.cards if card.stack == 2} - cards - {"2-01", "3-05"}
    assert boxed == {f"2-{number:02}" for number in range(2, 11)}


def test_more_gone_than_can_have_been_seen() -> None:
    """One of the ten must lie in the box."""
    rules = setup(4, HANDS[1]).ruleset()
    seats = [{"colour": colour} for colour in rules.colours]
    gone = [f"1-{number:02}" for number in range(1, 11)]
    data = {"king": "galicia", "seat": seats, "stack": [{"number": 1, "gone": gone}]}
    with pytest.raises(ContentError, match="stack 1, field 'gone': 1 of 1-01, 1-02"):
        lay_out(rules, data, seed=1)
    data["stack"] = [{"number": 1, "deck": gone}]
    with pytest.raises(ContentError, match="stack 1, field 'deck': 1 of 1-01"):
        lay_out(rules, data, seed=1)


# -- modifiers -------------------------------------------------------------


def shifted(**red: Any) -> dict[str, Any]:
    """Return the least of a position with Power Shift, and more of red's."""
    seats: list[dict[str, Any]] = [{"colour": colour} for colour in ("red", "blue", "green")]
    seats[0] |= red
    return {"king": "galicia", "seat": seats}


def test_modifiers_in_hand_are_printed_and_hidden_ones_are_not() -> None:
    """A seat prints its own; of the others' only which they may be."""
    state = setup(3, "power-shift").start()
    for seat in state.owing():
        state.apply(seat, state.legal(seat)[0])
    whole = printed(state)
    for entry in whole["seat"]:
        assert len(entry["modifiers"]) == len(entry["taken_back"]) == 3
        assert all(len(may_be) == 16 for may_be in entry["taken_back"])
        assert entry["drawer"] != ["none"], "what it passed"
    own = describe(state.view(1))["seat"]
    assert own[1] == whole["seat"][1]
    assert "modifiers" not in own[0]
    assert "hand" not in own[0]
    assert "drawer" not in own[0]
    assert own[0]["known_hand"] == list(range(1, 14))


def test_what_a_seat_passed_is_dealt_to_the_left() -> None:
    """A seat knows what its left neighbour got, so every deal of its view has it there."""
    state = setup(3, "power-shift").start()
    for seat in state.owing():
        state.apply(seat, state.legal(seat)[0])
    data = describe(state.view(0))
    passed = data["seat"][0]["drawer"][0]
    dealt = {tuple(lay_out(state.rules, data, seed).extras(1)) for seed in range(12)}
    index = state.rules.extra_hand.index(passed)
    assert all(index in hand for hand in dealt)
    assert len(dealt) > 5


def test_taken_back_names_power_cards_and_modifiers() -> None:
    """Empowerment may bring either back, and nobody knows which."""
    state = table(
        seats="RBG", edition="2023", expansions="power-shift", modifiers="R: plus-2",
        cells={"modifiers-red": ["minus-1"]}, played="R: 3", power="R13 B12 G11", card="4-07",
    )  # fmt: skip
    play(state, "red special, recall minus-1")
    data = printed(state)
    assert data["seat"][0]["modifiers"] == ["minus-1", "plus-2"]
    assert data["seat"][0]["taken_back"][1] == [3, "minus-1"], "the 13 lies face up"
    assert lay_out(state.rules, data, seed=1) == state


def test_modifiers_by_hand() -> None:
    """Whoever writes one for a seat means that nobody else knows it."""
    rules = setup(3, "power-shift").ruleset()
    state = lay_out(rules, shifted(modifiers=["plus-2", "minus-3"]), seed=1)
    assert [rules.extra_hand[extra] for extra in state.extras(0)] == ["minus-3", "plus-2"]
    assert "red shift 13 plus-2" in choices(state)
    assert state.extras(1) == ()
    assert state.view(1).extras(0) == ()
    play_on(state)
    # Left out, nobody has any, and what nobody has nobody plays.
    play_on(lay_out(rules, shifted(), seed=1))


def test_totals_are_told_from_values() -> None:
    """Equal power cards are fine if a modifier sets them apart; equal totals are not."""
    rules = setup(3, "power-shift").ruleset()
    faces = [{"number": number, "face": f"{number}-01"} for number in range(1, 6)]
    data: dict[str, Any] = {
        "king": "galicia",
        "seat": [{"colour": "red", "power": 9}, {"colour": "blue", "power": 9}, {"colour": "green",
                 "power": 3}],
        "stack": faces,
        "cells": {"modifier-blue": "plus-1", "modifiers-blue": ["plus-1"]},
    }  # fmt: skip
    state = lay_out(rules, data, seed=1)
    assert [rules.colours[seat] for seat in state.turn_order] == ["blue", "red", "green"]
    assert waits_for(state) == "blue"
    data["cells"] = {}
    with pytest.raises(ContentError, match="another power card of this round counts the same"):
        lay_out(rules, data, seed=1)
    data["seat"][1]["power"] = 8
    data["cells"] = {"modifier-blue": "plus-1", "modifiers-blue": ["plus-1"]}
    with pytest.raises(ContentError, match="another power card of this round counts the same"):
        lay_out(rules, data, seed=1)


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("no such", shifted(modifiers=["plus-9"]), "field 'modifiers': write a list of some of minus"),
    ("a value", shifted(modifiers=[3]), "field 'modifiers': write a list of some of minus-3"),
    ("in the hand", shifted(hand=["plus-1"]), "field 'hand': write a list of power cards' values"),
    ("taken", shifted(taken_back=[["plus-9"]]), "field 'taken_back': write a list of power cards'"),
    ("half", shifted(taken_back=[["plus-1"]], modifiers=["plus-1"]), "write the 'hand' too"),
    ("unknown", shifted(hand=[*range(1, 14)], taken_back=[["plus-2"]], modifiers=["plus-1"]),
     "field 'known_hand': the hand must be these cards and one more"),
    ("none free", shifted(taken_back=[["plus-2"], ["plus-2"]], known_hand=[*range(1, 14)]),
     "field 'taken_back': all these cards"),
    ("drawer", shifted(drawer=["plus-1"]), "field 'drawer': blue does not hold plus-1"),
    ("drawer's form", shifted(drawer=[3]), "field 'drawer': write one of none, minus-3"),
    ("now", {**shifted(), "cells": {"modifier-red": "plus-1"}}, "red has played no power card"),
    ("past", {**shifted(modifiers=["plus-1"]), "cells": {"modifiers-blue": ["plus-1"]}},
     "field 'modifiers-blue': plus-1 is red's"),
    ("form", {**shifted(), "cells": {"modifier-red": 3}}, "field 'modifier-red': write one of"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "says"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_broken_modifiers_get_one_sentence(data: dict[str, Any], says: str) -> None:
    """There is one of each, and each is called by its name."""
    with pytest.raises(ContentError) as caught:
        lay_out(setup(3, "power-shift").ruleset(), data, seed=1)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_seats_cannot_hold_one_modifier() -> None:
    data = shifted(modifiers=["plus-1"])
    data["seat"][2]["modifiers"] = ["plus-1"]
    with pytest.raises(ContentError, match="seat green, field 'modifiers': there is only one"):
        lay_out(setup(3, "power-shift").ruleset(), data, seed=1)


# -- whatever comes in -----------------------------------------------------

STRANGE: list[Any] = [
    None, True, False, 0, 1, -1, 7, 99, 10**30, 1.5, float("nan"), "", "red", "aragon", "none",
    "castillo", "plus-1", "5-01", [], [1], [[1]], ["plus-1"], ["red"], {}, {"a": 1}, [{}], [[]],
]  # fmt: skip


def spots(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Name every value inside plain data."""
    if path:
        yield path
    if isinstance(data, (dict, list)):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from spots(data[key], (*path, key))


def accepts(how: Setup, data: dict[str, Any]) -> State | None:
    """Lay out, or see that it is refused in one sentence; any other error is the test's."""
    try:
        return lay_out(how.ruleset(), data, seed=3)
    except ContentError as error:
        said = str(error)
    assert "\n" not in said
    return None


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.long)])
def test_strange_values(players: int) -> None:
    """Any field spoiled: one sentence, or a game that can be played to its end."""
    chance = Generator.seeded(players, 9)
    moments = [
        data
        for seed in range(4)
        for state in at_random(setup(players, *ALL, seed=seed).start(), seed)
        if not state.over and "program" not in (data := printed(state))
    ]
    accepted = refused = 0
    for _ in range(500):
        data = deepcopy(chance.choice(moments))
        path = chance.choice(list(spots(data)))
        spot: Any = data
        for step in path[:-1]:
            spot = spot[step]
        if chance.below(4):
            spot[path[-1]] = chance.choice(STRANGE)
        else:
            del spot[path[-1]]
        state = accepts(setup(players, *ALL), data)
        if state is None:
            refused += 1
            continue
        accepted += 1
        if accepted % 5 == 0:
            play_on(state)
    assert accepted > 20
    assert refused > 150
