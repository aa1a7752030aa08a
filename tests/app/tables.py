"""Tables for tests of the app: drawn positions, a recording loopback Chair, inline bots."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from chairs import loopback
from drawing import COLOURS
from elgrande.app.answering.answering import Answering
from elgrande.app.answering.offer import by_value
from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import UNICODE, Glyphs
from elgrande.app.saved_games.game_opener import OpenGame
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.setup import Player, Setup
from elgrande.rules import State
from elgrande.saves import Journal, SaveError, SaveSummary
from elgrande.table import Chair, History, Reply, Table, new_game
from patience import eventually

NAMES = {"red": "Ana", "blue": "Bruno", "green": "Clara", "yellow": "Diego", "white": "Elena"}


class Inline:
    """Bots that answer at once in the same thread, by their own fixed chance."""

    def __init__(self, table: Table, seed: int = 1) -> None:
        self.table = table
        self.chance = random.Random(seed)
        self.busy = False
        self.stopped = False
        self.hurried = 0
        self.on_spoken: Any = None
        self.on_failed: Any = None

    def hurry(self) -> None:
        self.hurried += 1

    def start(self) -> None:
        self.table.subscribe(lambda _entry: self.play())
        self.play()

    def stop(self) -> None:
        self.stopped = True

    def play(self) -> None:
        if self.busy:
            return
        self.busy = True
        table = self.table
        while seats := [s for s in table.state.owing() if s not in table.persons]:
            code = self.chance.choice(table.state.legal(seats[0]))
            table.send(seats[0], [table.rules.text(code)])
        self.busy = False


@dataclass
class Bench:
    """A table, the Chair at it, and everything that was sent through that Chair."""

    table: Table
    chair: Chair
    sent: list[tuple[str, ...]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """What was asked through that Chair."""
    glyphs: Glyphs = UNICODE
    games: Any = None
    bots: Inline | None = None

    def app(self) -> ElGrande:
        """The app, sitting at this table as soon as it runs."""
        self.games = OneGame(self)
        return ElGrande(self.games, setup=self.table.setup, glyphs=self.glyphs, bots=("steward",))

    @property
    def commands(self) -> list[str]:
        """All commands that were sent, gestures taken apart."""
        return [command for gesture in self.sent for command in gesture]


@dataclass
class OneGame:
    """Games for the app under test: whatever it opens is the one on the bench."""

    bench: Bench
    listed: list[SaveSummary] = field(default_factory=list)
    opened: list[object] = field(default_factory=list)
    closed: int = 0

    def new(self, setup: Setup) -> OpenGame:
        self.opened.append(setup)
        return OpenGame(self.bench.chair, "test", (), self.bench.bots, self._close)

    def open(self, which: object) -> OpenGame:
        self.opened.append(which)
        return OpenGame(self.bench.chair, "test", (), self.bench.bots, self._close)

    def saves(self) -> list[SaveSummary]:
        return self.listed

    def read(self, which: object) -> Journal:
        raise SaveError(f"there is no {which} here")

    def _close(self) -> None:
        self.closed += 1


def sit(
    state: State | None = None,
    *,
    persons: Sequence[str] | None = None,
    setup: Setup | None = None,
    bots: bool = False,
    make: Callable[[Table], Chair] = loopback,
    **house: Any,
) -> Bench:
    """A bench at a drawn position (everybody a person unless said), or at a new game.

    ``make`` says what is between the Chair and the table.
    """
    if state is not None:
        colours = state.rules.colours
        short = 4 not in state.rules.rounds
        setup = Setup(people(colours, persons), seed=1, short=short, house=house)
        assert setup.ruleset() is state.rules, "draw the position with the same house rules"
        table = Table(setup, History([state]))
        table.answer_forced()
    else:
        assert setup is not None
        table = new_game(setup)
    chair = make(table)
    bench = Bench(table, chair)
    asked = chair._ask

    def note_asked(message: dict[str, Any]) -> dict[str, Any]:
        bench.asked.append(message["ask"])
        return asked(message)

    chair._ask = note_asked
    send = chair.send

    def record(seat: int, commands: Sequence[str]) -> Any:
        reply = send(seat, commands)
        if reply:
            bench.sent.append(tuple(commands))
        return reply

    begin = chair.begin

    def note(seat: int, commands: Sequence[str]) -> Any:
        reply = begin(seat, commands)
        if isinstance(reply, Reply) and reply:
            bench.sent.append(tuple(commands))
        return reply

    chair.send = record  # type: ignore[method-assign]
    chair.begin = note  # type: ignore[method-assign]
    if bots:
        bench.bots = Inline(table)
    return bench


def people(colours: Sequence[str], persons: Sequence[str] | None = None) -> tuple[Player, ...]:
    """Players with names; those whose colour letter is not among ``persons`` are bots."""
    who = set(colours) if persons is None else {COLOURS[letter] for letter in persons}
    return tuple(Player(c, NAMES[c], "person" if c in who else "random") for c in colours)


def fresh(players: int, seed: int, persons: str = "R", **others: Any) -> Setup:
    """A Setup of a new game."""
    setup = Setup.of(players, seed=seed, **others)
    colours = [player.colour for player in setup.players]
    return replace(setup, players=people(colours, persons))


def screen_text(app: App[Any]) -> str:
    """What stands on the screen, row by row."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def table_screen(app: ElGrande) -> TableScreen:
    """The table's screen, wherever it is in the stack."""
    from elgrande.app.screens.table_screen import TableScreen

    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def typed(answering: Answering, key: str) -> tuple[str, ...]:
    """The keys for a choice: numbers digit by digit, and Enter where more digits could follow."""
    values = [str(value) for value in answering.guide.rules.power_values]
    asked = any(by_value(answering.guide.rules, verb) for verb in answering.offer.verbs)
    more = asked and key in values and any(v.startswith(key) and v != key for v in values)
    return (*key, *(["enter"] if more else []))


@asynccontextmanager
async def running(
    app: App[Any], *keys: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Any, Pilot[Any]]]:
    """An app that runs, after some keys, and who presses more."""
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        yield app, pilot


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys and lets everything settle; menu and shelf are given the time to fill."""
    await settle(pilot)
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def seen(pilot: Pilot[Any], *keys: str) -> str:
    """Presses keys, and returns what stands on the screen then."""
    await press(pilot, *keys)
    return screen_text(pilot.app)


async def settle(pilot: Pilot[Any]) -> None:
    """Waits until nothing is left to do."""
    await pilot.pause()
    screen = pilot.app.screen
    if not getattr(screen, "filled", True):
        await eventually(lambda: screen.filled or pilot.app.screen is not screen, "a full list")  # type: ignore[attr-defined]
        await pilot.pause()
