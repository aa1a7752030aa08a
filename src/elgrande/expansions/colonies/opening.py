"""What is laid out besides the base game, and where two of each court go first (S0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.colonies.limit_table import LimitTableMoved
from elgrande.expansions.colonies.places import TABLE, layout
from elgrande.rules.effects.figures import BLACK
from elgrande.rules.movement import shift
from elgrande.rules.start import draw_regions, note_drawn
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec, State
    from elgrande.rules.wording import Names

MORE_CABALLEROS = 6
SETTLERS = 2
"""So many more stand in a court at first, and leave it by the first disk."""
MONASTERIES = 2
"""In so many regions black caballeros are set up, two in each."""
IN_EACH = 2


class LayOutFrame(NamedTuple):
    """Whether all is laid out and disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int = 0


class LayOut(Step[LayOutFrame]):
    """Draw regions for the black caballeros and the limit table; then everybody sends two.

    To the region on the secret disk, or nowhere if that is the King's (S0).
    """

    name = "lay_out_colonies"
    frame = LayOutFrame

    def run(self, s: State, f: LayOutFrame) -> bool:
        rules = self.rules
        if f.asked:
            s.stack.pop()
            return False
        known = layout(rules)
        *regions, table = draw_regions(s, MONASTERIES + 1)
        black = rules.kinds.index(BLACK)
        for region in regions:
            s.move(-1, black, rules.provinces, known.common[region], IN_EACH)
        s.board[rules.cell[TABLE]] = table
        s.emit(LimitTableMoved(-1, -1, table))
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, tuple(range(rules.n_seats)))
        return False

    def disk_regions(self, s: Position, f: LayOutFrame, seat: int) -> list[int]:
        """Return all; the King's leaves them in the court."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: LayOutFrame) -> None:
        """Reveal, and let them go."""
        rules = self.rules
        for seat, region in enumerate(reveal_disks(s)):
            goals = rules.region_places[region]
            shift(s, seat, rules.kinds_of(s, seat), rules.court, goals, SETTLERS)

    def disk_hint(self, f: LayOutFrame, n: Names) -> str:
        return f"where {SETTLERS} caballeros of your court go; the King's region places nobody"


def edit(spec: Spec) -> None:
    """Give everybody more caballeros, and lay out before the first round."""
    spec.caballeros += MORE_CABALLEROS
    spec.court += SETTLERS
    note_drawn(spec)
    spec.steps.append(LayOut)
    spec.insert_before("game", "rounds", LayOut.name)
