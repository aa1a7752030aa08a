"""Recorded games as text: set-up, every command in notation, what it led to.

A playthrough is self-contained: ``replay`` reads the set-up and the commands from
its text and writes the text anew, so that any change of the rules shows as a
difference at the very line. The choices were made by our own generator.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.rules import Command, Generator, State
from elgrande.rules.events import Event, GameEnded, RoundBegan, TurnEnded, to_plain

HEADING = "# A recorded game; record.py beside this folder's tests writes it anew."
Choose = "Callable[[State], Command | None]"


HERE = Path(__file__).parent


@dataclass(frozen=True)
class Recipe:
    """What is recorded: a Setup, and whether its events are written out too."""

    name: str
    setup: Setup
    events: bool = False

    @property
    def path(self) -> Path:
        """The file of the recording."""
        return HERE / f"{self.name}.txt"

    def __str__(self) -> str:
        return self.name


def house(**rules: Any) -> dict[str, Any]:
    """Name house rules as keywords."""
    return rules


CROWDED: dict[str, Any] = {
    "round": 7,
    "starter": "blue",
    "king": "granada",
    "scoreboards": {"840": "castillo", "400": "new-castile"},
    "seat": [
        {
            "colour": "red", "score": 61, "grande": "galicia",
            "caballeros": {"galicia": 9, "aragon": 8, "granada": 7, "castillo": 5, "court": 1},
        },
        {
            "colour": "blue", "score": 58, "grande": "seville",
            "caballeros": {"seville": 9, "valencia": 9, "new-castile": 9, "court": 3},
        },
        {
            "colour": "green", "score": 97, "grande": "granada",
            "caballeros": {"basque": 8, "aragon": 8, "granada": 4, "castillo": 8},
        },
    ],
    "held": [{"card": "2-01", "owner": "green", "until": 7}],
    "stack": [{"number": 2, "gone": ["2-01", "2-11"]}],
}  # fmt: skip
"""A position written by hand in which the provinces are empty, or nearly."""

DISKS: dict[str, Any] = {
    **CROWDED,
    "held": [
        {"card": "2-01", "owner": "green", "until": 7},
        {"card": "2-02", "owner": "blue", "until": 7},
    ],
    "stack": [
        {"number": 2, "gone": ["2-01", "2-02"], "deck": ["2-08", "2-07"]},
        {"number": 4, "deck": ["4-11", "4-05", "4-08"]},
    ],
}  # fmt: skip
"""The same with two Vetos in hand, and cards with disks to come."""

ABROAD: dict[str, Any] = {
    "round": 7,
    "starter": "blue",
    "king": "granada",
    "seat": [
        {
            "colour": "red", "score": 61, "grande": "galicia",
            "caballeros": {"galicia": 9, "aragon": 8, "ship": 7, "castillo": 5, "court": 2},
        },
        {
            "colour": "blue", "score": 58, "grande": "seville",
            "caballeros": {"seville": 9, "valencia": 9, "america": 9, "viceroy": 1, "court": 6},
        },
    ],
    "neutral": {
        "red-gold": {"america": 3}, "red-wares": {"ship": 2}, "blue-gold": {"america": 1},
        "blue-wares": {"mediterranean": 1}, "black": {"aragon": 2, "ship": 2},
    },
    "cells": {
        "limit-table": "basque", "inquisitor": "red", "gold-lying": 1, "gold-supply": 0,
        "wares-lying": 2, "wares-supply": 1,
    },
}  # fmt: skip
"""Carriers on their way, and no provinces left to take from."""

OLD_HANDS = tuple(
    f"old-hands-{name}" for name in ("competition", "infiltration", "stand-in", "veto")
)
OWN_CARDS = partial(Setup.of, expansions=("intrigue",))
COLONIES = partial(Setup.of, expansions=("colonies",))
BOTH = partial(Setup.of, expansions=("colonies", "intrigue"))
GRANDISSIMO = partial(Setup.of, expansions=("grandissimo",))
AT_SEA = {"leave-out": "gr-01,gr-02,gr-03,gr-04,gr-06,gr-11,gr-12,gr-14"}
"""Few cards without a ship symbol, so that tokens change hands and somebody lands."""
RECIPES = (
    Recipe(
        "5-players-house-rules",
        Setup.of(5, seed=2015, house=house(castillo="veiled", own_caballero=False, veto=False)),
    ),
    Recipe("2-players-seam", Setup.of(2, seed=2023, short=True, expansions=("seam",)), events=True),
    Recipe("4-players-seam-late", Setup.of(4, seed=2024, expansions=("seam", "seam-late"))),
    Recipe("2023-2-players", Setup.of(2, seed=2025, edition="2023"), events=True),
    Recipe(
        "2023-3-players-merged-stacks",
        Setup.of(3, seed=2027, edition="2023", house=house(merged_stacks=True, castillo="veiled")),
    ),
    Recipe(
        "2023-5-players-new-regency",
        Setup.of(5, seed=2051, edition="2023", short=True, expansions=("new-regency",)),
    ),
    Recipe(
        "2023-4-players-old-hands",
        Setup.of(4, seed=2030, edition="2023", short=True, expansions=OLD_HANDS),
    ),
    Recipe("2-players", Setup.of(2, seed=112)),
    Recipe("3-players", Setup.of(3, seed=98), True),
    Recipe("4-players", Setup.of(4, seed=26)),
    Recipe("5-players-short", Setup.of(5, seed=313, short=True)),
    Recipe("3-players-disks", Setup.of(3, seed=375, position=DISKS), True),
    Recipe("2023-4-players", Setup.of(4, seed=203, edition="2023"), True),
    Recipe(
        "2023-3-players-all",
        Setup.of(3, seed=68, edition="2023", expansions=("new-regency", *OLD_HANDS, "power-shift")),
        True,
    ),
    Recipe("2-players-intrigue", OWN_CARDS(2, seed=10, short=True), True),
    Recipe("3-players-intrigue", OWN_CARDS(3, seed=13, house=house(hand="dealt"))),
    Recipe("4-players-intrigue", OWN_CARDS(4, seed=40, house=house(cards=31))),
    Recipe(
        "5-players-intrigue",
        OWN_CARDS(5, seed=63, short=True, house=house(cards=31, hand="dealt")),
        True,
    ),
    Recipe("2-players-colonies", COLONIES(2, seed=9, short=True), True),
    Recipe("2-players-colonies-abroad", COLONIES(2, seed=55, position=ABROAD)),
    Recipe("3-players-colonies", COLONIES(3, seed=52)),
    Recipe("4-players-colonies", COLONIES(4, seed=36, short=True)),
    Recipe("5-players-colonies", COLONIES(5, seed=26)),
    Recipe("2-players-grandissimo", GRANDISSIMO(2, seed=2), True),
    Recipe(
        "3-players-grandissimo", GRANDISSIMO(3, seed=12, short=True, house=house(black="counted"))
    ),
    Recipe("4-players-grandissimo", GRANDISSIMO(4, seed=17)),
    Recipe("5-players-grandissimo", GRANDISSIMO(5, seed=11, short=True), True),
    Recipe("4-players-grandissimo-at-sea", GRANDISSIMO(4, seed=119, house=AT_SEA)),
    Recipe("2-players-king-colonies", BOTH(2, seed=21, house=house(hand="dealt"))),
    Recipe(
        "3-players-king-colonies",
        BOTH(3, seed=34, short=True, house=house(cards=31, hand="dealt")),
        True,
    ),
    Recipe("4-players-king-colonies", BOTH(4, seed=7, house=house(cards=31, hand="dealt"))),
    Recipe(
        "5-players-king-colonies", BOTH(5, seed=88, short=True, house=house(cards=31, hand="dealt"))
    ),
)


def record(recipe: Recipe) -> str:
    """Play a recipe at random and return its text."""
    setup = recipe.setup
    generator = Generator.seeded(setup.seed, 1)

    def choose(state: State) -> Command | None:
        if state.over:
            return None
        seat = generator.choice(state.owing())
        return Command(seat, generator.choice(state.legal(seat)))

    return _write(setup, recipe.events, choose)


def replay(text: str) -> str:
    """Carry the commands of a recorded game out again and return its text.

    Raises AssertionError with the command's number where one is not legal.
    """
    lines = text.splitlines()
    setup = Setup.from_plain(json.loads(lines[1].removeprefix("setup ")))
    commands = iter(line for line in lines[2:] if line[0] not in "=>#")
    rules = setup.ruleset()

    def choose(state: State) -> Command | None:
        line = next(commands, None)
        if line is None:
            assert state.over, "the record ends before the game does"
            return None
        command = rules.parse(line)
        offered = [rules.text(code) for code in state.legal(command.seat)]
        assert state.is_legal(command.seat, command.code), f"{line}: {offered}"
        return command

    return _write(setup, any(line.startswith("> ") for line in lines), choose)


def _write(setup: Setup, with_events: bool, choose: Callable[[State], Command | None]) -> str:
    state = setup.start()
    out = [HEADING, f"setup {_json(setup.to_plain())}", _digest("start", state)]
    while (command := choose(state)) is not None:
        out.append(state.rules.format(command))
        events: list[Event] = []
        state.apply(command.seat, command.code, events.append)
        if with_events:
            out += [f"> {_json(to_plain(event))}" for event in events]
        for event in events:
            if isinstance(event, RoundBegan):
                out.append(f"# round {event.round}")
        if any(isinstance(event, (TurnEnded, GameEnded)) for event in events):
            out.append(_digest("turn's end", state))
    scores = " ".join(
        f"{colour} {state.score(seat)}" for seat, colour in enumerate(state.rules.colours)
    )
    out += [f"= scores {scores}", f"= end {_json(describe(state))}"]
    return "\n".join(out) + "\n"


def _digest(when: str, state: State) -> str:
    return f"= {when} {state.digest()}"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
