"""The log: what happened, newest below; it scrolls with the keys and the wheel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.closing import Taken
from elgrande.app.ink import ALERT, DIM, PLAIN, TITLE, Ink, Row, Run, pad, piece, wrap
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.binding import BindingType

    from elgrande.app.glyphs import Glyphs


@dataclass(frozen=True)
class Entry:
    """One line of the log: its text, whose doing it is, and how it is shown.

    `kind` is "event", "round" (a heading), "score" or "notice". `at` are the ids
    of the regions and the Castillo where it happened.
    """

    text: str
    colour: str = ""
    kind: str = "event"
    at: tuple[str, ...] = ()


INKS: dict[str, Ink] = {"event": PLAIN, "round": TITLE, "score": PLAIN, "notice": ALERT}


def rows(
    entries: Sequence[Entry], glyphs: Glyphs, width: int, height: int, back: int = 0
) -> list[Row]:
    """The last rows that fit, or those `back` rows before."""
    out: list[Row] = []
    scorings = 0
    for entry in reversed(entries):
        if len(out) >= height + back:
            break
        # A click on a scoring says which one it is, counted from the latest.
        hit = f"scoring {scorings}" if entry.kind == "score" else ""
        scorings += bool(hit)
        out += reversed(_entry(entry, glyphs, width, hit))
    out.reverse()
    end = len(out) - back
    return out[max(0, end - height) : end] if back else out[-height:]


def _entry(entry: Entry, glyphs: Glyphs, width: int, hit: str = "") -> list[Row]:
    """One entry, wrapped, with its player's sign in front."""
    ink = INKS.get(entry.kind, PLAIN)
    if entry.kind == "round":
        line = f"{glyphs.rule * 2} {entry.text} "
        return [pad([Run(line + glyphs.rule * (width - len(line)), ink)], width)]
    lines = wrap(entry.text, width - 2)
    sign = Run(glyphs.piece(entry.colour), piece(entry.colour)) if entry.colour else Run(" ", PLAIN)
    first = pad([sign, Run(" ", PLAIN), Run(lines[0], ink, hit)], width)
    return [first, *(pad([Run("  ", DIM), Run(line, ink, hit)], width) for line in lines[1:])]


class LogPane(Painted, can_focus=True):
    """The pane of the log."""

    DEFAULT_CSS = "LogPane { height: 1fr; width: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(1)", "older", show=False, id="log.up"),
        Binding("down,j", "scroll(-1)", "newer", show=False, id="log.down"),
        Binding("pageup", "scroll(10)", "older", show=False, id="log.pageup"),
        Binding("pagedown", "scroll(-10)", "newer", show=False, id="log.pagedown"),
        Binding("end", "scroll(-100000)", "newest", show=False, id="log.end"),
        Binding("enter", "ask", "why these points", show=False, id="log.why"),
    ]

    class Asked(Taken):
        """A person wants to know why points were given."""

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self._entries: Sequence[Entry] = ()
        self._back = 0

    def show(self, entries: Sequence[Entry]) -> None:
        """Shows a log, scrolled to its end if it grew."""
        if len(entries) != len(self._entries):
            self._back = 0
        self._entries = entries
        self._draw()

    def _draw(self) -> None:
        self.draw_with(
            lambda width, height: rows(self._entries, self._glyphs, width, height, self._back)
        )

    def action_scroll(self, by: int) -> None:
        """Goes back by some rows, or forward."""
        total = len(rows(self._entries, self._glyphs, self.size.width, 10**6))
        self._back = max(0, min(self._back + by, total - self.size.height))
        self._draw()

    def action_ask(self) -> None:
        """Enter: why points were given."""
        self.post_message(self.Asked())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Goes back."""
        self.action_scroll(3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Goes forward."""
        self.action_scroll(-3)
