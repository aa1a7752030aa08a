"""The secret disks (S0, "The action cards", B): they are asked for, revealed and carried out."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, cast

from elgrande.rules.events import DiskSet, DiskShows, DisksRevealed
from elgrande.rules.parts import DISK, Frame
from elgrande.rules.steps.effect import AutoEffect
from elgrande.rules.steps.step import Step
from elgrande.rules.wording import YOUR, hint

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, State


F_contra = TypeVar("F_contra", bound=Frame, contravariant=True)


class UsesDisks(Protocol[F_contra]):
    """A step whose frame lies below ``disks`` and says what may be set."""

    def disk_regions(self, s: Position, f: F_contra, seat: int) -> list[int]:
        """Return the regions that a seat may set."""

    def disks_set(self, s: State, f: F_contra) -> None:
        """All disks are set: reveal and use them, or leave them for later."""

    def disk_hint(self, f: F_contra, n: Names) -> str:
        """Return what the disks are set for, to whoever sets one."""

    def refusal(self, c: Case, f: F_contra) -> str:
        """Return why a region may not be set, among others."""


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
    may_change = "you can still change your disk"

    def run(self, s: State, f: DisksFrame) -> bool:
        if f.asked & ~f.ready:
            return True
        s.stack.pop()
        below = s.stack[-1]
        self._asking(below).disks_set(s, below)
        return False

    def named(self, values: tuple[Any, ...]) -> DisksFrame:
        frame = super().named(values)
        return frame._replace(asking=self.rules.named(values[-1]))

    def _asking(self, below: Frame) -> UsesDisks[Frame]:
        # A step that asks for disks is known by what it can do, not by a class.
        return cast("UsesDisks[Frame]", self.rules.steps[below.step])

    def owing(self, s: Position, f: DisksFrame) -> tuple[int, ...]:
        return _seats(f.asked & ~f.ready)

    def legal(self, s: Position, f: DisksFrame, seat: int) -> list[int]:
        # A seat that has set its disk may turn it again.
        if not (f.asked >> seat) & 1:
            return []
        below = s.stack[-2]
        regions = self._asking(below).disk_regions(s, below, seat)
        return [self.rules.DISK + region for region in regions]

    def answer(self, s: State, f: DisksFrame, seat: int, code: int) -> None:
        # Turning it again is not told to the others.
        region = code - self.rules.DISK
        s.keep(seat, DISK, region)
        if not (f.ready >> seat) & 1:
            s.stack[-1] = DisksFrame("disks", -1, f.asked, f.ready | (1 << seat), f.asking)
            if s.sink is not None:
                s.sink(DiskSet(seat))
        if s.sink is not None:
            s.sink(DiskShows(seat, region, audience=frozenset((seat,))))

    def about(self, f: DisksFrame) -> tuple[str, ...]:
        return f.asking.step, self.name

    def prompt(self, d: Decision, f: DisksFrame, n: Names) -> str:
        return f"set {YOUR} secret disk{hint(d, self._asking(f.asking).disk_hint(f.asking, n))}"

    def refusal(self, c: Case, f: DisksFrame) -> str:
        if c.verb != "disk":
            return ""
        if c.region_at(c.words[0]) not in c.view.rules.disk_regions:
            return f"{c.n.the(c.words[0])} is not on the secret disk"
        return self._asking(f.asking).refusal(c, f.asking)


@cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if (bits >> seat) & 1)


def ask_disks(s: State, seats: tuple[int, ...]) -> None:
    """Ask these seats to set their disks; the asking step's frame is on top."""
    asked = sum(1 << seat for seat in seats)
    s.stack.append(DisksFrame("disks", -1, asked, 0, s.stack[-1]))


def reveal_disks(s: State) -> tuple[int, ...]:
    """Turn all disks up together; return the region of each seat, -1 for none."""
    rules = s.rules
    shown = tuple([s.disk(seat) for seat in range(rules.n_seats)])
    told = tuple((seat, region) for seat, region in enumerate(shown) if region >= 0)
    for seat, _ in told:
        s.keep(seat, DISK, -1)
    if told:
        s.revealed = True
        if s.sink is not None:
            s.sink(DisksRevealed(told))
    return shown


class ShownFrame(Frame, Protocol):
    """A frame of ``CarryDisks``."""

    @property
    def shown(self) -> tuple[int, ...]:
        """The regions of the disks by seat, -1 for none."""

    @property
    def distance(self) -> int:
        """Who is next, from the actor clockwise."""

    def _replace(self, *, distance: int) -> Self: ...


S = TypeVar("S", bound=ShownFrame)


class CarryDisks(AutoEffect[S]):
    """An effect whose units are the players with a disk, clockwise from the actor's left."""

    on_cards = False

    def ahead(self, s: Position, f: S) -> S:
        n, distance = self.rules.n_seats, f.distance
        while distance < n and f.shown[(f.actor + distance) % n] < 0:
            distance += 1
        return f._replace(distance=distance)

    def finished(self, s: Position, f: S) -> bool:
        return self.ahead(s, f).distance == self.rules.n_seats

    def unit(self, s: State, f: S) -> None:
        seat = (f.actor + f.distance) % self.rules.n_seats
        s.stack[-1] = f._replace(distance=f.distance + 1)
        self.carry(s, f, seat, f.shown[seat])

    def carry(self, s: State, f: S, seat: int, region: int) -> None:
        """Carry one player's disk out."""
        raise NotImplementedError
