"""Every pane at every width and height from nothing on: a window is dragged through all of them.

No pane is named here. Whatever a screen shows is drawn, and a screen that no walk opens is a fault.
"""

from __future__ import annotations

import random
import traceback
from pathlib import Path
from typing import Any

import pytest
import test_closed_screens
from kinds import import_all, kinds_of
from phases import Phase, app_in, go
from tables import Bench, fresh, press, settle, sit
from test_served_pictures import SCREENS
from textual.geometry import Size
from textual.pilot import Pilot

from elgrande.app.panes.line_widget import LineWidget
from elgrande.visitor.served_app import ServedApp

WIDTHS, HEIGHTS = range(131), range(51)
NARROW, LOW = 31, 2
"""Below these there is no room for what has to be said, and most can go wrong."""


def few_sizes() -> list[Size]:
    """Every width with a height by lot, every height with a width by lot, half of them narrow."""
    lot = random.Random(1996)
    sizes = [Size(width, lot.choice(HEIGHTS)) for width in (*WIDTHS[:NARROW], *WIDTHS[NARROW::7])]
    return sizes + [Size(lot.choice(WIDTHS[: NARROW * 2]), height) for height in HEIGHTS]


def all_sizes() -> list[Size]:
    """Every width with every low height and with some others."""
    heights = [*HEIGHTS[:LOW], *HEIGHTS[LOW::24]]
    return [*few_sizes(), *(Size(width, height) for width in WIDTHS for height in heights)]


class Sweep:
    """Draws all panes of a screen at many sizes, and keeps what went wrong."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.faults: list[str] = []
        self.seen: set[tuple[type, type, str | None, str]] = set()
        self.now: Size | None = None
        real = LineWidget.size.fget
        # A size of no rows or no columns is false.
        size = property(lambda pane: real(pane) if self.now is None else self.now)
        monkeypatch.setattr(LineWidget, "size", size)

    def over(self, screen: Any, sizes: list[Size], moment: str = "") -> None:
        """Draw what stands on a screen; at a moment each pane is drawn once."""
        for pane in screen.query(LineWidget):
            told = (type(screen), type(pane), pane.id, moment)
            if told not in self.seen and (pane.rows or pane._source is not None):
                self.seen.add(told)
                self.draw(pane, sizes)

    def draw(self, pane: LineWidget, sizes: list[Size]) -> None:
        for size in sizes:
            self.now = size
            try:
                pane.on_resize()
                if pane._source is not None:
                    pane._source(*size)
                for y in range(min(size.height, 2)):
                    pane.render_line(y)
            except Exception as error:
                at = traceback.extract_tb(error.__traceback__)[-1]
                self.faults.append(
                    f"{pane!r} of {pane.screen!r} at {size.width}x{size.height}: {error!r} in "
                    f"{Path(at.filename).name}, line {at.lineno}"
                )
        self.now = None
        pane.on_resize()


GAMES: dict[str, dict[str, Any]] = {
    "base": {"players": 5},
    "colonies": {"players": 4, "expansions": ("colonies",)},
    "grandissimo": {"players": 5, "expansions": ("grandissimo",)},
    "intrigue": {"players": 3, "expansions": ("intrigue",)},
    "2023 for two": {"players": 2, "edition": "2023"},
}
MOMENTS: dict[str, tuple[str, ...]] = {
    "TableScreen": (),
    "ForecastScreen": ("f",),
    "ScoringScreen": ("S", "enter"),
    "ExplainScreen": ("question_mark",),
}
"""The screens over a table, and the keys that open them."""


def played(game: str, seed: int = 7) -> Bench:
    """One person among others, to answer in a short game after its first general scoring."""
    others = {**GAMES[game]}
    bench = sit(setup=fresh(others.pop("players"), seed, short=True, **others))
    table, chance = bench.table, random.Random(seed)
    while table.state.round < 5 or 0 not in table.state.owing():
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    return bench


async def at_tables(pilot: Pilot[Any], sweep: Sweep, game: str, sizes: list[Size]) -> None:
    await go(pilot, Phase(lambda: played(game)))
    table = pilot.app.screen
    for screen, keys in MOMENTS.items():
        await press(pilot, *keys)
        assert type(pilot.app.screen).__name__ == screen, game
        sweep.over(pilot.app.screen, sizes, game)
        while pilot.app.screen is not table:
            await pilot.app.pop_screen()


async def test_every_pane_of_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each kind of game its share of the sizes; long, all at each."""
    sweep, sizes = Sweep(monkeypatch), few_sizes()
    async with app_in(tmp_path).run_test(size=(120, 40)) as pilot:
        for at, game in enumerate(GAMES):
            await at_tables(pilot, sweep, game, sizes[at :: len(GAMES)])
    assert sweep.faults == []


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[pytest.mark.whole] * bool(at)) for at, game in enumerate(GAMES)],
)
async def test_every_pane_of_a_table_at_every_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    sweep = Sweep(monkeypatch)
    async with app_in(tmp_path).run_test(size=(120, 40)) as pilot:
        await at_tables(pilot, sweep, game, all_sizes())
    assert sweep.faults == []


@pytest.mark.long
async def test_every_pane_of_every_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands still anywhere on the walk over all screens, and at a server."""
    import_all()
    sweep, paused = Sweep(monkeypatch), Pilot.pause
    busy, sizes = False, few_sizes()[::2]

    async def swept(pilot: Pilot[Any], delay: float | None = None) -> None:
        nonlocal busy
        await paused(pilot, delay)
        if not busy:
            busy = True
            sweep.over(pilot.app.screen, sizes)
            busy = False

    monkeypatch.setattr(Pilot, "pause", swept)
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        await go(pilot, Phase(lambda: played("intrigue")))
        await test_closed_screens.walk(pilot)
    for make, keys in SCREENS.values():
        async with ServedApp(make()).run_test(size=(80, 24)) as pilot:  # type: ignore[arg-type]
            await settle(pilot)
            await press(pilot, *keys)
    drawn = {kind for _, kind, _, _ in sweep.seen}
    missed = {
        kind.__name__
        for kind in kinds_of(LineWidget)
        if not any(issubclass(one, kind) for one in drawn)
    }
    assert missed == set(), "the walk in test_closed_screens must show it"
    assert sweep.faults == []
