"""The dummy of a 2-player game: a third colour that nobody plays (S2, "2-player game").

It stands in the regions, takes ranks and an action card each round, and scores
nothing (FACTS 9.2). ``steps`` holds what it does,
``display`` what others are told of it. The second edition brings it along for two players.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from elgrande.content.expansion import Expansion
from elgrande.expansions.dummy.display import BOTS, DISPLAY, FORMS, check
from elgrande.expansions.dummy.steps import ACTED, DRAWN, OWNER, PLAYED, POWER, STEPS
from elgrande.rules import Kind, Position, Spec
from elgrande.rules.spec import COURT

if TYPE_CHECKING:
    from elgrande.rules.questions import Barred


def edit(spec: Spec) -> None:
    """Let the first colour that nobody plays be the dummy's."""
    colour = next(name for name in spec.palette if name not in spec.colours)
    spec.kinds.append(Kind(colour, spec.caballeros, nature="caballero", called=OWNER))
    spec.never[colour] = {COURT}
    for cell in (POWER, PLAYED, DRAWN, ACTED):
        spec.cells[cell] = 0
    spec.forms.update(FORMS)
    spec.checks.append(check)
    spec.more_turns += 1
    spec.steps += STEPS
    spec.insert_after("round", "new_round", "draw_regions")
    spec.insert_before("round", "power_cards", "dummy_power")
    # Nobody acts between the dummy and the next player, so its turn is taken as that one begins.
    spec.insert_before("turn", "begin_turn", "dummy_turn")
    spec.insert_after("round", "turns", "dummy_turn")
    spec.insert_after("general_scoring", "score_regions", "shuffle_regions")
    spec.bend("barred", barred)


def barred(previous: Barred, position: Position) -> list[int]:
    """Nobody may play the number that was turned up for the dummy."""
    return [*previous(position), position.cell(POWER)]


DUMMY = Expansion(
    "dummy",
    "Dummy",
    "In a game for two, a third colour that nobody plays takes ranks and cards.",
    edit,
    needs=("2023",),
    part=True,
    pages=files(__name__) / "pages.toml",
    display=DISPLAY,
    bots=BOTS,
)
