"""Positions of the Colonies in a few lines: who stands where, which card is in use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from laid import after, crowds, laid, refusal, scored, stow_black, supplies

from drawing import choices, play
from elgrande.content.setup import Setup
from elgrande.rules import State
from elgrande.rules.events import Event

COLOURS = ("red", "blue", "green", "yellow", "white")
FACES = {1: "1-10", 2: "2-05", 3: "3-11", 4: "4-06", 5: "5-01", 6: "gi-01", 7: "co-09"}


def game(players: int = 4, seed: int = 1, **others: Any) -> Setup:
    return Setup.of(players, seed=seed, expansions=("colonies",), **others)


def drawn(
    board: str = "",
    card: str = "",
    *,
    players: int = 4,
    king: str = "new-castile",
    holder: str = "nobody",
    table: str = "basque",
    gold: int = 1,
    wares: int = 2,
    round_: int = 2,
    faces: Mapping[int, str] | None = None,
    held: str = "",
    home: str = "",
    scoreboards: Mapping[str, str] | None = None,
    cells: Mapping[str, Any] | None = None,
    score: Mapping[str, int] | None = None,
    power: str = "",
    short: bool = False,
) -> State:
    """Draw red's turn, in which nobody comes to the court; with a card, it has been chosen.

    ``board`` is ``aragon: red 2, black 1 | ship: red-gold 1``; ``held`` are ``co-06 blue``;
    ``power`` the power cards where they are not 13 downwards, a letter of the colour first.
    """
    rules = game(players, short=short).ruleset()
    counts = crowds(board, rules.kinds)
    stow_black(counts, 4, "ship" if king == "france" else king)
    left = supplies(counts, {"gold": gold, "wares": wares})
    up = {**FACES, **(faces or {})}
    if card:
        up[rules.cards[rules.card_index[card]].stack] = card
    values = {word[0]: int(word[1:]) for word in power.split()}
    kept = [words.split() for words in filter(str.strip, held.split("|"))]
    homes = dict(words.split() for words in filter(str.strip, home.split(",")))
    position: dict[str, Any] = {
        "round": round_,
        "king": king,
        "starter": "red",
        "scoreboards": dict(scoreboards or {}),
        "seat": [
            {
                "colour": colour,
                "power": values.get(colour[0].upper(), 13 - at),
                "caballeros": counts[colour],
                "score": (score or {}).get(colour, 0),
                **({"grande": homes[colour]} if colour in homes else {}),
            }
            for at, colour in enumerate(COLOURS[:players])
        ],
        "neutral": {name: counts[name] for name in rules.kinds[players:]},
        "stack": [
            {
                "number": number,
                "face": up[number],
                "gone": [one[0] for one in kept
                         if rules.cards[rules.card_index[one[0]]].stack == number],
            }
            for number in rules.stacks
        ],
        "held": [{"card": one[0], "owner": one[1], "until": "game"} for one in kept],
        "cells": {
            "inquisitor": holder, "limit-table": table, "gold-lying": gold, "wares-lying": wares,
            **left, **(cells or {}),
        },
    }  # fmt: skip
    state = laid(rules, position)
    if card:
        play(state, f"red card {card}")
    return state


why = partial(refusal, game)
"""Why a command is not legal, to the seat that gives it."""


QUIET = ("let", "end", "done", "take", "power", "card", "disk")
"""The verbs of answers that do as little as can be, the least first."""


def quietly(state: State) -> list[Event]:
    """Give the answer that does least."""

    def loud(text: str) -> tuple[int, str]:
        verb = text.split()[1]
        return (QUIET.index(verb) if verb in QUIET else len(QUIET), text)

    return play(state, min(choices(state), key=loud))


DECISIONS: dict[str, Callable[[], State]] = {
    "disks": lambda: after(game(2).start(), "red disk aragon"),
    "sail_to": lambda: after(
        drawn("ship: red-gold 1, red 1", players=2, gold=0), "red sail red-gold ship"
    ),
    "choose_card": lambda: drawn("america: red 1 | viceroy: black 1", players=2, holder="red"),
    "take_spaces": lambda: after(
        drawn("basque: blue 6 | basque-beside: red 1, black 1", "1-07", players=2, king="aragon"),
        "red special, pick blue basque, put galicia, done",
    ),
    "claim_discs": lambda: after(
        drawn("mediterranean: blue 1", players=2, held="co-07 blue"),
        "blue use co-07, turn-down 1-10",
    ),
    "turn_down": lambda: after(drawn(players=2, held="co-07 blue"), "blue use co-07"),
    "window": lambda: after(
        drawn("aragon: blue 1 | granada: red 1", "1-10", players=2, held="co-06 blue"),
        "red special, pick red granada, put galicia, done",
    ),
    "window-late": lambda: scored(
        drawn("aragon: red 1", players=2, held="co-11 red", home="red galicia")
    ),
    "score_later": lambda: after(drawn("", "co-10", players=2), "red special"),
    "move_black": lambda: after(drawn("aragon: black 2", "gi-01", players=2),
                                "red special, option 1"),
}  # fmt: skip
"""A position at each new kind of decision, by the step that asks; what follows it is for people."""
