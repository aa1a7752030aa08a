"""Games of a tournament that are written as saves: ordinary ones, each once."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from calls import one_sentence

from elgrande.bots.runner import BotMove
from elgrande.content.setup import Setup
from elgrande.saves import Paths, Store
from elgrande.table import Host
from elgrande.table.saved_game import begin, replay
from thirdparty import install

CALL = ("--short", "--jobs", "1", "--seed", "5")
KINDS = {
    "1996": ("random", "steward", "--players", "4"),
    "2023 for two": ("random", "steward", "--edition", "2023"),
    "colonies": ("random", "squire", "steward", "--expansion", "colonies"),
}


def recorded(path, folder):
    """The games of a file, and the points that each save of a folder ends with, by number."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = {line["game"]: line["scores"] for line in lines[1:] if "game" in line}
    store, saved = Store(Paths(folder)), {}
    for save in store.summaries(folder):
        table = replay(store.read(save.path), save.name)
        assert table.over
        scores = [table.state.score(seat) for seat in range(table.rules.n_seats)]
        saved[int(save.name.rpartition("-")[2])] = scores
    return kept, saved


@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=[pytest.mark.expansions] * (k == "colonies")) for k in KINDS]
)
def test_each_game_is_a_save_that_comes_to_the_same_points(run, tmp_path, kind):
    path, folder = tmp_path / "t.jsonl", tmp_path / "games"
    call = ("tournament", *KINDS[kind], *CALL, "--json", str(path), "--record", str(folder))
    ran = run(*call, "--games", "2")
    assert (ran.code, ran.err) == (0, "")
    kept, saved = recorded(path, folder)
    assert kept == saved
    first, *_ = saves = sorted(map(str, folder.iterdir()))
    assert ran.out.splitlines()[-1] == f"{len(saves)} games recorded in {folder}"
    assert all("intact" in line for line in run("check", *saves).out.splitlines())
    assert "The game is over: " in run("replay", first).out.splitlines()[-1]
    assert "random " in run("show", first).out


def test_a_tournament_that_goes_on_writes_what_is_missing(run, tmp_path):
    path, folder = tmp_path / "t.jsonl", tmp_path / "games"
    call = ("random", "steward", *CALL)
    run("tournament", *call, "--games", "2", "--json", str(path))
    go_on = ("tournament", "--json", str(path), "--jobs", "1", "--record", str(folder))
    run(*go_on, "--games", "4")
    kept, saved = recorded(path, folder)
    assert (sorted(kept), sorted(saved)) == ([0, 1, 2, 3], [2, 3])
    before = {save: (save.read_bytes(), save.stat().st_mtime_ns) for save in folder.iterdir()}
    # As if the program had been killed between a save and its line.
    lines = path.read_text(encoding="utf-8").splitlines()
    less = [line for line in lines if '"game":3' not in line]
    path.write_text("\n".join(less) + "\n", encoding="utf-8")
    run(*go_on, "--games", "6")
    kept, saved = recorded(path, folder)
    assert (sorted(kept), sorted(saved)) == ([0, 1, 2, 3, 4, 5], [2, 3, 4, 5])
    assert {number: kept[number] for number in saved} == saved
    for save, (data, written) in before.items():
        assert save.read_bytes() == data
        assert save.stem.endswith("-3") or save.stat().st_mtime_ns == written


def test_a_simulation_records_its_games_in_the_same_way(run, tmp_path):
    folder = tmp_path / "games"
    call = ("simulate", "--players", "2", "--bots", "random", *CALL, "--games", "2")
    ran = run(*call, "--record", str(folder))
    assert (ran.code, ran.err) == (0, "")
    first, *_ = saves = sorted(map(str, folder.iterdir()))
    assert ran.out.splitlines()[-1] == f"{len(saves)} games recorded in {folder}"
    assert len(saves) == 2
    assert "The game is over: " in run("replay", first).out.splitlines()[-1]
    assert "results" not in json.loads(run(*call, "--record", str(folder), "--json").out)
    one_sentence(run(*call, "--record", str(folder / "in" / "it")))


def test_a_stand_in_is_told(run, tmp_path, monkeypatch):
    code = "class Bot:\n    def choose(self, request): return 1 / 0\n"
    install(tmp_path, monkeypatch, code)
    folder = tmp_path / "games"
    run("tournament", "random", "mine", *CALL, "--games", "2", "--record", str(folder))
    first = min(folder.iterdir())
    told = run("replay", str(first)).out
    assert told.count("A stand-in answered for a bot that gave no answer") > 20
    lines = told.splitlines()
    at = next(at for at, line in enumerate(lines) if "A stand-in" in line)
    assert lines[at + 1].strip().startswith("mine "), "what it answered comes next"


def test_at_a_table_it_is_told_too_and_so_is_who_takes_a_seat_over(run, tmp_path):
    store = Store(Paths(tmp_path))
    made = Setup.of(2, seed=3)
    red, blue = made.players
    made = replace(made, players=(red, replace(blue, source="random")))
    table = begin(store, made, "taken")
    host = Host(table, runner=failing)
    try:
        table.seat_source(0, "steward")
        for _ in range(6):
            task = host.task(host.due())
            assert host.accept(task, task.ask())
    finally:
        host.close()
    table.close("")
    told = run("--data-dir", str(tmp_path), "replay", "taken").out
    assert told.count("From here on the bot steward answers for Red.") == 1
    assert "A stand-in answered for a bot that gave no answer that counts." in told


def failing(name, table):
    """A bot that a stand-in answers for."""

    class Failing:
        def __init__(self):
            self.name = name

        def choose(self, view, entry, events=()):
            return BotMove(view.legal(view.seat)[0], replaced=True)

        def close(self):
            pass

    return Failing()


def test_a_folder_that_cannot_be_is_one_sentence(run, tmp_path):
    there = tmp_path / "file"
    there.write_text("", encoding="utf-8")
    for folder in (there, there / "in", "~nobodyatall/x", "a\x1b"):
        one_sentence(run("tournament", "random", "steward", *CALL, "--record", str(folder)))


@pytest.mark.long
def test_a_recorded_game_is_resumed_and_analysed(run, tmp_path):
    folder = tmp_path / "games"
    run("tournament", "random", "squire", *CALL, "--games", "2", "--record", str(folder))
    first = str(min(folder.iterdir()))
    resumed = run("resume", first, "--plain")
    assert (resumed.code, "1. squire " in resumed.out) == (0, True)
    analysed = run("analyse", first, "--tries", "2")
    assert (analysed.code, analysed.err) == (0, "")
    assert "the chance to win at the beginning of each turn" in " ".join(analysed.out.split())
