"""The log: what happened, newest below; it scrolls with the keys and the wheel.

Events are put together into its lines, and a TableLog keeps what one terminal was told of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.panes.text_runs import (
    ALERT,
    DIM,
    PLAIN,
    TITLE,
    Row,
    Run,
    TextStyle,
    pad,
    piece,
    wrap,
)
from elgrande.app.settings.bindings import bindings
from elgrande.content.story import QUIET, together
from elgrande.content.veil import FORGOTTEN, forgets, remembered
from elgrande.content.words import say_event
from elgrande.content.words.names import round_name, sentence, short_game
from elgrande.rules import events as ev
from elgrande.rules.events import Event, OnlyAnswer

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.table.chair import Look

    NumberedEvents = tuple[tuple[int, Event], ...]


@dataclass(frozen=True)
class LogLine:
    """One line of the log: its text, whose doing it is, and how it is shown.

    ``kind`` is "event", "round" (a heading) or "notice", ``entry`` the number of the entry that
    brought it.
    """

    text: str
    colour: str = ""
    kind: str = "event"
    entry: int = 0


def rows(
    entries: Sequence[LogLine], glyphs: Glyphs, width: int, height: int, back: int = 0
) -> list[Row]:
    """Return the last rows that fit, or those ``back`` rows before."""
    out: list[Row] = []
    for entry in reversed(entries):
        if len(out) >= height + back:
            break
        hit = f"entry {entry.entry}" if entry.entry else ""
        style = ALERT if entry.kind == "notice" else TITLE if entry.kind == "round" else PLAIN
        out += reversed(entry_rows(entry, glyphs, width, style, hit))
    out.reverse()
    end = len(out) - back
    return out[max(0, end - height) : end] if back else out[-height:]


def entry_rows(entry: LogLine, glyphs: Glyphs, width: int, style: TextStyle, hit: str) -> list[Row]:
    """Return one entry, wrapped behind its player's sign."""
    if entry.kind == "round":
        line = f"{glyphs.rule * 2} {entry.text} "
        return [pad([Run(line + glyphs.rule * (width - len(line)), style)], width)]
    sign = Run(glyphs.piece(entry.colour), piece(entry.colour)) if entry.colour else Run(" ", PLAIN)
    first, *rest = wrap(entry.text, width - 2)
    lines = [[sign, Run(" ", PLAIN), Run(first, style, hit)]]
    lines += [[Run("  ", DIM), Run(line, style, hit)] for line in rest]
    return [pad(runs, width) for runs in lines]


# Textual's RichLog wraps when a line is written: here lines are wrapped anew for every width,
# forgotten when a round ends, and can be clicked.
class LogPane(WheelWidget, can_focus=True):
    """The pane of the log."""

    BINDINGS = bindings("log")

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(self._lines, id=id)
        self._glyphs = glyphs
        self._entries: Sequence[LogLine] = ()
        self._back = 0

    def show(self, entries: Sequence[LogLine]) -> None:
        """Show a log, scrolled to its end if it grew."""
        if len(entries) != len(self._entries):
            self._back = 0
        self._entries = entries
        self.redraw()

    def _lines(self, width: int, height: int) -> list[Row]:
        return rows(self._entries, self._glyphs, width, height, self._back)

    def action_scroll(self, by: int) -> None:
        total = len(rows(self._entries, self._glyphs, self.size.width, 10**6))
        self._back = max(0, min(self._back + by, total - self.room))
        self.redraw()

    def action_open(self) -> None:
        """Ask for the position after the last line that is shown."""
        if hits := [run.hit for row in self.rows for run in row if run.hit]:
            self.post_message(self.Hit(self, hits[-1]))

    def wheel(self, by: int) -> None:
        self.action_scroll(-by)


# -- lines of events -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Told:
    """An event with the entry that brought it and the round in which it happened."""

    n: int
    round: int
    event: ev.Event


def notice(text: str) -> LogLine:
    """Return a line of the program's own, such as what was mended at loading."""
    return LogLine(text, kind="notice")


class LogLines:
    """The log of one game as one seat may see it; it grows with the events it is given.

    ``round`` is that of the first event, unless the events say otherwise.

    Every round has a heading, and equal moves in a row are drawn together. With a
    veiled Castillo the log forgets who threw in what as soon as the round is over,
    as a table of people would, and says so once a round. ``now`` is the round that is played
    where that is a later one than the log tells of.
    """

    def __init__(self, guide: Guide, round: int, now: int = 0) -> None:
        self.guide = guide
        self._first = round
        self._now = now
        self._left = -1
        self._begun = False
        self._swept = -1
        self._told: list[_Told] = []
        self._entries: list[LogLine] = []

    def add(self, events: Iterable[tuple[int, ev.Event]]) -> None:
        """Write down what happened after all that was added before."""
        new = list(events)
        begun = next((event.round for _, event in new if isinstance(event, ev.RoundBegan)), None)
        if begun is not None and not self._begun:
            # What came before it happened in the round before.
            rounds = self.guide.rules.rounds
            self._first = rounds[max(0, rounds.index(begun) - 1)]
            self._begun = True
        for n, event in new:
            number = event.round if isinstance(event, ev.RoundBegan) else self._round
            self._write(_Told(n, number, event), self._now)
        if self.guide.veiled and self._round != self._swept:
            self._swept = self._round
            told, self._told, self._entries, self._left = self._told, [], [], -1
            for item in told:
                self._write(item, max(told[-1].round, self._now))

    @property
    def entries(self) -> list[LogLine]:
        """All lines; the first round began while the game was laid out, unheard."""
        first = round_name(self._first, self.guide.rules.rounds[0]).capitalize()
        return [LogLine(first, kind="round"), *self._entries]

    @property
    def from_start(self) -> list[LogLine]:
        """All lines of a game that is told from its beginning.

        Whoever sees a short game begin with round 2 wonders what became of the first.
        """
        rounds = self.guide.rules.rounds
        short = short_game(rounds) if self._first <= rounds[0] else ""
        head, *lines = self.entries
        return [head, *([LogLine(short)] if short else []), *lines]

    @property
    def _round(self) -> int:
        return self._told[-1].round if self._told else self._first

    def _write(self, item: _Told, now: int) -> None:
        """One event: drawn together with the last line if it is more of the same."""
        last = self._told[-1] if self._told else None
        both = together(last.event, item.event) if last else None
        if both is not None and last is not None:
            item = _Told(item.n, last.round, both)
            self._told.pop()
            if self._shown(last, now):
                self._entries.pop()
        self._told.append(item)
        if self._shown(item, now):
            self._entries.append(replace(_entry(item.event, self.guide), entry=item.n))
        elif forgets(self.guide.rules, item.event) and item.round != self._left:
            self._left = item.round
            self._entries.append(notice(sentence(FORGOTTEN)))

    def _shown(self, item: _Told, now: int) -> bool:
        """Whether an event has a line of its own."""
        if isinstance(item.event, QUIET):
            return False
        return item.round >= now or not forgets(self.guide.rules, item.event)


def _entry(event: ev.Event, guide: Guide) -> LogLine:
    """One line, with the player whose doing it is."""
    text = say_event(event, guide.rules, guide.names)
    if isinstance(event, ev.RoundBegan):
        return LogLine(f"Round {event.round}", kind="round")
    if isinstance(event, ev.GeneralScoring):
        return LogLine("General scoring", kind="round")
    if isinstance(event, ev.GameEnded):
        return LogLine(text, kind="notice")
    seat = getattr(event, "seat", getattr(event, "by", -1))
    colour = guide.colour(seat) if isinstance(seat, int) and 0 <= seat < guide.rules.n_seats else ""
    return LogLine(text, colour)


def where(event: ev.Event, guide: Guide) -> tuple[str, ...]:
    """Return the ids of the regions and the Castillo that an event is about."""
    rules = guide.rules
    found: list[str] = []
    if isinstance(event, ev.Moved):
        found = [guide.target_of(rules.places[place]) for place in (event.source, event.target)]
    elif isinstance(event, ev.RegionScored):
        found = [rules.targets[event.scored.target]]
    elif isinstance(event, ev.KingMoved):
        found = [rules.nodes[node] for node in (event.source, event.target) if node >= 0]
    elif isinstance(event, (ev.GrandeMoved, ev.ScoreboardMoved)):
        found = [rules.targets[target] for target in (event.source, event.target) if target >= 0]
    elif isinstance(event, ev.Evacuated):
        found = [rules.regions[event.region]]
    elif isinstance(event, ev.DisksRevealed):
        found = [rules.regions[region] for _, region in event.disks]
    return tuple(name for name in dict.fromkeys(found) if name in rules.targets)


# -- what one terminal was told --------------------------------------------------------


class TableLog:
    """Keeps the log of whoever sees the screen, and writes down only what is new.

    ``notices`` are the program's own lines, such as what was mended at loading; they stand first.
    """

    def __init__(self, guide: Guide, notices: Sequence[str] = ()) -> None:
        self.notices = list(notices)
        self.events: NumberedEvents = ()
        """The events with their entries' numbers."""
        self.stale = False
        """Whether what is written may hold what was taken back."""
        self._marks: list[tuple[int, LogLine]] = []
        """Lines about who plays, each with how many lines stood before it."""
        self._lines = LogLines(guide, 1)
        self._seat: int | None = None
        self._entry = -1

    def read(self, guide: Guide, look: Look, seat: int | None, told: NumberedEvents) -> str:
        """Write down what is new, or everything after an undo, a change of seat, or with other
        names.

        Returns a sentence on the last answer that nobody here was asked for, since it was the
        only one, or an empty string.
        """
        known, before = len(self.events), self._entry
        anew = before < 0 or self.stale or seat != self._seat or told[:known] != self.events
        if anew or self._lines.guide is not guide:
            self._lines = LogLines(guide, look.view.round)
            known = 0
            self.stale = False
        new = told[known:]
        self._lines.add(new)
        self.events, self._seat, self._entry = told, seat, look.entry
        return _only_answer(guide, look, [event for n, event in new if 0 <= before < n])

    @property
    def entries(self) -> list[LogLine]:
        """The lines as they stand."""
        lines = self._lines.from_start
        for at, mark in reversed(self._marks):
            lines.insert(min(at, len(lines)), mark)
        return [notice(text) for text in self.notices] + lines

    def mark(self, text: str, colour: str) -> None:
        """Write down something that is no event of the game, such as who plays a seat now."""
        self._marks.append((len(self._lines.from_start), LogLine(text, colour, "notice")))

    def remembered(self, guide: Guide) -> tuple[Event, ...]:
        """Return the events that a seat still remembers."""
        return tuple(event for _, event in remembered(guide.rules, self.events))


def _only_answer(guide: Guide, look: Look, new: Sequence[Event]) -> str:
    """Return the last answer that the seats here were not asked for, in words."""
    said = [
        say_event(event, guide.rules, guide.names)
        for event in new
        if isinstance(event, OnlyAnswer) and event.seat in look.seats
    ]
    return " ".join(said[-1:])
