"""A turn on the map: what it moved travels, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.scene import NONE, Changes, Rider
from elgrande.app.panes.glyphs import letter
from elgrande.app.panes.text_runs import Run, TextStyle
from elgrande.content.scorings import rewound
from elgrande.content.story import together
from elgrande.rules import Position
from elgrande.rules.events import Event, GrandeMoved, KingMoved, Moved, ScoreboardMoved

PARTS = 5
"""So many pictures show one of them on its way."""


def travel(after: Position, told: Sequence[tuple[int, Event]], guide: Guide) -> list[Changes]:
    """Return the pictures of the way to a position, by the events that led to it."""
    joined: list[tuple[int, Event]] = []
    for n, event in told:
        both = together(joined[-1][1], event) if joined else None
        if both is not None:
            joined.pop()
        joined.append((n, both or event))
    found: list[Changes] = []
    for at, (_, event) in enumerate(joined):
        if rider := _rider(event, guide):
            away = {(event.kind, event.source): event.number} if isinstance(event, Moved) else NONE
            still = Changes(then=rewound(after, joined[at:]), away=away)
            found += [still._replace(rider=rider._replace(part=n / PARTS)) for n in range(PARTS)]
    return found


def _rider(event: Event, guide: Guide) -> Rider | None:
    """Return what an event moves over the map, if anything."""
    rules, glyphs = guide.rules, guide.glyphs
    ends: list[str] = []
    if isinstance(event, Moved):
        places = (rules.places[place] for place in (event.source, event.target))
        ends = [guide.target_of(place) or place for place in places]
        whose = rules.kinds[rules.kind_family[event.kind]]
        other = guide.display.signs.get(whose)
        sign = glyphs.sign(other) if other else glyphs.piece(whose)
        drawn = Run(f"{sign}{event.number}", TextStyle("tray", f"player-{whose}", True))
    elif isinstance(event, KingMoved):
        ends = [rules.nodes[node] if node >= 0 else "" for node in (event.source, event.target)]
        drawn = Run(f" {glyphs.king} ", TextStyle("ink", "king", True))
    elif isinstance(event, (GrandeMoved, ScoreboardMoved)):
        ends = [rules.targets[at] if at >= 0 else "" for at in (event.source, event.target)]
        if isinstance(event, GrandeMoved):
            colour = guide.colour(event.seat)
            sign = f"{glyphs.home}{letter(colour)}"
            drawn = Run(sign, TextStyle("ink", f"player-{colour}", True))
        else:
            values = "/".join(map(str, rules.mobile_values[event.mobile]))
            drawn = Run(f"[{values}]", TextStyle("ink", "board", True))
    chart = next(iter(guide.charts.values()))
    if len(set(ends)) < 2 or not any(map(chart.middle, ends)):
        return None
    return Rider(drawn, ends[0], ends[1])
