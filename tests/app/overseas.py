"""A table on a map that has grown: France on its land, three boxes in the sea, five players."""

from __future__ import annotations

from typing import Any

from tables import people

from drawing import table
from elgrande.content.expansion import register
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from seam.overseas import OVERSEAS

BOARD = (
    "galicia: R2 Y1 | basque: B3 G1 W2 | aragon: R3 B2 G1 | catalonia: Y4 | old-castile: R1 G4 W1"
    " | new-castile: B2 Y2 | seville: W3 B1 | granada: R2 B1 G1 Y1 W1 | valencia: G2 Y3"
    " | castillo: R4 B2 G3 W1 | ship: R2 G1 | captain: B1 | america: R1 B1 | viceroy: Y1"
    " | mediterranean: R2 B1 | ambassador: G1 | envoy: R1 | old-castile-aside: G1"
)
BLACK = {"granada": 2, "old-castile-aside": 2, "mediterranean": 1}
CARRIERS = (
    ("red", "gold", "ship"),
    ("blue", "gold", "america"),
    ("blue", "wares", "mediterranean"),
)


def overseas(**others: Any) -> Setup:
    """Red moves caballeros in round 5; the King is in New Castile."""
    register(OVERSEAS)
    drawn: dict[str, Any] = {
        "seats": "RBGYW", "king": "new-castile", "court": "R6 B4 G7 Y2 W5", "round": 5,
        "home": "R galicia, B basque, G old-castile, Y valencia, W seville", "card": "1-07",
        "scoreboards": "840 seville", "expansions": OVERSEAS.id,
    }  # fmt: skip
    state = table(BOARD, **{**drawn, **others})
    rules = state.rules
    for place, number in BLACK.items():
        goal = rules.place_index[place]
        state.move(-1, rules.kinds.index("black"), rules.provinces, goal, number)
    for colour, disc, place in CARRIERS:
        kinds = [rules.kinds.index(name) for name in (colour, f"{colour}-{disc}")]
        state.convert(-1, *kinds, rules.place_index[place], 1)
    return Setup(
        people(rules.colours, None), seed=1, expansions=(OVERSEAS.id,), position=describe(state)
    )
