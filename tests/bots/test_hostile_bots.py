"""Bots that answer nonsense, take too much, or leave something behind: the game goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from asking import ask, half_a_second, running, setup

from elgrande.bots import limits
from elgrande.bots.bot import BotError
from elgrande.bots.registry import describe, make, said
from elgrande.bots.runner import BotInside, BotProcess, described
from elgrande.content.setup import Setup
from elgrande.rules import State
from patience import PATIENCE, until

Install = Callable[[str], None]

linux = pytest.mark.skipif(sys.platform != "linux", reason="a bot stands behind a guard on Linux")

HEAD = """
import os, subprocess, sys, time
from elgrande.bots.bot import Answer

class Foul(BaseException):
    def __str__(self): raise self
    __repr__ = __str__

class Mine(type):
    @property
    def __name__(cls): raise Foul
    def __instancecheck__(cls, other): raise Foul

class Masked(Exception, metaclass=Mine): pass

class Touchy:
    def __getattribute__(self, name): raise Foul
    def __eq__(self, other): raise Foul
    def __hash__(self): raise Foul
    def __reduce__(self): raise Foul
    def __bool__(self): raise Foul
    def __repr__(self): raise Foul

class Number(int):
    __eq__ = __hash__ = __repr__ = __str__ = __index__ = Touchy.__repr__

class Text(str):
    __repr__ = __str__ = __len__ = __getitem__ = isprintable = Touchy.__repr__

class Late(Answer):
    __slots__ = ()
    @property
    def code(self): raise Foul

class Posing:
    @property
    def __class__(self): raise Foul

def thrown(error): raise error
def deep(): return [deep()]
def ring():
    found = []
    found.append(found)
    return found
def legal(request): return request.decision.codes[0]

class Bot:
    asked = -1
    def choose(self, request):
        Bot.asked += 1
        return CASES[Bot.asked](request)
CASES = [
"""
NONSENSE = {
    "float('nan')": "gave an illegal answer",
    "float('inf')": "gave an illegal answer",
    "10 ** 5000": "gave an illegal answer",
    "-1": "gave an illegal answer",
    "None": "gave an illegal answer",
    "ring()": "gave an illegal answer",
    "Touchy()": "gave an illegal answer",
    "Number(legal(request))": "gave an illegal answer",
    "b'x' * 20_000_000": "gave an illegal answer",
    "request": "gave an illegal answer",
    "deep()": "failed (RecursionError",
    "thrown(Foul())": "failed (an error that does not say what it is)",
    "thrown(Masked('hidden'))": "failed (Masked: hidden)",
    "thrown(Exception('x' * 5_000_000))": "failed (Exception: xxx",
    "thrown(KeyboardInterrupt())": "failed (KeyboardInterrupt)",
    "thrown(GeneratorExit())": "failed (GeneratorExit)",
    "thrown(MemoryError())": "failed (MemoryError)",
    "sys.exit(0)": "failed (SystemExit: 0)",
}
"""What a bot gives for a code, and what is said of that."""
WHOLE = {
    "Touchy()": "failed (an error that does not say",
    "Posing()": "failed (an error that does not say",
    "Late(legal(request))": "failed (",
    "Answer": "failed (TypeError: choose() must return an Answer)",
    "{'code': legal(request)}": "failed (TypeError: choose() must return an Answer)",
    "'x' * 20_000_000": "failed (TypeError: choose() must return an Answer)",
}
"""What a bot gives for an answer."""
REASONS = ["'x' * 20_000_000", "Text('x')", "Touchy()", "ring()", "7", "None", "'\\ud800\\x1b[2J'"]


@pytest.mark.parametrize("where", ["inside", "process"])
def test_nonsense_is_replaced_and_the_bot_is_asked_again(
    where: str, state: State, bot: Install, processes: Callable[..., BotProcess]
) -> None:
    """One bot gives one odd answer after another, and none of them ends it."""
    code = [f"lambda request: Answer({what})" for what in NONSENSE]
    whole = [f"lambda request: {what}" for what in WHOLE]
    reasons = [f"lambda request: Answer(legal(request), {what})" for what in REASONS]
    faults = [*NONSENSE.items(), *WHOLE.items()]
    cases = [*code, *whole, *reasons]
    if where == "inside":
        # Ctrl-C is the person's there, whoever says so.
        at = list(NONSENSE).index("thrown(KeyboardInterrupt())")
        del cases[at], faults[at]
    bot(HEAD + "".join(f"    {case},\n" for case in cases) + "]\n")
    runner = BotInside("mine", 5) if where == "inside" else processes()
    for what, fault in faults:
        notice = ask(runner, state).notice
        assert notice.startswith(f"the bot 'mine' {fault}"), (what, notice)
        assert notice.endswith("; a legal move was chosen for it")
    for what in REASONS:
        move = ask(runner, state)
        assert move.notice == "", what
        assert move.code == state.legal(state.owing()[0])[0]
        assert move.reason in ("", "x" * len(move.reason), "[2J"), what


PIPES = """
def pipes():
    found = [int(name) for name in os.listdir('/proc/self/fd')]
    return [fd for fd in found if fd > 2 and os.path.exists(f'/proc/self/fd/{fd}')]
def shout(data):
    for fd in pipes():
        try: os.write(fd, data)
        except OSError: pass
def close():
    for fd in pipes():
        try: os.close(fd)
        except OSError: pass
def session(then=''):
    code = f"import os, time; os.setsid(); {then}open({SEEN!r}, 'a').write(f'{{os.getpid()}}\\\\n'); time.sleep(600)"
    subprocess.Popen([sys.executable, '-S', '-c', code])
    while not os.path.exists(SEEN) or not open(SEEN).read().endswith('\\n'): time.sleep(0.01)
"""  # noqa: E501


@linux
@pytest.mark.parametrize(
    ("body", "fault"),
    [
        # 100 MB without an end of a line, and lines without an end.
        ("[shout(b'x' * 10_000_000) for _ in range(10)]", "gave an unreadable answer"),
        ("[shout(b'{}\\n' * 1000) for _ in range(10**6)]", "gave an unreadable answer"),
        ("shout(b'[' * 60_000 + b'\\n')", "gave an unreadable answer"),
        ('shout(b\'{"n": NaN, "code": 1}\\n\')', "gave an unreadable answer"),
        ("shout(b'\\x80\\x04K\\x01.\\n')", "gave an unreadable answer"),
        ("close()", "stopped instead of answering"),
        ("os.kill(os.getpid(), 9)", "stopped instead of answering"),
        ("(os.kill(os.getppid(), 9), time.sleep(60))", "stopped instead of answering"),
    ],
)
def test_what_comes_through_the_pipe_is_bounded(
    body: str, fault: str, state: State, bot: Install, processes: Callable[..., BotProcess]
) -> None:
    bot(HEAD + f"    lambda request: {body},\n]\n" + PIPES)
    assert ask(processes(), state).notice.startswith(f"the bot 'mine' {fault}; a legal move")


@linux
def test_an_answer_given_twice_is_no_answer_to_the_next_question(
    state: State, bot: Install, processes: Callable[..., BotProcess]
) -> None:
    """The line that it wrote itself stays in the pipe, and has the wrong number."""
    forged = "{'n': 2, 'code': legal(request)}"
    bot(
        "import json\n"
        + HEAD
        + f"    lambda request: (shout(json.dumps({forged}).encode() + b'\\n'"
        f" + json.dumps({forged}).encode() + b'\\n'), Answer(legal(request)))[1],\n]\n" + PIPES
    )
    runner = processes()
    assert ask(runner, state).notice == "", "it may write its answer itself"
    assert "unreadable answer" in ask(runner, state).notice


@linux
@pytest.mark.parametrize(
    ("body", "memory", "fault"),
    [
        ("[bytearray(64 << 20) for _ in range(30)]", 256 << 20, "failed (MemoryError)"),
        # What children take counts too, and what is shared counts once.
        (
            "[os.fork() or (bytearray(b'x') * (80 << 20), time.sleep(60)) for _ in range(4)]"
            " and time.sleep(60)",
            256 << 20,
            "took more than 256 MiB of memory",
        ),
        (
            "[os.fork() or time.sleep(60) for _ in range(70)] and time.sleep(60)",
            1 << 30,
            "started more than 64 processes",
        ),
    ],
    ids=["alone", "children", "many"],
)
def test_a_bot_that_takes_too_much_ends(
    body: str, memory: int, fault: str, state: State, bot: Install,
    processes: Callable[..., BotProcess],
) -> None:  # fmt: skip
    bot(HEAD + f"    lambda request: {body},\n]\n")
    notice = ask(processes(memory=memory), state).notice
    assert notice == f"the bot 'mine' {fault}; a legal move was chosen for it"


@linux
def test_bots_that_share_memory_with_their_children_stay(
    state: State, bot: Install, processes: Callable[..., BotProcess]
) -> None:
    body = (
        "[bytearray(b'x') * (100 << 20), [os.fork() or time.sleep(60) for _ in range(5)],"
        " time.sleep(0.5)] and Answer(legal(request))"
    )
    bot(HEAD + f"    lambda request: {body},\n]\n")
    assert ask(processes(memory=300 << 20), state).notice == ""


@linux
@pytest.mark.parametrize("then", ["", "os.fork() and os._exit(0); os.setsid(); "])
@pytest.mark.parametrize("end", ["answers", "dies", "stalls"])
def test_what_a_bot_started_ends_with_it(
    then: str, end: str, state: State, tmp_path: Path, bot: Install,
    processes: Callable[..., BotProcess], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A child with a session of its own, and one whose parent has gone before."""
    if end == "stalls":
        monkeypatch.setattr(limits, "LONGEST_SLEEP", 0.5)
    seen = tmp_path / "seen"
    ends = {"dies": "os._exit(0)", "stalls": "time.sleep(600)"}.get(end, "None")
    body = f"({ends}, Answer(legal(request)))[1]"
    starts = f"Bot.__init__ = lambda bot: session({then!r})\n"
    bot(f"SEEN = {str(seen)!r}\n" + HEAD + f"    lambda request: {body},\n]\n" + PIPES + starts)
    runner = processes(deadline=0.3 if end == "stalls" else PATIENCE)
    ask(runner, state)
    pid = int(seen.read_text())
    if end == "answers":
        assert running(pid)
        runner.close()
    until(lambda: not running(pid))


@linux
def test_a_guard_that_was_stopped_is_woken_to_end_its_bot(
    state: State, tmp_path: Path, bot: Install, processes: Callable[..., BotProcess]
) -> None:
    """It ends by itself, and nobody has to wait until it is killed."""
    seen = tmp_path / "seen"
    body = "(session(), os.kill(os.getppid(), 19), Answer(legal(request)))[2]"
    bot(f"SEEN = {str(seen)!r}\n" + HEAD + f"    lambda request: {body},\n]\n" + PIPES)
    runner = processes()
    assert ask(runner, state).notice == ""
    assert runner._process is not None
    guard = runner._process._process
    runner.close()
    assert guard.returncode == 0
    until(lambda: not running(int(seen.read_text())))


@linux
def test_a_bot_ends_with_the_game_however_that_ends(tmp_path: Path, bot: Install) -> None:
    """The game is killed: nobody is left to tell the guard, and none is needed."""
    seen = tmp_path / "seen"
    body = "(session(), Answer(legal(request)))[1]"
    bot(f"SEEN = {str(seen)!r}\n" + HEAD + f"    lambda request: {body},\n]\n" + PIPES)
    game = (
        "import os; from elgrande.bots.runner import BotProcess\n"
        "from elgrande.content.setup import Setup\n"
        "setup = Setup.of(4, 3); view = setup.start().view(setup.start().owing()[0])\n"
        "BotProcess('mine', setup, 5, deadline=120).choose(view, 1)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", game], env={**os.environ, "PYTHONPATH": str(tmp_path)}, check=False
    )
    assert done.returncode == -9
    pid = int(seen.read_text())
    until(lambda: not running(pid))


@linux
@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_the_processes_of_a_simulation_end_with_it(
    how: int, code: int, tmp_path: Path, bot: Install
) -> None:
    """Their bot never answers, so that nothing but their end can end the wait for them."""
    seen = tmp_path / "seen"
    bot(
        f"import os, time\nclass Bot:\n    def choose(self, request):\n"
        f"        open({str(seen)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        f"        while True: time.sleep(600)\n"
    )
    call = "simulate --bots mine,random --players 2 --games 40 --seed 1 --jobs 2"
    process = subprocess.Popen(
        [sys.executable, "-m", "elgrande", *call.split()],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.DEVNULL, stderr=(tmp_path / "said").open("wb"), start_new_session=True,
    )  # fmt: skip
    try:
        until(lambda: seen.exists() and len(seen.read_text().splitlines()) == 2, "both at work")
        process.send_signal(how)
        assert process.wait(PATIENCE) == code
        assert "Traceback" not in (tmp_path / "said").read_text()
        for pid in map(int, seen.read_text().split()):
            until(lambda pid=pid: not running(pid), "the end of a process")
    finally:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def test_a_runner_that_was_closed_starts_nothing_more(
    state: State, bot: Install, processes: Callable[..., BotProcess]
) -> None:
    """A question may still be on its way when the table is left."""
    bot(HEAD + "    lambda request: Answer(legal(request)),\n]\n")
    runner = processes()
    runner.close()
    assert "was sent away" in ask(runner, state).notice
    assert runner._process is None


PROBE = """
def probe(request):
    import json
    found = {
        'environment': dict(os.environ), 'arguments': [sys.argv, sys.orig_argv],
        'folder': os.getcwd(), 'path': sys.path,
        'open': [os.readlink(f'/proc/self/fd/{fd}') for fd in pipes()],
        'parent': open(f'/proc/{os.getppid()}/cmdline').read(),
        'parents environment': open(f'/proc/{os.getppid()}/environ').read(),
        'request': [request.generator.state, request.budget, repr(request.view.to_plain())],
    }
    json.dump(found, open(SEEN, 'w'))
    return Answer(legal(request))
"""


@linux
def test_nothing_that_a_bot_is_given_leads_to_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: Install
) -> None:
    from elgrande.saves import Paths, Store
    from elgrande.table import Host, new_game
    from elgrande.table.saved_game import header

    home, seed = tmp_path / "own-saves", 123456789012345
    made = Setup(setup().players, seed)
    for name in ("ELGRANDE_HOME", "ELGRANDE_SECRET"):
        monkeypatch.setenv(name, str(home))
    store = Store(Paths(home))
    monkeypatch.chdir(home.parent)
    table = new_game(made, store.create("my-game", made.ruleset().version, header(made)))
    seen = tmp_path / "seen"
    bot(f"SEEN = {str(seen)!r}\n" + HEAD + "    probe,\n]\n" + PIPES + PROBE)
    # What the case list names comes before it.
    text = (tmp_path / "their_bot.py").read_text()
    (tmp_path / "their_bot.py").write_text(text.replace("    probe,", "    lambda r: probe(r),"))
    host = Host(table)
    try:
        seat = host.due()
        assert seat is not None
        task = host.task(seat)
        assert task.ask().notice == ""
    finally:
        host.close()
        table.close()
    found = json.loads(seen.read_text())
    told = json.dumps(found)
    private = table.private_seed
    for secret in (str(seed), f"{seed:x}", str(private), f"{private:032x}", "my-game", "own-saves"):
        assert secret not in told
    assert found["folder"] == "/"
    assert all(name.startswith("pipe:") for name in found["open"])
    assert len(found["open"]) == 2
    assert not [name for name in found["environment"] if "ELGRANDE" in name]


@linux
def test_the_game_cannot_be_looked_into_by_its_bots(
    state: State, bot: Install, processes: Callable[..., BotProcess]
) -> None:
    """Its memory, environment and descriptors are closed to the same user's other programs."""
    import ctypes

    bot(HEAD + "    lambda request: Answer(legal(request)),\n]\n")
    ask(processes(), state)
    dumpable = 3
    assert ctypes.CDLL(None).prctl(dumpable, 0, 0, 0, 0) == 0


@pytest.mark.parametrize(
    ("system", "name", "says"),
    [
        ("darwin", "posix", "nothing limits the memory of a bot. What it starts ends with it"),
        ("win32", "nt", "nothing limits the memory of a bot. What it starts may live on"),
        ("freebsd14", "posix", "nothing limits the memory of a bot."),
    ],
)
def test_elsewhere_it_is_said_what_does_not_hold(
    system: str, name: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", system)
        patch.setattr(os, "name", name)
        sentence = limits.described_limits()
        taken = limits.adopt(), limits.shield()
    assert says in sentence
    assert taken == (False, None)


def test_without_a_guard_a_bot_plays_and_ends_too(
    state: State, tmp_path: Path, bot: Install, monkeypatch: pytest.MonkeyPatch,
    processes: Callable[..., BotProcess],
) -> None:  # fmt: skip
    """As on a Unix that knows none: here only the game believes that it is on one."""
    seen = tmp_path / "seen"
    body = f"(open({str(seen)!r}, 'w').write(str(os.getpid())), Answer(legal(request)))[1]"
    bot(HEAD + f"    lambda request: {body},\n] * 2\n")
    monkeypatch.setattr("elgrande.bots.process.GUARDED", False)
    runner = processes()
    assert ask(runner, state).notice == ""
    runner.close()
    until(lambda: not running(int(seen.read_text())))


def test_a_bot_that_cannot_be_made_or_described_gets_a_sentence(bot: Install) -> None:
    code = (
        "]\nclass Bot:\n    __doc__ = Touchy()\n    choose = property(lambda bot: thrown(Foul()))\n"
    )
    bot(HEAD + code)
    assert describe("mine") == ""
    with pytest.raises(BotError, match="cannot be started: an error that does not say what it is"):
        BotInside("mine", 5)
    with pytest.raises(BotError, match="cannot be started"):
        make("mine")
    assert said(Exception("a\x1b[2J" + "b" * 10_000))[:17] == "Exception: a[2Jbb"


def test_a_bot_is_described_in_a_process_of_its_own(
    bot: Install, capfd: pytest.CaptureFixture[str]
) -> None:
    """What it prints at its import is seen by nobody, and it may take as long as it likes."""
    bot("print('\\x1b[2J')\nclass Bot:\n    '''Mine.\n    More.'''\n    choose = None\n")
    assert described("mine") == "Mine."
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import time; time.sleep(600)", "did not answer within 0.5 seconds"),
        ("import os; os._exit(0)", "stopped instead of answering"),
        ("raise KeyboardInterrupt", "cannot be loaded: KeyboardInterrupt"),
        ("class Foul(BaseException):\n def __str__(s): raise s\nraise Foul", "does not say what"),
    ],
)
def test_one_that_harms_whoever_imports_it_is_described_in_a_sentence(
    code: str, fault: str, bot: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot(code)
    if "sleep" in code:
        half_a_second(monkeypatch)
    with pytest.raises(BotError) as raised:
        described("mine")
    assert fault in str(raised.value)
