"""Where caballeros may go, how many and whose: every step asks, whoever bends the answer."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from elgrande.app.answering import offer as offers_of_keys
from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import UNICODE
from elgrande.content import expansion as expansions
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion, register
from elgrande.content.files import ContentError
from elgrande.content.map.additions import AddedPlace, MapAdditions
from elgrande.content.map.chart import SIZES, Box
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, answer, prompt, why_not
from elgrande.content.words.names import sentence
from elgrande.rules import FreeAction, Region, View
from elgrande.rules.commands import Verb
from elgrande.rules.events import Moved
from elgrande.rules.refused import Case
from seam.rooms import BLACK, HOLDER, ROOMED, ROOMS, WHOLE
from seam.table import count, offers, play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules import Position, Spec, State
    from elgrande.rules.events import Event
    from elgrande.rules.questions import Taboo

COLOURS = ("red", "blue", "green")
FACES = {1: "1-10", 2: "2-05", 3: "3-11", 4: "4-05", 5: "5-01", 6: "6-51"}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is known to these tests alone."""
    expansions.expansion_ids()
    monkeypatch.setattr(expansions, "_REGISTERED", dict(expansions._REGISTERED))
    register(ROOMED)


def draw(
    board: Mapping[str, str],
    card: str,
    *,
    king: str = "old-castile",
    power: int = 13,
    round_: int = 1,
    done: bool = True,
) -> State:
    """Return red's turn in a game of three, with a card that lies face up and is chosen.

    ``board`` names who stands where, ``{"aragon": "red 2, black 1"}``.
    """
    rules = Setup.of(3, seed=1, expansions=("rooms",)).ruleset()
    counts: dict[str, dict[str, int]] = {name: {} for name in rules.kinds}
    for place, crowd in board.items():
        for part in crowd.split(", "):
            kind, number = part.split()
            counts[kind][place] = int(number)
    faces = {**FACES, int(card[0]): card}
    position: dict[str, Any] = {
        "round": round_,
        "king": king,
        "starter": "red",
        "seat": [
            {"colour": colour, "power": power - at, "caballeros": counts[colour]}
            for at, colour in enumerate(COLOURS)
        ],
        "neutral": {name: counts[name] for name in rules.kinds[rules.n_seats :]},
        "stack": [{"number": number, "face": faces[number]} for number in rules.stacks],
    }
    state = lay_out(rules, position, seed=1)
    if state.decision().step == "rooms_begin" and done:
        play(state, "red done")
    if done:
        play(state, f"red card {card}")
    return state


def begun(board: Mapping[str, str], card: str, **others: Any) -> State:
    """Return the same with the special action announced."""
    state = draw(board, card, **others)
    play(state, "red special")
    return state


def verbs(state: State, verb: str) -> list[str]:
    """The answers of a verb, without it."""
    said = (offer.split(maxsplit=2)[1:] for offer in offers(state))
    return [words[1] for words in said if words[0] == verb]


# -- the turn's placing ------------------------------------------------------------


def test_the_turns_placing_asks_how_many_and_where() -> None:
    state = draw({"court": "red 5"}, "6-51", king="valencia")
    assert verbs(state, "place") == [
        "aragon", "catalonia", "new-castile", "granada", "castillo", "dock",
    ]  # fmt: skip
    decision = state.view(0).decision(0)
    assert "place up to 4 caballeros" in prompt(decision, state.rules)
    assert state.rules.decision_frame_of(decision.step, decision.frame) == decision.fields
    play(state, *["red place dock"] * 4)
    assert state.decision().step == "act", "3 on the card, and one for black in the dock"
    assert count(state, "red", "dock") == 4


def test_what_may_not_be_entered_is_not_landed_on() -> None:
    """Not from the court into the colony, not into the King's region, though both were named."""
    state = draw({"court": "red 5"}, "6-51", king="aragon")
    goals = verbs(state, "place")
    assert "colony" not in goals
    assert "aragon" not in goals
    assert "dock" not in goals, "Aragon does not lie by the sea"
    assert why_not(state, 0, "place colony") == "Only who stands in a region may enter Colony."


def test_a_verb_of_an_expansion_that_names_a_region_is_answered_on_the_map() -> None:
    """Where several verbs name one region, the second question says what each would do."""

    def edit(spec: Spec) -> None:
        spec.regions.append(Region("island", (3, 2, 1), ("valencia",)))
        spec.verbs.append(Verb("sow", ("region",), label="sow in {region}"))
        spec.verbs.append(Verb("reap", ("region",), label="reap in {region}"))
        spec.verbs.append(Verb("dig", ("region",), label="dig in {region}"))
        dig = FreeAction("dig", ("dig",), lambda p, seat: [p.rules.base["dig"]], lambda *_: None)
        spec.free.append(dig)

    label = Label("Island", "Island", key="i")
    boxes = dict.fromkeys(SIZES, Box(0, 17, 10, 2))
    drawn = MapAdditions((AddedPlace("island", boxes=boxes, over=("portugal",)),))
    register(Expansion("field", "Field", "A field.", edit, labels={"island": label}, map=drawn))
    setup = Setup.of(2, seed=4, expansions=("field",))
    state = setup.start()
    rules = state.rules
    guide = Guide(setup, rules, UNICODE)
    codes = [rules.code(f"{verb} {name}") for verb in ("sow", "reap")
             for name in ("galicia", "island")]  # fmt: skip
    codes.append(rules.code("dig galicia"))
    asked = replace(state.decision(), codes=tuple(codes))
    made = offers_of_keys.offer(state, asked.codes, guide)
    assert {*made.targets} == {"galicia", "island"}
    assert [choice.label for choice in made.choices] == ["dig in Galicia"]
    second = offers_of_keys.offer(state, made.targets["island"], guide, narrowed=True)
    assert [choice.label for choice in second.choices] == ["sow in Island", "reap in Island"]
    assert len({choice.key for choice in second.choices}) == 2


def test_a_region_that_an_expansion_closes_is_not_closed_by_the_king() -> None:
    """It says why itself; without a word of it the refusal names nobody."""

    def fog(previous: Taboo, position: Position) -> frozenset[int]:
        return previous(position) | {position.rules.place_index["valencia"]}

    def says(c: Case, place: str, kind: str) -> str:
        return f"fog lies on {c.n.the(place)}" if place == "valencia" and not kind else ""

    def silent(spec: Spec) -> None:
        spec.bend("taboo", fog)

    def spoken(spec: Spec) -> None:
        silent(spec)
        spec.why_shut.append(says)

    for name, edit, why in (
        ("silent", silent, "Valencia is closed: nothing can enter or leave it."),
        ("spoken", spoken, "Fog lies on Valencia."),
    ):
        register(Expansion(name, name, "Fog.", edit))
        state = Setup.of(2, seed=4, expansions=(name,)).start()
        view = state.view(0)
        case = Case(view, 0, view.decision(0), "place", ["valencia"], GameNames(state.rules))
        assert sentence(case.not_placed("valencia")) == why
        king = state.rules.nodes[state.king]
        assert "King" in case.not_placed(king), "his own region is closed by him"


def test_a_full_place_takes_nobody_more() -> None:
    state = draw({"court": "red 5", "granada": "blue 1"}, "6-51", king="valencia")
    assert "beside" not in verbs(state, "place")
    play(state, "red place granada")
    assert "granada" not in verbs(state, "place")
    assert "beside" in verbs(state, "place")
    assert why_not(state, 0, "place granada") == ("There is room only in Beside Granada now.")


def test_a_card_that_may_place_nobody() -> None:
    state = draw({"court": "red 3, blue 2"}, "6-57")
    assert offers(state) == ["red special", "red end"]
    assert why_not(state, 0, "place castillo") == (
        "Card 6-57 (Courts empty) does not let you place any caballeros."
    )


def test_carriers_at_court_are_placed_after_the_plain_ones() -> None:
    state = draw({"court": "red 1, red-gold 2"}, "6-51")
    play(state, "red place castillo", "red place castillo")
    assert count(state, "red", "castillo") == 1
    assert count(state, "red-gold", "castillo") == 1


# -- special actions ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "closed", "opened"),
    [
        ("6-51", {"granada", "fort", "colony"}, {"old-castile", "beside"}),
        ("6-55", {"granada", "fort", "colony", "old-castile", "castillo"}, {"beside"}),
        ("1-02", {"granada", "fort", "colony", "old-castile"}, {"castillo", "beside"}),
    ],
)
def test_whatever_brings_from_the_court_asks(card: str, closed: set[str], opened: set[str]) -> None:
    goals = set(verbs(begun({"court": "red 3", "granada": "blue 2"}, card), "place"))
    assert not goals & closed
    assert goals >= opened


def test_a_carrier_rides_along_and_others_do_not_throw_it_into_the_castillo() -> None:
    state = begun({"colony": "red-gold 1, blue-gold 1", "fort": "blue 1"}, "6-53")
    assert "blue-gold colony" in verbs(state, "pick")
    play(state, "red pick blue-gold colony")
    assert "castillo" not in verbs(state, "put")
    assert "fort" not in verbs(state, "put"), "one stands there"
    assert why_not(state, 0, "put fort") == "Fort is full."
    play(state, "red put aragon", "red pick blue fort")
    assert "castillo" not in verbs(state, "put"), "nobody leaves the fort for it"
    assert why_not(state, 0, "put castillo").startswith("Nobody may leave Fort")
    play(state, "red put seville")
    assert count(state, "blue-gold", "aragon") == 1


def test_nobody_is_picked_who_can_go_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark without a goal would end the move."""
    state = draw({"aragon": "red 1", "seville": "red 1"}, "1-10")
    closed = state.rules.place_index["aragon"]
    monkeypatch.setattr(state.rules, "may_leave", lambda s, by, kind, source, _: source != closed)
    play(state, "red special")
    assert verbs(state, "pick") == ["red seville"]


def test_others_send_plain_ones_and_their_carriers_but_no_black() -> None:
    state = begun(
        {"aragon": "blue 1, black 1", "colony": "blue-gold 1", "court": "blue 1, green 1"}, "2-05"
    )
    assert verbs(state, "send") == ["blue aragon", "blue court", "blue-gold colony"]
    play(state, "blue send blue-gold colony")
    assert count(state, "blue-gold", "province") == 1


def test_a_caballero_of_each_player_is_no_others_carrier_and_not_black() -> None:
    board = {"aragon": "blue 1, black 1, blue-gold 1", "seville": "green 1, red 1, red-gold 1"}
    state = begun(board, "2-06")
    assert verbs(state, "send") == [
        "red seville", "blue aragon", "green seville", "red-gold seville",
    ]  # fmt: skip
    assert why_not(state, 0, "send black aragon") == (
        "This card sends back players' caballeros, and Black is not a player."
    )


def test_short_provinces_are_made_up_from_carriers_too() -> None:
    board = {
        "court": "red 25", "aragon": "red 3", "castillo": "red 6", "colony": "red-gold 2",
        "seville": "black 2",
    }  # fmt: skip
    state = draw(board, "6-51", power=4, done=False)
    play(state, "red load colony") if verbs(state, "load") else None
    assert state.decision().step == "fetch"
    assert offers(state) == ["red fetch aragon", "red fetch-kind red-gold colony", "red done"]
    code = state.rules.code("fetch-kind red-gold colony")
    assert answer(code, state.rules) == "fetch Red Gold from Colony"
    assert why_not(state, 0, "fetch-kind blue-gold colony") == (
        "You can fetch only your own caballeros, not Blue's."
    )
    play(state, "red fetch-kind red-gold colony")
    assert count(state, "red-gold", "court") == 1


def test_who_is_fetched_is_asked_where_plain_ones_and_carriers_stand_together() -> None:
    board = {"court": "red 25", "castillo": "red 7", "colony": "red 3, red-gold 1"}
    state = draw(board, "6-51", power=4, done=False)
    play(state, "red done")
    guide = Guide(Setup.of(3, seed=1, expansions=("rooms",)), state.rules, UNICODE)
    view = state.view(0)
    first = offers_of_keys.offer(view, view.decision(0).codes, guide)
    assert len(first.targets["colony"]) == 2
    second = offers_of_keys.offer(view, first.targets["colony"], guide, narrowed=True)
    found = [(choice.verb, choice.codes) for choice in second.choices]
    assert sorted(found) == [
        (verb, (state.rules.code(f"{verb} {what}"),))
        for verb, what in (("fetch", "colony"), ("fetch-kind", "red-gold colony"))
    ]
    assert len({choice.key for choice in second.choices}) == 2
    assert len({choice.label for choice in second.choices}) == 2


# -- by disk ----------------------------------------------------------------------------


def test_all_is_all_whatever_a_colour_has() -> None:
    state = begun({"aragon": "blue 34", "court": "green 36"}, "2-08")
    play(state, "blue disk aragon")
    assert count(state, "blue", "province") == WHOLE
    state = begun({"court": "green 36"}, "6-57")
    assert count(state, "green", "province") == WHOLE
    state = begun({"aragon": "red 36"}, "6-59")
    for _ in range(WHOLE):
        play(state, "red pick red aragon", "red put seville")
    assert count(state, "red", "seville") == WHOLE


def test_by_disk_those_beside_leave_first() -> None:
    state = begun({"granada": "blue 2", "beside": "blue 1"}, "2-07")
    play(state, "blue disk granada")
    assert (count(state, "blue", "granada"), count(state, "blue", "beside")) == (1, 0)


def test_whoever_flees_takes_the_room_there_is_and_else_stands_beside() -> None:
    """Black goes with its holder, and stays where there is no way but the court."""
    board = {"aragon": "blue 3, green 2, black 1", "granada": "red 1"}
    state = begun(board, "4-05")
    state.board[state.rules.cell[HOLDER]] = 1
    play(state, "red evacuate aragon", "blue disk granada", "green disk old-castile")
    assert (count(state, "blue", "granada"), count(state, "blue", "beside")) == (1, 2)
    assert count(state, BLACK, "beside") == 1
    assert count(state, "green", "court") == 2
    state = begun(board, "4-05")
    state.board[state.rules.cell[HOLDER]] = 1
    play(state, "red evacuate aragon", "blue disk old-castile", "green disk seville")
    assert count(state, "blue", "court") == 3
    assert count(state, BLACK, "aragon") == 1


def test_the_castillo_is_emptied_of_all_kinds_of_a_seat() -> None:
    """Whoever has but black inside sets a disk; without room there is the place beside."""
    board = {"castillo": "red 2, red-gold 1, black 1", "granada": "green 1"}
    state = draw(board, "6-51", round_=3)
    rng = random.Random(3)
    while state.decision().step != "disks":
        codes = state.legal(state.decision().seat)
        ends = [code for code in codes if state.rules.verb(code) in ("end", "done")]
        state.apply(state.decision().seat, ends[0] if ends else rng.choice(codes))
    inside = state.board[:]
    state.board[state.rules.cell[HOLDER]] = 1
    assert state.rules.asked_for_disks(state) == (0, 1)
    state.board[:] = inside
    before = {kind: count(state, kind, "castillo") for kind in ("red", "red-gold")}
    assert before == {"red": 2, "red-gold": 1}
    rooms = 2 - sum(count(state, kind, "granada") for kind in state.rules.kinds)
    beside = count(state, "red", "beside")
    for seat in state.owing():
        disk = "granada" if seat == 0 else "old-castile"
        play(state, f"{COLOURS[seat]} disk {disk}")
    assert count(state, "red", "beside") - beside >= 2 - max(rooms, 0)
    assert count(state, "red-gold", "castillo") == 0
    assert count(state, BLACK, "castillo") == 1, "it has neither a court nor provinces"


def test_the_king_is_followed_as_far_as_there_is_room() -> None:
    state = begun({"aragon": "red 2, blue 2", "granada": "green 1"}, "6-52", king="aragon")
    play(state, "red king granada")
    for _ in range(3):
        play(state, offers(state)[0])
    held = sum(count(state, kind, "granada") for kind in state.rules.kinds)
    assert held == 2
    assert sum(count(state, kind, "beside") for kind in state.rules.kinds) == 2


# -- positions and whole games -----------------------------------------------------------


def test_a_family_is_laid_out_together_and_comes_back() -> None:
    state = draw({"aragon": "red 3, red-gold 2", "seville": "black-gold 1"}, "6-51")
    said = describe(state)
    assert said["seat"][0]["caballeros"] == {"aragon": 3, "province": WHOLE - 5}
    assert said["neutral"]["red-gold"] == {"aragon": 2}
    again = lay_out(state.rules, said, seed=9)
    assert again == state
    said["neutral"]["red-gold"] = {"aragon": 3}
    with pytest.raises(ContentError, match=r"seat red.caballeros: 1 too many, as there are 36"):
        lay_out(state.rules, {**said, "digest": ""}, seed=9)


def families(state: State) -> list[int]:
    rules = state.rules
    return [
        sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
        for family in rules.families
    ]


def check(state: State, events: list[Event]) -> None:
    """What the expansion forbids has not happened."""
    rules = state.rules
    assert families(state) == list(rules.family_start)
    assert min(state.board[: rules.at_score]) >= 0
    for name, most in ROOMS.items():
        place = rules.place_index[name]
        assert sum(state.count(kind, place) for kind in rules.all_kinds) <= most
    for event in events:
        if not isinstance(event, Moved):
            continue
        nature = rules.kind_nature[event.kind]
        source, target = rules.places[event.source], rules.places[event.target]
        if nature == "neutral":
            assert target not in ("court", "province")
        if nature == "carrier" and event.by != rules.kind_owner[event.kind]:
            assert target != "province"
            assert target != "castillo"
        if target in ("fort", "colony") and nature != "neutral":
            assert rules.place_region[event.source] >= 0
        assert (source, target) != ("fort", "castillo")


@pytest.mark.parametrize("seed", range(20))
def test_random_games_keep_to_every_answer(seed: int) -> None:
    """Conserved by families, replayed by their text, the same through JSON, said in words."""
    setup = Setup.of(2 + seed % 4, seed=seed, expansions=("rooms",))
    state = setup.start()
    rng = random.Random(seed)
    if seed % 2:
        # Everybody abroad, so that the provinces are short.
        for kind in range(state.rules.n_seats):
            for _ in range(state.count(kind, state.rules.provinces)):
                goal = rng.choice((*state.rules.board_places, state.rules.castillo))
                if state.rules.places[goal] not in ROOMS:
                    state.move(-1, kind, state.rules.provinces, goal, 1)
        check(state, [])
    first = state.copy()
    lines = []
    while not state.over:
        seat = rng.choice(state.owing())
        codes = state.legal(seat)
        assert len(set(codes)) == len(codes)
        kinds = sorted({state.rules.verb(code) for code in codes})
        verb = rng.choice(kinds)
        code = rng.choice([code for code in codes if state.rules.verb(code) == verb])
        lines.append((seat, state.rules.text(code)))
        if rng.random() < 0.02:
            view = state.view(seat)
            plain = json.loads(json.dumps(view.to_plain()))
            assert View.from_plain(state.rules, plain) == view
            assert view.legal(seat) == codes
            assert prompt(view.decision(seat), state.rules)
            assert lay_out(state.rules, describe(state), seed=1) == state
        events: list[Event] = []
        state.apply(seat, code, events.append)
        check(state, events)
    for seat, text in lines:
        code = first.rules.code(text)
        assert first.is_legal(seat, code)
        first.apply(seat, code)
    assert first.digest() == state.digest()
