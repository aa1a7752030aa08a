"""Settings as rows: a title and what is chosen, in groups; arrows move and change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.message import Message

from elgrande.app.closing import Taken
from elgrande.app.ink import CHOSEN, DIM, PLAIN, TITLE, Row, Run, cells, pad
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.binding import BindingType

    from elgrande.app.glyphs import Glyphs


@dataclass(frozen=True)
class Option:
    """One row: a key, a title, its group, and the choices; without choices it is a door."""

    key: str
    title: str
    group: str
    choices: tuple[str, ...] = ()
    value: str = ""


TITLES = 24
"""Cells for the titles."""


def rows(
    options: Sequence[Option], cursor: int, glyphs: Glyphs, width: int
) -> tuple[list[Row], list[int]]:
    """The rows, and which option each belongs to (-1 for a heading)."""
    out: list[Row] = []
    owners: list[int] = []
    group = ""
    for i, option in enumerate(options):
        if option.group != group:
            group = option.group
            out += [pad([], width)] * bool(out) + [pad([Run(group, TITLE)], width)]
            owners += [-1] * (len(out) - len(owners))
        ink = CHOSEN if i == cursor else PLAIN
        mark = glyphs.hand if i == cursor else " "
        title = f"{mark} {option.title}"
        runs = [Run(title + " " * (TITLES - cells(title)), ink)]
        if option.choices:
            runs += [
                Run("< ", CHOSEN if i == cursor else DIM, f"back {i}"),
                Run(option.value, ink, f"on {i}"),
                Run(" >", CHOSEN if i == cursor else DIM, f"on {i}"),
            ]
        else:
            runs.append(Run(option.value, CHOSEN if i == cursor else DIM, f"open {i}"))
        out.append(pad(runs, width, ink))
        owners.append(i)
    return out, owners


class OptionsPane(Painted, can_focus=True):
    """The rows; it posts a change, or that a door was opened."""

    DEFAULT_CSS = "OptionsPane { height: auto; width: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "up", show=False, id="options.up"),
        Binding("down,j", "step(1)", "down", show=False, id="options.down"),
        Binding("left,h", "change(-1)", "choice before", show=False, id="options.left"),
        Binding("right,l,space", "change(1)", "next choice", show=False, id="options.right"),
        Binding("enter", "choose", "keep or open", show=False, id="options.choose"),
    ]

    @dataclass
    class Changed(Message):
        """Another choice."""

        option: Option
        value: str

    @dataclass
    class Chosen(Taken):
        """Enter on an option."""

        option: Option

    @dataclass
    class Moved(Message):
        """The cursor came to another option."""

        option: Option

    def __init__(self, glyphs: Glyphs, options: Sequence[Option], id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self._options = list(options)
        self._owners: list[int] = []
        self.cursor = 0

    @property
    def option(self) -> Option:
        """What is under the cursor."""
        return self._options[self.cursor]

    def on_mount(self) -> None:
        """Shows the rows."""
        self.styles.height = len(rows(self._options, 0, self._glyphs, 80)[0])
        self._draw()

    def fill(self, options: Sequence[Option], glyphs: Glyphs) -> None:
        """Shows other values."""
        self._options = list(options)
        self._glyphs = glyphs
        self._draw()

    def _draw(self) -> None:
        def source(width: int, height: int) -> list[Row]:
            made, self._owners = rows(self._options, self.cursor, self._glyphs, width)
            return made

        self.draw_with(source)

    def point(self, index: int) -> None:
        """Puts the cursor on an option."""
        self.cursor = index % len(self._options)
        self._draw()
        self.post_message(self.Moved(self.option))

    def action_step(self, by: int) -> None:
        """Moves the cursor, round at the ends."""
        self.point(self.cursor + by)

    def action_change(self, by: int) -> None:
        """Takes the next choice, or the one before; round at the ends."""
        option = self.option
        if option.choices:
            at = option.choices.index(option.value) if option.value in option.choices else 0
            value = option.choices[(at + by) % len(option.choices)]
            # At once: the next key may come before anybody has heard of this one.
            self._options[self.cursor] = replace(option, value=value)
            self.post_message(self.Changed(option, value))

    def action_choose(self) -> None:
        """Enter."""
        self.post_message(self.Chosen(self.option))

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on a choice goes on to the next, or opens a door."""
        message.stop()
        what, _, which = message.hit.partition(" ")
        self.point(int(which))
        if what == "open":
            self.action_choose()
        else:
            self.action_change(-1 if what == "back" else 1)

    def on_click(self, event: events.Click) -> None:
        """A click elsewhere on a row puts the cursor there."""
        if event.y < len(self._owners) and self._owners[event.y] >= 0:
            self.point(self._owners[event.y])
