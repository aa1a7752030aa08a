"""Spans of time for people, short enough for a row."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60, 3600, 86_400
FINE = 120
"""Under so many seconds a span that runs out is told more finely."""
STEP = 10
"""So many seconds at a time: a row that changes at each of them would never be quiet."""


def span(seconds: float) -> str:
    """Return a span in its largest unit, or two of them below a day: ``6 h 40``, ``20 min``."""
    if seconds < MINUTE:
        return "a moment"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min"
    if seconds < DAY:
        hours, minutes = divmod(int(seconds // MINUTE), 60)
        return f"{hours} h {minutes:02}" if minutes else f"{hours} h"
    days = int(seconds // DAY)
    return "a day" if days == 1 else f"{days} days"


def left(seconds: float) -> str:
    """Return what is left until a clock runs out: by minutes, at the end by ten seconds."""
    if seconds >= FINE:
        return f"{span(seconds)} left"
    return f"{int(seconds // STEP) * STEP} s left"
