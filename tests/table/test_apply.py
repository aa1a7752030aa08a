"""One way to carry something out: a game is played, replayed and checked by the same rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from functools import partial

import pytest
from playing import Memory, Record, answer, setup

from elgrande.table import Mismatch, Refused, Table, load, new_game, replay
from elgrande.table.saved_game import header
from elgrande.table.table import gesture

EDITIONS = pytest.mark.parametrize("edition", ["1996", "2023"])


def recorded(seed: int, answers: int, **others: object) -> tuple[Table, Memory]:
    """A table after so many answers, with undo, redo and changes of hands, and its records."""
    log = Memory()
    table = new_game(setup(3, seed, persons=2, **others), log)
    rng = random.Random(seed)
    for _ in range(answers):
        if table.over:
            break
        answer(table, rng)
        if rng.random() < 0.1 and table.can_undo([0, 1]):
            table.undo([0, 1], turn=rng.random() < 0.3)
            if rng.random() < 0.6:
                table.redo([0, 1])
        if rng.random() < 0.05:
            table.seat_source(
                2, rng.choice(["person", "random", "steward"]), rng.choice([None, "Z"])
            )
    log.header = header(table.setup)
    return table, log


def refused(act: Callable[[], object]) -> str:
    """Why something is refused, or nothing."""
    try:
        act()
    except Refused as refusal:
        return str(refusal)
    return ""


@EDITIONS
@pytest.mark.parametrize("seed", range(3))
def test_a_replay_comes_to_the_same_in_everything(seed: int, edition: str) -> None:
    """Entries with their events, positions, what was undone, who plays: and all digests agree."""
    table, log = recorded(seed, 400, edition=edition, house={"undo": "free"})
    again = replay(log, "game")
    assert again.history == table.history
    assert again.players == table.players
    assert again.fair == table.fair
    kinds = {record.kind for record in log.records}
    assert kinds == {"command", "undo", "redo", "source"}
    noted = {r.n: r.fields["digest"] for r in log.records if "digest" in r.fields}
    assert noted == {n: again.history.positions[n].digest() for n in noted}


@EDITIONS
def test_what_play_refuses_no_save_may_hold(edition: str) -> None:
    """The same command at the same moment, and neither has changed anything."""
    table, log = recorded(7, 60, edition=edition)
    rng = random.Random(7)
    met = {True: 0, False: 0}
    for text in [*rng.sample(table.rules.vocabulary.texts, 120), "sing", "", "end; end"]:
        seat = rng.randrange(3)
        colour = table.rules.colours[seat]
        entries, digest = table.history.next, table.state.digest()
        kept = deepcopy(log)
        kept.records.append(Record(entries, "command", {"do": [f"{colour} {text}"]}))
        carried_out = partial(gesture, table, table.state)
        reasons = [refused(partial(act, seat, [text])) for act in (table.peek, carried_out)]
        legal = reasons == ["", ""]
        if not legal:
            reasons.append(refused(partial(table.send, seat, [text])))
            assert reasons == reasons[:1] * 3
        met[legal] += 1
        assert (table.history.next, table.state.digest()) == (entries, digest)
        if legal:
            assert replay(kept, "game").history.head == entries
        else:
            with pytest.raises(Mismatch, match=f"record {entries} (is not legal|cannot be read)"):
                replay(kept, "game")
    seat = table.state.owing()[0]
    text = table.rules.text(table.state.legal(seat)[0])
    assert gesture(table, table.state, seat, [text])
    assert met[False] > 50


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("command", {"do": []}),
        ("command", {"do": ["red end", "blue end"]}),
        ("command", {"do": ["nobody end"]}),
        ("undo", {"to": 999}),
        ("redo", {"to": 1}),
        ("source", {"seat": "white", "source": "random"}),
        ("source", {"seat": "red", "source": "random", "digest": "0" * 16}),
    ],
)
def test_a_record_that_does_not_fit_changes_nothing(kind: str, fields: dict[str, object]) -> None:
    table, log = recorded(3, 20)
    told: list[object] = []
    table.subscribe(told.append)
    before = deepcopy(table.history), list(table.players), len(log.records)
    with pytest.raises(Refused) as refusal:
        table.carry_out(kind, fields)
    assert refusal.value.record
    assert (table.history, table.players, len(log.records)) == before
    assert told == []
    log.records.append(Record(len(log.records) + 1, kind, fields))
    with pytest.raises(Mismatch) as mismatch:
        replay(log, "game")
    assert refusal.value.record in str(mismatch.value)


def test_a_loaded_game_gives_the_same_answers_unasked() -> None:
    """Whatever stands before a forced answer: loading goes on as play had gone on."""
    table, log = recorded(5, 150)
    forced = [entry.n for entry in table.history.line() if entry.auto]
    assert forced
    for n in forced[:20]:
        cut = deepcopy(log)
        del cut.records[n - 1 :]
        again = load(cut, "game", cut)
        assert again.history.entries[n] == table.history.entries[n]
        assert cut.records[n - 1].fields == log.records[n - 1].fields


def test_a_closed_table_takes_nothing() -> None:
    table, log = recorded(2, 20, house={"undo": "free"})
    before = len(log.records)
    table.close()
    seat = table.state.owing()[0]
    text = table.rules.text(table.state.legal(seat)[0])
    for act in (
        lambda: table.send(seat, [text]),
        lambda: table.undo([0, 1]),
        lambda: table.seat_source(0, "random"),
    ):
        with pytest.raises(Refused, match="closed"):
            act()
    assert len(log.records) == before
