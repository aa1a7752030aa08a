"""Sending caballeros back to the provinces (stack 2; FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.movement import dismiss, dismissable, leaving, movable, shift
from elgrande.rules.questions import UNLIMITED
from elgrande.rules.spec import ALL
from elgrande.rules.steps.disks import CarryDisks, ask_disks, reveal_disks
from elgrande.rules.steps.effect import AutoEffect, Effect
from elgrande.rules.wording import counted, hint, listed, whose

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Params, Position, State


# -- those that somebody chooses ----------------------------------------------


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
    wants = "send {left} of {your} caballeros back to {provinces}, from regions or {your} court"

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return any(self._codes(s, seat, 1) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        number = self.rules.whole(params["number"])
        first = (actor + 1) % self.rules.n_seats
        s.stack.append(EachSendsFrame(self.name, first, actor, number, 1, number))

    def _codes(self, s: Position, seat: int, enough: int = UNLIMITED) -> list[int]:
        rules = self.rules
        places = (*rules.board_places, rules.court)
        kinds = rules.kinds_of(s, seat)
        return leaving(s, rules.SEND, seat, kinds, places, (rules.provinces,), enough)

    def ahead(self, s: Position, f: EachSendsFrame) -> EachSendsFrame:
        rules = self.rules
        _, victim, by, number, at, left = f
        while at < rules.n_seats and not (left and self._codes(s, victim, 1)):
            at, left = at + 1, number
            victim = (by + at) % rules.n_seats
        return EachSendsFrame(self.name, victim, by, number, at, left)

    def choices(self, s: Position, f: EachSendsFrame) -> list[int]:
        return self._codes(s, f.actor) if f.distance < self.rules.n_seats else []

    def do(self, s: State, f: EachSendsFrame, seat: int, code: int) -> None:
        rules = self.rules
        kind, place = divmod(code - rules.SEND, rules.n_places)
        s.stack[-1] = f._replace(left=f.left - 1)
        s.move(seat, kind, place, rules.provinces, 1)
        self.unit_done(s)

    def refusal(self, c: Case, f: EachSendsFrame) -> str:
        if c.verb != "send":
            return ""
        rules = c.view.rules
        kind, name = c.words
        if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
            others = whose(rules.kind_family[rules.kinds.index(kind)], c.n)
            return f"you must send back your own caballeros, not {others}"
        return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.provinces])


class SendOneEachFrame(NamedTuple):
    """The kinds of which one has still to be sent, a bit for each."""

    step: str
    actor: int
    kinds: int


class SendOneEach(Effect[SendOneEachFrame]):
    """The actor sends one caballero of each player back (2-06).

    From any regions but the King's, never from the Castillo; the actor's own
    too, unless the house rule ``own_caballero`` spares it (FACTS 1.2). Players' are
    the kinds of that nature, one of a family: whom somebody holds for a time is none of them.
    Who carries something is sent by the owner alone (S0, "Special rules for a Caballero").
    """

    name = "send_one_each"
    frame = SendOneEachFrame
    takes_own = True
    """Whether the card takes one of the actor's own, where no house rule spares it."""

    def _first(self, s: Position, actor: int) -> SendOneEachFrame:
        rules = self.rules
        own = rules.options.get("own_caballero", True)
        kinds = [
            kind for kind in rules.all_kinds
            if (rules.kind_nature[kind] == "caballero" or kind in rules.kinds_owned[actor])
            and (own or rules.counts_as(s, kind) != actor)
        ]  # fmt: skip
        return SendOneEachFrame(self.name, actor, sum(1 << kind for kind in kinds))

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self.choices(s, self._first(s, actor)))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(self._first(s, actor))

    def choices(self, s: Position, f: SendOneEachFrame) -> list[int]:
        rules = self.rules
        left = [kind for kind in rules.all_kinds if (f.kinds >> kind) & 1]
        return leaving(s, rules.SEND, f.actor, left, rules.board_places, (rules.provinces,))

    def do(self, s: State, f: SendOneEachFrame, seat: int, code: int) -> None:
        rules = self.rules
        kind, place = divmod(code - rules.SEND, rules.n_places)
        family = rules.kind_family[kind]
        gone = sum(1 << one for one in rules.all_kinds if rules.kind_family[one] == family)
        s.stack[-1] = SendOneEachFrame(self.name, seat, f.kinds & ~gone)
        s.move(seat, kind, place, rules.provinces, 1)
        self.unit_done(s)

    def prompt(self, d: Decision, f: SendOneEachFrame, n: Names) -> str:
        rules = n.rules
        kinds = {rules.kinds.index(rules.text(code).split()[1]) for code in d.codes}
        families = dict.fromkeys(rules.kind_family[kind] for kind in sorted(kinds))
        left = [n.owner(family) for family in families]
        to_do = f"{listed(left)} {'is' if len(left) == 1 else 'are'} still to do"
        other = "" if rules.options.get("own_caballero", True) and self.takes_own else "other "
        return f"send back one caballero of each {other}colour{hint(d, to_do)}"

    def refusal(self, c: Case, f: SendOneEachFrame) -> str:
        if c.verb != "send":
            return ""
        rules = c.view.rules
        kind, name = c.words
        if rules.place_index[name] == rules.court:
            return "this card sends back caballeros from regions, not from courts"
        at = rules.kinds.index(kind)
        head = rules.kind_family[at]
        if rules.kind_nature[head] != "caballero":
            return f"this card sends back players' caballeros, and {c.n.whom(head)} is not a player"
        if at in rules.kinds_owned[c.seat] and not rules.options.get("own_caballero", True):
            return "a house rule spares your own colour"
        if not (f.kinds >> head) & 1:
            one = "your" if at in rules.kinds_owned[c.seat] else whose(head, c.n)
            return f"one of {one} caballeros has already been sent back"
        return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.provinces])


# -- out of the region that a secret disk shows -------------------------------


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
        regions, others = self.rules.disk_regions, self.rules.clockwise(actor)
        return any(self._sendable(s, actor, seat, r) for seat in others for r in regions)

    def _victims(self, s: Position, actor: int) -> tuple[int, ...]:
        regions = self.rules.disk_regions
        others = self.rules.clockwise(actor)
        return tuple(
            [seat for seat in others if any(self._sendable(s, actor, seat, r) for r in regions)]
        )

    def _sendable(self, s: Position, actor: int, seat: int, region: int) -> int:
        rules = self.rules
        return movable(s, actor, seat, rules.region_places[region], (rules.provinces,))

    def _regions(self, s: Position, actor: int, seat: int, number: int) -> list[int]:
        need = 1 if number >= ALL else number
        there = {
            region: self._sendable(s, actor, seat, region) for region in self.rules.disk_regions
        }
        most = min(need, max(there.values()))
        return [region for region, count in there.items() if count >= most > 0]

    def begin(self, s: State, actor: int, params: Params) -> None:
        number = self.rules.whole(params["number"])
        s.stack.append(DiskSendFrame(self.name, actor, number, 0))

    def run(self, s: State, f: DiskSendFrame) -> bool:
        victims = self._victims(s, f.actor)
        if not victims:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, victims)
        return False

    def disk_regions(self, s: Position, f: DiskSendFrame, seat: int) -> list[int]:
        """Return the regions with something to remove."""
        return self._regions(s, f.actor, seat, f.number)

    def disks_set(self, s: State, f: DiskSendFrame) -> None:
        """Reveal, then carry them out one player after another."""
        s.stack[-1] = CarrySendFrame("carry_send", f.actor, f.number, reveal_disks(s), 1)
        self.disks_shown(s)

    def disk_hint(self, f: DiskSendFrame, n: Names) -> str:
        if f.number >= ALL:
            return "the region from which you send back all of your caballeros"
        fewer = ", if it has that many" * (f.number > 1)
        return f"the region from which you send back {f.number} of your caballeros{fewer}"

    def refusal(self, c: Case, f: DiskSendFrame) -> str:
        if c.verb != "disk":
            return ""
        at, name = c.region_at(c.words[0]), c.n.the(c.words[0])
        if all(map(c.view.is_taboo, c.view.rules.region_places[at])):
            return c.shut_by_others(at) or f"{name} is the King's region: nobody can leave it"
        if there := self._sendable(c.view, f.actor, c.seat, at):
            return f"you can send back only {counted(there)} from {name}"
        return f"you have nobody of your own colour to send back from {name}"


class CarrySendFrame(NamedTuple):
    """``shown`` are the disks by seat, ``distance`` who is next, from the actor clockwise."""

    step: str
    actor: int
    number: int
    shown: tuple[int, ...]
    distance: int


class CarrySend(CarryDisks[CarrySendFrame]):
    """Carry out the revealed disks, one player after another.

    Whoever stands on a region's last place goes first: the first ones are the best.
    """

    name = "carry_send"
    frame = CarrySendFrame
    on_cards = False

    def carry(self, s: State, f: CarrySendFrame, seat: int, region: int) -> None:
        rules = self.rules
        number = f.number
        kinds = rules.kinds_of(s, seat)
        for place in reversed(rules.region_places[region]):
            number -= shift(s, f.actor, kinds, place, (rules.provinces,), number)


# -- out of courts ------------------------------------------------------------


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
        return any(dismissable(s, actor, seat) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        number = self.rules.whole(params["number"])
        s.stack.append(DismissFrame(self.name, actor, number, 1, number))

    def ahead(self, s: Position, f: DismissFrame) -> DismissFrame:
        n = self.rules.n_seats
        at, left = f.distance, f.left
        while at < n and not (left and dismissable(s, f.actor, (f.actor + at) % n)):
            at, left = at + 1, f.number
        return DismissFrame(self.name, f.actor, f.number, at, left)

    def finished(self, s: Position, f: DismissFrame) -> bool:
        return self.ahead(s, f).distance == self.rules.n_seats

    def unit(self, s: State, f: DismissFrame) -> None:
        # One if somebody may stop the rest, else all of one player's.
        victim = (f.actor + f.distance) % self.rules.n_seats
        sent = 1 if s.held else min(f.left, dismissable(s, f.actor, victim))
        s.stack[-1] = f._replace(left=f.left - sent)
        dismiss(s, f.actor, victim, sent)
