"""The walk of the arrows: from each target the nearest that lies in the arrow's direction.

The order follows from where the labels stand. Regions that touch go before others, and what a
map's ``board.toml`` or an expansion says of a target and an arrow goes before all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.map.chart import Chart, touching

if TYPE_CHECKING:
    from collections.abc import Mapping


WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
CELL = 2.0
"""A cell is so many times as high as it is wide."""
WIDE = 1.25
"""What lies further aside than so many times the way ahead lies in another direction."""
FAR = 1.9
"""What does not touch counts as so many times as far away."""


def walk(chart: Chart) -> Mapping[str, Mapping[str, str]]:
    """Return where each arrow leads from each target; every target can be reached from every."""
    targets = chart.targets
    near = touching(chart)
    told = {
        (here, way): goal
        for here, ways in chart.board.walk.items()
        for way, goal in ways.items()
        if here in targets and (goal in targets or not goal)
    }
    ways: dict[str, dict[str, str]] = {here: {} for here in targets}
    for here in targets:
        for way in WAYS:
            goal = told.get((here, way))
            if goal is None:
                goal = _nearest(chart, here, way, near)
            if goal:
                ways[here][way] = goal
    _connect(chart, ways, set(told))
    return ways


def _nearest(chart: Chart, here: str, way: str, near: set[frozenset[str]]) -> str:
    """Return the target in a direction that takes the shortest way, or an empty string."""
    found: list[tuple[float, str]] = []
    for other in chart.targets:
        length = _length(chart, here, other, way)
        if other != here and length is not None:
            found.append((length * (1 if frozenset((here, other)) in near else FAR), other))
    return min(found)[1] if found else ""


def _length(chart: Chart, here: str, other: str, way: str) -> float | None:
    """Return how far a target is in a direction; None if it lies elsewhere."""
    (x, y), (left, top) = chart.centre(other), chart.centre(here)
    across, down = x - left, (y - top) * CELL
    dx, dy = WAYS[way]
    along, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
    if along <= 0 or aside > along * WIDE:
        return None
    return along + 2 * aside


def _connect(chart: Chart, ways: dict[str, dict[str, str]], told: set[tuple[str, str]]) -> None:
    """Lead arrows of the nearest targets to whatever could not be reached, and back from it."""
    first = chart.targets[0]
    while lost := [goal for goal in chart.targets if goal not in _reached(ways, first)]:
        reached = _reached(ways, first)
        _add(chart, ways, told, [(here, goal) for goal in lost for here in reached])
    while caught := [here for here in chart.targets if first not in _reached(ways, here)]:
        free = [goal for goal in chart.targets if goal not in caught]
        _add(chart, ways, told, [(here, goal) for here in caught for goal in free])


def _reached(ways: Mapping[str, Mapping[str, str]], start: str) -> set[str]:
    """Return all targets to which arrows lead from one."""
    reached, edge = {start}, [start]
    while edge:
        new = set(ways[edge.pop()].values()) - reached
        reached |= new
        edge += new
    return reached


def _add(
    chart: Chart,
    ways: dict[str, dict[str, str]],
    told: set[tuple[str, str]],
    steps: list[tuple[str, str]],
) -> None:
    """Add the shortest of some steps, on an arrow that is free if there is one."""
    _, _, _, here, way, goal = min(
        ((here, way) in told, way in ways[here], _steps(chart, here, goal), here, way, goal)
        for here, goal in steps
        for way in WAYS
        if _side(chart, here, goal, way)
    )
    told.add((here, way))
    ways[here][way] = goal


def _side(chart: Chart, here: str, goal: str, way: str) -> bool:
    """Whether a target lies somewhere in a direction at all."""
    (x, y), (left, top) = chart.centre(goal), chart.centre(here)
    dx, dy = WAYS[way]
    return (x - left) * dx + (y - top) * dy > 0


def _steps(chart: Chart, here: str, goal: str) -> float:
    (x, y), (left, top) = chart.centre(goal), chart.centre(here)
    return abs(x - left) + CELL * abs(y - top)
