"""How the doings of Intrigue & the King are told."""

from __future__ import annotations

from elgrande.content.words import Names, says
from elgrande.content.words.names import listed
from elgrande.expansions.intrigue.grandes import ConspiracyBegan
from elgrande.expansions.intrigue.hands import CaballeroCardsTaken
from elgrande.expansions.intrigue.moves import ThrownIn
from elgrande.expansions.intrigue.regions import BridgeBuilt, QuarantineLaid, QuarantineLifted


@says(CaballeroCardsTaken)
def _taken(e: CaballeroCardsTaken, n: Names) -> str:
    first, *others = [
        f"{n.seat(seat)} {number}" for seat, number in zip(e.seats, e.numbers, strict=True)
    ]
    king, last = n.seat(e.seats[0]), n.seat(e.seats[-1])
    cards = listed([f"{first}", *others])
    return f"Caballero cards: {cards}. {king} has the King card and {last} the Intrigue card."


@says(ThrownIn)
def _thrown(e: ThrownIn, n: Names) -> str:
    castillo = n.the(n.rules.places[n.rules.castillo])
    return f"{n.seat(e.seat)} sends everybody who may leave {n.region(e.region)} into {castillo}."


@says(ConspiracyBegan)
def _conspiracy(e: ConspiracyBegan, n: Names) -> str:
    return (
        f"{n.seat(e.seat)} conspires: in the next general scoring each Grande goes where its "
        "owner's disk shows, but neither out of a closed region nor into one."
    )


@says(BridgeBuilt)
def _bridge(e: BridgeBuilt, n: Names) -> str:
    both = f"{n.region(e.first)} and {n.region(e.second)}"
    return f"{n.seat(e.seat)} bridges {both}: they are neighbours now."


@says(QuarantineLaid)
def _laid(e: QuarantineLaid, n: Names) -> str:
    return (
        f"{n.seat(e.seat)} puts {n.region(e.region)} in quarantine until the end of the next "
        "general scoring."
    )


@says(QuarantineLifted)
def _lifted(e: QuarantineLifted, n: Names) -> str:
    board = f"the {n.board(n.rules.mobile_names[e.mobile])} {n.scoreboard}"
    return f"The quarantine of {n.region(e.region)} is over; {board} goes beside the board."
