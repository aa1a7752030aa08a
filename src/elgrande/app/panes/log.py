"""The log: what happened, newest below; it scrolls with the keys and the wheel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.panes.taken import Taken
from elgrande.app.panes.text_runs import Row, Run, pad, wrap
from elgrande.app.panes.text_styles import ALERT, DIM, PLAIN, TITLE, TextStyle, piece
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs


@dataclass(frozen=True)
class Entry:
    """One line of the log: its text, whose doing it is, and how it is shown.

    ``kind`` is "event", "round" (a heading), "score" or "notice". ``at`` are the ids
    of the regions and the Castillo where it happened.
    """

    text: str
    colour: str = ""
    kind: str = "event"
    at: tuple[str, ...] = ()


def rows(
    entries: Sequence[Entry], glyphs: Glyphs, width: int, height: int, back: int = 0
) -> list[Row]:
    """Return the last rows that fit, or those ``back`` rows before."""
    out: list[Row] = []
    scorings = 0
    for entry in reversed(entries):
        if len(out) >= height + back:
            break
        # A click on a scoring says which one it is, counted from the latest.
        hit = f"scoring {scorings}" if entry.kind == "score" else ""
        scorings += bool(hit)
        style = ALERT if entry.kind == "notice" else TITLE if entry.kind == "round" else PLAIN
        out += reversed(entry_rows(entry, glyphs, width, style, hit=hit))
    out.reverse()
    end = len(out) - back
    return out[max(0, end - height) : end] if back else out[-height:]


def entry_rows(
    entry: Entry, glyphs: Glyphs, width: int, style: TextStyle, *, mark: str = "", hit: str = ""
) -> list[Row]:
    """Return one entry, wrapped behind its player's sign and, before that, a mark."""
    if entry.kind == "round":
        line = f"{glyphs.rule * 2} {entry.text} "
        return [pad([Run(line + glyphs.rule * (width - len(line)), style)], width)]
    sign = Run(glyphs.piece(entry.colour), piece(entry.colour)) if entry.colour else Run(" ", PLAIN)
    indent = len(mark) + 2
    first, *rest = wrap(entry.text, width - indent)
    gap, under = (style, style) if mark else (PLAIN, DIM)
    lines = [[sign, Run(" ", gap), Run(first, style, hit)]]
    lines += [[Run(" " * indent, under), Run(line, style, hit)] for line in rest]
    if mark:
        lines[0].insert(0, Run(mark, style))
    return [pad(runs, width, gap) for runs in lines]


# Textual's RichLog wraps when a line is written: here lines are wrapped anew for every width,
# forgotten when a round ends, and a scoring among them can be clicked.
class LogPane(WheelWidget, can_focus=True):
    """The pane of the log."""

    BINDINGS = bindings("log")

    class Asked(Taken):
        """A person wants to know why points were given."""

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(self._lines, id=id)
        self._glyphs = glyphs
        self._entries: Sequence[Entry] = ()
        self._back = 0

    def show(self, entries: Sequence[Entry]) -> None:
        """Show a log, scrolled to its end if it grew."""
        if len(entries) != len(self._entries):
            self._back = 0
        self._entries = entries
        self.redraw()

    def _lines(self, width: int, height: int) -> list[Row]:
        return rows(self._entries, self._glyphs, width, height, self._back)

    def action_scroll(self, by: int) -> None:
        total = len(rows(self._entries, self._glyphs, self.size.width, 10**6))
        self._back = max(0, min(self._back + by, total - self.room))
        self.redraw()

    def action_ask(self) -> None:
        self.post_message(self.Asked(self))

    def wheel(self, by: int) -> None:
        self.action_scroll(-by)
