"""Positions as plain values: what is printed is accepted, what is broken gets one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from drawing import at_random, choices, play, printed, rules_for, scores, table, waits_for
from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.rules import Generator, Ruleset, State, start


def turn_start(state: State) -> bool:
    """Say whether a turn or the playing of a power card begins here."""
    if state.over:
        return False
    return state.rules.verb(state.legal(state.owing()[0])[0]) in ("power", "take")


# -- what is printed is accepted -------------------------------------------


@pytest.mark.parametrize(
    ("players", "short"),
    [
        (2, False), (3, True), (4, False), (5, True),
        *(pytest.param(*game, marks=pytest.mark.long)
          for game in ((2, True), (3, False), (4, True), (5, False))),
    ],
)  # fmt: skip
def test_what_is_printed_is_accepted(players: int, short: bool) -> None:
    """At random points of random games, in the middle of a card too: the equal State."""
    rules = rules_for(players, short=short)
    chance = Generator.seeded(players)
    points = 0
    for seed in range(6):
        for state in at_random(start(rules, seed), seed):
            if chance.below(6) and not state.over:
                continue
            points += 1
            again = lay_out(rules, printed(state), seed=99)
            assert again == state
            assert again.digest() == state.digest()
            assert [again.legal(s) for s in range(players)] == [
                state.legal(s) for s in range(players)
            ]
    assert points > 60


@pytest.mark.parametrize("players", [2, 5])
def test_a_turns_start_needs_no_program(players: int) -> None:
    """The issue: at least every position at a turn's start, as a person could write it."""
    rules = rules_for(players)
    seen = 0
    for state in at_random(start(rules, 3), 3):
        if turn_start(state):
            assert "program" not in printed(state)
            seen += 1
    assert seen >= 9 * players


def test_a_game_laid_out_goes_on_as_the_other() -> None:
    """Hidden order and chance are part of what is printed: the rest of the game is the same."""
    rules = rules_for(4)
    for number, state in enumerate(at_random(start(rules, 5), 5)):
        if number == 150:
            one, other = state.copy(), lay_out(rules, printed(state), seed=1)
            break
    chance = Generator.seeded(8)
    while not one.over:
        seat = chance.choice(one.owing())
        code = chance.choice(one.legal(seat))
        one.apply(seat, code)
        other.apply(seat, code)
        assert one.digest() == other.digest()
    assert other.over


def test_held_scoreboards_and_cards_taken_back_are_printed() -> None:
    """The issue's list: scoreboards, hands, held cards, face-up cards, deck order, starter."""
    state = table(
        "aragon: R3 | castillo: B2",
        court="R2",
        home="R aragon",
        score="B120",
        scoreboards="840 aragon, 400 castillo",
        held="2-01 blue until 2",
        played="R: 3 4",
        card="4-08",
        round=2,
        king="seville",
    )
    play(state, "red special, blue let, red recall 4")
    data = printed(state)
    assert data["scoreboards"] == {"840": "aragon", "400": "castillo"}
    assert data["held"] == [{"card": "2-01", "owner": "blue", "until": 2}]
    assert data["rules"] == "1996/1"
    assert data["seat"][0]["taken_back"] == [[3, 4]], "the 13 lies on top"
    assert data["seat"][0]["played"] == [3, 4, 13]
    assert data["seat"][1]["score"] == 120
    assert data["king"] == "seville"
    assert lay_out(state.rules, data, seed=1) == state


# -- Views -----------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_prints_nothing_hidden(players: int) -> None:
    """What a seat may print is the same in every world that it cannot tell from this one."""
    rules = rules_for(players)
    chance = Generator.seeded(players, 7)
    for state in at_random(start(rules, 4), 4):
        if chance.below(12):
            continue
        for seat in (None, *range(players)):
            view = state.view(seat)
            data = describe(view)
            assert "generator" not in data
            assert data["digest"] != state.digest()
            assert all("deck" not in stack for stack in data["stack"])
            for other, told in enumerate(data["seat"]):
                if other != seat:
                    assert "disk" not in told
                    assert "drawer" not in told
            world = view.sample(chance)
            assert describe(world.view(seat)) == data


def test_another_seats_secrets_are_not_printed() -> None:
    """A card taken back and a disk, on either side of the curtain."""
    state = table("aragon: B1 G1", played="R: 3 4", card="4-08", face="2-08", round=3)
    play(state, "red special, recall 3")
    red, green = describe(state.view(0)), describe(state.view(2))
    assert 3 in red["seat"][0]["hand"]
    assert "hand" not in green["seat"][0]
    assert 3 not in green["seat"][0]["known_hand"]
    state = table("aragon: B1 G1 | seville: B1", card="2-08")
    play(state, "red special, blue disk seville")
    assert describe(state.view(1))["seat"][1]["disk"] == "seville"
    assert "disk" not in describe(state.view(2))["seat"][1]
    assert "disk" not in describe(state.view(None))["seat"][1]


def test_a_view_at_a_turns_start_can_be_played_on() -> None:
    """What it does not know is dealt by the seed: other decks, the same open board."""
    rules = rules_for(4)
    for state in at_random(start(rules, 6), 6):
        if turn_start(state) and state.round == 5:
            break
    for seat in (None, 0, 3):
        again = lay_out(rules, describe(state.view(seat)), seed=2)
        assert again.view(None) == state.view(None)
        chance = Generator.seeded(1)
        while not again.over:
            who = again.owing()[0]
            again.apply(who, chance.choice(again.legal(who)))


def test_the_steps_of_a_turn_need_all_that_was_printed_with_them() -> None:
    """As somebody knows it, too, with what is unknown dealt; without the steps a turn begins."""
    state = table("aragon: R3", court="R2", card="1-07")
    play(state, "red special")
    seen = printed(state.view(1))
    assert choices(lay_out(state.rules, seen, seed=1)) == choices(state)
    del seen["program"]
    assert waits_for(lay_out(state.rules, seen, seed=1)) == "blue"
    for whole in (printed(state), printed(state.view(1)), printed(state.view(None))):
        whole["seat"][0]["score"] = 5
        with pytest.raises(ContentError, match="unchanged"):
            lay_out(state.rules, whole, seed=1)


# -- written by hand -------------------------------------------------------


def by_hand(**changes: Any) -> dict[str, Any]:
    """Return the least that a person must write: the King, the seats."""
    data: dict[str, Any] = {"king": "galicia", "seat": [{"colour": "red"}, {"colour": "blue"}]}
    data.update(changes)
    return data


def test_the_least_that_can_be_written() -> None:
    """What is left out has its value at the start of a game."""
    state = lay_out(rules_for(2), by_hand(), seed=4)
    assert state.round == 1
    assert scores(state) == "R0 B0"
    assert waits_for(state) == "red"
    assert state.hand(0) == tuple(range(1, 14))
    assert state.count(0, state.rules.provinces) == 30


def test_unknown_decks_are_dealt_by_the_seed() -> None:
    rules = rules_for(2)
    assert lay_out(rules, by_hand(), seed=4) == lay_out(rules, by_hand(), seed=4)
    decks = {lay_out(rules, by_hand(), seed=seed).box[1:] for seed in range(10)}
    assert len(decks) == 10
    known = by_hand(stack=[{"number": 1, "gone": ["1-01"], "deck": ["1-07", "1-02"]}])
    for seed in range(10):
        state = lay_out(rules, known, seed)
        names = [rules.cards[card].id for card in state.box[1]]
        assert rules.cards[state.slots[0].card].id == "1-07"
        assert names[0] == "1-02"
        assert len(names) == 9
        assert "1-01" not in names


def test_a_short_game_begins_in_its_rounds() -> None:
    rules = rules_for(2, short=True)
    assert lay_out(rules, by_hand(), seed=1).round == 2
    assert lay_out(rules, by_hand(round=5), seed=1).round == 5


# -- what is broken gets one sentence --------------------------------------

FACES: list[dict[str, Any]] = [
    {"number": 1, "face": "1-07"},
    {"number": 2, "face": "2-04"},
    {"number": 3, "face": "3-01"},
    {"number": 4, "face": "4-04"},
    {"number": 5, "face": "5-01"},
]


def seats(red: dict[str, Any], blue: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return two seats with these fields."""
    return by_hand(seat=[{"colour": "red", **red}, {"colour": "blue", **(blue or {})}])


def shown(stacks: dict[int, dict[str, Any]], red: int = 0, blue: int = 0) -> dict[str, Any]:
    """Return a position with cards face up, some changed, and power cards played."""
    faces = [{**stack, **stacks.get(stack["number"], {})} for stack in FACES]
    data = seats({"power": red} if red else {}, {"power": blue} if blue else {})
    return {**data, "stack": faces}


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("schema", by_hand(schema=2), "field 'schema': this program reads schema 1"),
    ("edition", by_hand(edition="2023"),
     "field 'edition': the position is of '2023', this game of '1996'; choose its edition"),
    ("round", by_hand(round=10), "field 'round': the rounds of this game are 1, 2, 3,"),
    ("round 0", by_hand(round=0),
     "field 'round': the rounds of this game are 1, 2, 3, 4, 5, 6, 7, 8, 9"),
    ("round text", by_hand(round="3"), "field 'round': the rounds of this game are 1, 2, 3,"),
    ("starter", by_hand(starter="white"), "field 'starter': 'white' is not one of red, blue"),
    ("no king", {"seat": by_hand()["seat"]}, "field 'king': write one of galicia, basque, aragon"),
    ("king", by_hand(king="castillo"), "field 'king': 'castillo' is not one of galicia"),
    ("stranger", by_hand(kingdom=1), "field 'kingdom': there is no such field; remove it"),
    ("no seats", by_hand(seat=[]), "the seats must be red, blue, in this order"),
    ("seats", by_hand(seat=[{"colour": "blue"}, {"colour": "red"}]), "the seats must be red, blue"),
    ("seat a text", by_hand(seat="red"), "field 'seat': write [[tables]] here"),
    ("seat texts", by_hand(seat=["red"]), "seat 1: this must be a table"),
    ("score", seats({"score": -1}), "seat red, field 'score': write a number from 0 to"),
    ("too many", seats({"caballeros": {"aragon": 20, "court": 11}}), "1 too many, as there"),
    ("too many there", seats({"caballeros": {"aragon": 31}}), "field 'aragon': write a number"),
    ("fraction", seats({"caballeros": {"aragon": 1.5}}), "field 'aragon': write a number"),
    ("true", seats({"caballeros": {"aragon": True}}), "field 'aragon': write a number"),
    ("place misspelt", seats({"caballeros": {"cuort": 1}}),
     "field 'cuort': there is no 'cuort'; did you mean 'court'"),
    ("too many", seats({"caballeros": {"court": 30, "galicia": 6}}),
     "6 too many, as there are 30 caballeros"),
    ("place", seats({"caballeros": {"paris": 1}}), "field 'paris': 'paris' is not one of galicia"),
    ("province", seats({"caballeros": {"province": 3}}), "27 too few, as there are 30 caballeros"),
    ("caballeros", seats({"caballeros": 3}), "seat red.caballeros: this must be a table"),
    ("grande", seats({"grande": "castillo"}), "field 'grande': 'castillo' is not one of galicia"),
    ("hand", seats({"hand": [1, 14]}), "field 'hand': write a list of power cards' values"),
    ("hand fraction", seats({"hand": [1.0, 2]}), "field 'hand': write a list of power cards'"),
    ("hand number", seats({"hand": 7}), "field 'hand': write a list of power cards' values"),
    ("small hand", seats({"hand": [7, 8]}), "seat red, field 'hand': 9 rounds are to be played"),
    ("known", seats({"known_hand": [1]}), "field 'known_hand': the hand must be these cards"),
    ("taken back", seats({"taken_back": [[3]]}), "field 'taken_back'"),
    ("taken back later out of fewer",
     {**seats({"known_hand": [*range(1, 8)], "taken_back": [[8, 9, 10], [9, 10]],
               "played": [11, 12, 13]}), "round": 5},
     "field 'taken_back': what may have been taken back earlier may have been so later, too; "
     "name 8 in the later list"),
    ("taken back number", seats({"taken_back": 3}), "field 'taken_back': write a list of lists"),
    ("disk", seats({"disk": "aragon"}), "field 'disk': no disk is set at a turn's start"),
    ("drawer", seats({"drawer": [1]}), "field 'drawer': this game keeps 0 values there"),
    ("power without cards", seats({"power": 7}), "seat red, field 'power': the cards of the round"),
    ("power", shown({}, red=14), "seat red, field 'power': write a number from 0 to 13"),
    ("equal power", shown({}, red=7, blue=7),
     "seat red, field 'power': another power card of this round counts the same"),
    ("power in hand", {**seats({"power": 7, "hand": list(range(1, 14))}), "stack": FACES},
     "seat red, field 'hand': the power card 7 has been played"),
    ("power out of turn", shown({}, blue=7), "seat blue, field 'power': red plays earlier"),
    ("stack", by_hand(stack=[{"number": 6}]), "stack 1, field 'number': the stacks are 1, 2, 3, 4"),
    ("stack twice", by_hand(stack=[{"number": 1}, {"number": 1}]), "stack 2, field 'number'"),
    ("face", by_hand(stack=[{"number": 1, "face": "2-03"}]),
     "stack 1, field 'face': stack 1 of this game has no card '2-03'; leave it out"),
    ("face number", by_hand(stack=[{"number": 1, "face": 7}]), "field 'face': write a text"),
    ("gone", by_hand(stack=[{"number": 1, "gone": "1-01"}]), "field 'gone': write a list of texts"),
    ("two places", by_hand(stack=[{"number": 1, "gone": ["1-01"], "deck": ["1-01"]}]),
     "stack 1, field 'deck': a card is in two places"),
    ("twice", by_hand(stack=[{"number": 1, "deck": ["1-01", "1-01"]}]), "is in two places"),
    ("face gone", shown({1: {"gone": ["1-07"]}}), "stack 1, field 'gone': a card is in two"),
    ("few cards", by_hand(stack=[{"number": s, "gone": [f"{s}-{n:02}" for n in range(1, 12)]}
                                 for s in (1, 2, 3, 4)]),
     "round 1 has 1 action card face up for 2 turns"),
    ("few faces", {**by_hand(), "stack": FACES[:1]}, "1 action card is face up for 2 turns"),
    ("taken too early", shown({1: {"taken_by": "red"}}), "stack 1, field 'taken_by': red cannot"),
    ("taken out of turn", shown({1: {"taken_by": "red"}}, red=3, blue=9),
     "stack 1, field 'taken_by': red cannot have had a turn yet"),
    ("taken twice", shown({1: {"taken_by": "red"}, 2: {"taken_by": "red"}}, red=9, blue=3),
     "stack 2, field 'taken_by': red has taken a card already"),
    ("taken by nobody", shown({1: {"taken_by": "white"}}),
     "field 'taken_by': 'white' is not one of red, blue"),
    ("taken without a face", by_hand(stack=[{"number": 1, "taken_by": "red"}]),
     "field 'face': write a text in quotes"),
    ("held", by_hand(held=[{"card": "9-99", "owner": "red", "until": 2}]),
     "held 1, field 'card': there is no '9-99'; write a name like '1-01'"),
    ("held not kept", by_hand(held=[{"card": "1-01", "owner": "red", "until": 2}]),
     "held 1, field 'card': 1-01 is not a card that can be kept"),
    ("held owner", by_hand(held=[{"card": "2-01", "owner": "green", "until": 2}]),
     "held 1, field 'owner': 'green' is not one of"),
    ("held too long", by_hand(round=2, held=[{"card": "2-01", "owner": "red", "until": 9}]),
     "held 1, field 'until'"),
    ("held before", by_hand(round=3, held=[{"card": "2-01", "owner": "red", "until": 2}]),
     "held 1, field 'until'"),
    ("held twice", by_hand(round=2, held=[{"card": "2-01", "owner": "red", "until": 2}] * 2),
     "held 2, field 'card': 2-01 is held too often"),
    ("held in the deck", by_hand(held=[{"card": "2-01", "owner": "red", "until": 2}],
                                 stack=[{"number": 2, "deck": ["2-01"]}]), "is in two places"),
    ("held and free", {**shown({2: {"face": "2-01"}}),
                       "held": [{"card": "2-01", "owner": "red", "until": 2}]},
     "held 1, field 'card': 2-01 is face up; write red as 'taken_by' there"),
    ("scoreboard", by_hand(scoreboards={"999": "aragon"}), "the scoreboards are 840, 400"),
    ("scoreboard place", by_hand(scoreboards={"840": "court"}), "'court' is not one of galicia"),
    ("scoreboards", by_hand(scoreboards={"840": "aragon", "400": "aragon"}),
     "field '400': another mobile scoreboard is there; name another place"),
    ("neutral", by_hand(neutral={"black": {"aragon": 1}}),
     "neutral, field 'black': this game has none of that"),
    ("cells", by_hand(cells={"gold": 1}), "cells, field 'gold': this game has none of that kind"),
    ("generator", by_hand(generator="dice"), "field 'generator': leave it out"),
    ("order", by_hand(order=["red"]), "field 'order': name every colour once"),
    ("program", by_hand(program="run"), "field 'program': leave it out"),
    ("program made up", by_hand(program=[["power", 0]]), "field 'program': leave it out"),
    ("program of no step", by_hand(program=[["sail", 0]], digest="0" * 16),
     "field 'program': leave it out"),
    ("program of half a frame", by_hand(program=[["act", 0, 1]], digest="0" * 16),
     "field 'program': leave it out"),
    ("program of nonsense", by_hand(program=[["run", "turn", 0, 99]], digest="0" * 16),
     "field 'program': leave it out"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "says"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_broken_position_gets_one_sentence(data: dict[str, Any], says: str) -> None:
    """Naming the place and the cure."""
    with pytest.raises(ContentError) as caught:
        lay_out(rules_for(2), data, seed=1)
    message = str(caught.value)
    assert message.startswith("the position")
    assert says in message
    assert "\n" not in message


def test_the_fields_of_a_real_position_are_all_checked() -> None:
    """Whatever a person adds to a table is a fault."""
    state = table("aragon: R3", turn="red", held="2-01 blue until 2", scoreboards="840 aragon")
    data = printed(state)
    for path in ([], ["seat", 1], ["stack", 2], ["held", 0], ["scoreboards"]):
        broken = deepcopy(data)
        spot: Any = broken
        for step in path:
            spot = spot[step]
        spot["surplus"] = 1
        with pytest.raises(ContentError, match="surplus"):
            lay_out(state.rules, broken, seed=1)


# -- whatever comes in -----------------------------------------------------

STRANGE: list[Any] = [
    None, True, False, 0, 1, -1, 7, 99, 10**30, 1.5, 1.0, float("nan"), "", "red", "aragon",
    "castillo", "1-07", "5-01", "\x00", [], [1], [[1]], [1.0], ["red"], {}, {"a": 1},
    {"card": "2-01"}, [{}], [[]], (), b"x",
]  # fmt: skip


def spots(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Name every value inside plain data."""
    if path:
        yield path
    if isinstance(data, dict):
        for key in data:
            yield from spots(data[key], (*path, key))
    elif isinstance(data, list):
        for index in range(len(data)):
            yield from spots(data[index], (*path, index))


def mutated(data: dict[str, Any], chance: Generator) -> dict[str, Any]:
    """Replace, remove or double a value."""
    out = deepcopy(data)
    path = chance.choice(list(spots(out)))
    spot: Any = out
    for step in path[:-1]:
        spot = spot[step]
    what = chance.below(8)
    if what == 0:
        del spot[path[-1]]
    elif what == 1 and isinstance(spot, list):
        spot.append(deepcopy(spot[path[-1]]))
    elif what == 2 and isinstance(spot[path[-1]], int):
        spot[path[-1]] += chance.choice([-1, 1, 2, -7])
    elif what == 3:
        other = chance.choice(list(spots(data)))
        value: Any = data
        for step in other:
            value = value[step]
        spot[path[-1]] = deepcopy(value)
    else:
        spot[path[-1]] = chance.choice(STRANGE)
    return out


def accepts(rules: Ruleset, data: dict[str, Any]) -> State | None:
    """Lay out, or see that it is refused in one sentence; any other error is the test's."""
    try:
        return lay_out(rules, data, seed=3)
    except ContentError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 1000
    return None


def play_on(state: State, chance: Generator) -> None:
    """A State that was accepted can be played to the end, and every caballero stays."""
    rules = state.rules
    while not state.over:
        owing = state.owing()
        assert owing
        seat = chance.choice(owing)
        legal = state.legal(seat)
        assert legal, f"{rules.colours[seat]} has nothing to answer"
        state.apply(seat, chance.choice(legal))
    for seat in range(rules.n_seats):
        assert sum(state.count(seat, place) for place in range(rules.n_places)) == 30
        assert all(state.count(seat, place) >= 0 for place in range(rules.n_places))


def moments(rules: Ruleset, wanted: Callable[[State], bool], number: int) -> list[dict[str, Any]]:
    """Return printed positions of random games that are of the wanted sort."""
    chance = Generator.seeded(21)
    out: list[dict[str, Any]] = []
    seed = 0
    while len(out) < number:
        seed += 1
        fitting = [printed(state) for state in at_random(start(rules, seed), seed) if wanted(state)]
        out += [chance.choice(fitting) for _ in range(3) if fitting]
    return out


@pytest.mark.parametrize(
    ("players", "tries"),
    [(4, 60), *(pytest.param(number, 1000, marks=pytest.mark.long) for number in (2, 4))],
)
def test_strange_values_at_a_turns_start(players: int, tries: int) -> None:
    """Many mutations of positions between turns: one sentence, or a game that plays on."""
    rules = rules_for(players)
    chance = Generator.seeded(players, 22)
    accepted = refused = 0
    positions = moments(rules, turn_start, 20)
    for _ in range(tries):
        data = chance.choice(positions)
        for _ in range(1 + chance.below(3)):
            data = mutated(data, chance)
        state = accepts(rules, data)
        if state is None:
            refused += 1
            continue
        accepted += 1
        if accepted % 4 == 0:
            play_on(state, chance)
    assert accepted > 0.04 * tries
    assert refused > 0.3 * tries


@pytest.mark.parametrize("tries", [20, pytest.param(500, marks=pytest.mark.long)])
def test_strange_values_in_the_middle_of_a_turn(tries: int) -> None:
    """There the steps are printed too, and nothing may be changed that they rest on."""
    rules = rules_for(3)
    chance = Generator.seeded(23)
    positions = moments(rules, lambda state: not turn_start(state), 20)
    for _ in range(tries):
        state = accepts(rules, mutated(chance.choice(positions), chance))
        if state is not None:
            play_on(state, chance)


@pytest.mark.long
def test_strange_values_in_what_a_person_writes() -> None:
    """The least position with one strange value for every field that there is."""
    rules = rules_for(2)
    full = printed(table("aragon: R3", seats=2, held="2-01 blue until 2", played="R: 3"))
    chance = Generator.seeded(24)
    for path in list(spots(full)):
        for value in STRANGE:
            data = deepcopy(full)
            spot: Any = data
            for step in path[:-1]:
                spot = spot[step]
            spot[path[-1]] = value
            state = accepts(rules, data)
            if state is not None:
                assert choices(state) or state.over
                if chance.below(40) == 0:
                    play_on(state, chance)


@pytest.mark.parametrize("data", STRANGE, ids=repr)
def test_no_table_at_all(data: Any) -> None:
    with pytest.raises(ContentError):
        lay_out(rules_for(2), data, seed=1)
