"""The final ranking, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elgrande.content.words import Names
    from elgrande.rules import Position


def ranks(position: Position) -> list[tuple[int, int]]:
    """Return (rank, seat) pairs, best first; equal points share a rank (FACTS 7)."""
    return ranked([position.score(seat) for seat in range(position.rules.n_seats)])


def ranked(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return (rank, seat) pairs of everybody's points, best first; equal points share a rank."""
    seats = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    best = [scores[seat] for seat in seats]
    return [(best.index(scores[seat]) + 1, seat) for seat in seats]


def ranking(position: Position, names: Names) -> Iterator[str]:
    """Yield the ranking, line by line, and who has won."""
    table = ranks(position)
    winners = [names.seat(seat) for rank, seat in table if rank == 1]
    won = "wins" if len(winners) == 1 else "share the victory"
    yield f"{' and '.join(winners)} {won}."
    for rank, seat in table:
        yield f"{rank}. {names.seat(seat)}, {position.score(seat)} points"
