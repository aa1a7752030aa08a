"""How sure the lead is that a bot sees: what its choice brings beside the next best.

A bot looks to the end of a turn or a round. When stewards played on to the end from both, what came
was on average what was seen, and scattered around it: ``benchmarks/advice.py --fit`` plays that,
and prints the numbers below.
"""

from __future__ import annotations

from typing import NamedTuple

SURE = 1.96
"""So many standard deviations to either side hold 95 of 100."""
SPREADS = {"power": 1.8, "choose_card": 6.4, "disks": 3.7, "": 3.7}
"""By the step that asks: how far what came was from what was seen, in points.

"" is any other: few of these have a second choice, so that they have the number of the disks.
"""


class Rest(NamedTuple):
    """The second choice: its code, and by how many points it is worse in the end, give or take.

    Points are those of its player less those of the others, the strongest counting most; in 95 of
    100 positions they lie within so much.
    """

    code: int
    behind: float
    give: float

    @property
    def sure(self) -> bool:
        """Whether it is worse at all, as far as 95 of 100 positions tell."""
        return self.behind > self.give


def rest(step: str, code: int, seen: float) -> Rest:
    """Return a second choice that a bot sees so far behind when it is asked by a step."""
    return Rest(code, seen, SURE * SPREADS.get(step, SPREADS[""]))
