"""What a game of the day came to, as three lines to send to others, and such lines read again.

The third line is for programs: it names the game and the bots by a key, so that only what can be
compared is, and its checksum finds slips of whoever copies lines. It finds no cheats, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product
from typing import TYPE_CHECKING

from elgrande.bots.registry import PLAYS
from elgrande.content.clean import clean
from elgrande.content.days import day_key
from elgrande.content.setup import PERSON
from elgrande.content.words.names import listed, ordinal
from elgrande.content.words.names import points as counted_points
from elgrande.saves.record import place_of
from elgrande.table.saved_game import day_name, replay
from elgrande.table.table import SOURCE, Table

if TYPE_CHECKING:
    from elgrande.saves import Store

HEAD = "El Grande of "
"""How the first line begins."""
_HEAD = re.compile(r"\s+".join(HEAD.split()) + r"\s")
_LAST = re.compile(
    r"day (?P<day>\d{4}-\d\d-\d\d) key (?P<key>[0-9a-f]{10}) place (?P<place>\d+) "
    r"points (?P<points>\d+) ahead (?P<ahead>-?\d+) check (?P<check>[0-9a-f]{6})\b"
    .replace(" ", r"\s+")
)  # fmt: skip
_QUOTED = re.compile(r"^[ \t]*(?:[>|*][ \t]*)+", re.MULTILINE)
_NAME = re.compile(rf"{HEAD}.*?, against (?:a|\d+) \S+ (.*): ")
"""Who reached a result, in its first two lines as one."""
LONGEST, PREFIX = 900, 20
"""So many characters of a result are read, and so many words that a chat puts before a line."""


@dataclass(frozen=True)
class DayResult:
    """What somebody reached in a game of the day.

    ``key`` tells the game and how its bots play. ``ahead`` are the points before the best of the
    others, fewer than 0 for those behind.
    """

    day: str
    key: str
    name: str
    place: int
    points: int
    ahead: int


def of_table(table: Table) -> tuple[str, str, str]:
    """Return the three lines of a finished game of the day."""
    setup, rules, names = table.setup, table.rules, table.names
    seat = next(at for at, player in enumerate(setup.players) if player.source == PERSON)
    scores = [table.state.score(each) for each in range(rules.n_seats)]
    place = place_of(scores, seat)
    ahead = scores[seat] - max(scores[:seat] + scores[seat + 1 :])
    bots = [player.source for player in setup.players if player.source != PERSON]
    against = f"{len(bots)} {bots[0]}s" if len(bots) > 1 else f"a {bots[0]}"
    played = f"{setup.content.called}{', short' * setup.short}"
    first = f"{HEAD}{setup.day}: {played}, against {against}"
    lead = (
        f"{counted_points(ahead)} ahead" if ahead > 0
        else f"{counted_points(-ahead)} behind" if ahead else "level with the best of the others"
    )  # fmt: skip
    course = listed([f"{ordinal(place_of(s, seat))} with {s[seat]}" for s in _scored(table)][:-1])
    # Only who looks at the moves can tell what else has helped.
    helped = any(entry.kind == SOURCE for entry in table.history.entries)
    second = (
        f"{names.seat(seat)}: {ordinal(place)} with {counted_points(scores[seat])}, {lead}"
        f"{f'; on the way {course}' if course else ''}{'; a bot played on the way' * helped}"
    )
    third = (
        f"day {setup.day} key {day_key(setup, PLAYS)} place {place} points {scores[seat]} "
        f"ahead {ahead}"
    )
    return first, second, f"{third} check {_check(first, second, third)}"


def result_of(store: Store, day: str) -> tuple[str, ...]:
    """Return the three lines of the game of a date, none if it is not over (SaveError)."""
    name = day_name(day)
    table = replay(store.read(name), name)
    return of_table(table) if table.over else ()


def _scored(table: Table) -> Iterator[list[int]]:
    """Yield everybody's points after each general scoring."""
    rules, history = table.rules, table.history
    line = [history.positions[0], *(history.positions[entry.n] for entry in history.line())]
    for last in sorted(rules.scoring_rounds):
        later = (at for at in line if at.round > last or not at.stack)
        if (at := next(later, None)) is not None:
            yield [at.score(seat) for seat in range(rules.n_seats)]


def _check(*lines: str) -> str:
    """Return the checksum of lines, however their words are spaced."""
    return blake2b(" ".join(" ".join(lines).split()).encode(), digest_size=3).hexdigest()


def read_results(text: str) -> tuple[list[DayResult], list[str]]:
    """Return the results in a text, and a sentence for each that was changed on its way.

    What a chat puts before a line, and between results, is passed over, and lines may be broken
    anywhere between two words.
    """
    found, problems = [], []
    text = _QUOTED.sub("", text)
    for last in _LAST.finditer(text):
        begun = max(0, last.start() - LONGEST)
        heads = [head.start() for head in _HEAD.finditer(text, begun, last.start())]
        third = last[0].rpartition("check")[0]
        # A name may read like the beginning of a result.
        read = (each for head in heads[::-1] for each in _read_as(text, head, last.start()))
        said = next((each for each in read if _check(each, third) == last["check"]), "")
        name = _NAME.match(said)
        if name is None:
            number = text.count("\n", 0, last.end()) + 1
            problems.append(
                f"line {number} ends a result that is not as it was written; copy its three lines "
                "once more"
            )
            continue
        place, points, ahead = (int(last[each]) for each in ("place", "points", "ahead"))
        found.append(DayResult(last["day"], last["key"], clean(name[1]), place, points, ahead))
    return found, problems


def _read_as(text: str, start: int, end: int) -> Iterator[str]:
    """Yield what a part of a text can say.

    What is before it may be before each line, something else before the second, and at the end.
    """
    lines = text[start:end].split("\n")
    before = text[text.rfind("\n", 0, start) + 1 : start].strip()
    for sign, ending in product({"", before}, range(min(2, len(lines)))):
        words = [each.strip().removeprefix(sign).split() for each in lines[: len(lines) - ending]]
        for at, line in enumerate(words):
            for begun in range(min(len(line), PREFIX) if at else 1):
                some = [*words[:at], line[begun:], *words[at + 1 :]]
                yield " ".join(word for each in some for word in each)


def standings(results: Sequence[DayResult]) -> Iterator[str]:
    """Yield a table for each game, the newest first; only results with one key are compared.

    Of somebody who sent more than one result for a game the first counts.
    """
    games = sorted({(one.day, one.key) for one in results}, reverse=True)
    for day, key in games:
        first = {one.name: one for one in reversed(results) if (one.day, one.key) == (day, key)}
        rows = sorted(first.values(), key=lambda one: (one.place, -one.ahead, one.name))
        others = " (other bots, or another version of the game)" * (
            next(k for d, k in games if d == day) != key
        )
        yield f"The game of {day}, key {key}{others}"
        for rank, one in enumerate(rows, 1):
            lead = f"{one.ahead:+}" if one.ahead else "level"
            yield (
                f"{rank:>3}. {one.name}: {ordinal(one.place)} with "
                f"{counted_points(one.points)}, {lead}"
            )
