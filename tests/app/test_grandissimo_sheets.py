"""Grandissimo on the screen: its places, figures and questions, at the small size and a middle one.

Each sheet was looked at before it was accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from grandissimo_drawn import drawn
from phases import Phase, app_in, go
from pictures import Picture, Sheets, sheet, take
from syrupy.assertion import SnapshotAssertion
from tables import Bench, people, sit

from drawing import play
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.rules import State

pytestmark = pytest.mark.expansions

BOARD = (
    "galicia: red 2, yellow 1 | basque: blue 3, green 1, white 2 | aragon: red 3, blue 2, black 1"
    " | catalonia: yellow 4, black 1 | old-castile: red 1, green 5, white 1 | new-castile: blue 2"
    " | seville: white 3, blue 1 | granada: red 2, blue 1, green 1 | valencia: green 2, yellow 3"
    " | portugal: green 1, yellow 1 | castillo: red 2, blue 2, green 3 | ship: red 2, green 1"
    " | jail: blue 2, red 1, white 1 | court: red 4, blue 3, green 2, yellow 5, white 1"
)
HOMES = "red galicia, blue basque, green old-castile, yellow valencia, white seville"
FIGURES = {"queen": "red", "jester": "red", "inquisitor": "green", "ship-tokens": ["red", "blue"]}
LYING = "gr-03 blue granada | gr-04 red aragon | gr-06 white"


def midgame(card: str = "", commands: str = "", **others: Any) -> State:
    """Five players in round 5, everybody with something that this game has."""
    there: dict[str, Any] = {
        "players": 5, "king": "new-castile", "round_": 5, "home": HOMES, "cells": FIGURES,
        "held": LYING,
    }  # fmt: skip
    state = drawn(BOARD + others.pop("more", ""), card, **{**there, **others})
    if commands:
        play(state, commands)
    return state


def _at(make: Callable[[], State]) -> Callable[[], Bench]:
    def seated() -> Bench:
        state = make()
        position = describe(state)
        return sit(setup=Setup(people(state.rules.colours, None), seed=1,
                               expansions=("grandissimo",), position=position))  # fmt: skip

    return seated


FACES = {2: "2-08", 4: "4-10"}
CROWNED = {"cells": {**FIGURES, "grande-king": "blue"}, "king": "basque"}
COMPANY = "red special, done, pick black aragon, put galicia, company blue"
MOMENTS = {
    "card": Phase(_at(midgame)),
    "queen": Phase(_at(midgame), ("z",)),
    "gift": Phase(_at(midgame), ("o",)),
    "landing": Phase(_at(lambda: midgame(commands="red ashore"))),
    "token": Phase(_at(lambda: midgame("gr-09", cells={"ship-tokens": ["blue", "green"]})), ("y",)),
    "jail": Phase(_at(lambda: midgame("gr-13", "red jail"))),
    "pardon": Phase(_at(lambda: midgame("5-01", "red pardon"))),
    "parts": Phase(_at(lambda: midgame("gr-01", "red special", cells={"inquisitor": "green"}))),
    "company": Phase(_at(lambda: midgame("gr-01", COMPANY))),
    "waiting": Phase(_at(lambda: midgame(more=" | gift-red: blue 1, green 1", starter="blue"))),
    "courtier": Phase(_at(lambda: midgame("gr-20", "red special", cells={}))),
    "second": Phase(_at(lambda: midgame("gr-05", "red special, second-card 4-10", faces=FACES))),
    "boycott": Phase(_at(lambda: midgame("gr-03", "red special", held=""))),
    "crown": Phase(_at(lambda: midgame(**CROWNED))),
}
"""Every kind of moment that the game adds, by name."""


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.long)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)  # fmt: skip
async def test_its_moments(
    snapshot: SnapshotAssertion, tmp_path: Path, size: tuple[int, int]
) -> None:
    seen: dict[str, Picture] = {}
    async with app_in(tmp_path).run_test(size=size) as pilot:
        for name, moment in MOMENTS.items():
            await go(pilot, moment)
            seen[name] = take(pilot.app)
    kept = snapshot.use_extension(Sheets)
    wrong = [
        name
        for name, picture in seen.items()
        if kept(name=f"{size[0]}x{size[1]}-{name}") != sheet({"elgrande-dark": picture})
    ]
    assert wrong == []
