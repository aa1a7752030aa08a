"""The end: who has won, how the race went, where the points came from, what to do next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.keys import ACTIONS
from elgrande.app.panes import score_tables
from elgrande.app.panes.line_widget import LineWidget, TabsPane
from elgrande.app.panes.score_track import bar
from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    cells,
    filled,
    keyed,
    pad,
    piece,
    wrap,
)
from elgrande.app.settings.bindings import bindings
from elgrande.content.tally import tally
from elgrande.content.words.names import listed
from elgrande.content.words.scores import ranks
from elgrande.rules import View
from elgrande.rules.events import Event

LARGE = (118, 35)
"""From this width and height on everything is seen at once, if all tables have room."""
SMALL, MOST, AROUND = 22, 38, 4
"""The rows of the box for a page, for everything at most unless tables need more, and of its edges
and keys.
"""

FEW = 3
"""With so many seats there is room for the race below the ranking beside a command, too."""

PAGES = tuple(action.text for action in ACTIONS if action.id.startswith("over.page-"))


def rows(view: View, guide: Guide, width: int) -> list[Row]:
    """Return the ranking with a bar each."""
    found = ranks(view)
    top = max(1, view.score(found[0][1]))
    winners = [guide.player(seat) for rank, seat in found if rank == 1]
    said = f"{winners[0]} wins." if len(winners) == 1 else f"{listed(winners)} share the victory."
    out = [pad([Run(said, TITLE)], width), pad([], width)]
    room = max(0, width - 34)
    for rank, seat in found:
        colour = guide.colour(seat)
        runs = [
            Run(f"{rank}. ", STRONG),
            Run(f" {guide.glyphs.piece(colour)} ", piece(colour)),
            Run(f" {filled(guide.called(seat, 16), 17)}", PLAIN),
            Run(f"{view.score(seat):>4} ", STRONG),
            bar(guide, colour, round(view.score(seat) * room / top)),
        ]
        out.append(pad(runs, width))
    return out


def _broken(note: str, width: int) -> list[str]:
    """Return a note in rows; what is to be typed begins a row, to be copied in one piece."""
    lead, colon, command = note.partition(": ")
    if cells(note) <= width or not colon:
        return wrap(note, width)
    return [f"{lead}:", *wrap(command, width)]


class FinalScreen(Dialog[str]):
    """Shows who has won, and why.

    Returns "menu", one of ``more``, or nothing, to look at the
    table. ``events`` are all that a spectator was told; without them there is only
    the ranking.
    """

    comes_by_itself = True

    CSS = """
    FinalScreen #pages { height: 1fr; }
    FinalScreen #left { width: 1fr; height: 1fr; }
    FinalScreen #race { height: 1fr; width: 1fr; }
    FinalScreen #keys { height: 2; }
    FinalScreen.small #tables { display: none; }
    FinalScreen.small.elsewhere #keys { height: 5; }
    FinalScreen.small.crowded #race { display: none; }
    FinalScreen.small.crowded.page-1 #race { display: block; }
    FinalScreen.page-1 #ranking { display: none; }
    FinalScreen.tables #left { display: none; }
    FinalScreen.tables #tables { display: block; }
    FinalScreen.big > #box { width: 134; max-height: 100%; }
    FinalScreen.big #pages > TabsPane, FinalScreen.big #tabs { display: none; }
    FinalScreen.big #left { width: 9fr; padding: 0 2 0 0; }
    FinalScreen.big #tables { width: 11fr; }
    """

    BINDINGS = bindings("final", "over")

    title_text = "The game is over"
    hint = ""

    def __init__(
        self,
        view: View,
        guide: Guide,
        events: Iterable[tuple[int, Event]] = (),
        more: Collection[str] = (),
        *,
        home: str = "",
        note: str = "",
    ) -> None:
        """``home`` is what the key to the menu leads to, where that is none; ``note`` a sentence
        more.
        """
        super().__init__()
        self._home = home
        self._note = note
        self._view = view
        self._guide = guide
        self._more = more
        scores = [view.score(seat) for seat in range(guide.rules.n_seats)]
        self.tally = tally(guide.rules, scores, events)
        self.page = 0
        """The one that is seen, in a small window."""

    def content(self) -> Iterator[Widget]:
        # Imported only now: the plotting library is not needed to play.
        from elgrande.app.panes.seat_plots import RacePlot

        yield TabsPane(id="tabs")
        with Horizontal(id="pages"):
            with Vertical(id="left"):
                yield LineWidget(self._ranking, id="ranking")
                yield RacePlot(self.tally.race, self._guide, id="race")
            yield LineWidget(self._tables, id="tables")
        yield LineWidget(self._keys, id="keys")

    def on_mount(self) -> None:
        self._arrange()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.app.size
        made = self._made(width)
        rows = sum(map(len, made)) + len(made) - 1 + AROUND
        big = width >= LARGE[0] and height >= max(LARGE[1], rows)
        self.query_one("#box").styles.height = max(rows, min(MOST, height - 2)) if big else SMALL
        self.set_class(big, "big")
        self.set_class(not big, "small")
        # A table that is elsewhere has a command to tell, which may be long.
        self.set_class(bool(self._home), "elsewhere")
        self.set_class(bool(self._home) and self._guide.rules.n_seats > FEW, "crowded")
        self.set_class(not big and self.page == 1, "page-1")
        self.set_class(not big and self.page > 1, "tables")
        # The sentence, the seats and a blank row each; the race has what is left.
        self.query_one("#ranking", LineWidget).styles.height = self._guide.rules.n_seats + 3
        self.query_one(TabsPane).show(PAGES, self.page, self._guide.glyphs)
        self.query_one("#tables", LineWidget).redraw()

    def _ranking(self, width: int, _height: int) -> list[Row]:
        return rows(self._view, self._guide, width)

    def _made(self, width: int) -> list[list[Row]]:
        """Return all tables."""
        found = self.tally
        order = [seat for _, seat in ranks(self._view)]
        tables = (
            ("Source", found.sources), ("Region", found.targets), ("Scoring", found.scorings),
        )  # fmt: skip
        return [
            score_tables.rows(title, shares, found, order, self._guide, width)
            for title, shares in tables
        ]

    def _tables(self, width: int, _height: int) -> list[Row]:
        """Return the tables that are seen now."""
        made = self._made(width)
        if self.has_class("big"):
            return [row for table in made for row in (*table, pad([], width))]
        return made[max(0, self.page - 2)]

    def _keys(self, width: int, _height: int) -> list[Row]:
        """Return what to do next."""
        keys = [self.keys.key("over.look", "table")]
        keys += (self.keys.key(f"over.{name}") for name in self._more)
        runs: list[Run] = []
        for key in (*keys, self.keys.key("final.menu", self._home)):
            runs += keyed(key)
        notes = [self.keys.say(self._note)]
        if self.has_class("small"):
            turn = self.keys.say("{final.next,final.previous|Arrows} change the page.")
            notes = [turn, *(_broken(notes[0], width) if self._note else ())]
        return [*(pad([Run(note, DIM)], width) for note in notes), pad(runs, width)]

    def action_page(self, way: int) -> None:
        self.action_to_page((self.page + way) % len(PAGES))

    def action_to_page(self, page: int) -> None:
        self.page = page
        self._arrange()

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        if message.what == "tab":
            self.action_to_page(int(message.which))

    def action_look(self) -> None:
        """Look at the table."""
        self.dismiss(None)

    def action_lead(self, where: str) -> None:
        """Go to the menu, or to what else there is."""
        if where == "menu" or where in self._more:
            self.dismiss(where)
