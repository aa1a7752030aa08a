"""The end: the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import DIM, KEY, PLAIN, STRONG, TITLE, Ink, Row, Run, cells, fit, pad, piece
from elgrande.app.painted import Painted
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.guide import Guide
    from elgrande.rules import View


def ranking(view: View) -> list[tuple[int, int]]:
    """Rank and seat, best first; equal scores share a rank (FACTS 7)."""
    seats = sorted(range(view.rules.n), key=lambda seat: -view.score(seat))
    best = [view.score(seat) for seat in seats]
    return [(best.index(view.score(seat)) + 1, seat) for seat in seats]


def rows(view: View, guide: Guide, width: int) -> list[Row]:
    """The ranking with a bar each."""
    ranks = ranking(view)
    top = max(1, view.score(ranks[0][1]))
    winners = [guide.player(seat) for rank, seat in ranks if rank == 1]
    said = f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} share victory."
    out = [pad([Run(said, TITLE)], width), pad([], width)]
    room = max(0, width - 34)
    for rank, seat in ranks:
        colour = guide.colour(seat)
        name = fit(guide.player(seat), 16, guide.glyphs.more)
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
    keys = [Run("[Enter]", KEY, "look"), Run(" look at the table   ", PLAIN, "look"),
            Run("[q]", KEY, "menu"), Run(" menu", PLAIN, "menu")]  # fmt: skip
    note = "Undo brings the game back: u at the table."
    return [*out, pad([], width), pad([Run(note, DIM)], width), pad(keys, width)]


class FinalScreen(Dialog[str]):
    """Shows who has won; returns "menu" or nothing."""

    DEFAULT_CSS = """
    FinalScreen > #box { height: 15; }
    FinalScreen Painted { height: 1fr; width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape", "close", "look at the table", show=False, id="final.look"),
        Binding("q,m", "menu", "menu", show=False, id="final.menu"),
    ]

    title_text = "The game is over"
    hint = ""

    def __init__(self, view: View, guide: Guide) -> None:
        super().__init__()
        self._view = view
        self._guide = guide

    def content(self) -> Iterator[Widget]:
        """The ranking."""
        yield Painted(id="ranking")

    def on_mount(self) -> None:
        """Writes it."""
        self.query_one(Painted).draw_with(lambda width, _h: rows(self._view, self._guide, width))

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on one of the two ways on."""
        self.dismiss("menu" if message.hit == "menu" else None)

    def action_menu(self) -> None:
        """Back to the menu."""
        self.dismiss("menu")
