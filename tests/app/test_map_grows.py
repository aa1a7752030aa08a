"""A map of fourteen places: drawn, lit, clicked, walked to, and said, in every size.

Each golden was looked at before it was accepted.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from overseas import overseas
from syrupy.assertion import SnapshotAssertion
from tables import press, running, screen_text, seen, sit

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import CrowdBadge, Troop, read
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import plain
from elgrande.cli.plain.queries import sentences
from elgrande.content.map.chart import SIZES
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames

SCREENS = {"compact": (80, 24), "large": (120, 36), "huge": (160, 48)}
LIT = ("ship", "america", "seville")
GLYPHS = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])


def picture(game: Setup, size: str, glyphs: Glyphs, cursor: str) -> str:
    state = game.start()
    guide = Guide(game, state.rules, glyphs)
    scene = replace(read(state, guide, LIT), cursor=cursor)
    chart = guide.charts[size]
    rows = plain(draw(chart, scene, glyphs))
    assert {len(row) for row in rows} == {chart.width}
    return "\n".join(rows)


@GLYPHS
@pytest.mark.parametrize("size", SIZES)
def test_golden(size: str, glyphs: Glyphs, snapshot: SnapshotAssertion) -> None:
    drawn = picture(overseas(), size, glyphs, "france")
    assert drawn == snapshot
    assert drawn.isascii() == (glyphs is ASCII)


def test_a_number_is_all_who_count_and_a_badge_says_what_some_carry() -> None:
    game = overseas()
    state = game.start()
    spots = {spot.id: spot for spot in read(state, Guide(game, state.rules, UNICODE)).spots}
    gold = spots["ship"].troops
    assert gold is not None
    assert [(t.colour, t.count) for t in gold] == [("red", 2), ("green", 1)]
    assert [badge.number for badge in gold[0].badges] == [1]
    assert isinstance(gold[0].badges[0], CrowdBadge)
    assert spots["ship"].posts[0].troops == (Troop("blue", 1),)
    assert [t.colour for t in spots["old-castile"].apart] == ["green", "black"]
    assert spots["granada"].shut
    assert not spots["granada"].taboo


@pytest.mark.parametrize("size", SIZES)
async def test_keys_arrows_and_clicks_reach_what_the_map_has_gained(size: str) -> None:
    """Card 1-07: pick up whom to move, then put them down. A place of two asks which."""
    async with running(sit(setup=overseas()).app(), "s", size=SCREENS[size]) as (app, pilot):
        pane = app.screen.query_one(MapPane)
        assert pane.chart.name == size
        text = screen_text(app)
        for lit in ("Fra[n]ce", "Sh[i]p", "Ame[r]ica", "[t]"):
            assert lit in text, lit
        assert "Ship: whose caballero?" in await seen(pilot, "i")
        await press(pilot, "escape")
        box = pane.chart.insets["america"]
        await pilot.click(MapPane, offset=(box.x + 3, box.y + box.height - 1))
        await pilot.pause()
        assert pane.cursor == "america"
        assert "America: whose caballero?" in screen_text(app)
        await press(pilot, "escape")
        pane.point("seville")
        pane.focus()
        reached = []
        for way in ("down", "right", "right", "up"):
            await press(pilot, way)
            reached.append(pane.cursor)
        assert reached == ["ship", "america", "mediterranean", "castillo"]
        pane.point("basque")
        await press(pilot, "right", "right", "up")
        assert pane.cursor == "france"


def test_every_place_of_a_region_is_said_by_its_name() -> None:
    game = overseas()
    state = game.start()
    names = GameNames(state.rules, [p.name for p in game.players], game.content.labels,
                  game.content.cards)  # fmt: skip
    said = "\n".join(map(str, sentences(state, names)))
    for name in ("Captain", "Ambassador", "Envoy", "Viceroy", "Ship", "America", "Mediterranean"):
        assert name in said, name


def test_a_tenth_region_without_a_key_gets_a_letter_of_its_name_that_is_free() -> None:
    """Its first letters answer other things at the table, as ``s`` and ``a`` do."""
    game = overseas()
    guide = Guide(game, game.ruleset(), UNICODE)
    given = {target: guide.key(target) for target in guide.rules.targets}
    assert given == {**given, "france": "n", "ship": "i", "america": "r", "mediterranean": "t"}
    assert len({*given.values()}) == len(given)
