"""How what happens in this game is told."""

from __future__ import annotations

from elgrande.content.words import Names, says
from elgrande.content.words.events import sentences
from elgrande.expansions.grandissimo.cards import GrandeCrowned, RevolutionOver, SecondTaken
from elgrande.expansions.grandissimo.courtiers import CourtierTaken, GiftGiven
from elgrande.expansions.grandissimo.inquisitor import CompanyRefused, InquisitorLeft
from elgrande.expansions.grandissimo.regions import Boycott, RegionCardBack, RegionCardTaken
from elgrande.expansions.grandissimo.symbols import Pardoned, TokenTaken
from elgrande.rules.wording import counted

sentences({
    GiftGiven: "{seat} gives {receiver:seat} a caballero, to be placed in {receiver:seat}'s next "
    "turn.",
    CompanyRefused: "{seat} does not let a caballero in {source:place} go along.",
    InquisitorLeft: "The Grand Inquisitor leaves {seat}'s court and is beside the board.",
    SecondTaken: "{seat} takes {card} as a second card, for its special action alone.",
    GrandeCrowned: "Revolution: {seat}'s Grande in {region} is King now; the old King leaves the "
    "board.",
    RevolutionOver: "The Revolution is over: {seat}'s Grande is no longer King.",
})  # fmt: skip


@says(CourtierTaken)
def _courtier(e: CourtierTaken, n: Names) -> str:
    source = f" from {n.seat(e.source)}" if e.source >= 0 else ""
    return f"{n.seat(e.seat)} takes {n.plain(e.courtier)}{source}."


@says(TokenTaken)
def _token(e: TokenTaken, n: Names) -> str:
    if e.source < 0:
        return f"{n.seat(e.seat)} takes a ship token."
    return f"{n.seat(e.seat)} takes {n.seat(e.source)}'s ship token."


@says(Pardoned)
def _pardoned(e: Pardoned, n: Names) -> str:
    return (
        f"{n.seat(e.seat)} pardons all in jail: {counted(e.number)} "
        f"{'goes' if e.number == 1 else 'go'} to {n.region(e.region)}."
    )


@says(RegionCardTaken)
def _taken(e: RegionCardTaken, n: Names) -> str:
    who, where = n.seat(e.seat), n.region(e.region)
    card = n.rules.cards[e.card]
    if card.effect == Boycott.name:
        return f"{who} boycotts {where}: it is not scored in the next general scoring."
    return (
        f"{who} has allies in {where}: {card.params.get('number', 0)} more count there in the "
        "next general scoring, if any of their caballeros are in it."
    )


@says(RegionCardBack)
def _back(e: RegionCardBack, n: Names) -> str:
    where = n.region(e.region)
    if n.rules.cards[e.card].effect == Boycott.name:
        return (
            f"{where[:1].upper()}{where[1:]} was boycotted and not scored; its region card is back."
        )
    return f"The region card of {where} is back."
