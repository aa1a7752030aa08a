"""Desk and Chair: what a seat may ask, and that no byte tells it more."""

import json
import random
from contextlib import suppress

import pytest
from playing import answer, game, setup

from chairs import loopback, wired
from elgrande.rules import Generator
from elgrande.table import Desk, History, Refused, Table, new_game, seated
from elgrande.table.history import Entry


@pytest.mark.parametrize("make", [seated, loopback, wired])
def test_a_whole_game_through_a_chair(make):
    table = new_game(setup(3, 2))
    chair = make(table)
    told = []
    stop = chair.subscribe(told.append)
    rng = random.Random(2)
    while True:
        look = chair.update()
        if look.view.over:
            break
        seat = rng.choice(look.decision.owing)
        own = chair.update(seat)
        assert own.view == table.view(seat)
        assert own.decision == table.decision(seat)
        assert repr(own.decision.fields) == repr(table.decision(seat).fields)
        assert chair.send(seat, [chair.rules.text(rng.choice(own.decision.codes))])
    assert told
    stop()
    assert list(chair.update(1).log) == table.events(1)


def test_a_chair_answers_for_its_own_seats_only():
    table = new_game(setup(3, 2))
    chair = loopback(table, seats=[1])
    assert chair.update(1).seats == (1,)
    with pytest.raises(ValueError, match="not yours"):
        chair.update(0)
    look = chair.update(None)
    assert look.decision.codes == ()
    other = next(seat for seat in (0, 2) if seat in table.state.owing() or True)
    reply = chair.send(other, ["power 5"])
    assert not reply
    assert "not yours" in reply.refused
    assert not chair.hand_over(0, "random")


def test_the_public_setup_holds_no_secret():
    table = new_game(setup(3, 123456789))
    answerof = Desk(table).handle({"ask": "game"})
    assert "seed" not in answerof["setup"]
    assert "123456789" not in json.dumps(answerof)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"ask": "steal"},
        {"ask": 3},
        {"ask": "update", "seat": True},
        {"ask": "update", "seat": "red"},
        {"ask": "update", "seat": 99},
        {"ask": "send", "seat": 0},
        {"ask": "send", "seat": 0, "do": "end"},
        {"ask": "send", "seat": 0, "do": [1]},
        {"ask": "send", "seat": 0, "do": ["\x1b[2J"]},
        {"ask": "peek", "seat": None, "do": ["end"]},
        {"ask": "begin", "seat": 0, "do": ["sing"]},
        {"ask": "moment"},
        {"ask": "moment", "entry": True},
        {"ask": "moment", "entry": 99},
        {"ask": "moment", "seat": 99, "entry": 0},
        {"ask": "update", "seat": 0, "heard": 3},
        {"ask": "update", "seat": 0, "heard": [[0, "x"]]},
        {"ask": "update", "seat": 0, "heard": [[True, 1]]},
        {"ask": "update", "heard": [[0]]},
        {"ask": "send", "seat": 0, "do": ["power 1"], "heard": "x"},
        {"ask": "source", "seat": 0},
        {"ask": "source", "seat": 0, "source": "grandmaster"},
        {"ask": "source", "seat": 0, "source": "\x1b[2J"},
        {"ask": "source", "seat": True, "source": "random"},
        {"ask": "redo"},
        {"ask": "undo"},
        {"ask": "undo", "seats": 0},
        {"ask": "undo", "seats": ["red"]},
        {"ask": "undo", "seats": [True]},
        {"ask": "redo", "seats": [99]},
    ],
)
def test_senseless_messages_are_refused_in_a_sentence(message):
    table = new_game(setup(3, 2))
    before = table.state.digest()
    reply = Desk(table).handle(message)
    assert list(reply) == ["refused"]
    assert reply["refused"]
    assert "\x1b" not in reply["refused"]
    assert table.state.digest() == before


def test_peek_shows_a_half_made_gesture_and_changes_nothing():
    table = new_game(setup(3, 5))
    rng = random.Random(5)
    chair = loopback(table)
    peeked = 0
    while peeked < 30 and not table.over:
        seat = rng.choice(table.state.owing())
        before, entries = table.state.digest(), table.history.next
        code = rng.choice(table.state.legal(seat))
        found = chair.peek(seat, [table.rules.text(code)])
        assert (table.state.digest(), table.history.next) == (before, entries)
        if hasattr(found, "view"):
            after = table.state.copy()
            after.apply(seat, code)
            assert found.view == after.view(seat)
            peeked += 1
        else:
            assert code in table.final(seat)
        answer(table, rng)
    assert peeked == 30


def test_a_moment_is_what_a_seat_could_see_then():
    table = new_game(setup(3, 5))
    rng = random.Random(5)
    chair = loopback(table, [1])
    seen = {0: table.view(1)}
    for _ in range(60):
        answer(table, rng)
        seen[table.history.head] = table.view(1)
    for entry, view in seen.items():
        assert chair.moment(1, entry) == view
    assert chair.moment(None, 40) == table.history.positions[40].view(None)
    assert not chair.moment(0, 40)
    gone = table.history.head
    table.undo([*range(3)])
    assert "no such entry" in chair.moment(1, gone).refused, "nobody looks at what was taken back"


def twin(table: Table) -> Table:
    """A table of its own at the same moment."""
    now = table.history
    history = History([*now.positions], [*now.entries], now.head, [*now.undone])
    other = Table(table.setup, history)
    for seat, player in enumerate(table.players):
        other.sit(seat, player)
    return other


def other_world(table: Table, seat: int | None, seed: int) -> Table:
    """The same table, with everything dealt anew that a seat may not know."""
    state = table.view(seat).sample(Generator.seeded(seed))
    history = table.history
    positions = [*history.positions]
    positions[history.head] = state
    other = twin(table)
    other.history.positions = positions
    return other


@pytest.mark.parametrize("players", [2, 4, 5])
def test_two_worlds_send_the_same_bytes(players):
    """Change only what a seat may not know, and every byte that it receives stays the same."""
    table = new_game(setup(players, players))
    rng = random.Random(players)
    checked = 0
    while not table.over:
        answer(table, rng)
        if rng.random() > 0.15:
            continue
        for seat in range(players):
            other = other_world(table, seat, rng.randrange(1 << 30))
            for ask in (
                {"ask": "update", "seat": seat},
                {"ask": "update", "seat": None},
                {"ask": "moment", "seat": seat, "entry": table.history.head},
                {"ask": "update", "heard": [[seat, table.history.head // 2]]},
                {"ask": "game"},
            ):
                mine = json.dumps(Desk(table, [seat]).handle(ask))
                assert mine == json.dumps(Desk(other, [seat]).handle(ask))
                checked += 1
    assert checked > 40


BACK = (
    {"ask": "undo"}, {"ask": "undo", "turn": True}, {"ask": "redo"},
    {"ask": "undo", "seats": [0]}, {"ask": "redo", "seats": [0, 1]},
)  # fmt: skip


@pytest.mark.parametrize("players", [2, 4])
def test_undo_and_redo_tell_no_secret(players):
    """The same words in every world, whoever asks, and the same look afterwards."""
    table = new_game(setup(players, players + 20))
    rng = random.Random(players)
    allowed = refused = 0
    while not table.over:
        seat = answer(table, rng)
        if rng.random() > 0.1:
            continue
        if rng.random() < 0.4 and table.can_undo([seat]):
            table.undo([seat])
        for own in ([0], [players - 1], [], [0, 1]):
            watcher = own[0] if own else None
            other = other_world(table, watcher, rng.randrange(1 << 30))
            for ask in BACK:
                here, there = (Desk(twin(world), own) for world in (table, other))
                answers = []
                for desk in (here, there):
                    said = desk.handle(ask)
                    look = desk.handle({"ask": "update", "seat": watcher})
                    answers.append(json.dumps([said, look]))
                assert answers[0] == answers[1]
                allowed += '"refused"' not in answers[0]
                refused += '"refused"' in answers[0]
    assert min(allowed, refused) > 10


@pytest.mark.parametrize("persons", [1, 3])
def test_a_stranger_can_neither_undo_nor_redo(persons):
    """A spectator, and whoever plays another seat, alone at the table or not."""
    table = new_game(setup(3, 2, persons=persons))
    rng = random.Random(1)
    strangers = [[], [1], [2], [1, 2]]
    tried = 0
    while not table.over and tried < 400:
        answer(table, rng)
        last = next(e for e in reversed(table.history.line()) if not e.auto)
        if last.seat != 0:
            continue
        for undone in (False, True):
            if undone:
                try:
                    table.undo([0])
                except Refused:
                    break
            for own in strangers:
                desk = Desk(table, own)
                look = desk.handle({"ask": "update"})
                assert not look["can_undo"] or undone
                for ask in BACK:
                    if undone and ask["ask"] == "undo":
                        continue
                    head = table.history.head
                    reply = desk.handle(ask)
                    assert list(reply) == ["refused"], "nor is it theirs to ask that one"
                    assert table.history.head == head
                    tried += 1
        with suppress(Refused):
            table.redo([0])
    assert tried >= 400


def test_at_one_keyboard_the_chair_is_told_whom_to_ask():
    table = new_game(setup(2, 3))
    chair = loopback(table)
    seat = table.state.owing()[0]
    chair.send(seat, ["power 9"])
    for seats in (None, [], [1 - seat]):
        reply = chair.undo(seats)
        assert not reply
        assert reply.word == seat
    assert chair.undo([seat])
    reply = chair.redo([1 - seat])
    assert not reply
    assert reply.word == seat
    assert chair.redo([seat])


def test_a_secret_answer_taken_back_stays_a_secret():
    """Two worlds in which only the disk of seat 0 differs: set, taken back and brought back."""
    table = new_game(setup(3, 8))
    rng = random.Random(8)
    while table.state.decision().step != "disks" or 0 not in table.state.owing():
        answer(table, rng)
    texts = [table.rules.text(code) for code in table.state.legal(0)]
    worlds = [twin(table), twin(table)]
    for world, text in zip(worlds, (texts[0], texts[-1]), strict=True):
        world.send(0, [text])
        world.seen = lambda world=world: [
            json.dumps(Desk(twin(world), own).handle(ask))
            for own in ([1], [2], [])
            for ask in ({"ask": "update", "seat": own[0] if own else None}, *BACK)
        ]
    for step in ("undo", "redo", "undo"):
        assert worlds[0].seen() == worlds[1].seen()
        for world in worlds:
            getattr(world, step)([0])
    assert worlds[0].seen() == worlds[1].seen()


def test_nothing_of_a_refusal_depends_on_a_secret():
    """An answer refused in one world is refused in the same words in every other."""
    table = game(4, seed=9, answers=70)
    seats = [seat for seat in range(4) if seat not in table.state.owing()]
    for seat in seats:
        other = other_world(table, seat, 5)
        for text in table.rules.vocabulary.texts[::11]:
            ask = {"ask": "send", "seat": seat, "do": [text]}
            assert Desk(table, [seat]).handle(ask) == Desk(other, [seat]).handle(ask)


def test_a_seat_changes_hands_in_mid_game():
    table = new_game(setup(3, 1))
    chair = loopback(table)
    assert chair.hand_over(1, "steward")
    assert chair.update().players[1].source == "steward"
    assert 1 not in chair.update().seats
    assert isinstance(table.history.entries[-1], Entry)
    assert chair.hand_over(1, "person")
    assert 1 in chair.update().seats


@pytest.mark.parametrize("seat", [-1, -2, 3, True, "red"])
def test_no_other_value_than_a_seat_s_is_a_seat(seat):
    chair = loopback(new_game(setup(3, 2)))
    with pytest.raises(ValueError, match="not yours"):
        chair.update(seat)
