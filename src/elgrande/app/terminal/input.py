"""Keys act in the order in which they were pressed, and what a paste brings fits a line.

Textual passes a key to the pane that has the keyboard and goes on to the next key. On its way
up, from queue to queue, a key can be overtaken: by one that is bound, by one that starts nearer
to the app, by what another one has opened. Here a key is through before the next one is looked at.

Pinned with Textual's version: there is no public way to who listens to keys, to whether one was
stopped, nor to the bindings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.widget import Widget

NET = 1.0
"""Seconds after which the next key is looked at in any case: no pace, but a net."""


async def deliver(app: App[Any], event: events.Key) -> bool:
    """Give a key to whoever has one bound first of all, else to those who listen.

    Returns whether it is open still, for those who have it bound.
    """
    if await app._check_bindings(event.key, priority=True):
        return False
    heard = [pump for pump in way_up(app) if listens(type(pump))]
    if not heard:
        return True
    # One that comes back to its sender would count as stopped.
    event._sender = None
    heard[0]._forward_event(event)
    await through(heard if len(heard) == 1 else way_up(app))
    return not event._stop_propagation


def way_up(app: App[Any]) -> tuple[Widget, ...]:
    """Return who hears of a key now, from the keyboard's pane up to its screen."""
    if not app.screen_stack:
        return ()
    screen = app.screen_stack[-1]
    first = screen.focused or screen
    return tuple(node for node in first.ancestors_with_self if isinstance(node, Widget))


@cache
def listens(kind: type[MessagePump]) -> bool:
    """Return whether widgets of a kind take keys that are bound to nothing."""
    for base in kind.__mro__:
        own = vars(base)
        if "on_key" in own or events.Key in own.get("_decorated_handlers", ()):
            return True
        if "_on_key" in own and base is not Widget:
            return True
    return any(name.startswith(("key_", "_key_")) for name in dir(kind))


async def through(pumps: Iterable[MessagePump]) -> None:
    """Wait until each in turn is done with what it has been told so far.

    What the first one tells the second comes before the second is waited for.
    """
    for pump in pumps:
        if pump.message_queue_size:
            done = asyncio.Event()
            # One that is closing hears nothing more.
            if pump.post_message(events.Callback(callback=done.set)):
                with suppress(TimeoutError):
                    async with asyncio.timeout(NET):
                        await done.wait()


# -- pastes ------------------------------------------------------------------------------------

LONGEST = 1024
"""Characters that a line takes; no name and few paths are longer."""


def first_line(text: str) -> str:
    """Return the first line that says something, without what cannot be seen."""
    for line in text.splitlines():
        seen = "".join(sign if sign.isprintable() else " " * (sign == "\t") for sign in line)
        if seen.strip():
            return seen
    return ""


def fitting(text: str, target: Widget | None) -> str:
    """As much of a pasted text as the widget with the keyboard takes."""
    # Dear, and not needed before the menu is seen.
    from textual.widgets import Input

    line = first_line(text)
    if not isinstance(target, Input):
        return line[:LONGEST]
    return line[: max(0, LONGEST - len(target.value) + len(target.selected_text))]
