"""The words of what the Grand Inquisitor brings, for games that have him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words.events import says
from elgrande.rules.effects.figures import InquisitorTaken

if TYPE_CHECKING:
    from elgrande.content.words.names import Names


@says(InquisitorTaken)
def _inquisitor_taken(e: InquisitorTaken, n: Names) -> str:
    source = f" from {n.seat(e.source)}" if e.source >= 0 else ""
    return f"{n.seat(e.seat)} takes the Grand Inquisitor{source}."
