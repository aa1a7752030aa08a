"""The story: what happened turn by turn, of which one can be chosen and is told in full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.panes.text_runs import (
    BAR,
    CHOSEN,
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    TextStyle,
    brief,
    cells,
    first_keys,
    pad,
    piece,
    width_of,
    wrap,
)
from elgrande.app.settings.bindings import Key, bindings
from elgrande.content import story as words
from elgrande.content.story import ROUND, TURN, Passage
from elgrande.content.turn_facts import FIRST, TurnFact, facts
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide


WIDE = 60
"""From this width on a turn and what it changed stand side by side."""
HEADS = 30
"""The most cells for whose turn it is and the card, in a wide pane."""
INDENT = 2


@dataclass(frozen=True)
class Story:
    """What the pane shows: passages under a title, to the seat ``you`` if one alone reads them.

    ``keys`` are those that it has.
    """

    title: str
    passages: tuple[Passage, ...] = ()
    you: int = -1
    keys: tuple[Key, ...] = ()

    @property
    def stops(self) -> tuple[int, ...]:
        """The indices of the passages that can be chosen: turns and scorings."""
        return tuple(i for i, one in enumerate(self.passages) if one.kind != ROUND)


class Shown(NamedTuple):
    """The rows that there is room for; if of the chosen passage more follow, how many to skip."""

    rows: list[Row]
    rest: int = 0


def rows(
    story: Story, guide: Guide, width: int, height: int, chosen: int = -1, skip: int = 0
) -> Shown:
    """Return the story, as much as fits around the passage that is ``chosen``.

    So many rows of that one are skipped, but not the first. Where not all has room, what begins a
    round gives way, then what is told of the other turns but for what they did to the reader, then
    the headings of rounds; of the newest turn the first line is always there. A sign ends the row
    after which something of a turn is left out, as all of the chosen one but what it did to the
    reader; turns are counted.
    """
    wide = width >= WIDE
    foot = chosen >= 0 and not wide
    room = height - foot
    more = Run(guide.glyphs.more, DIM)
    inner = width - cells(more.text)
    stages = [(wide, False, False), (False, False, False)]
    if chosen >= 0:
        stages += [(False, True, False), (False, True, True)]
    for begins, short, dense in stages:
        # Below its heading a turn has the whole width.
        (found, spans), beside = min(
            (
                (_passages(story, guide, inner, chosen, w, begins, short=short, dense=dense), w)
                for w in ((True, False) if wide else (False,))
            ),
            key=lambda each: max(room, len(each[0][0])),
        )
        if len(found) <= room:
            break
    shown, rest = _seen(story, guide, found, spans, width, room, chosen, skip, beside=beside)
    shown = [pad(row, width) for row in shown]
    if foot:
        shown += [pad([], width)] * (room - len(shown))
        on = [replace(key, label="more") for key in story.keys[: bool(rest)]]
        shown.append(pad(first_keys([*on, *story.keys[len(on) :]], width), width, BAR))
    return Shown(shown[:height], rest)


def _seen(
    story: Story, guide: Guide, found: list[Row], spans: dict[int, tuple[int, int]],
    width: int, room: int, chosen: int, skip: int, *, beside: bool,
) -> tuple[list[Row], int]:  # fmt: skip
    """Return those of all rows that there is room for, and how many of the chosen turn they are."""
    more = Run(guide.glyphs.more, DIM)
    newest = spans[story.stops[-1]][0] if story.stops else 0
    first, end = spans.get(chosen, (newest, len(found)))
    # What was scrolled past in a narrower pane may be all of the turn in this one.
    skip = max(0, min(skip, end - first - 1))
    # The heading of its round stays above it.
    top = first - any(i < 0 and span == (first - 1, first) for i, span in spans.items())
    held = room - (first - top) - (len(found) - end)
    late = 0
    if chosen >= 0 and not skip and held < end - first:
        # What later turns did to the reader comes before the rest of this one.
        inner = width - cells(more.text)
        _, least = _passages(story, guide, inner, -1, beside, short=True, dense=True)
        held = max(held, least[chosen][1] - least[chosen][0])
        late = max(0, end - first - held)
    if late:
        found[first + held - 1] = (*found[first + held - 1], more)
        del found[first + held : end]
        spans = {i: (a - late * (a >= end), b - late * (b >= end)) for i, (a, b) in spans.items()}
        newest, end = newest - late * (newest >= end), end - late
    last: list[Row] = []
    for _ in range(2):
        start = first + skip - 1 if skip else max(0, min(len(found) - room, top))
        if chosen >= 0 and not last and newest >= start + room and newest > first and room > 1:
            # Without the word it would read as if that turn came next.
            at = story.stops[-1]
            between = sum(spans[i][0] >= start + room - 1 for i in story.stops[:-1])
            several = f"{between} more, " * bool(between)
            word, row = Run(f"{several}last:", DIM, f"turn {at}"), found[newest]
            if cells("".join(run.text for run in (word, *row)).rstrip()) > width:
                # It is told there in full, and no word is cut here.
                left = width - cells(word.text)
                row = (*_head(story.passages[at], guide, left, word.hit, chosen=False)[0],)
            last = [pad([word, *row], width)]
            room -= 1
    shown = found[start : start + room]
    if head := max((begun for begun, _ in spans.values() if begun <= start), default=start) - start:
        # Whose turn it was is told in any case.
        shown[:1] = [(*found[start + head], more)]
    rest = start + room - first
    rest = rest if first + rest < end and rest > skip else held if late else 0
    cut = any(begun < start + room < over for begun, over in spans.values())
    if shown and shown[-1][-1:] != (more,) and (cut or chosen < 0 < len(found) - start - room):
        shown[-1] = (*shown[-1], more)
    return [*shown, *last], rest


def _passages(
    story: Story, guide: Guide, width: int, chosen: int, wide: bool, begins: bool = False, *,
    short: bool = False, dense: bool = False,
) -> tuple[list[Row], dict[int, tuple[int, int]]]:  # fmt: skip
    """Return the rows of all passages, and where those of each and each heading begin and end.

    ``begins`` says whether what begins a round is among them. Of a scoring only the points are
    told unless it is chosen. In ``short`` the other turns are told as far as they concern the
    reader; where it is ``dense`` no heading stands over a round, and such facts share a row.
    """
    room = HEADS if wide else width
    heads, below_head = {}, {}
    for i in story.stops:
        passage = story.passages[i]
        heads[i], below_head[i] = _head(passage, guide, room, f"turn {i}", chosen=i == chosen)
    indent = max(map(width_of, heads.values()), default=0) + 2 if wide else INDENT
    out: list[Row] = []
    spans: dict[int, tuple[int, int]] = {}
    round = None
    for i, passage in enumerate(story.passages):
        hit = f"turn {i}"
        told = _round(passage, guide, width) if begins and passage.kind == ROUND else []
        if i in heads:
            said = facts(passage, guide.names, story.you, guide.glyphs.arrow)
            said = said if passage.kind == TURN or i == chosen else said[:1]
            said = [fact for fact in said if fact.yours or not short or i == chosen]
            said = [*map(TurnFact, below_head[i]), *said]
            below = _facts(said, guide, width - indent, hit, dense=dense) if said else []
            gap = Run(" " * (indent - width_of(heads[i])), PLAIN, hit)
            told = [pad([*heads[i], gap, *(below.pop(0) if wide and below else ())], width)]
            told += [pad([Run(" " * indent, PLAIN, hit), *line], width) for line in below]
        if told and passage.round != round and not dense:
            round = passage.round
            spans[-2 - len(out)] = len(out), len(out) + 1
            out.append(_rule(guide, words.round_heading(passage, guide.names), width))
        spans[i] = len(out), len(out) + len(told)
        out += told
    return out, spans


def _head(
    passage: Passage, guide: Guide, width: int, hit: str, *, chosen: bool
) -> tuple[list[Run], list[str]]:
    """Return whose turn it is and the number and name of the card, or that it is a scoring.

    A name that does not fit whole is told apart.
    """
    glyphs = guide.glyphs
    style = CHOSEN if chosen else STRONG
    mark = Run(glyphs.hand if chosen else " ", style, hit)
    if passage.kind != TURN:
        return [mark, Run(words.heading(passage, guide.names), style, hit)], []
    sign = guide.sign(passage.seat, hit)
    card = words.card_called(passage, guide.names)
    stack = guide.rules.cards[passage.card].stack if card else 0
    number = guide.names.stack(stack) if stack else ""
    whole = f"  {' '.join(filter(None, (number, card)))}".rstrip()
    room = width - width_of([mark, sign]) - 1
    name = guide.called(passage.seat, max(room - cells(whole), 8))
    fits = cells(name + whole) <= room
    text = whole if fits else f"  {number}".rstrip()
    runs = [mark, sign, Run(f" {name}", style, hit), Run(text, PLAIN, hit)]
    return runs, [] if fits or not card else [card]


def _round(passage: Passage, guide: Guide, width: int) -> list[Row]:
    """Return what begins a round: the cards that were turned up and the power cards."""
    out: list[Row] = []
    powers: list[Run] = []
    for event in passage.changes:
        if isinstance(event, ev.PowerPlayed):
            powers += [guide.sign(event.seat), Run(f" {event.value}  ", PLAIN)]
        elif powers and (added := event.raises()):
            # What was added to a card comes right after it.
            powers[-1] = Run(f"{powers[-1].text[:-1]}{added}  ", PLAIN)
        elif isinstance(event, ev.CardsTurned) and event.cards:
            cards = [guide.names.short(guide.rules.cards[card].id) for card in event.cards]
            # A second line would leave no room for the power cards in a low window.
            said = brief(", ".join(cards), width - 13, guide.glyphs.more)
            out.append(pad([Run(f" {'Face up':<11}", DIM), Run(said, PLAIN)], width))
    if powers:
        what = guide.names.power.partition(" ")[0].capitalize()
        out.append(pad([Run(f" {what:<11}", DIM), *powers], width))
    return out


def _rule(guide: Guide, text: str, width: int) -> Row:
    line = f"{guide.glyphs.rule} {text} "
    return pad([Run(line + guide.glyphs.rule * (width - cells(line)), TITLE)], width)


class StoryPane(WheelWidget, can_focus=True):
    """The pane of the story: it shows which turn is chosen while it has the keyboard."""

    BINDINGS = bindings("story")

    class Chosen(Message):
        """Another turn is chosen, or none any more."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.story = Story("")
        """What is told."""
        self._guide: Guide | None = None
        self._at = 0
        self._skip = 0
        """How many rows of the chosen turn are scrolled past."""
        self._rest = 0
        """How many to scroll past for the rest of it; 0 where all is seen."""

    @property
    def chosen(self) -> Passage | None:
        """The turn that is chosen, while the pane has the keyboard."""
        stops = self.story.stops
        return self.story.passages[stops[self._at]] if self.has_focus and stops else None

    def show(self, story: Story, guide: Guide) -> None:
        """Show another story, from its first turn on; one that goes on where it is."""
        before = [passage.span[0] for passage in self.story.passages]
        if [passage.span[0] for passage in story.passages[: len(before)]] != before:
            self._at = self._skip = 0
        self.story, self._guide = story, guide
        self.draw_with(self._lines)

    def begin(self, passage: Passage) -> None:
        """Choose a turn, or the first after it, as soon as the keyboard is here."""
        passages, stops = self.story.passages, self.story.stops
        later = (at for at, i in enumerate(stops) if passages[i].span >= passage.span)
        self._at, self._skip = next(later, 0), 0

    def take_over(self, pane: StoryPane) -> None:
        """Choose the turn that is chosen in another pane, as soon as the keyboard is here."""
        self._at, self._skip = pane._at, 0

    def on_resize(self) -> None:
        # What was scrolled past in another size begins again.
        self._skip = 0

    def _lines(self, width: int, height: int) -> list[Row]:
        if self._guide is None:
            return []
        stops = self.story.stops
        chosen = stops[self._at] if self.has_focus and stops else -1
        found, self._rest = rows(self.story, self._guide, width, height, chosen, self._skip)
        return found

    def _choose(self, at: int, skip: int = 0) -> None:
        self._at = max(0, min(at, len(self.story.stops) - 1))
        self._skip = skip
        self.redraw()
        self.post_message(self.Chosen())

    def action_step(self, by: int) -> None:
        """Go to another turn, or first to the rest of this one that has no room."""
        if by > 0 and self._rest:
            self._choose(self._at, self._rest)
        elif by < 0 < self._skip:
            self._choose(self._at)
        else:
            self._choose(self._at + by)

    async def action_next(self) -> None:
        """Go on to the next turn, after the last one back to the answer."""
        if self._rest or self._at < len(self.story.stops) - 1:
            self.action_step(1)
        else:
            await self.run_action("screen.back")

    def wheel(self, by: int) -> None:
        self.action_step(1 if by > 0 else -1)

    async def on_line_widget_hit(self, message: WheelWidget.Hit) -> None:
        """Choose the turn that was clicked, and show the position after it."""
        if message.what == "turn" and int(message.which) in self.story.stops:
            message.stop()
            self._choose(self.story.stops.index(int(message.which)))
            await self.run_action("screen.open_turn")

    def watch_has_focus(self, has_focus: bool) -> None:
        """Mark the turn that is chosen, or none any more."""
        super().watch_has_focus(has_focus)
        self._choose(self._at)


# -- the facts of a turn, with players as their pieces in their colours -------------------

_PIECES = re.compile(rf"([{chr(FIRST)}-{chr(FIRST + 255)}]\S*)")


def _facts(
    told: Sequence[TurnFact], guide: Guide, room: int, hit: str, *, dense: bool
) -> list[list[Run]]:
    """Return facts one behind the other, as many to a line as fit whole.

    Whose lead is lost has it told in their colour, and whoever reads on a line of its own, or
    where it is ``dense`` on one that tells of nobody else.
    """
    gap = " \N{MIDDLE DOT} " if guide.glyphs.half else "; "
    out: list[list[Run]] = [[]]
    used, before = 0, False
    for text, whom, hits in told:
        text = f"! {text}" if hits else text
        apart = hits != before or (hits and not dense)
        before = hits
        if used and (apart or used + cells(gap + text) > room):
            out.append([])
            used = 0
        if used:
            out[-1].append(Run(gap, DIM, hit))
            used += cells(gap)
        style = piece(guide.rules.kinds[whom]) if whom >= 0 else PLAIN
        for at, line in enumerate(wrap(text, room - used)):
            if at:
                out.append([])
                used = 0
            out[-1] += _inked(line, guide, style, hit)
            used += cells(line)
    return out


def _inked(line: str, guide: Guide, style: TextStyle, hit: str) -> Iterator[Run]:
    """Yield a line with each piece, and the number beside it, in its colour."""
    for part in filter(None, _PIECES.split(line)):
        if _PIECES.match(part):
            colour = guide.rules.kinds[ord(part[0]) - FIRST]
            yield Run(guide.glyphs.piece(colour) + part[1:], piece(colour), hit)
        else:
            yield Run(part, style, hit)
