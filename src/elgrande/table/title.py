"""What a new save is called: who plays what, and since when.

The clock is the caller's: neither the rules nor a save ask what day it is.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime

from elgrande.content.setup import PERSON, Setup
from elgrande.saves.names import UNNAMED, make_name

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
ROOM, LONG = 16, 14
"""So many letters of a name are left for the players and for an expansion; nothing is ever cut."""


def title(setup: Setup, day: date) -> str:
    """Return a name for a new save, such as ``anna-bert-colonies-21-nov``; it may be taken.

    An expansion names the game instead of its edition, which it implies; of several, or one with
    a long name, the number stands behind the edition.

    People count by the names that they gave; a colour's own name tells no games apart, so
    that without others the name says how many play.
    """
    return f"{_players(setup)}-{_played(setup)}-{day.day}-{MONTHS[day.month - 1]}"


def when(mtime: float) -> str:
    """Return when a save was last written, by the clock here; empty for no date at all.

    ``mtime`` is in seconds, as a file system counts them.
    """
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(mtime).strftime("%Y-%m-%d %H:%M") if mtime else ""
    return ""


def example(name: str) -> str:
    """Return what a copy of an example is called, which is one's own from then on."""
    return f"my-{name}"


def _played(setup: Setup) -> str:
    """Return the expansion that was chosen, or the edition and how many were."""
    names = setup.expansions
    if len(names) == 1 and len(names[0]) <= LONG:
        return names[0]
    return f"{setup.edition}-plus-{len(names)}" if names else setup.edition


def _players(setup: Setup) -> str:
    labels = setup.content.labels
    people = [player for player in setup.players if player.source == PERSON]
    given = [make_name(p.name) for p in people if p.name != labels[p.colour].name]
    # A name of which the alphabet of saves leaves nothing is none here.
    named = [name for name in given if name != UNNAMED]
    for shown in range(len(named), 0, -1):
        others = len(setup.players) - shown
        said = "-".join(named[:shown]) + (f"-and-{others}" if others else "")
        if len(said) <= ROOM:
            return said
    return f"{len(setup.players)}-{'players' if people else 'bots'}"
