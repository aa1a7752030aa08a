"""The only legal answer is given without asking, and whoever was not asked is told."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from playing import Memory, game, play, setup

from elgrande.content.words import say_event
from elgrande.rules.events import OnlyAnswer
from elgrande.table import Refused, load, new_game
from elgrande.table.saved_game import header


@pytest.mark.parametrize("edition", ["1996", "2023"])
def test_every_answer_given_unasked_is_told_first(edition):
    """In whole games, of whatever kind the decision is."""
    met: Counter[str] = Counter()
    for seed in range(3):
        table = game(3 + seed, seed, edition=edition)
        for entry, before in zip(table.history.entries[1:], table.history.positions, strict=False):
            told = [event for event in entry.events if isinstance(event, OnlyAnswer)]
            if not entry.auto:
                assert told == []
                continue
            code = table.rules.code(entry.commands[0])
            assert (told[0], told[0].seat, told[0].code) == (entry.events[0], entry.seat, code)
            assert len(told) == 1
            assert before.legal(entry.seat) == [code]
            text = say_event(told[0], table.rules, table.names)
            assert "has only one possible answer" in text
            met[table.rules.verb(code)] += 1
    assert met["card"] > 3
    assert met["disk"] + met["send"] + met["pick"] > 0


def test_nobody_is_told_of_a_bot():
    table = game(5, 2, persons=1)
    autos = [entry for entry in table.history.entries if entry.auto]
    seats = {entry.seat for entry in autos}
    told = {entry.seat for entry in autos
            if any(isinstance(event, OnlyAnswer) for event in entry.events)}  # fmt: skip
    assert len(seats) > 1
    assert told == seats & {0}


def test_a_replayed_game_tells_the_same():
    memory = Memory()
    made = setup(5, 2)
    table = play(new_game(made, memory), random.Random(2))
    memory.header = header(made)
    again = load(memory, "memory")
    assert again.events(None) == table.events(None)
    assert any(isinstance(event, OnlyAnswer) for _, event in again.events(None))


def test_what_reveals_something_unasked_is_said_not_to_be_undone_beforehand():
    """A disk that can show one region alone is set and turned up at once."""
    table = new_game(setup(2, 3))
    for commands in ("power 13", "power 1", "card 2-07"):
        table.send(table.state.owing()[0], [commands])
    seat = table.state.owing()[0]
    special = table.rules.code("special")
    assert special in table.final(seat)
    table.send(seat, ["special"])
    assert table.history.line()[-1].auto
    with pytest.raises(Refused, match="revealed"):
        table.undo([seat])
