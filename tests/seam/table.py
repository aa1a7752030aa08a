"""Positions of the Seam drawn in a few lines, and commands in notation played on them."""

from __future__ import annotations

from typing import Any

from elgrande.content.positions.layout import lay_out
from elgrande.content.setup import Setup
from elgrande.rules import State
from elgrande.rules.events import Event

COLOURS = ("red", "blue", "green")
FACES = {1: "1-10", 2: "2-04", 3: "3-11", 4: "4-10", 5: "5-01", 6: "6-01", 7: "7-01", 8: "8-01"}


def draw(
    board: dict[str, str],
    *,
    king: str = "old-castile",
    held: dict[str, str] | None = None,
    holder: str = "",
    round_: int = 2,
    faces: dict[int, str] | None = None,
    late: bool = False,
) -> State:
    """Return red's turn in a game of three, who act in the order red, blue, green.

    ``board`` names who stands where, ``{"aragon": "red 2, black 1"}``; ``held`` the
    owner of each kept card; ``holder`` who has the chancellor; ``faces`` the cards
    that lie face up otherwise than usual. Who is not drawn is in the provinces. The
    power cards bring nobody to the court but one to green's.
    """
    counts: dict[str, dict[str, int]] = {name: {} for name in (*COLOURS, "black")}
    for place, crowd in board.items():
        for part in crowd.split(","):
            kind, number = part.split()
            counts[kind][place] = int(number)
    expansions = ("seam", "seam-late") if late else ("seam",)
    rules = Setup.of(3, seed=1, expansions=expansions).ruleset()
    up = {**FACES, **(faces or {})}
    position: dict[str, Any] = {
        "round": round_,
        "king": king,
        "starter": "red",
        "seat": [
            {"colour": colour, "power": 13 - at, "caballeros": counts[colour]}
            for at, colour in enumerate(COLOURS)
        ],
        "neutral": {"black": counts["black"]},
        "cells": {"black_holder": COLOURS.index(holder) if holder else -1},
        "stack": [
            {"number": number, **({"face": up[number]} if up[number] else {})}
            for number in rules.stacks
        ],
        "held": [
            {
                "card": card,
                "owner": owner,
                "until": min(round_ + (0 if card == "2-01" else 2 if late else 1), 9),
            }
            for card, owner in (held or {}).items()
        ],
    }
    return lay_out(rules, position, seed=1)


def play(state: State, *lines: str) -> list[Event]:
    """Carry out commands, each of which must be legal; return what they caused."""
    events: list[Event] = []
    for line in lines:
        command = state.rules.parse(line)
        assert state.is_legal(command.seat, command.code), f"{line}: {offers(state)}"
        state.apply(command.seat, command.code, events.append)
    return events


def offers(state: State) -> list[str]:
    """What may be answered now, in notation."""
    rules = state.rules
    return [
        f"{rules.colours[seat]} {rules.text(code)}"
        for seat in range(rules.n_seats)
        for code in state.legal(seat)
    ]


def count(state: State, kind: str, place: str) -> int:
    """How many of a kind stand at a place."""
    rules = state.rules
    return state.count(rules.kinds.index(kind), rules.place_index[place])
