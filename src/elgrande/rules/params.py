"""What the parameters of cards hold: a name holds the same with every effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict, TypeGuard

ALL = 30
"""A number on a card from which on it means all there are, however many that may be."""


class Params(TypedDict, total=False):
    """The parameters of a card: those that its effect names, and no others.

    They come out of a file and are checked before anything is played (``Effect.faults``).
    An effect with more of its own declares a class on top of this one and casts to it.
    """

    own: int
    foreign: int
    total: int
    number: int
    rounds: int
    one_source: bool
    partial: bool
    castillo: bool
    values: Sequence[int]
    options: Sequence[str]
    nodes: Sequence[str]
    where: str
    king: bool
    targets: Sequence[str]
    optional: bool


@dataclass(frozen=True)
class Param:
    """What a parameter holds, in words for whoever writes a card, and the test of it."""

    wants: str
    fits: Callable[[object], bool]


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(low: int, high: int) -> Param:
    return Param(
        f"a number from {low} to {high}",
        lambda value: isinstance(value, int) and _is_number(value) and low <= value <= high,
    )


def _some(value: object, of: Callable[[object], bool], most: int) -> bool:
    return isinstance(value, (list, tuple)) and 0 < len(value) <= most and all(map(of, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_COUNT = _number(0, 99)
_FLAG = Param("true or false", lambda value: isinstance(value, bool))
_TEXTS = Param("a list of 1 to 9 texts", lambda value: _some(value, _is_text, 9))

PARAMS: dict[str, Param] = {
    "own": _COUNT,
    "foreign": _COUNT,
    # A card that can do nothing would ask for answers that nobody has.
    "total": _number(1, 99),
    "number": _number(1, 99),
    "rounds": _number(0, 9),
    "one_source": _FLAG,
    "partial": _FLAG,
    "castillo": _FLAG,
    "values": Param("a list of 1 to 9 numbers", lambda value: _some(value, _is_number, 9)),
    "options": Param("a list of 1 to 9 ids of cards", lambda value: _some(value, _is_text, 9)),
    "nodes": _TEXTS,
    "where": Param("the name of a set of regions", _is_text),
    "king": _FLAG,
    "targets": _TEXTS,
    "optional": _FLAG,
}
"""By name. A parameter that is not here is checked by its effect alone."""
