"""Power cards that are action cards: the page on which a hand is chosen, the round as a pane."""

from __future__ import annotations

import pytest
from pictures import take
from tables import Bench, fresh, press, running, screen_text, seen, sit

from drawing import answer_next, table
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.answers import HandScreen
from elgrande.app.dialogs.explain import ExplainScreen
from elgrande.app.panes import power_cards, round_pane
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.text_runs import cells, plain
from elgrande.content.setup import Setup
from elgrande.rules import State

RED = 0
WITH = {"expansions": ("intrigue",), "house": {"cards": 31}}
BRIDGE = {"bridge-from": "galicia", "bridge-to": "valencia"}
HANDS = (
    "R: 10 20 25 40 63 75 93 100 115 135 160 165"
    " | B: 10 20 25 30 63 75 93 100 115 135 160 165"
    " | G: 13 20 25 40 63 75 93 100 115 135 160 165"
    " | Y: 10 20 25 40 63 75 93 100 115 135 160 165"
)


def game(players: int = 4) -> tuple[Setup, Guide]:
    setup = Setup.of(players, seed=1, **WITH)
    return setup, Guide(setup, setup.ruleset(), UNICODE)


def in_round(hand: str = HANDS, **others: object) -> State:
    """Four have played; red acts first."""
    return table("", seats="RBGY", power="R130 B40 G10 Y15", hand=hand, turn="",
                 expansions="intrigue", cards=31, **others)  # fmt: skip


def begin(persons: str = "RB", **house: object) -> Bench:
    house = {"cards": 31, **house}
    return sit(setup=fresh(2, 1, persons, expansions=("intrigue",), house=house, starter="red"))


def text(rows: list[round_pane.Row]) -> str:
    return "\n".join(plain(rows))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize(("width", "height"), [(76, 20), (76, 36), (118, 37), (76, 12)])
def test_every_card_can_be_read_on_the_page(glyphs: object, width: int, height: int) -> None:
    setup, _ = game()
    guide = Guide(setup, setup.ruleset(), glyphs)  # type: ignore[arg-type]
    values = guide.rules.power_values[::-1]
    for at, value in enumerate(values):
        rows, _ = power_cards.hand_rows(guide, {10, 180}, at, width, height)
        assert len(rows) == height
        assert {cells(row) for row in plain(rows)} == {width}
        said = guide.display.abilities(guide.rules, guide.names)[value]
        shown = " ".join(text(rows).split())
        assert f"{value} {said.name}, brings" in shown
        assert said.text in shown, "the whole text of the card under the cursor"
    assert "High 1, middle 0, low 1. Together they bring 6." in shown


def test_the_round_is_told_a_row_a_seat() -> None:
    state = in_round()
    _, guide = game()
    rows = round_pane.rows(state.view(RED), guide, 27, 21)
    assert {cells(row) for row in plain(rows)} == {27}
    said = text(rows)
    assert "▸♚130 ● 5 King" in said
    assert "40 ■ 4 Veto" in said
    assert "15 ◆ 2 Five riders" in said
    assert " § 10 ▲ 1 Intrigue" in said
    assert "your hand, 12 cards" in said
    assert text(round_pane.rows(state.view(None), guide, 27, 21)).count("your hand") == 0


def test_the_card_of_another_seat_is_explained_with_what_it_can_still_hold() -> None:
    state = in_round()
    _, guide = game()
    blue = round_pane.stops(state.view(RED), guide)[1]
    assert blue.seat == 1
    said = " ".join(text(round_pane.rows(state.view(RED), guide, 47, 30, blue)).split())
    assert "40 Veto" in said
    assert "Brings 5; you may use it." in said
    assert "12 of these in hand: 10-35 50-180" in said, "what has been played is not among them"
    small = text(round_pane.rows(state.view(RED), guide, 27, 14, blue))
    assert "50-180" in small, "at the smallest size, too"
    while state.actor != blue.seat:
        answer_next(state, min)
    taken = text(round_pane.rows(state.view(RED), guide, 47, 30, blue))
    assert "You may use it." in taken, "what it brings is at the court"


def test_what_lies_on_the_board_is_told_and_marked() -> None:
    cells_ = {**BRIDGE, "quarantined": "aragon"}
    hands = HANDS.replace("G: 13 20 25 40 63 75 93", "G: 13 20 25 40 63 75")
    hands = hands.replace("Y: 10 20 25 40 63", "Y: 10 20 25 40")
    state = in_round(hands, cells=cells_, king="seville", scoreboards="840 aragon",
                     played="Y: 63 | G: 93")  # fmt: skip
    _, guide = game()
    said = text(round_pane.rows(state.view(RED), guide, 47, 30))
    assert "bridge" in said
    assert "quarantine" in said
    marks = {mark.target: mark for mark in guide.display.marks(state, guide.names)}
    assert marks["galicia"].text == "═9"
    assert marks["valencia"].text == "═1"
    assert marks["aragon"].hatched


@pytest.mark.parametrize("value", [10, 93, 63, 150])
def test_where_there_is_little_room_the_card_in_question_is_told_whole(value: int) -> None:
    state = table(
        "",
        seats="RBGY",
        power="B40 G10 Y15",
        turn="",
        starter="blue",
        hand=HANDS.replace("R: 10", "R: 10 150"),
        expansions="intrigue",
        cards=31,
    )
    _, guide = game()
    ability = guide.display.abilities(guide.rules, guide.names).get(value)
    assert ability is not None
    view = state.view(RED)
    stop = round_pane.RoundStop(ability.card, value=value)
    rows = round_pane.rows(view, guide, 27, 14, stop, (), (10, 20))
    said = " ".join(text(rows).split())
    assert len(rows) <= 14
    assert ability.text in said
    assert "[ 20]" in said
    assert "40" in said.partition(ability.name)[0], "what has been played is there, be it in brief"


async def test_the_choice_begins_on_its_page_which_fills_a_hand_too() -> None:
    bench = begin("R")
    async with running(bench.app(), "1", "enter") as (app, pilot):
        bench.table.send(1, ["disk seville"])
        await press(pilot)
        assert isinstance(app.screen, HandScreen)
        assert "Ana, in secret: keep 13 of 31 cards" in take(app).text
        await press(pilot, "right", "space", "b")
        assert "13 of 13 cards" in take(app).text
        await press(pilot, "z")
        assert "0 of 13 cards" in take(app).text
        await press(pilot, "b", "escape")
        assert len(bench.sent[-1]) == 13, "what is marked is kept when the page closes"
        assert not isinstance(app.screen, HandScreen), "and it does not come back by itself"
        await press(pilot, "m", "d")
        assert bench.commands[-1] == "done"


async def test_the_page_has_its_help_and_says_the_way_back() -> None:
    bench = begin("R")
    async with running(app := bench.app(), "1", "enter") as (_, pilot):
        bench.table.send(1, ["disk seville"])
        await press(pilot)
        page = app.screen
        assert isinstance(page, HandScreen)
        assert "? helps" in screen_text(app)
        await press(pilot, "question_mark")
        assert isinstance(app.screen, ExplainScreen)
        assert "Ana, in secret: keep 13 of 31 cards for the whole game." in screen_text(app)
        assert "so far" not in screen_text(app), "the page knows how many are marked by now"
        await press(pilot, "escape")
        assert app.screen is page
        await press(pilot, "escape")
        said = [note.message for note in app._notifications]
        assert said == ["m opens the page of cards again."]
        await press(pilot, "m")
        assert isinstance(app.screen, HandScreen)


async def test_a_card_is_played_by_the_cursor_or_by_its_value() -> None:
    bench = begin("R", hand="dealt")
    state = bench.table.state
    bench.table.send(0, ["disk seville"])
    bench.table.send(1, ["disk seville"])
    state = bench.table.state
    assert state.stack[-1].step == "power"
    hand = state.hand(RED)
    async with running(bench.app()) as (app, pilot):
        assert f"▶{hand[0]:>3}◀" in screen_text(app)
        assert f"▶{hand[1]:>3}◀" in await seen(pilot, "right")
        await press(pilot, *str(hand[-1])[:1])
        await press(pilot, "escape", *str(hand[-1]), "enter")
        assert bench.commands == [f"power {hand[-1]}"]
