"""Tables of what came up in many random games: rows that were offered, done, and left a mark."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from laid import DISCS, choice, closed

from elgrande.rules import State
from elgrande.rules.events import Event, PointsGiven

GOLDENS = Path(__file__).parent.parent / "goldens"


@dataclass
class Counts:
    """By row: how often it was offered, was done, and left a mark on the position."""

    offered: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)

    def happened(self, row: str) -> None:
        """Count what comes about without an answer of its own."""
        for each in (self.offered, self.done, self.changed):
            each[row] += 1

    def table(self, rows: Iterable[str], head: str = "row") -> str:
        """Return the table."""
        lines = [f"{r},{self.offered[r]},{self.done[r]},{self.changed[r]}" for r in rows]
        return "\n".join([f"{head},offered,done,changed", *lines]) + "\n"


def disc_rows() -> list[str]:
    """Return the rows that ``count_discs`` counts."""
    return [*(f"{disc} symbol" for disc in DISCS), *(f"{disc} home" for disc in DISCS)]


def count_discs(events: Sequence[Event], counts: Counts) -> None:
    """Count what discs did."""
    for event in events:
        for disc in DISCS:
            if type(event).__name__ == "DiscsCame" and getattr(event, disc):
                counts.happened(f"{disc} symbol")
            elif isinstance(event, PointsGiven) and event.reason == f"{disc}-home":
                counts.happened(f"{disc} home")


@dataclass(frozen=True)
class Tally:
    """What is counted of many random games, and what must hold in each position of them."""

    begun: Callable[[int], State]
    """The beginning of a game, by its seed."""
    check: Callable[[State], None]
    offers: Callable[[State, list[int]], set[str]]
    """The rows that answers offer."""
    longer: frozenset[str]
    """Those after which more is asked: they leave a mark if the board is another at their end."""
    answers: int
    """A game that asks for more than this is going round in circles."""
    always: frozenset[str] = frozenset()
    """Those that leave one whatever comes."""
    taboo: Callable[[State], Iterable[int]] = lambda state: state.rules.taboo(state)
    """Where nothing may enter or leave while the King stays."""
    count: Callable[[Sequence[Event], Counts], None] = count_discs

    def play(self, seed: int, counts: Counts) -> State:
        """Play one game at random to its end, checking every position."""
        state = self.begun(seed)
        rng = random.Random(seed)
        acting: list[tuple[str, int, list[object]]] = []
        for _ in range(self.answers):
            if state.over:
                return state
            seat, code = choice(state, rng)
            counts.offered.update(self.offers(state, state.legal(seat)))
            done = self.offers(state, [code])
            counts.done.update(done)
            before, depth, king = board(state), len(state.stack), state.king
            taboo = self.taboo(state)
            shut = closed(state, taboo)
            events: list[Event] = []
            state.apply(seat, code, events.append)
            self.check(state)
            if state.king == king and state.stack and state.owing():
                assert closed(state, self.taboo(state)) == shut
            longer = done & self.longer
            acting += [(name, depth, before) for name in longer]
            counts.changed.update(done & self.always)
            if board(state) != before:
                counts.changed.update(done - longer - self.always)
            while acting and len(state.stack) <= acting[-1][1]:
                name, _, earlier = acting.pop()
                counts.changed[name] += board(state) != earlier
            self.count(events, counts)
        raise AssertionError(f"game {seed} has no end")


def board(state: State) -> list[object]:
    """All that is open in a position."""
    return [*state.board, *state.held, *state.unknown_cards]


@dataclass(frozen=True)
class ManyGames:
    """Many random games, and the files beside the recorded ones that have what came up in them."""

    name: str
    play: Callable[[int, Counts], State]
    """Plays one to its end, by its seed."""
    rows: tuple[str, ...]
    head: str = "row"
    games: int = 2000
    few: int = 60
    """So many alone are played every time."""

    def file(self, games: int) -> Path:
        """Return where the table of so many is kept."""
        return GOLDENS / f"{self.name}-{'few' if games == self.few else 'cards'}.csv"

    def table(self, games: int) -> str:
        """Play so many, by a seed each, and return the table of what came up."""
        counts = Counts()
        for seed in range(games):
            self.play(seed, counts)
        return counts.table(self.rows, self.head)

    def write(self) -> None:
        """Write the tables anew."""
        for games in (self.games, self.few):
            self.file(games).write_text(self.table(games), encoding="utf-8")
