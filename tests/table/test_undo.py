"""Undo and redo, free and fair (issue 2, section 2)."""

import random
from functools import partial

import pytest
from playing import Memory, answer, game, play, setup

from chairs import inside
from elgrande.content.setup import Setup
from elgrande.table import Host, Refused, new_game, replay
from elgrande.table.saved_game import header
from seam.hands import KEPT, make_known

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
        table.redo(range(players))
        assert table.state.digest() == digest
    with pytest.raises(Refused, match="nothing to redo"):
        table.redo(range(players))


def test_free_undo_goes_all_the_way_back():
    table = game(3, seed=4, house={"undo": "free"})
    start = table.history.positions[0].digest()
    while table.can_undo(range(3)):
        table.undo(range(3))
    assert table.state.digest() == start
    with pytest.raises(Refused, match="nothing to undo"):
        table.undo(range(3))


def test_a_new_answer_drops_what_was_taken_back():
    table = game(3, seed=4, answers=60, house={"undo": "free"})
    table.undo(range(3))
    assert table.history.undone
    answer(table, random.Random(1))
    with pytest.raises(Refused, match="nothing to redo"):
        table.redo(range(3))


def test_one_person_undoes_past_the_bots():
    """``u`` goes back to that person's last decision, past the bots."""
    table = new_game(setup(4, 7, persons=1))
    rng = random.Random(7)
    assert not table.fair
    decisions = []
    while len(decisions) < 12:
        if 0 in table.state.owing():
            decisions.append(table.state.digest())
            table.send(0, [table.rules.text(rng.choice(table.state.legal(0)))])
        else:
            answer(table, rng)
    for digest in reversed(decisions):
        table.undo([0])
        assert table.state.digest() == digest


@EACH
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 8))]
)
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
        with pytest.raises(Refused):
            table.redo([seat for seat in range(players) if seat not in asking])
        table.redo(asking)
        assert table.history.head == head
        assert seat >= 0
    assert crossed > 20
    assert refused > 20


@pytest.mark.parametrize("edition", ["1996", "2023"])
def test_a_decision_says_beforehand_what_cannot_be_taken_back(edition):
    """Also where it is an answer that the rules give by themselves that reveals something."""
    kinds, later = set(), 0
    for seed in range(4):
        # The disks of a few who set them come down to a single answer now and then.
        table = new_game(setup(2 + seed % 2, seed, edition=edition))
        rng = random.Random(seed)
        while not table.over:
            seat = rng.choice(table.state.owing())
            final = table.final(seat)
            code = rng.choice(table.state.legal(seat))
            before = len(table.history.line())
            table.send(seat, [table.rules.text(code)])
            first, *given = table.history.line()[before:]
            revealed = [entry.revealed for entry in (first, *given)]
            assert any(revealed) == (code in final)
            kinds.add(code in final)
            later += not first.revealed and any(revealed)
    assert kinds == {True, False}
    assert later or edition == "1996"


@EACH
def test_what_is_not_said_to_be_final_can_be_undone_when_the_bots_have_answered(what):
    """Among bots, each of two people: as long as the other one has not answered."""
    said = set()
    for seed in range(3):
        table = new_game(setup(4, seed, persons=2, **what))
        host = Host(table, runner=inside)
        rng = random.Random(seed)
        while not table.over and len(table.history.entries) < 120:
            host.play_bots()
            if table.over:
                break
            seat = rng.choice([s for s in table.state.owing() if s in table.persons])
            code = rng.choice(table.state.legal(seat))
            final = code in table.final(seat)
            table.send(seat, [table.rules.text(code)])
            host.play_bots()
            said.add(final)
            assert table.can_undo([seat]) != final
    assert said == {True, False}


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
        table.undo(range(3), turn=True)
        assert table.state.digest() == wanted
        table.redo(range(3))
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
                table.redo(range(2 + seed))
    log.header = header(made)
    again = replay(log, "game")
    assert again.state.digest() == table.state.digest()
    assert [e.commands for e in again.history.line()] == [e.commands for e in table.history.line()]
    assert again.history.undone == table.history.undone


def test_undo_rule_follows_the_number_of_people():
    assert not new_game(setup(3, 1, persons=1)).fair
    assert new_game(setup(3, 1, persons=2)).fair
    assert not new_game(setup(3, 1, persons=2, house={"undo": "free"})).fair


def as_saved(table, log):
    """The same game, from its save."""
    log.header = header(table.setup)
    return replay(log, "game")


@EACH
@pytest.mark.parametrize("leaves", ["second", "first", "both", "came later"])
def test_undo_is_fair_for_good_once_two_people_have_sat_down(leaves, what):
    """Whoever leaves, nobody ever goes back past a reveal, nor does who loads the save."""
    log = Memory()
    table = new_game(setup(3, 5, persons=1 if leaves == "came later" else 2, **what), log)
    if leaves == "came later":
        assert not table.fair
        table.seat_source(1, "person")
    rng = random.Random(5)
    while not any(entry.revealed for entry in table.history.line()) or table.history.head < 25:
        answer(table, rng)
    for seat in {"first": [0], "second": [1], "both": [0, 1], "came later": [1]}[leaves]:
        table.seat_source(seat, "random")
    for again in (table, as_saved(table, log)):
        assert again.fair
        tries = [
            *[[seat] for seat in range(3)], range(3), [],
        ]  # fmt: skip
        for asking in tries:
            while again.can_undo(asking):
                before = again.history.line()
                again.undo(asking)
                gone = before[len(again.history.line()) :]
                assert not any(entry.revealed for entry in gone)
                assert {entry.seat for entry in gone if not entry.auto} <= set(asking)
        assert again.history.head > 0
        again.seat_source(0, "person")
        again.seat_source(1, "random")
        assert again.fair


@EACH
@pytest.mark.parametrize(("rule", "seed"), [("free", 1), ("fair", 2), ("auto", 0)])
def test_nobody_takes_back_what_another_person_answered(seed, rule, what):
    """Under every rule, whoever has left since, back and forward again, and after a load."""
    log = Memory()
    table = new_game(setup(4, seed, persons=3, house={"undo": rule}, **what), log)
    rng = random.Random(seed)
    by_person: dict[int, bool] = {}
    here = {0, 1, 2}
    undone = redone = refused = 0
    while not table.over and table.history.next < 400:
        before = table.history.next
        answer(table, rng)
        for entry in table.history.entries[before:]:
            by_person[entry.n] = entry.seat in here and not entry.auto
        if rng.random() < 0.1:
            seat = rng.randrange(3)
            here ^= {seat}
            table.seat_source(seat, "person" if seat in here else "random")
        back = partial(table.undo, turn=rng.random() < 0.3)
        for act in (back, table.redo, table.redo) if rng.random() < 0.3 else ():
            asking = [rng.randrange(4)]
            line = {entry.n: entry.seat for entry in table.history.line()}
            try:
                entry = act(asking)
            except Refused as refusal:
                refused += refusal.word >= 0 and refusal.word not in asking
                continue
            now = {entry.n: entry.seat for entry in table.history.line()}
            changed = {line.get(n, now.get(n)) for n in line.keys() ^ now.keys() if by_person[n]}
            assert changed <= set(asking)
            undone += entry.kind == "undo"
            redone += entry.kind == "redo"
    assert min(undone, redone, refused) > 0
    again = as_saved(table, log)
    assert [e.person for e in again.history.entries] == [e.person for e in table.history.entries]
    assert again.history.undone == table.history.undone
    for asking in ([0], [1], [2], range(4), []):
        assert again.can_undo(asking) == table.can_undo(asking)


def test_by_the_word_of_the_one_who_answered_it_is_taken_back():
    table = new_game(setup(2, 3))
    seat = table.state.owing()[0]
    table.send(seat, ["power 9"])
    with pytest.raises(Refused, match="The last answer is another player's") as refused:
        table.undo([1 - seat])
    assert refused.value.word == seat
    table.undo([seat])
    with pytest.raises(Refused, match="only that player can redo it") as refused:
        table.redo([1 - seat])
    assert refused.value.word == seat
    table.redo([seat])
    assert table.history.line()[-1].commands == ("power 9",)


def test_one_person_alone_speaks_for_the_seat_that_a_bot_keeps_warm():
    table = new_game(setup(2, 3, persons=1))
    answer(table, random.Random(1))
    answer(table, random.Random(1))
    table.seat_source(0, "random")
    while table.can_undo([]):
        table.undo([])
    assert not [entry for entry in table.history.line() if not entry.auto]


def test_a_save_with_an_undo_that_is_refused_today_is_followed():
    """What stands in a save has happened: another's answer taken back, past reveals."""
    log = Memory()
    table = play(new_game(setup(3, 9), log), random.Random(9), 60)
    log.append("undo", {"to": 0})
    log.append("redo", {"to": table.history.head})
    log.append("undo", {"to": table.history.line()[3].n})
    again = as_saved(table, log)
    assert len(again.history.line()) == 4
    assert again.fair
    play(again, random.Random(1))
    assert again.over


@pytest.mark.parametrize("undo", ["fair", "free"])
def test_nobody_has_answered_since_where_one_has_not_answered_at_all(undo):
    """Where all choose at once, another's answer follows none of one's own."""
    make_known()
    made = Setup.of(2, seed=1, starter="red", expansions=(KEPT.id,), house={"undo": undo})
    table = new_game(made)
    mine, theirs = table.state.owing()
    table.send(theirs, ["keep 10"])
    with pytest.raises(Refused, match="The last answer is another player's") as refused:
        table.undo([mine])
    assert refused.value.word == theirs
    table.send(mine, ["keep 20"])
    table.send(theirs, ["keep 30"])
    with pytest.raises(Refused, match="Somebody else has answered since") as refused:
        table.undo([mine])
    assert refused.value.word == theirs
