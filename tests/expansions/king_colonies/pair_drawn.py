"""Positions of the King & the Colonies in a few lines: who stands where, who has played what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from laid import LAID, after, crowds, refusal, stow_black, supplies, turn_of

from drawing import choices, play
from elgrande.content.positions.layout import lay_out
from elgrande.content.setup import Setup
from elgrande.rules import State

BOTH = ("colonies", "intrigue")
COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "W": "white"}
LASTS = {"k-040": 2, "k-075": "scoring"}
"""How long a kept card of a hand lasts; those of stack 7 last to the end of the game."""
FOUR = "B180 R90 G50 Y10"
"""Four have played, and red acts second, with the own card."""


def game(players: int = 4, seed: int = 1, **others: Any) -> Setup:
    """A game with all 31 cards, unless ``house`` says otherwise."""
    house = {"cards": 31, **others.pop("house", {})}
    return Setup.of(players, seed=seed, expansions=BOTH, house=house, **others)


def drawn(
    board: str = "",
    *,
    power: str = FOUR,
    king: str = "new-castile",
    holder: str = "nobody",
    table: str = "basque",
    gold: int = 1,
    wares: int = 2,
    round_: int = 2,
    seven: str = "co-09",
    held: str = "",
    home: str = "",
    scoreboards: Mapping[str, str] | None = None,
    cells: Mapping[str, Any] | None = None,
    keep: str = "",
    short: bool = False,
) -> State:
    """Draw a round in which these cards have been played: ``R130 B40``; nobody has acted.

    ``board`` is ``aragon: red 2, black 1 | ship: red-gold 1``; ``seven`` is the face-up card of
    stack 7, ``held`` are ``co-06 blue``; ``keep`` names a card that must be in a hand, ``W75``.
    """
    values = {COLOURS[word[0]]: int(word[1:]) for word in power.split()}
    kept_values = {COLOURS[word[0]]: int(word[1:]) for word in keep.split()}
    colours = [colour for colour in COLOURS.values() if colour in {*values, *kept_values}]
    rules = game(len(colours), short=short, colours=colours).ruleset()
    counts = crowds(board, rules.kinds)
    stow_black(counts, 4, "ship" if king == "france" else king)
    left = supplies(counts, {"gold": gold, "wares": wares})
    kept = [words.split() for words in filter(str.strip, held.split("|"))]
    homes = dict(words.split() for words in filter(str.strip, home.split(",")))
    played = values.values()
    laid = [LAID[cell] for cell in cells or {} if cell in LAID]
    seats = []
    for colour in colours:
        mine = values.get(colour, 0)
        wanted = [kept_values[colour]] if colour in kept_values else []
        earlier = [75] if ["k-075", colour] in kept and mine != 75 else []
        earlier += laid if colour == colours[-1] else []
        others = [v for v in rules.power_values if v not in (mine, *wanted, *earlier)]
        # Nobody holds what the next seat is to play, if it has not played yet.
        others.sort(key=lambda value: value in played)
        seat: dict[str, Any] = {
            "colour": colour,
            "caballeros": counts[colour],
            "hand": [*wanted, *others][: 13 - bool(mine) - len(earlier)],
            "played": [*earlier, mine] if mine else earlier,
        }
        if mine:
            seat["power"] = mine
        if colour in homes:
            seat["grande"] = homes[colour]
        seats.append(seat)
    position: dict[str, Any] = {
        "round": round_,
        "king": king,
        "starter": next(iter(values)),
        "scoreboards": dict(scoreboards or {}),
        "seat": seats,
        "neutral": {name: counts[name] for name in rules.kinds[len(colours) :]},
        "stack": [
            {"number": 6, "face": "gi-01"},
            {
                "number": 7,
                "face": seven,
                "gone": [card for card, *_ in kept if card.startswith("co-")],
            },
        ],
        "held": [
            {"card": card, "owner": owner, "until": LASTS.get(card, "game")}
            for card, owner in kept
        ],
        "cells": {
            "inquisitor": holder, "limit-table": table, "gold-lying": gold, "wares-lying": wares,
            **left, **(cells or {}),
        },
    }  # fmt: skip
    return lay_out(rules, position, seed=1)


def acting(value: int, board: str = "", **others: Any) -> State:
    """Red's turn in a game of four, acting second with the own card of this value."""
    others.setdefault("power", f"B180 R{value} G{11 if value == 10 else 10} Y13")
    state = turn_of(drawn(board, **others), "red")
    play(state, f"red card k-{value:03}")
    return state


def taking(card: str, board: str = "", **others: Any) -> State:
    """Red's turn, second of four, with the card of stack 6 or 7 chosen."""
    seven = {} if card == "gi-01" else {"seven": card}
    state = turn_of(drawn(board, **seven, **others), "red")
    play(state, f"red card {card}")
    return state


why = partial(refusal, game)
"""Why a command is not legal, to the seat that gives it."""


def _turning_down() -> State:
    state = drawn("mediterranean: yellow 1", held="co-07 yellow")
    while state.stack[-1].step != "window":
        play(state, choices(state)[0])
    return after(state, "yellow use co-07")


DECISIONS: dict[str, Callable[[], State]] = {
    "choose_card": lambda: turn_of(drawn("court: red 2", power="B180 R90 G50 Y10"), "red"),
    "window": lambda: after(acting(110, "castillo: red 2", held="co-07 blue"), "red special"),
    "claim_discs": lambda: after(
        acting(110, "castillo: red 2 | mediterranean: blue 1", held="co-07 blue", wares=0),
        "red special, blue use co-07",
    ),
    "turn_down": _turning_down,
    "follow_grande": lambda: after(
        acting(80, "aragon: red 2", home="red seville"),
        "red special, grande america, escort red aragon",
    ),
    "bridge": lambda: after(acting(63), "red special, bridge france"),
    "act": lambda: taking("gi-01", "court: red 3 | ship: red 1", holder="red", king="seville"),
}
"""A position at each new kind of decision, by the step that asks."""
