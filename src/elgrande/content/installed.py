"""What other packages register with us: entry points, read so that a broken package breaks nothing.

Their metadata is a stranger's text: it may be no UTF-8, or lack half of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import clean
from elgrande.content.files import ContentError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


_SENTENCE = 200


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


def registered(group: str, register: Callable[[Any], None]) -> tuple[dict[str, str], list[str]]:
    """Register what packages have in a group.

    Returns why each that is broken cannot be loaded, by the name of its entry point, and a sentence
    for each package that does not even say what it has.
    """
    points, faults = installed(group)
    causes = {}
    for point in points:
        try:
            register(point.load())
        except Exception as error:
            # Whatever a stranger's package does wrong must not end our program.
            causes[clean(point.name)] = cause(error)
    return causes, faults


def cause(error: Exception) -> str:
    """Return what a stranger's package did wrong: a sentence of ours says all by itself."""
    kind = "" if isinstance(error, ContentError) else f"{type(error).__name__}: "
    return clean(f"{kind}{error}", _SENTENCE)


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
