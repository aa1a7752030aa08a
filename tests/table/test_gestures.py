"""Gestures: accepted whole or not at all, durable before they are told."""

import random

import pytest
from playing import Memory, answer, game, play, setup

from drawing import table as drawn
from elgrande.content.setup import Setup
from elgrande.rules.events import DiskShows
from elgrande.table import Refused, Table, new_game
from elgrande.table.history import History
from elgrande.table.table import gesture


def find(table, rng, test, limit=4000):
    """Play on until a test holds of the table."""
    for _ in range(limit):
        if table.over:
            break
        if test(table):
            return table
        answer(table, rng)
    raise AssertionError("no such position came up")


def test_an_illegal_command_is_refused_with_a_reason_and_changes_nothing():
    table = game(4, seed=1, answers=30)
    seat = table.state.owing()[0]
    legal = set(table.state.legal(seat))
    before, entries = table.state.digest(), table.history.next
    for code in range(0, len(table.rules.vocabulary.texts), 7):
        if code not in legal:
            with pytest.raises(Refused) as refusal:
                table.send(seat, [table.rules.text(code)])
            assert str(refusal.value)
            assert "\n" not in str(refusal.value)
    other = next(s for s in range(4) if s not in table.state.owing())
    with pytest.raises(Refused):
        table.send(other, [table.rules.text(min(legal))])
    with pytest.raises(Refused, match=r"no command 'sing'"):
        table.send(seat, ["sing loudly"])
    with pytest.raises(Refused):
        table.send(seat, [])
    with pytest.raises(Refused):
        table.send(9, ["power 1"])
    assert (table.state.digest(), table.history.next) == (before, entries)


def test_a_gesture_of_several_commands_is_one_entry_and_one_undo():
    def placing(table):
        seat = table.state.owing()[0]
        decision = table.decision(seat)
        texts = [table.rules.text(code) for code in decision.codes]
        return decision.step == "act" and "place castillo" in texts and (
            table.rules.cards[decision.card].caballeros >= 3
            and table.state.count(seat, table.rules.court) >= 3
        )  # fmt: skip

    table = find(new_game(setup(3, 5)), random.Random(5), placing)
    seat = table.state.owing()[0]
    before = table.state.digest()
    entry = table.send(seat, ["place castillo", "place castillo", "done"])
    assert entry.commands == ("place castillo", "place castillo", "done")
    assert table.state.digest() != before
    table.undo([seat])
    assert table.state.digest() == before


def test_a_gesture_with_one_bad_command_does_nothing():
    def acting(table):
        return table.state.decision().step == "act" and "place castillo" in [
            table.rules.text(code) for code in table.state.decision().codes
        ]

    table = find(new_game(setup(3, 5)), random.Random(5), acting)
    seat = table.state.owing()[0]
    before, entries = table.state.digest(), table.history.next
    with pytest.raises(Refused):
        table.send(seat, ["place castillo", "place provinces"])
    assert (table.state.digest(), table.history.next) == (before, entries)


def test_a_refusal_in_a_line_says_after_what_it_would_be_so_and_that_nothing_was_done():
    """The reason speaks of a position that nobody has come to."""
    table, rng = new_game(setup(3, 5)), random.Random(5)
    refused = 0
    while not table.over:
        seat = table.state.owing()[0]
        for text in map(table.rules.text, table.state.legal(seat)[:2]):
            for second in rng.sample(table.rules.vocabulary.texts, 3):
                said = ""
                try:
                    gesture(table, table.state, seat, [text, second])
                except Refused as refusal:
                    said = str(refusal)
                if said:
                    assert said.startswith(f"After {text!r}: ")
                    assert said.endswith(" Nothing was done.")
                    refused += 1
        answer(table, rng)
    assert refused > 500
    table = new_game(setup(2, 1))
    with pytest.raises(Refused, match=r"no command 'sing'.* Nothing was done"):
        table.send(table.state.owing()[0], ["power 9", "sing"])


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("special; king granada; place galicia",
         "After 'special' and 'king granada': Galicia is not next to the King, who is in Granada. "
         "Nothing was done."),
        ("end; end",
         "After 'end': it is not for you to answer now; the game is waiting for Blue to choose "
         "one of the face-up action cards. Nothing was done."),
    ],
)  # fmt: skip
def test_what_is_refused_in_a_line(said, reason):
    state = drawn(court="R4", king="new-castile", card="5-01", seats="RB")
    table = Table(Setup.of(2, seed=1), History([state]))
    with pytest.raises(Refused) as refusal:
        table.send(0, said.split("; "))
    assert str(refusal.value) == reason


def test_a_gesture_does_not_go_on_after_a_reveal():
    table = new_game(setup(2, 3))
    rng = random.Random(3)

    def last_disk(table):
        return table.state.decision().step == "disks" and len(table.state.owing()) == 1

    find(table, rng, last_disk)
    seat = table.state.owing()[0]
    text = table.rules.text(table.state.legal(seat)[0])
    assert table.peek(seat, [text]) is None, "a reveal cannot be looked into"
    with pytest.raises(Refused, match="revealed"):
        table.send(seat, [text, "end"])


def test_what_could_not_be_written_did_not_happen():
    log = Memory()
    table = new_game(setup(3, 1, house={"undo": "free"}), log)
    play(table, random.Random(1), 20)
    told = []
    table.subscribe(told.append)
    before, entries = table.state.digest(), table.history.next
    log.fails = True
    seat = table.state.owing()[0]
    text = table.rules.text(table.state.legal(seat)[0])
    with pytest.raises(OSError, match="full"):
        table.send(seat, [text])
    with pytest.raises(OSError, match="full"):
        table.undo(range(3))
    with pytest.raises(OSError, match="full"):
        table.seat_source(0, "random")
    assert (table.state.digest(), table.history.next) == (before, entries)
    assert table.players[0].source == "person"
    assert told == []


def test_subscribers_are_told_after_the_write():
    log = Memory()
    table = new_game(setup(2, 1), log)
    told = []
    stop = table.subscribe(lambda entry: told.append((entry.n, len(log.records))))
    play(table, random.Random(1), 10)
    assert told
    assert all(written >= n for n, written in told)
    stop()
    count = len(told)
    answer(table, random.Random(2))
    assert len(told) == count


def test_the_only_legal_answer_is_given_without_asking():
    given = 0
    for seed in range(6):
        table = game(4, seed)
        for entry in table.history.line():
            before = table.history.positions[entry.parent]
            codes = before.legal(entry.seat)
            assert table.rules.code(entry.commands[0]) in codes
            assert entry.auto == (len(codes) == 1 and not before.reveals_secret(entry.seat))
            given += entry.auto
    assert given


def test_events_of_a_secret_reach_only_their_seat():
    table = game(4, seed=3)
    own = [e for _, e in table.events(0) if isinstance(e, DiskShows)]
    assert own
    assert all(event.seat == 0 for event in own)
    assert not [e for _, e in table.events(None) if isinstance(e, DiskShows)]


def test_names_that_come_later_are_cleaned_like_all_others():
    table = new_game(setup(2, 1))
    table.seat_source(0, "person", "\u202eevil\x1b[2J" + "x" * 99)
    name = table.players[0].name
    assert "\x1b" not in name
    assert "\u202e" not in name
    assert len(name) <= 24
    table.seat_source(0, "person", "\u200b")
    assert table.players[0].name == name
