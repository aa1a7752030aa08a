"""Frames: what the stack of a State is made of, one for each step in progress.

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
from typing import NamedTuple, ParamSpec, Protocol, TypeVar, cast


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
        return value
    if hasattr(value, "_fields"):
        return plain(cast("Frame", value))
    return tuple([_plain(one) for one in value])
