"""When is an app idle? Textual asks the processor's clock; here its queues are asked.

Textual's pilot sleeps for 20 ms after every key, several times, until the process
has used little time meanwhile. The tests of the app spent most of their minutes
there, and on a busy machine that could still look too early.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual._context import active_app

if TYPE_CHECKING:
    from collections.abc import Iterator

CALM = 3
"""So many looks in a row must find nothing to do: a message may be on its way."""


async def wait_for_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Stands in for Textual's own: returns when no message waits and all is painted."""
    end = monotonic() + max_sleep
    calm = 0
    while calm < CALM and monotonic() < end:
        await asyncio.sleep(0.001)
        app: Any = active_app.get(None)
        if app is None or not app._screen_stacks or not app.screen_stack:
            calm += 1
        elif any(pump.message_queue_size or pump._next_callbacks for pump in _pumps(app)):
            calm = 0
        elif _unpainted(app.screen):
            # Its own timer would do this within a sixtieth of a second.
            app.screen._on_timer_update()
            calm = 0
        else:
            calm += 1


def _pumps(app: Any) -> Iterator[Any]:
    """The app, its screens and all their widgets."""
    yield app
    for screen in app.screen_stack:
        yield from screen.walk_children(with_self=True)


def _unpainted(screen: Any) -> bool:
    """Whether the screen on top has something to lay out, to paint or to call after that."""
    if not screen.is_current or screen.app._batch_count:
        return False
    return bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
