"""The expansion's words: its events, steps and verbs in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words import asks, labels, says
from seam.effects import BlackTaken
from seam.steps import BidSet, BidShows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.words import Names
    from elgrande.rules import Decision


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


@asks("bids")
def _bids(d: Decision, n: Names) -> str:
    return "bid a power card in secret"


@asks("bring_black")
def _bring_black(d: Decision, n: Names) -> str:
    return "bring a black caballero from the provinces, or none"


@asks("king_to_sea")
def _king_to(d: Decision, n: Names) -> str:
    return "send the King out to sea"


@labels("bid")
def _bid(words: Sequence[str], n: Names) -> str:
    return f"bid the {words[0]}"


@labels("bring")
def _bring(words: Sequence[str], n: Names) -> str:
    return f"bring black to {n.the(words[0])}"
