"""Sources: whatever is asked for the answer of a seat, and gives it.

A game shows the Source of a seat that owes an answer that seat's View, and carries out the
Move that it gives. Bots are asked so, by a runner (``bots.runner``), here or in a process of
their own. Who answers unasked is no Source: people sit on a Chair and send gestures, be it at
the app or at the line dialogue, a file of commands hands lines to the Table
(``cli.commandfile``) and a replay whole records (``Table.carry_out``).

``table.Host`` asks the Sources of a Table, ``simulate`` those of a game without one:

>>> from elgrande.bots.source import Move
>>> class First:
...     '''Takes whatever is offered first.'''
...     def choose(self, view, entry, events=()):
...         return Move(view.legal(view.seat)[0])
...     def close(self):
...         pass
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import View
    from elgrande.rules.events import Event


@dataclass(frozen=True, slots=True)
class Move:
    """What a Source answers: a command, as a code.

    ``reason`` is a bot's own sentence and ``notice`` ours if the bot was
    replaced; either may be empty, and both are clean.
    """

    code: int
    reason: str = ""
    notice: str = ""


class Source(Protocol):
    """Anything that answers Decisions with Commands."""

    def choose(self, view: View, entry: int, events: Sequence[Event] = ()) -> Move:
        """Return the move of the seat that the view is of, which is legal.

        The seat must owe an answer, or be allowed to change one. ``entry`` is the
        number of the journal's entry that the answer will become, ``events`` what the
        seat saw since it was last asked. May block.
        """
        ...

    def close(self) -> None:
        """End whatever was started for it."""
        ...
