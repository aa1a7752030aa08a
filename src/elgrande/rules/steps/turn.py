"""A player's turn (S0, "Player turns")."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import FETCH_KIND
from elgrande.rules.events import Announced, CardChosen, TurnBegan, TurnEnded
from elgrande.rules.frames import PlainFrame, shared
from elgrande.rules.free import do_free, free_codes
from elgrande.rules.moments import chosen, settled
from elgrande.rules.movement import leaving, place, placing, take, takeable
from elgrande.rules.steps.step import (
    ANNOUNCED,
    BEGUN,
    ActionFrame,
    AskedFrame,
    CarryOutFrame,
    Effect,
    PausingStep,
    Step,
    action_frame,
    begin_action,
    begin_carrying_out,
    current_action,
    open_windows,
)

if TYPE_CHECKING:
    from elgrande.rules.position import Position, State


class BeginTurn(Step[PlainFrame]):
    """A turn begins: held cards may be used here."""

    name = "begin_turn"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Announce the turn."""
        s.stack.pop()
        s.emit(TurnBegan(f.actor))
        open_windows(s, "turn_start", f.actor, -1)
        return False


class TakeCaballeros(Step[PlainFrame]):
    """Take up to the power card's number of caballeros from the provinces to the court.

    When the provinces are short the rest may be fetched from the board (S0,
    "Player turns" 1; FACTS 7).
    """

    name = "take_caballeros"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Skip what leaves no choice."""
        rules = self.rules
        seat = f.actor
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        if most and takeable(s, seat):
            return True
        s.stack[-1] = fetch_frame("fetch", seat, most)
        return False

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        """Any number up to the card's and to what the provinces hold."""
        if seat != f.actor:
            return []
        rules = self.rules
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        return list(range(rules.TAKE, rules.TAKE + min(most, takeable(s, seat)) + 1))

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Take them; go on to fetch if they were all that was left."""
        rules = self.rules
        number = code - rules.TAKE
        most = rules.power_numbers[s.board[rules.at_power + seat]]
        short = most - number
        if short and number < takeable(s, seat):
            short = 0
        if number:
            take(s, seat, number)
        s.stack[-1] = fetch_frame("fetch", seat, short)


class FetchFrame(NamedTuple):
    """How many may still be fetched."""

    step: str
    actor: int
    left: int


fetch_frame = shared(FetchFrame)


class Fetch(Step[FetchFrame]):
    """Make up for short provinces from the own caballeros on the board.

    Not from the King's region, which is taboo, and not from the Castillo (FACTS 7).
    """

    name = "fetch"
    frame = FetchFrame

    def run(self, s: State, f: FetchFrame) -> bool:
        """End when nothing is short or nothing can be fetched."""
        if f.left:
            codes = self._codes(s, f.actor)
            if codes:
                s._cache = [*codes, self.rules.DONE]
                return True
        s.stack.pop()
        if self.rules.on_settled:
            settled(s, f.actor)
        return False

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        plain = rules.kinds_owned[seat][0]
        court = (rules.court,)
        first = rules.FETCH - plain * rules.np
        codes = leaving(s, first, seat, (plain,), rules.board_places, court)
        if not rules.plain_seats:
            first = rules.base[FETCH_KIND.name]
            others = [kind for kind in rules.kinds_of(s, seat) if kind != plain]
            codes += leaving(s, first, seat, others, rules.board_places, court)
        return codes

    def legal(self, s: Position, f: FetchFrame, seat: int) -> list[int]:
        """The places of own caballeros, or stopping."""
        return [*self._codes(s, seat), self.rules.DONE] if seat == f.actor else []

    def answer(self, s: State, f: FetchFrame, seat: int, code: int) -> None:
        """Fetch one."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            if rules.on_settled:
                settled(s, seat)
            return
        s.stack[-1] = fetch_frame("fetch", seat, f.left - 1)
        kind, source = rules.kinds_owned[seat][0], code - rules.FETCH
        if source >= rules.np:
            kind, source = divmod(code - rules.base[FETCH_KIND.name], rules.np)
        s.move(seat, kind, source, rules.court, 1)


class ChooseCard(PausingStep):
    """Choose the card to act on; where there is one to choose it cannot be skipped.

    In the base game it is one of the face-up cards that nobody has taken (S0, "Choose
    an action card"); what is offered otherwise need not lie in a stack. Free actions
    may come first.
    """

    name = "choose_card"
    trigger = "choosing"

    def run(self, s: State, f: AskedFrame) -> bool:
        """End when there is nothing to choose; cards may be used before anybody does."""
        if self.pauses and self.asked_first(s, f):
            return False
        codes = self._codes(s, f.actor)
        if not codes:
            s.stack.pop()
            return False
        s._cache = codes
        return True

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        first = rules.CARD
        codes = [first + card for card in rules.offered(s, seat)]
        if rules.free and (free := free_codes(s, seat)):
            codes += free if codes else [*free, rules.END]
        return codes

    def legal(self, s: Position, f: AskedFrame, seat: int) -> list[int]:
        """The cards that are offered, and free actions; without a card, ending the turn."""
        return self._codes(s, seat) if seat == f.actor else []

    def answer(self, s: State, f: AskedFrame, seat: int, code: int) -> None:
        """Go on to the two actions of the card, which is taken if it lies face up."""
        rules = self.rules
        if code in rules.free_codes:
            do_free(s, seat, code)
            return
        if code == rules.END:
            s.stack.pop()
            return
        card = code - rules.CARD
        faces = s.board[rules.at_face : rules.at_taker]
        if card in faces:
            s.board[rules.at_taker + faces.index(card)] = seat
        s.stack[-1] = act_frame("act", seat, card, 0, 0)
        s.emit(CardChosen(seat, card))
        if rules.on_chosen:
            chosen(s, seat, card)


class ActFrame(NamedTuple):
    """Which of the two actions of a card have been begun, 0 or 1 each."""

    step: str
    actor: int
    card: int
    placed: int
    acted: int


act_frame = shared(ActFrame)


class Act(Step[ActFrame]):
    """Place and carry out the special action, in either order.

    Neither may be split and both may be left out (S0, "The action cards", D to G),
    unless a card requires its special action: that is carried out as far as it can be.
    Free actions are done between them.
    """

    name = "act"
    frame = ActFrame

    def run(self, s: State, f: ActFrame) -> bool:
        """End the turn's actions when nothing is left to choose."""
        codes = self._codes(s, f)
        if not codes:
            s.stack.pop()
            return False
        s._cache = codes
        return True

    def _codes(self, s: Position, f: ActFrame) -> list[int]:
        """What is left to do, and ending the turn; nothing where only that is left."""
        rules = self.rules
        seat = f.actor
        card = f.card
        codes = []
        if not f.placed and rules.allowance(s, seat, card):
            codes = placing_codes(s, seat)
        if not f.acted and rules.card_effects[card].possible(s, seat, rules.cards[card].params):
            codes.append(rules.SPECIAL)
        if not rules.plain_turns:
            required = rules.SPECIAL in codes and rules.required(s, seat, f.card)
            codes += free_codes(s, seat)
            if required:
                return codes
        if codes:
            codes.append(rules.END)
        return codes

    def legal(self, s: Position, f: ActFrame, seat: int) -> list[int]:
        """Place the first caballero, announce the special action, act freely, or end."""
        return self._codes(s, f) if seat == f.actor else []

    def answer(self, s: State, f: ActFrame, seat: int, code: int) -> None:
        """Begin one of the two actions."""
        rules = self.rules
        card = f.card
        if code == rules.END:
            s.stack.pop()
        elif code == rules.SPECIAL:
            s.stack[-1] = act_frame("act", seat, card, f.placed, 1)
            begin_action(s, seat, card)
        elif code in rules.free_codes:
            do_free(s, seat, code)
        else:
            s.stack[-1] = act_frame("act", seat, card, 1, f.acted)
            left = rules.allowance(s, seat, card) - 1
            place(s, seat, code - rules.PLACE)
            s.stack.append(place_frame("place", seat, left))


class PlaceFrame(NamedTuple):
    """How many may still be placed."""

    step: str
    actor: int
    left: int


place_frame = shared(PlaceFrame)


class Place(Step[PlaceFrame]):
    """Place more caballeros from the court."""

    name = "place"
    frame = PlaceFrame

    def run(self, s: State, f: PlaceFrame) -> bool:
        """End when the number or the court is used up."""
        codes = placing_codes(s, f.actor) if f.left else []
        if not codes:
            s.stack.pop()
            if self.rules.on_settled:
                settled(s, f.actor)
            return False
        codes.append(self.rules.DONE)
        s._cache = codes
        return True

    def legal(self, s: Position, f: PlaceFrame, seat: int) -> list[int]:
        """The regions next to the King, the Castillo, or stopping."""
        return [*placing_codes(s, seat), self.rules.DONE] if seat == f.actor else []

    def answer(self, s: State, f: PlaceFrame, seat: int, code: int) -> None:
        """Place one."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            if rules.on_settled:
                settled(s, seat)
            return
        s.stack[-1] = place_frame("place", seat, f.left - 1)
        place(s, seat, code - rules.PLACE)


def placing_codes(s: Position, seat: int) -> list[int]:
    """The codes of the turn's placing: where the court may land, as far as it may go there."""
    rules = s.rules
    if rules.plain_placing:
        board = s.board
        if not board[seat * rules.np + rules.court]:
            return []
        return [*rules.king_placing[board[rules.at_king]]]
    return placing(s, seat, tuple(dict.fromkeys(rules.landing(s, seat))))


class Action(Step[ActionFrame]):
    """A special action in progress.

    It stands below its effect's frames, so that it can be stopped from outside,
    or done again by somebody else.
    """

    name = "action"
    frame = ActionFrame

    def run(self, s: State, f: ActionFrame) -> bool:
        """Begin the effect; when it is over, let held cards follow."""
        actor, card = f.actor, f.card
        rules = self.rules
        if f.stage:
            s.stack.pop()
            open_windows(s, "action_done", actor, card)
            if rules.on_settled:
                settled(s, actor)
            return False
        effect = rules.card_effects[card]
        now = BEGUN if effect.announced_by_choice else ANNOUNCED
        s.stack[-1] = action_frame("action", actor, card, now, f.passed)
        effect.begin(s, actor, rules.cards[card].params)
        if now == ANNOUNCED:
            s.emit(Announced(actor, card))
            scores = "scoring" in rules.heard and effect.scores_as(rules.cards[card])
            if rules.on_carried_out or scores:
                s.stack.append(CarryOutFrame("carry_out", actor, -1))
            if s.held:
                open_windows(s, "announced", actor, card)
        return False


class CarryOut(Step[CarryOutFrame]):
    """A special action that was announced and that nobody stopped, with its first choice if any."""

    name = "carry_out"
    frame = CarryOutFrame

    def run(self, s: State, f: CarryOutFrame) -> bool:
        """Tell that it begins, then do it, if what came before has left it possible."""
        below = s.stack[-2]
        step = self.rules.steps[below.step]
        assert isinstance(step, Effect)
        if not f.begun:
            action = current_action(s)
            s.stack[-1] = f._replace(begun=1)
            if begin_carrying_out(s, action.actor, action.card, step.scoring(below, f.code)):
                return False
        s.stack.pop()
        if f.code < 0:
            return False
        if f.begun and not step.stands(s, below, f.code):
            s.stack[-1] = step.anew(below)
        else:
            step.do(s, below, f.actor, f.code)
        return False


class Settle(Step[PlainFrame]):
    """Something is over that stood above this frame: whoever waits for that is told."""

    name = "settle"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Tell them."""
        s.stack.pop()
        settled(s, f.actor)
        return False


class EndTurn(Step[PlainFrame]):
    """A turn ends."""

    name = "end_turn"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Say so."""
        s.stack.pop()
        s.emit(TurnEnded(f.actor))
        return False
