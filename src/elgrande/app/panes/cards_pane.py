"""The action stacks: the face-up card of each, its effect, what is left, who took it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from textual.message import Message

from elgrande.app.board.guide import Guide
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.power_cards import grid_rows
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    STRONG,
    Row,
    Run,
    TextStyle,
    cells,
    fit,
    pad,
    unfinished,
    width_of,
    wrap,
)
from elgrande.app.settings.bindings import bindings
from elgrande.content.display import Away
from elgrande.rules import Position, Slot


def rows(
    position: Position,
    guide: Guide,
    width: int,
    height: int,
    cursor: int = -1,
    lit: Collection[int] = (),
    *,
    focused: bool = True,
    hands: bool = False,
) -> list[Row]:
    """All stacks; every text in full if the height allows, else that of one card.

    In a narrow pane each card is one line then, and the text of the one under the cursor follows.
    While power cards are played, what everybody has in hand takes the place of that text where no
    other pane tells it (``hands``).

    ``cursor`` is the index of a stack, ``lit`` are the cards that may be chosen now. The cursor
    is drawn where the pane is ``focused``; elsewhere Enter would not choose its card.
    """
    held: list[Row] = []
    if hands and cursor < 0 and position.stack and position.stack[-1].step == "power":
        held = [_rule("still in hand", guide, width), *grid_rows(position, guide, width)]
        height -= len(held)
    slots = guide.display.slots(position)
    if not slots:
        return _beside(position, guide, width, height, lit)
    if _before(position, guide):
        said = [pad([Run(f" {line}", DIM)], width) for line in wrap(NONE_YET, width - 2)]
        return [*said[:height], *held]
    drawn = cursor if focused else -1
    heads = [
        _head(guide, slot, guide.display.put_away(position, i), i, width, i == drawn, lit)
        for i, slot in enumerate(slots)
    ]
    texts = [_text(guide, slot.card, slot.taker >= 0, width) for slot in slots]
    need = sum(map(len, heads)) + sum(map(len, texts))
    if need <= height:
        # Air between the cards where there is room for it between all of them.
        gap = [pad([], width)] if need + len(slots) - 1 <= height else []
        blocks = [[*head, *text] for head, text in zip(heads, texts, strict=True)]
        return [
            row for i, block in enumerate(blocks) for row in (*(gap if i else []), *block)
        ] + held
    at = cursor if 0 <= cursor < len(slots) else _shown(position)
    room = height - sum(map(len, heads))
    if width < WIDE:
        listed = _listed(position, guide, width, height, -1 if held else at, drawn, lit)[:height]
        return [*listed, *[pad([], width)] * (bool(held) and height > len(listed)), *held]
    keep = _shares([len(text) for text in texts], [slot.taker >= 0 for slot in slots], at, room)
    out: list[Row] = []
    for head, text, kept in zip(heads, texts, keep, strict=True):
        out += [*head, *_cut(text, kept, width, guide)]
    return [*out, *held]


def _before(position: Position, guide: Guide) -> bool:
    """Return whether no card of the round is turned face up yet, nor put away."""
    return not position.over and all(
        slot.card < 0 < slot.left and guide.display.put_away(position, i) is None
        for i, slot in enumerate(position.slots)
    )


def _listed(
    position: Position,
    guide: Guide,
    width: int,
    height: int,
    at: int,
    cursor: int,
    lit: Collection[int],
) -> list[Row]:
    """Return a line a card, then heading and whole text of the one in question.

    Where such a text has no room below the lines, one row of keys stands for them; but where one is
    to be chosen the text is below its own line if all fits so, or if the bar names none of many.
    """
    out = [
        stack_line(position, guide, i, width, i == cursor, lit) for i in range(len(position.slots))
    ]
    if at < 0 or (slot := position.slots[at]).card < 0:
        return out
    text = _text(guide, slot.card, slot.taker >= 0, width, indent=1)
    if len(out) + 1 + len(text) > height:
        room = max(0, height - len(out))
        if lit and (len(text) <= room or len(out) > NAMED):
            return [*out[: at + 1], *_cut(text, room, width, guide, 1), *out[at + 1 :]]
        out = [_folded(position, guide, width, cursor, lit)]
    hit = f"stack {at}"
    # Its line may say already how many are left.
    told = any(run.text == f"{slot.left} left" for row in out for run in row if run.hit == hit)
    # Its label is in the line above.
    out += [_rule(f"{guide.stack_key(at)} {_title(guide, slot.card)}", guide, width, hit), *text]
    called = guide.names.stack(slot.stack)
    alone = called == str(slot.stack)
    if slot.taker < 0 and slot.left and not (told and alone):
        stack = "this stack" if alone else called
        out.append(pad([Run(f" {slot.left} more in {stack}", DIM, hit)], width))
    return out


def _rule(title: str, guide: Guide, width: int, hit: str = "") -> Row:
    """Return a rule that says what follows."""
    rule = guide.glyphs.rule
    line = [Run(f" {rule}", DIM, hit)]
    line.append(Run(f" {fit(title, width - 6, guide.glyphs.more)} ", STRONG, hit))
    return pad([*line, Run(rule * width, DIM, hit)], width)


def _title(guide: Guide, card: int) -> str:
    """Return the printed title of a card, or its label if it has none."""
    info = guide.card(card)
    return (info and info.title) or guide.card_name(card)


def _folded(position: Position, guide: Guide, width: int, cursor: int, lit: Collection[int]) -> Row:
    """Return all cards in one row: their keys, and the signs of those who have taken some."""
    runs: list[Run] = []
    for i, slot in enumerate(position.slots):
        gone = guide.display.put_away(position, i)
        runs.append(_key(guide, i, gone is None and slot.card in lit, i == cursor, DIM))
        if gone is not None or slot.taker >= 0:
            runs.append(_taker(guide, slot, gone, i))
    return pad(runs, width)


def _key(guide: Guide, index: int, opens: bool, focused: bool, ink: TextStyle) -> Run:
    """Return the key of a stack, in brackets where its card may be chosen now."""
    marks = "  "
    if opens:
        marks = guide.glyphs.left + guide.glyphs.right if focused else "[]"
    ink = CHOSEN if focused else KEY if opens else ink
    return Run(f"{marks[0]}{guide.stack_key(index)}{marks[1]}", ink, f"stack {index}")


def _taker(guide: Guide, slot: Slot, gone: Away | None, index: int) -> Run:
    """Return the sign of whoever took a card, or for whom it was put away."""
    return guide.sign(gone.kind if gone else slot.taker, f"stack {index}")


def stack_line(
    position: Position, guide: Guide, index: int, width: int, focused: bool, lit: Collection[int]
) -> Row:
    """Return a card in one row: key, what it does in short, who took it or how many are left."""
    hit = f"stack {index}"
    slot = guide.display.slots(position)[index]
    gone = guide.display.put_away(position, index)
    card = gone.card if gone is not None else slot.card
    info = guide.card(card) if card >= 0 else None
    name = info.short if info else "face down" if slot.left else "no cards left"
    room = width - cells(name) - 5
    tail: list[Run] = []
    if gone is not None or slot.taker >= 0:
        who = guide.names.owner(gone.kind) if gone else guide.called(slot.taker, room - 2)
        said = f" {fit(who, room - 2, guide.glyphs.more)}"
        tail = [_taker(guide, slot, gone, index), Run(said, DIM, hit)]
    elif info and slot.left >= 0 and room >= cells(f"{slot.left} left"):
        tail = [Run(f"{slot.left} left", DIM, hit)]
    quiet = not info or bool(tail[1:])
    style = CHOSEN if focused else DIM if quiet else STRONG
    key = _key(guide, index, gone is None and card in lit, focused, style)
    said = fit(name, width - 5 - width_of(tail), guide.glyphs.more)
    return _between([key, Run(f" {said}", style, hit)], tail, width)


def _shares(lengths: list[int], taken: list[bool], first: int, room: int) -> list[int]:
    """How many rows of each text are shown: one card's in full, a row of each other, then more.

    What is left over makes the last cards whole first, those that expansions add; taken ones get
    what nobody else needs.
    """
    keep = [0] * len(lengths)
    keep[first] = max(0, min(lengths[first], room))
    room -= keep[first]
    for gone, whole in product((False, True), (False, True)):
        for i in (i for i in reversed(range(len(lengths))) if taken[i] == gone):
            more = min(room, lengths[i] - keep[i], lengths[i] if whole else 1 - min(keep[i], 1))
            if more > 0:
                keep[i] += more
                room -= more
    return keep


def _shown(position: Position) -> int:
    """Return the stack whose card is explained when there is no cursor: the one in use."""
    for i, slot in enumerate(position.slots):
        if slot.card >= 0 and slot.card == position.card:
            return i
    return next((i for i, slot in enumerate(position.slots) if slot.card >= 0), 0)


def _beside(
    position: Position, guide: Guide, width: int, height: int, lit: Collection[int]
) -> list[Row]:
    """Return the card that is being used, or those to choose among,
    where nothing lies in stacks.
    """
    cards = [position.card] if position.card >= 0 else sorted(lit)
    if not cards:
        return [pad([Run(" No card is being carried out now.", DIM)], width)][:height]
    out: list[Row] = []
    for card in cards:
        hit = f"card {guide.rules.cards[card].id}"
        out.append(pad([Run(f" {guide.card_heading(card)}", STRONG, hit)], width))
        out += _text(guide, card, False, width)
    return out[:height]


def _cut(text: list[Row], kept: int, width: int, guide: Guide, indent: int = 4) -> list[Row]:
    """Return some rows of a text; an ellipsis says that there is more."""
    if kept >= len(text) or kept <= 0:
        return text[:kept]
    last = text[kept - 1][-1 if len(text[kept - 1]) < 3 else 1]
    line = unfinished(last.text.strip(), width - indent - 1, guide.glyphs.more)
    row = pad([Run(" " * indent, PLAIN), Run(line, last.style, last.hit)], width)
    return [*text[: kept - 1], row]


def _head(
    guide: Guide,
    slot: Slot,
    gone: Away | None,
    index: int,
    width: int,
    focused: bool,
    lit: Collection[int],
) -> list[Row]:
    """Key, heading, who took the card or how many are left below it; ``gone`` was put away."""
    hit = f"stack {index}"
    card = gone.card if gone else slot.card
    if card < 0:
        key = _key(guide, index, False, False, DIM)
        return [pad([key, Run(" no cards left" if not slot.left else " face down", DIM)], width)]
    info = None if gone else guide.card(card)
    name = guide.card_name(card)
    taken = gone is not None or slot.taker >= 0
    style = CHOSEN if focused else (DIM if taken else STRONG)
    key = _key(guide, index, gone is None and card in lit, focused, style)
    room = width - (cells(name) + 5 if width >= WIDE else 5)
    if taken:
        who = guide.names.owner(gone.kind) if gone else guide.called(slot.taker, room - TAKEN)
        sign = _taker(guide, slot, gone, index)
        tail = [Run("taken by ", DIM, hit), sign, Run(f" {who}", DIM, hit)]
    else:
        facts = [f"places {info.card.caballeros}"] if info and info.card.caballeros else []
        if slot.left >= 0:
            called = guide.names.stack(slot.stack)
            facts.append(f"{slot.left} left{f' of {called}' * (called != str(slot.stack))}")
        tail = [Run(", ".join(facts), DIM, hit)]
    title = info.title if info else ""
    if width >= WIDE:
        left = [key, Run(f" {name}", style, hit)]
        more = Run(f" {guide.glyphs.dot} {title}", DIM, hit)
        if title and width_of([*left, more, *tail]) < width:
            left.append(more)
        return [_between(left, tail, width)]
    below = Run(f"    {title}", DIM, hit)
    if width_of([below, *tail]) >= width:
        below = Run("    ", DIM, hit)
    return [
        pad([key, Run(f" {fit(name, width - 4, guide.glyphs.more)}", style, hit)], width),
        _between([below], tail, width),
    ]


NAMED = 5
"""So many cards the bar names."""
NONE_YET = "The action cards are turned face up at the start of the round."
"""What stands for stacks that would all say the same."""
WIDE = 44
"""From this width on a head is one row."""
TAKEN = len("taken by X ")
"""Cells before the name of whoever took a card."""


def _between(left: list[Run], right: list[Run], width: int) -> Row:
    """Run at both ends of a row; the right ones win where both do not fit."""
    need = sum(cells(run.text) for run in right)
    return (*pad(left, width - need - 1), Run(" ", PLAIN), *right) if right else pad(left, width)


def _text(guide: Guide, card: int, taken: bool, width: int, indent: int = 4) -> list[Row]:
    """Return the effect in our words, and how many caballeros it places if no head says so.

    That of a card that is taken is no news.
    """
    info = guide.card(card) if card >= 0 else None
    if info is None:
        return []
    style = DIM if taken else PLAIN
    brings = places(info.card.caballeros) if width < WIDE and not taken else ""
    lines = wrap(brings + info.text, width - indent - (width < WIDE))
    hit = f"card {info.card.id}"
    return [pad([Run(" " * indent, PLAIN), Run(line, style, hit)], width) for line in lines]


def places(number: int) -> str:
    """Return how many caballeros an action card places, as a sentence before its text."""
    if not number:
        return ""
    return "Place 1. " if number == 1 else f"Place up to {number}. "


class CardsPane(LineWidget, can_focus=True):
    """The pane of the action stacks; up and down move a cursor, Enter chooses."""

    DEFAULT_CSS = "CardsPane { height: 1fr; width: 1fr; }"

    BINDINGS = bindings("cards")

    class CursorMoved(Message):
        """A person walked the cursor."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(self._made, id=id)
        self.cursor = -1
        self.tells_hands = False
        self._shown: tuple[Position, Guide, Collection[int]] | None = None

    @property
    def card(self) -> int:
        """The action card under the cursor, put away or not; -1 for none."""
        if self._shown is None or not 0 <= self.cursor < len(self._shown[0].slots):
            return -1
        position, guide, _ = self._shown
        gone = guide.display.put_away(position, self.cursor)
        return gone.card if gone else position.slots[self.cursor].card

    @property
    def chooses(self) -> bool:
        """Whether one of the cards here is to be chosen now."""
        return self._shown is not None and any(
            slot.card in self._shown[2] for slot in self._shown[0].slots
        )

    def show(self, position: Position, guide: Guide, lit: Collection[int]) -> None:
        """Show another position; the cursor goes to a card that may be chosen."""
        self._shown = (position, guide, lit)
        open_now = [i for i, slot in enumerate(position.slots) if slot.card in lit]
        if not open_now:
            self.cursor = -1
        elif self.cursor not in open_now:
            self.cursor = open_now[0]
        self.redraw()

    def _made(self, width: int, height: int) -> list[Row]:
        if self._shown is None:
            return []
        position, guide, lit = self._shown
        return rows(
            position, guide, width, height, self.cursor, lit,
            focused=self.has_focus, hands=self.tells_hands,
        )  # fmt: skip

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def point(self, stack: int) -> None:
        """Put the cursor on a stack."""
        self.cursor = stack
        self.redraw()

    def seek(self, typed: str) -> None:
        """Do nothing for what is typed: stacks have keys."""

    def action_step(self, way: int) -> None:
        """Move the cursor, over all stacks, so that every card can be read."""
        if self._shown and (count := len(self._shown[0].slots)):
            self.cursor = (self.cursor + way) % count if self.cursor >= 0 else 0
            self.redraw()
            self.post_message(self.CursorMoved())

    def action_choose(self) -> None:
        """Choose the card under the cursor, as a click on it does."""
        if self.cursor >= 0:
            self.post_message(self.Hit(self, f"stack {self.cursor}"))
