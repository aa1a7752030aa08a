"""The first part of a turn: caballeros come to the court (S0, "Player turns" 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import FETCH_KIND
from elgrande.rules.frames import PlainFrame, shared
from elgrande.rules.movement import leaving, take, takeable
from elgrande.rules.steps.step import Step
from elgrande.rules.steps.turn.one_by_one import OneByOne
from elgrande.rules.wording import YOUR, counted, up_to

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, Ruleset, State


class TakeCaballeros(Step[PlainFrame]):
    """Take up to the power card's number of caballeros from the provinces to the court.

    When the provinces are short the rest may be fetched from the board (S0,
    "Player turns" 1; FACTS 7).
    """

    name = "take_caballeros"

    def run(self, s: State, f: PlainFrame) -> bool:
        most = self._most(s, f.actor)
        if most and takeable(s, f.actor):
            return True
        s.stack[-1] = fetch_frame("fetch", f.actor, most)
        return False

    def _most(self, s: Position, seat: int) -> int:
        rules = self.rules
        return rules.power_numbers[s.board[rules.at_power + seat]]

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        first = self.rules.TAKE
        most = min(self._most(s, f.actor), takeable(s, f.actor))
        return list(range(first, first + most + 1))

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        number = code - self.rules.TAKE
        # Whoever leaves some there fetches none.
        short = self._most(s, seat) - number if number >= takeable(s, seat) else 0
        if number:
            take(s, seat, number)
        s.stack[-1] = fetch_frame("fetch", seat, short)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        if not d.codes:
            return f"take caballeros from {n.provinces} into {YOUR} court"
        most = d.codes[-1] - n.rules.TAKE
        none = ", or none" * (most == 1)
        return f"take {up_to(most)} from {n.provinces} into {YOUR} court{none}"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "take":
            return ""
        rules = c.view.rules
        value = c.view.power(c.seat)
        most = rules.power_numbers[value]
        if int(c.words[0]) > most:
            return f"{c.n.power} {value} brings at most {counted(most)}"
        there = takeable(c.view, c.seat)
        return f"you have only {counted(there)} in {c.n.provinces}"


class FetchFrame(NamedTuple):
    """How many may still be fetched."""

    step: str
    actor: int
    left: int


fetch_frame = shared(FetchFrame)


def fetching_codes(s: Position, seat: int) -> list[int]:
    """Return the codes of fetching: plain caballeros, then others that are the seat's."""
    rules = s.rules
    plain = rules.kinds_owned[seat][0]
    court = (rules.court,)
    first = rules.FETCH - plain * rules.n_places
    if rules.plain_seats:
        return leaving(s, first, seat, (plain,), rules.board_places, court)
    kinds = rules.kinds_of(s, seat)
    own = [kind for kind in kinds if kind == plain]
    others = [kind for kind in kinds if kind != plain]
    codes = leaving(s, first, seat, own, rules.board_places, court)
    first = rules.base[FETCH_KIND.name]
    return codes + leaving(s, first, seat, others, rules.board_places, court)


class Fetch(OneByOne[FetchFrame]):
    """Make up for short provinces from the own caballeros on the board.

    Not from the King's region, which is taboo, and not from the Castillo (FACTS 7).
    """

    name = "fetch"
    frame = FetchFrame
    wants = (
        "fetch {left:most} of {your} caballeros from the board, as {provinces} ran short, or stop"
    )

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.made = fetch_frame
        self.units = fetching_codes

    def unit(self, s: State, seat: int, code: int) -> None:
        rules = self.rules
        kind, source = rules.kinds_owned[seat][0], code - rules.FETCH
        if source >= rules.n_places:
            kind, source = divmod(code - rules.base[FETCH_KIND.name], rules.n_places)
        s.move(seat, kind, source, rules.court, 1)

    def refusal(self, c: Case, f: FetchFrame) -> str:
        rules = c.view.rules
        if c.verb == FETCH_KIND.name and c.fits:
            kind, name = c.words
            if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
                whom = c.n.whom(rules.kinds.index(kind))
                return f"you can fetch only your own caballeros, not {whom}'s"
            return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.court])
        if c.verb != "fetch" or not c.fits:
            return ""
        if rules.place_index[c.words[0]] == rules.court:
            return "a caballero in your court does not need fetching"
        return c.standing(rules.kinds[c.seat], c.words[0])
