"""When is an app idle? Textual asks the processor's clock; here its queues are asked.

Textual's pilot sleeps for 20 ms after every key, several times, until the process
has used little time meanwhile. The tests of the app spent most of their minutes
there, and on a busy machine that could still look too early. Here nothing is slept
away while the loop has something to run, and what never comes to rest is an error.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from time import monotonic
from typing import Any

from textual._context import active_app
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.timer import Timer

PATIENCE = 60.0
"""Seconds after which an app that has found no rest will find none: this is no pace, but a net."""
MOMENT = 0.05
"""What Textual or the app puts off for less than so many seconds is done at once."""

_set_timer = MessagePump.set_timer
_paint = Screen._compositor_refresh
_parse = Stylesheet.parse
_parsed: defaultdict[frozenset[tuple[str, str]], dict[Any, Any]] = defaultdict(dict)
"""What was read of style sheets, by the colours that stand in them."""


async def wait_for_idle(min_sleep: float = 0, max_sleep: float = PATIENCE) -> None:
    """Stands in for Textual's own: returns when nothing is left to do and all is painted.

    Raises:
        TimeoutError: If that does not happen, naming who is still busy.
    """
    end = monotonic() + max(max_sleep, PATIENCE)
    # Whatever was ready to run before this was called has its turn first.
    await asyncio.sleep(0)
    while what := _busy():
        if monotonic() > end:
            raise TimeoutError(f"the app has found no rest: {what}")
        # Only what waits for a thread, a process or a timer needs time to pass.
        await asyncio.sleep(0 if _ready() else 0.001)


def set_timer(pump: MessagePump, delay: float, *args: Any, **options: Any) -> Timer:
    """Stands in for Textual's own: a moment is no time, so nothing has to wait for it.

    Textual puts a resize off for 1/120 s, and the app what may come after the first frame.
    """
    paused = options.pop("pause", False)
    # It is set going when it is complete: from Python 3.12 on Textual's tasks begin at once.
    timer = _set_timer(pump, 0 if delay <= MOMENT else delay, *args, pause=True, **options)
    # A timer that finds itself late would skip its only turn.
    timer._skip = False
    if not paused:
        timer.resume()
    return timer


def paint_at_rest(screen: Screen[Any]) -> None:
    """Stands in for Textual's own: the compositor keeps what is to be painted until all is done.

    An opened screen is painted four or five times before it is complete. Who looks at a test's
    screen looks when it rests.
    """
    if screen is not screen.app.screen:
        _paint(screen)
        return
    screen._dirty_widgets.clear()
    screen.app._update_mouse_over(screen)


def parse_once(sheet: Stylesheet) -> None:
    """Stands in for Textual's own: the same style sheet in the same colours is read once."""
    own = sheet._parse_cache
    sheet._parse_cache = _parsed[frozenset(sheet._variables.items())]  # type: ignore[assignment]
    try:
        _parse(sheet)
    finally:
        sheet._parse_cache = own


def _ready() -> bool:
    """Whether the loop has anything else to run at this very moment."""
    loop: Any = asyncio.get_running_loop()
    return bool(loop._ready)


def _busy() -> str:
    """What is left to do; empty if nothing is."""
    if _ready():
        return "tasks are ready to run"
    app: Any = active_app.get(None)
    if app is None or not app._screen_stacks or not app.screen_stack:
        return ""
    if app._exception is not None:
        # It is raised where the app is left; nothing else will happen.
        return ""
    if app._resize_timer is not None:
        return "a resize was put off"
    for pump in _pumps(app):
        if pump.message_queue_size or pump._next_callbacks:
            return f"messages wait for {pump}"
    if _unpainted(app.screen):
        # Its own timer would do this within a sixtieth of a second.
        app.screen._on_timer_update()
        return f"{app.screen} was not laid out"
    if app.screen._compositor._dirty_regions and not app._batch_count:
        _paint(app.screen)
        return f"{app.screen} was not painted"
    return ""


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
