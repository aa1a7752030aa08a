"""Positions of Grandissimo in a few lines: who stands where, who has whom, which card is in use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from laid import after, crowds, laid, refusal, scored, stow_black

from drawing import play
from elgrande.content.setup import Setup
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


why = partial(refusal, game)
"""Why a command is not legal, to the seat that gives it."""


COMPANY = "red special, done, pick black galicia, put aragon"
DECISIONS: dict[str, Callable[[], State]] = {
    "land_from_ship": lambda: after(drawn("ship: red 1", players=2), "red ashore"),
    "bring_to_jail": lambda: after(drawn("aragon: blue 1, red 1", "gr-13", players=2), "red jail"),
    "pardon_all": lambda: after(drawn("jail: blue 1", "5-01", players=2), "red pardon"),
    "take_courtier": lambda: after(drawn("", "gr-20", players=2), "red special"),
    "place_gift": lambda: after(drawn("gift-blue: red 1", "gr-12", players=2), "red end"),
    "black_company": lambda: after(
        drawn("galicia: black 2, blue 1, red 1", "gr-01", players=2), COMPANY
    ),
    "black_consent": lambda: after(
        drawn("galicia: black 2, blue 1, red 1", "gr-01", players=2), COMPANY, "red company blue"
    ),
    "boycott": lambda: after(drawn("", "gr-03", players=2), "red special"),
    "alliance": lambda: after(drawn("", "gr-04", players=2), "red special"),
    "second_card": lambda: after(drawn("", "gr-05", players=2), "red special"),
    "act": lambda: after(drawn("court: red 2", "gr-05", players=2, faces={4: "4-10"}),
                         "red special, second-card 4-10"),
    "window": lambda: scored(drawn("aragon: red 1", players=2, held="gr-06 red")),
    "act-crowned": lambda: after(
        drawn("court: red 2", "gr-07", players=2, home="red aragon"), "red special"
    ),
}  # fmt: skip
"""A position at each new kind of decision, by the step that asks; what follows it is for people."""
