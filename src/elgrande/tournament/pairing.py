"""Who sits where in which deal.

A *line-up* says how many seats each bot has at a table. With as many bots as seats there is one;
with fewer, the seats are shared out as evenly as can be and who has one more goes round; with more,
every choice of that many bots is a line-up. A *pairing* is one line-up with one deal, played as
often as there are seats, everybody moving on by one seat each time; a *round* is one pairing of
each line-up, so that after it all bots have sat equally often. Who sits beside whom is drawn anew
for each pairing.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

from elgrande.rules import Generator


@dataclass(frozen=True, slots=True)
class Match:
    """One game of a tournament: its number from 0, the deal's seed, and the bots by seat."""

    number: int
    deal: int
    bots: tuple[str, ...]
    private_seed: int


def lineups(bots: tuple[str, ...], players: int) -> tuple[tuple[str, ...], ...]:
    """Return the line-ups of a contest of these bots at tables of so many players.

    >>> lineups(("a", "b", "c"), 5)
    (('a', 'a', 'b', 'b', 'c'), ('a', 'b', 'b', 'c', 'c'), ('a', 'a', 'b', 'c', 'c'))
    >>> lineups(("a", "b", "c"), 2)
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> lineups(("a", "b", "b"), 3)
    (('a', 'b', 'b'),)
    """
    if len(bots) >= players:
        return tuple(combinations(bots, players))
    each, over = divmod(players, len(bots))
    found = []
    for first in range(len(bots) if over else 1):
        more = {(first + step) % len(bots) for step in range(over)}
        found.append(tuple(bot for at, bot in enumerate(bots) for _ in range(each + (at in more))))
    return tuple(found)


def match(number: int, ups: tuple[tuple[str, ...], ...], seed: int) -> Match:
    """Return a game of a tournament by its number: the seed decides deals, seats and chance."""
    players = len(ups[0])
    pairing, turn = divmod(number, players)
    generator = Generator.seeded(seed, pairing)
    deal = (generator.next32() << 31) | (generator.next32() >> 1)
    seated = generator.shuffled(ups[pairing % len(ups)])
    by_seat = tuple(seated[(seat - turn) % players] for seat in range(players))
    # Nothing that leads to the deal, and another one in every game.
    digest = blake2b(f"tournament/{seed}/{number}".encode(), digest_size=16).digest()
    return Match(number, deal, by_seat, int.from_bytes(digest, "big"))
