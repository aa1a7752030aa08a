"""A saved game looked at again: its moments, who may see what of them, and playing on from one.

Pure: it replays a journal once and then only points at positions. What was taken
back in the game is not shown. No Textual here; `screens/replay.py` draws it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from elgrande.app.chronicle import Chronicle
from elgrande.app.guide import Guide
from elgrande.content.sight import forgets
from elgrande.table import Mismatch, replay
from elgrande.table.load import header

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.panes.log import Entry as LogLine
    from elgrande.content.setup import Player, Setup
    from elgrande.rules import Position
    from elgrande.rules.events import Event
    from elgrande.saves import Store
    from elgrande.table import Entry
    from elgrande.table.load import Saved

OPEN = -1
"""Whose eyes: everybody's at once, which a finished game allows. A seat is its number."""

Eyes = int | None
"""A seat, `OPEN`, or None for a spectator."""


@dataclass(frozen=True)
class Moment:
    """A position to stop at: after entry `n` of the game, in this round and this seat's turn.

    `of` is the seat that answered last, or -1 at the start.
    """

    n: int
    round: int
    actor: int
    of: int = -1


@dataclass(frozen=True)
class Line:
    """A line of the whole story: the moment at which it was written, and what it says."""

    at: int
    line: LogLine


class Replaying:
    """A replayed save and a place in it."""

    def __init__(self, journal: Saved, name: str, glyphs: Glyphs) -> None:
        """Replays the save (SaveError); if it goes wrong on the way, up to where it agrees."""
        self.name = name
        self.problem = ""
        """Why the rest of the save is missing, or an empty string."""
        try:
            table = replay(journal, name)
        except Mismatch as error:
            self.problem = str(error)
            table = replay(journal, name, error.agrees)
        self._journal = journal
        self.table = table
        # Once a game is over there is nothing left to remember.
        self.guide = Guide(
            table.setup, table.rules, glyphs, table.players, unveiled=table.over
        )  # fmt: skip
        self.entries: list[Entry] = table.history.line()
        self.moments = _moments(table.history.positions, self.entries, self._silent)
        self.at = 0
        self.eyes: Eyes = None
        self._told: dict[Eyes, dict[int, list[Event]]] = {}
        self._stories: dict[Eyes, list[Line]] = {}
        self._chronicle = self._blank()
        self._before: list[LogLine] = []
        self._lines: list[LogLine] = []
        self._heard: tuple[Eyes, int] = (None, -1)

    @property
    def last(self) -> int:
        """The index of the last moment."""
        return len(self.moments) - 1

    @property
    def over(self) -> bool:
        """Whether the saved game has ended, wherever we look."""
        return self.table.over

    @property
    def moment(self) -> Moment:
        """Where we are."""
        return self.moments[self.at]

    # -- moving ------------------------------------------------------------

    def go(self, index: int) -> bool:
        """Goes to a moment, the nearest one that there is; says whether that is another one."""
        before, self.at = self.at, max(0, min(index, self.last))
        return self.at != before

    def step(self, way: int) -> bool:
        """An answer forward or back."""
        return self.go(self.at + way)

    def turn(self, way: int) -> bool:
        """To where the next turn begins, or this one; from its beginning, to the one before."""
        return self._leap(way, lambda moment: (moment.round, moment.actor))

    def round(self, way: int) -> bool:
        """The same with rounds."""
        return self._leap(way, lambda moment: moment.round)

    def _leap(self, way: int, key: Callable[[Moment], object]) -> bool:
        here, keys = self.at, [key(moment) for moment in self.moments]
        if way > 0:
            while here < self.last and keys[here] == keys[self.at]:
                here += 1
        else:
            here = max(0, here - 1)
            while here and keys[here - 1] == keys[here]:
                here -= 1
        return self.go(here)

    @property
    def rounds(self) -> list[int]:
        """The rounds that the game has come to."""
        return list(dict.fromkeys(moment.round for moment in self.moments))

    def to_round(self, number: int) -> bool:
        """To the beginning of a round; says whether the game has come to it."""
        for index, moment in enumerate(self.moments):
            if moment.round == number:
                self.go(index)
                return True
        return False

    # -- seeing ------------------------------------------------------------

    @property
    def sights(self) -> tuple[Eyes, ...]:
        """Whose eyes there are: a spectator's, every seat's, and after the end all together."""
        seats = range(self.table.rules.n)
        return (None, *seats, OPEN) if self.over else (None, *seats)

    def warns(self, eyes: Eyes) -> bool:
        """Whether these eyes see what players of an unfinished game may not know yet."""
        return eyes is not None and not self.over

    def see(self, eyes: Eyes) -> None:
        """Looks with other eyes; ValueError if there are no such."""
        if eyes not in self.sights:
            raise ValueError("open eyes are for finished games")
        self.eyes = eyes

    @property
    def position(self) -> Position:
        """What these eyes see at this moment, and nothing more."""
        state = self.table.history.positions[self.moment.n]
        if self.eyes == OPEN:
            return state
        return state.view(self.eyes)

    def story(self) -> list[Line]:
        """The whole log as these eyes may see it, each line with the moment it began at."""
        eyes = self.eyes
        if eyes not in self._stories:
            self._stories[eyes] = self._tell()
        return self._stories[eyes]

    def _tell(self) -> list[Line]:
        chronicle = self._blank()
        story: list[Line] = []
        for at in range(len(self.moments)):
            lines = self._hear(chronicle, at)
            # More of the same is drawn together with the line before it, which may have changed.
            story = [Line(old.at, line) for old, line in zip(story, lines, strict=False)]
            story += [Line(at, line) for line in lines[len(story) :]]
        return story

    def log(self) -> list[LogLine]:
        """The log up to this moment."""
        self._listen()
        return self._lines

    def news(self) -> list[LogLine]:
        """What the answer before this moment brought."""
        self._listen()
        old, new = self._before, self._lines
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        return new[same:]

    def answer(self) -> str:
        """The answer before this moment, in notation: for those that bring no news.

        Empty at the start; a secret is not told to other eyes.
        """
        entry = self.table.history.entries[self.moment.n]
        first = self.moments[max(0, self.at - 1)].n + 1
        while (entry.auto or self._silent(entry)) and entry.n > first:
            entry = self.table.history.entries[entry.parent]
        if not self.at:
            return ""
        rules = self.table.rules
        secret = any(rules.is_secret(rules.code(command)) for command in entry.commands)
        if secret and self.eyes not in (OPEN, entry.seat):
            return f"{self.guide.player(entry.seat)} answers in secret."
        if self._silent(entry):
            return f"{self.guide.player(entry.seat)} answers."
        return f"{self.guide.player(entry.seat)} answers: {', '.join(entry.commands)}."

    def _listen(self) -> None:
        """Brings the log to this moment: onward from where it is, else from the start."""
        if self._heard == (self.eyes, self.at):
            return
        eyes, heard = self._heard
        if eyes != self.eyes or heard > self.at:
            self._chronicle, heard = self._blank(), -1
            self._before = self._lines = []
        for at in range(heard + 1, self.at + 1):
            self._before = self._lines
            self._lines = self._hear(self._chronicle, at)
        self._heard = (self.eyes, self.at)

    def _blank(self) -> Chronicle:
        """A log in which nothing is written yet."""
        return Chronicle(self.guide, self.table.history.positions[0].round)

    def _hear(self, chronicle: Chronicle, at: int) -> list[LogLine]:
        """Writes down what led to a moment, and returns the whole log."""
        told = self._shown()
        begin = self.moments[at - 1].n if at else -1
        end = self.moments[at].n
        chronicle.add((n, event) for n in told if begin < n <= end for event in told[n])
        return chronicle.entries

    def _shown(self) -> dict[int, list[Event]]:
        """The events of each entry that may be told.

        While the game is not over, a veiled Castillo forgets who threw in what in past
        rounds, as the log of the table does.
        """
        eyes = self.eyes
        if eyes not in self._told:
            self._told[eyes] = {
                entry.n: [
                    event
                    for event in entry.events
                    if (eyes == OPEN or event.seen_by(eyes)) and not self._forgotten(entry, event)
                ]
                for entry in self.entries
            }
        return self._told[eyes]

    def _forgotten(self, entry: Entry, event: Event) -> bool:
        """Whether an event of a past round is no longer told, the Castillo being veiled."""
        round = self.table.history.positions[entry.parent].round
        return (
            self.guide.veiled
            and round < self.table.state.round
            and forgets(self.guide.rules, event)
        )

    def _silent(self, entry: Entry) -> bool:
        """Whether an answer of a past round did nothing that is still told."""
        return any(self._forgotten(entry, event) for event in entry.events) and all(
            self._forgotten(entry, event) for event in entry.events if event.audience is None
        )

    def all_events(self) -> list[tuple[int, Event]]:
        """Everything that a spectator was told, to add the points up."""
        return self.table.events(None)

    # -- playing on --------------------------------------------------------

    @property
    def ended_here(self) -> bool:
        """Whether nothing can be played on from this moment, the game being over."""
        return self.table.history.positions[self.moment.n].over

    def players_here(self) -> tuple[Player, ...]:
        """Who plays, as the save says last."""
        return tuple(self.table.players)

    def setup_with(self, players: Sequence[Player]) -> Setup:
        """The Setup of a game that goes on from here with these players."""
        setup = replace(self.table.setup, players=tuple(players))
        setup.check()
        return setup

    def branch(self, store: Store, players: Sequence[Player]) -> str:
        """Writes a new save with everything up to this moment and returns its name (SaveError).

        Records of what was taken back are left out, so the rest is numbered anew.
        """
        setup = self.setup_with(players)
        title = f"{self.name}-from-{self.moment.round}"
        version, tables = setup.ruleset().version, header(setup)
        records = {record.n: record for record in self._journal.records}
        with store.under_unused(title, lambda n: store.create(n, version, tables)) as save:
            for entry in self.entries:
                if entry.n > self.moment.n:
                    break
                fields: dict[str, Any] = dict(records[entry.n].fields)
                save.append("command", fields)
            return save.name


def _moments(
    positions: Sequence[Position], entries: Sequence[Entry], silent: Callable[[Entry], bool]
) -> list[Moment]:
    """The start, then one moment an answer.

    Answers that were given unasked belong to the one before, and so do those of which
    nothing is told any more: a stop for each would count them.
    """
    out = [_moment(positions, 0, -1)]
    for entry in entries:
        if (entry.auto or silent(entry)) and out[-1].n:
            out[-1] = _moment(positions, entry.n, out[-1].of)
        else:
            out.append(_moment(positions, entry.n, entry.seat))
    return out


def _moment(positions: Sequence[Position], n: int, of: int) -> Moment:
    position = positions[n]
    return Moment(n, position.round, position.actor, of)
