"""Errors from where nobody waits: threads and tasks. They end the app like any other error."""

from __future__ import annotations

import threading
from asyncio import Task
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

    Told = Callable[[Exception], None]


@contextmanager
def watched_threads(tell: Told) -> Iterator[None]:
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


def watch_loop(loop: asyncio.AbstractEventLoop, tell: Told) -> None:
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
