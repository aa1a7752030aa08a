"""The first part of a turn: caballeros come to the court (S0, "Player turns" 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import FETCH_KIND
from elgrande.rules.frames import PlainFrame, shared
from elgrande.rules.moments import settled
from elgrande.rules.movement import leaving, take, takeable
from elgrande.rules.steps.step import (
    Step,
)
from elgrande.rules.wording import counted, up_to

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names


class TakeCaballeros(Step[PlainFrame]):
    """Take up to the power card's number of caballeros from the provinces to the court.

    When the provinces are short the rest may be fetched from the board (S0,
    "Player turns" 1; FACTS 7).
    """

    name = "take_caballeros"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Skip what leaves no choice."""
        rules = self.rules
        seat = f.actor
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        if most and takeable(s, seat):
            return True
        s.stack[-1] = fetch_frame("fetch", seat, most)
        return False

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        """Any number up to the card's and to what the provinces hold."""
        if seat != f.actor:
            return []
        rules = self.rules
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        return list(range(rules.TAKE, rules.TAKE + min(most, takeable(s, seat)) + 1))

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Take them; go on to fetch if they were all that was left."""
        rules = self.rules
        number = code - rules.TAKE
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        short = most - number
        if short and number < takeable(s, seat):
            short = 0
        if number:
            take(s, seat, number)
        s.stack[-1] = fetch_frame("fetch", seat, short)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        """Up to the card's number, or what there is."""
        if not d.codes:
            return f"take caballeros from {n.provinces} to the court"
        most = d.codes[-1] - n.rules.TAKE
        return f"take {up_to(most)} from {n.provinces} to the court{', or none' * (most == 1)}"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """The card brings fewer, or there are fewer."""
        if c.verb != "take":
            return ""
        rules = c.view.rules
        value = c.view.power(c.seat)
        most = rules.power_numbers[value]
        if int(c.words[0]) > most:
            return f"the power card {value} brings {counted(most)} at most"
        there = takeable(c.view, c.seat)
        return f"there {'is' if there == 1 else 'are'} only {counted(there)} in {c.n.provinces}"


class FetchFrame(NamedTuple):
    """How many may still be fetched."""

    step: str
    actor: int
    left: int


fetch_frame = shared(FetchFrame)


class Fetch(Step[FetchFrame]):
    """Make up for short provinces from the own caballeros on the board.

    Not from the King's region, which is taboo, and not from the Castillo (FACTS 7).
    """

    name = "fetch"
    frame = FetchFrame

    def run(self, s: State, f: FetchFrame) -> bool:
        """End when nothing is short or nothing can be fetched."""
        if f.left:
            codes = self._codes(s, f.actor)
            if codes:
                s._cache = [*codes, self.rules.DONE]
                return True
        s.stack.pop()
        if self.rules.on_settled:
            settled(s, f.actor)
        return False

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        plain = rules.kinds_owned[seat][0]
        court = (rules.court,)
        first = rules.FETCH - plain * rules.np
        if rules.plain_seats:
            return leaving(s, first, seat, (plain,), rules.board_places, court)
        kinds = rules.kinds_of(s, seat)
        own = [kind for kind in kinds if kind == plain]
        others = [kind for kind in kinds if kind != plain]
        codes = leaving(s, first, seat, own, rules.board_places, court)
        first = rules.base[FETCH_KIND.name]
        return codes + leaving(s, first, seat, others, rules.board_places, court)

    def legal(self, s: Position, f: FetchFrame, seat: int) -> list[int]:
        """The places of own caballeros, or stopping."""
        return [*self._codes(s, seat), self.rules.DONE] if seat == f.actor else []

    def answer(self, s: State, f: FetchFrame, seat: int, code: int) -> None:
        """Fetch one."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            if rules.on_settled:
                settled(s, seat)
            return
        s.stack[-1] = fetch_frame("fetch", seat, f.left - 1)
        kind, source = rules.kinds_owned[seat][0], code - rules.FETCH
        if source >= rules.np:
            kind, source = divmod(code - rules.base[FETCH_KIND.name], rules.np)
        s.move(seat, kind, source, rules.court, 1)

    def prompt(self, d: Decision, f: FetchFrame, n: Names) -> str:
        """From the board, since there are none elsewhere."""
        return f"fetch {up_to(f.left)} from the board, {n.provinces} being empty, or stop"

    def refusal(self, c: Case, f: FetchFrame) -> str:
        """Nobody of one's own stands there, or it is closed."""
        rules = c.view.rules
        if c.verb == FETCH_KIND.name and c.fits:
            kind, name = c.words
            if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
                return f"{c.n.who(kind)} is not {c.n.seat(c.seat)}'s to fetch"
            return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.court])
        if c.verb != "fetch" or not c.fits:
            return ""
        if rules.place_index[c.words[0]] == rules.court:
            return "what is in the court need not be fetched"
        return c.standing(rules.kinds[c.seat], c.words[0])
