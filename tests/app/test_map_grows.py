"""A map of fourteen places: drawn, lit, clicked, walked to, and said, in every size; named places.

Each golden was looked at before it was accepted.
"""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase
from types import SimpleNamespace

import pytest
from overseas import overseas
from syrupy.assertion import SnapshotAssertion
from tables import press, running, screen_text, seen, sit

from elgrande.app.answering import offer
from elgrande.app.answering.answering import Answering
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import Pointed, draw, pointed_at
from elgrande.app.board.map.label import Layout, flow, layouts
from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import CrowdBadge, Scene, Spot, Troop, read
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import plain
from elgrande.cli.plain.queries import sentences
from elgrande.content.display import Mark
from elgrande.content.map.chart import SIZES, Chart, TextSlot
from elgrande.content.map.charts import FREE, SHARED, UNUSED
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames
from elgrande.table.chair import Look

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


# -- named places on the map: how they are written, asked for and clicked; keys that are free


def place_scene() -> tuple[Guide, Scene]:
    game = overseas()
    state = game.start()
    guide = Guide(game, state.rules, UNICODE)
    return guide, read(state, guide)


def rows_of(chart: Chart, scene: Scene, region: str) -> list[str]:
    """Return what is drawn in the box of a region."""
    box = chart.insets[region]
    rows = plain(draw(chart, scene, UNICODE))[box.y : box.y + box.height]
    return [row[box.x : box.x + box.width] for row in rows]


def changed(scene: Scene, spot: Spot) -> Scene:
    return replace(scene, spots=tuple(spot if one.id == spot.id else one for one in scene.spots))


def spot_of(scene: Scene, region: str) -> Spot:
    return next(spot for spot in scene.spots if spot.id == region)


def test_the_free_letters_do_nothing_else_while_a_region_is_asked_for() -> None:
    wished = {key for keys in offer.WISHED.values() for key in keys}
    assert {*FREE} == {*ascii_lowercase} - offer.RESERVED - wished - {"c"}
    assert not {*UNUSED} & {*SHARED}


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_the_name_of_a_place_is_that_place(size: str) -> None:
    guide, scene = place_scene()
    chart = guide.charts[size]
    drawn = plain(draw(chart, scene, UNICODE))
    for region, place, signs in (("ship", "captain", "Capt"), ("france", "envoy", "Env")):
        found = [(row.find(signs), y) for y, row in enumerate(drawn) if signs in row]
        assert [pointed_at(chart, scene, UNICODE, x, y) for x, y in found] == [(region, place)]
    box = chart.insets["ship"]
    assert pointed_at(chart, scene, UNICODE, box.x + 2, box.y) == Pointed("ship")
    x, y = map(int, chart.centre("seville"))
    assert pointed_at(chart, scene, UNICODE, x, y) == Pointed("seville")
    assert pointed_at(chart, scene, UNICODE, 0, 0) == Pointed("")


def test_with_rows_to_spare_every_place_has_one_and_its_whole_name() -> None:
    guide, scene = place_scene()
    chart = guide.charts["huge"]
    drawn = "\n".join(plain(draw(chart, scene, UNICODE)))
    assert "Ambassador ▲ +2" in drawn
    assert "Envoy ● +1" in drawn


def test_on_one_row_the_crowd_stands_before_a_named_place() -> None:
    """Behind it, it would seem to stand in that place."""
    guide, scene = place_scene()
    chart = guide.charts["compact"]
    low = {**chart.insets, "ship": chart.insets["ship"]._replace(width=22, height=2)}
    rows = rows_of(replace(chart, insets=low), scene, "ship")
    assert rows[1].index("●2") < rows[1].index("Capt")


def test_nothing_leaves_its_box_and_what_is_cut_says_so() -> None:
    guide, scene = place_scene()
    chart = guide.charts["compact"]
    spot = replace(spot_of(scene, "ship"), names=("Enormous Vessel",), values=(123, 456, 789))
    small = replace(chart, insets={"ship": chart.insets["ship"]._replace(width=9, height=2)})
    drawn = plain(draw(small, changed(scene, spot), UNICODE))
    x, y, width, height = small.insets["ship"]
    bare = plain(draw(replace(chart, insets={}), scene, UNICODE))
    for row in range(y, y + height):
        assert "…" in drawn[row][:width]
        assert drawn[row][x + width :] == bare[row][x + width :]


def test_a_mark_stands_with_the_values_that_it_is_about() -> None:
    guide, scene = place_scene()
    chart = guide.charts["large"]
    spot = replace(spot_of(scene, "mediterranean"), marks=(Mark("mediterranean", "+22222"),))
    rows = rows_of(chart, changed(scene, spot), "mediterranean")
    assert [("4/2/1" in row, "+22222" in row) for row in rows if "+22222" in row] == [(True, True)]


def test_a_mark_never_touches_what_stands_before_it() -> None:
    _, scene = place_scene()
    mark = Mark("galicia", "table 1/10", short="1/10")
    galicia = replace(spot_of(scene, "galicia"), marks=(mark,))
    ways = layouts(galicia, "land", UNICODE)
    for width in range(12, 40):
        rows = flow([[TextSlot(0, y, width) for y in range(4)]], ways, "land", "…")
        lines = ["".join(run.text for run in runs) for _, runs in rows]
        assert not any("R1/10" in line or "Rtable" in line for line in lines), lines


def test_a_label_without_any_row_below_its_name_shows_nothing_there() -> None:
    assert list(flow([()], [Layout(([],), 1)], "text", "…")) == []


class Listening:
    """A chair that takes every answer, and notes it."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, seat: int, commands: tuple[str, ...]) -> SimpleNamespace:
        self.sent += commands
        return SimpleNamespace(refused="")


def asked(*commands: str) -> tuple[Answering, Listening]:
    """A person who may answer these, as an expansion could ask it."""
    game = overseas()
    state = game.start()
    rules = state.rules
    view = state.view(0)
    codes = tuple(map(rules.code, commands))
    look = Look(0, view, replace(view.decision(0), codes=codes), (), game.players, (0,), False)
    chair = Listening()
    guide = Guide(game, rules, UNICODE)
    return Answering(chair, guide, look, 0), chair  # type: ignore[arg-type]


def test_several_places_of_a_region_are_asked_for_by_place_and_numbered_in_order() -> None:
    now, chair = asked("place france", "place envoy", "place seville")
    now.press(now.guide.key("france"))
    assert now.asks == "Where in France?"
    assert [(choice.key, choice.label) for choice in now.offer.choices] == [
        ("1", "no named space"), ("2", "Envoy")]  # fmt: skip
    listed = [now.says(code) for code in now.offered]
    assert listed == ["place in France", "place in Envoy"], "the list of answers is this question's"
    now.press("2")
    assert chair.sent == ["place envoy"]


def test_a_click_on_a_named_place_answers_with_it() -> None:
    now, chair = asked("place ship", "place captain")
    now.point("ship", "captain")
    assert chair.sent == ["place captain"]
    now.point("ship")
    now.point("ship", "captain")
    assert chair.sent == ["place captain"] * 2, "it also answers the second question"
    now.point("ship", "viceroy")
    assert now.asks == "Where in Ship?"


def test_a_tenth_stack_has_a_key_that_one_press_gives() -> None:
    game = overseas()
    rules = game.start().rules
    guide = Guide(game, rules, UNICODE)
    many = SimpleNamespace(slots=[SimpleNamespace(card=card) for card in range(12)])
    codes = [rules.code(f"card {rules.cards[card].id}") for card in (0, 8, 9, 11)]
    wished = [offer._wish(many, code, guide, narrowed=False) for code in codes]  # type: ignore[arg-type]
    assert wished == ["1", "9", "", ""]
    keys: list[str] = []
    for wish in wished:
        keys.append(offer._key(wish, set(keys)))
    assert keys == ["1", "9", "y", "o"]
