"""Two worlds on the wire: exchange only what a seat may not know, and compare every byte.

A game is played at random. Now and then everything that a seat, or a spectator, may not know is
dealt anew, and the same lines go to a served table in either world: looks, logs, unfinished
answers, undo, redo and hand-overs. ``python benchmarks/two_worlds.py`` sends 100,000 of them over
all editions and expansions.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from elgrande.content.edition import edition_ids
from elgrande.content.expansion import expansion_ids
from elgrande.content.files import ContentError
from elgrande.content.setup import Player, Setup
from elgrande.lobby.wire import LONGEST_ASKED, Desks, WireServer, greeting, packed
from elgrande.rules import Generator
from elgrande.table import Desk, History, Table, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator

COLOURS = ("red", "blue", "green", "yellow", "white")
AT = "game"


def twin(table: Table) -> Table:
    """A table of its own at the same moment."""
    now = table.history
    history = History([*now.positions], [*now.entries], now.head, [*now.undone])
    other = Table(table.setup, history)
    for seat, player in enumerate(table.players):
        other.sit(seat, player)
    return other


def other_world(table: Table, seat: int | None, seed: int) -> Table:
    """The same table, with everything dealt anew that a seat may not know."""
    other = twin(table)
    other.history.positions[table.history.head] = table.view(seat).sample(Generator.seeded(seed))
    return other


def lines(table: Table, seat: int | None, chance: random.Random) -> Iterator[dict[str, Any]]:
    """What somebody might ask at a moment: nothing that goes on into what is hidden."""
    head = table.history.head
    yield {"ask": "game"}
    yield {"ask": "hear"}
    yield {"ask": "update"}
    yield {"ask": "update", "seat": None}
    yield {"ask": "update", "heard": [[seat, chance.randrange(head + 1)]]}
    for entry in (head, chance.randrange(head + 1)):
        yield {"ask": "moment", "seat": seat, "entry": entry}
    if seat is not None:
        yield {"ask": "update", "seat": seat, "heard": [[None, head]]}
        legal = [table.rules.text(code) for code in table.state.legal(seat)]
        some = [
            *chance.sample(legal, min(3, len(legal))),
            chance.choice(table.rules.vocabulary.texts),
        ]
        for text in some:
            yield {"ask": "peek", "seat": seat, "do": [text]}
    yield {"ask": "peek", "seat": chance.randrange(table.rules.n_seats), "do": ["end"]}
    seats = [] if seat is None else [seat]
    back = [
        {"ask": "undo"}, {"ask": "undo", "turn": True}, {"ask": "redo"},
        {"ask": "undo", "seats": seats}, {"ask": "redo", "seats": seats},
        {"ask": "source", "seat": seat if seats else 0, "source": "random"},
        {"ask": "update"},
        {"ask": "source", "seat": seat if seats else 0, "source": "person"},
    ]  # fmt: skip
    chance.shuffle(back)
    for message in back:
        yield message
        yield {"ask": "update"}


def sent(table: Table, seat: int | None, asked: list[dict[str, Any]]) -> list[bytes]:
    """Return what a line at a served table gets for each of its lines."""
    told: list[bytes] = []
    end = WireServer(lambda message, answer: answer(desks.handle(message)), told.append)
    desks = Desks(end.tell)
    desks.put(AT, Desk(table, [] if seat is None else [seat]))
    end.feed(packed(greeting(), LONGEST_ASKED))
    out = []
    for n, message in enumerate(asked, 1):
        told.clear()
        end.feed(packed({**message, "id": n, "at": AT}, LONGEST_ASKED))
        out.append(b"".join(told))
    return out


def variants() -> list[dict[str, Any]]:
    """All editions, each alone and with each expansion that it can be played with."""
    found = []
    for name in edition_ids():
        for players in (2, 3, 5):
            found.append({"edition": name, "players": players})
        for expansion in expansion_ids():
            chosen = {"edition": name, "players": 4, "expansions": (expansion,)}
            try:
                setup_of(chosen, 1).ruleset()
            except ContentError:
                continue
            found.append(chosen)
    return found


def setup_of(variant: dict[str, Any], seed: int) -> Setup:
    others = {key: value for key, value in variant.items() if key != "players"}
    made = Setup.of(variant["players"], seed, **others)
    seats = tuple(Player(each.colour, each.name) for each in made.players)
    return Setup(seats, seed, made.edition, made.expansions)


def compare(variant: dict[str, Any], most: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Send up to so many lines in a random game; return how many of each, and what differed."""
    chance = random.Random(seed)
    table = new_game(setup_of(variant, seed))
    kinds: Counter[str] = Counter()
    differed: list[str] = []
    while not table.over and kinds.total() < most:
        if table.can_undo(range(9)) and chance.random() < 0.05:
            table.undo(range(9))
        else:
            seat = chance.choice(table.state.owing())
            table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
        if table.over or chance.random() > 0.15:
            continue
        for seat in (None, *range(table.rules.n_seats)):
            asked = [*lines(table, seat, chance)]
            here = sent(twin(table), seat, asked)
            there = sent(other_world(table, seat, chance.randrange(1 << 30)), seat, asked)
            for message, mine, theirs in zip(asked, here, there, strict=True):
                refused = b'"refused"' in mine
                kinds[message["ask"] + (" refused" if refused else "")] += 1
                if mine != theirs:
                    differed.append(f"{variant} seat {seat}: {json.dumps(message)}")
    return kinds, differed


def main() -> int:
    """Send them all; exit code 1 if any byte differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=100_000)
    arguments = parser.parse_args()
    kinds: Counter[str] = Counter()
    differed: list[str] = []
    every, seed = variants(), 0
    while kinds.total() < arguments.lines:
        variant = every[seed % len(every)]
        more, found = compare(variant, -(-arguments.lines // (2 * len(every))), seed)
        kinds += more
        differed += found
        seed += 1
        done = f"{kinds.total():,} lines, {len(differed)} differed"
        print(done, end="\r", file=sys.stderr, flush=True)
    for kind, number in sorted(kinds.items()):
        print(f"{number:>9,}  {kind}")
    print(f"{kinds.total():>9,}  lines over {len(every)} variants; {len(differed)} differed")
    for text in differed[:20]:
        print(text)
    return bool(differed)


if __name__ == "__main__":
    raise SystemExit(main())
