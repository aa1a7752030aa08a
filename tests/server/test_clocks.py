"""The clocks of served games: what a seat has spent stays spent until its next answer is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from elgrande.content.setup import PERSON, Setup
from elgrande.lobby.records import DAY, NO_CLOCK, QUICK
from elgrande.server.clocks import Clocks, ClockStep
from elgrande.server.index import LobbyIndex
from elgrande.server.limits import Options
from elgrande.table import new_game

GAME = "game-1"
ALLOWED = {DAY: 86_400.0, QUICK: 120.0 + 600.0}


class Timed:
    """A table of two, its clocks, and the time."""

    def __init__(self, folder: Path, clock: str) -> None:
        self.now, self.clock = 1_000.0, clock
        options = Options(folder, folder)
        self.index = LobbyIndex(folder / "lobby.sqlite")
        self.index.insert(
            "games", name=GAME, state="running", wish="{}", owner="", word="w", clock=clock,
            listed=0, made=0, moved=0, called="",
        )  # fmt: skip
        for seat in (0, 1):
            self.index.insert(
                "seats", game=GAME, seat=seat, colour=str(seat), reserve=options.reserve
            )
        self.clocks = Clocks(self.index, options, lambda: self.now)
        self.table = new_game(Setup.of(2, seed=3))
        self.note(ClockStep())
        self.table.subscribe(lambda entry: self.note(ClockStep.of(entry, self.table.history)))

    def note(self, step: ClockStep) -> None:
        owing = frozenset(self.table.state.owing()) & self.table.persons
        seats = self.index.rows("select * from seats where game = ? order by seat", GAME)
        self.clocks.moved(seats, self.clock, owing, step)

    @property
    def seat(self) -> int:
        """Who owes an answer."""
        return self.table.state.owing()[0]

    def answer(self, code: int = 0) -> int:
        """Give the answer that is owed; return whose it was."""
        seat, state = self.seat, self.table.state
        self.table.send(seat, [self.table.rules.text(state.legal(seat)[code])])
        return seat

    def left(self, seat: int) -> float:
        """What a seat whose clock runs has left."""
        return self.deadlines()[seat] - self.now

    def deadlines(self) -> dict[int, float]:
        """The seats whose clocks run, and until when."""
        rows = self.index.rows("select seat, deadline from seats where deadline is not null")
        return {row["seat"]: row["deadline"] for row in rows}

    def reserve(self, seat: int) -> Any:
        return self.index.one("select reserve from seats where seat = ?", seat)


@pytest.fixture(params=[DAY, QUICK])
def timed(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    made = Timed(tmp_path, request.param)
    yield made
    made.index.close()


def test_a_seat_handed_over_and_taken_back_has_what_was_left(timed: Timed) -> None:
    seat, allowed = timed.seat, ALLOWED[timed.clock]
    for _ in range(3):
        timed.now += 100
        timed.table.seat_source(seat, "random")
        assert not timed.deadlines(), "a bot has no clock"
        timed.now += 50
        timed.table.seat_source(seat, PERSON)
    assert timed.left(seat) == pytest.approx(allowed - 300)
    timed.now += allowed - 299
    assert timed.clocks.late() == [(GAME, seat)]
    timed.table.seat_source(seat, "random")
    assert timed.clocks.up(GAME, seat)
    timed.answer()
    assert not timed.clocks.up(GAME, seat), "the next answer has its own time"
    if timed.clock == QUICK:
        assert timed.reserve(seat) == 0


def test_a_clock_that_stands_still_is_kept_when_the_server_starts_again(timed: Timed) -> None:
    seat, allowed = timed.seat, ALLOWED[timed.clock]
    timed.now += 100
    timed.table.seat_source(seat, "random")
    timed.clocks = Clocks(timed.index, Options(Path(), Path()), lambda: timed.now)
    timed.table.seat_source(seat, PERSON)
    assert timed.left(seat) == pytest.approx(allowed - 100)
    timed.now += allowed
    timed.table.seat_source(seat, "random")
    timed.clocks = Clocks(timed.index, Options(Path(), Path()), lambda: timed.now)
    assert timed.clocks.up(GAME, seat)


def test_an_answer_taken_back_has_had_its_time(timed: Timed) -> None:
    allowed, seat = ALLOWED[timed.clock], timed.seat
    timed.now += 200
    assert timed.answer() == seat
    if timed.clock == QUICK:
        assert timed.reserve(seat) == pytest.approx(520)
    timed.now += 10
    for _ in range(3):
        timed.table.undo([0, 1])
        assert timed.seat == seat
        assert timed.left(seat) <= allowed - 200
        assert timed.reserve(seat) == 600
        timed.table.redo([0, 1])
    timed.table.undo([0, 1])
    for _ in range(3):
        timed.now += 50
        timed.answer()
        timed.table.undo([0, 1])
    assert timed.left(seat) <= allowed - 350


def test_an_answer_given_has_its_reserve_used_and_the_next_its_allowance(timed: Timed) -> None:
    first = timed.answer()
    timed.now += 150
    second = timed.answer()
    assert {first, second} == {0, 1}
    if timed.clock == QUICK:
        assert (timed.reserve(first), timed.reserve(second)) == (600, 570)
    while timed.seat != second:
        timed.answer()
    used = 30 if timed.clock == QUICK else 0
    assert timed.left(second) == pytest.approx(ALLOWED[timed.clock] - used)


def test_without_a_clock_nothing_is_counted(tmp_path: Path) -> None:
    timed = Timed(tmp_path, NO_CLOCK)
    seat = timed.seat
    timed.now += 10**7
    timed.table.seat_source(seat, "random")
    assert not timed.clocks.up(GAME, seat)
    timed.table.seat_source(seat, PERSON)
    assert (timed.deadlines(), timed.clocks.late()) == ({}, [])
    timed.index.close()
