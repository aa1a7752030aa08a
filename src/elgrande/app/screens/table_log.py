"""What one terminal was told of a game: the lines of its log, and the scorings in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.board.log_lines import LogLines, notice
from elgrande.app.dialogs.scorings import scorings
from elgrande.app.panes.log import Entry
from elgrande.content.sight import before_this_round, put_back, remembered
from elgrande.content.words import say_event
from elgrande.rules.events import Event, OnlyAnswer, RegionScored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.board.guide import Guide
    from elgrande.table.chair import Look

    Told = tuple[tuple[int, Event], ...]


class TableLog:
    """Keeps the log of whoever sees the screen, and writes down only what is new.

    ``notices`` are the program's own lines, such as what was mended at loading; they stand first.
    """

    def __init__(self, guide: Guide, notices: Sequence[str] = ()) -> None:
        self.notices = list(notices)
        self.told: Told = ()
        """The events with their entries' numbers."""
        self.stale = False
        """Whether what is written may hold what was taken back."""
        self._marks: list[tuple[int, Entry]] = []
        """Lines about who plays, each with how many lines stood before it."""
        self._lines = LogLines(guide, 1)
        self._seat: int | None = None
        self._entry = -1

    def read(self, guide: Guide, look: Look, seat: int | None, told: Told) -> str:
        """Write down what is new, or everything after an undo, a change of seat, or with other
        names.

        Returns a sentence on the last answer that nobody here was asked for, since it was the
        only one, or an empty string.
        """
        known, before = len(self.told), self._entry
        anew = self.stale or seat != self._seat or told[:known] != self.told
        if anew or self._lines.guide is not guide:
            self._lines = LogLines(guide, look.view.round)
            known = 0
            self.stale = False
        new = told[known:]
        self._lines.add(new)
        self.told, self._seat, self._entry = told, seat, look.entry
        return _only_answer(guide, look, [event for n, event in new if 0 <= before < n])

    @property
    def entries(self) -> list[Entry]:
        """The lines as they stand."""
        lines = self._lines.story
        for at, mark in reversed(self._marks):
            lines.insert(min(at, len(lines)), mark)
        return [notice(text) for text in self.notices] + lines

    def mark(self, text: str, colour: str) -> None:
        """Write down something that is no event of the game, such as who plays a seat now."""
        self._marks.append((len(self._lines.story), Entry(text, colour, "notice")))

    def scorings(self, guide: Guide) -> tuple[list[RegionScored], frozenset[int]]:
        """Return all scorings so far, and those by index whose counts are not told now."""
        past = scorings(event for _, event in self.told[: before_this_round(self.told)])
        closed = (i for i, event in enumerate(past) if put_back(guide.rules, event))
        return scorings(event for _, event in self.told), frozenset(closed)

    def remembered(self, guide: Guide) -> tuple[Event, ...]:
        """Return the events that a seat still remembers."""
        return tuple(event for _, event in remembered(guide.rules, self.told))


def _only_answer(guide: Guide, look: Look, new: Sequence[Event]) -> str:
    """Return the last answer that the seats here were not asked for, in words."""
    said = [
        say_event(event, guide.rules, guide.names)
        for event in new
        if isinstance(event, OnlyAnswer) and event.seat in look.seats
    ]
    return " ".join(said[-1:])
