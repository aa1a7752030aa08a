"""A player's record on the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest
from calls import Ran, one_sentence

from elgrande.app.saved_games.user_files import KeptMarks
from elgrande.saves import Store, shipped
from elgrande.saves.standings import FILE

Run = Callable[..., Ran]


def put(store: Store, *examples: str) -> None:
    for name in examples:
        store.copy(shipped("saves") / f"{name}.toml", name)


def test_it_tells_places_rivals_kinds_and_sources(run: Run, store: Store) -> None:
    put(store, "colonies-four", "thirteen-cards", "veto-in-hand")
    ran = run("--ascii", "record")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.isascii()
    assert max(map(len, ran.out.splitlines())) <= 80
    for said in ("Ana: 2 games finished, none won", "1 game is under way.", "Places over time",
                 "steward (bot)", "4: 1996 + colonies", "Regions, general"):  # fmt: skip
        assert said in ran.out


def test_json_has_the_same(run: Run, store: Store) -> None:
    put(store, "colonies-four", "colonies-five")
    (store.paths.saves / "torn.toml").write_text("nonsense", encoding="utf-8")
    found = json.loads(run("record", "--as", "ana", "--json").out)
    assert (found["player"], found["unreadable"]) == ("Ana", 1)
    assert {one["game"] for one in found["games"]} == {"colonies-four", "colonies-five"}
    won = sum(one["mine"] for one in found["sources"]) * len(found["games"])
    assert won == pytest.approx(sum(one["points"] for one in found["games"]))


def test_a_damaged_or_foreign_index_is_made_again(run: Run, store: Store) -> None:
    put(store, "colonies-four")
    told = run("record").out
    index = store.paths.cache / FILE
    for other in (b"\xff", b'{"made": 1}', index.read_bytes()[:-40], None):
        index.unlink() if other is None else index.write_bytes(other)
        assert run("record").out == told
        assert index.stat().st_size > 200


def test_puzzles_are_told_with_the_record_of_who_plays_most(run: Run, store: Store) -> None:
    put(store, "colonies-four", "colonies-five")
    marks = KeptMarks(store.paths.state)
    marks.answer("one", right=True)
    marks.answer("two", right=False)
    said = "1 puzzle solved, 1 answered wrongly at first."
    assert said in run("record").out
    assert said in run("record", "--as", "Ana").out, "as the app has it"
    assert said not in run("record", "--as", "Clara").out
    record = json.loads(run("record", "--json").out)
    assert (record["solved"], record["missed"]) == (1, 1)


def test_what_cannot_be_read_is_said(run: Run, store: Store) -> None:
    store.paths.saves.mkdir(parents=True)
    (store.paths.saves / "torn.toml").write_text("nonsense", encoding="utf-8")
    ran = run("record")
    assert ran.code == 0
    assert ran.out.startswith("No game of yours is over yet;")
    assert "1 save is damaged and left out; elgrande list says which." in ran.out


def test_a_name_that_nobody_has_is_refused(run: Run, store: Store) -> None:
    put(store, "colonies-four")
    ran = run("record", "--as", "Nobody")
    one_sentence(ran)
    assert "'Nobody'" in ran.err
    assert "Ana" in ran.err


def test_once_known_no_rules_are_loaded(spawn: Run, store: Store) -> None:
    put(store, "colonies-four")
    first = spawn("record")
    os.utime(store.paths.saves / "colonies-four.toml", (1e9, 1e9))
    spawn("record")
    again = spawn("record", PYTHONPROFILEIMPORTTIME="1")
    assert again.out.count("\n") == first.out.count("\n")
    assert "elgrande.saves.record" in again.err
    assert "elgrande.rules" not in again.err
