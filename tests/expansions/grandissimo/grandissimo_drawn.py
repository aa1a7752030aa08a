"""Positions of Grandissimo in a few lines: who stands where, who has whom, which card is in use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drawing import play
from elgrande.content.positions.position_format import lay_out
from elgrande.content.setup import Setup
from elgrande.content.words import Names, why_not
from elgrande.rules import score
from elgrande.rules.steps.program import begin_program

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules import Position, State
    from elgrande.rules.events import Event

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
    round_: int = 1,
    faces: Mapping[int, str] | None = None,
    held: str = "",
    home: str = "",
    scoreboards: Mapping[str, str] | None = None,
    cells: Mapping[str, Any] | None = None,
    turn: str = "red",
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
    counts: dict[str, dict[str, int]] = {name: {} for name in rules.kinds}
    for part in filter(str.strip, board.split("|")):
        place, _, crowd = part.partition(":")
        for one in crowd.split(","):
            kind, number = one.split()
            counts[kind][place.strip()] = int(number)
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
        "starter": turn,
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
    state = lay_out(rules, position, seed=1)
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


def count(state: Position, kind: str, place: str) -> int:
    """How many of a kind stand at a place."""
    rules = state.rules
    return state.count(rules.kinds.index(kind), rules.place_index[place])


def crowd(state: Position, place: str) -> str:
    """Who stands at a place: ``red 2, black 1``."""
    kinds = state.rules.kinds
    return ", ".join(f"{kind} {n}" for kind in kinds if (n := count(state, kind, place)))


def pays(state: Position, target: str, *, first_only: bool = False, general: bool = False) -> str:
    """What a target pays now: ``red 5, blue 3``."""
    rules = state.rules
    total = dict.fromkeys(rules.colours, 0)
    at = rules.targets.index(target)
    for seat, points in score(state, at, first_only, general=general).paid():
        total[rules.colours[seat]] += points
    return ", ".join(f"{colour} {points}" for colour, points in total.items() if points)


def who(state: Position, name: str) -> str:
    """Who has a figure: a colour, or nothing."""
    seat = state.cell(name)
    return state.rules.colours[seat] if seat >= 0 else ""


def why(state: State, line: str) -> str:
    """Why a command is not legal, to the seat that gives it."""
    command = state.rules.parse(line)
    return why_not(state, command.seat, line, Names.of(game(state.rules.n_seats)))


def score_generally(state: State) -> list[Event]:
    """Go to the general scoring, up to its first question or its end."""
    state.stack = [begin_program("general_scoring", -1)]
    state._cache = None
    events: list[Event] = []
    state.settle(events.append)
    return events
