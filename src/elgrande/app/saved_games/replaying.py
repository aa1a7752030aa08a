"""A saved game looked at again: its moments, who may see what of them, and playing on from one.

Pure: it replays a journal once and then only points at positions. What was taken
back in the game is not shown. No Textual here; ``screens/replay_screen.py`` draws it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby
from operator import itemgetter
from typing import Any

from elgrande.app.board.guide import Guide
from elgrande.app.board.scoring_show import ScoringShow
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.log import LogLine, LogLines
from elgrande.content.setup import Player, Setup
from elgrande.content.veil import before_this_round, forgets
from elgrande.rules import Position, View
from elgrande.rules.events import Event, RoundBegan, TurnBegan, TurnEnded
from elgrande.saves import Store
from elgrande.table import Entry, Mismatch, replay
from elgrande.table.chair import Chair, Reply
from elgrande.table.saved_game import Saved, header

OPEN = -1
"""Whose eyes: everybody's at once, which a finished game allows. A seat is its number."""

Eyes = int | None
"""A seat, ``OPEN``, or None for a spectator."""


@dataclass(frozen=True)
class ReplayMoment:
    """A position to stop at: after entry ``n`` of the game, in this round and this seat's turn.

    ``of`` is the seat that answered last, or -1 at the start.
    """

    n: int
    round: int
    actor: int
    of: int = -1


@dataclass(frozen=True)
class ReplayLine:
    """A line of the whole log: the moment at which it was written, and what it says."""

    at: int
    line: LogLine


class Moments:
    """The moments of a game and one of them, as somebody's eyes see it."""

    def __init__(
        self, guide: Guide, moments: list[ReplayMoment], eyes: Eyes, now: int, *, over: bool
    ) -> None:
        """``now`` is the round that the game has come to, ``over`` whether it has ended."""
        self.guide = guide
        self.moments = moments
        self.at = 0
        self.eyes = eyes
        self.now = now
        self.over = over
        self.problem = ""
        """Why the rest of the game is missing, or an empty string."""
        self._logs: dict[Eyes, list[list[LogLine]]] = {}

    # -- what there is to see ----------------------------------------------

    @property
    def position(self) -> Position:
        """What these eyes see at this moment, and nothing more."""
        raise NotImplementedError

    @property
    def told(self) -> list[tuple[int, Event]]:
        """The events of the game that these eyes see, with the numbers of their entries."""
        raise NotImplementedError

    @property
    def sights(self) -> tuple[Eyes, ...]:
        """Whose eyes there are."""
        return (self.eyes,)

    def warns(self, eyes: Eyes) -> bool:
        """Say whether these eyes see what players of an unfinished game may not know yet."""
        return eyes is not None and not self.over

    def see(self, eyes: Eyes) -> None:
        """Look with change view; ValueError if there are no such."""
        if eyes not in self.sights:
            raise ValueError("everybody's secrets can be seen only once a game is over")
        self.eyes = eyes

    @property
    def ended_here(self) -> bool:
        """Whether nothing can be played on from this moment, the game being over."""
        return self.over and self.at == self.last

    def answer(self) -> str:
        """Return the answer before this moment, in notation: for those that bring no news."""
        return ""

    @property
    def last(self) -> int:
        """The index of the last moment."""
        return len(self.moments) - 1

    @property
    def moment(self) -> ReplayMoment:
        """Where we are."""
        return self.moments[self.at]

    # -- moving ------------------------------------------------------------

    def go(self, index: int) -> bool:
        """Go to a moment, the nearest one that there is; say whether that is another one."""
        before, self.at = self.at, max(0, min(index, self.last))
        return self.at != before

    def step(self, way: int) -> bool:
        """Go an answer forward or back; say whether that is another moment."""
        return self.go(self.at + way)

    def turn(self, way: int) -> bool:
        """Go to where the next turn begins, or this one; from its beginning, to the one before."""
        return self._leap(way, lambda moment: (moment.round, moment.actor))

    def round(self, way: int) -> bool:
        """Go to where the next round begins, or this one, in the same way."""
        return self._leap(way, lambda moment: moment.round)

    def _leap(self, way: int, key: Callable[[ReplayMoment], object]) -> bool:
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

    def after(self, entry: int) -> int:
        """Return the index of the moment after an entry, or of the next one there is."""
        return next((at for at, moment in enumerate(self.moments) if moment.n >= entry), self.last)

    def to_round(self, number: int) -> bool:
        """Go to the beginning of a round; say whether the game has come to it."""
        found = [i for i, moment in enumerate(self.moments) if moment.round == number]
        if found:
            self.go(found[0])
        return bool(found)

    # -- seeing ------------------------------------------------------------

    def whole_log(self) -> list[ReplayLine]:
        """Return the whole log as these eyes may see it, each line with the moment it began at."""
        found: list[ReplayLine] = []
        for at, lines in enumerate(self._seen_logs()):
            # More of the same is drawn together with the line before it, which may have changed.
            found = [ReplayLine(old.at, line) for old, line in zip(found, lines, strict=False)]
            found += [ReplayLine(at, line) for line in lines[len(found) :]]
        return found

    def log(self) -> list[LogLine]:
        """Return the log up to this moment."""
        return self._seen_logs()[self.at]

    def news(self) -> list[LogLine]:
        """Return what the answer before this moment brought."""
        old = self._seen_logs()[self.at - 1] if self.at else []
        new = self.log()
        same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
        return new[min(same, len(new)) :]

    def _seen_logs(self) -> list[list[LogLine]]:
        """Return the whole log at each moment, as these eyes may see it."""
        eyes = self.eyes
        if eyes not in self._logs:
            # While the game is not over, a veiled Castillo forgets who threw in what in past
            # rounds, as the log of the table does.
            now = self.now if self.guide.veiled else 0
            log = LogLines(self.guide, self.moments[0].round, now)
            told = deque(self.told)
            logs = []
            for moment in self.moments:
                new = []
                while told and told[0][0] <= moment.n:
                    new.append(told.popleft())
                log.add(new)
                logs.append(log.from_start)
            self._logs[eyes] = logs
        return self._logs[eyes]

    def scorings(self) -> ScoringShow:
        """Return the scorings up to this moment; what the game has moved past stays closed."""
        here = [each for each in self.told if each[0] <= self.moment.n]
        return ScoringShow(self.position, self.guide, here, before_this_round(self.told))


class AtTable(Moments):
    """The game that is played, as a seat at the table, or a spectator, may look back on it.

    It is over for nobody as long as they sit there.
    """

    def __init__(
        self, chair: Chair, view: View, told: Sequence[tuple[int, Event]], guide: Guide
    ) -> None:
        """``told`` is all that the seat of the view was told."""
        self._chair, self._view, self._told = chair, view, [*told]
        begun = next((event.round for _, event in told if isinstance(event, RoundBegan)), None)
        rounds = guide.rules.rounds
        round = view.round if begun is None else rounds[max(0, rounds.index(begun) - 1)]
        moments, actor = [ReplayMoment(0, round, -1)], -1
        for n, group in groupby(told, key=itemgetter(0)):
            events = [event for _, event in group]
            if guide.veiled and round < view.round and _is_silent(guide, events) and moments[-1].n:
                moments.pop()
            for event in events:
                if isinstance(event, RoundBegan):
                    round = event.round
                elif isinstance(event, (TurnBegan, TurnEnded)):
                    actor = event.seat if isinstance(event, TurnBegan) else -1
            moments.append(ReplayMoment(n, round, actor))
        super().__init__(guide, moments, view.seat, view.round, over=False)

    @property
    def position(self) -> Position:
        found = self._chair.moment(self.eyes, self.moment.n)
        # What cannot be had any more, the table being gone, is seen as it was last.
        return self._view if isinstance(found, Reply) else found

    @property
    def told(self) -> list[tuple[int, Event]]:
        return self._told


class Replaying(Moments):
    """A replayed save and a place in it."""

    def __init__(self, journal: Saved, name: str, glyphs: Glyphs) -> None:
        """Replay the save (SaveError); if it goes wrong on the way, up to where it agrees."""
        problem = ""
        try:
            table = replay(journal, name)
        except Mismatch as error:
            problem = str(error)
            table = replay(journal, name, error.agrees)
        self.name = name
        self.journal = journal
        self.table = table
        self.entries: list[Entry] = table.history.line()
        # Once a game is over there is no cards left to remember.
        self.guide = Guide(table.setup, table.rules, glyphs, table.players, unveiled=table.over)
        moments = _moments(table.history.positions, self.entries, self._silent)
        super().__init__(self.guide, moments, None, table.state.round, over=table.over)
        self.problem = problem

    @property
    def sights(self) -> tuple[Eyes, ...]:
        """Whose eyes there are: a spectator's, every seat's, and after the end all together."""
        seats = range(self.table.rules.n_seats)
        return (None, *seats, OPEN) if self.over else (None, *seats)

    @property
    def position(self) -> Position:
        """What these eyes see at this moment, and nothing more."""
        state = self.table.history.positions[self.moment.n]
        if self.eyes == OPEN:
            return state
        return state.view(self.eyes)

    @property
    def told(self) -> list[tuple[int, Event]]:
        return [(entry.n, event) for entry in self.entries for event in self._heard(entry)]

    def _heard(self, entry: Entry) -> list[Event]:
        """Return the events of an entry that these eyes see."""
        return [event for event in entry.events if self.eyes == OPEN or event.seen_by(self.eyes)]

    def answer(self) -> str:
        """Return the answer before this moment, in notation: for those that bring no news.

        Empty at the start; a secret is not told to change view.
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

    def _silent(self, entry: Entry) -> bool:
        """Say whether an answer of a past round did nothing that is still told."""
        past = self.table.history.positions[entry.parent].round < self.table.state.round
        return self.guide.veiled and past and _is_silent(self.guide, entry.events)

    # -- playing on --------------------------------------------------------

    def players_here(self) -> tuple[Player, ...]:
        """Return who plays, as the save says last."""
        return tuple(self.table.players)

    def setup_with(self, players: Sequence[Player]) -> Setup:
        """Return the Setup of a game that goes on from here with these players."""
        setup = replace(self.table.setup, players=tuple(players))
        setup.check()
        return setup

    def branch(self, store: Store, players: Sequence[Player]) -> str:
        """Write a new save with everything up to this moment and return its name (SaveError).

        Records of what was taken back are left out, so the rest is numbered anew.
        """
        setup = self.setup_with(players)
        title = f"{self.name}-from-{self.moment.round}"
        version, tables = setup.ruleset().version, header(setup)
        records = {record.n: record for record in self.journal.records}
        with store.under_unused(title, lambda n: store.create(n, version, tables)) as save:
            for entry in self.entries:
                if entry.n > self.moment.n:
                    break
                fields: dict[str, Any] = dict(records[entry.n].fields)
                save.append("command", fields)
            return save.name


def _is_silent(guide: Guide, events: Sequence[Event]) -> bool:
    """Say whether nothing of these is told once their round is over, the Castillo being veiled."""
    forgotten = [forgets(guide.rules, event) for event in events]
    open_to_all = (event.audience is None for event in events)
    return any(forgotten) and all(compress(forgotten, open_to_all))


def _moments(
    positions: Sequence[Position], entries: Sequence[Entry], silent: Callable[[Entry], bool]
) -> list[ReplayMoment]:
    """Return the start, then one moment an answer.

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


def _moment(positions: Sequence[Position], n: int, of: int) -> ReplayMoment:
    position = positions[n]
    return ReplayMoment(n, position.round, position.actor, of)
