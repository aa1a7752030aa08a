"""The expansion's words: its events in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words import says
from seam.effects import BlackTaken
from seam.steps import BidSet, BidShows

if TYPE_CHECKING:
    from elgrande.content.words import Names


@says(BidSet)
def _bid_set(e: BidSet, n: Names) -> str:
    return f"{n.seat(e.seat)} has bid a power card."


@says(BidShows)
def _bid_shows(e: BidShows, n: Names) -> str:
    return f"{n.seat(e.seat)} bids the power card {e.value}; nobody else sees it yet."


@says(BlackTaken)
def _black_taken(e: BlackTaken, n: Names) -> str:
    source = f" from {n.seat(e.source)}" if e.source >= 0 else ""
    return f"{n.seat(e.seat)} takes the chancellor{source}: black counts with the own caballeros."
