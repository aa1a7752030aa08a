"""The second part of a turn: an action card and its two actions (S0, "The action cards")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.events import CardChosen
from elgrande.rules.frames import Frame, shared
from elgrande.rules.free import do_free, free_codes
from elgrande.rules.moments import chosen
from elgrande.rules.movement import place
from elgrande.rules.steps.step import AskedFrame, PausingStep, Step, begin_action
from elgrande.rules.steps.turn.place import not_placed, place_frame, placing_codes
from elgrande.rules.wording import YOUR, either, up_to

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, State, Words


class ChooseCard(PausingStep):
    """Choose the card to act on; where there is one to choose it cannot be skipped.

    In the base game it is one of the face-up cards that nobody has taken (S0, "Choose
    an action card"); what is offered otherwise need not lie in a stack. Free actions
    may come first.
    """

    name = "choose_card"
    trigger = "choosing"

    def run(self, s: State, f: AskedFrame) -> bool:
        if self.pauses and self.asked_first(s, f):
            return False
        s._cache = self.choices(s, f) or None
        if s._cache:
            return True
        s.stack.pop()
        return False

    def choices(self, s: Position, f: AskedFrame) -> list[int]:
        rules = self.rules
        first = rules.CARD
        codes = [first + card for card in rules.offered(s, f.actor)]
        if rules.free and (free := free_codes(s, f.actor)):
            codes += free if codes else [*free, rules.END]
        return codes

    def answer(self, s: State, f: AskedFrame, seat: int, code: int) -> None:
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
        rules = n.rules
        cards = [code for code in d.codes if code not in rules.free_codes and code != rules.END]
        choices = []
        if cards or not d.codes:
            face_up = rules.stacks and all(rules.cards[code - rules.CARD].stack for code in cards)
            what = "one of the face-up action cards" if face_up else "the action of this turn"
            choices.append(f"choose {what}")
        return either([*choices, *_besides(d, n)])

    def refusal(self, c: Case, f: AskedFrame) -> str:
        if c.verb != "card":
            return ""
        card = c.view.rules.card_index[c.words[0]]
        for slot in c.view.slots:
            if slot.card == card and slot.taker >= 0:
                return f"{c.n.seat(slot.taker)} has already taken {c.n.card(card)} this round"
        face_up = any(slot.card == card for slot in c.view.slots)
        if face_up or not c.view.rules.cards[card].stack:
            return f"{c.n.card(card)} cannot be chosen now"
        return f"{c.n.card(card)} is not face up"


def _besides(d: Decision, n: Names) -> list[str]:
    """Say which free actions can be done now, and whether the turn can be ended."""
    verbs = {n.rules.verb(code) for code in d.codes}
    free = [action.called for action in n.rules.free if verbs.intersection(action.verbs)]
    return [*free, f"end {YOUR} turn"] if n.rules.END in d.codes else free


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
        s._cache = self.choices(s, f) or None
        if s._cache:
            return True
        s.stack.pop()
        return False

    def choices(self, s: Position, f: ActFrame) -> list[int]:
        """Return what is left to do, and ending the turn; nothing where only that is left."""
        rules = self.rules
        seat = f.actor
        card = f.card
        codes = []
        if not f.placed and rules.allowance(s, seat, card) > 0:
            codes = placing_codes(s, seat)
        if not f.acted and rules.possible(s, seat, card):
            codes.append(rules.SPECIAL)
        if not rules.plain_turns:
            required = rules.SPECIAL in codes and rules.required(s, seat, f.card)
            codes += free_codes(s, seat)
            if required:
                return codes
        if codes:
            codes.append(rules.END)
        return codes

    def answer(self, s: State, f: ActFrame, seat: int, code: int) -> None:
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
        number = self.rules.allowance(s, f.actor, f.card)
        return f if number == self.rules.cards[f.card].caballeros else ActShown(*f, number)

    def shown_of(self, values: tuple[Any, ...]) -> Frame:
        return ActShown(*values) if len(values) == len(ActShown._fields) else self.named(values)

    def prompt(self, d: Decision, f: ActFrame, n: Names) -> str:
        rules = n.rules
        card = rules.cards[f.card]
        number = d.fields.number if isinstance(d.fields, ActShown) else card.caballeros
        if not d.codes:
            # Whoever waits is told what of the card is still to come.
            if f.acted:
                return either(["place caballeros", f"end {YOUR} turn"])
            if f.placed:
                return either([f"use the special action of {n.card(f.card)}", f"end {YOUR} turn"])
            return f"use {n.card(f.card)}"
        choices = []
        if any(rules.verb(code) == "place" for code in d.codes):
            choices.append(f"place {up_to(number)}")
        if rules.SPECIAL in d.codes:
            choices.append(f"use the special action ({n.short(card.id)})")
        return either([*choices, *_besides(d, n)])

    def label(self, d: Decision, f: ActFrame, words: Words, n: Names) -> str:
        if words[0] != "special" or d.card < 0:
            return ""
        return f"use the special action: {n.short(n.rules.cards[d.card].id)}"

    def refusal(self, c: Case, f: ActFrame) -> str:
        rules = c.view.rules
        if c.verb == "place":
            if f.placed:
                return "you have finished placing this turn; it cannot be split"
            if rules.allowance(c.view, c.seat, f.card) <= 0:
                return f"{c.n.card(f.card)} does not let you place any caballeros"
            if not c.in_court:
                return "your court is empty"
            return not_placed(c) if c.fits else ""
        if c.verb == "special":
            if f.acted:
                return "you have already used this turn's special action"
            return f"the special action of {c.n.card(f.card)} would have no effect now"
        if c.verb == "card":
            return f"you have already chosen {c.n.card(f.card)}"
        if c.verb == "end":
            return (
                f"the special action of {c.n.card(f.card)} must be carried out as long as it can be"
            )
        return ""
