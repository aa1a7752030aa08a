"""The board before anybody sits down, for the menu."""

from __future__ import annotations

from elgrande.app.board.map.scene import Scene, Spot
from elgrande.content.edition import FIRST, edition


def scenery(name: str = "") -> Scene:
    """Names and values of the regions in an edition, by default the first; the King nowhere."""
    data = edition(name or FIRST)
    spots = []
    for region in data.front.regions:
        label = data.labels[region.id]
        first = label.name.split(maxsplit=1)[0]
        names = (label.name, *((first,) if len(first) > 4 else ()), label.short)
        spots.append(Spot(region.id, names, " ", region.values))
    spots.append(Spot("castillo", (data.labels["castillo"].name,), " ", data.front.castillo))
    return Scene(tuple(spots), tuple(values for _, values in data.front.mobile))
