"""What draws in the colours of the theme is told of another one, as long as it is on a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

if TYPE_CHECKING:
    from textual.theme import Theme


class Themed(Widget):
    """A widget that keeps colours of the theme.

    Textual's signal holds whoever listens for as long as the app runs, and what that
    holds: the screen, its table, the game. So this is the one place that listens, and it
    ends with the widget. A library's widget that listens by itself is made one of these.
    """

    def on_mount(self) -> None:
        """Listen to changes of the theme."""
        self.app.theme_changed_signal.subscribe(self, self.restyle)

    def on_unmount(self) -> None:
        """Is forgotten."""
        self.app.theme_changed_signal.unsubscribe(self)

    def restyle(self, theme: Theme) -> None:
        """Forgets every colour of the theme before."""
        self.refresh()
