"""The command line: one answer in notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.name import NameScreen

if TYPE_CHECKING:
    from elgrande.app.panes.glyphs import Glyphs


class CommandScreen(NameScreen):
    """Takes a line such as ``place galicia`` and returns it."""

    DEFAULT_CSS = """
    CommandScreen { align: center bottom; background: transparent; }
    CommandScreen > #box { width: 100%; max-width: 100%; padding: 0; }
    CommandScreen Input { background: $surface; }
    """

    hint = "Enter sends it; {dialog.close} closes"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__("Command, for example: place galicia", "")
