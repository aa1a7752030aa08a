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
from elgrande.rules.wording import counted, goals, into_castillo, listed, up_to

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names, Words


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

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        """Up to the card's number, or what there is."""
        if not d.codes:
            return f"take caballeros from {n.provinces} to the court"
        most = d.codes[-1] - n.rules.TAKE
        return f"take {up_to(most)} from {n.provinces} to the court{', or none' * (most == 1)}"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """The card brings fewer, or there are fewer."""
        if c.verb != "take":
            return ""
        rules = c.view.rules
        value = c.view.power(c.seat)
        most = rules.power_numbers[value]
        if int(c.words[0]) > most:
            return f"the power card {value} brings {counted(most)} at most"
        there = takeable(c.view, c.seat)
        return f"there {'is' if there == 1 else 'are'} only {counted(there)} in {c.n.provinces}"


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

    def prompt(self, d: Decision, f: FetchFrame, n: Names) -> str:
        """From the board, since there are none elsewhere."""
        return f"fetch {up_to(f.left)} from the board, {n.provinces} being empty, or stop"

    def refusal(self, c: Case, f: FetchFrame) -> str:
        """Nobody of one's own stands there, or it is closed."""
        rules = c.view.rules
        if c.verb == FETCH_KIND.name and c.fits:
            kind, name = c.words
            if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
                return f"{c.n.who(kind)} is not {c.n.seat(c.seat)}'s to fetch"
            return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.court])
        if c.verb != "fetch" or not c.fits:
            return ""
        if rules.place_index[c.words[0]] == rules.court:
            return "what is in the court need not be fetched"
        return c.standing(rules.kinds[c.seat], c.words[0])


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

    def prompt(self, d: Decision, f: ActFrame, n: Names) -> str:
        """Which of the two actions are left."""
        rules = n.rules
        card = rules.cards[f.card]
        if not d.codes:
            return f"use the action card {n.card_id(card.id)}"
        choices = []
        if any(rules.verb(code) == "place" for code in d.codes):
            choices.append(f"place {up_to(card.caballeros)}")
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
            if not rules.allowance(c.view, c.seat, f.card):
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
