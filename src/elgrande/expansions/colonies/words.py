"""How what happens in this game is told."""

from __future__ import annotations

from elgrande.content.words import Names, says
from elgrande.content.words.names import listed
from elgrande.expansions.colonies.conspiracy import ConspiracyAhead
from elgrande.expansions.colonies.discs import DiscLost, DiscsCame
from elgrande.expansions.colonies.kept import TurnedDown
from elgrande.expansions.colonies.limit_table import LimitTableMoved
from elgrande.expansions.colonies.places import layout


@says(LimitTableMoved)
def _table(e: LimitTableMoved, n: Names) -> str:
    if e.source < 0:
        spaces = layout(n.rules).spaces
        return f"The limit table, with {spaces} spaces, is laid in {n.region(e.region)}."
    source, goal = n.region(e.source), n.region(e.region)
    return f"{n.seat(e.seat)} moves the limit table from {source} to {goal}."


@says(DiscsCame)
def _came(e: DiscsCame, n: Names) -> str:
    out = (("Gold", e.gold, "America"), ("Wares", e.wares, "the Mediterranean"))
    parts = [
        (f"{number} disc{'s' * (number > 1)} of {disc}", number, where)
        for disc, number, where in out
        if number
    ]
    said = [f"{discs} to {where}" for discs, _, where in parts[1:]]
    discs, number, where = parts[0]
    verb = "come" if number > 1 else "comes"
    return f"{listed([f'{discs} {verb} from the supply to {where}', *said])}."


@says(DiscLost)
def _lost(e: DiscLost, n: Names) -> str:
    known = layout(n.rules)
    disc = known.carried[e.kind].title()
    what = f"The {disc}" if e.number == 1 else f"The {e.number} {disc}"
    # One disc of Wares is many things all the same.
    goes = "goes" if e.number == 1 and not disc.endswith("s") else "go"
    if e.place in known.home:
        return f"{what} {goes} back to the supply unpaid, as nobody has the Grand Inquisitor."
    where = "at court" if e.place == n.rules.court else f"in {n.place(e.place)}"
    return f"{what} {goes} back to the supply unpaid: {where} discs are lost, only Spain pays."


@says(TurnedDown)
def _down(e: TurnedDown, n: Names) -> str:
    return f"{n.seat(e.seat)} turns {n.card(e.card)} down: nobody can choose it this round."


@says(ConspiracyAhead)
def _conspiracy(e: ConspiracyAhead, n: Names) -> str:
    return (
        f"{n.seat(e.seat)} conspires: in the next general scoring each Grande outside closed "
        "regions is in the Castillo, then goes where its owner's disk shows, to no closed region."
    )
