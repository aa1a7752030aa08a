"""What a bot is: asked a question about a View, it answers with a legal code.

A bot is any class that can be made without arguments and has ``choose``. Here
is a whole one, which places wherever most of its caballeros are, and otherwise
takes the first thing that is offered:

>>> from elgrande.bots.bot import Answer
>>> class Gregarious:
...     '''Places where it already is.'''
...     def choose(self, request):
...         view, decision = request.view, request.decision
...         places = {view.rules.code(f"place {name}"): place
...                   for place, name in enumerate(view.rules.places)}
...         offered = [code for code in decision.codes if code in places]
...         best = max(offered, key=lambda code: view.count(decision.seat, places[code]),
...                    default=decision.codes[0])
...         return Answer(best, f"I {view.rules.text(best)}.")

One object is made for each seat of each game, so a bot may remember things. Its
package registers it under a name of its own::

    [project.entry-points."elgrande.bots"]
    gregarious = "my_package:Gregarious"
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from elgrande.bots.leads import Rest
    from elgrande.rules import Decision, Generator, View
    from elgrande.rules.events import Event

BUDGET = 100
"""Simulations that a bot may spend on an answer, unless the caller says otherwise."""


class BotError(ValueError):
    """A bot that cannot be had; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a bot is asked.

    ``view`` is what its seat may know and ``decision`` what the game waits for:
    ``decision.codes`` are the legal answers, never empty. ``events`` are those
    that its seat saw since it was last asked. ``budget`` counts simulations, not
    seconds, so that an answer can be repeated; a bot without search may ignore
    it. All chance that the bot uses must come from ``generator``. ``seconds``, where
    given, takes the budget's place: so long may the bot think about this answer, and
    what it then answers depends on the machine. ``private`` says that nobody but the player
    of the seat, who has asked for advice, reads the reason: it may tell secrets and be longer
    then. ``names`` are what the players are called, by seat, if that is known.
    """

    view: View
    decision: Decision
    events: tuple[Event, ...]
    budget: int
    generator: Generator
    seconds: float | None = None
    private: bool = False
    names: tuple[str, ...] = ()

    @property
    def seat(self) -> int:
        """The seat that the bot plays."""
        return self.decision.seat


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot answers: a legal code and, if it likes, a reason of one sentence.

    Everybody at the table may read the reason, so it must tell no secret; that
    of a secret answer (a disk) is never shown. Only that of a ``Request.private`` is for
    one pair of eyes. ``simulations`` are those that it took, of a bot that searches: a contest
    tells how many they were. ``second`` is the next best answer, and how much worse it is.
    ``plan`` tells a ``private`` request what the seat is to answer in this turn, this answer first.
    """

    code: int
    reason: str = ""
    simulations: int = 0
    second: Rest | None = None
    plan: tuple[int, ...] = ()


class Bot(Protocol):
    """A program that plays one seat of one game.

    A class attribute ``wants_events = False`` saves the gathering of events for
    a bot that does not read them.
    """

    def choose(self, request: Request) -> Answer:
        """Answer a request."""
        ...


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a bot may think about while it waits for a person.

    ``view`` is what its seat knows now; it owes no answer. ``going_on`` says no as soon as the bot
    is wanted again. ``budget``, ``seconds`` and ``generator`` are as in a ``Request``: how much it
    would spend on one answer, and its chance.
    """

    view: View
    budget: int
    generator: Generator
    going_on: Callable[[], bool]
    seconds: float | None = None
    names: tuple[str, ...] = ()


@runtime_checkable
class Ponderer(Protocol):
    """A bot that thinks while people think; no bot has to be one.

    Only a table on this machine with people at it calls ``ponder``, in the bot's own process and
    never while an answer is owed: no server, no tournament, no simulation. Whoever does not
    come back soon after ``going_on`` said no is broken off there by an exception, so what it has
    found must be put away whole.
    """

    def ponder(self, ahead: Ahead) -> None:
        """Think ahead, and remember what may be of use for the next ``choose``."""
        ...
