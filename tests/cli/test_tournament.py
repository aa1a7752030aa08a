"""The tournament as a command: what it prints, what it keeps, and how it is stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from calls import one_sentence

from elgrande.cli.commands import tournament
from elgrande.cli.plot import plot
from elgrande.tournament.workers import Workers
from patience import PATIENCE, until

SMALL = ("random", "steward", "--short", "--jobs", "1", "--seed", "5")


def games(path):
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if "game" in line and "tournament" not in line]


def test_it_tells_shares_with_intervals_and_keeps_every_game(run, tmp_path):
    path = tmp_path / "t.jsonl"
    ran = run("tournament", *SMALL, "--games", "4", "--json", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("random, steward, 2 at a table: 4 games of 2 deals, seed 5,")
    row = next(line for line in ran.out.splitlines() if line.startswith("steward"))
    assert re.match(r"steward +100\.0% \([0-9.]+% to 100\.0%\) +50\.0% +[0-9.]+ ± [0-9.]+", row)
    assert "Ratings (Bradley and Terry's" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert {game["game"] for game in games(path)} == set(range(4))
    last = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])["results"]
    assert (last["games"], last["pairings"]) == (4, 2)
    assert [one["bot"] for one in last["standings"]] == ["random", "steward"]
    before = path.read_bytes()
    again = run("tournament", "--json", str(path))
    assert again.out == ran.out, "nothing is left to play, and the file knows how many were wanted"
    assert path.read_bytes() == before
    more = run("tournament", "--json", str(path), "--games", "6", "--jobs", "1")
    assert "6 games of 3 deals" in more.out
    assert path.read_bytes().startswith(before)


def test_plain_ascii(run):
    assert run("--ascii", "tournament", *SMALL, "--games", "4").out.isascii()


@pytest.mark.long
def test_the_test_says_its_hypotheses(run):
    told = " ".join(run("tournament", *SMALL, "--games", "40", "--sprt", "0", "0.2").out.split())
    assert "Sequential test: is the share of random fair, or 20.0% more than fair? It says" in told
    assert "after 16 deals. Fair is the likelier, and the tournament stops." in told
    assert "32 games of 16 deals" in told


def test_a_hypothesis_may_be_below_0(run):
    said = run("tournament", *SMALL, "--games", "2", "--sprt-points", "-10", "-.5").out
    assert "10 points behind the others, or 0.5 points behind the others?" in " ".join(said.split())


def test_a_file_of_other_days_is_refused_with_the_cure(run, tmp_path):
    path = tmp_path / "t.jsonl"
    run("tournament", *SMALL, "--games", "2", "--json", str(path))
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    header = json.loads(first)
    game = {**header["game"], "rules": "1996/2"}
    versions = [{**one, "code": "other"} for one in header["versions"]]
    less = {key: value for key, value in header.items() if key != "test"}
    for other, words in (
        ({**less, "more": None}, "was written by another version of elgrande; name another file"),
        ({**header, "game": game}, "the rules '1996/2', and this elgrande plays 1996/1; take the"),
        ({**header, "versions": versions}, "other versions of the bots; name another file with"),
    ):
        path.write_text(f"{json.dumps(other)}\n{rest}", encoding="utf-8")
        refused = run("tournament", "--json", str(path))
        one_sentence(refused)
        assert str(path) in refused.err
        assert words in refused.err


def test_a_bound_against_a_bot_that_has_become_worse_is_told_and_kept(run, tmp_path):
    path = tmp_path / "t.jsonl"
    bound = ("--sprt-points", "-3", "0", "--errors", "0.01", "0.1", "--json", str(path))
    told = " ".join(run("tournament", *SMALL, "--games", "4", *bound).out.split())
    assert "is random 3 points behind the others, or level with the others? It says" in told
    assert "at -2.29, and does so in about 10.0% where the second is true; the second at" in told
    assert "+4.50, in about 1.0% where the first is. Now it is at" in told
    lines = path.read_text(encoding="utf-8").splitlines()
    first, last = json.loads(lines[0])["test"], json.loads(lines[-1])["results"]["test"]
    assert first == {
        "of": "points", "low": -3.0, "high": 0.0, "false_high": 0.01, "false_low": 0.1,
    }  # fmt: skip
    assert first.items() <= last.items()
    assert (last["pairings"], last["answer"]) == (2, "open")
    again = run("tournament", "--json", str(path))
    assert " ".join(again.out.split()) == told
    one_sentence(run("tournament", "--json", str(path), "--errors", "0.1", "0.1"))
    path.write_text(lines[0].replace('"points"', '"luck"') + "\n", encoding="utf-8")
    one_sentence(run("tournament", "--json", str(path)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name at least two bots"),
        (["steward"], "at least two different bots"),
        (["steward", "steward"], "at least two different bots"),
        (["steward", "hal"], "no bot 'hal'"),
        (["steward", "random", "random", "--players", "4"], "one for each of the 4 seats"),
        (["steward", "random", "--players", "6"], "2 to 5"),
        (["steward", "random", "--games", "0"], "choose 1 to 100000"),
        (["steward", "random", "--jobs", "0"], "at least one"),
        (["steward", "random", "--seed", "-1"], "from 0 on"),
        (["steward", "random", "--seconds", "0"], "more than 0"),
        (["steward", "random", "--sprt", "0", "2"], "--sprt: name two values from -0.5 to 0.5"),
        (["steward", "random", "--sprt-points", "2", "0"], "--sprt-points: name two values"),
        (["steward", "random", "--sprt", "0", "0.1", "--errors", "0", "1"], "less than 0.5"),
        (["steward", "random", "--errors", "0.1", "0.1"], "add --sprt or --sprt-points"),
        (["steward", "random", "--json", "nowhere/t.jsonl"], "cannot be written"),
        (["steward", "random", "--jobs", "1", "--dask", "x:1"], "leave one out"),
        (["steward", "random", "--trust", "steward"], "--trust 'steward': name a bot that plays"),
        (["steward", "random", "--expansion", "hal"], "hal"),
        (["steward", "random", "--json", "-"], "name one"),
        (["--json", "missing.jsonl"], "no tournament in missing.jsonl to go on with: name at"),
    ],
)
def test_a_wrong_call_gets_one_sentence(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    ran = run("tournament", *arguments)
    one_sentence(ran)
    assert words in ran.err


def test_another_tournaments_file_and_what_is_none(run, tmp_path):
    path = tmp_path / "t.jsonl"
    run("tournament", *SMALL, "--games", "2", "--json", str(path))
    ran = run("tournament", *SMALL, "--edition", "2023", "--json", str(path))
    one_sentence(ran)
    assert "holds a tournament with another game" in ran.err
    ran = run("tournament", "--short", "--json", str(path))
    one_sentence(ran)
    assert "--short is said by the file" in ran.err
    for data in (b"diary\n", b'{"tournament":1}\n', b'{"tournament":1,"bots":["random",3]}\n'):
        path.write_bytes(data)
        ran = run("tournament", "--json", str(path))
        one_sentence(ran)
        assert path.read_bytes() == data


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(run, tmp_path, monkeypatch):
    class Stopped(Workers):
        def executor(self):
            executor = super().executor()
            submit = executor.submit

            def third(fn, task):
                if task.number == 3:
                    raise KeyboardInterrupt
                return submit(fn, task)

            executor.submit = third
            return executor

    path = tmp_path / "my games.jsonl"
    with monkeypatch.context() as patched:
        patched.setattr(tournament, "_workers", lambda *_: Stopped())
        ran = run("tournament", *SMALL, "--games", "4", "--json", str(path))
        unkept = run("tournament", *SMALL, "--games", "4")
    assert (ran.code, unkept.code) == (130, 130)
    assert f"This goes on with them: elgrande tournament --json '{path}'" in ran.err
    assert "Nothing was kept" in unkept.err
    done = games(path)
    assert run("tournament", "--json", str(path), "--jobs", "1").code == 0
    whole = tmp_path / "whole.jsonl"
    run("tournament", *SMALL, "--games", "4", "--json", str(whole))
    assert games(path)[: len(done)] == done
    by_number = sorted(games(path), key=lambda game: game["game"])
    assert by_number == sorted(games(whole), key=lambda game: game["game"])


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="a signal is sent")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_all_of_it(home, tmp_path, sent, code):
    path = tmp_path / "t.jsonl"
    call = [sys.executable, "-m", "elgrande", "tournament", "steward", "random", "--json", path]
    with subprocess.Popen(
        [*map(str, call), "--games", "4000", "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as playing:  # fmt: skip
        until(lambda: path.exists() and path.read_bytes().count(b"\n") > 5)
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(playing.pid)],
            capture_output=True, text=True, check=False,
        ).stdout.split()  # fmt: skip
        playing.send_signal(sent)
        out, err = playing.communicate(timeout=PATIENCE)
    assert playing.returncode == code
    assert "share of wins" in out
    assert "This goes on with them" in err
    assert "Traceback" not in err
    until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in children))
    assert path.read_bytes().endswith(b"\n")


def test_curves_are_drawn_over_each_other_and_named_where_there_is_room():
    curves = [[0.3, 0.5, 0.7], [0.4] * 3, [0.5, 0.6, 0.7]]
    rows = plot(curves, ":-o", {0: "deal 1", 2: "3"}, 0.2)
    assert rows[0].startswith("  70% |")
    assert rows[-3].startswith("  20% |")
    columns = ["".join(row[7 + at : 8 + at] for row in rows[:-2]) for at in (0, 3, 6)]
    assert [[column.count(sign) for sign in ":-o"] for column in columns] == [
        [1, 1, 1], [1, 1, 1], [0, 1, 1],
    ]  # fmt: skip
    assert rows[-1].strip() == "deal 1", "the last has no room beside the first"
    assert plot([[0.5] * 5], "o", {0: "deal 1", 4: "5"})[-1].strip() == "deal 1      5"
