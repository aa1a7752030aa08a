"""Puzzles: the beginning of a turn, in which one action card is surely the best to take.

For each card the best turn that bots think of is played on to the end of the game by stewards,
many times, from what the seat may know. A position is a puzzle where the best turn with one card
leads that with any other by more than such a series may be wrong. What the others are worth is kept
with it, so that a wrong answer is told at once what it would have brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import isfinite
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

from elgrande.analysis.analysis import Gain, played_out, sources_compared
from elgrande.analysis.chances import (
    AT_ONCE,
    LATER,
    EndEvaluator,
    Estimate,
    difference,
)
from elgrande.analysis.chances import Try as Played
from elgrande.analysis.finished_game import FinishedGame, PlayedTurn, answers
from elgrande.analysis.report import sources_said
from elgrande.analysis.trial import TableBeside
from elgrande.bots import program
from elgrande.bots.bot import Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.plan_words import Plan, Voice, moves, then
from elgrande.bots.planner import Planner
from elgrande.bots.registry import make
from elgrande.content.edition import edition
from elgrande.content.expansion import expansion
from elgrande.content.files import AnyFile, ContentError, TomlTable, read_toml, reason, write_toml
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.words.names import GameNames, listed
from elgrande.content.words.names import points as counted_points
from elgrande.rules import Generator, Ruleset, State, View
from elgrande.saves import SaveError
from elgrande.table import Entry, History, Table

FORMAT = 1
ROUGH, FEW, TRIES = 4, 16, 48
"""Games that are played on from each turn: to see which are worth more, whether it is worth while
to go on, and to be sure."""
WAYS, FINALISTS, BEAM = 6, 2, 5
"""Turns with each card that are played on, those of them that are played on more often, and the
beginnings from which one more caballero is placed."""
HOPE, LEAD = 2.5, 1.5
"""Points by which a card must lead at first, and surely."""
BOTS = ("squire", "steward", "marshal")
"""Who is asked, from weak to strong: a puzzle is as hard as the first that finds it is strong."""
SEARCH = 64
"""Simulations of a bot that is asked."""
ALONE = "Nobody helps with a puzzle; after a wrong answer you can have the right one shown."
LEVELS = ("easy", "middling", "hard", "very hard")
SERIES_ROUGH, SERIES = 11, 12

Series: TypeAlias = "list[Played]"


class CardTurn(NamedTuple):
    """The best turn with a card: its answers, as a path, and what it lacks.

    ``behind`` are the points by which it ends less far ahead of the others' mean than the best turn
    of all, ``own`` those that the seat itself has fewer, ``where`` from where these are: targets,
    AT_ONCE or LATER. All is nothing for the best.
    """

    card: str
    path: program.Path
    behind: Estimate = Estimate(0.0, 0.0)
    own: Estimate = Estimate(0.0, 0.0)
    where: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """A position, whose turn it is, and the turns with each card, the best first.

    ``setup`` lays the position out; ``level`` is one of LEVELS, as a number.
    """

    setup: Setup
    seat: int
    level: int
    turns: tuple[CardTurn, ...]
    id: str = ""

    @property
    def best(self) -> CardTurn:
        """The turn to be found."""
        return self.turns[0]

    def view(self) -> View:
        """Return what the seat may know."""
        return self.setup.start().view(self.seat)

    def legal(self, path: program.Path) -> program.Path:
        """Return the beginning of a turn that is legal in this position."""
        state, found = self.setup.start(), []
        for seat, code in path:
            if not (seat in state.owing() and state.is_legal(seat, code)):
                break
            state.apply(seat, code)
            found.append((seat, code))
        return found


# -- made ------------------------------------------------------------------------------


def puzzle_at(setup: Setup, state: State, seat: int) -> Puzzle | None:
    """Make a puzzle of the beginning of a turn; None where no card is surely the best."""
    view = state.view(seat)
    dealt = view.sample(Generator.seeded(9))
    codes = [code for code in dealt.legal(seat) if dealt.rules.verb(code) == "card"]
    if len(codes) < 2:
        return None
    ways = [_ways(view, dealt, code) for code in codes]
    ways.sort(key=lambda some: -some[0][0])
    if ways[0][0][0] - ways[1][0][0] < HOPE:
        return None
    cards = [(card_of(view.rules, seat, some[0][1]), [path for _, path in some]) for some in ways]
    (best, (path, *_)), *others = cards
    tries = played(view, path, range(FEW), SERIES)
    found = [CardTurn(best, path)]
    for card, paths in others:
        # Of what comes next a part is played first: mostly it shows that nothing is sure.
        for number in (FEW, TRIES) if len(found) == 1 else (TRIES,):
            tries += played(view, path, range(len(tries), number), SERIES)
            turn = min(
                (
                    _weighed(CardTurn(card, way), tries[:number],
                             played(view, way, range(number), SERIES), seat)
                    for way in paths
                ),
                key=lambda turn: turn.behind.value,
            )  # fmt: skip
            if turn.behind.value < LEAD:
                return None
        if round(turn.behind.value) <= round(turn.behind.give):
            return None
        found.append(turn)
    found[1:] = sorted(found[1:], key=lambda turn: turn.behind.value)
    position = describe(view)
    laid = replace(
        setup, position=position, starter=None, day="", seed=crc32(repr(position).encode())
    )
    return Puzzle(laid, seat, _level(view, best), tuple(found))


def _ways(view: View, dealt: State, card: int) -> list[tuple[float, program.Path]]:
    """Return the most promising turns with a card, the best first, with how far ahead they end."""
    seat, rules = view.seat or 0, view.rules
    begun = dealt.copy()
    begun.apply(seat, card)
    planner = Planner(Outlook(begun, seat), Generator.seeded(9))
    ends = {_board(end.state): (end.worth, end.path) for end in planner.ends(begun)}
    beam: list[tuple[State, program.Path]] = [(begun, [])]
    # A planner places before it thinks of the card; here each place is rated by all of the turn.
    while beam:
        placed: dict[tuple[int, ...], tuple[float, State, program.Path]] = {}
        for before, path in beam:
            for code in [each for each in before.legal(seat) if rules.verb(each) == "place"]:
                after = before.copy()
                after.apply(seat, code)
                if list(after.owing()) != [seat]:
                    continue
                line = [*path, (seat, code)]
                for end in planner.ends(after):
                    ends.setdefault(_board(end.state), (end.worth, [*line, *end.path]))
                    worth = max(end.worth, placed.get(_board(after), (end.worth,))[0])
                    placed[_board(after)] = (worth, after, line)
        best = sorted(placed.values(), key=lambda one: -one[0])[:BEAM]
        beam = [(after, line) for _, after, line in best]
    paths = [[(seat, card), *path] for _, path in sorted(ends.values(), key=lambda one: -one[0])]
    whole = [_completed(dealt, seat, path) for path in paths[:WAYS]]
    some = [path for at, path in enumerate(whole) if path not in whole[:at]]
    tries = [played(view, path, range(ROUGH), SERIES_ROUGH) for path in some]
    rated = sorted(range(len(some)), key=lambda at: -_margin(tries[at], seat))[:FINALISTS]
    for at in rated:
        tries[at] += played(view, some[at], range(ROUGH, FEW), SERIES_ROUGH)
    return sorted(((_margin(tries[at], seat), some[at]) for at in rated), key=lambda one: -one[0])


def _completed(dealt: State, seat: int, path: program.Path) -> program.Path:
    """Return a turn to its end, no further, with what it leaves out though that costs nothing."""
    state = dealt.copy()
    turn: program.Path = []
    for step in path:
        before = state.copy()
        state.apply(*step)
        if step == (seat, state.rules.END):
            ends = Planner(Outlook(before, seat), Generator.seeded(9)).ends(before)
            more = max(ends, key=lambda end: (round(end.worth, 6), len(end.path))).path
            return [*turn, *([step] if more[0] == step else _completed(before, seat, more))]
        turn.append(step)
        if state.actor != seat:
            break
    return turn


def _board(state: State) -> tuple[int, ...]:
    return tuple(state.board)


def puzzle_turns(table: Table) -> list[PlayedTurn]:
    """Return the turns of people in a finished game that may make puzzles; bots', if nobody played.

    In each an action card was taken, which is so in no turn of games whose cards are dealt out or
    played before the turns begin.
    """
    people = table.persons
    return [
        turn
        for turn in FinishedGame(table).turns
        if turn.seat in people or not people
        if card_of(table.rules, turn.seat, answers(table, turn.begin, turn.end))
    ]


def puzzle_of_turn(table: Table, turn: PlayedTurn) -> Puzzle | None:
    """Return the puzzle that a turn makes, or None."""
    found = puzzle_at(table.setup, table.history.positions[turn.begin], turn.seat)
    return found and replace(found, id=f"r{turn.round}-{table.rules.colours[turn.seat]}")


def played(view: View, path: program.Path, numbers: Iterable[int], series: int) -> Series:
    """Play on from the end of a turn, once for each number: by that all turns meet one chance."""
    seat, player, out = view.seat or 0, EndEvaluator(), []
    for n in numbers:
        dealt = view.sample(Generator.seeded(series, n, 1))
        end = played_out(Generator.seeded(series, n, 2), Outlook(dealt, seat), dealt, path)
        out.append(player.look(end, Generator.seeded(series, n)))
    return out


def card_of(rules: Ruleset, seat: int, path: program.Path) -> str:
    """Return the card that a seat takes on a path, empty for none."""
    words = (rules.text(code).split() for at, code in path if at == seat)
    return next((word[1] for word in words if word[0] == "card"), "")


def _ahead(one: Played, seat: int) -> float:
    """Return how far a seat is ahead of the others' mean."""
    return one.finals[seat] - fmean(p for at, p in enumerate(one.finals) if at != seat)


def _margin(tries: Series, seat: int) -> float:
    return fmean(_ahead(one, seat) for one in tries)


def _weighed(turn: CardTurn, best: Series, tries: Series, seat: int) -> CardTurn:
    """Return a turn with what it lacks against the best."""
    behind = difference([_ahead(one, seat) for one in best], [_ahead(one, seat) for one in tries])
    own = difference([one.finals[seat] for one in best], [one.finals[seat] for one in tries])
    where = sources_compared(*([each.sources[seat] for each in some] for some in (best, tries)))
    return turn._replace(behind=behind, own=own, where=where)


def _level(view: View, card: str) -> int:
    """Return how hard it is to find a card: who of the bots does."""
    for level, name in enumerate(BOTS):
        assert view.seat is not None
        asked = Request(view, view.decision(view.seat), (), SEARCH, Generator.seeded(1))
        if card_of(view.rules, view.seat, [(view.seat, make(name).choose(asked).code)]) == card:
            return level
    return len(BOTS)


# -- answered --------------------------------------------------------------------------


class PuzzleTable(TableBeside):
    """The table at which a puzzle is answered: it closes with the card that is taken."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.card = ""
        """The card that was taken."""
        setup = puzzle.setup
        super().__init__(setup, History([setup.start()]), puzzle.seat, setup.players)

    def carry_out(self, kind: str, fields: Mapping[str, Any]) -> Entry:
        entry = super().carry_out(kind, fields)
        path = [(entry.seat, self.rules.code(text)) for text in entry.commands]
        self.card = card_of(self.rules, self.puzzle.seat, path)
        if self.card:
            self.close("The card is taken.")
        return entry


def verdict(puzzle: Puzzle, card: str, names: GameNames, *, shown: bool) -> Iterator[str]:
    """Yield whether a card is the one, and by what the best turns differ.

    Of a wrong one it is not told which is right, unless the answer is ``shown``.
    """
    best, other = puzzle.best, puzzle.turns[1]
    rivals = [names.seat(seat) for seat in range(names.rules.n_seats) if seat != puzzle.seat]
    alone = rivals[0] if len(rivals) == 1 else ""
    right = card == best.card
    if right:
        yield f"Right: {names.short(card)}."
    else:
        other = next(turn for turn in puzzle.turns if turn.card == card)
        yield f"{names.short(card)} is not the best card here."
    if right:
        yield f"The turn: {_in_order(puzzle, best, names)}."
    elif shown:
        yield answer_of(puzzle, names)
    whose = f"the next best card, {names.short(other.card)}" if right else "your card"
    whom = alone or "the others' average"
    behind, give = round(other.behind.value), round(other.behind.give)
    about, off = ("about ", f", give or take {give}") if give else ("", "")
    yield (
        f"The best turn found with {whose} ({_in_order(puzzle, other, names)}){',' * right} leads "
        f"to {about}{counted_points(behind)} less against {whom}{off}."
    )
    gain = Gain((other.own,) * names.rules.n_seats, other.where)
    opening = f"With the right turn, for {names.seat(puzzle.seat)}"
    said = [*sources_said(gain, puzzle.seat, names, opening)]
    yield from said
    if less := behind - round(other.own.value):
        fewer = "fewer" if less > 0 else "more"
        who, average = (alone, "") if alone else ("the others", " on average")
        turn = "With it" if said else "With the right turn,"
        yield f"{turn} {who} would end with {about}{counted_points(abs(less))} {fewer}{average}."
    yield (
        "So it comes out on average where bots play both turns on to the end of the game: what "
        "they answer, and where those in the Castillo go, is counted too."
    )


def answer_of(puzzle: Puzzle, names: GameNames) -> str:
    """Say which card is the one, and the best turn with it."""
    best = puzzle.best
    return f"{names.short(best.card)} is best. The turn: {_in_order(puzzle, best, names)}."


def _in_order(puzzle: Puzzle, turn: CardTurn, names: GameNames) -> str:
    """Return what is done in a turn, in its order, after the card was chosen."""
    start, path = puzzle.setup.start(), puzzle.legal(turn.path)
    while path and start.rules.verb(path[0][1]) != "card":
        start.apply(*path.pop(0))
    done = moves(Voice(names, puzzle.seat, private=True), Plan(start, path, start))
    return then(done[1:]) or "end the turn"


# -- kept ------------------------------------------------------------------------------


def to_plain(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as values of TOML."""
    rules = puzzle.setup.ruleset()
    return {
        "format": FORMAT,
        "level": puzzle.level,
        "seat": rules.colours[puzzle.seat],
        "game": puzzle.setup.to_plain(),
        "turn": [
            {
                "answers": [
                    f"{rules.colours[seat]} {rules.text(code)}" for seat, code in turn.path
                ],
                "behind": [round(turn.behind.value, 2), round(turn.behind.give, 2)],
                "own": [round(turn.own.value, 2), round(turn.own.give, 2)],
                "where": [[_called(rules, at), round(more, 2)] for at, more in turn.where],
            }
            for turn in puzzle.turns
        ],
    }


_BESIDE = {AT_ONCE: "at once", LATER: "later"}


def _called(rules: Ruleset, which: int) -> str:
    return _BESIDE.get(which) or rules.targets[which]


def read_puzzle(data: dict[str, Any], file: str) -> Puzzle:
    """Return the puzzle that ``to_plain`` wrote; ContentError names file, place and fault."""
    try:
        return _read(data, file)
    except ContentError as error:
        # What a position says of itself names no file.
        where = "" if str(error).startswith(file) else f"{file}: "
        raise ContentError(f"{where}{error}") from None


def _read(data: dict[str, Any], file: str) -> Puzzle:
    top = TomlTable(data, file, "top")
    top.number("format", FORMAT, FORMAT)
    setup = Setup.from_plain(dict(top.table("game").items()), file)
    rules = setup.ruleset()
    if (colour := top.text("seat")) not in rules.colours:
        raise top.fault("seat", f"choose one of {', '.join(rules.colours)}")
    seat = rules.colours.index(colour)
    level = top.number("level", 0, len(LEVELS) - 1)
    turns = [_turn(turn, rules, seat) for turn in top.tables("turn")]
    top.close()
    if len(turns) < 2:
        raise top.fault("turn", "a puzzle has two turns or more, the best first")
    state = setup.start()
    if seat not in state.owing() or state.actor != seat:
        raise top.fault("seat", f"{colour} has no turn in this position")
    legal = {rules.text(code) for code in state.legal(seat)}
    for turn in turns:
        if f"card {turn.card}" not in legal:
            raise top.fault("turn", f"the card {turn.card!r} cannot be taken in this position")
    known = {f"card {turn.card}" for turn in turns}
    for text in sorted(legal - known):
        if text.startswith("card "):
            raise top.fault("turn", f"{text!r} may be answered too, and has no turn")
    return Puzzle(setup, seat, level, tuple(turns), file.removesuffix(".toml"))


def _turn(table: TomlTable, rules: Ruleset, seat: int) -> CardTurn:
    path = []
    for text in table.texts("answers"):
        colour, _, answer = text.partition(" ")
        try:
            path.append((rules.colours.index(colour), rules.code(answer)))
        except (ValueError, KeyError):
            raise table.fault("answers", f"{text!r} is not an answer of this game") from None
    behind, own = (Estimate(*_two(table, name)) for name in ("behind", "own"))
    names = {name: at for at, name in (*enumerate(rules.targets), *_BESIDE.items())}
    where = []
    for pair in table.raw("where", []):
        match pair:
            case [str(name), float(more)] if name in names and isfinite(more):
                where.append((names[name], more))
            case _:
                raise table.fault("where", "write pairs of a place and a number here")
    table.close()
    return CardTurn(card_of(rules, seat, path), path, behind, own, tuple(where))


def _two(table: TomlTable, field: str) -> tuple[float, float]:
    value = table.raw(field)
    match value:
        case [float(first), float(second)] if isfinite(first) and isfinite(second):
            return first, second
    raise table.fault(field, "write two numbers here, as [2.5, 1.0]")


def write_puzzle(folder: Path, game: str, puzzle: Puzzle) -> Path:
    """Write a puzzle from a game of one's own; SaveError if that cannot be done."""
    # Another game of the name has puzzles of its own, and marks for them.
    path = folder / f"{game}-{puzzle.id}-{puzzle.setup.seed:08x}.toml"
    try:
        write_toml(to_plain(puzzle), path)
    except OSError as error:
        raise SaveError(f"{path} cannot be written ({reason(error)})") from None
    return path


class PuzzleTitle(NamedTuple):
    """What is said of a puzzle in a list, without laying it out, and its file."""

    id: str
    level: int
    text: str
    source: AnyFile


def title_of(source: AnyFile) -> PuzzleTitle:
    """Return the title of a puzzle; ContentError or Unreadable in one sentence."""
    top = TomlTable(read_toml(source), source.name, "top")
    level, game = top.number("level", 0, len(LEVELS) - 1), top.table("game")
    brings = [expansion(one).name for one in game.texts("expansions", [])]
    played = listed([edition(game.text("edition")).name, *brings])
    round = game.table("position").number("round", 0, 99)
    count = len(game.tables("players"))
    text = f"{count} players, round {round}: {played}"
    return PuzzleTitle(source.name.removesuffix(".toml"), level, text, source)


def puzzle_titles(own: Path | None) -> tuple[list[PuzzleTitle], list[str]]:
    """Return all puzzles, first those that come with the game, and what is wrong with files.

    A puzzle's number is its place among them.
    """
    found, problems = [], []
    mine = sorted(own.glob("*.toml")) if own is not None and own.is_dir() else []
    for source in (*shipped_puzzles(), *mine):
        try:
            found.append(title_of(source))
        except ContentError as error:
            problems.append(str(error))
    return found, problems


@cache
def shipped_puzzles() -> tuple[AnyFile, ...]:
    """Return the files of the puzzles that come with the game, easy ones first."""
    folder = files("elgrande.analysis") / "puzzles"
    found = [one for one in folder.iterdir() if one.name.endswith(".toml")]
    return tuple(sorted(found, key=lambda one: one.name))


def puzzle_of(source: AnyFile) -> Puzzle:
    """Return the puzzle of a file; ContentError or Unreadable in one sentence."""
    return read_puzzle(read_toml(source), source.name)
