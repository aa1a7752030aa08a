"""Power cards: what lies there and is in hand, what can still be played, and a hand to be marked.

Of each player in a line; as a grid, a cell a card, in the same place for everybody; and as a page
on which all say what they bring and do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from elgrande.app.board.guide import Guide
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListPane
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    brief,
    cells,
    filled,
    fit,
    pad,
    spans,
    width_of,
    wrap,
)
from elgrande.content.display import Ability, ExtraRow
from elgrande.content.veil import known_extras
from elgrande.content.words.names import figure
from elgrande.rules import Position
from elgrande.rules.steps.hand import chosen_hand


def played(position: Position, seat: int, guide: Guide, *, wide: bool) -> list[Run]:
    """Return the power card of the round; with something added the total,
    briefly in a narrow row.
    """
    power = position.power(seat)
    added = guide.display.added(position, seat)
    if added is None:
        return [Run("plays ", DIM), Run(f"{power or guide.glyphs.dash:<2}", STRONG)]
    total = guide.rules.initiative(position, seat)
    lead = [Run("plays ", DIM)] if wide else []
    name = added.name if wide else added.sign
    gap = " " if wide else ""
    return [*lead, Run(f"{power}{gap}{name}{gap}={gap}", PLAIN), Run(figure(total), STRONG)]


def in_hand(position: Position, guide: Guide, seat: int, *, wide: bool) -> list[Run]:
    """Return the cards in hand, as far as they are known; the others are only counted."""
    if len(position.hand(seat)) > guide.rules.hand_size:
        how = "chosen" if "choose_hand" in guide.rules.steps else "dealt"
        text = f"to be {how}"
        if (kept := chosen_hand(position, seat)) is not None:
            text = f"{guide.rules.hand_size} chosen"
            text = spans(kept, guide.rules.power_values) if kept else text
        return [Run("hand ", DIM), Run(text, PLAIN)]
    found = _extras(position, guide, seat, wide)
    unseen = 0
    if position.drawers[seat] is None:
        unseen = sum(1 for owner, _ in position.unknown_cards if owner == seat)
        # What everybody knows is in no doubt; what somebody knows for himself is.
        unseen -= len(found) - len(position.extras(seat))
    text = " ".join([spans(position.hand(seat), guide.rules.power_values), *found]).strip()
    more = f", {unseen} hidden"
    if not text:
        # Of a hand that was kept or dealt unseen there is nothing that it could be more than.
        text, more = (f"{unseen} hidden", "") if unseen else (guide.glyphs.dash, "")
    return [Run("hand ", DIM), Run(text + more * (unseen > 0), PLAIN)]


def _extras(position: Position, guide: Guide, seat: int, wide: bool) -> list[str]:
    """Return what else than power cards is known to be there, privately too,
    by name or by its sign.
    """
    rules = guide.rules
    names = [rules.extra_hand[index] for index in known_extras(position, seat)]
    return [guide.name(name) if wide else guide.forms(name)[-1] for name in names]


def other_row(position: Position, guide: Guide, other: ExtraRow, width: int, *, wide: bool) -> Row:
    """Return somebody who has no seat, in one row: the facts, and how many caballeros are left.

    What is too long in words is said in short, so that nothing is cut.
    """
    runs = _other(guide, other, wide=wide)
    if wide and width_of(runs) > width:
        runs = _other(guide, other, wide=False)
    room = width - width_of(runs) - 1
    forms: tuple[str, ...] = ()
    if other.supply >= 0 and guide.shows(other.supply):
        number = str(position.count(other.kind, other.supply))
        forms = (f"{number} left", number)
    supply = Run(next((form for form in forms if cells(form) <= room), ""), DIM)
    return (*pad(runs, width - cells(supply.text)), supply)


def _other(guide: Guide, other: ExtraRow, *, wide: bool) -> list[Run]:
    """Return sign, name and facts of somebody who has no seat."""
    runs = [Run(" ", PLAIN)]
    if other.kind >= 0:
        runs += [
            guide.sign(other.kind),
            Run(f" {guide.names.owner(other.kind)}", STRONG, other.hit),
        ]
    for fact in other.facts:
        label = fact.label if wide else fact.short_label
        lead = (" " if wide else "") + (f" {label} " if label else " ")
        text = fact.said(wide) or guide.glyphs.dash
        runs += [Run(lead, DIM), Run(text, STRONG if fact.strong else PLAIN)]
    return runs


# -- what everybody can still play -----------------------------------------------------

NAMES = 12
"""The most cells for the names."""
NARROW = 6
"""The most where a hand in words would have no room beside those."""


def grid_rows(position: Position, guide: Guide, width: int) -> list[Row]:
    """Return a row a player; a hand of which not everything is known is told in words.

    The card of the round has a sign before it, one that was played before leaves a dot.
    """
    rules = guide.rules
    values = rules.power_values
    size = max(cells(str(value)) for value in values) + 1
    most = NAMES if width > 2 * (NAMES + 4) else NARROW
    names = min(most, max(cells(guide.player(seat)) for seat in range(rules.n_seats)))
    fits = names + 4 + size * len(values) <= width
    out: list[Row] = []
    for seat in range(rules.n_seats):
        runs = [
            Run(" ", PLAIN),
            guide.sign(seat),
            Run(f" {filled(guide.called(seat, names), names)} ", STRONG, f"seat {seat}"),
        ]
        unseen = any(owner == seat for owner, _ in position.unknown_cards)
        unseen |= len(position.hand(seat)) > rules.hand_size
        if not fits or rules.extra_hand or unseen:
            room = width - width_of(runs)
            told = [in_hand(position, guide, seat, wide=wide)[1] for wide in (True, False)]
            hand = told[width_of(told[:1]) > room]
            runs.append(hand._replace(text=brief(hand.text, room, guide.glyphs.more)))
        else:
            runs += _cells(position, guide, seat, size)
        out.append(pad(runs, width))
    return out


def _cells(position: Position, guide: Guide, seat: int, size: int) -> list[Run]:
    """Return a cell for every card that there is."""
    now, held = position.power(seat), set(position.hand(seat))
    out: list[Run] = []
    for value in guide.rules.power_values:
        if value == now:
            out.append(Run(f"{guide.glyphs.hand}{value}".rjust(size), TITLE))
        elif value in held:
            out.append(Run(f"{value:>{size}}", PLAIN))
        else:
            out.append(Run(f"{guide.glyphs.dot:>{size}}", DIM))
    return out


class PowersPane(LineWidget):
    """The pane of it."""

    DEFAULT_CSS = "PowersPane { width: 1fr; }"

    def show(self, position: Position, guide: Guide) -> None:
        """Show another position."""
        self.draw_with(lambda width, _height: grid_rows(position, guide, width))


# -- a page to mark a hand on ----------------------------------------------------------

NAME = 21
"""Cells for the name of a card."""
WIDE = 100
"""From this width on, and where all cards fit below each other, each has its text beside it."""
TEXT = 3
"""Rows for the text of the card under the cursor."""


def columns(number: int, width: int, height: int) -> int:
    """Return in how many columns so many cards are shown: two only if they all fit then."""
    return 2 if height < number <= 2 * height and width >= 2 * (NAME + 15) else 1


def hand_rows(
    guide: Guide, marked: Collection[int], cursor: int, width: int, height: int
) -> tuple[list[Row], int]:
    """Return the cards from high to low, and how many stand in a column.

    The card under the cursor is told in full below them, or the marked ones are summed up.
    """
    said = guide.display.abilities(guide.rules, guide.names)
    values = guide.rules.power_values[::-1]
    room = height - (TEXT + 2 if said else 1)
    number = columns(len(values), width, room)
    deep = min(-(-len(values) // number), room)
    # Where not all have room, the window follows the cursor.
    first = max(0, min(cursor - room // 2, len(values) - deep)) if number == 1 else 0
    wide = width // number
    below: dict[int, list[str]] = {}
    lead = NAME + 14 + len(str(values[0]))
    if said and number == 1 and width >= WIDE:
        below = {value: wrap(one.text, width - lead - 1) for value, one in said.items()}
        if sum(map(len, below.values())) > room:
            more = guide.glyphs.more
            below = {v: [fit(one.text, width - lead - 1, more)] for v, one in said.items()}
    out: list[Row] = []
    for y in range(deep):
        line: list[Run] = []
        for x in range(number):
            at = first + x * deep + y
            if at < len(values):
                told = below.get(values[at], [""])
                cell = _card(guide, values[at], said, marked, wide, told[0], cursor=at == cursor)
                line += [*cell, Run(" " * (wide - width_of(cell)), PLAIN)]
        out.append(pad(line, width))
        ink, hit = line[0].style, line[0].hit
        out += [pad([Run(" " * lead + more, ink, hit)], width) for more in told[1:]]
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
    text: str,
    *,
    cursor: bool,
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
        line = f"{line}{brings:>2} {ability.note:<5}{text}"
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
    def count(self) -> int:
        return len(self._values)

    @property
    def value(self) -> int:
        """The card under the cursor."""
        return self._values[self.cursor]

    def seek(self, value: int) -> None:
        """Put the cursor on a card."""
        self.cursor = self._values.index(value)
        self.redraw()

    def _window(self, width: int, height: int) -> list[Row]:
        made, self._deep = hand_rows(self._guide, self._marked(), self.cursor, width, height)
        return made

    def across(self, way: int) -> None:
        """Move the cursor to the column before or after, where there is one."""
        goal = self.cursor + way * self._deep
        if 0 <= goal < len(self._values):
            self.cursor = goal
            self.redraw()

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self, self.cursor))

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        message.stop()
        self.seek(int(message.hit.removeprefix("mark ")))
        self.action_choose()
