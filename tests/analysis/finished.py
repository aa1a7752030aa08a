"""Finished games, played by lot, and somebody who estimates chances as a test wants it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from elgrande.analysis.chances import Try
from elgrande.bots.odds import softmax
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State
from elgrande.table import Table
from elgrande.table.saved_game import new_game


def play_on(table: Table, seed: int = 1) -> Table:
    """Play a game to its end by lot."""
    drawn = Generator.seeded(seed)
    while not table.over:
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(drawn.choice(table.state.legal(seat)))])
    return table


def late(setup: Setup) -> Setup:
    """Return a game that begins with the last rounds of this one, played by lot till then."""
    state, drawn = setup.start(), Generator.seeded(1)
    while state.round < state.rules.rounds[-2]:
        state.apply(seat := state.owing()[0], drawn.choice(state.legal(seat)))
    return replace(setup, position=describe(state))


def finished(players: int = 2, seed: int = 1, **others: Any) -> Table:
    setup = Setup.of(players, seed=seed, **{"short": True, **others})
    return play_on(new_game(setup), seed)


class ByPoints:
    """Whoever has more points is likelier to win, give or take what the generator says."""

    name = "points"

    def __init__(self) -> None:
        self.asked = 0

    def look(self, state: State, generator: Generator) -> Try:
        self.asked += 1
        noise = [generator.below(5) for _ in range(state.rules.n_seats)]
        finals = tuple(state.score(s) + n for s, n in enumerate(noise))
        sources = tuple((*[0.0] * (len(state.rules.targets) + 1), final) for final in finals)
        return Try(tuple(softmax(finals, 10)), finals, sources)
