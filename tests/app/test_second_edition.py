"""The second edition on the screen: whole games of every set, the dummy, modifiers, stacks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from phases import dummy
from tables import Bench, Inline, fresh, press, running, screen_text, seen, sit, table_screen, typed
from textual.pilot import Pilot

from drawing import FIRST, answer_next, table
from elgrande.app.answering.offer import offer
from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import read
from elgrande.app.dialogs.explain import target_rows
from elgrande.app.panes import cards_pane, courts, status
from elgrande.app.panes import forecast as forecast_pane
from elgrande.app.panes.forecast import forecast
from elgrande.app.panes.glyphs import ASCII, UNICODE, folded
from elgrande.app.panes.text_runs import cells, plain
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.map.chart import load
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.words import prompt
from elgrande.rules import State
from elgrande.saves import Paths

ALL = (
    "new-regency", "old-hands-competition", "old-hands-infiltration", "old-hands-stand-in",
    "old-hands-veto", "power-shift",
)  # fmt: skip
SETS = [(), ("new-regency",), ("power-shift",), ALL[1:5], ALL]
SETS_IDS = ["alone", "new-regency", "power-shift", "old-hands", "all"]
SMALL, LARGE = (80, 24), (160, 48)


def game(players: int, seed: int, *sets: str, persons: str = "R", **others: Any) -> Setup:
    """A short game of the second edition."""
    return fresh(players, seed, persons, edition="2023", expansions=sets, short=True, **others)


# -- whole games -----------------------------------------------------------


GAMES = [
    pytest.param(players, sets, id=f"{players}-{name}", marks=[pytest.mark.long] * (number % 2))
    for at, (name, sets) in enumerate(zip(SETS_IDS, SETS, strict=True))
    for number, players in enumerate((2, 3, 4, 5), at)
]
"""Every set at every number of players, half of them in the long tests."""


@pytest.mark.long
@pytest.mark.parametrize(("players", "sets"), GAMES)
@pytest.mark.parametrize("every", [44, pytest.param(11, marks=pytest.mark.long)])
def test_every_moment_can_be_drawn(every: int, players: int, sets: tuple[str, ...]) -> None:
    """A random game: what all panes show of some of its moments, in both sorts of signs."""
    house = {"merged_stacks": True} if players == 3 else {}
    seed = 7 * players + len(sets)
    setup = game(players, seed, *sets, house=house)
    state = setup.start()
    chance = random.Random(seed)
    guides = [Guide(setup, state.rules, glyphs) for glyphs in (UNICODE, ASCII)]
    steps = 0
    while not state.over:
        seat = state.owing()[0]
        if steps % every == 0:
            for guide in guides:
                look_at(state, seat, guide)
        state.apply(seat, chance.choice(state.legal(seat)))
        steps += 1
    assert steps > 50
    look_at(state, 0, guides[0])


def look_at(state: State, seat: int, guide: Guide) -> None:
    """Draws everything, and checks that each row is as wide as it should be."""
    view = state.view(seat)
    for size in ("compact", "huge"):
        chart = load(size)
        drawn = draw(chart, read(view, guide), guide.glyphs)
        assert {cells(row) for row in plain(drawn)} == {chart.width}
    for width, height in ((28, 19), (60, 16)):
        for rows in (
            courts.rows(view, guide, width, height, (seat,)),
            cards_pane.rows(view, guide, width, height, 0, ()),
            status.status_rows(view, guide, width + 52),
        ):
            assert len(rows) <= height
            assert len({cells(row) for row in plain(rows)}) == 1
    if state.over:
        return
    decision = view.decision(seat)
    assert len(prompt(decision, guide.rules, guide.names)) <= 160
    asked = offer(view, decision.codes, guide)
    keys = [choice.key for choice in asked.choices]
    assert all(keys)
    assert len(keys) == len({*keys})
    offered = [code for choice in asked.choices for code in choice.codes]
    offered += [code for codes in asked.targets.values() for code in codes]
    assert sorted(offered) == sorted(decision.codes), "nothing legal is out of reach"
    forecast_pane.rows(forecast(view, guide), None, guide, 74)
    for name in guide.rules.targets:
        target_rows(view, guide, name, 70)


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "sets", "size"),
    [(2, (), SMALL), (4, ALL, SMALL), *(pytest.param(*game, marks=pytest.mark.long) for game in (
        (2, ALL, LARGE), (3, ("power-shift",), SMALL), (5, ("new-regency",), LARGE)))],
)  # fmt: skip
@pytest.mark.whole
async def test_a_whole_game_by_keys(
    players: int, sets: tuple[str, ...], size: tuple[int, int]
) -> None:
    bench = sit(setup=game(players, players, *sets), bots=True)
    app = bench.app()
    chance = random.Random(players)
    async with running(app, size=size) as (_, pilot):
        for _ in range(300):
            if isinstance(app.screen, FinalScreen):
                break
            if not isinstance(app.screen, TableScreen):
                await press(pilot, "escape")
                continue
            answering = table_screen(app).turn.answering
            assert answering is not None, "nobody is asked and the game is not over"
            asked = answering.offer
            keys = [choice.key for choice in asked.choices]
            keys += [answering.guide.key(target) for target in asked.targets]
            await press(pilot, *typed(answering, chance.choice(keys)))
            # A turn that ends too early is said once; the same answer again ends it.
            assert "can still" in (said := table_screen(app).turn.refusal) or not said
        assert isinstance(app.screen, FinalScreen)
        assert bench.table.over
    verbs = {command.split()[0] for command in bench.commands}
    assert {"card", "place"} <= verbs
    assert ("shift" in verbs) == ("power-shift" in sets)


# -- the dummy and merged stacks -------------------------------------------


def two(board: str = "", **others: Any) -> Bench:
    """A table of two, drawn, with the dummy."""
    state = table(board, seats="RB", edition="2023", **others)
    sets = tuple(others.get("expansions", "").split())
    setup = fresh(2, 1, "R", edition="2023", expansions=sets, position=describe(state))
    return sit(setup=setup, bots=True)


def after_the_dummy() -> tuple[State, Guide]:
    """Red has the lowest card, so Blue and the dummy have acted."""
    setup = game(2, 3)
    state = setup.start()
    while not (state.actor >= 0 and "taken by" in card_text(state, setup)):
        answer_next(state, FIRST)
    return state, Guide(setup, state.rules, UNICODE)


def card_text(state: State, setup: Setup) -> str:
    """The pane of cards, if the dummy has acted."""
    guide = Guide(setup, state.rules, UNICODE)
    text = "\n".join(plain(cards_pane.rows(state, guide, 60, 16)))
    return text if "Dummy" in text else ""


def test_the_dummy_is_seen_in_every_pane() -> None:
    state, guide = after_the_dummy()
    (kind,) = guide.rules.unplayed
    assert guide.rules.kinds[kind] not in guide.rules.colours, "a colour of its own"
    sign = UNICODE.piece(guide.rules.kinds[kind])
    power = state.cell("dummy-power")
    taken = next(row for row in plain(cards_pane.rows(state, guide, 60, 16)) if "Dummy" in row)
    assert f"taken by {sign} Dummy" in taken
    wide = plain(courts.rows(state, guide, 60, 7))
    assert wide[-1].startswith(f" {sign} Dummy  plays {power}  took ")
    assert wide[-1].endswith(f"{state.count(kind, guide.rules.provinces)} left")
    assert sum("hand" in row for row in wide) == 2, "nobody's hand makes room for it"
    narrow = plain(courts.rows(state, guide, 28, 19))
    assert narrow[-1].startswith(f" {sign} Dummy {power} took ")
    turns = plain(status.status_rows(state, guide, 80))[0]
    assert f"{sign}{power} Dummy" in turns
    assert f"{sign}" in "\n".join(plain(draw(load("compact"), read(state, guide), UNICODE)))
    told = "\n".join(plain(forecast_pane.rows(forecast(state, guide), None, guide, 74)))
    assert "The dummy holds ranks but scores nothing" in told


def test_merged_stacks_are_called_by_both_numbers() -> None:
    setup = game(2, 3)
    state = setup.start()
    guide = Guide(setup, state.rules, UNICODE)
    assert len(state.slots) == 4
    for width in (28, 60):
        heads = [row for row in plain(cards_pane.rows(state, guide, width, 40)) if " left" in row]
        assert [row.endswith("19 left of 2/3") for row in heads] == [False, True, False]
    assert [guide.names.stack(slot.stack) for slot in state.slots] == ["1", "2/3", "4", "5"]


@pytest.mark.parametrize("mouse", [False, True], ids=["keys", "mouse"])
async def test_a_caballero_of_the_dummy_is_moved(mouse: bool) -> None:
    bench = two("aragon: B1 G2", king="new-castile", face="1-06", card="1-06")
    async with running(bench.app(), "s") as (app, pilot):
        await aim(pilot, "aragon", mouse)
        text = screen_text(app)
        assert "whose caballero?" in text
        assert f"{UNICODE.piece('green')} Dummy" in text
        await press(pilot, "g")
        await aim(pilot, "galicia", mouse)
    assert bench.commands == ["special", "pick green aragon", "put galicia"]


async def aim(pilot: Pilot[Any], target: str, mouse: bool) -> None:
    """Points at a region by its key or with a click."""
    pane = table_screen(pilot.app).query_one(MapPane)  # type: ignore[arg-type]
    if mouse:
        slot = pane.chart.labels[target][0]
        await pilot.click(MapPane, offset=(slot.x + 3, slot.y))
        await press(pilot)
    else:
        await press(pilot, {"aragon": "3", "galicia": "1"}[target])


async def test_the_dummys_value_cannot_be_played_and_it_says_so() -> None:
    bench = sit(setup=game(2, 5), bots=True)
    value = bench.table.state.cell("dummy-power")
    async with running(bench.app()) as (app, pilot):
        await press(pilot, "0123456789abcdefg"[value])
        assert f"the dummy has the {value}" in screen_text(app).lower()
    assert bench.sent == []


async def test_the_card_that_it_took_can_be_read_but_not_taken() -> None:
    bench = dummy()
    async with running(bench.app(), "4") as (app, pilot):
        assert "The dummy has removed card 5-01 (King anywhere)." in screen_text(app)
        assert "Your Majesty" in await seen(pilot, "down", "down", "question_mark")
        await press(pilot, "escape", "enter")
        assert table_screen(app).turn.refusal.startswith("The dummy has removed")
    assert bench.sent == []


async def test_help_tells_of_the_dummy() -> None:
    bench = sit(setup=game(2, 5), bots=True)
    async with running(bench.app(), "question_mark", size=LARGE) as (app, _):
        assert "Dummy: nobody plays it." in screen_text(app)


# -- modifiers -------------------------------------------------------------


def modifiers(bench: Bench) -> list[str]:
    """The ids of Red's modifiers."""
    state = bench.table.state
    return [state.rules.extra_hand[index] for index in state.extras(0)]


def at_power(seed: int) -> Bench:
    """A game whose modifiers have been passed, with Red to play a power card."""
    setup = fresh(3, seed, "R", edition="2023", expansions=("power-shift",), starter="red")
    bench = sit(setup=setup, bots=True)
    bench.bots.start()  # type: ignore[union-attr]
    bench.table.send(0, [f"pass {modifiers(bench)[0]}"])
    assert bench.table.state.decision(0).step == "power"
    return bench


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
async def test_a_power_card_with_a_modifier_by_keys(size: tuple[int, int]) -> None:
    bench = at_power(3)
    app = bench.app()
    names = modifiers(bench)
    async with running(app, size=size) as (_, pilot):
        assert sum(f"[{key}]" in screen_text(app) for key in range(1, 14)) == 13
        assert "The 9: on its own, or with a modifier?" in await seen(pilot, "9")
        assert "[0] alone" in screen_text(app)
        assert "play a power card" in await seen(pilot, "escape")
        await press(pilot, "9", "2")
    assert bench.commands[0] == f"shift 9 {names[1]}"


async def test_the_second_question_by_mouse_and_by_typing() -> None:
    bench = at_power(3)
    async with running(bench.app(), "9") as (app, pilot):
        screen = table_screen(app)
        row = next(i for i, r in enumerate(screen_text(app).split("\n")) if "[0] alone" in r)
        x = screen_text(app).split("\n")[row].index("[0]")
        await pilot.click(offset=(x + 1, row))
        await press(pilot)
        assert screen.turn.refusal == ""
    assert bench.commands[0] == "power 9"
    bench = at_power(3)
    async with running(bench.app()) as (_, pilot):
        await press(pilot, "colon", *f"shift 8 {modifiers(bench)[0]}", "enter")
    assert bench.commands[0].startswith("shift 8 ")


@pytest.mark.long
async def test_the_list_of_answers_and_the_palette_have_each_of_them() -> None:
    for keys in (["m", *"shift"], ["ctrl+p", *"answer: play the 7 with"]):
        bench = at_power(3)
        async with running(bench.app(), *keys) as (app, pilot):
            await app.workers.wait_for_complete()
            await press(pilot, *["down"] * (keys[0] != "m"), "enter")
        assert bench.commands[0].startswith("shift "), keys[0]


def test_modifiers_of_one_value_are_told_apart_in_short() -> None:
    bench = at_power(3)
    guide = Guide(bench.table.setup, bench.table.rules, UNICODE)
    short = [guide.forms(name)[-1] for name in bench.table.rules.extra_hand]
    assert len(set(short)) == len(short)
    assert {"+1", "+1Le", "+1Ri", "±0Sc", "±0Sh"} <= {*short}


def test_courts_show_card_modifier_and_total_and_what_is_known_of_hands() -> None:
    bench = at_power(3)
    state = bench.table.state
    guide = Guide(bench.table.setup, state.rules, UNICODE)
    names = modifiers(bench)
    own = plain(courts.rows(state.view(0), guide, 60, 15))
    for name in names:
        assert guide.name(name) in own[2]
    left = plain(courts.rows(state.view(0), guide, 60, 15))
    assert ", 2 hidden" in "\n".join(left), "Red knows one of Blue's three"
    assert ", 3 hidden" in "\n".join(left)
    spectator = "\n".join(plain(courts.rows(state.view(None), guide, 60, 15)))
    assert spectator.count(", 3 hidden") == 3
    bench.table.send(0, [f"shift 9 {names[0]}"])
    state = bench.table.state
    total = state.rules.initiative(state, 0)
    row = next(r for r in plain(courts.rows(state.view(1), guide, 60, 15)) if "plays 9 " in r)
    assert f"plays 9 {guide.name(names[0])} = {str(total).replace('-', '−')}" in row
    narrow = "\n".join(plain(courts.rows(state.view(1), guide, 28, 19)))
    added = guide.display.added(state, 0)
    assert added is not None
    assert f"9{added.sign}=" in narrow
    turns = plain(status.status_rows(state, guide, 80))[0]
    assert f"{UNICODE.piece('red')}{total}" in turns


@pytest.mark.parametrize("height", [8, 15])
@pytest.mark.parametrize("seed", [3, 29, 49])
def test_a_hand_that_has_no_room_is_told_in_signs_and_never_cut_in_a_name(
    seed: int, height: int
) -> None:
    """Beside the card and modifier of the round, as below it in a high pane."""
    bench = at_power(seed)
    bench.table.send(0, [f"shift 8 {modifiers(bench)[0]}"])
    view = bench.table.state.view(0)
    guide = Guide(bench.table.setup, view.rules, UNICODE)
    left = [view.rules.extra_hand[index] for index in view.extras(0)]
    long, short = ([f(name) for name in left] for f in (guide.name, lambda n: guide.forms(n)[-1]))
    for width in range(courts.ROOMY - 14 * (height > 8), 72):
        own = plain(courts.rows(view, guide, width, height))[1 + (height > 8)].rstrip()
        known = [own.endswith(" ".join(names)) for names in (long, short)]
        assert any(known) or own.endswith("…"), (width, own)


async def test_a_modifier_is_passed_behind_the_curtain() -> None:
    setup = fresh(3, 3, "RB", edition="2023", expansions=("power-shift",))
    bench = sit(setup=setup, bots=True)
    async with running(bench.app()) as (app, pilot):
        assert isinstance(app.screen, CurtainScreen)
        first = modifiers(bench)
        await press(pilot, "2")
        assert bench.sent == []
        assert "[3]" in await seen(pilot, "enter")
        await press(pilot, "2")
        assert bench.sent == [(f"pass {first[1]}",)]
        assert isinstance(app.screen, CurtainScreen), "the other must not see it"
        assert "Bruno makes a secret choice" in screen_text(app)


async def test_an_ability_is_offered_with_what_it_does() -> None:
    bench = next(
        found
        for found in (at_power(seed) for seed in range(40))
        if "plus-2-levy" in modifiers(found)
    )
    app = bench.app()
    at = modifiers(bench).index("plus-2-levy") + 1
    async with running(app, "7", str(at)) as (_, pilot):
        for _ in range(20):
            if not isinstance(app.screen, TableScreen):
                await press(pilot, "escape")
                continue
            answering = table_screen(app).turn.answering
            assert answering is not None
            if answering.decision.step == "use_ability":
                break
            await press(pilot, *typed(answering, answering.offer.choices[0].key))
        text = screen_text(app)
        assert "use your modifier +2 Levy, or skip it" in text
        assert "use +2 Levy " in text
        assert "Take 1 caballero from the province " in text
        await press(pilot, "y")
    assert "ability" in bench.commands


def test_names_are_folded_cell_by_cell() -> None:
    for text in ("Cataluña", "Aragón", "−2 Levy", "±0 Ride", "plain"):
        assert folded(text).isascii()
        assert len(folded(text)) == len(text)
    assert folded("Ольга") == "Ольга", "a name of another script is better than nothing"


async def test_in_ascii_the_second_edition_is_ascii() -> None:
    bench = sit(setup=game(2, 4, *ALL), bots=True)
    bench.glyphs = ASCII
    async with running(bench.app(), size=LARGE) as (app, _):
        text = screen_text(app)
        assert text.isascii()
        assert "Cataluna" in text


# -- afterwards ------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
async def test_a_finished_game_is_counted_and_looked_at_again(players: int, tmp_path: Path) -> None:
    """All pages of the end, then the replay with other eyes, by rounds and answers."""
    setup = game(players, 6, *ALL, persons="")
    app = ElGrande(Games(Paths(tmp_path), Inline), setup=setup, bots=("steward",))
    async with running(app) as (_, pilot):
        assert isinstance(app.screen, FinalScreen)
        await press(pilot, *["right"] * 4, "p")
        assert isinstance(app.screen, ReplayScreen)
        seen = screen_text(app)
        for key in (
            "3",
            "down",
            "v",
            "tab",
            "right",
            "down",
            "v",
            "tab",
            "pagedown",
            "left",
            "end",
        ):
            await press(pilot, key)
            assert isinstance(app.screen, ReplayScreen)
            assert screen_text(app) != seen
        assert app.screen.replaying.at == app.screen.replaying.last
        await press(pilot, "q")
        assert not isinstance(app.screen, ReplayScreen)
