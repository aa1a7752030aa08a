"""What expansions bend, on the screen: seven stacks, other turns, places outside the regions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tables import fresh, people, press, running, screen_text, sit, table_screen, typed

from drawing import table
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import read
from elgrande.app.panes import cards_pane
from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import cells, plain
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.content import expansion as expansions
from elgrande.content.map.chart import SIZES, load
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from seam.turns import ERRANDS, OWN

PANE = (28, 19)
"""The cells of the pane at 80x24."""


def choosing() -> Any:
    """A table of three with seven cards face up, of whom the first chooses."""
    bench = sit(setup=Setup.of(3, seed=3, expansions=("colonies",)))
    chance = random.Random(1)
    table = bench.table
    while table.state.decision().step != "choose_card":
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    return bench


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_card_has_a_line_and_one_its_whole_text(glyphs: Glyphs) -> None:
    table = choosing().table
    seat = table.state.owing()[0]
    view = table.state.view(seat)
    guide = Guide(table.setup, table.rules, glyphs)
    lit = [slot.card for slot in view.slots]
    assert len(lit) == 7
    for cursor in range(7):
        rows = plain(cards_pane.rows(view, guide, *PANE, cursor, lit))
        assert len(rows) <= PANE[1]
        assert {cells(row) for row in rows} == {PANE[0]}
        for at, (card, row) in enumerate(zip(lit, rows, strict=False)):
            info = guide.card(card)
            assert info is not None
            marks = glyphs.left + glyphs.right if at == cursor else "[]"
            assert row.startswith(f"{marks[0]}{at + 1}{marks[1]} {info.short}")
        info = guide.card(lit[cursor])
        assert info is not None
        assert f"{cursor + 1} {info.name}" in rows[7]
        assert info.text in " ".join(" ".join(rows).split())
        if left := view.slots[cursor].left:
            assert rows[cursor].rstrip().endswith(f"{left} left")
        assert "more in this stack" not in "\n".join(rows), "its line says so"


def test_a_taken_card_says_whose_it_is() -> None:
    table = choosing().table
    seat = table.state.owing()[0]
    card = table.state.slots[5].card
    table.send(seat, [f"card {table.rules.cards[card].id}"])
    guide = Guide(table.setup, table.rules, UNICODE)
    row = plain(cards_pane.rows(table.state.view(seat), guide, *PANE, 0))[5]
    assert row.rstrip().endswith(f"{UNICODE.piece(guide.colour(seat))} {guide.player(seat)}")


async def test_six_and_seven_are_keys() -> None:
    bench = choosing()
    ids = [bench.table.rules.cards[slot.card].id for slot in bench.table.state.slots]
    async with running(bench.app(), "escape", "up") as (app, pilot):
        assert "▶7◀ Score later" in screen_text(app)
        await press(pilot, "6")
        assert bench.commands == [f"card {ids[5]}"]


# -- turns that take no face-up card, and what may be done besides, at the table by keys


IDS = (OWN.id, ERRANDS.id)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in (OWN, ERRANDS):
        monkeypatch.setitem(expansions._REGISTERED, one.id, one)


async def test_a_round_by_keys() -> None:
    bench = sit(setup=fresh(2, 11, expansions=IDS), bots=True)
    app = bench.app()
    chance = random.Random(2)
    asked: dict[str, str] = {}
    texts: list[str] = []
    async with running(app) as (_, pilot):
        while bench.table.state.round < 3:
            if isinstance(app.screen, CurtainScreen):
                await press(pilot, "enter")
                continue
            answering = table_screen(app).turn.answering
            assert answering is not None
            asked.setdefault(answering.decision.step, screen_text(app))
            offer = answering.offer
            if answering.decision.step == "choose_card":
                card = answering.decision.codes[0] - bench.table.rules.CARD
                texts.append(answering.guide.card_name(card))
            keys = [choice.key for choice in offer.choices]
            assert all(keys), "everything that can be done has a key"
            keys += [answering.guide.key(target) for target in offer.targets]
            key = chance.choice(keys)
            await press(pilot, *typed(answering, key))
            if not isinstance(app.screen, CurtainScreen):
                told = table_screen(app).turn.refusal
                if told.endswith(" again ends the turn."):  # what is free can still be done
                    assert told.startswith(
                        ("You can still muster", "You can still drift", "You can still place")
                    )
                    await press(pilot, *typed(answering, key))
            assert table_screen(app).turn.refusal == ""
    verbs = {command.split()[0] for command in bench.commands}
    assert {"card", "muster", "drift", "put"} <= verbs
    shown = asked["choose_card"]
    assert "muster a caballero" in shown
    assert shown.count(texts[0]) > 1, "what can be chosen is explained in the pane, too"


async def test_the_pane_has_nothing_to_walk_over() -> None:
    bench = sit(setup=fresh(2, 11, expansions=IDS), bots=True)
    async with running(bench.app(), size=(120, 40)) as (app, pilot):
        pane = app.screen.query_one(CardsPane)
        pane.focus()
        await press(pilot, "down", "up", "enter")
        assert pane.cursor == -1


# -- the King outside the regions and a Grande inside the Castillo, on the screen ------


BENT = "new-regency old-hands-competition"


def setup(king: str, home: str = "") -> Setup:
    """A game with Red to choose a card: Entourage is there, and Red has a court."""
    state = table(
        "castillo: R2 B1 | aragon: R2 B1 G1", court="R4", king=king, home=home, face="5-12",
        edition="2023", expansions=BENT,
    )  # fmt: skip
    return Setup(
        people(state.rules.colours, None), seed=1, edition="2023", expansions=tuple(BENT.split()),
        position=describe(state),
    )  # fmt: skip


def picture(game: Setup, size: str) -> str:
    """The map of a game."""
    state = game.start()
    chart = load(size)
    return "\n".join(plain(draw(chart, read(state, Guide(game, state.rules, UNICODE)), UNICODE)))


@pytest.mark.parametrize("size", SIZES)
def test_abroad_he_stands_under_the_countrys_name(size: str) -> None:
    for node, name in (("france", "France"), ("portugal", "Portugal")):
        drawn = picture(setup(node), size)
        assert f"{UNICODE.king} {name}" in drawn
        assert UNICODE.hatch not in drawn, "nothing is closed"


@pytest.mark.parametrize("size", SIZES)
def test_beside_the_castillo_it_is_closed_and_his(size: str) -> None:
    game = setup("beside-castillo", home="R castillo, B aragon")
    state = game.start()
    scene = read(state, Guide(game, state.rules, UNICODE))
    castillo = scene.spots[-1]
    assert castillo.king
    assert castillo.taboo
    assert castillo.grandes == ("red",)
    assert not any(spot.taboo or spot.king for spot in scene.spots[:-1])
    assert UNICODE.hatch in picture(game, size)
    assert UNICODE.king in picture(game, size)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_entourage_is_played_by_keys(size: tuple[int, int]) -> None:
    """Card, special action, region, and whose caballero rides along."""
    bench = sit(setup=setup("aragon", home="R castillo"))
    async with running(bench.app(), size=size) as (app, pilot):
        for key in ("5", "s", "7"):
            await pilot.press(key)
            await pilot.pause()
        assert "[b] take one of Bruno's along" in screen_text(app)
        await pilot.press("b")
        await pilot.pause()
    assert bench.commands[:4] == ["card 5-12", "special", "king seville", "along blue"]
