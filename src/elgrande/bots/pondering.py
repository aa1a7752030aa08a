"""What a bot may be asked next, guessed while it waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.bots.planner import Planner
from elgrande.bots.playouts import KEPT, own_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.bots.bot import Ahead
    from elgrande.bots.outlook import Outlook
    from elgrande.rules import State, View

GUESSES = 24
"""So often the others' answers are guessed."""
STRAYS = 0.5
"""How far people may stray from what looks best to us, in points; the first guess is the best."""


def next_views(outlook: Outlook, ahead: Ahead) -> Iterator[View]:
    """Return what the seat of an outlook may see when it is asked next in this round, each once.

    Only what is worth a search: a power card, or its own turn.
    """
    seen: list[View] = []
    for guess in range(GUESSES):
        if not ahead.going_on():
            return
        heat = STRAYS if guess else 0.0
        planner = Planner(outlook, ahead.generator, brisk=True, kept=KEPT, heat=heat)
        state = planner.next_question(ahead.view.sample(ahead.generator), outlook.seat)
        if state is None or not _searched(state, outlook.seat):
            continue
        view = state.view(outlook.seat)
        if view not in seen:
            seen.append(view)
            yield view


def _searched(state: State, seat: int) -> bool:
    asked = state.decision(seat)
    if len(asked.codes) < 2 or asked.step == "window":
        return False
    return asked.step == "power" or own_turn(state.view(seat))
