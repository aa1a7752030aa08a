"""Asking a bot so that nothing it does can harm a game.

A bot that raises, stalls, dies or answers illegally is replaced by a legal
move, and a notice of one sentence says so. ``BotProcess`` asks it in a process
of its own, which gets plain data and is killed when it stalls; ``BotInside``
asks it here, for simulations and tests, and can therefore not stop one that
stalls. Both keep the same contract (``Runner``). All text that came from a bot
is cleaned here.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from elgrande.bots.bot import BUDGET, Answer, Bot, BotError, Request
from elgrande.bots.registry import make, said
from elgrande.content.clean import clean
from elgrande.rules import Generator
from elgrande.rules.events import to_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.setup import Setup
    from elgrande.rules import View
    from elgrande.rules.events import Event

DEADLINE = 10.0
"""Seconds of wall clock for an answer."""
START = 30.0
"""Seconds of wall clock for starting a bot's process and importing the bot."""
STALLS = 3
"""After so many stalls or deaths a bot is not asked again in this game."""
SENTENCE = 160
"""How many cells of a bot's text are shown."""

# What a stand-in prefers: whatever ends something, so that it spoils least.
_PASSIVE = ("end", "done", "let-all", "let")


@dataclass(frozen=True, slots=True)
class Move:
    """The move of a bot, always legal.

    ``reason`` is the bot's own sentence and ``notice`` ours if the bot was
    replaced; either may be empty, and both are clean.
    """

    code: int
    reason: str = ""
    notice: str = ""


class Runner(Protocol):
    """Asks one bot, which plays one seat of one game."""

    name: str

    def choose(self, view: View, entry: int, events: Sequence[Event] = ()) -> Move:
        """Return the move of the seat that the view is of.

        The seat must owe an answer, or be allowed to change one. ``entry`` is the
        number of the journal's entry that the answer will become: together with
        the private seed and the seat it decides the bot's chance.
        """
        ...

    def close(self) -> None:
        """End whatever was started for the bot."""
        ...


class BotInside:
    """Asks a bot in this process (see ``Runner``). BotError if it cannot be had."""

    def __init__(
        self, name: str, private_seed: int, *, budget: int = BUDGET, bot: Bot | None = None
    ) -> None:
        self.name = name
        self.seed = private_seed
        self.budget = budget
        self.bot = make(name) if bot is None else bot
        self.wants_events = bool(getattr(self.bot, "wants_events", True))

    def choose(self, view: View, entry: int, events: Sequence[Event] = ()) -> Move:
        """Ask the bot."""
        seat = view.seat
        assert seat is not None
        decision = view.decision(seat)
        generator = Generator.seeded(self.seed, entry, seat)
        start = generator.state
        try:
            answer = self.bot.choose(Request(view, decision, tuple(events), self.budget, generator))
            if not isinstance(answer, Answer):
                raise TypeError("choose() must return an Answer")
        except (Exception, SystemExit) as error:
            return _stand_in(
                view,
                decision.codes,
                Generator(start),
                _replaced(self.name, f"failed ({said(error)})"),
            )
        return _checked(
            view, decision.codes, self.name, answer.code, answer.reason, Generator(start)
        )

    def close(self) -> None:
        """Nothing was started."""


_THINKING = threading.BoundedSemaphore(max(1, (os.cpu_count() or 2) - 1))
"""As many bots think at once as leave the screen a core; a bot's time runs when its turn comes."""


class BotProcess:
    """Asks a bot in a process of its own (see ``Runner``).

    The process is started at the first question and again after it was killed;
    the bot has then forgotten what it remembered. It gets the public part of the
    Setup and, with every question, its seat's view and events, as JSON.
    """

    def __init__(
        self,
        name: str,
        setup: Setup,
        private_seed: int,
        *,
        budget: int = BUDGET,
        deadline: float = DEADLINE,
        start: float = START,
    ) -> None:
        self.name = name
        self.seed = private_seed
        self.budget = budget
        self.deadline = deadline
        self.start = start
        self._setup = setup.to_plain(secrets=False)
        self._worker: _Worker | None = None
        self._stalls = 0
        self._given_up = False

    def choose(self, view: View, entry: int, events: Sequence[Event] = ()) -> Move:
        """Ask the bot, waiting no longer than the deadline; blocks, so call it off the screen."""
        seat = view.seat
        assert seat is not None
        generator = Generator.seeded(self.seed, entry, seat)
        codes = view.decision(seat).codes
        if self._given_up:
            return _stand_in(view, codes, generator, "")
        question = {
            "view": view.to_plain(),
            "events": [to_plain(event) for event in events],
            "budget": self.budget,
            "chance": generator.state,
        }
        try:
            with _THINKING:
                answer = self._started().ask(question, self.deadline)
        except BotError as error:
            self._given_up = True
            notice = f"{error}; legal moves are played for it from now on"
            return _stand_in(view, codes, generator, notice)
        except _Lost as loss:
            self.close()
            self._stalls += 1
            notice = _replaced(self.name, str(loss))
            if self._stalls >= STALLS:
                self._given_up = True
                notice = (
                    f"{_name(self.name)} {loss} again; legal moves are played for it from now on"
                )
            return _stand_in(view, codes, generator, notice)
        if "raised" in answer:
            fault = f"failed ({clean(str(answer['raised']), SENTENCE)})"
            return _stand_in(view, codes, generator, _replaced(self.name, fault))
        return _checked(view, codes, self.name, answer.get("code"), answer.get("reason"), generator)

    def close(self) -> None:
        """End the process."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()

    def _started(self) -> _Worker:
        if self._worker is None:
            worker = self._worker = _Worker()
            ready = worker.ask({"make": self.name, "setup": self._setup}, self.start)
            if "raised" in ready:
                self.close()
                raise BotError(clean(str(ready["raised"]), SENTENCE))
        return self._worker


class _Lost(Exception):
    """The process gave no answer; the message says what it did instead."""


class _Worker:
    """A process that answers a line with a line (see ``worker``)."""

    def __init__(self) -> None:
        # The worker finds what we find; -P keeps the folder that we happen to be in out.
        path = os.pathsep.join(part for part in sys.path if part)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "elgrande.bots.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
                # Of its own session: Ctrl-C is for the game, and its children die with it.
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise _Lost(f"could not be started ({said(error)})") from None
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._pump, daemon=True, name="bot").start()

    def _pump(self) -> None:
        """Write and read in a thread: either may block for ever."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        with suppress(OSError, ValueError), stdin, stdout:
            while (question := self._questions.get()) is not None:
                stdin.write(question)
                stdin.flush()
                answer = stdout.readline(1 << 16)
                self._answers.put(answer)
                if not answer:
                    return
        self._answers.put(b"")

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer; _Lost if there is none in time."""
        self._questions.put(json.dumps(question).encode() + b"\n")
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise _Lost(f"did not answer within {seconds:g} seconds") from None
        if not line:
            raise _Lost("ended instead of answering")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise _Lost("answered with gibberish")
        return answer

    def kill(self) -> None:
        """End the process, and whatever it started."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._questions.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)


def _name(name: str) -> str:
    return f"the bot {clean(name)!r}"


def _checked(
    view: View,
    codes: tuple[int, ...],
    name: str,
    code: object,
    reason: object,
    generator: Generator,
) -> Move:
    """Return the bot's move if it is legal, else a stand-in's."""
    if type(code) is not int or code not in codes:
        return _stand_in(view, codes, generator, _replaced(name, "gave an illegal answer"))
    # The reason for a secret answer would tell the secret.
    secret = view.rules.is_secret(code)
    return Move(code, "" if secret or not isinstance(reason, str) else clean(reason, SENTENCE))


def _replaced(name: str, fault: str) -> str:
    # Which legal move it is may be secret, so the notice does not say.
    return f"{_name(name)} {fault}; a legal move is played for it"


def _stand_in(view: View, codes: tuple[int, ...], generator: Generator, notice: str) -> Move:
    """Return a legal move in the place of a bot's."""
    by_text = {view.rules.text(code): code for code in codes}
    code = next((by_text[word] for word in _PASSIVE if word in by_text), None)
    return Move(generator.choice(codes) if code is None else code, notice=notice)
