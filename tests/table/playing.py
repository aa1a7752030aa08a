"""Playing tables at random, for the tests of this folder."""

from __future__ import annotations

import random
from typing import Any

from elgrande.content.edition import edition, edition_ids
from elgrande.content.setup import Player, Setup
from elgrande.table import Table, new_game

COLOURS = ("red", "blue", "green", "yellow", "white")


def setup(players: int, seed: int, *, persons: int | None = None, **others: Any) -> Setup:
    """A Setup in which the first seats are people and the others bots."""
    persons = players if persons is None else persons
    seats = tuple(
        Player(colour, colour.title(), "person" if i < persons else "random")
        for i, colour in enumerate(COLOURS[:players])
    )
    return Setup(seats, seed, **others)


def answer(table: Table, rng: random.Random) -> int:
    """Let one seat that owes an answer give a random one; return the seat."""
    seat = rng.choice(table.state.owing())
    code = rng.choice(table.state.legal(seat))
    table.send(seat, [table.rules.text(code)])
    return seat


def play(table: Table, rng: random.Random, answers: int = 10_000) -> Table:
    """Play so many answers, or to the end."""
    while answers and not table.over:
        answer(table, rng)
        answers -= 1
    return table


def game(players: int, seed: int, answers: int = 10_000, **others: Any) -> Table:
    """A table after so many random answers."""
    return play(new_game(setup(players, seed, **others)), random.Random(seed), answers)


class Memory:
    """A log that keeps records in memory, and fails when told to."""

    def __init__(self) -> None:
        self.header: dict[str, Any] = {}
        self.written: str | None = None
        self.records: list[Record] = []
        self.fails = False

    @property
    def rules(self) -> str:
        """What the header says; of a game that was just begun its edition's."""
        if self.written is not None:
            return self.written
        name = self.header.get("game", {}).get("edition")
        return edition(name if name in edition_ids() else "1996").version

    def append(self, kind: str, fields: dict[str, object]) -> None:
        if self.fails:
            raise OSError("the disk is full")
        self.records.append(Record(len(self.records) + 1, kind, dict(fields)))

    def close(self) -> None:
        pass


class Record:
    def __init__(self, n: int, kind: str, fields: dict[str, Any]) -> None:
        self.n, self.kind, self.fields, self.line = n, kind, fields, n
