"""Sending caballeros back to the provinces (stack 2; FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.step import AutoEffect, Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules.position import Frame, Position, State

ALL = 30
"""A number that means all there are."""


class Dismiss(AutoEffect):
    """Every other player sends ``number`` from the court back, what there is (2-03, 2-04).

    Frame: ``(dismiss, actor, number, next seat's distance, left)``.
    """

    name = "dismiss"
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether another court holds anybody."""
        court = self.rules.court
        return any(s.count(seat, court) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor, params["number"], 1, params["number"]))

    def finished(self, s: State, f: Frame) -> bool:
        """Say whether nobody else can send anybody; steps over empty courts."""
        rules = self.rules
        _, actor, number, at, left = f
        while at < rules.n and not (left and s.count((actor + at) % rules.n, rules.court)):
            at, left = at + 1, number
        s.stack[-1] = (self.name, actor, number, at, left)
        return bool(at == rules.n)

    def unit(self, s: State, f: Frame) -> None:
        """Send one if somebody may stop the rest, else all of one player's."""
        rules = self.rules
        _, actor, number, at, left = s.stack[-1]
        victim = (actor + at) % rules.n
        sent = 1 if s.held else min(left, s.count(victim, rules.court))
        s.stack[-1] = (self.name, actor, number, at, left - sent)
        s.move(actor, victim, rules.court, rules.provinces, sent)


class EachSends(Effect):
    """Every other player, clockwise from the actor's left, sends ``number`` back (2-05).

    Freely from regions and the own court, not from the King's region or the
    Castillo; what there is, if fewer. Frame: ``(each_sends, victim, actor,
    number, distance, left)``.
    """

    name = "each_sends"
    announced_by_choice = False
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether another player has anybody to send."""
        return any(self._codes(s, seat) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame, the first victim being asked."""
        number = params["number"]
        s.stack.append((self.name, (actor + 1) % self.rules.n, actor, number, 1, number))

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        taboo = rules.taboo(s)
        offset = seat * rules.np
        return [
            rules.SEND + offset + place
            for place in (*rules.board_places, rules.court)
            if s.board[offset + place] and place not in taboo
        ]

    def finished(self, s: State, f: Frame) -> bool:
        """Say whether nobody is left to send; steps over those who cannot."""
        rules = self.rules
        _, victim, actor, number, at, left = f
        while at < rules.n and not (left and self._codes(s, victim)):
            at, left = at + 1, number
            victim = (actor + at) % rules.n
        s.stack[-1] = (self.name, victim, actor, number, at, left)
        return bool(at == rules.n)

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """One of the victim's own; it must be done."""
        return self._codes(s, seat) if seat == f[1] else []

    def do(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Send one."""
        rules = self.rules
        kind, place = divmod(code - rules.SEND, rules.np)
        name, victim, actor, number, at, left = f
        s.stack[-1] = (name, victim, actor, number, at, left - 1)
        s.move(seat, kind, place, rules.provinces, 1)
        self.unit_done(s)


class SendOneEach(Effect):
    """The actor sends one caballero of each player back (2-06).

    From any regions but the King's, never from the Castillo; the actor's own
    too, unless the house rule ``own_caballero`` spares it (FACTS 1.2). Frame:
    ``(send_one_each, actor, kinds left)``, a bit for each kind.
    """

    name = "send_one_each"

    def _kinds(self, s: Position, actor: int) -> int:
        bits = 0
        for kind in range(len(self.rules.kinds)):
            mine = self.rules.counts_as(s, kind) == actor
            player = kind < self.rules.n or kind in self.rules.unplayed
            if player and (not mine or self.rules.options.get("own_caballero", True)):
                bits |= 1 << kind
        return bits

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether there is anybody to send."""
        return bool(self._codes(s, self._kinds(s, actor)))

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor, self._kinds(s, actor)))

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

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """A caballero of a player from whom none was sent yet; it must be done."""
        return self._codes(s, f[2]) if seat == f[1] else []

    def do(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Send one."""
        rules = self.rules
        kind, place = divmod(code - rules.SEND, rules.np)
        s.stack[-1] = (self.name, seat, f[2] & ~(1 << kind))
        s.move(seat, kind, place, rules.provinces, 1)
        self.unit_done(s)


class DiskSend(Effect):
    """By secret disk, every other player sends ``number`` back from one region (2-07, 2-08).

    The region must hold at least ``number`` of the player's own (one, if all are
    sent); who has nowhere so many chooses among the regions where he has one.
    Players without caballeros in a region outside the King's are not affected.
    Frame: ``(disk_send, actor, number, asked)``.
    """

    name = "disk_send"
    announced_by_choice = False
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether anybody is affected."""
        return bool(self._victims(s, actor))

    def _victims(self, s: Position, actor: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.rules.clockwise(actor) if self._regions(s, seat, 1))

    def _regions(self, s: Position, seat: int, number: int) -> list[int]:
        rules = self.rules
        need = 1 if number >= ALL else number
        there = {region: movable(s, seat, region) for region in rules.disk_regions}
        most = min(need, max(there.values()))
        return [region for region, count in there.items() if count >= most > 0]

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor, params["number"], 0))

    def run(self, s: State, f: Frame) -> bool:
        """Ask the disks, once."""
        victims = self._victims(s, f[1])
        if not victims:
            s.stack.pop()
            return False
        s.stack[-1] = (self.name, f[1], f[2], 1)
        ask_disks(s, victims)
        return False

    def disk_regions(self, s: Position, f: Frame, seat: int) -> list[int]:
        """The regions with something to remove."""
        return self._regions(s, seat, f[2])

    def disks_set(self, s: State, f: Frame) -> None:
        """Reveal, then carry them out one player after another."""
        s.stack[-1] = ("carry_send", f[1], f[2], reveal_disks(s), 1)
        self.disks_shown(s)


class CarrySend(AutoEffect):
    """Carry out the revealed disks: ``(carry_send, actor, number, regions, distance)``."""

    name = "carry_send"
    on_cards = False

    def finished(self, s: State, f: Frame) -> bool:
        """Say whether all disks are carried out; steps over players without one."""
        rules = self.rules
        name, actor, number, regions, at = f
        while at < rules.n and regions[(actor + at) % rules.n] < 0:
            at += 1
        s.stack[-1] = (name, actor, number, regions, at)
        return bool(at == rules.n)

    def unit(self, s: State, f: Frame) -> None:
        """Carry out one player's disk."""
        rules = self.rules
        name, actor, number, regions, at = s.stack[-1]
        victim = (actor + at) % rules.n
        s.stack[-1] = (name, actor, number, regions, at + 1)
        taboo = rules.taboo(s)
        for place in rules.region_places[regions[victim]]:
            sent = min(number, s.count(victim, place))
            if sent and place not in taboo:
                number -= sent
                s.move(actor, victim, place, rules.provinces, sent)


def movable(s: Position, seat: int, region: int) -> int:
    """How many caballeros of a seat could leave a region."""
    taboo = s.rules.taboo(s)
    return sum(
        s.count(seat, place) for place in s.rules.region_places[region] if place not in taboo
    )
