"""Asking a bot so that nothing it does can harm a game.

A bot that raises, stalls, dies or answers illegally is replaced by a legal
move, and a notice of one sentence says so. ``BotProcess`` asks it in a process
of its own, which gets plain data and is killed when it stalls; ``BotInside``
asks it here, for contests of bots that are known, and can therefore not stop one that
stalls. Both are a ``Runner``. All text that came from a bot is cleaned here.

A game shows the Runner of a seat that owes an answer that seat's View, and carries out the
BotMove that it gives: ``table.Host`` does so at a Table, ``simulate`` without one. Who answers
unasked needs none: people sit on a Chair and send gestures, a file of commands hands lines to the
Table (``cli.commandfile``) and a replay whole records (``Table.carry_out``).

>>> from elgrande.bots.runner import BotMove
>>> class First:
...     '''Takes whatever is offered first.'''
...     name = 'first'
...     def choose(self, view, answered, events=()):
...         return BotMove(view.legal(view.seat)[0])
...     def close(self):
...         pass
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

from elgrande.bots.bot import BUDGET, Bot, BotError, Request
from elgrande.bots.limits import MEMORY
from elgrande.bots.process import PROTOCOL, Lost, Process, spelling
from elgrande.bots.registry import bot_errors, built_in, describe, make, plain, planned, said
from elgrande.bots.versions import Version, program, version
from elgrande.content.clean import clean
from elgrande.content.setup import Setup
from elgrande.rules import Generator, View
from elgrande.rules.events import Event, to_plain

DEADLINE = 10.0
"""Seconds that a bot may compute for an answer (see ``limits.Allowance``)."""
THINKING = 1.0
"""Seconds that a bot at a table is told to think at most, if it thinks as long as it may."""
START = 30.0
"""Seconds that a bot's process may compute to start and to import the bot."""
STALLS = 3
"""After so many stalls or deaths a bot is not asked again in this game."""
MOST_SIMULATIONS = 1_000_000
"""More of them nobody has made for an answer."""
AGAIN = 8
"""So many last pieces of advice are kept: whoever asks the same again is told the same."""
SENTENCE = 160
"""How many cells of a bot's text are shown."""
ADVICE = 700
"""How many cells of it are shown to whoever asked for advice."""

# What a stand-in prefers: whatever ends something, so that it spoils least.
_PASSIVE = ("end", "done", "let-all", "let")


def chance(private_seed: int, answered: int, seat: int) -> int:
    """Return where a bot's chance for one answer begins, an integer of 64 bits.

    A hash, so that what the bot is given leads back to nothing: neither to the
    private seed nor to its own chance for another answer, and not to another seat's.
    """
    key = f"bots/{private_seed}/{answered}/{seat}".encode()
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class BotMove:
    """What a Runner answers: a command, as a code.

    ``reason`` is a bot's own sentence and ``notice`` ours if the bot was
    ``replaced``; either may be empty, and both are clean. ``plan`` is what an adviser would
    answer in this turn, and may be anything.
    """

    code: int
    reason: str = ""
    notice: str = ""
    replaced: bool = False
    plan: tuple[int, ...] = ()


class Runner(Protocol):
    """Asks one bot, which plays one seat of one game.

    Together with the private seed and the seat the number of answers before this one decides
    the bot's chance (see ``chance``).
    """

    name: str

    def choose(self, view: View, answered: int, events: Sequence[Event] = ()) -> BotMove:
        """Return the move of the seat that the view is of, which is legal.

        The seat must owe an answer, or be allowed to change one. ``answered`` is how many
        answers have led to the position, ``events`` what the seat saw since it was last
        asked. May block.
        """
        ...

    def close(self) -> None:
        """End whatever was started for it."""
        ...


class _Replaced(Exception):
    """A bot gave no answer that counts, so a legal move stands in; the message is the notice."""


class _BotRunner:
    """What is the same wherever a bot is asked: its chance, and what becomes of its answer."""

    wants_events = True

    def __init__(
        self, name: str, private_seed: int, budget: int, seconds: float | None, private: bool,
        names: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.name = name
        self.seed = private_seed
        self.budget = budget
        self.seconds = seconds
        self.private = private
        self._names = names
        self._advised: list[tuple[View, BotMove]] = []
        self.replaced = 0
        """How many answers a stand-in gave for it."""
        self.searches = self.simulations = 0
        """How many answers took simulations, and how many those took."""

    def choose(self, view: View, answered: int, events: Sequence[Event] = ()) -> BotMove:
        """Ask the bot; a process may compute for its deadline, so call that off the screen."""
        seat = view.seat
        assert seat is not None
        for seen, move in self._advised:
            if seen == view:
                return move
        rules, decision = view.rules, view.decision(seat)
        start = chance(self.seed, answered, seat)
        # The bot gets its own of everything that could be spoiled.
        request = Request(
            view, decision, tuple(events), self.budget, Generator(start), self.seconds,
            self.private, self._names,
        )  # fmt: skip
        try:
            code, reason, spent, plan = self._answer(request)
            if type(code) is not int or code not in decision.codes:
                raise self._fault("gave an illegal answer")
            if type(spent) is int and 0 < spent <= MOST_SIMULATIONS:
                self.searches, self.simulations = self.searches + 1, self.simulations + spent
        except _Replaced as notice:
            by_text = {rules.text(code): code for code in decision.codes}
            code = next((by_text[word] for word in _PASSIVE if word in by_text), None)
            code = Generator(start).choice(decision.codes) if code is None else code
            self.replaced += 1
            return BotMove(code, notice=str(notice), replaced=True)
        if self.private:
            move = BotMove(code, _cleaned(reason, ADVICE), plan=tuple(planned(plan)))
            self._advised = [(view, move), *self._advised[: AGAIN - 1]]
            return move
        # The reason for a secret answer would tell the secret.
        return BotMove(code, "" if rules.is_secret(code) else _cleaned(reason))

    def _answer(self, request: Request) -> tuple[object, ...]:
        """Return a bot's code, reason, simulations and plan; _Replaced if it gives nothing."""
        raise NotImplementedError

    def _fault(self, fault: str) -> _Replaced:
        # Which legal move it is may be secret, so the notice does not say.
        return _Replaced(f"{_name(self.name)} {fault}; a legal move was chosen for it")

    def close(self) -> None:
        """End what was started: nothing, for a bot in this process."""


class BotInside(_BotRunner):
    """Asks a bot in this process (see ``Runner``). BotError if it cannot be had."""

    def __init__(
        self, name: str, private_seed: int, *, budget: int = BUDGET, seconds: float | None = None,
        bot: Bot | None = None, private: bool = False, names: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(name, private_seed, budget, seconds, private, names)
        self.bot = make(name) if bot is None else bot
        with bot_errors(name, "used"):
            self.wants_events = bool(getattr(self.bot, "wants_events", True))

    def _answer(self, request: Request) -> tuple[object, ...]:
        try:
            return plain(self.bot.choose(request))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._fault(f"failed ({said(error)})") from None


_THINKING = threading.BoundedSemaphore(max(1, (os.cpu_count() or 2) - 1))
"""As many bots think at once as leave the screen a core; a bot's clock runs when its turn comes."""


class BotProcess(_BotRunner):
    """Asks a bot in a process of its own (see ``Runner``).

    The process is started at the first question and again after it was killed;
    the bot has then forgotten what it remembered. It gets the public part of the
    Setup and, with every question, its seat's view and events, as JSON; ``memory``
    is how many bytes it may take with all that it starts, where the system can tell. With
    ``seconds`` it is told how long to think; without, its ``budget`` counts alone. A
    ``private`` one advises a player: its reasons may be longer, and tell what that seat knows. It
    ``stands_back`` for a screen, unless it plays against bots in our process. ``python`` is
    the program of another environment (see ``versions``); it never comes from a save or a guest.
    Of a contest it is the program that was ``entered``: OtherProgram if another one was loaded.
    """

    def __init__(
        self, name: str, setup: Setup, private_seed: int, *, budget: int = BUDGET,
        seconds: float | None = None, deadline: float = DEADLINE, memory: int = MEMORY,
        private: bool = False, stands_back: bool = True, python: str = "",
        entered: Version | None = None,
    ) -> None:  # fmt: skip
        super().__init__(name, private_seed, budget, seconds, private)
        self.python = python
        self.entered = entered
        self.stands_back = stands_back
        self.deadline = deadline
        self.memory = memory
        self.making = {
            "make": name.partition("@")[0] if python else name,
            "setup": setup.to_plain(secrets=False),
            "answers": spelling(setup.ruleset()),
            "enter": entered is not None,
        }
        self._process: Process | None = None
        self._turning = threading.Lock()
        self._closed = False
        self._stalls = 0
        self._given_up = False
        self.ponders = False
        """Whether the bot thinks ahead, once it has been asked."""

    def _answer(self, request: Request) -> tuple[object, ...]:
        if self._given_up:
            raise _Replaced
        question = {
            "view": request.view.to_plain(),
            "events": [to_plain(event) for event in request.events],
            "budget": self.budget,
            "chance": request.generator.state,
            "seconds": self.seconds,
            "private": self.private,
        }
        try:
            answer = self._ask(question)
        except OtherProgram:
            raise
        except BotError as error:
            self._given_up = True
            raise _Replaced(f"{error}; from now on its moves are chosen for it") from None
        except Lost as loss:
            self._end()
            self._stalls += 1
            if self._stalls < STALLS:
                raise self._fault(str(loss)) from None
            self._given_up = True
            notice = f"{_name(self.name)} {loss} again; from now on its moves are chosen for it"
            raise _Replaced(notice) from None
        if "raised" in answer:
            raise self._fault(f"failed ({_cleaned(answer['raised'])})")
        return tuple(map(answer.get, ("code", "reason", "simulations", "plan")))

    def ponder(self, view: View, answered: int) -> None:
        """Let the bot think ahead of what its seat sees, until it is asked; does not wait.

        Nothing happens with a bot that cannot, or was not asked yet (``bot.Ponderer``).
        """
        process, seat = self._process, view.seat
        if process is None or seat is None or not self.ponders:
            return
        process.tell({"ponder": {
            "view": view.to_plain(),
            "budget": self.budget,
            "chance": chance(self.seed, -1 - answered, seat),
            "seconds": self.seconds,
        }})  # fmt: skip

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the process's answer; Lost or BotError."""
        with _THINKING:
            return self._started().ask(question, self.deadline)

    def check(self) -> None:
        """Start the process and make the bot there; BotError if it cannot be had."""
        try:
            self._started()
        except Lost as loss:
            raise BotError(f"{_name(self.name)} {loss}") from None

    def close(self) -> None:
        """End the process, for good; a question that is still on its way gets a stand-in's move."""
        with self._turning:
            self._closed = True
        self._end()

    def _end(self) -> None:
        with self._turning:
            process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _started(self) -> Process:
        with self._turning:
            if self._process is not None:
                return self._process
            if self._closed:
                raise Lost("was sent away")
            process = self._process = Process(
                self.memory, stands_back=self.stands_back, python=self.python
            )
        ready = process.ask(self.making, START)
        if "raised" in ready:
            self._end()
            raise _had_not(self.name, ready)
        self.ponders = ready.get("ponders") is True
        check_entered(self.entered, _version(self.name, ready))
        return process


def described(name: str) -> str:
    """Return the first line of a bot's docstring, as ``registry.describe`` does.

    A stranger's is imported in a process of its own, so that nothing that it does then
    harms ours. BotError if it cannot be had.
    """
    if built_in(name):
        return describe(name)
    return _cleaned(_asked(name, {"describe": name}).get("text"))


class OtherProgram(BotError):
    """A bot that was loaded is not the one that was entered in a contest."""


def check_entered(known: Version | None, loaded: Version) -> None:
    """Raise OtherProgram if a bot of a contest is not the one that was entered."""
    if known not in (None, loaded):
        raise OtherProgram(
            f"{loaded} was loaded, and {known} plays in this tournament: its code was changed "
            "meanwhile, or is another one on a worker; put that version back, or begin another "
            "tournament"
        )


def entered(name: str) -> Version:
    """Return which program a bot of a contest is; BotError if there is no such bot."""
    python = program(name)
    if not python:
        return version(name)
    lost = "cannot play: that program has no elgrande, or too old a one; install one there"
    there = _asked(name, {"enter": name.partition("@")[0]}, python, lost)
    if there.get("protocol") != PROTOCOL:
        spoken = _cleaned(str(there.get("protocol")))
        raise BotError(
            f"{_name(name)} cannot play: its elgrande speaks protocol {spoken} with bots, and this "
            f"one {PROTOCOL}; install the same release on both sides"
        )
    return _version(name, there)


def _version(name: str, told: dict[str, Any]) -> Version:
    return Version(name, _cleaned(told.get("version")), _cleaned(told.get("code")))


def _asked(name: str, question: dict[str, Any], python: str = "", lost: str = "") -> dict[str, Any]:
    """Ask a process of its own once; BotError, with what is said if it gives no answer."""
    process = None
    try:
        process = Process(python=python)
        answer = process.ask(question, START)
    except Lost as loss:
        raise BotError(f"{_name(name)} {lost or loss}") from None
    finally:
        if process is not None:
            process.kill()
    if "raised" in answer:
        raise _had_not(name, answer)
    return answer


def _had_not(name: str, answer: dict[str, Any]) -> BotError:
    """Return why a bot cannot be had; of another environment it is said of which."""
    return BotError((f"{_name(name)}: " if "@" in name else "") + _cleaned(answer["raised"]))


def _name(name: str) -> str:
    return f"the bot {clean(name, SENTENCE)!r}"


def _cleaned(text: object, cells: int = SENTENCE) -> str:
    """Return a text that came from a process, harmless and short; empty if it is none."""
    return clean(text, cells) if isinstance(text, str) else ""
