"""The moments at which an expansion may have its say, and who is told of them.

A question (``elgrande.rules.questions``) asks how things are and changes nothing; at a
moment something has happened, and the State may be changed. ``Spec.on`` adds a function
to a moment::

    def deliver(state: State, moves: Sequence[Transfer]) -> None:
        ...

    spec.on("moved", deliver)

The functions of a moment are called in the order in which the expansions edit the
Spec. A moment of which nobody is told costs nothing. What is laid out before the first
step, from a seed (``start``) or from a description of a position, tells nobody: neither of
caballeros nor of the King or a Grande. Whoever counts must begin with what stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias


class Transfer(NamedTuple):
    """Caballeros that came and went; ``by`` is the seat that moved them, or -1."""

    by: int
    kind: int
    source: int
    target: int
    number: int


if TYPE_CHECKING:
    from elgrande.rules.position import State

    OnMoved: TypeAlias = Callable[[State, Sequence[Transfer]], None]
    OnSettled: TypeAlias = Callable[[State, int], None]
    OnChosen: TypeAlias = Callable[[State, int, int], None]
    OnCarriedOut: TypeAlias = Callable[[State, int, int], None]
    OnUsed: TypeAlias = Callable[[State, int, int], None]
    OnEmptied: TypeAlias = Callable[[State, tuple[int, ...]], None]
    OnKingMoved: TypeAlias = Callable[[State, int, int, int], None]

MOMENTS: dict[str, str] = {
    "moved": (
        "caballeros have come and gone: (state, moves), all moves of one step, before the next"
        " runs; counts may be changed at once, and whoever was told before may have done so; no"
        " step may be pushed"
    ),
    "settled": (
        "what moves caballeros is over: (state, actor), after a special action, also one that was"
        " stopped, a placing, a fetching, a free action and the turn-up of the Castillo's disks,"
        " and before the windows that follow; a step may be pushed"
    ),
    "chosen": "a card was chosen: (state, seat, card); a step may be pushed, which comes first",
    "carried_out": (
        "a special action begins to be carried out: (state, actor, card), after its announcement"
        " was let pass and before anything of it is done, the keeping of a card too; a step may"
        " be pushed, which comes first"
    ),
    "used": (
        "a kept card has been used: (state, seat, card), once it is discarded and what it does"
        " has begun, or is done; a step may be pushed, which comes when all of that is over"
    ),
    "king_moved": (
        "the King has moved: (state, by, source, node); open values may be changed, no step may"
        " be pushed"
    ),
    "emptied": (
        "the Castillo was emptied in a general scoring: (state, shown), the region on each seat's"
        " disk or -1; before the windows that follow; the State may be changed, no step may be"
        " pushed"
    ),
}
"""Every moment, what has happened then, what its functions are given and what they may do."""


def settled(s: State, actor: int) -> None:
    """Tell that what ``actor`` (-1: nobody) moved has been moved.

    Call it when the windows that follow stand on the stack: what is pushed comes before them.
    Whoever is told of moves has been told of all of them by then.
    """
    if s.moves:
        s.hand_over()
    for function in s.rules.on_settled:
        function(s, actor)


def chosen(s: State, seat: int, card: int) -> None:
    """Tell that a seat has chosen a card, whose frame is on the stack."""
    for function in s.rules.on_chosen:
        function(s, seat, card)


def carried_out(s: State, actor: int, card: int) -> None:
    """Tell that the special action of a card begins to be carried out."""
    for function in s.rules.on_carried_out:
        function(s, actor, card)


def used(s: State, seat: int, card: int, begun: Callable[[], None]) -> None:
    """Let a seat use a kept card, by ``begun``, and tell that it has.

    What is pushed then stands below what the card itself has pushed.
    """
    depth = len(s.stack)
    begun()
    if not s.rules.on_used:
        return
    own = s.stack[depth:]
    del s.stack[depth:]
    for function in s.rules.on_used:
        function(s, seat, card)
    s.stack.extend(own)
