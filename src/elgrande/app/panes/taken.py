"""What a pane says when something in it is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from textual.widget import Widget


@dataclass
class Taken(Message):
    """A person chose something in a pane, by a key or a click."""

    pane: Widget

    @property
    def control(self) -> Widget:
        """The pane, by which ``on`` selects."""
        return self.pane
