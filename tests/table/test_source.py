"""A Source answers for whoever it is: the Host asks it, and takes what is legal and in time."""

from __future__ import annotations

import doctest
from dataclasses import replace
from typing import Any

import pytest
from playing import setup

from elgrande.bots import source
from elgrande.bots.runner import BotInside
from elgrande.bots.source import Move, Source
from elgrande.table import Host, Refused, new_game


def test_the_documented_source_is_one_and_plays_a_whole_game() -> None:
    found: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(source.__doc__ or ""):
        exec(example.source, found)
    first: Source = found["First"]()
    table = new_game(setup(3, 1, persons=0))
    host = Host(table, inside=True)
    while (seat := host.due()) is not None:
        question = replace(host.question(seat), source=first)
        assert host.accept(question, question.ask()) is not None
    host.close()
    assert table.over


@pytest.mark.parametrize("gone", ["on", "closed"])
def test_an_answer_that_comes_too_late_changes_nothing(gone: str) -> None:
    table = new_game(setup(2, 4, persons=0))
    host = Host(table, inside=True)
    seat = table.state.owing()[0]
    question = host.question(seat)
    if gone == "on":
        table.seat_source(1 - seat, "steward")
    else:
        host.close()
    before = table.state.digest()
    assert host.accept(question, Move(question.view.legal(seat)[0])) is None
    assert table.state.digest() == before


def test_an_illegal_move_of_a_source_is_refused() -> None:
    table = new_game(setup(2, 4, persons=0))
    host = Host(table, inside=True)
    question = host.question(table.state.owing()[0])
    before = table.state.digest(), table.history.next
    with pytest.raises(Refused):
        host.accept(question, Move(table.rules.END))
    assert (table.state.digest(), table.history.next) == before


def test_a_runner_is_a_source() -> None:
    bot: Source = BotInside("random", 1)
    table = new_game(setup(2, 4, persons=0))
    move = bot.choose(table.view(table.state.owing()[0]), 1)
    assert move.code in table.state.legal(table.state.owing()[0])
