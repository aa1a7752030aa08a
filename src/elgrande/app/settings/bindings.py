"""Textual's bindings, made from the table of keys."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from elgrande.app.keys import ACTIONS


def bindings(*places: str) -> list[BindingType]:
    """Return the bindings of a screen or pane, which may take over those of other places.

    ValueError if the table of keys has none for a place.
    """
    bound = [a for a in ACTIONS if a.place in places and a.does and a.keys]
    if missing := sorted(set(places) - {a.place for a in bound}):
        raise ValueError(f"The table of keys has no place {missing[0]!r}.")
    return [
        Binding(a.keys, a.does, a.text, show=False, id=a.id, priority=a.priority) for a in bound
    ]
