"""What ends the app from outside: signals, and errors of threads and tasks that nobody waits for.

A signal ends it in order if that can be, and soon in any case; such an error like any other one.
"""

from __future__ import annotations

import os
import signal
import threading
from asyncio import Task
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

    Ends = Callable[[int], bool]
    OnError = Callable[[Exception], None]


# -- signals ---------------------------------------------------------------------------------

SIGNALS = ("SIGHUP", "SIGINT", "SIGTERM")
GRACE = 2.0
"""Seconds for an end in order; every answer is on the disk before it is shown."""
TRY = 0.05
"""Seconds until an app that still begins is asked again."""


@contextmanager
def ended_by_signals(end: Ends, abandon: Callable[[], None]) -> Iterator[None]:
    """Call ``end`` with the number of a signal; where that does not end the block, end the process.

    ``end`` returns whether it could ask for the end. Both are called in a thread of its own: the
    main one may wait for a terminal that takes nothing, and the loop with it. ``abandon`` gives
    the terminal back without waiting for it. The exit code is then 128 and the number, too.
    """
    if os.name != "posix":
        # No such signals, and a pipe there may be waited for: the system's own way must do.
        yield
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    over = threading.Event()

    def caught(number: int, _frame: Any) -> None:
        # Nothing that takes a lock: whoever is interrupted here may hold it. A full pipe has
        # told enough.
        with suppress(OSError):
            os.write(told, bytes([number]))

    def watch() -> None:
        number = next(iter(os.read(heard, 1)), 0)
        if number:
            until = monotonic() + GRACE
            while not end(number) and not over.wait(TRY) and monotonic() < until:
                pass
            if not over.wait(until - monotonic()):
                try:
                    abandon()
                finally:
                    os._exit(128 + number)

    before = {}
    for name in SIGNALS:
        # Not the main thread: then the default must do.
        with suppress(ValueError):
            number = getattr(signal, name)
            before[number] = signal.signal(number, caught)
    thread = threading.Thread(target=watch, name="signals", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        os.close(told)
        thread.join()
        os.close(heard)


# -- errors ----------------------------------------------------------------------------------


@contextmanager
def watched_threads(tell: OnError) -> Iterator[None]:
    """Tell of each error that ends a thread, in that thread."""
    before = threading.excepthook

    def told(args: threading.ExceptHookArgs) -> None:
        if isinstance(args.exc_value, Exception):
            tell(args.exc_value)
        else:
            before(args)

    threading.excepthook = told
    try:
        yield
    finally:
        threading.excepthook = before


def watch_loop(loop: asyncio.AbstractEventLoop, tell: OnError) -> None:
    """Tell of each error in a task or a callback that nobody waits for.

    A timer keeps its own task: what goes wrong there would be told when Python collects it.
    """
    given = loop.get_task_factory()

    def begin(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> Any:
        begun: Any = given(loop, work, **options) if given else Task(work, loop=loop, **options)
        # Pinned with Textual's version.
        if getattr(work, "__qualname__", "") == "Timer._run_timer":
            begun.add_done_callback(raised)
        return begun

    def told(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            tell(error)
        else:
            loop.default_exception_handler(context)

    loop.set_task_factory(begin)
    loop.set_exception_handler(told)


def raised(task: Task[None]) -> None:
    """Raise a finished task's error in the loop; for ``add_done_callback``."""
    if not task.cancelled() and (error := task.exception()) is not None:
        raise error
