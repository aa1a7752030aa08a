"""The secret disks (S0, "The action cards", B)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from elgrande.rules.events import DiskSet, DiskShows, DisksRevealed
from elgrande.rules.frames import Frame
from elgrande.rules.position import DISK
from elgrande.rules.steps.step import Step
from elgrande.rules.wording import hint

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names


Asking = TypeVar("Asking", bound=Frame, contravariant=True)


class UsesDisks(Protocol[Asking]):
    """A step whose frame lies below ``disks`` and says what may be set."""

    def disk_regions(self, s: Position, f: Asking, seat: int) -> list[int]:
        """The regions that a seat may set."""
        ...

    def disks_set(self, s: State, f: Asking) -> None:
        """All disks are set: reveal and use them, or leave them for later."""
        ...

    def disk_hint(self, f: Asking, n: Names) -> str:
        """Return what the disks are set for, to whoever sets one."""
        ...

    def refusal(self, c: Case, f: Asking) -> str:
        """Return why a region may not be set, among others."""
        ...


class DisksFrame(NamedTuple):
    """Who is asked and whose disk is ready, a bit for each seat, and the frame that asks."""

    step: str
    actor: int
    asked: int
    ready: int
    asking: Frame


class Disks(Step[DisksFrame]):
    """Several seats set their disks at once, in any order.

    A disk may be turned again until the last is set.
    """

    name = "disks"
    frame = DisksFrame
    secret = True
    may_change = "the disk may still be turned"

    def run(self, s: State, f: DisksFrame) -> bool:
        """Go on when all are set."""
        if f.asked & ~f.ready:
            return True
        s.stack.pop()
        below = s.stack[-1]
        self._asking(below).disks_set(s, below)
        return False

    def named(self, values: tuple[Any, ...]) -> DisksFrame:
        """The asking frame has names too."""
        frame = super().named(values)
        return frame._replace(asking=self.rules.named(values[-1]))

    def _asking(self, below: Frame) -> UsesDisks[Frame]:
        # A step that asks for disks is known by what it can do, not by a class.
        return cast("UsesDisks[Frame]", self.rules.steps[below.step])

    def owing(self, s: Position, f: DisksFrame) -> tuple[int, ...]:
        """The seats that have not set theirs."""
        left = f.asked & ~f.ready
        return tuple(seat for seat in range(self.rules.n) if (left >> seat) & 1)

    def legal(self, s: Position, f: DisksFrame, seat: int) -> list[int]:
        """What the step below allows, also to a seat that has set its disk."""
        if not (f.asked >> seat) & 1:
            return []
        below = s.stack[-2]
        regions = self._asking(below).disk_regions(s, below, seat)
        return [self.rules.DISK + region for region in regions]

    def answer(self, s: State, f: DisksFrame, seat: int, code: int) -> None:
        """Set the disk; turning it again is not told to the others."""
        region = code - self.rules.DISK
        drawer = s.drawers[seat]
        assert drawer is not None
        s.drawers[seat] = (drawer[0], region, *drawer[2:])
        if not (f.ready >> seat) & 1:
            s.stack[-1] = DisksFrame("disks", -1, f.asked, f.ready | (1 << seat), f.asking)
            s.emit(DiskSet(seat))
        s.emit(DiskShows(seat, region, audience=frozenset((seat,))))

    def prompt(self, d: Decision, f: DisksFrame, n: Names) -> str:
        """What it is set for says the step that asks."""
        return f"set the secret disk{hint(d, self._asking(f.asking).disk_hint(f.asking, n))}"

    def refusal(self, c: Case, f: DisksFrame) -> str:
        """The disk shows no such region, or the step that asks forbids it."""
        if c.verb != "disk":
            return ""
        if c.region_at(c.words[0]) not in c.view.rules.disk_regions:
            return f"the secret disk does not show {c.n.the(c.words[0])}"
        return self._asking(f.asking).refusal(c, f.asking)


def ask_disks(s: State, seats: tuple[int, ...]) -> None:
    """Ask these seats to set their disks; the asking step's frame is on top."""
    asked = 0
    for seat in seats:
        asked |= 1 << seat
    s.stack.append(DisksFrame("disks", -1, asked, 0, s.stack[-1]))


def next_shown(shown: tuple[int, ...], actor: int, distance: int) -> int:
    """Return how far from the actor the next seat with a disk is; the number of seats for none."""
    n = len(shown)
    while distance < n and shown[(actor + distance) % n] < 0:
        distance += 1
    return distance


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
