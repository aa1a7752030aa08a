"""The second part of a turn: an action card and its two actions (S0, "The action cards")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.events import CardChosen
from elgrande.rules.frames import shared
from elgrande.rules.free import do_free, free_codes
from elgrande.rules.moments import chosen, settled
from elgrande.rules.movement import place, placing
from elgrande.rules.steps.step import (
    AskedFrame,
    PausingStep,
    Step,
    begin_action,
)
from elgrande.rules.wording import goals, into_castillo, listed, up_to

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.frames import Frame
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names, Words


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

    def prompt(self, d: Decision, f: AskedFrame, n: Names) -> str:
        """What there is to choose, and what may be done besides."""
        rules = n.rules
        cards = [code for code in d.codes if code not in rules.free_codes and code != rules.END]
        choices = []
        if cards or not d.codes:
            face_up = rules.stacks and all(rules.cards[code - rules.CARD].stack for code in cards)
            what = "one of the face-up action cards" if face_up else "the action of this turn"
            choices.append(f"choose {what}")
        return listed([*choices, *_besides(d, n)], "or")

    def refusal(self, c: Case, f: AskedFrame) -> str:
        """Somebody has it, or it does not lie there."""
        if c.verb != "card":
            return ""
        card = c.view.rules.card_index[c.words[0]]
        for slot in c.view.slots:
            if slot.card == card and slot.taker >= 0:
                return f"{c.n.seat(slot.taker)} has taken {c.n.card(card)} this round"
        face_up = any(slot.card == card for slot in c.view.slots)
        if face_up or not c.view.rules.cards[card].stack:
            return f"{c.n.card(card)} cannot be chosen now"
        return f"{c.n.card(card)} does not lie face up"


def _besides(d: Decision, n: Names) -> list[str]:
    """Say which free actions can be done now, and whether the turn can be ended."""
    verbs = {n.rules.verb(code) for code in d.codes}
    free = [action.called for action in n.rules.free if verbs.intersection(action.verbs)]
    return [*free, "end the turn"] if n.rules.END in d.codes else free


class ActFrame(NamedTuple):
    """Which of the two actions of a card have been begun, 0 or 1 each."""

    step: str
    actor: int
    card: int
    placed: int
    acted: int


act_frame = shared(ActFrame)


class ActShown(NamedTuple):
    """The frame with how many may be placed, where that is not what the card says."""

    step: str
    actor: int
    card: int
    placed: int
    acted: int
    number: int


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
        if not f.placed and rules.allowance(s, seat, card) > 0:
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

    def shown(self, s: Position, f: ActFrame) -> Frame:
        """With the number to be placed, if it is another than the card's."""
        number = self.rules.allowance(s, f.actor, f.card)
        return f if number == self.rules.cards[f.card].caballeros else ActShown(*f, number)

    def shown_of(self, values: tuple[Any, ...]) -> Frame:
        """Return what ``shown`` returned."""
        return ActShown(*values) if len(values) == len(ActShown._fields) else self.named(values)

    def prompt(self, d: Decision, f: ActFrame, n: Names) -> str:
        """Which of the two actions are left."""
        rules = n.rules
        card = rules.cards[f.card]
        number = d.fields.number if isinstance(d.fields, ActShown) else card.caballeros
        if not d.codes:
            return f"use the action card {n.card_id(card.id)}"
        choices = []
        if any(rules.verb(code) == "place" for code in d.codes):
            choices.append(f"place {up_to(number)}")
        if rules.SPECIAL in d.codes:
            choices.append(f"use the special action ({n.short(card.id)})")
        return listed([*choices, *_besides(d, n)], "or")

    def label(self, d: Decision, f: ActFrame, words: Words, n: Names) -> str:
        """Which special action it is."""
        if words[0] != "special" or d.card < 0:
            return ""
        return f"special action: {n.short(n.rules.cards[d.card].id)}"

    def refusal(self, c: Case, f: ActFrame) -> str:
        """What is over or could do nothing is not offered; else the place is at fault."""
        rules = c.view.rules
        if c.verb == "place":
            if f.placed:
                return "the placing of this turn is over; it cannot be split"
            if rules.allowance(c.view, c.seat, f.card) <= 0:
                return f"the card {c.n.card(f.card)} places no caballeros"
            if not c.in_court:
                return f"{c.n.seat(c.seat)}'s court is empty"
            return not_placed(c) if c.fits else ""
        if c.verb == "special":
            if f.acted:
                return "the special action of this turn is over"
            return f"the special action of {c.n.card(f.card)} could do nothing now"
        if c.verb == "card":
            return f"{c.n.seat(c.seat)} has chosen {c.n.card(f.card)} already"
        if c.verb == "end":
            return f"the special action of {c.n.card(f.card)} is required as long as it can be done"
        return ""


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

    def prompt(self, d: Decision, f: PlaceFrame, n: Names) -> str:
        """Where there is a way: what the King closes is not offered."""
        near = "next to the King" if goals(d, n) - {n.rules.places[n.rules.castillo]} else ""
        inside = "in the Castillo" if into_castillo(d, n) else ""
        where = listed([part for part in (near, inside) if part], "or")
        return f"place {up_to(f.left, ' more')}{f' {where}' if where else ''}, or stop"

    def refusal(self, c: Case, f: PlaceFrame) -> str:
        """The other action must wait; else the place is at fault."""
        if c.verb in ("special", "end"):
            return "placing comes to its end first; an action cannot be split, so stop before this"
        return not_placed(c) if c.verb == "place" else ""


def placing_codes(s: Position, seat: int) -> list[int]:
    """The codes of the turn's placing: where the court may land, as far as it may go there."""
    rules = s.rules
    if rules.plain_placing:
        board = s.board
        if not board[seat * rules.np + rules.court]:
            return []
        return [*rules.king_placing[board[rules.at_king]]]
    return placing(s, seat, tuple(dict.fromkeys(rules.landing(s, seat))))


def not_placed(c: Case) -> str:
    """Say why nobody can be placed there when the card lets a court place."""
    name = c.words[0]
    near = c.view.rules.place_index[name] in c.view.rules.landing(c.view, c.seat)
    reason = c.not_placed(name) if near else c.off_board(name) or c.taboo(name)
    if reason or near:
        return reason
    return f"{c.n.the(name)} is not next to the King, who is in {c.n.node(c.view.king)}"
