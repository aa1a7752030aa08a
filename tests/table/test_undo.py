"""Undo and redo, free and fair (issue 2, section 2)."""

import random

import pytest
from playing import Memory, answer, game, play, setup

from elgrande.table import Refused, new_game, replay

NEW = {"edition": "2023"}
GAMES = {
    "1996": {},
    "2023": NEW,
    "2023-all": {
        **NEW,
        "expansions": (
            "new-regency", "old-hands-competition", "old-hands-infiltration",
            "old-hands-stand-in", "old-hands-veto", "power-shift",
        ),
    },
}  # fmt: skip
EACH = pytest.mark.parametrize("what", GAMES.values(), ids=GAMES)


@EACH
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_undo_then_redo_is_the_identity(players, what):
    table = game(players, seed=players, house={"undo": "free"}, **what)
    rng = random.Random(players)
    digests = [table.state.digest()]
    for _ in range(rng.randint(3, 40)):
        table.undo(range(players))
        digests.append(table.state.digest())
    for digest in reversed(digests[:-1]):
        table.redo()
        assert table.state.digest() == digest
    with pytest.raises(Refused, match="bring back"):
        table.redo()


def test_free_undo_goes_all_the_way_back():
    table = game(3, seed=4, house={"undo": "free"})
    start = table.history.positions[0].digest()
    while table.can_undo(range(3)):
        table.undo(range(3))
    assert table.state.digest() == start
    with pytest.raises(Refused, match="nothing to take back"):
        table.undo(range(3))


def test_a_new_answer_drops_what_was_taken_back():
    table = game(3, seed=4, answers=60, house={"undo": "free"})
    table.undo(range(3))
    assert table.history.redo() is not None
    answer(table, random.Random(1))
    assert table.history.redo() is None


def test_one_person_undoes_past_the_bots():
    """`u` goes back to that person's last decision, past the bots."""
    table = new_game(setup(4, 7, persons=1))
    rng = random.Random(7)
    assert not table.fair
    decisions = []
    while len(decisions) < 12:
        if 0 in table.state.owing():
            decisions.append(table.state.digest())
            code = rng.choice(table.state.legal(0))
            table.send(0, [table.rules.text(code)])
        else:
            answer(table, rng)
    for digest in reversed(decisions):
        table.undo([0])
        assert table.state.digest() == digest


@EACH
@pytest.mark.parametrize("seed", range(8))
def test_a_fair_undo_never_crosses_a_reveal_or_another_seat(seed, what):
    players = 2 + seed % 4
    table = new_game(setup(players, seed, **what))
    assert table.fair
    rng = random.Random(seed)
    crossed = refused = 0
    while not table.over:
        seat = answer(table, rng)
        asking = [rng.randrange(players)]
        head = table.history.head
        if not table.can_undo(asking):
            refused += 1
            with pytest.raises(Refused):
                table.undo(asking)
            continue
        line = table.history.line()
        table.undo(asking)
        gone = [e for e in line if e not in table.history.line()]
        assert gone
        assert not any(entry.revealed for entry in gone)
        assert {entry.seat for entry in gone if not entry.auto} == set(asking)
        crossed += 1
        table.redo()
        assert table.history.head == head
        assert seat >= 0
    assert crossed > 20
    assert refused > 20


def test_a_decision_says_beforehand_what_cannot_be_taken_back():
    table = new_game(setup(3, 11))
    rng = random.Random(11)
    kinds = set()
    while not table.over:
        seat = rng.choice(table.state.owing())
        final = table.final(seat)
        code = rng.choice(table.state.legal(seat))
        table.send(seat, [table.rules.text(code)])
        first = next(e for e in reversed(table.history.line()) if not e.auto)
        assert first.revealed == (code in final)
        kinds.add(code in final)
    assert kinds == {True, False}


def test_back_to_the_turns_start():
    table = new_game(setup(3, 9, house={"undo": "free"}))
    rng = random.Random(9)
    tried = 0
    while tried < 15:
        seat = answer(table, rng)
        state = table.state
        if table.over or state.actor != seat or state.revealed:
            continue
        turn = state.round, state.actor
        line = table.history.line()
        first = next(
            i for i, e in enumerate(line)
            if (p := table.history.positions[e.parent]) and (p.round, p.actor) == turn
            and not e.auto and all(
                (q.round, q.actor) == turn
                for q in (table.history.positions[x.parent] for x in line[i:])
            )
        )  # fmt: skip
        wanted = table.history.positions[line[first].parent].digest()
        head = table.history.head
        table.undo([seat], turn=True)
        assert table.state.digest() == wanted
        table.redo()
        assert table.history.head == head
        tried += 1


@EACH
@pytest.mark.parametrize("seed", range(4))
def test_a_journal_with_undo_and_redo_replays_to_the_same_digest(seed, what):
    log = Memory()
    made = setup(2 + seed, seed, house={"undo": "free"}, **what)
    table = new_game(made, log)
    rng = random.Random(seed)
    while not table.over:
        answer(table, rng)
        if rng.random() < 0.1:
            table.undo(range(2 + seed), turn=rng.random() < 0.5)
            if rng.random() < 0.5:
                table.redo()
    log.header = {"game": made.to_plain()}
    again = replay(log, "game")
    assert again.state.digest() == table.state.digest()
    assert [e.commands for e in again.history.line()] == [e.commands for e in table.history.line()]
    assert again.history.undone == table.history.undone


def test_undo_rule_follows_the_number_of_people():
    assert not new_game(setup(3, 1, persons=1)).fair
    assert new_game(setup(3, 1, persons=2)).fair
    assert not new_game(setup(3, 1, persons=2, house={"undo": "free"})).fair
    table = new_game(setup(3, 1, persons=2))
    table.seat_source(1, "steward")
    assert not table.fair
    play(table, random.Random(1), 5)
    table.seat_source(1, "person")
    assert table.fair
