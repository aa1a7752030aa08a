"""The story: what happened turn by turn, of which one can be chosen and is told in full."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    brief,
    cells,
    pad,
    piece,
    width_of,
    wrap,
)
from elgrande.app.settings.bindings import Key, bindings
from elgrande.content import story as words
from elgrande.content.story import ROUND, TURN, Clause, Passage, won
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide


WIDE = 60
"""From this width on a turn and what it changed stand side by side."""
HEADS = 30
"""Cells for whose turn it is and the card, in a wide pane."""
INDENT = 3


@dataclass(frozen=True)
class Story:
    """What the pane shows: passages under a title, and the keys that it has.

    A turn takes at most ``most`` rows below its heading unless it is chosen.
    """

    title: str
    passages: tuple[Passage, ...] = ()
    most: int = 2
    keys: tuple[Key, ...] = ()

    @property
    def stops(self) -> tuple[int, ...]:
        """The indices of the passages that can be chosen: turns and scorings."""
        return tuple(i for i, one in enumerate(self.passages) if one.kind != ROUND)


def rows(story: Story, guide: Guide, width: int, height: int, chosen: int = -1) -> list[Row]:
    """Return the story, as much as fits around the passage that is ``chosen``."""
    foot = [_keys(story, width)] if chosen >= 0 and width < WIDE else []
    room = height - len(foot)
    found: list[Row] = []
    for most, begins in ((story.most, True), (1, True), (1, False), (0, False)):
        # A chosen turn is told whole, as far as there is room beside or below its heading.
        whole = max(1, room if width >= WIDE else room - 1)
        found, at = _passages(story, guide, width, (most, whole), chosen, begins)
        if len(found) <= room:
            break
    shown = _window(found, at, room)
    if foot:
        shown += [pad([], width)] * (room - len(shown))
    return [*shown, *foot]


def _window(found: list[Row], at: tuple[int, int], room: int) -> list[Row]:
    """Return as many rows as fit: those of the chosen passage, else the last."""
    first, end = at
    if first < 0:
        return found[-room:] if room > 0 else []
    start = min(max(0, end - room), max(0, first - 1))
    return found[start : start + room]


def _passages(
    story: Story, guide: Guide, width: int, most: tuple[int, int], chosen: int, begins: bool
) -> tuple[list[Row], tuple[int, int]]:
    """Return the rows of all passages, and where those of the chosen one begin and end.

    ``most`` are the rows of a turn and of the chosen one; ``begins`` says whether what begins a
    round is among them.
    """
    out: list[Row] = []
    at = (-1, -1)
    round = None
    for i, passage in enumerate(story.passages):
        hit = f"turn {i}"
        deep = most[i == chosen]
        if passage.kind == ROUND:
            told = _round(passage, guide, width) if begins else []
        elif width >= WIDE:
            told = _beside(passage, guide, width, max(1, deep), hit, i == chosen)
        else:
            told = _heads(passage, guide, width, hit, i == chosen)
            told += _below(passage, guide, width, deep, hit, i == chosen)
        if told and passage.round != round:
            round = passage.round
            out.append(_rule(guide, words.round_heading(passage, guide.names), width))
        first = len(out)
        out += told
        if i == chosen:
            at = (first, len(out))
    return out, at


def _heads(passage: Passage, guide: Guide, width: int, hit: str, chosen: bool) -> list[Row]:
    """Return a heading in as many rows as it takes: the points of a scoring may need their own."""
    if passage.kind == TURN:
        return [_head(passage, guide, width, hit, chosen)]
    glyphs = guide.glyphs
    style = CHOSEN if chosen else STRONG
    said = words.heading(passage, guide.names)
    runs = [Run(f"{glyphs.hand if chosen else ' '}{said}", style, hit)]
    points = list(_points(passage, guide, hit))
    if width_of([*runs, *points]) <= width:
        return [pad([*runs, *points], width)]
    out = [pad(runs, width)]
    lead = Run(" " * (INDENT - 1), PLAIN, hit)
    line = [lead]
    for i in range(0, len(points), 2):
        if width_of([*line, *points[i : i + 2]]) > width:
            out.append(pad(line, width))
            line = [lead]
        line += points[i : i + 2]
    return [*out, pad(line, width)]


def _head(passage: Passage, guide: Guide, width: int, hit: str, chosen: bool) -> Row:
    """Return whose turn it is and the number and name of the card."""
    glyphs = guide.glyphs
    style = CHOSEN if chosen else STRONG
    mark = Run(glyphs.hand if chosen else " ", style, hit)
    colour = guide.colour(passage.seat)
    sign = Run(glyphs.piece(colour), piece(colour), hit)
    card = words.card_called(passage, guide.names)
    if card:
        stack = guide.rules.cards[passage.card].stack
        card = f"{guide.names.stack(stack)} {card}" if stack else card
    gap = "  " if card else ""
    room = width - width_of([mark, sign]) - 1 - cells(gap)
    name = guide.called(passage.seat, max(room - cells(card), 8))
    runs = [mark, sign, Run(f" {name}", style, hit)]
    said = brief(card, room - cells(name), glyphs.more) if card else ""
    runs.append(Run(gap + said, PLAIN, hit))
    return pad(runs, width)


def _points(passage: Passage, guide: Guide, hit: str) -> Iterator[Run]:
    """Yield what everybody got in a scoring, in pairs of runs; nothing before anything was paid."""
    if not any(isinstance(event, (ev.RegionScored, ev.PointsGiven)) for event in passage.changes):
        return
    for seat, points in enumerate(won(passage.changes, guide.rules.n_seats)):
        colour = guide.colour(seat)
        yield Run(" ", PLAIN, hit)
        yield Run(f"{guide.glyphs.piece(colour)}+{points}", piece(colour), hit)


def _below(
    passage: Passage, guide: Guide, width: int, most: int, hit: str, chosen: bool
) -> list[Row]:
    """Return what a turn changed, in so many rows; of a scoring only when it is chosen."""
    lines: list[str] = []
    if chosen or passage.kind == TURN:
        said = words.clauses(passage, guide.names)
        lines = packed(said, width - INDENT, most, guide.glyphs.more)
    lead = Run(" " * INDENT, PLAIN, hit)
    return [pad([lead, Run(line, PLAIN if chosen else DIM, hit)], width) for line in lines]


def _beside(
    passage: Passage, guide: Guide, width: int, most: int, hit: str, chosen: bool
) -> list[Row]:
    """Return a turn with what it changed to the right of it."""
    if passage.kind != TURN:
        return _heads(passage, guide, width, hit, chosen)
    head = _head(passage, guide, HEADS, hit, chosen)
    room = width - HEADS - 1
    said = words.clauses(passage, guide.names) or [words.nothing(passage)]
    lines = packed(said, room, most, guide.glyphs.more)
    style = PLAIN if chosen else DIM
    out = [pad([*head, Run(f" {lines[0]}", style, hit)], width)]
    lead = Run(" " * (HEADS + 1), PLAIN, hit)
    return [*out, *(pad([lead, Run(line, style, hit)], width) for line in lines[1:])]


def packed(clauses: Sequence[Clause], room: int, most: int, more: str) -> list[str]:
    """Return as many changes as fit in so many lines, and how many found no room."""
    for kept in range(len(clauses), 0, -1):
        lines = wrap(words.joined(clauses[:kept], len(clauses) - kept), room)
        if len(lines) <= most:
            return lines
    if not clauses or not most:
        return []
    # Whatever is left out, the line does not read as if it were all.
    lines = wrap(clauses[0].text + f" {more}" * (len(clauses) > 1), room)
    return [*lines[: most - 1], brief(" ".join(lines[most - 1 :]), room, more)]


def _round(passage: Passage, guide: Guide, width: int) -> list[Row]:
    """Return what begins a round: the cards that were turned up and the power cards."""
    if width < WIDE:
        return []
    out: list[Row] = []
    powers: list[Run] = []
    for event in passage.changes:
        if isinstance(event, ev.PowerPlayed):
            colour = guide.colour(event.seat)
            sign = Run(guide.glyphs.piece(colour), piece(colour))
            powers += [sign, Run(f" {event.value}  ", PLAIN)]
        elif isinstance(event, ev.CardsTurned) and event.cards:
            cards = [guide.names.short(guide.rules.cards[card].id) for card in event.cards]
            said = brief(", ".join(cards), width - 13, guide.glyphs.more)
            out.append(pad([Run(f" {'Face up':<11}", DIM), Run(said, PLAIN)], width))
    if powers:
        what = guide.names.power.partition(" ")[0].capitalize()
        out.append(pad([Run(f" {what:<11}", DIM), *powers], width))
    return out


def _rule(guide: Guide, text: str, width: int) -> Row:
    line = f"{guide.glyphs.rule} {text} "
    return pad([Run(line + guide.glyphs.rule * (width - cells(line)), TITLE)], width)


def _keys(story: Story, width: int) -> Row:
    """Return what the keys do, as far as there is room."""
    runs = named(story.keys)
    while width_of(runs) > width:
        runs = runs[:-2]
    return pad(runs, width)


def named(keys: Sequence[Key]) -> list[Run]:
    """Return keys with what they do."""
    return [
        run
        for key in keys
        for run in (Run(key.name, KEY, key.hit), Run(f" {key.label} ", DIM, key.hit))
    ]


class StoryPane(WheelWidget, can_focus=True):
    """The pane of the story: it shows which turn is chosen while it has the keyboard."""

    BINDINGS = bindings("story")

    class Chosen(Message):
        """Another turn is chosen, or none any more."""

    class Again(Message):
        """The turn that is chosen is to be played once more."""

    class Whole(Message):
        """The whole log is asked for."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.story = Story("")
        """What is told."""
        self._below: Callable[[int], Sequence[Row]] | None = None
        self._guide: Guide | None = None
        self._at = 0

    @property
    def chosen(self) -> Passage | None:
        """The turn that is chosen, while the pane has the keyboard."""
        stops = self.story.stops
        return self.story.passages[stops[self._at]] if self.has_focus and stops else None

    def show(self, story: Story, guide: Guide) -> None:
        """Show another story, from its first turn on; the same one where it is."""
        if story.passages != self.story.passages:
            self._at = 0
        self.story, self._guide = story, guide
        self.draw_with(self._lines)

    def fill(self, below: Callable[[int], Sequence[Row]] | None) -> None:
        """Show rows at the foot, as long as the story leaves room for all of them."""
        self._below = below
        self.redraw()

    def _lines(self, width: int, height: int) -> list[Row]:
        if self._guide is None:
            return []
        stops = self.story.stops
        chosen = stops[self._at] if self.has_focus and stops else -1
        found = rows(self.story, self._guide, width, height, chosen)
        below = self._below(width) if self._below else []
        spare = height - len(found) - len(below)
        return [*found, *[pad([], width)] * spare, *below] if spare >= 0 else found

    def _choose(self, at: int) -> None:
        self._at = max(0, min(at, len(self.story.stops) - 1))
        self.redraw()
        self.post_message(self.Chosen())

    def action_step(self, by: int) -> None:
        self._choose(self._at + by)

    def action_again(self) -> None:
        self.post_message(self.Again())

    def action_whole(self) -> None:
        self.post_message(self.Whole())

    def wheel(self, by: int) -> None:
        self._choose(self._at + (1 if by > 0 else -1))

    def on_line_widget_hit(self, message: WheelWidget.Hit) -> None:
        """Choose the turn that was clicked."""
        what, _, which = message.hit.partition(" ")
        if what == "turn" and int(which) in self.story.stops:
            message.stop()
            self._choose(self.story.stops.index(int(which)))

    def on_focus(self) -> None:
        self._choose(self._at)

    def on_blur(self) -> None:
        self.redraw()
        self.post_message(self.Chosen())
