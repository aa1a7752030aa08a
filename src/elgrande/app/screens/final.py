"""The end: who has won, how the race went, where the points came from, what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Horizontal, Vertical

from elgrande.app.ink import DIM, PLAIN, STRONG, TITLE, Ink, Row, Run, cells, keyed, pad, piece
from elgrande.app.painted import Painted
from elgrande.app.panes import tallied
from elgrande.app.panes.tabs import TabsPane
from elgrande.app.screens.dialog import Dialog
from elgrande.app.tally import tally
from elgrande.content.ranking import ranks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.guide import Guide
    from elgrande.rules import View
    from elgrande.rules.events import Event

LARGE = (118, 35)
"""From this width and height on everything is seen at once."""

PAGES = ("Ranking", "Race", "Sources", "Regions", "Scorings")


def ranking(view: View) -> list[tuple[int, int]]:
    """Rank and seat, best first; equal scores share a rank (FACTS 7)."""
    return ranks(view)


def rows(view: View, guide: Guide, width: int) -> list[Row]:
    """The ranking with a bar each."""
    found = ranking(view)
    top = max(1, view.score(found[0][1]))
    winners = [guide.player(seat) for rank, seat in found if rank == 1]
    said = f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} share victory."
    out = [pad([Run(said, TITLE)], width), pad([], width)]
    room = max(0, width - 34)
    for rank, seat in found:
        colour = guide.colour(seat)
        name = guide.called(seat, 16)
        length = round(view.score(seat) * room / top)
        bar = ("━" if guide.glyphs.half else "=") * length
        runs = [
            Run(f"{rank}. ", STRONG),
            Run(f" {guide.glyphs.piece(colour)} ", piece(colour)),
            Run(f" {name}{' ' * (17 - cells(name))}", PLAIN),
            Run(f"{view.score(seat):>4} ", STRONG),
            Run(bar, Ink(f"player-{colour}", "tray")),
        ]
        out.append(pad(runs, width))
    return out


class FinalScreen(Dialog[str]):
    """Shows who has won, and why.

    Returns "menu", one of `more` ("rematch", "replay"), or nothing, to look at the
    table. `events` are all that a spectator was told; without them there is only
    the ranking.
    """

    CSS = """
    FinalScreen > #box { height: 22; }
    FinalScreen #pages { height: 1fr; }
    FinalScreen #left { width: 1fr; height: 1fr; }
    FinalScreen #ranking { height: 1fr; width: 1fr; }
    FinalScreen #race { height: 1fr; width: 1fr; }
    FinalScreen #tables { height: 1fr; width: 1fr; }
    FinalScreen #keys { height: 2; width: 1fr; }
    FinalScreen.small #race, FinalScreen.small #tables { display: none; }
    FinalScreen.page-1 #race { display: block; }
    FinalScreen.page-1 #ranking { display: none; }
    FinalScreen.tables #left { display: none; }
    FinalScreen.tables #tables { display: block; }
    FinalScreen.big > #box { width: 134; height: 38; }
    FinalScreen.big #pages > TabsPane, FinalScreen.big #tabs { display: none; }
    FinalScreen.big #ranking { height: 8; }
    FinalScreen.big #left { width: 9fr; padding: 0 2 0 0; }
    FinalScreen.big #tables { width: 11fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape", "close", "look at the table", show=False, id="final.look"),
        Binding("q,m", "leave('menu')", "menu", show=False, id="final.menu"),
        Binding("r", "leave('rematch')", "rematch", show=False, id="final.rematch"),
        Binding("p", "leave('replay')", "replay", show=False, id="final.replay"),
        Binding("right,l,tab", "page(1)", "next page", show=False, id="final.next"),
        Binding("left,h,shift+tab", "page(-1)", "page before", show=False, id="final.previous"),
        *(Binding(str(n + 1), f"to_page({n})", name, show=False, id=f"final.page-{n + 1}")
          for n, name in enumerate(PAGES)),
    ]  # fmt: skip

    title_text = "The game is over"
    hint = ""

    def __init__(
        self,
        view: View,
        guide: Guide,
        events: Iterable[tuple[int, Event]] = (),
        more: Collection[str] = (),
    ) -> None:
        super().__init__()
        self._view = view
        self._guide = guide
        self._more = more
        scores = [view.score(seat) for seat in range(guide.rules.n)]
        self.tally = tally(guide.rules, scores, events)
        self._page = 0

    def content(self) -> Iterator[Widget]:
        """Ranking and race beside the tables, or one of them at a time."""
        # Imported only now: the plotting library is not needed to play.
        from elgrande.app.panes.race import RacePlot

        yield TabsPane(id="tabs")
        with Horizontal(id="pages"):
            with Vertical(id="left"):
                yield Painted(id="ranking")
                yield RacePlot(self.tally.race, self._guide, id="race")
            yield Painted(id="tables")
        yield Painted(id="keys")

    def on_mount(self) -> None:
        """Fills the panes."""
        self.query_one("#ranking", Painted).draw_with(
            lambda width, _height: rows(self._view, self._guide, width)
        )
        self.query_one("#tables", Painted).draw_with(lambda width, _height: self._tables(width))
        self.query_one("#keys", Painted).draw_with(self._keys)
        self._arrange()

    def on_resize(self) -> None:
        """Everything at once where it fits."""
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.app.size
        big = width >= LARGE[0] and height >= LARGE[1]
        self.set_class(big, "big")
        self.set_class(not big, "small")
        self.set_class(not big and self._page == 1, "page-1")
        self.set_class(not big and self._page > 1, "tables")
        self.query_one(TabsPane).show(PAGES, self._page, ("[", "]"))
        tables = self.query_one("#tables", Painted)
        tables.draw_with(lambda width, _height: self._tables(width))

    def _tables(self, width: int) -> list[Row]:
        """The tables that are seen now."""
        found = self.tally
        order = [seat for _, seat in ranking(self._view)]
        tables = (
            ("Source", found.sources), ("Region", found.targets), ("Scoring", found.scorings),
        )  # fmt: skip
        if self.has_class("big"):
            out: list[Row] = []
            for title, shares in tables:
                out += tallied.rows(title, shares, found, order, self._guide, width)
                out.append(pad([], width))
            return out
        title, shares = tables[max(0, self._page - 2)]
        return tallied.rows(title, shares, found, order, self._guide, width)

    def _keys(self, width: int, _height: int) -> list[Row]:
        """What to do next."""
        keys = [("final.look", "look at the table", "look")]
        if "rematch" in self._more:
            keys.append(("final.rematch", "rematch", "rematch"))
        if "replay" in self._more:
            keys.append(("final.replay", "replay", "replay"))
        keys.append(("final.menu", "menu", "menu"))
        runs: list[Run] = []
        for key, says, hit in keys:
            runs += keyed(self.keys.name(key), f"{says}   ", hit)
        note = self.keys.say("Undo brings the game back: {table.undo} at the table.")
        if self.has_class("small"):
            turn = self.keys.say("{final.next,final.previous|Arrows} turn the page.")
            note = f"{turn} {note}"
        return [pad([Run(note, DIM)], width), pad(runs, width)]

    def action_page(self, way: int) -> None:
        """The next page of a small window."""
        self.action_to_page((self._page + way) % len(PAGES))

    def action_to_page(self, page: int) -> None:
        """A page of a small window."""
        self._page = page
        self._arrange()

    @on(Painted.Hit)
    def _hit(self, message: Painted.Hit) -> None:
        """A click on a tab or on one of the ways on."""
        what, _, which = message.hit.partition(" ")
        if what == "tab":
            self.action_to_page(int(which))
        elif what == "look":
            self.dismiss(None)
        else:
            self.dismiss(what)

    def action_leave(self, where: str) -> None:
        """To the menu, to another game with the same players, or to the replay."""
        if where == "menu" or where in self._more:
            self.dismiss(where)
