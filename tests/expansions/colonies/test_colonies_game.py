"""The game as a whole: random games, words, secrets, saves, positions, refusals, bots."""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING, Any

import pytest
from colonies_drawn import drawn, game
from colonies_held import begun, check, choice
from colonies_table import FEW, FEW_FILE, FILE, ROWS, table
from colonies_table import play as play_at_random
from laid import score_generally
from tallied import Counts

from drawing import play
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.reading import read
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import plain
from elgrande.bots.bot import Request
from elgrande.bots.steward import Steward
from elgrande.cli.plain.board import sentences
from elgrande.content.expansion import offered
from elgrande.content.files import ContentError
from elgrande.content.map.chart import SIZES
from elgrande.content.positions.position_format import describe, lay_out
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import Names, answer, prompt, say_event, why_not
from elgrande.rules import Generator, State, View
from elgrande.rules.commands import Command
from elgrande.rules.events import Event, from_plain, to_plain
from elgrande.saves import Paths, Store
from elgrande.table import load, new_game, replay
from elgrande.table.saved_game import header

if TYPE_CHECKING:
    from pathlib import Path

OWN_VERBS = (
    "sail",
    "claim",
    "one-more",
    "take-space",
    "move-table",
    "turn-down",
    "put",
    "place",
    "pick",
)


# -- options and refusals ------------------------------------------------------------


def test_it_is_offered_with_the_first_edition_alone() -> None:
    assert "colonies" in [one.id for one in offered("1996")]
    assert "colonies" not in [one.id for one in offered("2023")]


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ({"edition": "2023"}, "can only be played with 1996"),
        ({"expansions": ("colonies", "grandissimo")}, "cannot be combined with Grandissimo"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    others: dict[str, Any], says: str
) -> None:
    with pytest.raises(ContentError, match=f"^[^\n]*{says}[^\n]*$"):
        Setup.of(3, **{"seed": 1, "expansions": ("colonies",), **others}).start()


def test_six_rounds_and_nine_and_seven_stacks() -> None:
    assert game(5, short=True).ruleset().rounds == (2, 3, 5, 6, 8, 9)
    rules = game(2).ruleset()
    assert rules.stacks == (1, 2, 3, 4, 5, 6, 7)
    assert len([card for card in rules.cards if card.stack == 7]) == 11


def test_its_pages_are_found() -> None:
    book = reference(game())
    for word, page in (("viceroy", "america"), ("leg", "ship"), ("wares", "discs")):
        assert page in [entry.id for entry in book.search(word)[:3]]
    every = {step for _, entries in book.chapters for entry in entries for step in entry.steps}
    new = {"lay_out_colonies", "sail_to", "claim_discs", "take_spaces", "turn_down", "move_table"}
    assert new <= every


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_map_shows_discs_offices_and_the_table_wherever_it_lies(
    size: str, glyphs: Glyphs
) -> None:
    board = "captain: blue 1 | ship: red-gold 1, red 1 | mediterranean: black 1 | envoy: red 1"
    setup = game(4)
    for name in setup.ruleset().regions:
        if name == "france":
            continue
        state = drawn(board, table=name, gold=1)
        guide = Guide(setup, state.rules, glyphs)
        chart = guide.charts[size]
        rows = plain(draw(chart, read(state, guide, ("ship",)), glyphs))
        assert {len(row) for row in rows} == {chart.width}
        text = "\n".join(rows)
        assert text.isascii() is (glyphs is ASCII)
        assert "/10" in text, name
        red, gold, black = ("●", "¤", "†") if glyphs is UNICODE else ("R", "o", "i")
        assert f"{red}2{gold}" in text
        assert f"{black}1" in text
        assert "+3" in text


ASK = "they take minutes: ELGRANDE_ALL_GAMES=1 asks for them"


# -- many games ----------------------------------------------------------------------


def through_json(state: State, rng: random.Random) -> None:
    view = state.view(rng.choice((*state.owing(), None)))
    assert View.from_plain(state.rules, json.loads(json.dumps(view.to_plain()))) == view
    told = json.loads(json.dumps(describe(state)))
    assert lay_out(state.rules, told, seed=1) == state


@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_conserve_replay_and_go_through_json(seed: int) -> None:
    first = begun(seed)
    state, rng, rules = first.copy(), random.Random(seed), first.rules
    lines = []
    while not state.over:
        if rng.random() < 0.05:
            through_json(state, rng)
        seat, code = choice(state, rng)
        lines.append(rules.format(Command(seat, code)))
        state.apply(seat, code)
        check(state)
    for line in lines:
        command = rules.parse(line)
        assert first.is_legal(command.seat, command.code)
        first.apply(command.seat, command.code)
    assert first.digest() == state.digest()


def test_the_table_of_many_games_has_no_zero() -> None:
    counts = Counts()
    assert play_at_random(5, counts).over
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:]
    rows = {line.split(",")[0]: [int(n) for n in line.split(",")[1:]] for line in lines}
    assert tuple(rows) == ROWS
    assert all(0 not in row for row in rows.values())
    assert all(offer >= done >= changed for offer, done, changed in rows.values())


@pytest.mark.long
def test_some_hundred_random_games_lead_to_their_table() -> None:
    assert table(FEW) == FEW_FILE.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.skipif("ELGRANDE_ALL_GAMES" not in os.environ, reason=ASK)
def test_two_thousand_random_games_lead_to_the_table() -> None:
    assert table() == FILE.read_text(encoding="utf-8")


def test_everything_is_said_in_words_and_legal_in_all_worlds() -> None:
    setup = game(4, 7)
    names, rng, state = Names.of(setup), random.Random(7), setup.start()
    rules = state.rules
    while not state.over:
        seat = rng.choice(state.owing())
        if rng.random() < 0.25:
            view = state.view(seat)
            dealt = view.sample(Generator.seeded(rng.randrange(1000)))
            assert dealt.view(seat) == view
            assert dealt.legal(seat) == state.legal(seat)
            decision = view.decision(seat)
            texts = [prompt(decision, rules, names), *sentences(view, names, seat=seat)]
            labels = [answer(code, rules, names, decision) for code in decision.codes]
            assert len(set(labels)) == len(labels)
            texts += labels
            verb = rng.choice(OWN_VERBS)
            first = rules.base[verb]
            more = [t for t in rules.vocabulary.texts[first:] if t.split()[0] == verb]
            for text in rng.sample(more, 3):
                reason = why_not(view, seat, text, names)
                assert reason or rules.code(text) in decision.codes, text
                texts.append(reason)
            assert not [text for text in texts if "_" in text or "-beside" in text]
        events: list[Event] = []
        state.apply(*choice(state, rng), events.append)
        for event in events:
            assert from_plain(json.loads(json.dumps(to_plain(event)))) == event
            assert "_" not in say_event(event, rules, names)


STEWARDS = [(3, 40), *(pytest.param(n, 9999, marks=pytest.mark.long) for n in (2, 4))]


@pytest.mark.parametrize(("players", "answers"), STEWARDS)
def test_steward_plays_legally(players: int, answers: int) -> None:
    state = game(players, 5, short=True).start()
    bot, chance = Steward(), Generator.seeded(5)
    while not state.over and answers:
        answers -= 1
        seat = state.owing()[0]
        view = state.view(seat)
        found = bot.choose(Request(view, view.decision(seat), (), 4, chance))
        assert state.is_legal(seat, found.code)
        state.apply(seat, found.code)
    assert state.over or not answers


# -- saves and positions at each new kind of decision ----------------------------------


def half_set() -> State:
    state = game(2).start()
    play(state, "red disk aragon")
    return state


def mid_leg() -> State:
    state = drawn("ship: red-gold 1, red 1", players=2, gold=0)
    play(state, "red sail red-gold ship")
    return state


def may_claim() -> State:
    return drawn("america: red 1 | viceroy: black 1", players=2, holder="red")


def refilling() -> State:
    state = drawn("basque: blue 6 | basque-beside: red 1, black 1", "1-07", players=2,
                  king="aragon")  # fmt: skip
    play(state, "red special, pick blue basque, put galicia, done")
    return state


def first_call() -> State:
    state = drawn("mediterranean: blue 1", players=2, held="co-07 blue")
    play(state, "blue use co-07, turn-down 1-10")
    return state


def turning_down() -> State:
    state = drawn(players=2, held="co-07 blue")
    play(state, "blue use co-07")
    return state


def asked_again() -> State:
    state = drawn("aragon: blue 1 | granada: red 1", "1-10", players=2, held="co-06 blue")
    play(state, "red special, pick red granada, put galicia, done")
    return state


def late() -> State:
    state = drawn("aragon: red 1", players=2, held="co-11 red", home="red galicia")
    score_generally(state)
    return state


def delayed() -> State:
    state = drawn("", "co-10", players=2)
    play(state, "red special")
    return state


def moving_black() -> State:
    state = drawn("aragon: black 2", "gi-01", players=2)
    play(state, "red special, option 1")
    return state


KINDS = {
    "disks": half_set, "sail_to": mid_leg, "choose_card": may_claim, "take_spaces": refilling,
    "claim_discs": first_call, "turn_down": turning_down, "window": asked_again,
    "window-late": late, "score_later": delayed, "move_black": moving_black,
}  # fmt: skip


@pytest.mark.parametrize("step", KINDS)
def test_every_new_kind_of_decision_is_said_and_comes_back(step: str) -> None:
    state = KINDS[step]()
    assert state.stack[-1].step == step.partition("-")[0]
    names = Names.of(game(2))
    for seat in state.owing():
        decision = state.decision(seat)
        assert prompt(decision, state.rules, names).endswith(".")
        labels = [answer(code, state.rules, names, decision) for code in decision.codes]
        assert all(labels)
        assert len(set(labels)) == len(labels)
    told = json.loads(json.dumps(describe(state)))
    assert lay_out(state.rules, told, seed=1) == state


@pytest.mark.parametrize("step", KINDS)
def test_a_save_at_each_of_them_loads_replays_and_undoes(step: str, tmp_path: Path) -> None:
    state = KINDS[step]()
    setup = game(2, position=describe(state), house={"undo": "free"})
    store = Store(Paths(tmp_path))
    save = store.create("game", setup.ruleset().version, header(setup))
    played = new_game(setup, save)
    assert played.state.stack == state.stack
    seat = played.state.owing()[0]
    code = played.state.legal(seat)[0]
    played.send(seat, [played.rules.text(code)])
    played.undo([seat])
    assert played.state.stack == state.stack
    played.redo([seat])
    after = played.state.copy()
    played.close()
    assert load(store.open("game"), "game", None).state == after
    assert replay(store.read("game"), "game").state == after


@pytest.mark.parametrize(
    "players", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4, 5))]
)
def test_a_game_is_cut_everywhere_and_resumed(tmp_path: Path, players: int) -> None:
    store = Store(Paths(tmp_path))
    setup = game(players, 4, short=players < 4)
    rng = random.Random(4)
    save = store.create("game", setup.ruleset().version, header(setup))
    played = new_game(setup, save)
    cut = set()
    while not played.over:
        for _ in range(25):
            if not played.over:
                seat, code = choice(played.state, rng)
                played.send(seat, [played.rules.text(code)])
        played.close()
        save = store.open("game")
        cut.add(played.state.stack[-1].step if played.state.stack else "over")
        resumed = load(save, "game", save)
        assert resumed.state == played.state
        played = resumed
    played.close()
    assert len(cut) > 2


@pytest.mark.parametrize(
    ("board", "cells", "says"),
    [
        ("aragon-beside: red 1", {}, "beside a limit table in aragon; name that region here"),
        ("aragon: red-gold 1", {}, "neutral.red-gold, field 'aragon': 1 would be here, where none"),
        ("captain: red-gold 1", {}, "neutral.red-gold, field 'captain': 1 would be here"),
        ("", {"gold-supply": 5}, "so 4 are left in the supply; write 4"),
        ("", {"wares-lying": 9}, "there are only 6 Wares discs"),
        ("", {"limit-table": "france"}, "limit-table': write one of galicia"),
        ("", {"inquisitor": "white"}, "inquisitor"),
        ("france: red 2", {}, "2 caballeros stand .* room for 1; write fewer"),
    ],
)
def test_a_position_that_cannot_be_is_refused(board: str, cells: dict[str, Any], says: str) -> None:
    with pytest.raises(ContentError, match=says):
        drawn(board, cells=cells)


@pytest.mark.parametrize("field", ["king", "limit-table"])
def test_a_misspelt_value_is_answered_with_what_is_accepted(field: str) -> None:
    """The King comes to no region at sea; the limit table is in a region all game long (S0)."""
    setup = game(4)
    rules = setup.ruleset()
    data = describe(drawn(""))
    (data if field == "king" else data["cells"])[field] = "zzz"
    with pytest.raises(ContentError) as caught:
        lay_out(rules, data, seed=1)
    listed = str(caught.value).partition("one of ")[2].split(", ")
    never = {"ship", "america", "mediterranean"} if field == "king" else {"france", "nowhere"}
    assert "galicia" in listed
    assert not never & set(listed)
