"""The secret disks (S0, "The action cards", B)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from elgrande.rules.events import DiskSet, DiskShows, DisksRevealed
from elgrande.rules.position import DISK
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules.position import Frame, Position, State


class UsesDisks(Protocol):
    """A step whose frame lies below ``disks`` and says what may be set."""

    def disk_regions(self, s: Position, f: Frame, seat: int) -> list[int]:
        """The regions that a seat may set."""
        ...

    def disks_set(self, s: State, f: Frame) -> None:
        """All disks are set: reveal and use them, or leave them for later."""
        ...


class Disks(Step):
    """Several seats set their disks at once, in any order.

    Frame: ``(disks, -1, asked, set, the asking frame)``, two of them bits by seat. A
    disk may be turned again until the last is set.
    """

    name = "disks"
    secret = True

    def run(self, s: State, f: Frame) -> bool:
        """Go on when all are set."""
        if f[2] & ~f[3]:
            return True
        s.stack.pop()
        below = s.stack[-1]
        cast("UsesDisks", self.rules.steps[below[0]]).disks_set(s, below)
        return False

    def owing(self, s: Position, f: Frame) -> tuple[int, ...]:
        """The seats that have not set theirs."""
        left = f[2] & ~f[3]
        return tuple(seat for seat in range(self.rules.n) if (left >> seat) & 1)

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """What the step below allows, also to a seat that has set its disk."""
        if not (f[2] >> seat) & 1:
            return []
        below = s.stack[-2]
        regions = cast("UsesDisks", self.rules.steps[below[0]]).disk_regions(s, below, seat)
        return [self.rules.DISK + region for region in regions]

    def answer(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Set the disk; turning it again is not told to the others."""
        region = code - self.rules.DISK
        _, _, asked, ready, asking = f
        drawer = s.drawers[seat]
        assert drawer is not None
        s.drawers[seat] = (drawer[0], region, *drawer[2:])
        if not (ready >> seat) & 1:
            s.stack[-1] = ("disks", -1, asked, ready | (1 << seat), asking)
            s.emit(DiskSet(seat))
        s.emit(DiskShows(seat, region, audience=frozenset((seat,))))


def ask_disks(s: State, seats: tuple[int, ...]) -> None:
    """Ask these seats to set their disks; the asking step's frame is on top."""
    asked = 0
    for seat in seats:
        asked |= 1 << seat
    s.stack.append(("disks", -1, asked, 0, s.stack[-1]))


def reveal_disks(s: State) -> tuple[int, ...]:
    """Turn all disks up together; return the region of each seat, -1 for none."""
    rules = s.rules
    shown = []
    for seat in range(rules.n):
        drawer = s.drawers[seat]
        assert drawer is not None
        shown.append(drawer[DISK])
        if drawer[DISK] >= 0:
            s.drawers[seat] = (drawer[0], -1, *drawer[2:])
    if any(region >= 0 for region in shown):
        s.revealed = True
        s.emit(DisksRevealed(tuple((i, region) for i, region in enumerate(shown) if region >= 0)))
    return tuple(shown)
