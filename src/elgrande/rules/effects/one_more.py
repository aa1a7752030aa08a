"""A caballero more in every turn, for whoever has a figure at the court that brings it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.free import FreeAction
from elgrande.rules.movement import place, placing, take, takeable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.rules import Position, State
    from elgrande.rules.commands import Verb
    from elgrande.rules.refused import Case


def next_to_the_king(s: Position) -> Sequence[int]:
    """Return the regions next to the King."""
    return s.rules.neighbours(s)


def one_more(
    name: str,
    verb: Verb,
    holder: str,
    wanted: str,
    near: Callable[[Position], Sequence[int]] = next_to_the_king,
) -> FreeAction:
    """Return the free action of whoever has a figure: one caballero more, once a turn.

    From the provinces to the court, or from the court to one of the regions that are ``near``. The
    ``verb`` names the place; ``holder`` is the open value that says who has the figure, and what
    the label of that name calls it.
    """

    def goals(s: Position) -> list[int]:
        return [place for region in near(s) for place in s.rules.region_places[region]]

    def codes(s: Position, seat: int) -> list[int]:
        rules = s.rules
        if s.cell(holder) != seat:
            return []
        first = rules.base[verb.name]
        found = [first + rules.court] if takeable(s, seat) else []
        return found + [code - rules.PLACE + first for code in placing(s, seat, goals(s))]

    def bring(s: State, seat: int, code: int) -> None:
        rules = s.rules
        goal = code - rules.base[verb.name]
        if goal == rules.court:
            take(s, seat, 1)
        else:
            place(s, seat, goal)

    def refusal(c: Case) -> str:
        rules, name = c.view.rules, c.words[0]
        if c.view.cell(holder) != c.seat:
            return f"{c.n.plain(holder)} is not at your court"
        at = rules.place_index[name]
        if at == rules.court:
            return f"you have no caballeros in {c.n.provinces}"
        if at not in goals(c.view):
            far = f"is not a region next to the King, who is in {c.n.node(c.view.king)}"
            return c.off_board(name) or c.taboo(name) or f"{c.n.the(name)} {far}"
        if not c.in_court:
            return "your court is empty"
        return c.not_placed(name)

    return FreeAction(name, (verb.name,), codes, bring, wanted=wanted, refusal=refusal)
