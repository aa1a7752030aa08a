"""What all dialogs share: a framed box with a title over the dimmed screen below.

And the plainest ones: a page, a question with yes or no, and a short list with a key each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.containers import Vertical
from textual.content import Content
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen, Screen

from elgrande.app.panes.line_widget import SCROLLS, LineWidget, PagePane
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.text_runs import Row, keyed, pad, paragraph, width_of
from elgrande.app.settings.bindings import bindings
from elgrande.app.terminal.app_screen import AppScreen

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable, RichCast
    from textual import events
    from textual.app import App, ComposeResult
    from textual.color import Color
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs


STYLES = 4096
"""So many dimmed styles are remembered; a screen has some hundred."""


class DimmedScreen(BackgroundScreen):
    """Does what its base does, and remembers the styles: on a server, for all sessions."""

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        for segment in segments:
            text, style, control = segment
            yield segment if control else Segment(text, _dimmed(style or Style.null(), color))


@lru_cache(maxsize=STYLES)
def _dimmed(style: Style, color: Color) -> Style:
    (segment,) = BackgroundScreen.process_segments([Segment("", style)], color)
    assert segment.style is not None
    return segment.style


R = TypeVar("R")

CLOSES = "{dialog.close} closes"


def entitle(box: Widget, title: str, below: str = "") -> None:
    """Write into the frame of a widget, letter by letter: a name may look like markup."""
    # An empty title has no line that could be taken for it.
    box.border_title = Content(title) if title else None
    box.border_subtitle = Content(below) if below else None


class Dialog(AppScreen[R], ModalScreen[R], Generic[R]):
    """A modal box; Esc closes it without an answer."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog:ansi { background: transparent; }
    Dialog > #box {
        width: 76; max-width: 96%; height: 20; max-height: 96%;
        background: $surface; border: round $primary; border-title-color: $primary;
        border-subtitle-color: $map-dim; padding: 0 1;
    }
    Dialog Input { height: 1; border: none; background: $panel; }
    Dialog Input:focus { border: none; }
    """

    BINDINGS = bindings("dialog")

    title_text = ""
    hint = CLOSES
    """The line below the box, with keys as ``Keys.say`` reads them."""

    def render(self) -> ConsoleRenderable | RichCast | str:
        below = super().render()
        if isinstance(below, BackgroundScreen):
            return DimmedScreen(below.screen, below.color)
        return below

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            entitle(box, self.title_text, self.keys.say(self.hint))
            yield from self.content()

    def content(self) -> Iterator[Widget]:
        yield from ()

    def rekeyed(self) -> None:
        super().rekeyed()
        for box in self.query("#box"):
            entitle(box, self.title_text, self.keys.say(self.hint))

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.action_close()

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class PageDialog(Dialog[R]):
    """A page of rows that scrolls."""

    DEFAULT_CSS = "PageDialog > #box { height: 84%; }"

    hint = f"{SCROLLS}, {CLOSES}"

    def content(self) -> Iterator[Widget]:
        yield PagePane(self.rows)

    def rows(self, width: int) -> list[Row]:
        """Return the page."""
        raise NotImplementedError

    def renew(self) -> None:
        """Paint the page again: what it says has changed."""
        for page in self.query(PagePane):
            page.redraw()


LEAST, FRAME, EDGES = 11, 2, 4
"""The rows of a box beside the map at least, those of its frame, and its columns."""
NARROW, ABOVE = 28, 48
"""The columns of a box that fits beside a map, and of one that lies above it where none does."""


class BesideDialog(Dialog[R]):
    """A box beside the map, where something is drawn; what has no room there scrolls."""

    DEFAULT_CSS = """
    BesideDialog { align: right top; background: transparent; }
    BesideDialog > #box { height: 11; margin: 1 0 0 0; }
    """

    def __init__(self, room: Callable[[], int]) -> None:
        """``room`` tells how many columns there are beside the map."""
        super().__init__()
        self._room = room

    def content(self) -> Iterator[Widget]:
        yield PagePane(self.rows, id="said")
        yield LineWidget(lambda width, _height: self._answers(width), id="answers")

    def rows(self, width: int) -> list[Row]:
        """Return what is said."""
        raise NotImplementedError

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        """The bindings that answer, each with what it does."""
        raise NotImplementedError

    def _answers(self, width: int) -> list[Row]:
        keys = [keyed(self.keys.key(*answer)) for answer in self.answers]
        whole = [run for key in keys for run in key]
        return [pad(row, width) for row in ([whole] if width_of(whole) - 2 <= width else keys)]

    def on_mount(self) -> None:
        self.fit()

    def on_resize(self) -> None:
        self.fit()

    def fit(self) -> None:
        """Make the box as high as what it says, as far as there is room; paint it."""
        room = self._room()
        columns = room if room >= NARROW else ABOVE
        inner = columns - EDGES
        answers, most = len(self._answers(inner)), self.app.size.height - 1
        rows = max(LEAST, len(self.rows(inner)) + answers + FRAME)
        # Whoever closes it meanwhile sees nothing of it.
        for box in self.query("#box"):
            box.styles.width, box.styles.height = columns, min(rows, most)
            entitle(box, self.title_text, self.keys.say(SCROLLS if rows > most else self.hint))
        for pane in self.query("#box > *").results(LineWidget):
            pane.styles.height = answers if pane.id == "answers" else "1fr"
            pane.redraw()


class AskScreen(Dialog[bool]):
    """Asks, and returns True for yes."""

    DEFAULT_CSS = """
    AskScreen > #box { height: 7; width: 56; }
    AskScreen.alone { background: $background; }
    """

    BINDINGS = bindings("ask")

    hint = ""

    def __init__(self, question: str, *, alone: bool = False) -> None:
        """``alone`` covers what stands below: others than its owner are asked."""
        super().__init__()
        self._question = question
        self.set_class(alone, "alone")

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="question")

    def _rows(self, width: int, height: int) -> list[Row]:
        keys = [*keyed(self.keys.key("ask.yes")), *keyed(self.keys.key("ask.no"))]
        return [*paragraph(self._question, width), pad([], width), pad(keys, width)]

    def action_close(self) -> None:
        self.dismiss(False)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


def hear(app: App[Any], screen: Screen[R], told: Callable[[R], object]) -> None:
    """Open a screen, and tell its result, unless it is closed without one."""

    def closed(found: R | None) -> None:
        if found is not None:
            told(found)

    app.push_screen(screen, closed)


def ask(app: App[Any], question: str, go_on: Callable[[], object]) -> None:
    """Ask a question, and go on if the answer is yes."""
    hear(app, AskScreen(question), lambda yes: go_on() if yes else None)


class ActionMenu(Dialog[str]):
    """Returns the id of what was chosen; ``actions`` are (key, text, id)."""

    DEFAULT_CSS = """
    ActionMenu > #box { height: auto; width: 44; }
    ActionMenu ListPane { height: auto; }
    """

    def __init__(self, title: str, actions: Sequence[tuple[str, str, str]], glyphs: Glyphs) -> None:
        super().__init__()
        self.title_text = title
        self._actions = list(actions)
        self._glyphs = glyphs

    def content(self) -> Iterator[Widget]:
        items = [ListItem(text, key=key) for key, text, _ in self._actions]
        pane = ListPane(self._glyphs, items, id="actions")
        pane.styles.height = len(items)
        yield pane

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(self._actions[message.index][2])
