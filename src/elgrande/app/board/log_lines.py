"""Events put together into the lines of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.panes.log import Entry
from elgrande.content.sight import forgets
from elgrande.content.story import QUIET, together
from elgrande.content.words import say_event
from elgrande.content.words.names import round_name, short_game
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.app.board.guide import Guide


@dataclass(frozen=True, slots=True)
class _Told:
    """An event with the entry that brought it and the round in which it happened."""

    n: int
    round: int
    event: ev.Event


def notice(text: str) -> Entry:
    """Return a line of the program's own, such as what was mended at loading."""
    return Entry(text, kind="notice")


class LogLines:
    """The log of one game as one seat may see it; it grows with the events it is given.

    ``round`` is that of the first event, unless the events say otherwise.

    Every round has a heading, and equal moves in a row are drawn together. With a
    veiled Castillo the log forgets who threw in what as soon as the round is over,
    as a table of people would.
    """

    def __init__(self, guide: Guide, round: int) -> None:
        self.guide = guide
        self._first = round
        self._begun = False
        self._swept = -1
        self._told: list[_Told] = []
        self._entries: list[Entry] = []

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
            self._write(_Told(n, number, event))
        if self.guide.veiled and self._round != self._swept:
            self._swept = self._round
            told, self._told, self._entries = self._told, [], []
            for item in told:
                self._write(item, self._past(told))

    @property
    def entries(self) -> list[Entry]:
        """All lines; the first round began while the game was laid out, unheard."""
        first = round_name(self._first, self.guide.rules.rounds[0]).capitalize()
        return [Entry(first, kind="round"), *self._entries]

    @property
    def story(self) -> list[Entry]:
        """All lines of a game that is told from its beginning.

        Whoever sees a short game begin with round 2 wonders what became of the first.
        """
        rounds = self.guide.rules.rounds
        short = short_game(rounds) if self._first <= rounds[0] else ""
        head, *lines = self.entries
        return [head, *([Entry(short)] if short else []), *lines]

    @property
    def _round(self) -> int:
        return self._told[-1].round if self._told else self._first

    def _past(self, told: list[_Told]) -> int:
        """Return the round in which the last of the events happened."""
        return told[-1].round

    def _write(self, item: _Told, now: int = 0) -> None:
        """One event: drawn together with the last line if it is more of the same."""
        last = self._told[-1] if self._told else None
        both = together(last.event, item.event) if last else None
        if both is not None and last is not None:
            item = _Told(last.n, last.round, both)
            self._told.pop()
            if self._shown(last, now):
                self._entries.pop()
        self._told.append(item)
        if self._shown(item, now):
            self._entries.append(_entry(item.event, self.guide))

    def _shown(self, item: _Told, now: int) -> bool:
        """Whether an event has a line of its own."""
        if isinstance(item.event, QUIET):
            return False
        return item.round >= now or not forgets(self.guide.rules, item.event)


def _entry(event: ev.Event, guide: Guide) -> Entry:
    """One line, with the player whose doing it is."""
    text = say_event(event, guide.rules, guide.names)
    if isinstance(event, ev.RoundBegan):
        return Entry(f"Round {event.round}", kind="round")
    if isinstance(event, ev.GeneralScoring):
        return Entry("General scoring", kind="round")
    if isinstance(event, ev.GameEnded):
        return Entry(text, kind="notice")
    seat = getattr(event, "seat", getattr(event, "by", -1))
    colour = guide.colour(seat) if isinstance(seat, int) and 0 <= seat < guide.rules.n_seats else ""
    kind = "score" if isinstance(event, ev.RegionScored) else "event"
    return Entry(text, colour, kind, where(event, guide))


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
