"""All key bindings of the app by id, and the keys that answers need for themselves."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.dom import DOMNode

from elgrande.app.settings import Bound

if TYPE_CHECKING:
    from collections.abc import Iterator

ANSWERS = Bound("table.any-answer", ",".join("0123456789abcdpsvrgwy"), "answers at the table")
"""Keys of answers, which depend on what is asked; nothing else at the table may take them."""


def bound() -> tuple[Bound, ...]:
    """Every binding that has an id, in the order of the ids; each id once.

    Bindings are declared with the widgets they belong to, so all of these are imported first.
    """
    import elgrande.app.screens.rebind
    import elgrande.app.screens.settings
    import elgrande.app.ways  # noqa: F401

    found: dict[str, Bound] = {}
    for kind in _kinds(DOMNode):
        if not kind.__module__.startswith("elgrande."):
            continue
        for binding in kind.__dict__.get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.id:
                keys = ",".join(key.strip() for key in binding.key.split(","))
                found.setdefault(binding.id, Bound(binding.id, keys, binding.description))
    order = {"table": 0, "map": 1}
    return tuple(sorted(found.values(), key=lambda b: (order.get(b.screen, 2), b.id)))


@cache
def usual() -> dict[str, str]:
    """The usual keys of every binding, by its id."""
    return {binding.id: binding.keys for binding in bound()}


def _kinds(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _kinds(sub)
