"""The rules of the game in play, to search and to read.

Typing filters, arrows choose, Enter goes into the entry, where a digit follows a
link. What an entry says never depends on a position, so nothing secret shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget, PagePane
from elgrande.app.panes.lists import ContentsEntry, ContentsPane
from elgrande.app.panes.text_runs import (
    DIM,
    KEY,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    TextStyle,
    bare_keys,
    pad,
    paragraph,
    wrap,
)
from elgrande.app.settings.bindings import Key, bindings
from elgrande.app.terminal.app_screen import AppScreen
from elgrande.content.documents import cited
from elgrande.content.reference import Reference, RuleEntry, about, reference
from elgrande.rules import Decision

SOURCES = {
    "printed": "printed in the rulebooks",
    "deduced": "deduced from the rulebooks",
    "reconstructed": "reconstructed: not in the rulebooks, our best guess",
}
WIDE = [(140, "wide")]
"""From this width on the list has room for long titles."""
WIDEST = 76
"""Text wider than this is tiring to read."""
NOTHING = "No rule contains these words. {rules.back} clears the search."

SCROLL = "{page.up,page.down|arrows}"
CHOOSE = "{rules.up,rules.down|arrows}"
BACK = "{rules.back}"
"""Keys of the screen, named as ``Keys.say`` reads them."""


def rules_about(guide: Guide, subject: str, decision: Decision | None = None) -> RulesScreen:
    """Return the rules of a game, with a card or target and the question of the moment first.

    ``subject`` is ``card 12`` or ``target galicia``, or empty.
    """
    book = reference(guide.setup)
    what, _, which = subject.partition(" ")
    found: list[RuleEntry | None] = []
    if what == "card":
        found.append(book.card(guide.rules.cards[int(which)].id))
    elif what == "target" and f"region-{which}" in book:
        found.append(book.about(f"region-{which}"))
    elif what == "target" and which in book:
        found.append(book.about(which))
    if decision is not None:
        found += [entry for entry, _ in book.asked(decision, guide.rules)]
        found += map(book.card, about(decision, guide.rules))
        if decision.card >= 0:
            found.append(book.card(guide.rules.cards[decision.card].id))
    start = dict.fromkeys(entry.id for entry in found if entry is not None)
    return RulesScreen(guide.glyphs, book, tuple(start), "About this moment")


class RulesScreen(AppScreen[None]):
    """The reference; ``start`` are ids to show first, under the heading ``about``."""

    CSS = """
    RulesScreen { layout: vertical; background: $surface; }
    RulesScreen #top { height: 1; }
    RulesScreen #search { height: 1; border: none; padding: 0 1; background: $panel; }
    RulesScreen #search:focus { border: none; }
    RulesScreen #contents { width: 33; }
    RulesScreen.wide #contents { width: 56; }
    RulesScreen #gap { width: 2; height: 1fr; }
    RulesScreen #keys { height: 1; }
    """

    HORIZONTAL_BREAKPOINTS = WIDE
    BINDINGS = bindings("rules")

    def __init__(
        self,
        glyphs: Glyphs,
        book: Reference,
        start: Sequence[str] = (),
        about: str = "About this",
    ) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._book = book
        self._start = tuple(start)
        self._about = about
        self._items: list[ContentsEntry] = []
        self._cursor = 0
        self._before: list[str] = []
        """The entries that links led away from."""
        self.entry: RuleEntry | None = None
        """The entry that is shown."""

    def compose(self) -> ComposeResult:
        title = [Run(" The rules, in our own words", TITLE)]
        yield LineWidget(lambda width, _height: [pad(title, width)], id="top")
        yield Input(placeholder="type to search", id="search")
        with Horizontal(id="body"):
            yield ContentsPane(self._glyphs, id="contents")
            gap = [Run(self._glyphs.bar, DIM)]
            yield LineWidget(lambda width, height: [pad(gap, width)] * height, id="gap")
            yield PagePane(self._rows, id="entry")
        yield LineWidget(self._keys, id="keys")

    def on_mount(self) -> None:
        self._fill("")

    # -- showing -----------------------------------------------------------

    def _fill(self, text: str) -> None:
        """List what is found for a text; for none, all of it by chapter."""
        items: list[ContentsEntry] = []
        if text.strip():
            items = [ContentsEntry(entry.title, entry.id) for entry in self._book.search(text)]
        else:
            first = [self._book.about(name) for name in self._start]
            parts = [(self._about, tuple(first))] if first else []
            for name, entries in (*parts, *self._book.chapters):
                items.append(ContentsEntry(name))
                items += [ContentsEntry(entry.title, entry.id) for entry in entries]
        self._items = items
        self._before.clear()
        self._cursor = next((i for i, item in enumerate(items) if item.id), -1)
        self._show_cursor()

    def _show_cursor(self) -> None:
        """Paint the list, and the entry under its cursor."""
        found = self._items[self._cursor] if self._cursor >= 0 else None
        self.query_one(ContentsPane).show(self._items, self._cursor)
        self._open(self._book.about(found.id) if found else None)

    def _open(self, entry: RuleEntry | None) -> None:
        """Show an entry from its beginning."""
        self.entry = entry
        pane = self.query_one(PagePane)
        pane.action_move(-(10**6))
        self._show_keys()

    def _rows(self, width: int) -> list[Row]:
        """Return the entry: chapter, title, text, links, and where we have it from."""
        entry = self.entry
        if entry is None:
            return paragraph(self.keys.say(NOTHING), width)
        out: list[Row] = []

        def say(text: str, style: TextStyle, lead: str = "", hit: str = "", key: str = "") -> None:
            for i, line in enumerate(wrap(text, min(width - 1, WIDEST) - len(lead))):
                head = Run(key, KEY, hit) if key and not i else Run(lead[: len(key)], PLAIN)
                rest = Run(lead[len(key) :], PLAIN)
                out.append(pad([head, rest, Run(line, style, hit)], width))

        say(entry.chapter, DIM)
        say(entry.title, STRONG)
        out.append(pad([], width))
        say(entry.text, PLAIN)
        if entry.see_also:
            out.append(pad([], width))
            say("See also", TITLE)
            for n, name in enumerate(entry.see_also, 1):
                say(self._book.about(name).title, PLAIN, "    ", f"link {n}", f" {n} ")
        out.append(pad([], width))
        part = "in part " * entry.partly
        say(
            f"Source: {cited(entry.cite, entry.confidence, f'{part}{SOURCES[entry.confidence]}')}",
            DIM,
        )
        return out

    def _show_keys(self) -> None:
        self.query_one("#keys", LineWidget).redraw()

    def _keys(self, width: int, _height: int) -> list[Row]:
        """Return the keys of the moment."""
        if self._reading:
            keys = [(SCROLL, "scroll"), (BACK, "back"), ("{rules.change}", "to the list")]
            if self.entry is not None and self.entry.see_also:
                keys.insert(1, (f"1-{len(self.entry.see_also)}", "see also"))
        else:
            keys = [("type", "to search"), (CHOOSE, "choose"), ("Enter", "read"), (BACK, "")]
            typed = self.query_one(Input).value
            keys[-1] = (BACK, "clears" if typed else "back")
        named = (Key("", self.keys.say(key), label) for key, label in keys)
        return [pad([Run(" ", PLAIN), *bare_keys(named, PLAIN)], width)]

    # -- keys and clicks ---------------------------------------------------

    @property
    def _reading(self) -> bool:
        """Whether the keyboard is in the entry."""
        return isinstance(self.focused, PagePane)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill(event.value)

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        self._read()

    def _read(self) -> None:
        if self.entry is not None:
            self.set_focus(self.query_one(PagePane))
            self._show_keys()

    def action_move(self, by: int) -> None:
        """Move the cursor over the entries; headings are passed over."""
        places = [i for i, item in enumerate(self._items) if item.id]
        if not places or self._reading:
            return
        at = places.index(self._cursor) + by
        self._cursor = places[max(0, min(at, len(places) - 1))]
        self._show_cursor()

    def action_change(self) -> None:
        if self._reading:
            self._leave_entry()
        else:
            self._read()

    def action_link(self, number: int) -> None:
        if self.entry is None or number > len(self.entry.see_also):
            return
        self._before.append(self.entry.id)
        self._open(self._book.about(self.entry.see_also[number - 1]))
        self._read()

    def action_back(self) -> None:
        """Go back: to the entry before, to the list, to everything, away."""
        if self._before:
            self._open(self._book.about(self._before.pop()))
        elif self._reading:
            self._leave_entry()
        elif self.query_one(Input).value:
            self.query_one(Input).value = ""
        else:
            self.dismiss(None)

    def _leave_entry(self) -> None:
        """Go back to the list, and to the entry under its cursor."""
        self._before.clear()
        self.query_one(Input).focus()
        self._show_cursor()

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        if message.what == "link":
            self.action_link(int(message.which))
        elif message.what == "item":
            self._before.clear()
            ids = [item.id for item in self._items]
            self._cursor = ids.index(message.which)
            self._show_cursor()

    def on_contents_pane_scrolled(self, message: ContentsPane.Scrolled) -> None:
        self.query_one(Input).focus()
        self.action_move(message.by)
