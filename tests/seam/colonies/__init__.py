"""A test-only expansion of a whole kind: two colonies, one folder, one registration.

Westland, with a governor's seat, and Southland lie beyond the sea; only the galleon leads
there, which courts board while the King is by the sea. Silver lies in Westland; whoever
takes it home is paid. Friars are nobody's until somebody takes them. A table of few spaces
lies on one region, where only those at the table count. ``places`` says where caballeros may
be and what counts, ``voyage``, ``silver``, ``friars`` and ``table`` what happens, ``display``
and ``bots`` what others are told of it. Nothing of it is known but by ``COLONIES``.

Names and numbers are invented: no rule document speaks of any of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.decks.deck import read_deck
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.rules.movement import shift
from elgrande.rules.start import draw_regions, note_drawn
from elgrande.rules.steps import Step
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from seam.colonies import friars, places, silver, table, voyage
from seam.colonies.bots import BOTS
from seam.colonies.display import DISPLAY

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec, State
    from elgrande.rules.wording import Names

HERE = Path(__file__).parent
MORE = 6
"""So many more caballeros has every colour."""
SETTLERS = 2


class FoundFrame(NamedTuple):
    """Whether all is laid out and disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int = 0


class Found(Step[FoundFrame]):
    """Lay out what is beside the base game: two friars in each of two regions, then the table.

    Then everybody sends two of the court to a region on a secret disk; not to the King.
    """

    name = "found_colonies"
    frame = FoundFrame

    def run(self, s: State, f: FoundFrame) -> bool:
        rules = self.rules
        if f.asked:
            s.stack.pop()
            return False
        *monasteries, home = draw_regions(s, 3)
        s.board[rules.cell[places.TABLE]] = home
        friar = rules.kinds.index(places.FRIAR)
        for region in monasteries:
            s.move(-1, friar, rules.provinces, rules.region_places[region][0], 2)
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, tuple(range(rules.n_seats)))
        return False

    def disk_regions(self, s: Position, f: FoundFrame, seat: int) -> list[int]:
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: FoundFrame) -> None:
        rules = self.rules
        for seat, region in enumerate(reveal_disks(s)):
            kinds = rules.kinds_of(s, seat)
            shift(s, seat, kinds, rules.court, rules.region_places[region], SETTLERS)

    def disk_hint(self, f: FoundFrame, n: Names) -> str:
        return f"where {SETTLERS} of your court go"


def edit(spec: Spec) -> None:
    """Add all of it."""
    spec.caballeros += MORE
    spec.court += SETTLERS
    for part in (places, friars, silver, table, voyage):
        part.edit(spec)
    note_drawn(spec)
    spec.steps.append(Found)
    spec.insert_before("game", "rounds", Found.name)


COLONIES = Expansion(
    "seam-colonies",
    "Two Colonies",
    "A test-only expansion: two colonies, a galleon, silver, friars and a table.",
    edit,
    needs=("1996",),
    cards=read_deck(HERE / "deck.toml"),
    labels={
        "galleon": Label("Galleon", "Galleon", "G", "z"),
        "captain": Label("Captain's Cabin", "Captain"),
        "westland": Label("Westland", "Westland", "W", "w"),
        "governor": Label("Governor's Seat", "Governor"),
        "southland": Label("Southland", "Southland", "O", "o"),
        places.FRIAR: Label("Friar", letter="F"),
        f"{places.FRIAR}-silver": Label("Friar with silver"),
        "silver-paid": Label("silver brought home"),
    },
    pages=HERE / "pages.toml",
    map=HERE / "map.toml",
    words=(f"{__name__}.words",),
    display=DISPLAY,
    bots=BOTS,
)
