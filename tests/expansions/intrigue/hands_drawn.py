"""Positions of Intrigue & the King in a few lines: who has played which card, whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from laid import LAID, after, scored, turn_of

from drawing import COLOURS, LETTERS, counts, pairs, play, table
from elgrande.content.setup import Setup
from elgrande.rules import State

SMALL = tuple(range(10, 190, 10))
MORE = (13, 15, 23, 25, 35, 53, 63, 75, 93, 115, 135, 145, 165)
EVERY = (*SMALL[6:], *MORE, *SMALL[:6])


def setup_of(players: int = 4, seed: int = 1, **others: Any) -> Setup:
    """A game with all 31 cards, unless ``house`` says otherwise."""
    house = {"cards": 31, **others.pop("house", {})}
    return Setup.of(players, seed=seed, expansions=("intrigue",), house=house, **others)


def game(players: int = 4, seed: int = 1, **house: Any) -> State:
    """The beginning of a game with all 31 cards, unless ``cards`` says otherwise."""
    return setup_of(players, seed, house=house).start()


def drawn(board: str = "", *, power: str, seats: str = "", keep: str = "", **others: Any) -> State:
    """Draw a round in which these cards have been played: ``R130 B40``; nobody has acted.

    ``keep`` names a card that must be in a hand, ``W75``.
    """
    powers, kept = counts(power), counts(keep)
    seats = seats or "".join(sorted((LETTERS[colour] for colour in powers), key="RBGYW".index))
    before = {who: [int(v) for v in vs.split()] for who, vs in pairs(others.pop("played", ""))}
    # Whatever lies on the board the last players have played in earlier rounds.
    laid = [LAID[cell] for cell in others.get("cells", ()) if cell in LAID]
    before.update((who, [value]) for who, value in zip(reversed(seats), laid, strict=False))
    hands = []
    for letter in seats:
        mine = powers.get(COLOURS[letter], 0)
        first = [kept[COLOURS[letter]]] if COLOURS[letter] in kept else []
        earlier = before.get(letter, [])
        gone = (mine, *first, *earlier)
        left = [*first, *(value for value in EVERY if value not in gone)]
        left = left[: 13 - bool(mine) - len(earlier)]
        hands.append(f"{letter}: {' '.join(map(str, left))}")
    values = {"cards": 31, "hand_": " | ".join(hands), **others}
    values["played"] = " | ".join(f"{who}: {' '.join(map(str, vs))}" for who, vs in before.items())
    hand = values.pop("hand_")
    return table(
        board, seats=seats, power=power, hand=hand, turn="", expansions="intrigue", **values
    )


def acting(value: int, board: str = "", *, seats: str = "RB", **others: Any) -> State:
    """Red's turn, acting on the own card: of two or three players the first or the last."""
    rest = [v for v in (170, 160) if v != value] if value == 10 else [10, 20 if value > 20 else 13]
    powers = [value, *rest][: len(seats)]
    power = " ".join(f"{letter}{v}" for letter, v in zip(seats, powers, strict=True))
    state = turn_of(drawn(board, power=power, **others), "red")
    play(state, f"red card k-{value:03}")
    return state


def among_four(value: int, board: str = "", **others: Any) -> State:
    """Red's turn in a game of four, with the second highest card: there is nothing to choose."""
    power = f"R{value} B180 G10 Y13"
    return turn_of(drawn(board, power=power, **others), "red")


DECISIONS: dict[str, Callable[[], State]] = {
    "choose_hand": lambda: after(
        game(2), "red disk aragon, blue disk aragon, red keep 10, red keep 180, blue keep 13"
    ),
    "act": lambda: among_four(145, court="R2"),
    "window": lambda: after(
        turn_of(drawn("castillo: B1", power="B180 R110 Y40 G10", held="k-040 yellow until 2"),
                "red"),
        "red special",
    ),
    "bridge": lambda: after(among_four(63), "red special, bridge galicia"),
    "grande_escort": lambda: after(
        among_four(80, "aragon: R2", home="R aragon", king="seville"), "red special, grande granada"
    ),
    "disks": lambda: scored(after(among_four(35, home="R aragon"), "red special")),
}  # fmt: skip
"""A position at each new kind of decision, by the step that asks."""
