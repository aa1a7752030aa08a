"""The round where power cards are action cards: each seat's card, stacks, and the own hand.

Every card can be read. Where action cards lie in stacks as well, a row of each follows the seats'.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from elgrande.app.board.guide import Guide
from elgrande.app.panes.cards_pane import CardsPane, places, stack_line
from elgrande.app.panes.line_widget import Taken
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    STRONG,
    Row,
    Run,
    cells,
    filled,
    fit,
    pad,
    spans,
    width_of,
    wrap,
)
from elgrande.content.display import Ability, TurnRow
from elgrande.content.words.names import capital
from elgrande.rules import Position, View
from elgrande.rules.pile import pile
from elgrande.rules.steps.hand import chosen_hand


class RoundStop(NamedTuple):
    """Where the cursor can be: an action card, of a seat's turn or with its value in the hand."""

    card: int
    seat: int = -1
    value: int = 0


def stops(position: Position, guide: Guide) -> tuple[RoundStop, ...]:
    """Return all that can be read here: the seats' cards in order, face-up cards, the own hand."""
    out: list[RoundStop] = []
    for row in guide.display.round(position, guide.names).rows:
        if row.card >= 0:
            out += [RoundStop(card, seat=row.seat) for card in (row.card, *row.others)]
    out += [RoundStop(slot.card) for slot in position.slots if slot.card >= 0]
    said = guide.display.abilities(guide.rules, guide.names)
    out += [
        RoundStop(said[value].card, value=value) for value in own_hand(position) if value in said
    ]
    return tuple(out)


def own_hand(position: Position) -> tuple[int, ...]:
    """Return the hand of whoever looks; nothing for one who has none, or has not chosen it."""
    seat = position.seat if isinstance(position, View) else None
    if seat is None or seat < 0:
        return ()
    hand = position.hand(seat)
    return hand if len(hand) <= position.rules.hand_size else chosen_hand(position, seat) or ()


def rows(
    position: Position,
    guide: Guide,
    width: int,
    height: int,
    cursor: RoundStop | None = None,
    lit: Collection[int] = (),
    playable: Collection[int] = (),
) -> list[Row]:
    """Return a row a seat and a stack, the text of the card in question, what lies on the board,
    and the hand.

    ``cursor`` is on one of the ``stops``; ``lit`` are the cards and ``playable`` the values among
    which one chooses now.
    """
    table = guide.display.round(position, guide.names)
    stacks = _stacks(position, guide, width, cursor, lit)
    out = [_turn(position, guide, row, width, cursor, lit) for row in table.rows] + stacks
    said = guide.display.abilities(guide.rules, guide.names)
    hand = _hand(own_hand(position), said, guide, width, cursor, playable)
    below = [row for one in table.below for row in _block(one.title, one.text, guide, width)]
    card = cursor.card if cursor else _in_question(position, table.rows)
    text = _explained(position, guide, card, cursor, said, width)
    told = _hand(own_hand(position), said, guide, width, cursor, playable, told=True)
    if len(out) + len(text) + len(below) + len(told) + 2 <= height:
        hand = told
    if len(out) + len(text) + len(hand) > height:
        # What is chosen among comes first; the Hands have the rest.
        hand = _hand(own_hand(position), said, guide, width, cursor, playable, headed=False)
        reads = cursor is not None and not lit
        if playable or reads or not any(row.number for row in table.rows):
            out = _in_brief(guide, table.rows, width) + stacks
        if not playable:
            hand = hand[: max(0, height - len(out) - len(text))]
    room = height - len(out) - len(text) - len(hand)
    if len(below) > room:
        # A title alone reminds of what the map marks as well.
        titles = ", ".join(one.title for one in table.below)
        below = [pad([Run(f" {fit(titles, width - 2, guide.glyphs.more)}", DIM)], width)]
        below = below[: max(0, room)]
    gap = [pad([], width)] if len(out) + len(text) + len(below) + len(hand) + 2 <= height else []
    body = [*out, *gap, *text, *below]
    return [*body[: max(0, height - len(hand))], *gap, *hand][:height]


def _stacks(
    position: Position, guide: Guide, width: int, cursor: RoundStop | None, lit: Collection[int]
) -> list[Row]:
    """Return a row for each stack: its key, its face-up card, who took it or how many are left."""
    at = cursor.card if cursor and cursor.seat < 0 and not cursor.value else -1
    return [
        stack_line(position, guide, index, width, 0 <= slot.card == at, lit)
        for index, slot in enumerate(position.slots)
    ]


def _in_brief(guide: Guide, table: Sequence[TurnRow], width: int) -> list[Row]:
    """Return what has been played in as few rows as hold it: ``130● 40■``."""
    runs: list[Run] = []
    out: list[Row] = []
    for row in table:
        if not row.value:
            continue
        hit = f"card {guide.rules.cards[row.card].id}"
        cell = [Run(f" {row.value:>{_digits(guide)}}", PLAIN, hit), guide.sign(row.seat, hit)]
        if width_of(runs) + width_of(cell) > width:
            out.append(pad(runs, width))
            runs = []
        runs += cell
    return [*out, pad(runs or [Run(" Nobody has played yet.", DIM)], width)]


def _in_question(position: Position, table: Sequence[TurnRow]) -> int:
    """Return the card that is explained when there is no cursor: the one in use, or to be used."""
    if position.card >= 0:
        return position.card
    return next((row.card for row in table if row.seat == position.actor), -1)


def _turn(
    position: Position,
    guide: Guide,
    row: TurnRow,
    width: int,
    cursor: RoundStop | None,
    lit: Collection[int],
) -> Row:
    """Return a seat's row: done or acting, role, value, who, how many, what is acted on."""
    glyphs = guide.glyphs
    hit = f"card {guide.rules.cards[row.card].id}" if row.card >= 0 else ""
    on = cursor is not None and cursor.seat == row.seat
    over = row.seat in position.turn_order[: position.turns_had]
    acts = row.seat in position.owing() if not row.number else row.seat == position.actor
    ink = CHOSEN if on else DIM if over else STRONG if acts else PLAIN
    mark = glyphs.yes if over else glyphs.hand if acts else " "
    role = glyphs.sign(row.role) if row.role else " "
    value = str(row.value) if row.value else glyphs.dash
    number = f" {row.number} " if row.number else "   " if over else " "
    runs = [
        Run(f"{mark}{role}{value:>{_digits(guide)}} ", ink, hit),
        guide.sign(row.seat, hit),
        Run(number, ink, hit),
    ]
    room = width - width_of(runs)
    who = guide.called(row.seat, min(8, room))
    text = row.text
    if on and cursor is not None:
        cards = (row.card, *row.others)
        text = f"{glyphs.left}{guide.card_name(cursor.card)}{glyphs.right}"
        if row.others:
            text += f" {cards.index(cursor.card) + 1} of {len(cards)}"
    if not (row.number or over) or not text:
        text = f"{who} {text}".rstrip()
    elif room - cells(text) - 1 >= cells(who) and width >= WIDE:
        text = f"{who:<8} {text}"
    if {row.card, *row.others} & set(lit) and acts and row.others:
        ink = CHOSEN if on else KEY
    runs.append(Run(fit(text, room, glyphs.more), ink, hit))
    return pad(runs, width)


BRINGS = "brings"
"""What stands over how many caballeros each card brings."""
NAME = 8
"""Cells for a name before a title."""
WIDE = 40
"""From this width on the rows have room for names."""


def _digits(guide: Guide) -> int:
    return len(str(guide.rules.power_values[-1]))


def _explained(
    position: Position,
    guide: Guide,
    card: int,
    cursor: RoundStop | None,
    said: dict[int, Ability],
    width: int,
) -> list[Row]:
    """Return a card's title and text; for another seat's also what it can still have in hand."""
    if card < 0:
        return []
    rules = guide.rules
    value = rules.cards[card].value
    title = guide.card_heading(card)
    text = guide.names.text(rules.cards[card].id)
    if rules.cards[card].stack:
        text = f"{places(rules.cards[card].caballeros)}{text}"
    if value in said:
        title = f"{value} {title}"
        begun = {position.power(seat) for seat in position.turn_order[: position.turns_begun]}
        uses = f"you {said[value].note} use it. {text}"
        if value not in begun or (cursor and cursor.value):
            uses = f"brings {rules.power_numbers[value] or 'nobody'}; {uses}"
        text = capital(uses)
    if cursor and cursor.seat >= 0:
        title = f"{guide.called(cursor.seat, NAME)}: {title}"
    out = _block(title, text, guide, width)
    if cursor and cursor.seat >= 0 and position.drawers[cursor.seat] is None:
        out += _may_hold(position, guide, cursor.seat, width)
    return out


def _may_hold(position: Position, guide: Guide, seat: int, width: int) -> list[Row]:
    """Return which cards a hidden hand can still hold: those that its seat has not played."""
    gone = {*pile(position, seat)}
    left = [value for value in guide.rules.power_values if value not in gone]
    number = guide.rules.hand_size - len(gone)
    who = guide.called(seat, 12)
    if not guide.rules.hand_size or not number:
        return []
    lead = f"{who} has {number} of these in hand: {spans(left, guide.rules.power_values)}"
    return [pad([Run(" ", DIM), Run(line, DIM)], width) for line in wrap(lead, width - 2)]


def _block(title: str, text: str, guide: Guide, width: int) -> list[Row]:
    """Return a title in a rule, and a text below it."""
    rule = guide.glyphs.rule
    name = f" {fit(title, width - 5, guide.glyphs.more)} "
    head = [Run(rule, DIM), Run(name, STRONG)]
    out = [pad([*head, Run(rule * (width - width_of(head)), DIM)], width)]
    return out + [pad([Run(f" {line}", PLAIN)], width) for line in wrap(text, width - 2)]


def _hand(
    hand: Sequence[int],
    said: dict[int, Ability],
    guide: Guide,
    width: int,
    cursor: RoundStop | None,
    playable: Collection[int],
    *,
    told: bool = False,
    headed: bool = True,
) -> list[Row]:
    """Return the own hand: every value in its brackets where it can be played now.

    ``told`` gives each card a row, with its name, what it brings and whether one must use it. What
    it is stands above it, or before it.
    """
    if not hand or not said:
        return []
    glyphs = guide.glyphs
    count = f" your hand, {len(hand)} card{'s' * (len(hand) != 1)} "
    tail = f" {BRINGS} " * told
    rule = glyphs.rule * (width - cells(count + tail) - 2)
    head = f"{glyphs.rule}{count}{rule}{tail}{glyphs.rule}"
    out = [pad([Run(head, DIM)], width)] * headed
    line: list[Run] = [] if headed else [Run("hand ", DIM)]
    cell = _digits(guide) + 2
    for value in hand:
        hit = f"value {value}"
        on = cursor is not None and cursor.value == value
        marks = (glyphs.left + glyphs.right) if on else "[]" if value in playable else "  "
        ink = CHOSEN if on else KEY if value in playable else PLAIN
        if line and (told or width_of(line) + cell > width):
            out.append(pad(line, width))
            line = []
        line.append(Run(f"{marks[0]}{value:>{_digits(guide)}}{marks[1]}", ink, hit))
        if told:
            tail = f" {guide.rules.power_numbers[value]} {said[value].note:<4}"
            room = max(0, width - cell - cells(tail) - 1)
            line.append(Run(f" {filled(said[value].name, room, glyphs.more)}{tail}", ink, hit))
    out.append(pad(line, width))
    return out


class RoundPane(CardsPane):
    """The round; the cursor goes over all cards in it and in the own hand, Enter chooses."""

    @dataclass
    class ValueChosen(Taken):
        """A person chose a card of the own hand, by its value."""

        value: int

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self._stop: RoundStop | None = None
        self._playable: tuple[int, ...] = ()

    @property
    def card(self) -> int:
        """The card under the cursor, or -1."""
        return self._stop.card if self._stop else -1

    def show(self, position: Position, guide: Guide, lit: Collection[int]) -> None:
        """Show another position; the cursor stays on its card while that is there."""
        self._shown = (position, guide, lit)
        self._playable = _playable(position)
        if self._stop not in stops(position, guide):
            self._stop = None
        if self._playable and (self._stop is None or self._stop.value not in self._playable):
            card = guide.display.abilities(guide.rules, guide.names)[self._playable[0]].card
            self._stop = RoundStop(card, value=self._playable[0])
        elif lit and (self._stop is None or self._stop.card not in lit):
            found = [stop for stop in stops(position, guide) if stop.card in lit]
            self._stop = found[0] if found else None
        elif not (self._playable or lit) and not self.has_focus:
            self._stop = None
        self.redraw()

    @property
    def chooses(self) -> bool:
        """Whether one of the cards here is to be chosen now."""
        return bool(self._playable or (self._shown and self._shown[2]))

    def _made(self, width: int, height: int) -> list[Row]:
        if self._shown is None:
            return []
        position, guide, lit = self._shown
        return rows(position, guide, width, height, self._stop, lit, self._playable)

    def point(self, stack: int) -> None:
        """Put the cursor on the face-up card of a stack."""
        if self._shown is not None and (card := self._shown[0].slots[stack].card) >= 0:
            self._stop = RoundStop(card)
            self.redraw()

    def seek(self, typed: str) -> None:
        """Put the cursor on the first card in hand whose value begins like that."""
        if self._shown is None:
            return
        found = stops(self._shown[0], self._shown[1])
        at = [stop for stop in found if stop.value and str(stop.value).startswith(typed)]
        if at:
            self._stop = at[0]
            self.redraw()

    def action_step(self, way: int) -> None:
        """Move the cursor over all cards, so that each can be read."""
        if self._shown is None:
            return
        found = stops(self._shown[0], self._shown[1])
        if found:
            at = found.index(self._stop) + way if self._stop in found else 0
            self._stop = found[at % len(found)]
            self.redraw()
            self.post_message(self.CursorMoved())

    def action_choose(self) -> None:
        """Choose the card under the cursor, if it is one of those to be chosen."""
        stop = self._stop
        if stop is None or self._shown is None:
            return
        if stop.value:
            self.post_message(self.ValueChosen(self, stop.value))
        else:
            card = self._shown[0].rules.cards[stop.card]
            self.post_message(self.Hit(self, f"card {card.id}"))


def _playable(position: Position) -> tuple[int, ...]:
    """Return the values that whoever looks may play now."""
    if not isinstance(position, View) or position.seat is None:
        return ()
    if position.seat not in position.owing() or position.stack[-1].step != "power":
        return ()
    rules = position.rules
    return tuple(
        rules.power_values[code - rules.POWER]
        for code in position.legal(position.seat)
        if rules.verb(code) == "power"
    )
