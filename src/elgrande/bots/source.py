"""Sources: whatever answers Decisions with Commands, be it a person, a bot or a script.

A game asks the Source of a seat that owes an answer, shows it that seat's View, and
carries out the Move that it gives. It is all one to the game who that is:

- a bot is asked by a runner (``bots.runner``), here or in a process of its own;
- a person at the line dialogue is asked by it (``cli.plain.dialogue``);
- a person at the app sits on a Chair, which hands gestures to the Table by itself;
- a file of commands does so too (``cli.commandfile``), since its lines say whose they are;
- a replay hands over whole records (``Table.carry_out``), which hold more than answers.

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
    """What a Source answers: a command, as a code, and those that belong to the same gesture.

    ``reason`` is a bot's own sentence and ``notice`` ours if the bot was
    replaced; either may be empty, and both are clean.
    """

    code: int
    reason: str = ""
    notice: str = ""
    then: tuple[int, ...] = ()

    @property
    def codes(self) -> tuple[int, ...]:
        """The whole gesture."""
        return (self.code, *self.then)


class Source(Protocol):
    """Anything that answers Decisions with Commands."""

    def choose(self, view: View, entry: int, events: Sequence[Event] = ()) -> Move | None:
        """Return the move of the seat that the view is of, which is legal.

        The seat must owe an answer, or be allowed to change one. ``entry`` is the
        number of the journal's entry that the answer will become, ``events`` what the
        seat saw since it was last asked. None where there is no answer to this question
        any more: something else has changed the game meanwhile. May block.
        """
        ...

    def close(self) -> None:
        """End whatever was started for it."""
        ...
