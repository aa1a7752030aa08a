"""Waiting in tests: for something that must happen, never for a time to pass.

The only file that sleeps or looks at a clock, besides ``idle`` and ``tmux``; ``test_the_suite``
sees to that. However busy the machine, a test that waits here is only slower.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 120.0
"""Seconds after which what has not happened never will: a net, and no pace."""
LOOK = 0.01
"""Seconds between two looks."""


class NeverHappenedError(AssertionError):
    """What was waited for did not happen."""


def until(what: Callable[[], Any], saying: object = "what is waited for") -> Any:
    """Wait until something is true, and return it; ``saying`` is told if it never is."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        if time.monotonic() > end:
            raise NeverHappenedError(f"never seen: {saying}")
        time.sleep(LOOK)
    return found


async def eventually(what: Callable[[], Any], saying: object = "what is waited for") -> Any:
    """Wait until something is true while the loop runs on, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        if time.monotonic() > end:
            raise NeverHappenedError(f"never seen: {saying}")
        await asyncio.sleep(LOOK)
    return found
