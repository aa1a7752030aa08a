"""Cards that are kept to the end of the game and used once: again, away with one, late (S3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.effects.cards import KeepForLater
from elgrande.rules.effects.move import Move
from elgrande.rules.events import CardUsed, Event
from elgrande.rules.parts import GAME
from elgrande.rules.questions import face_up_cards
from elgrande.rules.steps.effect import begin_action
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.steps.round import clear_stack
from elgrande.rules.steps.step import Step, WindowFrame
from elgrande.rules.steps.turn import ActFrame

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names

DOWN = Verb("turn-down", ("card",), "turn this face-up card down", label="turn {card} down")


@dataclass(frozen=True)
class TurnedDown(Event):
    """A player turned down a face-up card that nobody had taken."""

    seat: int
    card: int

    def said(self, n: Names) -> str:
        return (
            f"{n.seat(self.seat)} turns {n.card(self.card)} down: nobody can choose it this round."
        )


class DiscMove(Move):
    """Move caballeros as ``move`` does, announced before the first: discs come out with it."""

    name = "disc_move"
    announced_by_choice = False


class KeepRepeat(HeldEffect):
    """Keep it; once, do another player's special action again when that is over (S3).

    An action of a turn, carried out to its end; neither a kept card's nor the keeping of one.
    """

    name = "keep_repeat"
    params = ()
    lasts = GAME

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        if trigger != "action_done" or actor == owner or actor < 0:
            return False
        rules = self.rules
        if not rules.card_effects[card].vetoable or not rules.possible(s, owner, card):
            return False
        return any(
            isinstance(f, ActFrame) and f.actor == actor and f.card == card and f.acted
            for f in s.stack
        )

    def use(self, s: State, f: WindowFrame) -> None:
        s.emit(CardUsed(f.actor, f.held, f.acting, f.card))
        begin_action(s, f.actor, f.card)

    def deed(self, held: int, n: Names) -> str:
        return "do again"


class KeepTurnDown(HeldEffect):
    """Keep it; once, before a player chooses a card, turn down one that nobody has taken (S0)."""

    name = "keep_turn_down"
    params = ()
    hears = ("choosing",)
    lasts = GAME

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        # Whoever has the turn must be left a choice.
        left = len(self.rules.offered(s, actor)) > 1
        return trigger == "choosing" and left and bool(face_up_cards(s, actor))

    def use(self, s: State, f: WindowFrame) -> None:
        s.emit(CardUsed(f.actor, f.held, -1, -1))
        s.stack.append(TurnDownFrame(TurnDown.name, f.actor, f.held))


class TurnDownFrame(NamedTuple):
    """Who turns a card down, with which."""

    step: str
    actor: int
    card: int


class TurnDown(Step[TurnDownFrame]):
    """Turn down a face-up card: the King's and the Inquisitor's return in the next round (S0)."""

    name = "turn_down"
    frame = TurnDownFrame
    wants = "choose a face-up card to turn down"

    def choices(self, s: Position, f: TurnDownFrame) -> list[int]:
        return [self.rules.base[DOWN.name] + card for card in face_up_cards(s, f.actor)]

    def answer(self, s: State, f: TurnDownFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        card = code - rules.base[DOWN.name]
        clear_stack(s, s.board[rules.at_face : rules.at_taker].index(card))
        s.emit(TurnedDown(seat, card))

    def refusal(self, c: Case, f: TurnDownFrame) -> str:
        if c.verb != DOWN.name:
            return ""
        card = c.view.rules.card_index[c.words[0]]
        for slot in c.view.slots:
            if slot.card == card and slot.taker >= 0:
                return f"{c.n.seat(slot.taker)} has already taken {c.n.card(card)}"
        return f"{c.n.card(card)} is not face up"


class KeepForEmptied(KeepForLater):
    """Keep it; once, in a general scoring after the Castillo is emptied, do what it names (S3)."""

    name = "keep_for_emptied"
    lasts = GAME
    trigger = "castillo_emptied"


def edit(spec: Spec) -> None:
    """Add them."""
    spec.steps += [DiscMove, KeepRepeat, KeepTurnDown, TurnDown, KeepForEmptied]
    spec.verbs.append(DOWN)
