"""Since your last turn: what happened, told fact by fact at the reader's pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Horizontal

from elgrande.app.chronicle import Chronicle
from elgrande.app.ink import DIM, PLAIN, TITLE, Row, Run, pad, piece, width_of
from elgrande.app.map.chart import load
from elgrande.app.map.pane import MapPane
from elgrande.app.map.reading import read
from elgrande.app.painted import Painted
from elgrande.app.panes.facts import FactPane, FactsPane, Telling
from elgrande.app.toosmall import Roomy
from elgrande.rules.events import OnlyAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from elgrande.app.guide import Guide
    from elgrande.app.panes.log import Entry
    from elgrande.rules import View
    from elgrande.rules.events import Event

LEAST = (28, 4)
"""Cells beside the map for the facts, and above and below it."""


def news(guide: Guide, round: int, told: Iterable[tuple[int, Event]]) -> list[Entry]:
    """The lines of the log for some events, without the heading of a round that was known.

    `round` is the present one.
    """
    chronicle = Chronicle(guide, round)
    # That somebody had no choice is for the log: what came of it is the news.
    chronicle.add((n, event) for n, event in told if not isinstance(event, OnlyAnswer))
    return chronicle.entries[1:]


def weighs(facts: Sequence[Entry]) -> int:
    """How much there is to tell: headings tell nothing."""
    return sum(fact.kind != "round" for fact in facts)


class RecapScreen(Roomy[None]):
    """The facts beside the map, where the places of each are lit; it answers nothing."""

    # The keys are the screen's own: the list has none, and the map would take the arrows.
    AUTO_FOCUS = "FactsPane"

    CSS = """
    RecapScreen { layout: vertical; background: $background; }
    RecapScreen #whose { height: 1; }
    RecapScreen #middle { height: 1fr; }
    RecapScreen #facts { margin: 0 0 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,right,down,l,j", "step(1)", "next", show=False, id="recap.next"),
        Binding("left,up,h,k,backspace", "step(-1)", "before", show=False, id="recap.back"),
        Binding("end", "step(1000000)", "all at once", show=False, id="recap.all"),
        Binding("escape,q", "skip", "skip", show=False, id="recap.skip"),
    ]

    def __init__(self, view: View, guide: Guide, seat: int, facts: Sequence[Entry]) -> None:
        """`facts` are at least one, as `news` makes them of what the seat may know."""
        super().__init__()
        self._view = view
        self._guide = guide
        self._seat = seat
        self._facts = list(facts)
        # A heading is read with what stands below it.
        self._stops = [i for i, fact in enumerate(facts) if fact.kind != "round"] or [0]
        self.at = 0

    def compose(self) -> ComposeResult:
        """A heading, the map and the facts, the fact of the moment."""
        yield Painted(id="whose")
        with Horizontal(id="middle"):
            yield MapPane(self._guide.glyphs, id="map")
            yield FactsPane(id="facts")
        yield FactPane(id="fact")

    def on_mount(self) -> None:
        """Shows the first fact."""
        self.query_one(MapPane).can_focus = False
        self.query_one("#whose", Painted).draw_with(self._heading)
        self._arrange()
        self._show()

    def on_resize(self) -> None:
        """The drawing that fits."""
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.app.size
        charts = [load(size) for size in ("huge", "large", "compact")]
        fits = (c for c in charts if c.width + LEAST[0] <= width and c.height + LEAST[1] <= height)
        self.query_one(MapPane).use(next(fits, charts[-1]).name)

    def _heading(self, width: int, _height: int) -> list[Row]:
        glyphs, colour = self._guide.glyphs, self._guide.colour(self._seat)
        name = self._guide.player(self._seat)
        runs = [
            Run(" ", PLAIN),
            Run(glyphs.piece(colour), piece(colour)),
            Run(f" {name}: since your last turn", TITLE),
        ]
        note = [Run("the map shows how things stand now ", DIM)]
        return [(*pad(runs, width - width_of(note)), *note)]

    def _show(self) -> None:
        """Paints the fact, and lights on the map where it happened."""
        last = self.at == len(self._stops) - 1
        keys = [self.keys.key("recap.next", "to the table" if last else "next")]
        if self.at:
            keys.append(self.keys.key("recap.back", "back"))
        if not last:
            keys.append(self.keys.key("recap.all", "all at once"))
        keys.append(self.keys.key("recap.skip", "skip"))
        telling = Telling(self._facts, self._stops[self.at], self._how_far(), tuple(keys))
        self.query_one(FactsPane).show(telling, self._guide.glyphs)
        self.query_one(FactPane).show(telling, self._guide.glyphs)
        self.query_one(MapPane).show(read(self._view, self._guide, telling.fact.at))

    def _how_far(self) -> str:
        """How many facts were read."""
        return f"{self.at + 1} of {len(self._stops)}"

    def rekeyed(self) -> None:
        """The strip names other keys."""
        self._show()

    def action_step(self, by: int) -> None:
        """Another fact; the step after the last one leads to the table."""
        last = len(self._stops) - 1
        if by > 0 and self.at == last:
            self.dismiss(None)
            return
        self.at = max(0, min(self.at + by, last))
        self._show()

    def action_skip(self) -> None:
        """To the table; the log has it all."""
        self.dismiss(None)

    @on(Painted.Hit)
    async def _hit(self, message: Painted.Hit) -> None:
        """A click on one of the keys."""
        message.stop()
        await self.press(message.hit.partition(" ")[2])

    @on(MapPane.PlaceChosen)
    def _on_map(self, message: MapPane.PlaceChosen) -> None:
        """So does one on the map, which has nothing to choose."""
        message.pane.point("")
        self.action_step(1)

    def on_click(self, event: events.Click) -> None:
        """A click anywhere else goes on."""
        self.action_step(1)
