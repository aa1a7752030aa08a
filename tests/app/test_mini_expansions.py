"""The King outside the regions and a Grande inside the Castillo, on the screen."""

from __future__ import annotations

import pytest
from tables import people, running, screen_text, sit

from drawing import table
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import read
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.content.map.chart import SIZES, load
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup

IDS = "new-regency old-hands-competition"


def setup(king: str, home: str = "") -> Setup:
    """A game with Red to choose a card: Entourage is there, and Red has a court."""
    state = table(
        "castillo: R2 B1 | aragon: R2 B1 G1", court="R4", king=king, home=home, face="5-12",
        edition="2023", expansions=IDS,
    )  # fmt: skip
    return Setup(
        people(state.rules.colours, None), seed=1, edition="2023", expansions=tuple(IDS.split()),
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
        assert "[o] take one of Bruno's along" in screen_text(app)
        await pilot.press("o")
        await pilot.pause()
    assert bench.commands[:4] == ["card 5-12", "special", "king seville", "along blue"]
