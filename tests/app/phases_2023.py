"""Moments of the second edition that the first one does not have."""

from __future__ import annotations

from phases import Phase
from tables import Bench, fresh, people, sit

from drawing import passes, play, table
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.rules import State

BOARD = (
    "galicia: R2 Y1 | basque: B3 G1 | aragon: R3 B2 G1 | catalonia: Y4 | old-castile: R1 G5"
    " | new-castile: B2 Y2 | seville: B1 Y3 | granada: R2 B1 G1 Y1 | valencia: G2 Y3"
    " | castillo: R4 B2 G3"
)
DUMMY = (
    "galicia: R2 G2 | basque: B3 G4 | aragon: R3 B2 G2 | old-castile: R1 G2 | new-castile: B2"
    " | granada: R2 B1 | valencia: G2 | castillo: R4 B2"
)


def at_table(state: State, sets: str = "") -> Bench:
    """Red a person and the others bots at a drawn position of the second edition."""
    expansions = tuple(sets.split())
    seats = people(state.rules.colours, "R")
    return sit(setup=Setup(seats, 1, "2023", expansions, position=describe(state)))


def dummy() -> Bench:
    """Two players and the dummy, which has acted between them; Red is to choose a card."""
    state = table(
        DUMMY, seats="RB", edition="2023", king="seville", court="R6 B4",
        home="R galicia, B basque", score="R31 B44", scoreboards="840 aragon", power="B12 R3",
        played="R: 2 5 11 8 | B: 3 6 9 7", round=5, starter="red", turn="blue",
        face="1-07 2-04 4-07 5-01", cells={"dummy-power": 9},
    )  # fmt: skip
    passes(state, "blue", "1-07")
    play(state, "red take 2")
    return at_table(state)


def dummy_moved() -> Bench:
    """Red may move opposing caballeros, the dummy's among them."""
    state = table(
        DUMMY, seats="RB", edition="2023", king="seville", court="R6 B4", card="1-06",
        home="R galicia, B basque", face="1-06 2-04 4-07 5-01",
    )  # fmt: skip
    return at_table(state)


def king(node: str, home: str, card: str) -> Bench:
    """Four players, the King outside of all regions; Red has taken a card."""
    sets = "new-regency old-hands-competition"
    drawn = table(
        BOARD, seats="RBGY", edition="2023", expansions=sets, king=node, court="R6 B4 G7 Y2",
        home=home, score="R31 B44 G28 Y52", scoreboards="840 seville", round=5,
        played="R: 2 5 11 8 | B: 3 6 12 7 | G: 1 4 9 10 | Y: 13 2 6 5", face=f"5-14 {card}",
        card=card,
    )  # fmt: skip
    return at_table(drawn, sets)


def modified(*commands: str) -> Bench:
    """Three players with modifiers, played so far; the others pass and play by lot."""
    setup = fresh(3, 3, "R", edition="2023", expansions=("power-shift",), starter="red")
    bench = sit(setup=setup, bots=True)
    assert bench.bots is not None
    bench.bots.start()
    for command in commands:
        assert bench.table.send(0, [command]), command
    bench.bots = None
    return bench


PASS, SHIFT = "pass plus-1-levy", "shift 9 minus-2-levy"
PHASES_2023: dict[str, Phase] = {
    "dummy": Phase(dummy),
    "dummy-courts": Phase(dummy, ("tab",)),
    "dummy-forecast": Phase(dummy, ("f",)),
    "dummy-whose": Phase(dummy_moved, ("s", "3")),
    "france": Phase(lambda: king("france", "R galicia, B castillo", "1-07")),
    "beside": Phase(lambda: king("beside-castillo", "R castillo, B aragon", "1-07")),
    "beside-help": Phase(
        lambda: king("beside-castillo", "R castillo", "1-07"), ("c", "question_mark")
    ),
    "competition": Phase(lambda: king("seville", "R galicia", "4-21"), ("s",)),
    "passing": Phase(modified),
    "modifier": Phase(lambda: modified(PASS), ("9",)),
    "shifted": Phase(lambda: modified(PASS, SHIFT), ("escape", "tab", "tab", "tab")),
    "ability": Phase(lambda: modified(PASS, SHIFT, "take 2"), ("escape",)),
}
"""Every kind of moment that only this edition has, by name."""
