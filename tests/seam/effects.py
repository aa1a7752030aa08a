"""Effects: kept cards, the chancellor, the King's way out to sea."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from elgrande.rules import Card, Decision, Position, Ruleset, SpecError, State
from elgrande.rules.events import Event
from elgrande.rules.refused import Case
from elgrande.rules.spec import Params
from elgrande.rules.steps.effect import AutoEffect, Effect, begin_action
from elgrande.rules.steps.held import HeldEffect, tell_use
from elgrande.rules.steps.step import WindowFrame
from elgrande.rules.wording import Names
from seam.steps import HOLDER

TRIGGERS = ("action_done", "turn_start", "castillo_emptied")


@dataclass(frozen=True)
class BlackTaken(Event):
    """A player took the chancellor, from another one or from beside the map (-1)."""

    seat: int
    source: int

    def said(self, n: Names) -> str:
        source = f" from {n.seat(self.source)}" if self.source >= 0 else ""
        who = n.seat(self.seat)
        return f"{who} takes the chancellor{source}: black counts with the own caballeros."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[HOLDER]] = self.source


class UseLater(HeldEffect):
    """Keep the card; at its trigger carry out the action of the card ``then``.

    The start of a turn must be the own one, a special action another player's.
    """

    name = "use_later"
    params = ("rounds", "trigger", "then")

    def check(self, card: Card) -> None:
        super().check(card)
        if card.params["then"] not in self.rules.card_index:
            raise SpecError(f"card {card.id}: 'then' names no card of the deck")
        if card.params["trigger"] not in TRIGGERS:
            raise SpecError(f"card {card.id}: 'trigger' must be one of {', '.join(TRIGGERS)}")

    def listens(self, s: Position, f: WindowFrame) -> bool:
        if f.trigger != self.rules.cards[f.held].params["trigger"]:
            return False
        if f.trigger == "turn_start" and f.acting != f.actor:
            return False
        if f.trigger == "action_done" and f.acting == f.actor:
            return False
        then = self._then(f.held)
        return self.rules.card_effects[then].possible(s, f.actor, self.rules.cards[then].params)

    def _then(self, held: int) -> int:
        return self.rules.card_index[self.rules.cards[held].params["then"]]

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        begin_action(s, f.actor, self._then(f.held))


class RepeatAction(HeldEffect):
    """Keep the card; after another player's special action carry out the same one.

    Not the keeping of a card: it lies in front of somebody already.
    """

    name = "repeat_action"

    def listens(self, s: Position, f: WindowFrame) -> bool:
        if f.trigger != "action_done" or f.acting == f.actor:
            return False
        effect = self.rules.card_effects[f.card]
        if isinstance(effect, HeldEffect):
            return False
        return effect.possible(s, f.actor, self.rules.cards[f.card].params)

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        begin_action(s, f.actor, f.card)


class TakeBlackFrame(NamedTuple):
    """Whether it has been taken, 0 or 1."""

    step: str
    actor: int
    taken: int


class TakeBlack(AutoEffect[TakeBlackFrame]):
    """Take the chancellor."""

    name = "take_black"
    frame = TakeBlackFrame

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return s.cell(HOLDER) != actor

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(TakeBlackFrame(self.name, actor, 0))

    def finished(self, s: Position, f: TakeBlackFrame) -> bool:
        return bool(f.taken)

    def unit(self, s: State, f: TakeBlackFrame) -> None:
        at = self.rules.cell[HOLDER]
        source = s.board[at]
        s.board[at] = f.actor
        s.stack[-1] = f._replace(taken=1)
        s.emit(BlackTaken(f.actor, source))


class SeaParams(Params):
    """What the card says besides: a seat of the King's."""

    node: str


class SeaFrame(NamedTuple):
    """The node where the King goes."""

    step: str
    actor: int
    node: int


class KingTo(Effect[SeaFrame]):
    """Send the King to one seat of his."""

    name = "king_to_sea"
    frame = SeaFrame
    params = ("node",)

    def check(self, card: Card) -> None:
        super().check(card)
        if card.params["node"] not in self.rules.nodes:
            raise SpecError(f"card {card.id}: 'node' is no seat of the King's")

    def possible(self, s: Position, actor: int, params: SeaParams) -> bool:
        return self.rules.nodes[s.king] != params["node"]

    def begin(self, s: State, actor: int, params: SeaParams) -> None:
        s.stack.append(SeaFrame(self.name, actor, self.rules.nodes.index(params["node"])))

    def legal(self, s: Position, f: SeaFrame, seat: int) -> list[int]:
        return [self.rules.KING + f.node] if seat == f.actor else []

    def do(self, s: State, f: SeaFrame, seat: int, code: int) -> None:
        s.stack.pop()
        s.move_king(seat, f.node)

    def prompt(self, d: Decision, f: SeaFrame, n: Names) -> str:
        return "send the King out to sea"

    def refusal(self, c: Case, f: SeaFrame) -> str:
        there = c.n.the(c.words[0]) if c.verb == "king" else ""
        if there and c.view.rules.nodes.index(c.words[0]) == c.view.king:
            return f"the King is in {there} already"
        return f"the King cannot be sent to {there} by this" if there else ""
