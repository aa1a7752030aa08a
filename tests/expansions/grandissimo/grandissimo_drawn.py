"""Positions of Grandissimo in a few lines: who stands where, who has whom, which card is in use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from laid import crowds, laid, stow_black

from drawing import play
from elgrande.content.setup import Setup
from elgrande.content.words import Names, why_not

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules import Position, State

COLOURS = ("red", "blue", "green", "yellow", "white")
FACES = {1: "1-10", 2: "2-05", 3: "3-11", 4: "4-06", 5: "5-01", 6: "gr-12", 7: "gr-20"}


def game(players: int = 4, seed: int = 1, **others: Any) -> Setup:
    return Setup.of(players, seed=seed, expansions=("grandissimo",), **others)


def drawn(
    board: str = "",
    card: str = "",
    *,
    players: int = 4,
    king: str = "valencia",
    round_: int = 2,
    faces: Mapping[int, str] | None = None,
    held: str = "",
    home: str = "",
    scoreboards: Mapping[str, str] | None = None,
    cells: Mapping[str, Any] | None = None,
    turn: str = "red",
    starter: str = "",
    short: bool = False,
    **house: Any,
) -> State:
    """Draw a turn, in which nobody comes to the court; with a card, it has been chosen.

    ``board`` is ``aragon: red 2, black 1 | jail: blue 1``; ``held`` are ``gr-03 blue aragon`` or
    ``2-01 blue 2``: a card, its owner, and the region that it lies on, the second card that it
    stands for, or the round until which it is kept.
    """
    house = {key.replace("_", "-"): value for key, value in house.items()}
    rules = game(players, short=short, house=house).ruleset()
    counts = crowds(board, rules.kinds)
    if "black" in counts:
        stow_black(counts, 2, king)
    up = {**FACES, **(faces or {})}
    if card:
        up[rules.cards[rules.card_index[card]].stack] = card
    homes = dict(words.split() for words in filter(str.strip, home.split(",")))
    kept = [_held(words.split(), round_) for words in filter(str.strip, held.split("|"))]
    gone = [name for one in kept for name in (one["card"], one.get("mark", "")) if name]
    first = rules.colours.index(turn)
    position: dict[str, Any] = {
        "round": round_,
        "king": king,
        "starter": starter or turn,
        "scoreboards": dict(scoreboards or {}),
        "seat": [
            {
                "colour": colour,
                # The first two bring nobody to the court.
                "power": 13 - (at - first) % players,
                "caballeros": counts[colour],
                **({"grande": homes[colour]} if colour in homes else {}),
            }
            for at, colour in enumerate(rules.colours)
        ],
        "neutral": {name: counts[name] for name in rules.kinds[players:]},
        "stack": [
            {
                "number": number,
                "face": up[number],
                "gone": [name for name in gone if name in rules.card_index
                         and rules.cards[rules.card_index[name]].stack == number],
            }
            for number in rules.stacks
        ],
        "held": kept,
        "cells": dict(cells or {}),
    }  # fmt: skip
    state = laid(rules, position)
    if card:
        play(state, f"{turn} card {card}")
    return state


def _held(words: list[str], round_: int) -> dict[str, Any]:
    card, owner, *more = words
    out: dict[str, Any] = {"card": card, "owner": owner, "until": "scoring"}
    if more and more[0].isdecimal():
        out["until"] = int(more[0])
    elif more:
        out["mark"] = more[0]
    if card == "gr-05":
        out["until"] = round_
    return out


def who(state: Position, name: str) -> str:
    """Who has a figure: a colour, or nothing."""
    seat = state.cell(name)
    return state.rules.colours[seat] if seat >= 0 else ""


def why(state: State, line: str) -> str:
    """Why a command is not legal, to the seat that gives it."""
    command = state.rules.parse(line)
    return why_not(state, command.seat, line, Names.of(game(state.rules.n_seats)))
