"""A Source answers for whoever it is: the Host asks people as it asks bots."""

from __future__ import annotations

import doctest
from typing import TYPE_CHECKING, Any

import pytest
from playing import Memory, setup

from elgrande.bots import source
from elgrande.bots.runner import BotInside
from elgrande.bots.source import Move, Source
from elgrande.table import Host, Refused, new_game, replay
from elgrande.table.load import header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import View


class Scripted:
    """People who take the last answer, and go on in one gesture while that is theirs to give."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.asked = 0
        self.gestures = 0
        self.heard: dict[int, list[object]] = {}

    def choose(self, view: View, entry: int, events: Sequence[object] = ()) -> Move:
        self.asked += 1
        assert view.seat is not None
        assert entry == self.table.history.next
        self.heard.setdefault(view.seat, []).extend(events)
        first = view.legal(view.seat)[-1]
        after = self.table.state.copy()
        after.apply(view.seat, first)
        if after.revealed or after.over or view.seat not in after.owing():
            return Move(first)
        self.gestures += 1
        return Move(first, then=(after.legal(view.seat)[-1],))

    def close(self) -> None:
        pass


def test_the_documented_source_is_one_and_plays_a_whole_game() -> None:
    found: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(source.__doc__ or ""):
        exec(example.source, found)
    first: Source = found["First"]()
    table = new_game(setup(3, 1, persons=2))
    host = Host(table, people=first, inside=True)
    while not table.over:
        assert host.ask(table.state.owing()[0]) is not None
    host.close()


def test_people_and_bots_are_asked_alike_and_a_gesture_is_one_entry() -> None:
    log = Memory()
    table = new_game(setup(3, 4, persons=2), log)
    people = Scripted(table)
    host = Host(table, people=people, inside=True)
    while not table.over:
        host.ask(table.state.owing()[0])
    host.close()
    line = [entry for entry in table.history.line() if entry.seat < 2 and not entry.auto]
    assert len(line) == people.asked
    assert sum(len(entry.commands) == 2 for entry in line) == people.gestures > 0
    for seat in (0, 1):
        # What a Source hears comes once and in order; its last answers come after it is asked.
        told = [event for _, event in table.events(seat)]
        heard = people.heard[seat]
        assert heard == told[: len(heard)]
    log.header = header(table.setup)
    assert replay(log, "game").history == table.history


@pytest.mark.parametrize("late", [False, True])
def test_a_source_without_an_answer_changes_nothing(late: bool) -> None:
    """It says so itself, or what it answered came too late."""
    table = new_game(setup(2, 4))

    class Slow:
        def choose(self, view: View, entry: int, events: object = ()) -> Move | None:
            assert view.seat is not None
            if not late:
                return None
            table.seat_source(1 - view.seat, "random")
            return Move(view.legal(view.seat)[0])

        def close(self) -> None:
            pass

    host = Host(table, people=Slow())
    before = table.state.digest()
    assert host.ask(table.state.owing()[0]) is None
    assert table.state.digest() == before


def test_an_illegal_move_of_a_source_is_refused_whole() -> None:
    table = new_game(setup(2, 4))
    seat = table.state.owing()[0]
    code = table.state.legal(seat)[0]

    class Wrong:
        def choose(self, view: View, entry: int, events: object = ()) -> Move:
            return Move(code, then=(code,))

        def close(self) -> None:
            pass

    before = table.state.digest(), table.history.next
    with pytest.raises(Refused):
        Host(table, people=Wrong()).ask(seat)
    assert (table.state.digest(), table.history.next) == before


def test_a_runner_is_a_source() -> None:
    bot: Source = BotInside("random", 1)
    table = new_game(setup(2, 4))
    move = bot.choose(table.view(table.state.owing()[0]), 1)
    assert move is not None
    assert move.codes == (move.code,)
