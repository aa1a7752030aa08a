"""A test-only expansion of places alone: land that becomes a region, and three boxes in the sea.

It shows what the map can bear; by no rule does anybody come there. The black caballeros are
nobody's, some carry wares, and where the table lies some stand beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from elgrande.content.display import Display, Lying, Mark, Sign, Worth
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.rules import Kind, Names, Position, Region, Spec

BLACK = "black"
DISCS = {"gold": Sign("¤", "o"), "wares": Sign("≡", "x")}
TABLE = "old-castile"
ASIDE = "old-castile-aside"
WORTHS = {"captain": 3, "viceroy": 5, "ambassador": 2, "envoy": 1}
COLOURS = ("red", "blue", "green", "yellow", "white")


def edit(spec: Spec) -> None:
    """Add the places and the kinds, and a place beside one region's table."""
    spec.regions = [
        replace(region, places=(TABLE, ASIDE)) if region.id == TABLE else region
        for region in spec.regions
    ]
    spec.regions += [
        Region("france", (3, 1, 0), ("basque", "catalonia"),
               ("france", "ambassador", "envoy"), disk=False),
        Region("ship", (0, 0, 0), (), ("ship", "captain"), disk=False),
        Region("america", (4, 0, 0), (), ("america", "viceroy"), disk=False),
        Region("mediterranean", (4, 2, 1), (), disk=False),
    ]  # fmt: skip
    for disc in DISCS:
        spec.kinds += [
            Kind(f"{colour}-{disc}", owner=colour, nature="carrier") for colour in spec.colours
        ]
    spec.kinds.append(Kind(BLACK, 5))


def marks(position: Position, names: Names) -> Iterator[Mark]:
    """Where the table lies, a closed region and a bridge."""
    yield Mark(TABLE, "table 6/6")
    yield Mark("catalonia", values="(no score)")
    yield Mark("granada", hatched=True)
    yield Mark("valencia", "═7", "=7")


def worths(position: Position, names: Names) -> Iterator[Worth]:
    """What those in the named places get."""
    return (Worth(place, f"+{points}") for place, points in WORTHS.items())


def lying(position: Position, names: Names) -> Iterator[Lying]:
    yield Lying("america", "lying", DISCS["gold"], 1)
    yield Lying("mediterranean", "lying", DISCS["wares"], 2)


def apart(position: Position) -> Iterator[str]:
    yield ASIDE


OVERSEAS = Expansion(
    "seam-overseas",
    "Overseas",
    "A test-only expansion: France, and three places beyond the sea.",
    edit,
    labels={
        "france": Label("France", "France", "F", "n"),
        "ambassador": Label("Ambassador", "Amb"),
        "envoy": Label("Envoy", "Env"),
        "ship": Label("Ship", "Ship", "S", "i"),
        "captain": Label("Captain", "Capt"),
        "america": Label("America", "America", "A", "r"),
        "viceroy": Label("Viceroy", "Vice"),
        "mediterranean": Label("Mediterranean", "Mediterr.", "M", "t"),
        BLACK: Label("Black", letter="I"),
    },
    map=Path(__file__).parent / "map.toml",
    display=Display(
        signs={BLACK: Sign("†", "i")},
        badges={f"{colour}-{disc}": sign for colour in COLOURS for disc, sign in DISCS.items()},
        marks=marks,
        worths=worths,
        lying=lying,
        apart=apart,
    ),
)
