"""The moments at which held cards may be used (FACTS 1.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.steps.step.base import Step

if TYPE_CHECKING:
    from elgrande.rules import Ruleset, State


STOPPABLE = ("announced", "disks_shown", "unit_done")
"""The triggers at which a special action can still be stopped, or what is left of it."""
RARE = ("choosing", "scoring", "round_end", "scored")
"""The triggers that come only where a card ``hears`` them.

``choosing`` comes before a seat chooses the card to act on; ``scoring`` before anything is
scored by a special action that has been announced and let pass, before its disks too, and
before the regions in a general scoring; ``scored`` after the last region of a general
scoring; ``round_end`` at the end of a round, before held cards expire and before its general
scoring. Besides them there are ``turn_start``, ``action_done``, ``castillo_emptied`` and the
``STOPPABLE`` ones.
"""

TRIGGERS = ("turn_start", "action_done", "castillo_emptied", *STOPPABLE, *RARE)


class AskedFrame(NamedTuple):
    """How often a step has stopped to let held cards be used before it does what it does."""

    step: str
    actor: int
    asked: int = 0


class WindowFrame(NamedTuple):
    """``actor`` is asked about the card ``held``, since ``acting`` does something with ``card``.

    ``mark`` is the held card's own.
    """

    step: str
    actor: int
    held: int
    trigger: str
    acting: int
    card: int
    first: tuple[int, ...]
    mark: int = -1


def open_windows(
    s: State, trigger: str, actor: int, card: int, first: tuple[int, ...] = ()
) -> None:
    """Ask everybody whose held card may be used now, clockwise from the actor.

    The one checkpoint for all held cards (veto, repeat, late moves). ``actor``
    is -1 where nobody acts, so that the starter is asked first, and ``card``
    the card of the action, or -1; ``first`` are the codes that it is announced with.
    """
    if not s.held:
        return
    if actor >= 0:
        seats = (*s.rules.clockwise(actor), actor)
    else:
        seats = (s.starter, *s.rules.clockwise(s.starter))
    windows = []
    for seat in seats:
        asked = set()
        for held in s.held:
            if held.owner != seat:
                continue
            effect = s.rules.held_effect(held.card, trigger)
            if effect.name in asked:
                continue
            if effect.listens(s, held.card, seat, trigger, actor, card):
                if effect.asks:
                    asked.add(effect.name)
                windows.append(
                    WindowFrame("window", seat, held.card, trigger, actor, card, first, held.mark)
                )
    s.stack.extend(reversed(windows))


class PausingStep(Step[AskedFrame]):
    """A step before which, once, held cards may be used that hear its ``trigger``."""

    frame = AskedFrame
    trigger: ClassVar[str]

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.pauses = self.trigger in rules.heard
        """Whether any card of the game hears it; else nothing is noted."""

    def asked_first(self, s: State, f: AskedFrame) -> bool:
        """Open the windows before the step, whose frame is on top; say whether there are any."""
        if f.asked:
            return False
        s.stack[-1] = AskedFrame(f.step, f.actor, 1)
        open_windows(s, self.trigger, f.actor, -1)
        return isinstance(s.stack[-1], WindowFrame)
