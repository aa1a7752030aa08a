"""Simulations: seats rotated over the same deals, and the same result however it is shared."""

from __future__ import annotations

import os
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

import pytest
from asking import half_a_second
from thirdparty import install

from elgrande.bots import limits
from elgrande.bots.bot import BotError
from elgrande.bots.limits import TICK
from elgrande.content.setup import Setup
from elgrande.tournament import simulate as module
from elgrande.tournament import workers
from elgrande.tournament.games import Played
from elgrande.tournament.simulate import simulate
from elgrande.tournament.statistics import wilson
from elgrande.tournament.workers import Watch, own_note
from patience import PATIENCE

PACE = 0.25


def three(deal: int) -> Setup:
    return Setup.of(3, deal, short=True)


def scripted(monkeypatch: pytest.MonkeyPatch, games: list[tuple[int, ...]]) -> list[tuple]:
    """Replace the games by these scores by seat; return who sat where in which deal."""
    seen: list[tuple] = []

    def game(
        setup: Setup, bots: Sequence[str], private_seed: int, budget: int, seconds: float | None
    ) -> Played:
        seen.append((setup.seed, tuple(bots), private_seed))
        return Played(0, games[(len(seen) - 1) % len(games)], ())

    monkeypatch.setattr(module, "play_game", game)
    return seen


def test_every_deal_is_played_from_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = scripted(monkeypatch, [(1, 2, 3)])
    results = simulate(three, ["steward", "random", "random"], 4, 1, jobs=1)
    assert (results.games, results.blocks) == (6, 2), "rounded up to whole blocks"
    deals = [deal for deal, _, _ in seen]
    assert len(set(deals)) == 2
    assert deals == sorted(deals, key=deals.index)
    for block in (seen[:3], seen[3:]):
        assert len({deal for deal, _, _ in block}) == 1
        assert [bots.index("steward") for _, bots, _ in block] == [0, 1, 2]
        assert len({private for _, _, private in block}) == 3


def test_standings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bot a sits at seat 0, then 1, then 2, and b one to its left."""
    scripted(monkeypatch, [(9, 5, 1), (4, 4, 2), (8, 7, 9)])
    a, b = simulate(three, ["steward", "random", "random"], 3, 1, jobs=1).standings
    assert (a.bot, a.seats, a.fair) == ("steward", 1, pytest.approx(1 / 3))
    assert (b.bot, b.seats, b.fair) == ("random", 2, pytest.approx(2 / 3))
    assert a.share == pytest.approx((1 + 0.5 + 1) / 3)
    assert b.share == pytest.approx(1 - a.share)
    assert a.score == pytest.approx((9 + 4 + 9) / 3)
    assert a.difference == pytest.approx((4 + 0 + 1) / 3)
    assert a.rank == pytest.approx((1 + 1.5 + 1) / 3)
    assert b.rank == pytest.approx((2 + 3 + 1.5 + 3 + 3 + 2) / 6)


def test_intervals_use_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the deal alone decides, six games of two deals are worth two."""
    lucky, unlucky = [(9, 1, 1), (1, 9, 1), (1, 1, 9)], [(1, 9, 9), (9, 1, 9), (9, 9, 1)]
    scripted(monkeypatch, lucky + unlucky)
    standing = simulate(three, ["steward", "random", "random"], 6, 1, jobs=1).standings[0]
    assert standing.share == 0.5
    low, high = wilson(0.5, 1)
    assert (standing.share_low, standing.share_high) == pytest.approx((low, high), abs=0.05)
    assert standing.difference_low < -8
    assert standing.difference_high > 8


def test_wilson_is_the_known_interval() -> None:
    """Newcombe's example of 1998: 81 of 263 gives 0.2553 to 0.3662."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(1.0, 200)[1] == 1.0


@pytest.mark.long
def test_results_depend_on_the_seed_alone() -> None:
    told: list[tuple[int, int]] = []
    bots = ["random", "random", "random"]
    one = simulate(three, bots, 12, 5, jobs=1, progress=lambda *at: told.append(at))
    two = simulate(three, bots, 12, 5, jobs=2)
    assert one == two
    assert one.to_plain() == two.to_plain()
    assert told == [(3, 12), (6, 12), (9, 12), (12, 12)]
    assert simulate(three, bots, 12, 6, jobs=1) != one


def test_a_bot_that_fails_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "class Bot:\n  def choose(self, request): return 1 / 0\n")
    results = simulate(three, ["mine", "random", "random"], 3, 1, jobs=1)
    mine, random = results.standings
    assert mine.replaced > 30
    assert random.replaced == 0
    (notice,) = results.notices
    assert notice.startswith("the bot 'mine' failed (ZeroDivisionError: division by zero)")


def test_seconds_reach_the_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "raise ValueError(f'{request.seconds} s')"
    install(tmp_path, monkeypatch, f"class Bot:\n  def choose(self, request): {told}\n")
    results = simulate(three, ["mine", "random", "random"], 3, 1, jobs=1, seconds=PACE)
    assert "failed (ValueError: 0.25 s)" in results.notices[0]


def test_what_cannot_be_simulated_is_said() -> None:
    with pytest.raises(BotError, match="there is no bot called 'nobody'"):
        simulate(three, ["nobody", "random", "random"], 3, 1)
    with pytest.raises(ValueError, match="2 bots need 2 seats, not 3"):
        simulate(three, ["random", "random"], 3, 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_ends_its_process_does_not_end_the_simulation_unsaid(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "import os\nclass Bot:\n    def choose(self, r): os._exit(0)\n")
    with pytest.raises(BotError, match="broken by the bot 'mine'; correct"):
        simulate(three, ["mine", "random", "random"], 3, 1, jobs=jobs)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import os; os._exit(0)", "stopped instead of answering"),
        ("import time; time.sleep(600)", "did not answer within 0.5 seconds"),
        ("raise SystemExit", "cannot be loaded: SystemExit"),
    ],
)
def test_a_bot_whose_import_does_harm_is_said(
    code: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, code)
    if "sleep" in code:
        half_a_second(monkeypatch)
    with pytest.raises(BotError) as raised:
        simulate(three, ["mine", "random", "random"], 3, 1)
    assert fault in str(raised.value)


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_more_is_prepared_than_is_soon_played(jobs: int) -> None:
    """However many games are asked for, and whoever ends it has its end at once."""
    made: list[int] = []

    class Enough(Exception):
        pass

    def counted(deal: int) -> Setup:
        made.append(deal)
        return three(deal)

    def stop(done: int, games: int) -> None:
        assert games >= 10**15
        if done >= 6:
            raise Enough

    with pytest.raises(Enough):
        simulate(counted, ["random"] * 3, 10**15, 1, jobs=jobs, progress=stop)
    assert 2 <= len(made) <= 2 + 2 * jobs


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
    bots = ["random", "mine", "random"]
    monkeypatch.setattr(limits, "LONGEST_SLEEP", 0.5)
    monkeypatch.setattr(workers, "ANSWER", 0.5)
    with pytest.raises(BotError, match=f"the bot 'mine' {fault}, and a simulation cannot go on"):
        simulate(three, bots, 6, 1, jobs=jobs)


def test_time_in_which_the_simulation_itself_stood_still_is_no_bots(
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
        target=lambda: done.append(simulate(three, ["mine", "random", "random"], 3, 1).games),
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
    simulate(three, ["mine", "random", "random"], 3, 1, jobs=1)
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
    results = simulate(three, ["mine", "random", "random"], 6, 1, jobs=2)
    assert results.games == 6
    assert results.notices == ()
    assert all(standing.replaced == 0 for standing in results.standings)
