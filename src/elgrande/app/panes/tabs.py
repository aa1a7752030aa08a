"""The row of tabs over panes that share a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.headings import names_row
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_styles import BAR_DIM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.panes.text_runs import Run


# Textual's Tabs need two rows of the twenty-four, and mark the active one by colour alone.
class TabsPane(LineWidget):
    """The tabs; a click on one posts its number as a Hit."""

    GROUND = BAR_DIM
    DEFAULT_CSS = "TabsPane { height: 1; width: 1fr; }"

    def show(
        self,
        names: Sequence[str],
        active: int,
        glyphs: Glyphs,
        focused: bool = False,
        more: Sequence[Run] = (),
    ) -> None:
        """Show another active tab, or that the keyboard has come or gone."""
        self.draw_with(
            lambda width, _height: [names_row(names, active, width, glyphs, focused, more)]
        )
