"""Settings as rows: a title and what is chosen, in groups; arrows move and change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from textual.message import Message

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.taken import Taken
from elgrande.app.panes.text_runs import Row, Run, filled, pad
from elgrande.app.panes.text_styles import CHOSEN, DIM, KEY, PLAIN, TITLE, TextStyle
from elgrande.app.settings.bindings import bindings
from elgrande.content.setup import PERSON, Player

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events

    from elgrande.app.panes.glyphs import Glyphs


@dataclass(frozen=True)
class Option:
    """One row: a key, a title, its group, and the choices; without choices it is a door.

    ``said`` is what people read for a choice, where that is not its name.
    """

    key: str
    title: str
    group: str
    choices: tuple[str, ...] = ()
    value: str = ""
    said: Mapping[str, str] = field(default_factory=dict)


T = TypeVar("T")


def turned(choices: Sequence[T], now: T, by: int) -> T:
    """Return the choice so many after the present one, round at the ends."""
    at = choices.index(now) if now in choices else 0
    return choices[(at + by) % len(choices)]


def stepper(value: str, style: TextStyle, row: int, sign: TextStyle = KEY) -> list[Run]:
    """Return a value between two signs; a click means ``less ROW`` or ``more ROW``."""
    less, more = f"less {row}", f"more {row}"
    return [Run("<", sign, less), Run(f" {value} ", style, more), Run(">", sign, more)]


def plays(player: Player) -> str:
    """Return who plays a seat, in words."""
    return "person" if player.source == PERSON else f"bot: {player.source}"


TITLES = 24
"""Cells for the titles."""


def rows(
    options: Sequence[Option], cursor: int, glyphs: Glyphs, width: int
) -> tuple[list[Row], list[int]]:
    """Return the rows, and which option each belongs to (-1 for a heading)."""
    out: list[Row] = []
    owners: list[int] = []
    group = ""
    for i, option in enumerate(options):
        if option.group != group:
            group = option.group
            out += [pad([], width)] * bool(out) + [pad([Run(group, TITLE)], width)]
            owners += [-1] * (len(out) - len(owners))
        style = CHOSEN if i == cursor else PLAIN
        mark = glyphs.hand if i == cursor else " "
        sign = CHOSEN if i == cursor else DIM
        runs = [Run(filled(f"{mark} {option.title}", TITLES), style)]
        if option.choices:
            runs += stepper(option.said.get(option.value, option.value), style, i, sign)
        else:
            runs.append(Run(option.value, sign, f"open {i}"))
        out.append(pad(runs, width, style))
        owners.append(i)
    return out, owners


# Textual's Select opens a list over the rows, and its DataTable edits nothing: here every choice
# is one key away and tried at once. The cursor has a sign, since NO_COLOR leaves no other mark.
class OptionsPane(LineWidget, can_focus=True):
    """The rows; it posts a change, or that a door was opened."""

    DEFAULT_CSS = "OptionsPane { height: auto; width: 1fr; }"

    BINDINGS = bindings("options")

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
        super().__init__(self._list, id=id)
        self._glyphs = glyphs
        self._options = list(options)
        self._owners: list[int] = []
        self.cursor = 0

    @property
    def option(self) -> Option:
        """What is under the cursor."""
        return self._options[self.cursor]

    def on_mount(self) -> None:
        self.styles.height = len(rows(self._options, 0, self._glyphs, 80)[0])

    def fill(self, options: Sequence[Option], glyphs: Glyphs) -> None:
        """Show other values."""
        self._options = list(options)
        self._glyphs = glyphs
        self.redraw()

    def _list(self, width: int, height: int) -> list[Row]:
        made, self._owners = rows(self._options, self.cursor, self._glyphs, width)
        return made

    def point(self, index: int) -> None:
        """Put the cursor on an option."""
        self.cursor = index % len(self._options)
        self.redraw()
        self.post_message(self.Moved(self.option))

    def action_step(self, by: int) -> None:
        self.point(self.cursor + by)

    def action_change(self, by: int) -> None:
        """Take the next choice, or the one before; round at the ends."""
        option = self.option
        if option.choices:
            value = turned(option.choices, option.value, by)
            # At once: the next key may come before anybody has heard of this one.
            self._options[self.cursor] = replace(option, value=value)
            self.post_message(self.Changed(option, value))

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self, self.option))

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        message.stop()
        what, _, which = message.hit.partition(" ")
        self.point(int(which))
        if what == "open":
            self.action_choose()
        else:
            self.action_change(-1 if what == "less" else 1)

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._owners) and self._owners[event.y] >= 0:
            self.point(self._owners[event.y])
