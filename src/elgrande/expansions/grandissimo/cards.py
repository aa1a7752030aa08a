"""Double turn, Free choice and Revolution (S0, notes on the special cards)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.grandissimo.places import PORTUGAL
from elgrande.rules.commands import Verb
from elgrande.rules.effects.cards import KeepForLater
from elgrande.rules.events import Event
from elgrande.rules.free import FreeAction
from elgrande.rules.parts import NEXT_SCORING, Held
from elgrande.rules.questions import face_up_cards
from elgrande.rules.spec import Form, whose
from elgrande.rules.steps.effect import AutoEffect, begin_action
from elgrande.rules.steps.held import HeldEffect, KeepChosen, KeepFrame, discard_held
from elgrande.rules.steps.round import clear_stack
from elgrande.rules.steps.step import InstantStep

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec, State
    from elgrande.rules.refused import Case
    from elgrande.rules.spec import Params
    from elgrande.rules.wording import Names, Words

# -- Double turn ------------------------------------------------------------------------------

SECOND = Verb(
    "second-card", ("card",), "take this face-up card for its special action", label="take {card}"
)


def _carry_out(words: Words, n: Names) -> str:
    return f"special action of the second card: {n.short(words[-1])}"


CARRY_OUT = Verb(
    "second-action", ("card",), "carry out the special action of the second card",
    label=_carry_out,
)  # fmt: skip


@dataclass(frozen=True)
class SecondTaken(Event):
    """A player took a second face-up card, for its special action alone."""

    sentence = "{seat} takes {card} as a second card, for its special action alone."

    seat: int
    card: int


class SecondCard(KeepChosen):
    """Take one more face-up card that nobody has, for its special action alone (S0, note).

    It is carried out in this turn, also after placing, or in one of the next ``rounds``, besides
    that turn's own; what returns every round is used in this turn or not at all, and what is
    kept is kept as usual. Both this and the second card's action can be stopped.
    """

    name = "second_card"

    def codes(self, s: Position, seat: int) -> list[int]:
        return [self.rules.base[SECOND.name] + card for card in face_up_cards(s, seat)]

    def do(self, s: State, f: KeepFrame, seat: int, code: int) -> None:
        rules = self.rules
        card = code - rules.base[SECOND.name]
        clear_stack(s, s.board[rules.at_face : rules.at_taker].index(card))
        s.emit(SecondTaken(seat, card))
        s.stack[-1] = f._replace(card=-1, rounds=0)
        if card not in self.marks().names:
            begin_action(s, seat, card)
            return
        held = Held(f.card, seat, -1, card)
        s.held = (*s.held, held._replace(until=self.until(s.round, held)))

    def until(self, number: int, held: Held) -> int:
        return number if self.rules.cards[held.mark].returns else super().until(number, held)

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
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
        if c.verb != SECOND.name:
            return ""
        card = c.view.rules.card_index[c.words[0]]
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
    rules = s.rules
    first = rules.base[CARRY_OUT.name]
    return [first + held.mark for held in seconds(s, seat) if rules.possible(s, seat, held.mark)]


def carry_out(s: State, seat: int, code: int) -> None:
    """Begin it; the card is used up, also if somebody stops it."""
    card = code - s.rules.base[CARRY_OUT.name]
    held = next(held for held in seconds(s, seat) if held.mark == card)
    discard_held(s, held.card, seat)
    begin_action(s, seat, card)


def no_second(c: Case) -> str:
    """Say why not."""
    card = c.view.rules.card_index[c.words[0]]
    if all(held.mark != card for held in seconds(c.view, c.seat)):
        return f"{c.n.card(card)} is not your second card"
    return f"the special action of {c.n.card(card)} could do nothing now"


# -- Free choice ------------------------------------------------------------------------------


class FreeChoice(KeepForLater):
    """Keep it; in the next general scoring, once the Castillo is emptied, do what it names (S0)."""

    name = "free_choice"
    lasts = NEXT_SCORING
    trigger = "castillo_emptied"


# -- Revolution -------------------------------------------------------------------------------

CROWNED = "grande-king"
"""The seat whose Grande is King, or -1; the King's node is where he stands."""


@dataclass(frozen=True)
class GrandeCrowned(Event):
    """A player's Grande became King where he stands; the old King leaves the board."""

    sentence = "Revolution: {seat}'s Grande in {region} is King now; the old King leaves the board."

    seat: int
    region: int


@dataclass(frozen=True)
class RevolutionOver(Event):
    """The King is back, and the Grande is a Grande again."""

    sentence = "The Revolution is over: {seat}'s Grande is no longer King."

    seat: int


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


def edit(spec: Spec) -> None:
    """Add them."""
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
