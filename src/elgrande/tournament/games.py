"""One game between bots, wherever it is played: plain values go there and come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from elgrande.bots.bot import BUDGET
from elgrande.bots.registry import built_in
from elgrande.bots.runner import DEADLINE, BotInside, BotProcess, check_entered
from elgrande.bots.versions import Version, program, version
from elgrande.content.clean import clean
from elgrande.content.setup import Setup
from elgrande.rules import State
from elgrande.rules.events import Event, straight

_LONGEST = 200
PATIENCE = 3.0
"""A bot may compute so many times longer than it is told to think, if that is longer than usual."""
COUNTS = ("replaced", "searches", "simulations")
"""What is counted of each seat's answers."""
MOST_POINTS = 10_000
"""No game brings anybody more, or takes more away."""


@dataclass(frozen=True, slots=True)
class Task:
    """All that a game needs, for a process or a machine that knows nothing else."""

    number: int
    setup: dict[str, Any]
    bots: tuple[str, ...]
    private_seed: int
    budget: int
    seconds: float | None
    versions: tuple[Version, ...]
    trusted: tuple[str, ...]
    recorded: bool = False
    """Whether its answers are wanted too."""


Given = tuple[int, int, int]
"""An answer of a game: the seat, its code, and how many of the seat's a stand-in gave by then."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its number, the points by seat, and notices of replaced moves.

    ``replaced`` are the answers that a stand-in had to give, by seat; empty if there were none.
    ``searches`` and ``simulations`` are how many answers took simulations, and how many those took.
    ``answers`` are all that were given, where they are wanted; a save has them, and no line.
    """

    number: int
    scores: tuple[int, ...]
    notices: tuple[str, ...] = ()
    replaced: tuple[int, ...] = ()
    searches: tuple[int, ...] = ()
    simulations: tuple[int, ...] = ()
    answers: tuple[Given, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        told: dict[str, Any] = {"game": self.number, "scores": list(self.scores)}
        if self.notices:
            told["notices"] = list(self.notices)
        told |= {name: list(of) for name in COUNTS if (of := getattr(self, name))}
        return told

    @classmethod
    def from_plain(cls, data: Any, players: int) -> Played:
        """Return the game that ``to_plain`` wrote; ValueError if it is none."""
        if not isinstance(data, dict):
            raise ValueError("no game")
        number, scores, notices = data.get("game"), data.get("scores"), data.get("notices", [])
        if type(number) is not int or number < 0:
            raise ValueError("no number of a game")
        if not isinstance(scores, list) or len(scores) != players:
            raise ValueError("not as many scores as players")
        if any(type(points) is not int or abs(points) > MOST_POINTS for points in scores):
            raise ValueError("a score is not a number of points")
        if not isinstance(notices, list) or any(type(text) is not str for text in notices):
            raise ValueError("a notice is not a text")
        counts = [data.get(name, []) for name in COUNTS]
        for each in counts:
            if not isinstance(each, list) or len(each) not in (0, players):
                raise ValueError("not as many seats as players")
            if any(type(answers) is not int or answers < 0 for answers in each):
                raise ValueError("no number of answers")
        told = tuple(clean(text, _LONGEST) for text in notices)
        return cls(number, tuple(scores), told, *map(tuple, counts))


def runs_inside(name: str, trusted: Sequence[str]) -> bool:
    """Say whether a bot of a contest runs in the process that plays its games."""
    return built_in(name) or name in trusted


_loaded = cache(version)
"""Which program a bot is that runs inside: what is loaded once stays, whatever is edited."""


def play_game(
    setup: Setup,
    bots: Sequence[str],
    private_seed: int,
    budget: int = BUDGET,
    seconds: float | None = None,
    number: int = 0,
    trusted: Sequence[str] = (),
    given: list[Given] | None = None,
    versions: Sequence[Version] = (),
) -> Played:
    """Play one game between bots by seat: our own and trusted ones in this process.

    Anybody else's runs in one of its own, as at a table (see ``runner``), and is the one that
    was entered, if ``versions`` says so. ``given`` gets all answers.
    """
    state = setup.start()
    names = tuple(player.name for player in setup.players)
    known = {version.name: version for version in versions}
    runners: list[BotInside | BotProcess] = []
    for name in bots:
        if runs_inside(name, trusted):
            runners.append(
                BotInside(name, private_seed, budget=budget, seconds=seconds, names=names)
            )
        else:
            deadline = max(DEADLINE, PATIENCE * (seconds or 0.0))
            asked = BotProcess(
                name, setup, private_seed, budget=budget, seconds=seconds, deadline=deadline,
                stands_back=False, python=program(name), entered=known.get(name),
            )  # fmt: skip
            runners.append(asked)
    try:
        notices = _played(state, runners, given)
    finally:
        for runner in runners:
            runner.close()
    scores = tuple(state.score(seat) for seat in range(len(bots)))
    counts = [tuple(getattr(runner, name) for runner in runners) for name in COUNTS]
    return Played(number, scores, notices, *(each if any(each) else () for each in counts))


def _played(
    state: State, runners: Sequence[BotInside | BotProcess], given: list[Given] | None
) -> tuple[str, ...]:
    """Play a game to its end, in place; return the notices of replaced moves."""
    heard: list[list[Event]] = [[] for _ in runners]
    listening = [seat for seat, runner in enumerate(runners) if runner.wants_events]
    notices = []
    entry = 0
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        if len(codes) > 1:
            move = runners[seat].choose(state.view(seat), entry, heard[seat])
            heard[seat] = []
            code = move.code
            if move.notice:
                notices.append(move.notice)
        entry += 1
        if given is not None:
            given.append((seat, code, runners[seat].replaced))
        if not listening:
            state.apply(seat, code)
            continue
        happened: list[Event] = []
        state.apply(seat, code, happened.append)
        # As a table tells it.
        for event in straight(happened, state.rules):
            for listener in listening:
                if event.seen_by(listener):
                    heard[listener].append(event)
    return tuple(notices)


def play(task: Task) -> Played:
    """Play a game; BotError if a bot here is another program than the one that was entered."""
    for known in task.versions:
        if runs_inside(known.name, task.trusted):
            check_entered(known, _loaded(known.name))
    setup = Setup.from_plain(task.setup)
    given: list[Given] | None = [] if task.recorded else None
    game = play_game(
        setup, task.bots, task.private_seed, task.budget, task.seconds, task.number, task.trusted,
        given, task.versions,
    )  # fmt: skip
    # Ten tell what is wrong; a bot that always fails would fill the file.
    notices = tuple(dict.fromkeys(game.notices))[:10]
    return replace(game, notices=notices, answers=tuple(given or ()))
