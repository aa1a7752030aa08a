"""Short movements: pieces that come to a place flash, scores count up to what they are.

Nothing waits for them: timers repaint a few cells a moment later, a key is answered
at once, and the next change begins from whatever is shown. Where the app's
animation level is none (the setting, a terminal over a network, Textual's own
TEXTUAL_ANIMATIONS) there is no timer at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.timer import Timer

    from elgrande.app.board.map.scene import Scene
    from elgrande.rules import Position

FLASH = 0.2
"""Seconds for which a piece that came is painted the other way round."""

MOST = 6
"""More arrivals than these are a leap through the game, not moves to follow with the eye."""

STEPS, STEP = 4, 0.06
"""Scores reach their value in so many steps, each so many seconds long."""

RIDE = 0.08
"""Seconds for which a piece on its way over the map is seen in one place."""


def moves(node: DOMNode) -> bool:
    """Say whether anything may move on the screen now."""
    return node.app.animation_level != "none"


def arrivals(old: Scene, new: Scene) -> frozenset[tuple[str, str]]:
    """Return where caballeros of which colour have come since another scene: (target, colour)."""
    before = {
        (spot.id, troop.colour): troop.count for spot in old.spots for troop in spot.troops or ()
    }
    known = {spot.id for spot in old.spots if spot.troops is not None}
    found = frozenset(
        (spot.id, troop.colour)
        for spot in new.spots
        for troop in spot.troops or ()
        if spot.id in known and troop.count > before.get((spot.id, troop.colour), 0)
    )
    return found if len(found) <= MOST else frozenset()


def flashing(scene: Scene, fresh: frozenset[tuple[str, str]]) -> Scene:
    """Return a scene with some of its caballeros marked as just come."""
    if not fresh:
        return scene
    spots = []
    for spot in scene.spots:
        troops = spot.troops or ()
        some = tuple(replace(t, fresh=(spot.id, t.colour) in fresh) for t in troops)
        spots.append(replace(spot, troops=spot.troops and some))
    return replace(scene, spots=tuple(spots))


def between(old: Sequence[int], new: Sequence[int], step: int) -> list[int]:
    """Return scores on their way from old to new after so many of the ``STEPS``."""
    return [a + (b - a) * step // STEPS for a, b in zip(old, new, strict=True)]


def counted(position: Position, scores: Sequence[int]) -> Position:
    """Return a position with other scores; everything else is the position's own."""
    other = copy(position)
    at = position.rules.at_score
    other.board = [*position.board[:at], *scores, *position.board[at + len(scores) :]]
    return other


class CountUp:
    """Shows scores that change step by step; ``show`` paints some."""

    def __init__(self, node: DOMNode, show: Callable[[Sequence[int]], None]) -> None:
        self._node = node
        self._show = show
        self._shown: Sequence[int] = ()
        self._timer: Timer | None = None

    def to(self, scores: Sequence[int]) -> None:
        """Show other scores, at once or in a moment."""
        start, done = self._shown, 0
        self.stop()
        if not start or [*start] == [*scores] or not moves(self._node):
            self._paint(scores)
            return

        def tick() -> None:
            nonlocal done
            done += 1
            if done == STEPS:
                self.stop()
            self._paint(between(start, scores, done))

        self._timer = self._node.set_interval(STEP, tick)
        self._paint(start)

    def _paint(self, scores: Sequence[int]) -> None:
        self._shown = scores
        self._show(scores)

    def stop(self) -> None:
        """Stop counting."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
