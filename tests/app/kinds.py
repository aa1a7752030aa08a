"""All modules of the app, and all widgets and screens that are declared in them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import elgrande.app

UNIX = "elgrande.app.terminal.driver"
"""What only some systems can import."""


def import_all() -> None:
    """Import every module of the app."""
    for module in pkgutil.walk_packages(elgrande.app.__path__, "elgrande.app."):
        if module.name != UNIX:
            importlib.import_module(module.name)


def kinds_of(base: type) -> Iterator[type]:
    """All classes of ours below this one."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("elgrande."):
            yield kind
        yield from kinds_of(kind)
