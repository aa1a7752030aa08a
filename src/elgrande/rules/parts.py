"""What a position is made of besides its board: frames, held cards, and drawers.

A frame is a named tuple: the name of its step, the seat that acts in it (-1 for nobody),
then the open values of the step. Every step names those values in a class beside itself
and reads them by name; nobody reads a frame by number. In saves, positions and messages
a frame is its plain values, in the same order (``plain``), and a Ruleset names them again
(``Ruleset.named``).

A field with a default is one that came later than the frame: ``plain`` leaves it out at
the end of a frame as long as it has its default, so that what was written before it still
says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast


class Frame(Iterable[object], Protocol):
    """What all frames have."""

    @property
    def step(self) -> str:
        """The name of the step."""

    @property
    def actor(self) -> int:
        """The seat that acts, or -1."""


F = TypeVar("F", bound=Frame)


class PlainFrame(NamedTuple):
    """The frame of a step that has no values of its own."""

    step: str
    actor: int


OVER = PlainFrame("over", -1)
"""Stands for the step of a game that is over."""
P = ParamSpec("P")


def shared(kind: Callable[P, F]) -> Callable[P, F]:
    """Return a maker of frames of a class that makes each of them but once.

    A named tuple takes several times as long to make as to find. It is for frames
    that come again and again and of which there are few, since all are kept.
    """
    # The cache takes anything that can be hashed; what it is given are the class's own fields.
    return cast("Callable[P, F]", lru_cache(maxsize=None)(kind))


plain_frame = shared(PlainFrame)


def plain(frame: Frame) -> tuple[object, ...]:
    """Return the values of a frame, also of those within it, as plain tuples."""
    values = [_plain(value) for value in frame]
    names: tuple[str, ...] = getattr(frame, "_fields", ())
    later: dict[str, object] = getattr(frame, "_field_defaults", {})
    while names and names[-1] in later and values[-1] == later[names[-1]]:
        names = names[:-1]
        values.pop()
    return tuple(values)


def _plain(value: object) -> object:
    if not isinstance(value, tuple):
        # Equal frames say the same: True is 1.
        return int(value) if isinstance(value, bool) else value
    if hasattr(value, "_fields"):
        return plain(cast("Frame", value))
    return tuple([_plain(one) for one in value])


# -- held cards and drawers --------------------------------------------------


NEXT_SCORING = 98
"""A last round that stands for the end of the next general scoring."""
GAME = 99
"""A last round that stands for the end of the game."""


class Held(NamedTuple):
    """A card kept in front of a player until the end of round ``until``.

    ``until`` is a round, ``NEXT_SCORING`` or ``GAME``. ``mark`` is what the card lies on or
    belongs to, a number that its effect gives a meaning, or -1.
    """

    card: int
    owner: int
    until: int
    mark: int = -1


LASTS = {NEXT_SCORING: "scoring", GAME: "game"}
"""What these are called in a description of a position."""


def written(held: Held) -> tuple[int, ...]:
    """Return the values as records have them: a mark that says nothing is left out."""
    return held if held.mark != -1 else held[:3]


Drawer = tuple[Any, ...]
"""What one seat knows: hand, disk, and an expansion's values, which are any that JSON carries.

The box's own drawer holds the state of the generator and the decks.
"""
HAND = 0
DISK = 1
DRAWER = 2
"""Index of the hand (a bit for each card), the disk (region or -1), an expansion's first value."""


# -- plain values ------------------------------------------------------------


def listed(values: Iterable[Any]) -> list[Any]:
    """Return nested tuples as nested lists."""
    return [listed(item) if isinstance(item, tuple) else item for item in values]


def tupled(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return nested lists as nested tuples."""
    return tuple(tupled(item) if isinstance(item, list) else item for item in values)
