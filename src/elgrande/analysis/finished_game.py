"""A finished game as an analysis sees it: its turns, its moments, and what is known of it.

What was found out is kept beside the saves, under the digest of the game, after every step, so that
who stops an analysis goes on where it was. It is worth nothing when it is lost, and done anew when
the game, who estimates or the number of tries is another.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elgrande import __version__
from elgrande.analysis.chances import TEMPERS, EndEvaluator, RoundEvaluator
from elgrande.bots.plan_words import Plan, Voice, moves, then
from elgrande.bots.program import PROGRAMS, Path, put_back, running, set_aside
from elgrande.content.clean import clean
from elgrande.content.plain import to_plain
from elgrande.content.story import Passage, passages
from elgrande.rules import Generator, State
from elgrande.rules import events as ev
from elgrande.saves.fs import Cache, FileSystem
from elgrande.saves.journal import digest
from elgrande.saves.mistakes import FOLDER, SUFFIX, Mistake

if TYPE_CHECKING:
    import pathlib

    from elgrande.content.words.names import GameNames
    from elgrande.table import Table
    from elgrande.table.history import Entry
    from elgrande.table.saved_game import Saved


class Unanalysed(ValueError):
    """A game that has no analysis: the message is one sentence that says why."""


@dataclass(frozen=True)
class PlayedTurn:
    """A seat's turn: from after the entry ``begin`` to after the entry ``end``.

    ``reveals`` are the entries on the way that turned something up, ``told`` its story.
    """

    seat: int
    round: int
    begin: int
    end: int
    reveals: tuple[int, ...]
    told: Passage


class FinishedGame:
    """The present line of a finished game. Unanalysed if it is not over."""

    def __init__(self, table: Table) -> None:
        if not table.over:
            raise Unanalysed(
                "this game is not over, and only a finished game can be analysed; play it to its "
                "end first"
            )
        self.table = table
        self.rules = table.rules
        self._line = {entry.n: entry for entry in table.history.line()}
        self.turns = self._turns()
        self.last = table.history.head

    def after(self, entry: int) -> State:
        """Return the position after an entry."""
        return self.table.history.positions[entry]

    def ended(self, turn: PlayedTurn, start: State | None = None) -> State:
        """Return the position as a turn ends, of whatever follows nothing having been run.

        ``start`` is another position from which its last entry may be given, and is used up.
        """
        made = self.entry(turn.end)
        state = start or self.after(made.parent).copy()
        return as_it_ended(state, made) or self.after(turn.end)

    def did(self, turn: PlayedTurn) -> str:
        """Return what was done in a turn, in its order."""
        path = answers(self.table, turn.begin, turn.end)
        return in_order(self.table.names, turn.seat, self.after(turn.begin), path)

    def dealt(self, turn: PlayedTurn, generator: Generator) -> State:
        """Return a position that its seat may think to be in as a turn begins."""
        return self.after(turn.begin).view(turn.seat).sample(generator)

    def entry(self, number: int) -> Entry:
        """Return an entry by its number."""
        return self._line[number]

    @property
    def entries(self) -> Collection[int]:
        """The entries of its line, and the beginning."""
        return {0, *self._line}

    @property
    def moments(self) -> list[int]:
        """The entries after which a turn begins, and the last one."""
        return sorted({turn.begin for turn in self.turns} | {self.last})

    def turn(self, begin: int) -> PlayedTurn:
        """Return the turn that begins after an entry."""
        return next(turn for turn in self.turns if turn.begin == begin)

    def _turns(self) -> list[PlayedTurn]:
        told, found = self.table.events(None), []
        for passage in passages(self.rules, told, self.table.state.round):
            (begin, began), (end, ended) = (
                told[at] for at in (passage.span[0], passage.span[1] - 1)
            )
            if isinstance(began, ev.TurnBegan) and isinstance(ended, ev.TurnEnded):
                reveals = tuple(
                    n for n, entry in self._line.items() if begin < n <= end and entry.revealed
                )
                turn = PlayedTurn(passage.seat, passage.round, begin, end, reveals, passage)
                found.append(turn)
        return found


def as_it_ended(state: State, made: Entry) -> State | None:
    """Return a position, in place, after the entry that ends a turn, before anything follows it.

    None if no turn is running.
    """
    at = running(state, PROGRAMS["turn"])
    if at < 0:
        return None
    rest = set_aside(state, at)
    for text in made.commands:
        state.apply(made.seat, state.rules.code(text))
    put_back(state, rest)
    return state


def in_order(names: GameNames, seat: int, start: State, path: Path) -> str:
    """Return what a seat does on a path, in its order: so it can be played as it is read."""
    voice = Voice(names, seat, private=True, their=True)
    return then(moves(voice, Plan(start, path, start))) or "end the turn"


def answers(table: Table, after: int, to: int) -> Path:
    """Return what was answered at a table after an entry, up to another."""
    return [
        (entry.seat, table.rules.code(text))
        for entry in table.history.line()
        if after < entry.n <= to
        for text in entry.commands
    ]


# -- what was found out ----------------------------------------------------------------


FORMAT = 5
FEWEST_TRIES, MOST_TRIES = 2, 100
"""Of more, not all would fit into what is kept."""
MOST = 1 << 32
"""Of a number that is kept: the mark of an end is the largest."""

Tries = list[list[float]]
"""What each try gave: a number a seat."""


class TryCache:
    """The found numbers of one game, by the name of a step."""

    def __init__(self, cache: Cache | None, key: dict[str, Any]) -> None:
        self._cache = cache
        self._key = {**key, "format": FORMAT}
        self._place = "" if cache is None else str(cache.path)
        self._found: dict[str, Tries] = {}
        self.lasting = cache is not None
        """Whether the last that was found is on the disk."""
        told = None if cache is None else cache.read()
        kept = told.get("key") if isinstance(told, dict) else None
        self._kept_tries: int | None = None
        if isinstance(kept, dict) and self._is_same(kept):
            self._kept_tries = kept["tries"]
        if self._kept_tries is not None and self._kept_tries > self._key.get("tries", 0):
            # What took fewer tries takes not the place of what took more.
            self._cache = None
        elif isinstance(told, dict) and kept == self._key:
            self._found = told.get("found", {})

    def _is_same(self, kept: dict[str, Any]) -> bool:
        """Say whether the same was found out, with as many tries or others."""
        tries = self._key.get("tries", 0)
        return type(kept.get("tries")) is int and {**kept, "tries": tries} == self._key

    def check(self, game: FinishedGame) -> None:
        """Raise Unanalysed where what is kept cannot have been found out of this game."""
        tries, seats = self._kept_tries, game.rules.n_seats
        if tries is not None and not FEWEST_TRIES <= tries <= MOST_TRIES:
            raise self.damaged("tries", f"{tries}, not from {FEWEST_TRIES} to {MOST_TRIES}")
        if not isinstance(self._found, dict):
            raise self.damaged("found", "not a table")
        begun = {turn.begin for turn in game.turns}
        for name, found in self._found.items():
            what, at, *_ = *name.split(), "", ""
            known = game.entries if what in ("after", "otherwise") else begun
            if at not in map(str, known):
                raise self.damaged(name, "not a turn of this game")
            if not _sound(found):
                raise self.damaged(name, "not numbers that an analysis finds")
            rows = [row[:1] for row in found] if what == "sketch" else [r[:seats] for r in found]
            least = -1 if what == "sketch" else 0
            for chance in (each for row in rows for each in row if not least <= each <= 1):
                raise self.damaged(name, f"{chance} is not a chance")

    def damaged(self, name: str, why: str) -> Unanalysed:
        """Return what says where something is kept that cannot be, and the cure."""
        return Unanalysed(
            f"{clean(self._place, 300)}, {clean(name, 40)!r}: {why}; delete this file, and the "
            "game is analysed anew"
        )

    def get(self, name: str, tries: int, numbers: int) -> Tries | None:
        """Return the tries that a step found, or None if it is still to do.

        So many tries of so many numbers each are wanted: others are none.
        """
        found = self._found.get(name)
        if found is None or len(found) != tries or any(len(each) != numbers for each in found):
            return None
        return found

    def put(self, name: str, tries: Tries) -> None:
        """Keep what a step found."""
        self._found[name] = tries
        if self._cache is not None:
            self.lasting = self._cache.write({"key": self._key, "found": self._found})

    def tell(self, mistakes: Sequence[Mistake]) -> None:
        """Keep which mistakes were found, for whoever only wants to know these."""
        if self._cache is not None:
            told = [to_plain(each) for each in mistakes]
            self._cache.beside(f"{self._key['digest']}{SUFFIX}").write(told)


LATEST = 200
"""So many are kept, each of 100 to 200 KB; an older one is done anew when it is asked for."""


def cache_of(data: pathlib.Path, digest: str) -> Cache:
    """Return the file in which the analysis of a game is kept, in the user's data folder.

    Of others the latest are kept beside it.
    """
    _forget_oldest(data / FOLDER)
    return Cache(FileSystem(), data / FOLDER, f"{digest}.json")


def _forget_oldest(folder: pathlib.Path) -> None:
    """Take away what has not been written for longest, of more than ``LATEST`` analyses."""
    with suppress(OSError):
        files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in files[:-LATEST]:
            file.unlink()


def key_of(game: FinishedGame, journal: Saved, tries: int) -> dict[str, Any]:
    """Return all that an analysis depends on: where one of these differs, it is done anew."""
    return {
        "digest": digest(journal.rules, journal.header, journal.records),
        "rules": game.rules.version,
        "program": __version__,
        "evaluators": [RoundEvaluator.name, EndEvaluator.name],
        "model": list(TEMPERS),
        "tries": tries,
    }


def _sound(tries: object) -> bool:
    return isinstance(tries, list) and all(
        isinstance(each, list) and all(map(_is_number, each)) for each in tries
    )


def _is_number(number: object) -> bool:
    # Not a number is none either, and compares as false.
    return type(number) in (int, float) and -MOST <= number <= MOST  # type: ignore[operator]
