"""The process of a bot: questions go in, short answers come out, a line each.

``Process`` is it as the game sees it, ``main`` what runs there, behind ``guard``.

``{"make": name, "setup": ..., "answers": text, "enter": bool}`` makes the bot and comes first,
where the game's answers are spelled so (``spelling``); the answer is ``{"ready": true, "ponders":
bool}``, of a contest with which program was loaded, as below.
A question is ``{"view": ..., "events": [...], "budget": n, "chance": n, "seconds": x or null,
"private": bool}``, its answer ``{"code": n, "reason": text, "simulations": n, "plan": [n, ...]}``.
``{"ponder": {"view": ..., "budget": n, "chance": n, "seconds": x or null}}`` has no answer: a bot
that can (``bot.Ponderer``) thinks ahead until the next line comes, and is broken off then.
``{"describe": name}`` is answered by ``{"text": ...}``, ``{"enter": name}`` by ``{"protocol": n,
"version": text, "code": text}``, and whatever goes wrong by
``{"raised": text}``.
Every question has a number ``n``, which its answer repeats: a line that the bot
wrote itself, or an answer given twice, is none. The process ends with its input.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from hashlib import blake2b
from typing import Any, BinaryIO, TypeVar

from elgrande.bots import limits
from elgrande.bots.bot import Ahead, Bot, BotError, Ponderer, Request
from elgrande.bots.limits import BESIDE, REST, THINK, TICK, TOO_MANY, TOO_MUCH, Allowance, silence
from elgrande.bots.registry import LONGEST, built_in, describe, make, plain, said
from elgrande.content.setup import Setup
from elgrande.rules import Generator, Ruleset, View
from elgrande.rules.events import from_plain

PROTOCOL = 2
"""Of these lines, a View, an Event and a Setup: bots of another one cannot be asked from here."""
GUARDED = sys.platform == "linux"
"""Whether a bot stands behind a guard on this system."""
LONGEST_ANSWER = 1 << 16
"""How many bytes of an answer are read."""
PATIENCE = 5.0
"""Seconds that a guard gets to end everything, a little more than it takes at most."""
WAKE = 0.1
"""Seconds after which it is woken again, should somebody have stopped it."""


class Lost(Exception):
    """The process gave no answer; the message says what it did instead."""


def apart(module: str) -> tuple[list[str], dict[str, Any]]:
    """Return the command that runs a module of ours by itself, and how its process is started.

    That is in the root folder, with two pipes for questions and answers; it is told nothing but
    those.
    """
    # -P keeps the folder that we happen to be in out of what can be imported.
    command = [sys.executable, "-P", "-m", module]
    return command, {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.DEVNULL,
        "env": limits.environment(),
        "cwd": os.path.abspath(os.sep),
        # Of its own session: Ctrl-C is for whoever asks, and its children die with it.
        "start_new_session": os.name == "posix",
    }


class Process:
    """A process that answers a line with a line; on Linux behind a guard (see ``guard``)."""

    def __init__(
        self, memory: int = limits.MEMORY, *, stands_back: bool = True, python: str = ""
    ) -> None:
        limits.shield()
        self._memory = memory
        self._python = python
        self._stands_back = stands_back
        self._control = -1
        # A descriptor that is closed may be another file's the next moment.
        self._speaking = threading.Lock()
        try:
            self._process = self._start()
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._tell(b"")
            raise Lost(f"could not be started ({said(error)})") from None
        self._asked = 0
        self._questions: queue.SimpleQueue[tuple[bytes, bool] | None] = queue.SimpleQueue()
        """What goes in, and whether an answer comes out."""
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        try:
            threading.Thread(target=self._pump, daemon=True, name="bot").start()
        except RuntimeError as error:
            self.kill()
            raise Lost(f"could not be started ({said(error)})") from None

    def _start(self) -> subprocess.Popen[bytes]:
        command, options = apart("elgrande.bots.guard")
        command.append(str(self._memory))
        pipe: list[int] = []
        if GUARDED:
            pipe = [*os.pipe()]
            self._control = pipe.pop()
            os.set_blocking(self._control, False)
            command += map(str, pipe)
        command += filter(None, ("" if self._stands_back else BESIDE, self._python))
        try:
            return subprocess.Popen(command, pass_fds=pipe, **options)
        finally:
            for end in pipe:
                os.close(end)

    def _pump(self) -> None:
        """Write and read in a thread: either may block for ever."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        with suppress(OSError, ValueError), stdin, stdout:
            while (asked := self._questions.get()) is not None:
                question, awaited = asked
                stdin.write(question)
                stdin.flush()
                if not awaited:
                    continue
                answer = stdout.readline(LONGEST_ANSWER)
                self._answers.put(answer)
                if not answer:
                    return
        self._answers.put(b"")

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer; Lost if the allowance is over, or it answers another question."""
        self._asked += 1
        self.allowed = Allowance(self._process.pid, seconds)
        """What the last question may take, and has taken."""
        self._tell(THINK)
        line = json.dumps({**question, "n": self._asked}).encode() + b"\n"
        self._questions.put((line, True))
        answered = None
        while answered is None:
            try:
                answered = self._answers.get(timeout=TICK)
            except queue.Empty:
                if over := self.allowed.look():
                    raise Lost(over) from None
        self._tell(REST)
        if not answered:
            raise Lost(self._why())
        try:
            answer = json.loads(answered)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or answer.get("n") != self._asked:
            raise Lost("gave an unreadable answer")
        return answer

    def tell(self, message: dict[str, Any]) -> None:
        """Say something that has no answer; the next question is answered as ever."""
        self._tell(THINK)
        self._questions.put((json.dumps(message).encode() + b"\n", False))

    def _why(self) -> str:
        """Return why there will be no more answers."""
        self._ended(PATIENCE)
        why = self._process.returncode
        if why == TOO_MUCH:
            return f"took more than {self._memory >> 20:,} MiB of memory"
        if why == TOO_MANY:
            return f"started more than {limits.PROCESSES} processes"
        return "stopped instead of answering"

    def _tell(self, word: bytes) -> None:
        """Tell the guard something; nothing is the end."""
        with self._speaking, suppress(OSError):
            if self._control >= 0 and word:
                os.write(self._control, word)
            elif self._control >= 0:
                control, self._control = self._control, -1
                os.close(control)

    def kill(self) -> None:
        """End the process, and whatever it started."""
        guarded = self._control >= 0
        self._tell(b"")
        if not guarded or not self._ended(PATIENCE):
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            self._ended(PATIENCE)
        self._questions.put(None)

    def _ended(self, seconds: float) -> bool:
        """Wait for the end; a guard that its bot has stopped is woken, however often it is."""
        until = time.monotonic() + seconds
        while True:
            with suppress(OSError):
                if GUARDED:
                    self._process.send_signal(signal.SIGCONT)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(WAKE)
                return True
            if time.monotonic() > until:
                return False


# -- what runs there -------------------------------------------------------------------


T = TypeVar("T")

NICE = 10
"""How far bots stand back: the screen comes first, and a busy machine still lets them answer."""
WHOLE = 100
"""After so many answers everything is looked through for garbage, else only what is new."""
AUTOGROUP = "/proc/self/autogroup"


def main(stands_back: bool) -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    done = not stands_back or stand_back()
    questions, answers = own_streams()
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    seated = _Seated(lines)
    threading.Thread(target=_read, args=(questions, lines, seated.wanted), daemon=True).start()
    while True:
        done = done or behind(NICE)
        answer = seated.reply(lines.get())
        if answer:
            answers.write(answer)
            answers.flush()
        seated.tidy()


class _Wanted(BaseException):
    """Breaks off a bot that ponders: a question has come."""


class _Seated:
    """The bot, once it is made, and the rules that it plays by."""

    def __init__(self, lines: queue.SimpleQueue[bytes]) -> None:
        self._lines = lines
        self._pondering = False
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, self._break_off)
        self._bot: Bot | None = None
        self._rules: Ruleset | None = None
        self._names: tuple[str, ...] = ()
        self._answers = 0

    def tidy(self) -> None:
        """Collect what the last answer left, now that nobody waits.

        Our own bots are not interrupted for it while they think; for a stranger's the
        collector comes when it likes.
        """
        if gc.isenabled():
            return
        self._answers += 1
        gc.collect(2 if self._answers % WHOLE == 0 else 1)

    def wanted(self) -> None:
        """Break off what is pondered; called by the thread that reads."""
        if self._pondering and hasattr(signal, "SIGUSR1"):
            os.kill(os.getpid(), signal.SIGUSR1)

    def _break_off(self, *_: object) -> None:
        if self._pondering:
            self._pondering = False
            raise _Wanted

    def _ponder(self, told: dict[str, Any]) -> None:
        """Let the bot think ahead until the next line is there, whatever it does meanwhile."""
        bot, rules = self._bot, self._rules
        if rules is None or not isinstance(bot, Ponderer):
            return
        view = View.from_plain(rules, told["view"])
        ahead = Ahead(
            view, told["budget"], Generator(told["chance"]), self._lines.empty,
            told.get("seconds"), self._names,
        )  # fmt: skip
        try:
            try:
                self._pondering = True
                # What came before that was seen by nobody else.
                if self._lines.empty():
                    bot.ponder(ahead)
            finally:
                self._pondering = False
        except BaseException:
            # Broken off, or a bot's own fault: it has found nothing, and nobody waits for it.
            self._pondering = False

    def reply(self, line: bytes) -> bytes:
        """Return the line that answers a question, whatever the bot does to that end.

        Empty where none is expected.
        """
        number = None
        try:
            question = json.loads(line)
            if "ponder" in question:
                self._ponder(question["ponder"])
                return b""
            number = question["n"]
            answer = self._answer(question)
        except BaseException as error:
            answer = {"raised": _sentence(error)}
        return json.dumps({**answer, "n": number}).encode() + b"\n"

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if "describe" in question:
            return {"text": _had(describe, question["describe"])}
        if "make" in question:
            setup = Setup.from_plain(question["setup"])
            self._rules = setup.ruleset()
            if question["answers"] != spelling(self._rules):
                raise BotError("its environment plays this game by other rules")
            self._names = tuple(player.name for player in setup.players)
            self._bot = _had(make, question["make"])
            if built_in(question["make"]):
                gc.disable()
            else:
                gc.enable()
            ready = {"ready": True, "ponders": isinstance(self._bot, Ponderer)}
            # Looked at once it is loaded: what is edited after that has never been played.
            return ready | (_entered(question["make"]) if question.get("enter") else {})
        if "enter" in question:
            return _entered(question["enter"])
        assert self._bot is not None
        assert self._rules is not None
        view = View.from_plain(self._rules, question["view"])
        events = tuple(from_plain(event) for event in question["events"])
        code, reason, spent, plan = plain(
            self._bot.choose(
                Request(
                    view,
                    view.decision(view.seat),
                    events,
                    question["budget"],
                    Generator(question["chance"]),
                    question.get("seconds"),
                    question.get("private", False),
                    self._names,
                )
            )
        )
        return {"code": code, "reason": reason, "simulations": spent, "plan": plan}


def spelling(rules: Ruleset) -> str:
    """Return a digest of how all answers of a game are written, each in its place."""
    return blake2b("\n".join(rules.vocabulary.texts).encode(), digest_size=8).hexdigest()


def _entered(name: str) -> dict[str, Any]:
    """Return which program a bot is here."""
    # Imported here, as whoever sits at a table need not wait for it.
    from elgrande.bots.versions import version

    return {"protocol": PROTOCOL, **asdict(_had(version, name))}


def _had(find: Callable[[str], T], name: str) -> T:
    """Return what is found of a bot; here a KeyboardInterrupt is the bot's, never a person's."""
    try:
        return find(name)
    except KeyboardInterrupt as error:
        raise BotError(f"the bot {name!r} cannot be loaded: {said(error)}") from None


def _sentence(error: BaseException) -> str:
    """Return what went wrong: our own sentence, or what a stranger's error says."""
    if type(error) is BotError and len(error.args) == 1 and type(error.args[0]) is str:
        return error.args[0][:LONGEST]
    return said(error)


def _read(questions: BinaryIO, lines: queue.SimpleQueue[bytes], wanted: Callable[[], None]) -> None:
    """Read in a thread: when the game is gone, so is its bot, even one that stalls."""
    try:
        for line in questions:
            lines.put(line)
            wanted()
    finally:
        os._exit(0)


def own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Take the pipes to questions and answers away: what is printed must not pass for an answer."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    silence()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    return questions, answers


def stand_back() -> bool:
    """Let the screen come first; say whether this is done for the session too (``behind``)."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    return behind(NICE)


def behind(nice: int) -> bool:
    """Stand back as a session too; say whether there is nothing more to do.

    Where Linux shares the machine out by sessions, as on desktops, a process is only
    nice to others of its session, and a worker has one of its own.
    """
    try:
        file = os.open(AUTOGROUP, os.O_WRONLY)
    except OSError:
        return True
    try:
        os.write(file, str(nice).encode())
    except BlockingIOError:
        # One process in a tenth of a second may ask this; the next question tries again.
        return False
    except OSError:
        return True
    finally:
        os.close(file)
    return True


if __name__ == "__main__":
    main(sys.argv[1:] == ["1"])
