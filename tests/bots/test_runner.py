"""A bot that raises, stalls, dies or answers illegally never harms a game."""

from __future__ import annotations

import doctest
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asking import ask, running, setup

from elgrande.bots import bot as documented
from elgrande.bots.bot import Answer, Request
from elgrande.bots.process import NICE
from elgrande.bots.registry import names
from elgrande.bots.runner import STALLS, BotInside, BotMove, BotProcess, Runner, chance
from elgrande.rules import Generator, State
from elgrande.rules.events import TurnBegan
from patience import until

Install = Callable[[str], None]
Processes = Callable[..., BotProcess]

HEAD = "from elgrande.bots.bot import Answer\nimport os, sys, time\nclass Bot:\n"
SHOUT = """
def shout():
    for fd in range(3, 20):
        try: os.write(fd, b"no answer\\n")
        except OSError: pass
"""
"""Writes to whatever is open, the pipe that answers go through among it."""
ILLEGAL = {
    "raises": ("raise ValueError('\\x1b[2Jno idea')", "failed (ValueError: [2Jno idea)"),
    "illegal": ("return Answer(999_999)", "gave an illegal answer"),
    "no number": ("return Answer('power 9')", "gave an illegal answer"),
    "true": ("return Answer(True)", "gave an illegal answer"),
    "nothing": ("pass", "failed (TypeError: choose() must return an Answer)"),
    "a code alone": ("return request.decision.codes[0]", "failed (TypeError: choose() must"),
    "spoils what it got": (
        "request.view.board[:] = []; request.view.stack.clear(); return Answer(999_999)",
        "gave an illegal answer",
    ),
}


def answering(body: str) -> str:
    return f"{HEAD}    def choose(self, request):\n        {body}\n"


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_wrong_answer_is_replaced_with_a_notice(
    case: str, state: State, bot: Install, processes: Processes
) -> None:
    body, fault = ILLEGAL[case]
    bot(answering(body))
    for runner in (BotInside("mine", 5), processes()):
        move = ask(runner, state)
        assert move.notice.startswith(f"the bot 'mine' {fault}")
        assert move.notice.endswith("; a legal move was chosen for it")
        assert move.reason == ""
        assert ask(runner, state).notice, "it is asked again, and replaced again"


@pytest.mark.long
def test_a_bot_that_stalls_is_killed(
    state: State, tmp_path: Path, bot: Install, processes: Processes
) -> None:
    """Its process and what that started are gone; after some stalls it is not asked again."""
    pids = tmp_path / "pids"
    stalls = (
        f"child = os.fork(); open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        "        while True: pass"
    )
    bot(answering(stalls))
    # What both have computed counts, however long a busy machine takes over it.
    runner = processes(deadline=1)
    for stall in range(1, STALLS + 1):
        move = ask(runner, state)
        again = " again; from now on its moves are chosen for it"
        end = again if stall == STALLS else "; a legal move was chosen for it"
        assert move.notice == f"the bot 'mine' computed for 1 seconds and did not answer{end}"
    assert ask(runner, state).notice == "", "it was said once"
    started = [int(line) for line in pids.read_text().split()]
    until(lambda: not any(map(running, started)), "the end of every stalled bot")
    assert len(started) == 2 * STALLS, "and it was not asked again"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("os._exit(3)", "stopped instead of answering"),
        ("sys.exit()", "failed (SystemExit)"),
        ("shout()", "gave an unreadable answer"),
    ],
)
def test_a_bot_that_dies_is_started_again(
    body: str, fault: str, state: State, tmp_path: Path, bot: Install, processes: Processes
) -> None:
    """It dies at its first answer; a bot started anew answers the second."""
    flag = tmp_path / "died"
    code = answering(
        f"if not os.path.exists({str(flag)!r}): open({str(flag)!r}, 'w').close(); {body}\n"
        "        return Answer(request.decision.codes[-1])"
    )
    bot(SHOUT + code)
    runner = processes()
    assert ask(runner, state).notice == f"the bot 'mine' {fault}; a legal move was chosen for it"
    assert ask(runner, state) == BotMove(state.legal(state.owing()[0])[-1])


@pytest.mark.parametrize("told", ["10**30", "-1", "True", "'many'", "None", "1.5"])
def test_a_strange_number_of_simulations_is_none(
    told: str, state: State, bot: Install, processes: Processes
) -> None:
    bot(answering(f"return Answer(request.decision.codes[0], '', {told})"))
    for runner in (BotInside("mine", 5), processes()):
        assert ask(runner, state).notice == ""
        assert (runner.searches, runner.simulations) == (0, 0)


def test_a_bot_that_cannot_be_had_is_said_once(state: State, processes: Processes) -> None:
    runner = processes("nobody")
    first, second = ask(runner, state), ask(runner, state)
    known = ", ".join(names())
    assert first.notice.startswith(f"there is no bot called 'nobody'; choose from {known}")
    assert first.notice.endswith("; from now on its moves are chosen for it")
    assert second.notice == ""


def test_who_asks_the_same_again_is_advised_the_same(state: State) -> None:
    """A bot that thinks as long as it may finds something else each time."""

    class Other:
        """Answers otherwise each time."""

        asked = 0

        def choose(self, request: Request) -> Answer:
            self.asked += 1
            return Answer(request.decision.codes[self.asked])

    seat = state.owing()[0]
    for private, told in ((True, [1, 2, 1]), (False, [1, 2, 3])):
        bot, later = BotInside("other", 1, bot=Other(), private=private), state.copy()
        later.board[later.rules.at_score] += 1
        views = (state.view(seat), later.view(seat), state.view(seat))
        codes = [bot.choose(view, 0).code for view in views]
        assert codes == [state.legal(seat)[number] for number in told]


def test_what_a_bot_prints_is_no_answer(
    state: State, bot: Install, processes: Processes, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nor does it reach the terminal."""
    body = "print('{\"code\": 0}', flush=True); os.system('echo hello'); input() if 0 else None\n"
    bot(answering(body + "        return Answer(request.decision.codes[0], 'Hm.')"))
    runner = processes()
    assert ask(runner, state) == BotMove(state.legal(state.owing()[0])[0], "Hm.")
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(os.name != "posix", reason="only POSIX knows how nice a process is")
def test_bots_stand_back_for_the_screen(state: State, bot: Install, processes: Processes) -> None:
    """Process and session, however many start at once; a bot's own children with them."""
    body = (
        "group = '/proc/self/autogroup'\n"
        "        group = open(group).read() if os.path.exists(group) else ' nice 10'\n"
        "        return Answer(request.decision.codes[0], f'{os.nice(0)}{group}')"
    )
    bot(answering(body))
    here = os.nice(0)
    found = [processes() for _ in range(3)]
    for runner in found:
        ask(runner, state)
    for runner in found:

        def stands_back(runner: Runner = runner) -> bool:
            reason = ask(runner, state).reason
            assert reason.startswith(f"{min(here + NICE, 19)}"), reason
            return reason.split()[-2:] == ["nice", str(NICE)]

        # Linux lets one process in a tenth of a second change its session; a later question does.
        until(stands_back, "a session that stands back")


def test_a_process_plays_exactly_as_inside(processes: Processes) -> None:
    """The same private seed and entry give the same answers, over a whole round."""
    state = setup("steward").start()
    inside, process = BotInside("steward", 5), processes("steward")
    for entry in range(25):
        seat = state.owing()[0]
        move = process.choose(state.view(seat), entry)
        assert move == inside.choose(state.view(seat), entry)
        assert move.notice == ""
        state.apply(seat, move.code)


def test_chance_follows_seed_entry_and_seat(state: State) -> None:
    def drawn(seed: int, entry: int) -> int:
        return BotInside("random", seed).choose(state.view(state.owing()[0]), entry).code

    assert drawn(1, 2) == drawn(1, 2)
    assert len({drawn(seed, 2) for seed in range(20)}) > 3
    assert len({drawn(1, entry) for entry in range(20)}) > 3


def test_chance_leads_back_to_nothing() -> None:
    """What a bot draws from is no step from where it comes from: PCG32 runs backwards too."""
    step, more, whole = 6364136223846793005, 1442695040888963407, 1 << 64

    def before(state: int) -> int:
        return (state - more) * pow(step, -1, whole) % whole

    def led_back(state: int) -> int:
        """Undo ``Generator.seeded`` of an unknown seed below 2^64, the entry and the seat."""
        state = before(state)
        for word in (seat, 0, entry, 0):
            state = (before(state) - word) % whole
        return (before(state) - more) % whole

    private, entry, seat = 0x1234_5678_9ABC, 17, 2
    assert led_back(Generator.seeded(private, entry, seat).state) == private
    assert led_back(chance(private, entry, seat)) != private
    # Nor does one chance tell the next.
    drawn = {chance(private, n, seat) for n in range(100)} | {
        chance(private, entry, n) for n in range(5)
    }
    assert len(drawn) == 104


def test_events_reach_the_bot(state: State, bot: Install, processes: Processes) -> None:
    body = "return Answer(request.decision.codes[0], f'{request.events} {request.budget}')"
    bot(answering(body))
    seat = state.owing()[0]
    for runner in (BotInside("mine", 5), processes()):
        assert runner.wants_events if isinstance(runner, BotInside) else True
        reason = runner.choose(state.view(seat), 1, (TurnBegan(2),)).reason
        assert reason == "(TurnBegan(audience=None, seat=2),) 100"


def test_a_reason_is_cleaned_and_that_of_a_secret_is_not_told(state: State) -> None:
    class Chatty:
        def choose(self, request: Request) -> Answer:
            return Answer(request.decision.codes[0], "\x1b]0;owned\x07  so\n" + "!" * 500)

    runner = BotInside("chatty", 1, bot=Chatty())
    move = ask(runner, state)
    assert move.reason.startswith("]0;owned so !!!")
    assert len(move.reason) <= 160
    while state.decision().step != "disks":
        seat = state.owing()[0]
        state.apply(seat, state.legal(seat)[-1 if state.round < 3 else 0])
    assert ask(runner, state).reason == ""


def test_the_bot_of_the_documentation_plays() -> None:
    """What ``bots.bot`` shows as a whole bot is one: its every answer is accepted."""
    shown: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(documented.__doc__ or ""):
        exec(example.source, shown)
    state = setup().start()
    runner = BotInside("gregarious", 1, bot=shown["Gregarious"]())
    reasons = set()
    while state.stack:
        move = runner.choose(state.view(state.owing()[0]), 1)
        assert move.notice == ""
        reasons.add(move.reason)
        state.apply(state.owing()[0], move.code)
    assert any(reason.startswith("I place ") for reason in reasons)
