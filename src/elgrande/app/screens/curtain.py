"""The curtain between players at one keyboard: a blank screen until the right one sits there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import PLAIN, STRONG, Row, Run, cells, keyed, pad, piece
from elgrande.app.painted import Painted
from elgrande.app.toosmall import Roomy

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from elgrande.app.glyphs import Glyphs


class CurtainScreen(Roomy[None]):
    """Covers everything; Enter or a click lifts it."""

    DEFAULT_CSS = "CurtainScreen { background: $surface; } CurtainScreen Painted { height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "lift", "go on", show=False, id="curtain.lift"),
    ]

    def __init__(self, name: str, colour: str, glyphs: Glyphs) -> None:
        super().__init__()
        self._name = name
        self._colour = colour
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        """Nothing but a few words."""
        yield Painted(id="curtain")

    def on_mount(self) -> None:
        """Writes them."""
        self.query_one(Painted).draw_with(self._rows)

    def _rows(self, width: int, height: int) -> list[Row]:
        who = [
            Run(f" {self._glyphs.piece(self._colour)} ", piece(self._colour)),
            Run(f" {self._name}", STRONG),
            Run(" chooses in secret.", PLAIN),
        ]
        lines = [
            who,
            [],
            [Run("The others look away, please.", PLAIN)],
            [],
            keyed(self.keys.name("curtain.lift"), "when only you can see this screen", "lift"),
        ]
        top = max(0, (height - len(lines)) // 2)
        out = [pad([], width) for _ in range(top)]
        for line in lines:
            indent = max(0, (width - sum(cells(run.text) for run in line)) // 2)
            out.append(pad([Run(" " * indent, PLAIN), *line], width))
        return out

    def action_lift(self) -> None:
        """The right person sits there."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click lifts it too."""
        self.dismiss(None)
