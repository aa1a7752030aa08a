"""What other packages register with us: entry points, read so that a broken package breaks nothing.

Their metadata is a stranger's text: it may be no UTF-8, or lack half of a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from elgrande.content.clean import clean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def installed(group: str) -> tuple[list[EntryPoint], list[str]]:
    """Return the entry points of a group, and a sentence for each package that cannot be read.

    They are sorted by name: in what order packages list them is up to what installed them.
    """
    # Imported here, as a game of our own comes up without it.
    from importlib.metadata import entry_points

    try:
        points = list(entry_points(group=group))
    except Exception:
        # One of them spoils the list of all, so each is asked by itself.
        points, faults = _one_by_one(group)
    else:
        faults = []
    sound = []
    for point in points:
        if isinstance(point.value, str) and point.pattern.match(point.value):
            sound.append(point)
        else:
            faults.append(f"the entry point {clean(point.name)!r} of {group} names nothing")
    return sorted(sound, key=lambda point: (point.name, point.value)), faults


def _one_by_one(group: str) -> tuple[list[EntryPoint], list[str]]:
    from importlib.metadata import distributions

    found: dict[str, Iterable[EntryPoint]] = {}
    faults = []
    for package in distributions():
        name = "a package without a name"
        try:
            name = str(package.name)
            # The first on the path is the one that is imported.
            if name not in found:
                found[name] = [point for point in package.entry_points if point.group == group]
        except Exception as error:
            fault = type(error).__name__
            faults.append(f"what {clean(name)!r} registers cannot be read ({fault})")
    return [point for points in found.values() for point in points], faults
