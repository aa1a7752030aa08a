"""Effects: kept cards, the chancellor, the King's way out to sea."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elgrande.rules import Card, SpecError
from elgrande.rules.events import CardUsed, Event, KingMoved
from elgrande.rules.steps import AutoEffect, Effect
from elgrande.rules.steps.step import HeldEffect, begin_action
from seam.steps import HOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules import Position, State
    from elgrande.rules.position import Frame

TRIGGERS = ("action_done", "turn_start", "castillo_emptied")


@dataclass(frozen=True)
class BlackTaken(Event):
    """A player took the chancellor, from another one or from beside the map (-1)."""

    seat: int
    source: int


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

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        if trigger != self.rules.cards[held].params["trigger"]:
            return False
        if trigger == "turn_start" and actor != owner:
            return False
        if trigger == "action_done" and actor == owner:
            return False
        then = self._then(held)
        return self.rules.card_effects[then].possible(s, owner, self.rules.cards[then].params)

    def _then(self, held: int) -> int:
        return self.rules.card_index[self.rules.cards[held].params["then"]]

    def use(self, s: State, f: Frame) -> None:
        _, holder, held, _, actor, card, *_ = f
        s.emit(CardUsed(holder, held, actor, card))
        begin_action(s, holder, self._then(held))


class RepeatAction(HeldEffect):
    """Keep the card; after another player's special action carry out the same one.

    Not the keeping of a card: it lies in front of somebody already.
    """

    name = "repeat_action"

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        if trigger != "action_done" or actor == owner:
            return False
        effect = self.rules.card_effects[card]
        if isinstance(effect, HeldEffect):
            return False
        return effect.possible(s, owner, self.rules.cards[card].params)

    def use(self, s: State, f: Frame) -> None:
        _, holder, held, _, actor, card, *_ = f
        s.emit(CardUsed(holder, held, actor, card))
        begin_action(s, holder, card)


class TakeBlack(AutoEffect):
    """Take the chancellor: ``(take_black, actor, taken)``."""

    name = "take_black"

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        return s.cell(HOLDER) != actor

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        s.stack.append((self.name, actor, 0))

    def finished(self, s: State, f: Frame) -> bool:
        return bool(f[2])

    def unit(self, s: State, f: Frame) -> None:
        at = self.rules.cell[HOLDER]
        source = s.board[at]
        s.board[at] = f[1]
        s.stack[-1] = (self.name, f[1], 1)
        s.emit(BlackTaken(f[1], source))


class KingTo(Effect):
    """Send the King to one seat of his: ``(king_to_sea, actor, node)``."""

    name = "king_to_sea"
    params = ("node",)

    def check(self, card: Card) -> None:
        super().check(card)
        if card.params["node"] not in self.rules.nodes:
            raise SpecError(f"card {card.id}: 'node' is no seat of the King's")

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        return self.rules.nodes[s.king] != params["node"]

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        s.stack.append((self.name, actor, self.rules.nodes.index(params["node"])))

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        return [self.rules.KING + f[2]] if seat == f[1] else []

    def do(self, s: State, f: Frame, seat: int, code: int) -> None:
        source = s.king
        s.stack.pop()
        s.board[self.rules.at_king] = f[2]
        s.emit(KingMoved(seat, source, f[2]))
