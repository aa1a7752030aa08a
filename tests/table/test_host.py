"""The Host: bots play their seats, and nothing they do harms a game."""

import doctest
import random
from dataclasses import replace

import pytest
from playing import answer, setup

import elgrande.bots.runner
from chairs import inside
from elgrande.bots.process import Lost
from elgrande.bots.runner import BotMove, Runner
from elgrande.table import Host, Refused, new_game
from elgrande.table.host import bot_process


def test_bots_play_a_whole_game():
    table = new_game(setup(4, 1, persons=0))
    host = Host(table, runner=inside)
    assert host.play_bots() == []
    assert table.over
    host.close()


def test_bots_play_until_a_person_owes_an_answer():
    table = new_game(setup(3, 2, persons=1))
    host = Host(table, runner=inside)
    rng = random.Random(2)
    answered = 0
    while not table.over:
        host.play_bots()
        if table.over:
            break
        assert table.state.owing() == (0,) or 0 in table.state.owing()
        table.send(0, [table.rules.text(rng.choice(table.state.legal(0)))])
        answered += 1
    assert answered > 30


def test_in_a_process_of_its_own_the_same_bot_plays_the_same_game():
    games = []
    for runner in (inside, bot_process):
        table = new_game(setup(2, 3, persons=0, short=True))
        host = Host(table, runner=runner)
        try:
            while not table.over and table.history.next < 40:
                seat = host.due()
                task = host.task(seat)
                host.accept(task, task.ask())
        finally:
            host.close()
        games.append([entry.commands for entry in table.history.line()])
    assert games[0] == games[1]


def test_an_answer_that_comes_too_late_is_dropped():
    table = new_game(setup(3, 4, persons=0))
    host = Host(table, runner=inside)
    task = host.task(host.due())
    move = task.ask()
    answer(table, random.Random(1))
    before = table.state.digest()
    assert not host.accept(task, move)
    assert table.state.digest() == before
    assert isinstance(move, BotMove)


def test_a_seat_that_changes_hands_gets_another_bot():
    table = new_game(setup(2, 5, persons=2))
    host = Host(table, runner=inside)
    assert host.due() is None
    table.seat_source(table.state.owing()[0], "random")
    assert host.due() is not None
    host.play_bots()
    assert host.due() is None


def test_a_bot_that_is_not_installed_is_replaced_with_a_notice():
    made = setup(2, 6, persons=0)
    players = tuple(replace(player, source="grandmaster") for player in made.players)
    table = new_game(replace(made, players=players))
    host = Host(table)
    try:
        seat = host.due()
        task = host.task(seat)
        move = task.ask()
        assert host.accept(task, move)
    finally:
        host.close()
    assert "no bot called 'grandmaster'" in move.notice
    assert move.replaced


def test_at_a_closed_table_no_bot_owes_anything():
    """Also one that was asked before; it is the Table's owner who closes it, not the Host's."""
    table = new_game(setup(3, 4, persons=0))
    host = Host(table, runner=inside)
    task = host.task(host.due())
    move = task.ask()
    table.close()
    assert host.due() is None
    assert not host.accept(task, move)
    assert host.play_bots() == []


def test_bots_stop_where_one_that_hears_of_it_closes_the_table():
    table = new_game(setup(3, 4, persons=0))
    table.subscribe(lambda entry: table.close() if entry.n == 5 else None)
    assert Host(table, runner=inside).play_bots() == []
    assert table.history.next == 6


def test_a_table_closed_while_a_bot_thinks_is_the_end():
    class Closing(Host):
        def accept(self, task, move):
            self.table.close()
            return super().accept(task, move)

    table = new_game(setup(3, 4, persons=0))
    assert Closing(table, runner=inside).play_bots() == []
    assert table.history.next == 1


def running(host):
    """The processes of a Host's bots, by seat."""
    return {seat: runner._process for seat, runner in host._runners.items() if runner._process}


def test_a_bot_whose_seat_goes_to_somebody_else_ends():
    table = new_game(setup(3, 4, persons=0))
    host = Host(table)
    try:
        seat = host.due()
        task = host.task(seat)
        assert host.accept(task, task.ask())
        process = running(host)[seat]
        table.seat_source(seat, "person")
        assert seat not in running(host)
        with pytest.raises(Lost):
            process.ask({}, 1)
        other = host.due()
        task = host.task(other)
        assert host.accept(task, task.ask())
        table.seat_source(other, "steward" if table.players[other].source == "random" else "random")
        assert running(host) == {}
    finally:
        host.close()


def test_a_closed_host_asks_nobody_and_starts_nothing():
    table = new_game(setup(3, 4, persons=0))
    host = Host(table)
    try:
        seat = host.due()
        task = host.task(seat)
        host.close()
        move = task.ask()
        assert host.due() is None
        assert host.play_bots() == []
        assert not host.accept(task, move)
        with pytest.raises(ValueError, match="asks nobody"):
            host.task(seat)
        assert running(host) == {}
        assert table.history.next == 1
    finally:
        host.close()


def test_the_documented_runner_is_one_and_plays_a_whole_game():
    found = {}
    for example in doctest.DocTestParser().get_examples(elgrande.bots.runner.__doc__ or ""):
        exec(example.source, found)
    first: Runner = found["First"]()
    table = new_game(setup(3, 1, persons=0))
    host = Host(table, runner=inside)
    while (seat := host.due()) is not None:
        task = replace(host.task(seat), runner=first)
        assert host.accept(task, task.ask())
    host.close()
    assert table.over


@pytest.mark.parametrize("gone", ["on", "closed"])
def test_an_answer_that_comes_too_late_changes_nothing(gone):
    table = new_game(setup(2, 4, persons=0))
    host = Host(table, runner=inside)
    seat = table.state.owing()[0]
    task = host.task(seat)
    if gone == "on":
        table.seat_source(1 - seat, "steward")
    else:
        host.close()
    before = table.state.digest()
    assert not host.accept(task, BotMove(task.view.legal(seat)[0]))
    assert table.state.digest() == before


def test_an_illegal_move_of_a_runner_is_refused():
    table = new_game(setup(2, 4, persons=0))
    host = Host(table, runner=inside)
    task = host.task(table.state.owing()[0])
    before = table.state.digest(), table.history.next
    with pytest.raises(Refused):
        host.accept(task, BotMove(table.rules.END))
    assert (table.state.digest(), table.history.next) == before
