"""The text that digests are taken from.

Digests stand in saves, recorded games and positions, so this text is a promise: it does
not change with the classes that hold a position. It is what ``repr`` says of a tuple of

- the board, a list of integers;
- the stack, a list of frames, each a plain tuple that begins with the step's name
  (``elgrande.rules.frames.plain``: a field that came later is left out at its default);
- the held cards, a tuple of ``Held(card=.., owner=.., until=..)``, with a ``mark`` behind
  those that have one;
- the doubts, a tuple of pairs;
- the drawers, a list of plain tuples, the box's last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.frames import plain

if TYPE_CHECKING:
    from elgrande.rules.held import Held
    from elgrande.rules.position import State


def canonical(state: State) -> str:
    """Return the text that tells a State from every other, hidden parts included."""
    stack = [plain(frame) for frame in state.stack]
    held = tuple(_Kept(one) for one in state.held)
    return repr((state.board, stack, held, state.unknown_cards, state.drawers))


class _Kept:
    """Writes a held card by the names that it had first, whatever else it may hold by now."""

    def __init__(self, held: Held) -> None:
        self.held = held

    def __repr__(self) -> str:
        held = self.held
        mark = f", mark={held.mark}" if held.mark != -1 else ""
        return f"Held(card={held.card}, owner={held.owner}, until={held.until}{mark})"
