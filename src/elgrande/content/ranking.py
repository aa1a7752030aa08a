"""The final ranking, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.content.words import Names
    from elgrande.rules import Position


def ranks(position: Position) -> list[tuple[int, int]]:
    """Return (rank, seat) pairs, best first; equal points share a rank (FACTS 7)."""
    seats = sorted(range(position.rules.n), key=lambda seat: -position.score(seat))
    scores = [position.score(seat) for seat in seats]
    return [(scores.index(position.score(seat)) + 1, seat) for seat in seats]


def ranking(position: Position, names: Names) -> Iterator[str]:
    """Yield the ranking, line by line, and who has won."""
    table = ranks(position)
    winners = [names.seat(seat) for rank, seat in table if rank == 1]
    won = "wins" if len(winners) == 1 else "share the victory"
    yield f"{' and '.join(winners)} {won}."
    for rank, seat in table:
        yield f"{rank}. {names.seat(seat)}, {position.score(seat)} points"
