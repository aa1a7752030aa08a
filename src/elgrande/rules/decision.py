"""A Decision: what the game waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from elgrande.rules.frames import OVER, Frame

Kind = TypeVar("Kind", bound="Frame")


@dataclass(frozen=True, slots=True)
class Decision:
    """What the game waits for, as one seat may know it.

    ``step`` names the kind of the decision and ``frame`` holds its open values
    (actor first), which ``fields`` has by name; ``card`` is the action card that is
    being carried out, or -1. ``codes`` are the legal answers of ``seat``, empty when it owes none;
    ``owing`` are the seats that must still answer. A secret decision's answers
    are for that seat's eyes only. ``may_change`` is true of a disk that is set
    but may still be turned.
    """

    seat: int
    owing: tuple[int, ...]
    step: str
    frame: tuple[object, ...]
    card: int
    codes: tuple[int, ...]
    secret: bool
    may_change: bool
    fields: Frame = OVER
    """The whole frame with its names, as the step shows it."""

    def of(self, kind: type[Kind]) -> Kind:
        """Return the fields as the class that the step declares for them."""
        assert isinstance(self.fields, kind), f"{self.step!r} shows a {type(self.fields).__name__}"
        return self.fields
