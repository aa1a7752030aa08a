"""Boycott and Alliance: cards that lie on a region up to the next general scoring (S0, notes).

What they do there is our best fit. Both take the region card of a region, of which there is one
each; it is back when the general scoring is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from elgrande.rules.commands import Verb
from elgrande.rules.events import Event
from elgrande.rules.parts import NEXT_SCORING
from elgrande.rules.spec import Form
from elgrande.rules.steps.held import KeepChosen

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, Spec, State
    from elgrande.rules.questions import ScoringOrder, Support
    from elgrande.rules.refused import Case
    from elgrande.rules.steps.held import KeepFrame
    from elgrande.rules.steps.step import WindowFrame
    from elgrande.rules.wording import Names

REGION_CARD = Verb(
    "region-card", ("region",), "take the region card of this region",
    label="take the region card of {region}",
    never="{place} has no region card",
)  # fmt: skip

ALLIES = "allies"
"""What a scoring calls those who count for an Alliance."""


@dataclass(frozen=True)
class RegionCardTaken(Event):
    """A player took a region card, for what this action card does there."""

    seat: int
    region: int
    card: int

    def said(self, n: Names) -> str:
        who, where = n.seat(self.seat), n.region(self.region)
        card = n.rules.cards[self.card]
        if card.effect == Boycott.name:
            return f"{who} boycotts {where}: it is not scored in the next general scoring."
        return (
            f"{who} has allies in {where}: {card.params.get('number', 0)} more count there in the "
            "next general scoring, if any of their caballeros are in it."
        )


@dataclass(frozen=True)
class RegionCardBack(Event):
    """A region card is back beside the board, and what it was taken for is over."""

    region: int
    card: int

    def said(self, n: Names) -> str:
        where = n.region(self.region)
        if n.rules.cards[self.card].effect == Boycott.name:
            where = where[:1].upper() + where[1:]
            return f"{where} was boycotted and not scored; its region card is back."
        return f"The region card of {where} is back."


class RegionCard(KeepChosen):
    """Take one of the region cards that are there; its region is not the King's."""

    on_cards = False
    params: ClassVar[tuple[str, ...]] = ()
    hears = ("scored",)
    lasts = NEXT_SCORING

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        taken = {region for region, _ in lying(s)}
        taboo = rules.taboo(s)
        return [
            rules.base[REGION_CARD.name] + region
            for region in rules.disk_regions
            if region not in taken and not taboo.issuperset(rules.region_places[region])
        ]

    def do(self, s: State, f: KeepFrame, seat: int, code: int) -> None:
        region = code - self.rules.base[REGION_CARD.name]
        s.emit(RegionCardTaken(seat, region, f.card))
        self.keep(s, f, region)

    def marks(self) -> Form:
        return Form({region: self.rules.regions[region] for region in self.rules.disk_regions})

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        return trigger == "scored"

    def use(self, s: State, f: WindowFrame) -> None:
        s.emit(RegionCardBack(f.mark, f.held))

    def refusal(self, c: Case, f: KeepFrame) -> str:
        if c.verb != REGION_CARD.name:
            return ""
        region = c.view.rules.regions.index(c.words[0])
        if region not in c.view.rules.disk_regions:
            return f"{c.n.region(region)} has no region card"
        if any(region == other for other, _ in lying(c.view)):
            return f"the region card of {c.n.region(region)} has been taken already"
        return c.taboo(c.words[0])


class Boycott(RegionCard):
    """The region is not scored in the next general scoring; special scorings are not barred."""

    name = "boycott"

    def prompt(self, d: Decision, f: KeepFrame, n: Names) -> str:
        return "choose the region that is not scored in the next general scoring"


class Alliance(RegionCard):
    """In the next general scoring the own there count as ``number`` more, if there is one."""

    name = "alliance"
    params = ("number",)

    def prompt(self, d: Decision, f: KeepFrame, n: Names) -> str:
        whose = "your" if d.codes else "their"
        return f"choose the region where {whose} caballeros count for more in the general scoring"


def lying(s: Position) -> list[tuple[int, int]]:
    """Return the region of each card that lies on one, and which of those held it is."""
    effects = s.rules.card_effects
    return [
        (held.mark, at)
        for at, held in enumerate(s.held)
        if held.mark >= 0 and isinstance(effects[held.card], RegionCard)
    ]


def boycotted(s: Position) -> set[int]:
    """Return the regions that are not scored in the next general scoring."""
    effects = s.rules.card_effects
    return {region for region, at in lying(s) if effects[s.held[at].card].name == Boycott.name}


def allies(s: Position, region: int, seat: int) -> int:
    """Return by how many more a seat counts in a region in the next general scoring."""
    cards = s.rules.cards
    return sum(
        cards[s.held[at].card].params.get("number", 0)
        for where, at in lying(s)
        if where == region and s.held[at].owner == seat
    )


def scoring_order(previous: ScoringOrder, position: Position) -> tuple[int, ...]:
    """Leave out what is boycotted."""
    out = boycotted(position)
    return tuple([target for target in previous(position) if target not in out])


def support(
    previous: Support, position: Position, target: int, seat: int, general: bool
) -> tuple[tuple[int, str], ...]:
    """Add a seat's allies where it has somebody."""
    found = previous(position, target, seat, general)
    more = allies(position, target, seat) if general else 0
    return (*found, (more, ALLIES)) if more else found


def edit(spec: Spec) -> None:
    """Add them."""
    spec.steps += [Boycott, Alliance]
    spec.verbs.append(REGION_CARD)
    spec.bend("scoring_order", scoring_order)
    spec.bend("support", support)
