"""Keys in force: Textual's bindings, made from the table of keys, and what keys are called.

Footers, chips, help and prompts name a key by the id of its binding, so that they
stay true whatever a person has rebound.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from textual.app import App
from textual.binding import Binding, BindingType

from elgrande.app.keys import ACTIONS, BY_ID, split


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


SIGNS = {
    "question_mark": "?", "colon": ":", "comma": ",", "full_stop": ".", "slash": "/",
    "plus": "+", "equals_sign": "=", "minus": "-",
    "left_square_bracket": "[", "right_square_bracket": "]",
    "escape": "Esc", "enter": "Enter", "space": "Space", "tab": "Tab",
    "backspace": "Backspace", "delete": "Del",
    "home": "Home", "end": "End", "pageup": "PgUp", "pagedown": "PgDn",
}  # fmt: skip
"""What a key is called on the screen where Textual's name is not what is on the key."""

_NAMED = re.compile(r"\{([a-z0-9.,-]+)(?:\|([^{}]*))?\}")


@dataclass(frozen=True)
class Key:
    """A key as a pane shows it: the id of its binding, its name now, what it does."""

    id: str
    name: str
    label: str

    @property
    def hit(self) -> str:
        """What a click on it stands for."""
        return f"key {self.id}"


def key_names(keys: str) -> str:
    """Keys for people: ``u,ctrl+z`` as ``u ctrl+z``."""
    return " ".join(SIGNS.get(key, key) for key in split(keys))


class Keys:
    """The keys in force: the usual ones, but for those that are rebound by id."""

    def __init__(self, rebound: Mapping[str, str] | None = None) -> None:
        self._rebound = dict(rebound or {})

    def of(self, binding: str) -> str:
        """Return the keys of a binding, as Textual writes them; KeyError if there is no such id."""
        return self._rebound.get(binding) or BY_ID[binding].keys

    def name(self, binding: str) -> str:
        """Return the first key of a binding, for people."""
        return key_names(self.of(binding).split(",")[0])

    def key(self, binding: str, label: str = "") -> Key:
        """Return a key for a pane to show, under the table's own label if none is given."""
        return Key(binding, self.name(binding), label or BY_ID[binding].label)

    def letters(self, screens: Collection[str]) -> frozenset[str]:
        """Return the letters and digits that do something on one of these screens."""
        ids = [a.id for a in ACTIONS if a.does and a.keys and a.place in screens]
        return frozenset(key for i in ids for key in split(self.of(i)) if len(key) == 1)

    def say(self, text: str) -> str:
        """Return a text of ours with its keys named.

        ``{table.undo}`` is the key of that binding. ``{list.up,list.down|arrows}`` is
        the word after the bar while none of these is rebound, else all their keys.
        """

        def named(found: re.Match[str]) -> str:
            bindings, word = found[1].split(","), found[2]
            if word is not None and not any(b in self._rebound for b in bindings):
                return word
            return " ".join(dict.fromkeys(self.name(b) for b in bindings))

        return _NAMED.sub(named, text)


def keys_at(app: App[object]) -> Keys:
    """Return the keys in force in an app; in one without settings the usual ones."""
    preferences = getattr(app, "preferences", None)
    return preferences.keys if preferences is not None else Keys()
