"""A player's record as rows: sums and bars, places over time, the same on a screen and in text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    TextStyle,
    filled,
    pad,
    paragraph,
)
from elgrande.content.clean import counted

if TYPE_CHECKING:
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.saves.record import PlayerRecord

BAR = TextStyle("primary", "surface")
LABEL, COLUMN = 28, 9
"""Cells for what a line is about, and for each number behind it."""
NOTHING = "No game of yours is over yet; once one is, you see here what it came to."

UNKNOWN = "Analyse games that are over, and the turns that cost you a chance to win are told here."
DEAREST = 3
"""So many of the dearest turns are told."""

BarLine = tuple[str, Sequence[str], float]
"""What a line is about, its numbers, and its bar as a part of the longest."""


def rows(record: PlayerRecord, glyphs: Glyphs, width: int) -> list[Row]:
    """Return the whole record."""
    games, places = record.games, record.places
    if not games:
        return [*paragraph(NOTHING, width), *_beside(record, width)]
    number = len(games)
    won = f"{places[0]} won" if places[0] else "none won"
    title = f"{record.player}: {counted(number, 'game')} finished, {won}"
    average, points = fmean(each.place for each in games), fmean(each.points for each in games)
    days = f"From {games[0].day} to {games[-1].day}. " if games[0].day else ""
    said = f"{days}On average place {average:.1f} and {points:.1f} points."
    out = [pad([Run(title, TITLE)], width), *paragraph(said, width)]
    out += _beside(record, width)
    most = max(places)
    out += _table("Places", ("games", "part"), [
        (f"Place {place}", (str(times), _part(times, number)), times / most)
        for place, times in enumerate(places, 1)
    ], glyphs, width)  # fmt: skip
    out += _course(record, glyphs, width)
    out += _table("Against", ("times", "ahead", "lead"), [
        (one.name + " (bot)" * one.bot,
         (str(one.games), _part(one.ahead, one.games), f"{one.lead:+.1f}"),
         one.ahead / one.games)
        for one in record.rivals
    ], glyphs, width)  # fmt: skip
    out += _table("Players and edition", ("games", "won", "place", "points"), [
        (f"{one.players}: {' + '.join((one.edition, *one.expansions))}",
         (str(one.games), _part(one.won, one.games), f"{one.place:.1f}", f"{one.points:.1f}"),
         one.won / one.games)
        for one in record.kinds
    ], glyphs, width)  # fmt: skip
    top = max((one.mine for one in record.sources), default=1) or 1
    out += _table("Points a game", ("yours", "others"), [
        (one.source, (f"{one.mine:.1f}", f"{one.others:.1f}"), one.mine / top)
        for one in record.sources
    ], glyphs, width)  # fmt: skip
    return out + _mistakes(record, glyphs, width)


def _mistakes(record: PlayerRecord, glyphs: Glyphs, width: int) -> list[Row]:
    """Return what costs the player most: in which rounds, and the dearest turns."""
    title = pad([Run("What costs you most", TITLE)], width)
    if not record.analysed:
        return [pad([], width), title, *paragraph(UNKNOWN, width, DIM)]
    found = [(each.game, each.made) for each in record.mistakes]
    number, games = len(found), counted(record.analysed, "game")
    made = counted(number, "mistake") if number else "No mistakes"
    said = f"{made} in {games} with an analysis."
    if not number:
        return [pad([], width), title, *paragraph(said, width)]
    rounds: dict[int, list[float]] = {}
    for _, one in found:
        rounds.setdefault(one.round, []).append(one.cost)
    most = max(map(sum, rounds.values())) or 1
    out = _table("What costs you most", ("mistakes", "chance"), [
        (f"Round {at}", (str(len(costs)), f"{-100 * sum(costs):.0f} %"), sum(costs) / most)
        for at, costs in sorted(rounds.items())
    ], glyphs, width)  # fmt: skip
    out += paragraph(said, width, DIM)
    for game, one in found[:DEAREST]:
        what = f"{one.card}: {one.turn}" if one.card else one.turn
        cost = f"{-100 * one.cost:.0f} % in round {one.round} of {game}"
        out += [pad([], width), *paragraph(f"{cost}. {what}", width)]
    return out


def _part(some: int, of: int) -> str:
    return f"{100 * some / of:.0f} %"


def _beside(record: PlayerRecord, width: int) -> list[Row]:
    """Say which games the sums leave out, and what was played besides."""
    said = []
    if record.under_way:
        verb = "is" if record.under_way == 1 else "are"
        said.append(f"{counted(record.under_way, 'game')} {verb} under way.")
    if record.of_others:
        said.append(f"Others finished {counted(record.of_others, 'game')}.")
    if record.solved or record.missed:
        puzzles = counted(record.solved, "puzzle")
        said.append(f"{puzzles} solved, {record.missed} answered wrongly at first.")
    return paragraph(" ".join(said), width, DIM) if said else []


def _table(
    title: str, heads: Sequence[str], lines: Iterable[BarLine], glyphs: Glyphs, width: int
) -> list[Row]:
    """Return a heading and lines, each with a bar in the room that is left."""
    sign = "━" if glyphs.half else "="
    room = max(0, width - LABEL - COLUMN * len(heads) - 2)
    head = [Run(filled(title, LABEL), TITLE), *(Run(f"{each:>{COLUMN}}", DIM) for each in heads)]
    out = [pad([], width), pad(head, width)]
    for label, numbers, part in lines:
        runs = [Run(filled(label, LABEL, glyphs.more), PLAIN)]
        runs += [Run(f"{each:>{COLUMN}}", STRONG) for each in numbers]
        out.append(pad([*runs, Run(f"  {sign * round(part * room)}", BAR)], width))
    return out


def _course(record: PlayerRecord, glyphs: Glyphs, width: int) -> list[Row]:
    """Return the places over time: a column for each game, or the average of several."""
    room, games = width - 4, record.games
    each = -(-len(games) // room)
    title = "Places over time" + (f", the average of {each} games at a time" if each > 1 else "")
    groups = [games[at : at + each] for at in range(0, len(games), each)]
    marks = [round(fmean(one.place for one in group)) for group in groups]
    sign, none = ("●", glyphs.dot) if glyphs.half else ("o", " ")
    out = [pad([], width), pad([Run(title, TITLE)], width)]
    for place in range(1, len(record.places) + 1):
        line = "".join(sign if mark == place else none for mark in marks)
        out.append(pad([Run(f"{place:>2}  ", STRONG), Run(line, BAR)], width))
    return out
