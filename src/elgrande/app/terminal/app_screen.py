"""What our screens have that Textual's lack: they close once, and say what a small window needs.

And what lies below the screen on top, and where the terminal's own cursor stands: on what has the
keyboard, else on the prompt. Braille lines and screen magnifiers follow that cursor. Every pane
marks what is under its cursor with one style, so the cell is found in the rows that it paints and
no pane has to report it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, SupportsIndex, TypeVar
from weakref import ref

from textual import events, on
from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.geometry import Offset
from textual.screen import Screen

from elgrande.app.panes.line_widget import LineWidget, Taken
from elgrande.app.panes.text_runs import (
    CHOSEN,
    PLAIN,
    STRONG,
    Row,
    Run,
    TextStyle,
    cells,
    pad,
    wrap,
)
from elgrande.app.settings.bindings import Keys, keys_at

if TYPE_CHECKING:
    from textual._types import CallbackType
    from textual.dom import DOMNode
    from textual.message import Message
    from textual.message_pump import MessagePump
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.schema import Settings


R = TypeVar("R")


def comes_late(node: DOMNode, message: Message) -> bool:
    """Return whether a choice was made on a screen that lies below another one by now."""
    return isinstance(message, Taken) and node.app.screen is not node.screen


class ClosesOnce(Screen[R]):
    """A screen that cannot take another one off, and takes no choice below another one.

    Two keys may come before the first is done with, and Textual would close whatever screen
    is there by then: the table, or the last of all. The second may also choose again what has
    opened something already.
    """

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close this screen; does nothing where it is closed, or something lies on top of it."""
        if self.app.screen_stack[-1:] != [self]:
            return AwaitComplete()
        return super().dismiss(result)

    async def _on_message(self, message: Message) -> None:
        """Leave out choices that come late.

        Pinned with Textual's version: there is no public way between a message and its handlers.
        """
        if not comes_late(self, message):
            await super()._on_message(message)


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
    """Covers a screen while the window is too small, and says what is needed.

    What lies below keeps its place and the keyboard.
    """

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: notice; width: 100%; height: 100%; background: $surface;
    }
    """


class AppScreen(ClosesOnce[R], Generic[R]):
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

    comes_by_itself: ClassVar[bool] = False
    """Whether nobody opened it: it stays when another one sits down, and a scoring covers it."""

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

    @on(LineWidget.Hit)
    async def _key_clicked(self, message: LineWidget.Hit) -> None:
        if message.what == "key":
            await self.press(message.which)

    def _compositor_refresh(self) -> None:
        """Draw nothing that a batch keeps from the terminal; pinned with Textual's version."""
        if not self.app._batch_count:
            super()._compositor_refresh()

    async def on_event(self, event: events.Event) -> None:
        """Begin nothing when the app is left in the same moment: Textual makes no widgets then.

        Pinned with Textual's version: there is no public way to whether the app is being left.
        """
        if not (isinstance(event, events.Mount) and self.app._exit):
            await super().on_event(event)

    def on_mount(self) -> None:
        """Keep the notice ready; the app's class ``-tiny`` shows it."""
        self.mount(TooSmall(rows))

    def on_unmount(self) -> None:
        """Let go of what was painted.

        Pinned with Textual's version: a cache of two colours is keyed by whose border they
        are, and holds every row that this widget ever painted, for a thousand widgets.
        """
        StylesCache.get_inner_outer.cache_clear()


# -- what lies below -------------------------------------------------------------------


class BaseScreen(Screen[None]):
    """Textual's screen below all others, which nobody sees.

    What a screen that is being closed wants done after the next painting is left with it. It
    is never painted, so that would wait, and keep the closed screen, until the next one closes.
    """

    def _invoke_later(self, callback: CallbackType, sender: MessagePump) -> None:
        super()._invoke_later(callback, sender)
        self.call_next(self._invoke_and_clear_callbacks)


class WeakScreens(list[Any]):
    """The screens that Textual paints through a dialog's background: a list that keeps none.

    Textual leaves it in the context of whoever paints, where tasks that begin there take
    it along: the screens of a table would live for as long as the menu after it.
    """

    def __init__(self, screens: Iterable[Screen[Any]]) -> None:
        super().__init__(ref(screen) for screen in screens)

    def __iter__(self) -> Iterator[Screen[Any]]:
        """Those that still are."""
        return (screen for known in super().__iter__() if (screen := known()) is not None)

    def __contains__(self, screen: object) -> bool:
        """Whether a screen is one of them."""
        return any(known is screen for known in self)

    def pop(self, index: SupportsIndex = -1) -> Screen[Any] | None:
        """Return the one at the end, or None when it is no more."""
        screen: Screen[Any] | None = super().pop(index)()
        return screen


# -- the terminal's cursor -------------------------------------------------------------


def marked(rows: Iterable[Row]) -> Offset | None:
    """Return what the cursor of a pane is on; None while it is on nothing."""
    return _readable(rows, CHOSEN)


def beginning(rows: Iterable[Row]) -> Offset:
    """Where the text begins: the first letter or number, else the first cell."""
    return _readable(rows) or Offset(0, 0)


def _readable(rows: Iterable[Row], style: TextStyle | None = None) -> Offset | None:
    """Return the first letter or number, of one style or of any;
    an inked row without has its first cell.
    """
    for y, row in enumerate(rows):
        # This runs at every paint, so a row is measured only when the cursor is in it.
        wanted = [style is None or run.style == style for run in row]
        if not any(wanted):
            continue
        at = 0
        start = None
        for run, wants in zip(row, wanted, strict=True):
            if wants:
                for x, sign in enumerate(run.text):
                    if sign.isalnum():
                        return Offset(at + cells(run.text[:x]), y)
                if style is not None and start is None:
                    start = Offset(at, y)
            at += cells(run.text)
        if start is not None:
            return start
    return None


def terminal_cursor(screen: Screen[object]) -> Offset | None:
    """Where the cursor stands on a screen, in cells; None when the screen leaves it to others.

    A pane with the keyboard has it on what is marked. A pane that marks nothing, like
    the map before its cursor is shown, leaves it to the prompt; without a prompt it
    stands where that pane's text begins. An input line keeps its own place.
    """
    for notice in screen.query(TooSmall):
        if notice.display:
            return _on(notice, beginning(notice.rows))
    focused = screen.focused
    if focused is not None and not isinstance(focused, LineWidget):
        return getattr(focused, "cursor_screen_offset", None)
    if focused is not None and (cell := marked(focused.rows)) is not None:
        return _on(focused, cell)
    for pane in _others(screen):
        if isinstance(pane, LineWidget) and pane.display and pane.rows:
            return _on(pane, beginning(pane.rows))
    return None


def _others(screen: Screen[object]) -> Iterator[Widget | None]:
    """Where it stands otherwise, the best first; looked for only as far as need be."""
    # By name: the menu, which comes up first, needs no prompt.
    yield from screen.query("PromptPane")
    yield screen.focused
    yield from screen.query(LineWidget)


def _on(pane: Widget, cell: Offset) -> Offset:
    """Return a cell of a pane, on the screen."""
    return pane.content_region.offset + cell
