"""All power cards as a page on which a hand is marked: what each brings and does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.listing import ListPane
from elgrande.app.panes.text_runs import Row, Run, cells, fit, pad, width_of, wrap
from elgrande.app.panes.text_styles import CHOSEN, DIM, PLAIN, STRONG

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.line_widget import LineWidget
    from elgrande.content.display import Ability

NAME = 21
"""Cells for the name of a card."""
WIDE = 100
"""From this width on, and where all cards fit below each other, a row has the card's whole text."""
TEXT = 3
"""Rows for the text of the card under the cursor."""


def columns(number: int, width: int, height: int) -> int:
    """Return in how many columns so many cards are shown: two only if they all fit then."""
    return 2 if height < number <= 2 * height and width >= 2 * (NAME + 15) else 1


def rows(
    guide: Guide, marked: Collection[int], cursor: int, width: int, height: int
) -> tuple[list[Row], int]:
    """Return the cards from high to low, and how many stand in a column.

    The card under the cursor is told in full below them, or the marked ones are summed up.
    """
    said = guide.shown.abilities(guide.rules, guide.names)
    values = guide.rules.power_values[::-1]
    room = height - (TEXT + 2 if said else 1)
    number = columns(len(values), width, room)
    deep = min(-(-len(values) // number), room)
    # Where not all have room, the window follows the cursor.
    first = max(0, min(cursor - room // 2, len(values) - deep)) if number == 1 else 0
    wide = width // number
    texts = bool(said) and number == 1 and width >= WIDE
    out: list[Row] = []
    for y in range(deep):
        line: list[Run] = []
        for x in range(number):
            at = first + x * deep + y
            if at < len(values):
                cell = _card(guide, values[at], said, marked, wide, cursor=at == cursor, text=texts)
                line += [*cell, Run(" " * (wide - width_of(cell)), PLAIN)]
        out.append(pad(line, width))
    if said:
        out += _told(guide, values[cursor], said, width)
    out += [pad([], width)] * (height - len(out) - 1)
    out.append(_spread(guide, marked, width))
    return out[:height], deep


def _card(
    guide: Guide,
    value: int,
    said: Mapping[int, Ability],
    marked: Collection[int],
    width: int,
    *,
    cursor: bool,
    text: bool,
) -> list[Run]:
    """Return a card in a row: its mark, value, name, what it brings, whether one must use it."""
    glyphs = guide.glyphs
    ink = CHOSEN if cursor else STRONG if value in marked else PLAIN
    mark = glyphs.yes if value in marked else " "
    digits = len(str(guide.rules.power_values[-1]))
    hand = glyphs.hand if cursor else " "
    ability = said.get(value)
    brings = guide.rules.power_numbers[value]
    name = fit(ability.name, NAME, glyphs.more) if ability else f"brings {brings or 'none'}"
    line = f"{hand}[{mark}] {value:>{digits}} {name:<{NAME}}"
    if ability:
        line += f"{brings:>2} {ability.note:<5}"
    if ability and text:
        line += fit(ability.text, width - cells(line) - 1, glyphs.more)
    return [Run(fit(line, width, glyphs.more), ink, f"mark {value}")]


def _told(guide: Guide, value: int, said: Mapping[int, Ability], width: int) -> list[Row]:
    """Return a card's whole text, under a rule that names it."""
    ability = said.get(value)
    if ability is None:
        return []
    rule = guide.glyphs.rule
    brings = guide.rules.power_numbers[value] or "nobody"
    title = f" {value} {ability.name}, brings {brings}, you {ability.note} "
    out = [pad([Run(rule, DIM), Run(title, STRONG), Run(rule * width, DIM)], width)]
    lines = wrap(ability.text, width - 1)[:TEXT]
    out += [pad([Run(f" {line}", PLAIN)], width) for line in lines]
    return out + [pad([], width)] * (TEXT - len(lines))


def _spread(guide: Guide, marked: Collection[int], width: int) -> Row:
    """Return what the marked cards come to: how many high, middle and low ones, what they bring."""
    values = guide.rules.power_values
    third = len(values) / 3
    parts = [0, 0, 0]
    for value in marked:
        parts[min(2, int(values.index(value) // third))] += 1
    low, middle, high = parts
    brings = sum(guide.rules.power_numbers[value] for value in marked)
    text = f" High {high}, middle {middle}, low {low}. Together they bring {brings}."
    return pad([Run(fit(text, width, guide.glyphs.more), DIM)], width)


class HandPage(ListPane):
    """The page; the cursor goes over all cards, Enter or a click posts the index of one."""

    DEFAULT_CSS = "HandPage { height: 1fr; width: 1fr; }"

    def __init__(
        self, guide: Guide, marked: Callable[[], Collection[int]], id: str | None = None
    ) -> None:
        super().__init__(guide.glyphs, id=id)
        self._guide = guide
        self._marked = marked
        self._values = guide.rules.power_values[::-1]
        self._deep = len(self._values)

    @property
    def value(self) -> int:
        """The card under the cursor."""
        return self._values[self.cursor]

    def seek(self, value: int) -> None:
        """Put the cursor on a card."""
        self.cursor = self._values.index(value)
        self.redraw()

    def _window(self, width: int, height: int) -> list[Row]:
        made, self._deep = rows(self._guide, self._marked(), self.cursor, width, height)
        return made

    def action_step(self, by: int) -> None:
        last = len(self._values) - 1
        goal = self.cursor + by
        self.cursor = goal % (last + 1) if abs(by) == 1 else max(0, min(goal, last))
        self.redraw()
        self.post_message(self.Moved(self.cursor))

    def across(self, way: int) -> None:
        """Move the cursor to the column before or after, where there is one."""
        goal = self.cursor + way * self._deep
        if 0 <= goal < len(self._values):
            self.cursor = goal
            self.redraw()

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: object) -> None:
        """Leave a click to the run that it hits."""

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        message.stop()
        self.seek(int(message.hit.removeprefix("mark ")))
        self.action_choose()
