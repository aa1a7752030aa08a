"""A player's turn (S0, "Player turns")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.events import Announced, CardChosen, TurnBegan, TurnEnded
from elgrande.rules.steps.step import (
    ANNOUNCED,
    BEGUN,
    Effect,
    Step,
    begin_action,
    open_windows,
)

if TYPE_CHECKING:
    from elgrande.rules.position import Frame, Position, State


class BeginTurn(Step):
    """A turn begins: held cards may be used here."""

    name = "begin_turn"

    def run(self, s: State, f: Frame) -> bool:
        """Announce the turn."""
        s.stack.pop()
        s.emit(TurnBegan(f[1]))
        open_windows(s, "turn_start", f[1], -1)
        return False


class TakeCaballeros(Step):
    """Take up to the power card's number of caballeros from the provinces to the court.

    When the provinces are short the rest may be fetched from the board (S0,
    "Player turns" 1; FACTS 7).
    """

    name = "take_caballeros"

    def run(self, s: State, f: Frame) -> bool:
        """Skip what leaves no choice."""
        rules = self.rules
        seat = f[1]
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        if most and s.board[seat * rules.np + rules.provinces]:
            return True
        s.stack[-1] = ("fetch", seat, most)
        return False

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """Any number up to the card's and to what the provinces hold."""
        if seat != f[1]:
            return []
        rules = self.rules
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        there = s.board[seat * rules.np + rules.provinces]
        return list(range(rules.TAKE, rules.TAKE + min(most, there) + 1))

    def answer(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Take them; go on to fetch if they were all that was left."""
        rules = self.rules
        number = code - rules.TAKE
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        short = most - number if number == s.board[seat * rules.np + rules.provinces] else 0
        if number:
            s.move(seat, seat, rules.provinces, rules.court, number)
        s.stack[-1] = ("fetch", seat, short)


class Fetch(Step):
    """Make up for short provinces from the own caballeros on the board: ``(fetch, seat, left)``.

    Not from the King's region, which is taboo, and not from the Castillo (FACTS 7).
    """

    name = "fetch"

    def run(self, s: State, f: Frame) -> bool:
        """End when nothing is short or nothing can be fetched."""
        if f[2]:
            codes = self._codes(s, f[1])
            if codes:
                s._cache = [*codes, self.rules.DONE]
                return True
        s.stack.pop()
        return False

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        taboo = rules.taboo(s)
        offset = seat * rules.np
        return [
            rules.FETCH + place
            for place in rules.board_places
            if s.board[offset + place] and place not in taboo
        ]

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """The places of own caballeros, or stopping."""
        return [*self._codes(s, seat), self.rules.DONE] if seat == f[1] else []

    def answer(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Fetch one."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        s.stack[-1] = ("fetch", seat, f[2] - 1)
        s.move(seat, seat, code - rules.FETCH, rules.court, 1)


class ChooseCard(Step):
    """Choose one of the face-up action cards that nobody has taken; it cannot be skipped."""

    name = "choose_card"

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """The cards that are left."""
        if seat != f[1]:
            return []
        rules = self.rules
        board = s.board
        stacks = len(rules.stacks)
        taken = board[rules.at_taker : rules.at_taker + stacks]
        return [
            rules.CARD + card
            for card, taker in zip(
                board[rules.at_face : rules.at_face + stacks], taken, strict=True
            )
            if card >= 0 and taker < 0
        ]

    def answer(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Take the card and go on to its two actions."""
        rules = self.rules
        card = code - rules.CARD
        index = s.board.index(card, rules.at_face, rules.at_taker) - rules.at_face
        s.board[rules.at_taker + index] = seat
        s.stack[-1] = ("act", seat, card, 0, 0)
        s.emit(CardChosen(seat, card))


class Act(Step):
    """Place and carry out the special action, in either order.

    Frame: ``(act, seat, card, placed, acted)``. Neither may be split and both may
    be left out (S0, "The action cards", D to G).
    """

    name = "act"

    def run(self, s: State, f: Frame) -> bool:
        """End the turn's actions when nothing is left to choose."""
        codes = self._codes(s, f)
        if not codes:
            s.stack.pop()
            return False
        codes.append(self.rules.END)
        s._cache = codes
        return True

    def _codes(self, s: Position, f: Frame) -> list[int]:
        rules = self.rules
        _, seat, card, placed, acted = f
        codes = []
        if not placed and rules.cards[card].caballeros:
            codes = placing_codes(s, seat)
        if not acted and rules.card_effects[card].possible(s, seat, rules.cards[card].params):
            codes.append(rules.SPECIAL)
        return codes

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """Place the first caballero, announce the special action, or end."""
        return [*self._codes(s, f), self.rules.END] if seat == f[1] else []

    def answer(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Begin one of the two actions."""
        rules = self.rules
        name, _, card, placed, acted = f
        if code == rules.END:
            s.stack.pop()
        elif code == rules.SPECIAL:
            s.stack[-1] = (name, seat, card, placed, 1)
            begin_action(s, seat, card)
        else:
            s.stack[-1] = (name, seat, card, 1, acted)
            s.move(seat, seat, rules.court, code - rules.PLACE, 1)
            s.stack.append(("place", seat, rules.cards[card].caballeros - 1))


class Place(Step):
    """Place more caballeros from the court: ``(place, seat, left)``."""

    name = "place"

    def run(self, s: State, f: Frame) -> bool:
        """End when the number or the court is used up."""
        codes = placing_codes(s, f[1]) if f[2] else []
        if not codes:
            s.stack.pop()
            return False
        codes.append(self.rules.DONE)
        s._cache = codes
        return True

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """The regions next to the King, the Castillo, or stopping."""
        return [*placing_codes(s, seat), self.rules.DONE] if seat == f[1] else []

    def answer(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Place one."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        s.stack[-1] = ("place", seat, f[2] - 1)
        s.move(seat, seat, rules.court, code - rules.PLACE, 1)


def placing_codes(s: Position, seat: int) -> list[int]:
    """Where a court may place: next to the King and into the Castillo (S0, a; FACTS 1.5)."""
    rules = s.rules
    if not s.board[seat * rules.np + rules.court]:
        return []
    taboo = rules.taboo(s)
    codes = [
        rules.PLACE + place
        for region in rules.neighbours(s)
        for place in rules.region_places[region]
        if place not in taboo
    ]
    if rules.castillo not in taboo:
        codes.append(rules.PLACE + rules.castillo)
    return codes


class Action(Step):
    """A special action in progress: ``(action, actor, card, stage, let pass)``.

    It stands below its effect's frames, so that it can be stopped from outside,
    or done again by somebody else. ``let pass`` holds a bit for each seat that
    lets all of it pass.
    """

    name = "action"

    def run(self, s: State, f: Frame) -> bool:
        """Begin the effect; when it is over, let held cards follow."""
        _, actor, card, stage, passed = f
        rules = self.rules
        if stage:
            s.stack.pop()
            open_windows(s, "action_done", actor, card)
            return False
        effect = rules.card_effects[card]
        now = BEGUN if effect.announced_by_choice else ANNOUNCED
        s.stack[-1] = ("action", actor, card, now, passed)
        effect.begin(s, actor, rules.cards[card].params)
        if now == ANNOUNCED:
            s.emit(Announced(actor, card))
            if s.held:
                open_windows(s, "announced", actor, card)
        return False


class CarryOut(Step):
    """An announced first choice that nobody stopped: ``(carry_out, seat, code)``."""

    name = "carry_out"

    def run(self, s: State, f: Frame) -> bool:
        """Do it."""
        s.stack.pop()
        below = s.stack[-1]
        step = self.rules.steps[below[0]]
        assert isinstance(step, Effect)
        step.do(s, below, f[1], f[2])
        return False


class EndTurn(Step):
    """A turn ends."""

    name = "end_turn"

    def run(self, s: State, f: Frame) -> bool:
        """Say so."""
        s.stack.pop()
        s.emit(TurnEnded(f[1]))
        return False
