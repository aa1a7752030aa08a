"""The process of a bot: reads a question a line and answers each with a line.

``{"make": name, "setup": ...}`` makes the bot and comes first; the answer is
``{"ready": true}``. A question is ``{"view": ..., "events": [...], "budget": n,
"chance": n}``, its answer ``{"code": n, "reason": text}``. Whatever goes wrong
is answered by ``{"raised": text}``. The process ends with its input.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any

from elgrande.bots.bot import Answer, Bot, BotError, Request
from elgrande.bots.registry import make, said
from elgrande.content.setup import Setup
from elgrande.rules import Generator, Ruleset, View
from elgrande.rules.events import from_plain

if TYPE_CHECKING:
    from typing import BinaryIO


NICE = 10
"""How far bots stand back: the screen comes first, and a busy machine still lets them answer."""
AUTOGROUP = "/proc/self/autogroup"


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    questions, answers = _own_streams()
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions, lines), daemon=True).start()
    bot: Bot | None = None
    rules: Ruleset | None = None
    behind = False
    while True:
        behind = behind or _behind()
        try:
            question = json.loads(lines.get())
            if "make" in question:
                rules = Setup.from_plain(question["setup"]).ruleset()
                bot = make(question["make"])
                answer: dict[str, Any] = {"ready": True}
            else:
                assert bot is not None
                assert rules is not None
                answer = _answer(bot, rules, question)
        except BotError as error:
            answer = {"raised": str(error)}
        except Exception as error:
            answer = {"raised": said(error)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _read(questions: BinaryIO, lines: queue.SimpleQueue[bytes]) -> None:
    """Read in a thread: when the game is gone, so is its bot, even one that stalls."""
    for line in questions:
        lines.put(line)
    os._exit(0)


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Take the pipes away from the bot: what it prints must not pass for an answer."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    return questions, answers


def _behind() -> bool:
    """Stand back as a session too; say whether there is nothing more to do.

    Where Linux shares the machine out by sessions, as on desktops, a process is only
    nice to others of its session, and a worker has one of its own.
    """
    try:
        file = os.open(AUTOGROUP, os.O_WRONLY)
    except OSError:
        return True
    try:
        os.write(file, str(NICE).encode())
    except BlockingIOError:
        # One process in a tenth of a second may ask this; the next question tries again.
        return False
    except OSError:
        return True
    finally:
        os.close(file)
    return True


def _answer(bot: Bot, rules: Ruleset, question: dict[str, Any]) -> dict[str, Any]:
    view = View.from_plain(rules, question["view"])
    events = tuple(from_plain(event) for event in question["events"])
    request = Request(
        view, view.decision(view.seat), events, question["budget"], Generator(question["chance"])
    )
    answer = bot.choose(request)
    if not isinstance(answer, Answer):
        raise TypeError("choose() must return an Answer")
    return {"code": answer.code, "reason": answer.reason}


if __name__ == "__main__":
    main()
