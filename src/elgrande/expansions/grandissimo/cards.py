"""Effects that the base game does not have (S0, notes on the special cards).

Double turn, Free choice and Revolution; Boycott and Alliance, which lie on a region up to the next
general scoring. What those do there is our best fit: both take the region card of a region, of
which there is one each; it is back when the general scoring is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.expansions.grandissimo.symbols import PORTUGAL
from elgrande.rules.commands import Verb
from elgrande.rules.effects.cards import KeepForLater
from elgrande.rules.events import CardUsed, Event
from elgrande.rules.free import FreeAction
from elgrande.rules.parts import NEXT_SCORING, Held
from elgrande.rules.questions import face_up_cards
from elgrande.rules.spec import Form, Params, whose
from elgrande.rules.steps.effect import AutoEffect, begin_action
from elgrande.rules.steps.held import HeldEffect, KeepChosen, KeepFrame, discard_held
from elgrande.rules.steps.round import clear_stack
from elgrande.rules.steps.step import InstantStep, WindowFrame

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, Ruleset, Spec, State, Words
    from elgrande.rules.questions import ScoringOrder, Support


# -- Double turn --------------------------------------------------------------


SECOND = Verb(
    "second-card", ("card",), "take this face-up card for its special action", label="take {card}"
)


def _carry_out(words: Words, n: Names) -> str:
    return f"use the second card's special action: {n.short(words[-1])}"


CARRY_OUT = Verb(
    "second-action", ("card",), "carry out the special action of the second card",
    label=_carry_out,
)  # fmt: skip


@dataclass(frozen=True)
class SecondTaken(Event):
    """A player took a second face-up card, for its special action alone; ``card`` lets them."""

    seat: int
    card: int
    second: int

    def said(self, n: Names) -> str:
        who, card = n.seat(self.seat), n.card(self.second)
        return f"{who} takes {card} as a second card, for its special action alone."


class SecondCard(KeepChosen):
    """Take one more face-up card that nobody has, for its special action alone (S0, note).

    It is carried out in this turn, also after placing, or in one of the next ``rounds``, besides
    that turn's own; what returns every round is used in this turn or not at all, and what is
    kept is kept as usual. Both this and the second card's action can be stopped.
    """

    name = "second_card"
    lapsed = ": the special action of the second card was not used"

    def codes(self, s: Position, seat: int) -> list[int]:
        return [self.rules.base[SECOND.name] + card for card in face_up_cards(s, seat)]

    def do(self, s: State, f: KeepFrame, seat: int, code: int) -> None:
        rules = self.rules
        card = code - rules.base[SECOND.name]
        clear_stack(s, s.board[rules.at_face : rules.at_taker].index(card))
        s.emit(SecondTaken(seat, f.card, card))
        s.stack[-1] = f._replace(card=-1, rounds=0)
        if card not in self.marks().names:
            begin_action(s, seat, card)
            return
        held = Held(f.card, seat, -1, card)
        s.held = (*s.held, held._replace(until=self.until(s.round, held)))

    def until(self, number: int, held: Held) -> int:
        return number if self.rules.cards[held.mark].returns else super().until(number, held)

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return False

    def marks(self) -> Form:
        effects = self.rules.card_effects
        # What is kept and cannot be stopped is kept at once.
        kept = [
            effect for effect in effects if isinstance(effect, HeldEffect) and not effect.vetoable
        ]
        cards = enumerate(self.rules.cards)
        return Form({at: card.id for at, card in cards if card.stack and effects[at] not in kept})

    def waiting(self, held: Held) -> tuple[int, ...]:
        return (*super().waiting(held), held.mark)

    def misplaced(self, s: Position, held: Held) -> tuple[str, str] | None:
        card, faces = self.rules.cards[held.mark], {slot.stack: slot.card for slot in s.slots}
        before = [self.until(n, held) for n in self.rules.rounds if n < s.round]
        name, up = card.id, held.mark in faces.values()
        if held.until not in before and faces[card.stack] >= 0:
            return "mark", f"{name} was taken in this round; leave its stack without a 'face'"
        gone = card.returns or s.board[self.rules.at_seen] >> held.mark & 1
        if up or not gone or any(held.mark == other.card for other in s.held):
            return "mark", f"{name} is elsewhere; list it as 'gone' in its stack, and nowhere else"
        return None

    def prompt(self, d: object, f: KeepFrame, n: Names) -> str:
        return "take one more of the face-up cards, for its special action alone"

    def refusal(self, c: Case, f: KeepFrame) -> str:
        if c.verb not in (SECOND.name, "card"):
            return ""
        card = c.view.rules.card_index[c.words[0]]
        if c.view.rules.base[SECOND.name] + card in c.decision.codes:
            return f"your second card is taken with {SECOND.name!r}, not with {c.verb!r}"
        for slot in c.view.slots:
            if slot.card == card and slot.taker >= 0:
                return f"{c.n.seat(slot.taker)} has already taken {c.n.card(card)} this round"
        return f"{c.n.card(card)} is not face up"


def seconds(s: Position, seat: int) -> list[Held]:
    """Return the Double turns of a seat whose second action is still to come."""
    effects = s.rules.card_effects
    return [
        held
        for held in s.held
        if held.owner == seat and held.mark >= 0 and effects[held.card].name == SecondCard.name
    ]


def second_codes(s: Position, seat: int) -> list[int]:
    """Carry it out, if it could do anything now."""
    if not s.held:
        return []
    rules = s.rules
    first = rules.base[CARRY_OUT.name]
    return [first + held.mark for held in seconds(s, seat) if rules.possible(s, seat, held.mark)]


def carry_out(s: State, seat: int, code: int) -> None:
    """Begin it; the card is used up, also if somebody stops it."""
    card = code - s.rules.base[CARRY_OUT.name]
    held = next(held for held in seconds(s, seat) if held.mark == card)
    discard_held(s, held.card, seat)
    s.emit(CardUsed(seat, held.card, -1, -1, until=held.until, mark=card))
    begin_action(s, seat, card)


def no_second(c: Case) -> str:
    """Say why not."""
    card = c.view.rules.card_index[c.words[0]]
    if all(held.mark != card for held in seconds(c.view, c.seat)):
        return f"{c.n.card(card)} is not your second card"
    return f"the special action of {c.n.card(card)} could do nothing now"


# -- Free choice --------------------------------------------------------------


class FreeChoice(KeepForLater):
    """Keep it; in the next general scoring, once the Castillo is emptied, do what it names (S0)."""

    name = "free_choice"
    lasts = NEXT_SCORING
    trigger = "castillo_emptied"


# -- Revolution ---------------------------------------------------------------


CROWNED = "grande-king"
"""The seat whose Grande is King, or -1; the King's node is where he stands."""


@dataclass(frozen=True)
class GrandeCrowned(Event):
    """A player's Grande became King where he stands; whoever was King is so no more."""

    seat: int
    region: int

    def said(self, n: Names) -> str:
        return f"Revolution: {n.seat(self.seat)}'s Grande in {n.region(self.region)} becomes King."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[CROWNED]] = -1


@dataclass(frozen=True)
class RevolutionOver(Event):
    """The King is back, and the Grande is a Grande again."""

    seat: int

    def said(self, n: Names) -> str:
        return f"The Revolution ends: {n.seat(self.seat)}'s Grande gives the kingship back."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[CROWNED]] = self.seat


class CrownFrame(NamedTuple):
    """Whether the Grande has become King, 0 or 1."""

    step: str
    actor: int
    done: int = 0


class Revolution(AutoEffect[CrownFrame]):
    """Let the own Grande be King where he stands, up to the end of the next general scoring (S0).

    His region is the King's with all consequences, and both bonuses may be paid there.
    """

    name = "revolution"
    frame = CrownFrame

    def moves_king(self, params: Params) -> bool:
        return True

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return 0 <= s.grande(actor) < len(self.rules.regions) and s.cell(CROWNED) != actor

    def finished(self, s: Position, f: CrownFrame) -> bool:
        return bool(f.done)

    def unit(self, s: State, f: CrownFrame) -> None:
        s.stack[-1] = f._replace(done=1)
        s.board[self.rules.cell[CROWNED]] = f.actor
        region = s.grande(f.actor)
        s.emit(GrandeCrowned(f.actor, region))
        if s.king != region:
            s.move_king(-1, region)


def king_moved(s: State, by: int, source: int, node: int) -> None:
    """Whoever moves the King moves the Grande who is King, and so his home."""
    crowned = s.cell(CROWNED)
    if crowned >= 0 and s.grande(crowned) != node:
        s.move_grande(by, crowned, node)


class RevolutionEnds(InstantStep):
    """After the general scoring the King is in Portugal, and the Grande stays (S0, note)."""

    name = "revolution_ends"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        crowned = s.cell(CROWNED)
        if crowned < 0:
            return
        s.board[rules.cell[CROWNED]] = -1
        s.emit(RevolutionOver(crowned))
        portugal = rules.nodes.index(PORTUGAL.id)
        if s.king != portugal:
            s.move_king(-1, portugal)


# -- cards that lie on a region -----------------------------------------------


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
    seat: int

    def kept_before(self) -> Held:
        return Held(self.card, self.seat, NEXT_SCORING, self.region)

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

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return f.trigger == "scored"

    def use(self, s: State, f: WindowFrame) -> None:
        discard_held(s, f.held, f.actor)
        s.emit(RegionCardBack(f.mark, f.held, f.actor))

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


# -- all of them --------------------------------------------------------------


def edit(spec: Spec) -> None:
    """Add the effects that the base game does not have."""
    spec.steps += [Boycott, Alliance]
    spec.verbs.append(REGION_CARD)
    spec.bend("scoring_order", scoring_order)
    spec.bend("support", support)
    spec.cells[CROWNED] = -1
    spec.forms[CROWNED] = whose
    spec.steps += [SecondCard, FreeChoice, Revolution, RevolutionEnds]
    spec.verbs += [SECOND, CARRY_OUT]
    spec.free.append(
        FreeAction("second_action", (CARRY_OUT.name,), second_codes, carry_out, once=False,
            wanted="carry out the second card's action", refusal=no_second)
    )  # fmt: skip
    spec.on("king_moved", king_moved)
    spec.insert_after("general_scoring", "score_regions", RevolutionEnds.name)
