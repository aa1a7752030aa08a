"""What a window below the minimum shows instead of the screen: what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual import events
from textual._styles_cache import StylesCache

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, pad, wrap
from elgrande.app.panes.text_styles import PLAIN, STRONG
from elgrande.app.settings.key_names import Keys, keys_at
from elgrande.app.terminal.closing import ClosesOnce

if TYPE_CHECKING:
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.schema import Settings

LEAST = (80, 24)
"""The smallest window in which everything can be played, in cells."""
QUITS = "ctrl+q"
"""The one key that acts while the window is smaller."""


def rows(width: int, height: int) -> list[Row]:
    """Return the sizes, needed and found."""
    need = f"El Grande needs a window of at least {LEAST[0]}x{LEAST[1]}."
    have = f"This one is {width}x{height}. Make it larger, or press {QUITS} to quit."
    lines = [pad([Run(line, STRONG)], width) for line in wrap(need, width)]
    lines += [pad([Run(line, PLAIN)], width) for line in wrap(have, width)]
    return lines[:height]


class TooSmall(LineWidget):
    """Covers a screen while the window is too small."""

    DEFAULT_CSS = """
    TooSmall { display: none; width: 100%; height: 100%; background: $surface; }
    """

    def on_mount(self) -> None:
        """Draw what is needed."""
        self.draw_with(rows)


R = TypeVar("R")


class Roomy(ClosesOnce[R], Generic[R]):
    """A screen that says what it needs while the window is too small for it.

    It names keys as they are bound now, and a click on a name does what the key does.
    """

    @property
    def keys(self) -> Keys:
        """What the keys are called now."""
        return keys_at(self.app)

    @property
    def half_made(self) -> bool:
        """Whether something was begun here that leaving would lose."""
        return False

    keeps_notices: ClassVar[bool] = False
    """Whether a notice has one row here, and ``keep_notice`` takes what is longer."""

    def keep_notice(self, text: str) -> None:
        """Keep a notice that has no room to be read whole."""

    def rekeyed(self) -> None:
        """Paint anew whatever names a key: keys were rebound."""
        for pane in self.query(LineWidget):
            pane.redraw()

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        """Take over settings that were changed, or hold for the first time on this screen."""

    async def press(self, binding: str) -> None:
        """Do what the key of a binding does where the keyboard is now."""
        for active in self.active_bindings.values():
            if active.binding.id == binding and active.enabled:
                await self.app.run_action(active.binding.action, active.node)
                return

    async def on_event(self, event: events.Event) -> None:
        """Begin nothing when the app is left in the same moment: Textual makes no widgets then.

        Pinned with Textual's version: there is no public way to whether the app is being left.
        """
        if not (isinstance(event, events.Mount) and self.app._exit):
            await super().on_event(event)

    def on_mount(self) -> None:
        """Keep the notice ready; the app's class ``-tiny`` shows it."""
        self.mount(TooSmall())

    def on_unmount(self) -> None:
        """Let go of what was painted.

        Pinned with Textual's version: a cache of two colours is keyed by whose border they
        are, and holds every row that this widget ever painted, for a thousand widgets.
        """
        StylesCache.get_inner_outer.cache_clear()
