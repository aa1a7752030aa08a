"""Sending caballeros that somebody chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.movement import leaving
from elgrande.rules.steps.step import Effect
from elgrande.rules.wording import hint, listed

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Params, Position, State


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
        return any(self._codes(s, seat) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        number = self.rules.whole(params["number"])
        first = (actor + 1) % self.rules.n_seats
        s.stack.append(EachSendsFrame(self.name, first, actor, number, 1, number))

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        places = (*rules.board_places, rules.court)
        kinds = rules.kinds_of(s, seat)
        return leaving(s, rules.SEND, seat, kinds, places, (rules.provinces,))

    def ahead(self, s: Position, f: EachSendsFrame) -> EachSendsFrame:
        rules = self.rules
        _, victim, by, number, at, left = f
        while at < rules.n_seats and not (left and self._codes(s, victim)):
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
            whom = c.n.whom(rules.kinds.index(kind))
            return f"you must send back your own caballeros, not {whom}'s"
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
    the kinds of that nature, one of a family: whom somebody holds for a time, and who
    carries something, is none of them.
    """

    name = "send_one_each"
    frame = SendOneEachFrame

    def _first(self, s: Position, actor: int) -> SendOneEachFrame:
        rules = self.rules
        own = rules.options.get("own_caballero", True)
        kinds = [
            kind for kind in rules.all_kinds
            if rules.kind_nature[kind] == "caballero"
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
        kinds = {rules.text(code).split()[1] for code in d.codes}
        left = [n.who(kind) for kind in rules.kinds if kind in kinds]
        to_do = f"{listed(left)} {'is' if len(left) == 1 else 'are'} still to do"
        return f"send back one caballero of each colour{hint(d, to_do)}"

    def refusal(self, c: Case, f: SendOneEachFrame) -> str:
        if c.verb != "send":
            return ""
        rules = c.view.rules
        kind, name = c.words
        if rules.place_index[name] == rules.court:
            return "this card sends back caballeros from regions, not from courts"
        at = rules.kinds.index(kind)
        if rules.kind_nature[at] != "caballero":
            return f"this card sends back players' caballeros, and {c.n.whom(at)} is not a player"
        if (f.kinds >> at) & 1:
            return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.provinces])
        if rules.counts_as(c.view, at) == c.seat and not rules.options.get("own_caballero", True):
            return "a house rule spares your own colour"
        return f"one of {c.n.whom(at)}'s caballeros has already been sent back"
