"""Strangers' bots that play many games: what they do wrong is told, and harms nobody else."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from asking import half_a_second
from contests import contest

from elgrande.bots.bot import BotError
from elgrande.cli.contest_table import brief_lines, results
from elgrande.cli.main import main
from elgrande.tournament import games
from elgrande.tournament.contest import Contest
from elgrande.tournament.tournament import Tournament, play_in_memory
from patience import PATIENCE
from thirdparty import install

PACE = 0.25


def three_with_mine() -> Contest:
    """One stranger's bot among random ones."""
    return contest("mine", "random", "random", players=3)


def test_a_bot_that_is_edited_meanwhile_ends_the_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game loads it anew: what is played under one digest is one program."""
    code = "class Bot:\n  def choose(self, request): return 1 / 0\n"
    install(tmp_path, monkeypatch, code)
    played: list[int] = []

    def edit(tournament: Tournament) -> None:
        played.append(tournament.done)
        (tmp_path / "their_bot.py").write_text(f"{code}  # Another.\n", encoding="utf-8")

    began = three_with_mine()
    told = r"^mine 1.0 \((\w+)\) was loaded, and mine 1.0 \((\w+)\) plays in this tournament: "
    with pytest.raises(BotError, match=told) as stopped:
        play_in_memory(began, 3, on_game=edit)
    assert played == [1, 2], "two are given out before the first is over"
    assert str(stopped.value).endswith("put that version back, or begin another tournament")
    assert play_in_memory(three_with_mine(), 3).done == 3, "a new one plays what is there now"


def test_a_bot_that_fails_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "class Bot:\n  def choose(self, request): return 1 / 0\n")
    found = results(play_in_memory(three_with_mine(), 3))
    mine, random = found["standings"]
    assert mine["replaced"] > 30
    assert random["replaced"] == 0
    (notice,) = found["notices"]
    assert notice.startswith("the bot 'mine' failed (ZeroDivisionError: division by zero)")


def test_seconds_reach_the_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "raise ValueError(f'{request.seconds} s')"
    install(tmp_path, monkeypatch, f"class Bot:\n  def choose(self, request): {told}\n")
    timed = contest("mine", "random", "random", players=3, seconds=PACE)
    found = results(play_in_memory(timed, 3))
    assert "failed (ValueError: 0.25 s)" in found["notices"][0]


ANSWERS = "return Answer(request.decision.codes[0])"
HEAD = "import os, re, sys, time\nfrom elgrande.bots.bot import Answer\n"


def choosing(body: str) -> str:
    """A bot that does something as it answers."""
    return f"{HEAD}class Bot:\n    def choose(self, request):\n        {body}\n        {ANSWERS}\n"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("os._exit(0)", "stopped instead of answering"),
        # Holds on to the interpreter, so that no thread of the same process gets a word in.
        ("re.match('(a*)*b', 'a' * 64)", "computed for 0.3 seconds and did not answer"),
        ("hold = bytearray(2 << 30)", "failed (MemoryError)"),
        ("return Answer(999_999)", "gave an illegal answer"),
        ("return 'nonsense'", "failed (TypeError: choose() must return an Answer)"),
    ],
    ids=["ends", "hangs", "greedy", "illegal", "nonsense"],
)
def test_what_a_bot_does_wrong_is_told_and_the_games_go_on(
    body: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, choosing(body))
    monkeypatch.setattr(games, "DEADLINE", 0.3)
    found = results(play_in_memory(three_with_mine(), 3))
    assert found["games"] == 3
    assert found["notices"][0].startswith(f"the bot 'mine' {fault}")
    mine, random = found["standings"]
    assert mine["replaced"] > 30, "those of one that was given up, too"
    assert random["replaced"] == 0


@pytest.mark.skipif(not hasattr(os, "nice"), reason="nobody stands back here")
def test_a_bot_does_not_stand_back_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine it would be told to think as long, and think less."""
    body = f"if os.nice(0) != {os.nice(0)}: raise ValueError(os.nice(0))"
    install(tmp_path, monkeypatch, choosing(body))
    assert results(play_in_memory(three_with_mine(), 3))["notices"] == []


SEES = """frame = sys._getframe()
        while frame is not None:
            if any(isinstance(held, State) for held in frame.f_locals.values()):
                raise ValueError("I see everything")
            frame = frame.f_back"""


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "command",
    [
        "simulate --players 3 --bots mine,random --games 3",
        "tournament mine random --players 2 --games 2",
    ],
)
def test_a_bot_that_walks_its_callers_frames_finds_no_game_unless_it_is_trusted(
    command: str,
    jobs: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = choosing(SEES).replace("class", "from elgrande.rules import State\nclass", 1)
    install(tmp_path, monkeypatch, code)
    call = [*command.split(), "--short", "--seed", "1", "--jobs", jobs]
    assert main(call) == 0
    out, err = capsys.readouterr()
    assert (err, "note:" in out) == ("", False)
    assert main([*call, "--trust", "mine"]) == 0
    out, err = capsys.readouterr()
    assert "note: the bot 'mine' failed (ValueError: I see everything)" in out
    assert re.search("note: [0-9]+ answers of mine had to be given by a stand-in", out)
    (told,) = err.splitlines()
    assert told.startswith("The bot 'mine' runs inside this program, as you trust it")


def test_a_bot_plays_the_same_games_inside_and_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chooses = "return Answer(request.generator.choice(request.decision.codes), '', 7)"
    install(tmp_path, monkeypatch, choosing(chooses))
    apart = play_in_memory(three_with_mine(), 3)
    inside = play_in_memory(replace(three_with_mine(), trusted=("mine",)), 3)
    assert apart.record.games == inside.record.games
    assert [one["simulations"] for one in results(apart)["standings"]] == [7, None]
    assert "Simulations an answer that took some: mine 7." in brief_lines(apart)
    assert all(max(game.searches) > 30 for game in apart.record.games.values())


@pytest.mark.parametrize("trusted", [(), ("mine",)])
def test_a_bot_knows_the_players_names(
    trusted: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, choosing("request.names[request.seat]"))
    played = play_in_memory(replace(three_with_mine(), trusted=trusted), 3)
    assert results(played)["notices"] == []


KILLS = """with open(f"/proc/{os.getppid()}/stat") as file:
            game = int(file.read().rpartition(")")[2].split()[1])
        os.kill(game, 9)"""


@pytest.mark.skipif(sys.platform != "linux", reason="the guard stands between on Linux alone")
def test_a_bot_that_ends_the_games_process_is_named_and_none_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, choosing(KILLS))
    with pytest.raises(BotError, match="broken by the bot 'mine'; correct"):
        play_in_memory(three_with_mine(), 3, 2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_trusted_bot_that_ends_its_process_is_named(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, choosing("os._exit(0)"))
    with pytest.raises(BotError, match="broken by the bot 'mine'; correct"):
        play_in_memory(replace(three_with_mine(), trusted=("mine",)), 3, jobs)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import os; os._exit(0)", "the bot 'mine' stopped instead of answering"),
        ("import time; time.sleep(600)", "the bot 'mine' did not answer within 0.5 seconds"),
        ("raise SystemExit", "the bot 'mine' cannot be loaded: SystemExit"),
        ("class Bot:\n  def __init__(self): 1 / 0", "the bot 'mine' cannot be started: ZeroDiv"),
        ("class Bot: pass", "the bot 'mine' cannot be used: it has no method 'choose'"),
    ],
)
def test_a_bot_that_cannot_be_had_is_said_before_a_game_is_played(
    code: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, code)
    if "sleep" in code:
        half_a_second(monkeypatch)
    with pytest.raises(BotError, match=fault):
        play_in_memory(three_with_mine(), 3)


def test_a_thread_that_a_bot_leaves_behind_does_not_keep_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import threading, time\nfrom elgrande.bots.bot import Answer\nclass Bot:\n"
        "    def __init__(self): threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "    def choose(self, request): return Answer(request.decision.codes[0])\n"
    )
    install(tmp_path, monkeypatch, code)
    done: list[int] = []
    ran = Thread(
        target=lambda: done.append(play_in_memory(three_with_mine(), 3).done),
        daemon=True,
    )
    ran.start()
    ran.join(PATIENCE)
    assert done == [3]


def test_what_a_bot_prints_is_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    says = "print('\\x1b[2J'); os.write(1, b'one'); os.write(2, b'two')"
    code = f"import os\n{says}\nclass Bot:\n    def choose(self, request): {says}; sys.exit()\n"
    install(tmp_path, monkeypatch, code)
    play_in_memory(three_with_mine(), 3)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody forks here")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_forks_and_goes_on_in_both_is_ended(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each says something, and two answers to one question are none."""
    install(tmp_path, monkeypatch, choosing("if len(request.decision.codes) > 12: os.fork()"))
    found = results(play_in_memory(three_with_mine(), 6, jobs))
    assert found["games"] == 6
    assert found["notices"][0].startswith("the bot 'mine' gave an unreadable answer")
