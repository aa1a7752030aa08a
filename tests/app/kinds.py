"""All modules of app and visitor, and all widgets and screens that are declared in them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import elgrande.app
import elgrande.visitor

UNIX = "elgrande.app.terminal.driver"
"""What only some systems can import."""


def import_all() -> None:
    """Import every module of them."""
    for package in (elgrande.app, elgrande.visitor):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name != UNIX:
                importlib.import_module(module.name)


def kinds_of(base: type) -> Iterator[type]:
    """All classes of ours below this one."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("elgrande."):
            yield kind
        yield from kinds_of(kind)
