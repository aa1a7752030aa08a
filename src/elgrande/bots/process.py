"""The process of a bot, as the game sees it: questions go in, short answers come out."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from elgrande.bots import guard
from elgrande.bots.guard import REST, THINK, TICK, TOO_MANY, TOO_MUCH, Allowance
from elgrande.bots.registry import said

GUARDED = sys.platform == "linux"
"""Whether a bot stands behind a guard on this system."""
LONGEST = 1 << 16
"""How many bytes of an answer are read."""
PATIENCE = 5.0
"""Seconds that a guard gets to end everything, a little more than it takes at most."""
WAKE = 0.1
"""Seconds after which it is woken again, should somebody have stopped it."""


class Lost(Exception):
    """The process gave no answer; the message says what it did instead."""


class Process:
    """A process that answers a line with a line (see ``worker``).

    On Linux it stands behind a guard (see ``guard``). It starts in the root folder, with
    two pipes for questions and answers, and is told nothing of the game but those.
    """

    def __init__(self, memory: int = guard.MEMORY) -> None:
        guard.shield()
        self._memory = memory
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
        # -P keeps the folder that we happen to be in out of what can be imported.
        command = [sys.executable, "-P", "-m", "elgrande.bots.guard", str(self._memory)]
        pipe: list[int] = []
        if GUARDED:
            pipe = [*os.pipe()]
            self._control = pipe.pop()
            os.set_blocking(self._control, False)
            command += map(str, pipe)
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=guard.environment(),
                cwd=os.path.abspath(os.sep),
                pass_fds=pipe,
                # Of its own session: Ctrl-C is for the game, and its children die with it.
                start_new_session=os.name == "posix",
            )
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
                answer = stdout.readline(LONGEST)
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
            return f"started more than {guard.PROCESSES} processes"
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
