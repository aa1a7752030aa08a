"""What a paste brings into a line of text, ours or Textual's own: one line, and not too much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

if TYPE_CHECKING:
    from textual.widget import Widget

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
    line = first_line(text)
    if not isinstance(target, Input):
        return line[:LONGEST]
    return line[: max(0, LONGEST - len(target.value) + len(target.selected_text))]
