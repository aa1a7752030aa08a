"""Sending caballeros back to the provinces (stack 2; FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.steps.disks import ask_disks, next_shown, reveal_disks
from elgrande.rules.steps.step import AutoEffect, Effect

if TYPE_CHECKING:
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State

ALL = 30
"""A number that means all there are."""


class DismissFrame(NamedTuple):
    """How many each sends, whose turn it is by the distance from the actor, how many are left."""

    step: str
    actor: int
    number: int
    distance: int
    left: int


class Dismiss(AutoEffect[DismissFrame]):
    """Every other player sends ``number`` from the court back, what there is (2-03, 2-04)."""

    name = "dismiss"
    frame = DismissFrame
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether another court holds anybody."""
        court = self.rules.court
        return any(s.count(seat, court) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        number = params["number"]
        s.stack.append(DismissFrame(self.name, actor, number, 1, number))

    def ahead(self, s: Position, f: DismissFrame) -> DismissFrame:
        """Step over empty courts."""
        rules = self.rules
        at, left = f.distance, f.left
        while at < rules.n and not (left and s.count((f.actor + at) % rules.n, rules.court)):
            at, left = at + 1, f.number
        return DismissFrame(self.name, f.actor, f.number, at, left)

    def finished(self, s: Position, f: DismissFrame) -> bool:
        """Say whether nobody else can send anybody."""
        return self.ahead(s, f).distance == self.rules.n

    def unit(self, s: State, f: DismissFrame) -> None:
        """Send one if somebody may stop the rest, else all of one player's."""
        rules = self.rules
        victim = (f.actor + f.distance) % rules.n
        sent = 1 if s.held else min(f.left, s.count(victim, rules.court))
        s.stack[-1] = f._replace(left=f.left - sent)
        s.move(f.actor, victim, rules.court, rules.provinces, sent)


class EachSendsFrame(NamedTuple):
    """``actor`` must send, for the card of ``by``, at that distance from it.

    Everybody sends ``number``; ``left`` is what the actor has still to send.
    """

    step: str
    actor: int
    by: int
    number: int
    distance: int
    left: int


class EachSends(Effect[EachSendsFrame]):
    """Every other player, clockwise from the actor's left, sends ``number`` back (2-05).

    Freely from regions and the own court, not from the King's region or the
    Castillo; what there is, if fewer.
    """

    name = "each_sends"
    frame = EachSendsFrame
    announced_by_choice = False
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether another player has anybody to send."""
        return any(self._codes(s, seat) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame, the first victim being asked."""
        number = params["number"]
        first = (actor + 1) % self.rules.n
        s.stack.append(EachSendsFrame(self.name, first, actor, number, 1, number))

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        taboo = rules.taboo(s)
        offset = seat * rules.np
        return [
            rules.SEND + offset + place
            for place in (*rules.board_places, rules.court)
            if s.board[offset + place] and place not in taboo
        ]

    def ahead(self, s: Position, f: EachSendsFrame) -> EachSendsFrame:
        """Step over those who cannot send."""
        rules = self.rules
        _, victim, by, number, at, left = f
        while at < rules.n and not (left and self._codes(s, victim)):
            at, left = at + 1, number
            victim = (by + at) % rules.n
        return EachSendsFrame(self.name, victim, by, number, at, left)

    def legal(self, s: Position, f: EachSendsFrame, seat: int) -> list[int]:
        """One of the victim's own; it must be done."""
        return self._codes(s, seat) if seat == f.actor and f.distance < self.rules.n else []

    def do(self, s: State, f: EachSendsFrame, seat: int, code: int) -> None:
        """Send one."""
        rules = self.rules
        kind, place = divmod(code - rules.SEND, rules.np)
        s.stack[-1] = f._replace(left=f.left - 1)
        s.move(seat, kind, place, rules.provinces, 1)
        self.unit_done(s)


class SendOneEachFrame(NamedTuple):
    """The kinds of which one has still to be sent, a bit for each."""

    step: str
    actor: int
    kinds: int


class SendOneEach(Effect[SendOneEachFrame]):
    """The actor sends one caballero of each player back (2-06).

    From any regions but the King's, never from the Castillo; the actor's own
    too, unless the house rule ``own_caballero`` spares it (FACTS 1.2).
    """

    name = "send_one_each"
    frame = SendOneEachFrame

    def _kinds(self, s: Position, actor: int) -> int:
        bits = 0
        for kind in range(len(self.rules.kinds)):
            mine = self.rules.counts_as(s, kind) == actor
            player = kind < self.rules.n or kind in self.rules.unplayed
            if player and (not mine or self.rules.options.get("own_caballero", True)):
                bits |= 1 << kind
        return bits

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether there is anybody to send."""
        return bool(self._codes(s, self._kinds(s, actor)))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(SendOneEachFrame(self.name, actor, self._kinds(s, actor)))

    def _codes(self, s: Position, kinds: int) -> list[int]:
        rules = self.rules
        taboo = rules.taboo(s)
        return [
            rules.SEND + offset + place
            for kind, offset in rules.kind_offsets
            if (kinds >> kind) & 1
            for place in rules.board_places
            if s.board[offset + place] and place not in taboo
        ]

    def legal(self, s: Position, f: SendOneEachFrame, seat: int) -> list[int]:
        """A caballero of a player from whom none was sent yet; it must be done."""
        return self._codes(s, f.kinds) if seat == f.actor else []

    def do(self, s: State, f: SendOneEachFrame, seat: int, code: int) -> None:
        """Send one."""
        rules = self.rules
        kind, place = divmod(code - rules.SEND, rules.np)
        s.stack[-1] = SendOneEachFrame(self.name, seat, f.kinds & ~(1 << kind))
        s.move(seat, kind, place, rules.provinces, 1)
        self.unit_done(s)


class DiskSendFrame(NamedTuple):
    """How many each sends, and whether the disks have been asked for, 0 or 1."""

    step: str
    actor: int
    number: int
    asked: int


class DiskSend(Effect[DiskSendFrame]):
    """By secret disk, every other player sends ``number`` back from one region (2-07, 2-08).

    The region must hold at least ``number`` of the player's own (one, if all are
    sent); who has nowhere so many chooses among the regions where he has one.
    Players without caballeros in a region outside the King's are not affected.
    """

    name = "disk_send"
    frame = DiskSendFrame
    announced_by_choice = False
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether anybody is affected."""
        return any(self._affects(s, seat) for seat in self.rules.clockwise(actor))

    def _victims(self, s: Position, actor: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.rules.clockwise(actor) if self._affects(s, seat))

    def _affects(self, s: Position, seat: int) -> bool:
        return any(movable(s, seat, region) for region in self.rules.disk_regions)

    def _regions(self, s: Position, seat: int, number: int) -> list[int]:
        rules = self.rules
        need = 1 if number >= ALL else number
        there = {region: movable(s, seat, region) for region in rules.disk_regions}
        most = min(need, max(there.values()))
        return [region for region, count in there.items() if count >= most > 0]

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(DiskSendFrame(self.name, actor, params["number"], 0))

    def run(self, s: State, f: DiskSendFrame) -> bool:
        """Ask the disks, once."""
        victims = self._victims(s, f.actor)
        if not victims:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, victims)
        return False

    def disk_regions(self, s: Position, f: DiskSendFrame, seat: int) -> list[int]:
        """The regions with something to remove."""
        return self._regions(s, seat, f.number)

    def disks_set(self, s: State, f: DiskSendFrame) -> None:
        """Reveal, then carry them out one player after another."""
        s.stack[-1] = CarrySendFrame("carry_send", f.actor, f.number, reveal_disks(s), 1)
        self.disks_shown(s)


class CarrySendFrame(NamedTuple):
    """``shown`` are the disks by seat, ``distance`` who is next, from the actor clockwise."""

    step: str
    actor: int
    number: int
    shown: tuple[int, ...]
    distance: int


class CarrySend(AutoEffect[CarrySendFrame]):
    """Carry out the revealed disks, one player after another."""

    name = "carry_send"
    frame = CarrySendFrame
    on_cards = False

    def ahead(self, s: Position, f: CarrySendFrame) -> CarrySendFrame:
        """Step over players without a disk."""
        return f._replace(distance=next_shown(f.shown, f.actor, f.distance))

    def finished(self, s: Position, f: CarrySendFrame) -> bool:
        """Say whether all disks are carried out."""
        return next_shown(f.shown, f.actor, f.distance) == self.rules.n

    def unit(self, s: State, f: CarrySendFrame) -> None:
        """Carry out one player's disk."""
        rules = self.rules
        number = f.number
        victim = (f.actor + f.distance) % rules.n
        s.stack[-1] = f._replace(distance=f.distance + 1)
        taboo = rules.taboo(s)
        for place in rules.region_places[f.shown[victim]]:
            sent = min(number, s.count(victim, place))
            if sent and place not in taboo:
                number -= sent
                s.move(f.actor, victim, place, rules.provinces, sent)


def movable(s: Position, seat: int, region: int) -> int:
    """How many caballeros of a seat could leave a region."""
    rules = s.rules
    taboo = rules.taboo(s)
    offset = seat * rules.np
    number = 0
    for place in rules.region_places[region]:
        if place not in taboo:
            number += s.board[offset + place]
    return number
