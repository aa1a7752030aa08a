"""Strangers' bots that play many games: what they do wrong is told, and harms nobody else."""

from __future__ import annotations

import os
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

import pytest
from contests import contest

from elgrande.bots import limits
from elgrande.bots.bot import BotError
from elgrande.bots.limits import TICK
from elgrande.cli.contest_table import results
from elgrande.tournament import workers
from elgrande.tournament.contest import Contest
from elgrande.tournament.tournament import play_in_memory
from elgrande.tournament.workers import Watch, own_note
from patience import PATIENCE
from thirdparty import install

PACE = 0.25


def three_with_mine() -> Contest:
    """One stranger's bot among random ones."""
    return contest("mine", "random", "random", players=3)


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


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_ends_its_process_is_named(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "import os\nclass Bot:\n    def choose(self, r): os._exit(0)\n")
    with pytest.raises(BotError, match="broken by the bot 'mine'; correct"):
        play_in_memory(three_with_mine(), 3, jobs)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import os; os._exit(0)", "broken by the bot 'mine'"),
        ("import time; time.sleep(600)", "the bot 'mine' did not answer within 0.5 seconds"),
        ("raise SystemExit", "the bot 'mine' cannot be loaded: SystemExit"),
    ],
)
def test_a_bot_whose_import_does_harm_is_said(
    code: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, code)
    monkeypatch.setattr(limits, "LONGEST_SLEEP", 0.5)
    monkeypatch.setattr(workers, "ANSWER", 0.5)
    with pytest.raises(BotError, match=fault):
        play_in_memory(three_with_mine(), 3)


STUCK = "while True: time.sleep(60)"
# Holds on to the interpreter, so that no thread of the same process gets a word in.
SLEPT = "did not answer within [0-9.]+ seconds"
POWER = r" at the step 'power' \(entry [0-9]+ of a game\)"
DEAF = "re.match('(a*)*b', 'a' * 64)"


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.long), 2])
@pytest.mark.parametrize(
    ("made", "chosen", "fault"),
    [
        ("pass", STUCK, SLEPT + POWER),
        ("pass", DEAF, "computed for 0.5 seconds and did not answer" + POWER),
        (STUCK, "pass", SLEPT + " when a game began"),
    ],
    ids=["sleeps", "holds the interpreter", "in its making"],
)
def test_a_bot_that_never_answers_is_named(
    made: str, chosen: str, fault: str, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import re, time\nclass Bot:\n"
        f"    def __init__(self): {made}\n    def choose(self, request): {chosen}\n"
    )
    code = code.replace(": while", ":\n        while")
    install(tmp_path, monkeypatch, code)
    monkeypatch.setattr(limits, "LONGEST_SLEEP", 0.5)
    monkeypatch.setattr(workers, "ANSWER", 0.5)
    with pytest.raises(BotError, match=f"the bot 'mine' {fault}, and the games cannot go on"):
        play_in_memory(three_with_mine(), 6, jobs)


def test_time_in_which_whoever_waits_stood_still_is_no_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may be stopped and go on, or the machine may sleep: looks are counted, not hours."""
    monkeypatch.setattr(limits, "LONGEST_SLEEP", 3 * TICK)
    monkeypatch.setattr(limits, "computed", lambda _: 0.0)
    monkeypatch.setattr(limits, "queued", lambda _: 0.0)
    watch = Watch(get_context("spawn"), 2, 3 * TICK)
    note = own_note(*watch.given)
    note.asks("mine", 7, "power")
    watch.look()
    for _ in range(2):
        watch.look()
        note.answered()
        watch.look()
        note.asks("mine", 8, "place")
        watch.look()
    watch.look()
    watch.look()
    with pytest.raises(
        BotError, match=r"'mine' did not answer within 0\.75 seconds at the step 'place'"
    ):
        watch.look()


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
@pytest.mark.parametrize("where", ["its making", "its answer"])
def test_a_bot_that_forks_and_goes_on_in_both_is_one(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy of the process would play on beside it, and whoever waits would wait for ever."""
    ways = {"its making": "pass", "its answer": "pass", where: "os.fork()"}
    code = (
        "import os\nfrom elgrande.bots.bot import Answer\nclass Bot:\n"
        f"    def __init__(self): {ways['its making']}\n"
        f"    def choose(self, request):\n        if len(request.decision.codes) > 12: "
        f"{ways['its answer']}\n        return Answer(request.decision.codes[0])\n"
    )
    install(tmp_path, monkeypatch, code)
    found = results(play_in_memory(three_with_mine(), 6, 2))
    assert found["games"] == 6
    assert found["notices"] == []
    assert all(standing["replaced"] == 0 for standing in found["standings"])
