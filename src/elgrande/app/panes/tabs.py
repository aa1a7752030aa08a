"""The row of tabs over the side pane of a small screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, pad
from elgrande.app.panes.text_styles import BAR_DIM, TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence


def rows(names: Sequence[str], active: int, width: int, marks: tuple[str, str]) -> list[Row]:
    """Return a row; the active tab stands between marks, so that it shows without colour."""
    runs: list[Run] = []
    for i, name in enumerate(names):
        on = i == active
        text = f"{marks[0]}{name}{marks[1]}" if on else f" {name} "
        runs.append(Run(text, TITLE if on else BAR_DIM, f"tab {i}"))
    return [pad(runs, width, BAR_DIM)]


# Textual's Tabs need two rows of the twenty-four, and mark the active one by colour alone.
class TabsPane(LineWidget):
    """The tabs; a click on one posts its number as a Hit."""

    GROUND = BAR_DIM
    DEFAULT_CSS = "TabsPane { height: 1; width: 1fr; }"

    def show(self, names: Sequence[str], active: int, marks: tuple[str, str]) -> None:
        """Show another active tab."""
        self.draw_with(lambda width, _height: rows(names, active, width, marks))
