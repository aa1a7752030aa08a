"""A player's turn (S0, "Player turns"): where it begins, its two parts, and where it ends.

First caballeros come to the court. Then an action card is chosen, and its two actions are offered
in either order: placing from the court next to the King, and the special action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.commands import FETCH_KIND
from elgrande.rules.events import Announced, CardChosen, TurnBegan, TurnEnded
from elgrande.rules.free import do_free, free_codes
from elgrande.rules.moments import chosen, settled
from elgrande.rules.movement import leaving, place, placing, take, takeable
from elgrande.rules.parts import Frame, PlainFrame, shared
from elgrande.rules.steps.effect import (
    ANNOUNCED,
    BEGUN,
    ActionFrame,
    CarryOutFrame,
    Effect,
    action_frame,
    begin_action,
    begin_carrying_out,
    current_action,
)
from elgrande.rules.steps.step import AskedFrame, InstantStep, PausingStep, Step, open_windows
from elgrande.rules.wording import YOUR, counted, either, goals, into_castillo, listed, up_to, whose

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, Ruleset, State, Words


class BeginTurn(InstantStep):
    """A turn begins: held cards may be used here."""

    name = "begin_turn"

    def do(self, s: State, actor: int) -> None:
        if s.sink is not None:
            s.sink(TurnBegan(actor))
        open_windows(s, "turn_start", actor, -1)


# -- caballeros come to the court ---------------------------------------------


class TakeCaballeros(Step[PlainFrame]):
    """Take up to the power card's number of caballeros from the provinces to the court.

    When the provinces are short the rest may be fetched from the board (S0,
    "Player turns" 1; FACTS 7).
    """

    name = "take_caballeros"

    def run(self, s: State, f: PlainFrame) -> bool:
        codes = self.choices(s, f)
        if len(codes) > 1:
            s._cache = codes
            return True
        s.stack[-1] = left_frame("fetch", f.actor, self._most(s, f.actor))
        return False

    def _most(self, s: Position, seat: int) -> int:
        rules = self.rules
        return rules.power_numbers[s.board[rules.at_power + seat]]

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        first = self.rules.TAKE
        most = min(self._most(s, f.actor), takeable(s, f.actor))
        return list(range(first, first + most + 1))

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        number = code - self.rules.TAKE
        short = self._most(s, seat) - number
        # Whoever leaves some there fetches none.
        short = short if short and number >= takeable(s, seat) else 0
        if number:
            take(s, seat, number)
        s.stack[-1] = left_frame("fetch", seat, short)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        if not d.codes:
            return f"take caballeros from {n.provinces} into {YOUR} court"
        most = d.codes[-1] - n.rules.TAKE
        none = ", or none" * (most == 1)
        return f"take {up_to(most)} from {n.provinces} into {YOUR} court{none}"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "take":
            return ""
        rules = c.view.rules
        value = c.view.power(c.seat)
        most = rules.power_numbers[value]
        if int(c.words[0]) > most:
            return f"{c.n.power} {value} brings at most {counted(most)}"
        there = takeable(c.view, c.seat)
        return f"you have only {counted(there)} in {c.n.provinces}"


# -- one by one, until the number is used up or the seat stops ----------------


class LeftFrame(NamedTuple):
    """How many may still be fetched, placed or taken."""

    step: str
    actor: int
    left: int


left_frame = shared(LeftFrame)


class OneByOne(Step[LeftFrame]):
    """Do up to ``left`` of something, one by one; nothing else of the turn comes between."""

    frame = LeftFrame
    units: Callable[[Position, int], list[int]]
    """Returns the answers that do one."""

    def unit(self, s: State, seat: int, code: int) -> None:
        """Do one."""
        raise NotImplementedError

    def choices(self, s: Position, f: LeftFrame) -> list[int]:
        codes = self.units(s, f.actor) if f.left else []
        return [*codes, self.rules.DONE] if codes else []

    def run(self, s: State, f: LeftFrame) -> bool:
        codes = self.units(s, f.actor) if f.left else []
        if codes:
            s._cache = [*codes, self.rules.DONE]
            return True
        s.stack.pop()
        if self.rules.on_settled:
            settled(s, f.actor)
        return False

    def answer(self, s: State, f: LeftFrame, seat: int, code: int) -> None:
        done = code == self.rules.DONE
        # With none left the step ends as it runs.
        s.stack[-1] = left_frame(self.name, seat, 0 if done else f.left - 1)
        if not done:
            self.unit(s, seat, code)


def fetching_codes(s: Position, seat: int) -> list[int]:
    """Return the codes of fetching: plain caballeros, then others that are the seat's."""
    rules = s.rules
    plain = rules.kinds_owned[seat][0]
    court = (rules.court,)
    first = rules.FETCH - plain * rules.n_places
    if rules.plain_seats:
        return leaving(s, first, seat, (plain,), rules.board_places, court)
    kinds = rules.kinds_of(s, seat)
    own = [kind for kind in kinds if kind == plain]
    others = [kind for kind in kinds if kind != plain]
    codes = leaving(s, first, seat, own, rules.board_places, court)
    first = rules.base[FETCH_KIND.name]
    return codes + leaving(s, first, seat, others, rules.board_places, court)


class Fetch(OneByOne):
    """Make up for short provinces from the own caballeros on the board.

    Not from the King's region, which is taboo, and not from the Castillo (FACTS 7).
    """

    name = "fetch"
    wants = (
        "fetch {left:most} of {your} caballeros from the board, as {provinces} ran short, or stop"
    )

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.units = fetching_codes

    def unit(self, s: State, seat: int, code: int) -> None:
        rules = self.rules
        kind, source = rules.kinds_owned[seat][0], code - rules.FETCH
        if source >= rules.n_places:
            kind, source = divmod(code - rules.base[FETCH_KIND.name], rules.n_places)
        s.move(seat, kind, source, rules.court, 1)

    def refusal(self, c: Case, f: LeftFrame) -> str:
        rules = c.view.rules
        if c.verb == FETCH_KIND.name and c.fits:
            kind, name = c.words
            if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
                others = whose(rules.kind_family[rules.kinds.index(kind)], c.n)
                return f"you can fetch only your own caballeros, not {others}"
            return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.court])
        if c.verb != "fetch" or not c.fits:
            return ""
        if rules.place_index[c.words[0]] == rules.court:
            return "a caballero in your court does not need fetching"
        return c.standing(rules.kinds[c.seat], c.words[0])


def to_place(s: Position, f: LeftFrame) -> LeftFrame:
    """Return how many may still be placed as a question tells it: no more than are at court."""
    return left_frame(f.step, f.actor, min(f.left, at_court(s, f.actor)))


def at_court(s: Position, seat: int) -> int:
    """Return how many caballeros a seat has at court, whatever they carry."""
    rules = s.rules
    return sum([s.count(kind, rules.court) for kind in rules.kinds_owned[seat]])


def placing_codes(s: Position, seat: int) -> list[int]:
    """Return the codes of the turn's placing: where the court may land and can go."""
    rules = s.rules
    if rules.plain_placing:
        board = s.board
        if not board[seat * rules.n_places + rules.court]:
            return []
        return [*rules.king_placing[board[rules.at_king]]]
    return placing(s, seat, tuple(dict.fromkeys(rules.landing(s, seat))))


class Place(OneByOne):
    """Place more caballeros from the court."""

    name = "place"

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.units = placing_codes

    def unit(self, s: State, seat: int, code: int) -> None:
        place(s, seat, code - self.rules.PLACE)

    def decision_frame(self, s: Position, f: LeftFrame) -> Frame:
        return to_place(s, f)

    def prompt(self, d: Decision, f: LeftFrame, n: Names) -> str:
        # What the King closes is not offered.
        rules, open_to = n.rules, goals(d, n)
        # Regions that are on no disk came with an expansion: where the King lets a court reach
        # them nobody knows from the map alone, so they are named.
        added = [
            (n.at(rules.regions[at]), {rules.places[place] for place in places})
            for at, places in enumerate(rules.region_places)
            if at not in rules.disk_regions
            and not open_to.isdisjoint(rules.places[place] for place in places)
        ]
        # A place in no region has no King next to it either.
        added += [
            (n.at(name), {name})
            for name in rules.places
            if name in open_to
            and name != rules.places[rules.castillo]
            and rules.place_region[rules.place_index[name]] < 0
        ]
        known = {rules.places[rules.castillo]}.union(*(names for _, names in added))
        near = ["next to the King"] if open_to - known else []
        inside = ["in the Castillo"] if into_castillo(d, n) else []
        where = listed([*near, *(said for said, _ in added), *inside], "or")
        return f"place {up_to(f.left, ' more')}{f' {where}' if where else ''}, or stop"

    def refusal(self, c: Case, f: LeftFrame) -> str:
        if c.verb in ("special", "end"):
            return "finish placing first, or stop: an action cannot be split"
        return not_placed(c) if c.verb == "place" else ""


def not_placed(c: Case) -> str:
    """Say why nobody can be placed there when the card lets a court place."""
    name, rules = c.words[0], c.view.rules
    goals = {rules.place_index[name], *c.around(name)}
    # Where nobody comes, it does not matter what room there is.
    reached = not goals.isdisjoint(rules.landing(c.view, c.seat))
    if (reason := c.not_placed(name, room=reached)) or reached:
        return reason
    return f"{c.n.the(name)} is not next to the King, who is {c.king_at}"


# -- an action card and its two actions (S0, "The action cards") --------------


class OfferedShown(NamedTuple):
    """The cards that can be chosen now."""

    step: str
    actor: int
    cards: tuple[int, ...]


FREE = f"do what is free in {YOUR} turn"
"""What those who wait are told where nothing else is left."""


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
        if s.sink is not None:
            s.sink(CardChosen(seat, card))
        if rules.on_chosen:
            chosen(s, seat, card)

    def decision_frame(self, s: Position, f: AskedFrame) -> OfferedShown:
        return OfferedShown(f.step, f.actor, self.rules.offered(s, f.actor))

    def decision_frame_of(self, values: tuple[Any, ...]) -> OfferedShown:
        return OfferedShown(*values)

    def prompt(self, d: Decision, f: AskedFrame, n: Names) -> str:
        choices, cards = [], d.of(OfferedShown).cards
        if cards:
            face_up = all(n.rules.cards[card].stack for card in cards)
            what = "one of the face-up action cards" if face_up else "the action of this turn"
            choices.append(f"choose {what}")
        return either([*choices, *_besides(d, n)]) or either([FREE, f"end {YOUR} turn"])

    def refusal(self, c: Case, f: AskedFrame) -> str:
        if c.verb != "card":
            return ""
        card = c.view.rules.card_index[c.words[0]]
        for slot in c.view.slots:
            if slot.card == card and slot.taker >= 0:
                has = "you have" if slot.taker == c.seat else f"{c.n.seat(slot.taker)} has"
                return f"{has} already taken {c.n.card(card)} this round"
        if any(slot.card == card for slot in c.view.slots):
            return f"{c.n.card(card)} cannot be chosen now"
        if not c.view.rules.cards[card].stack:
            # It may be no card of its own, but what another one carries out.
            return f"the action {c.n.title(card)} cannot be chosen now"
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
    """The frame with how many may be placed, and whether the special action can be used.

    It stands for the plain one where either is not what the card says: ``special`` is 0 where it
    cannot be used, 2 where it is required.
    """

    step: str
    actor: int
    card: int
    placed: int
    acted: int
    number: int
    special: int


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
            s.stack.append(left_frame("place", seat, left))

    def decision_frame(self, s: Position, f: ActFrame) -> Frame:
        rules = self.rules
        number = min(rules.allowance(s, f.actor, f.card), at_court(s, f.actor))
        special = int(not f.acted and rules.possible(s, f.actor, f.card))
        if special and not rules.plain_turns and rules.required(s, f.actor, f.card):
            special = 2
        usual = number == rules.cards[f.card].caballeros and special == 1 - f.acted
        return f if usual else ActShown(*f, number, special)

    def decision_frame_of(self, values: tuple[Any, ...]) -> Frame:
        return ActShown(*values) if len(values) == len(ActShown._fields) else self.named(values)

    def prompt(self, d: Decision, f: ActFrame, n: Names) -> str:
        rules = n.rules
        card = rules.cards[f.card]
        number, special = card.caballeros, 1 - f.acted
        if isinstance(d.fields, ActShown):
            number, special = d.fields.number, d.fields.special
        if not d.codes:
            # Whoever waits is told what of the card is still to come.
            use = f"use the special action of {n.card(f.card)}"
            if not special:
                left = FREE if f.placed or not number else "place caballeros"
                return either([left, f"end {YOUR} turn"])
            if f.placed:
                return use if special > 1 else either([use, f"end {YOUR} turn"])
            return f"use {n.card(f.card)}"
        choices = []
        if any(rules.verb(code) == "place" for code in d.codes):
            choices.append(f"place {up_to(number)}")
        if rules.SPECIAL in d.codes:
            choices.append(f"use the special action ({n.short(card.id)})")
        return either([*choices, *_besides(d, n)])

    def label(self, d: Decision, f: ActFrame, words: Words, n: Names) -> str:
        if words[0] != "special":
            return ""
        return f"use the special action: {n.short(n.rules.cards[f.card].id)}"

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


def users(s: Position, card: int) -> list[int]:
    """Return who may still carry out the special action of a card in this round, or does so now."""
    found = [f for f in s.stack if isinstance(f, ActionFrame) and f.card == card]
    if found:
        return [found[-1].actor]
    rules, seats = s.rules, [*s.to_come]
    act = next((f for f in s.stack if isinstance(f, ActFrame)), None)
    if act is None and s.actor >= 0 and all(slot.taker != s.actor for slot in s.slots):
        seats.insert(0, s.actor)
    acts = [act.actor] if act is not None and act.card == card and not act.acted else []
    return acts + [seat for seat in seats if card in rules.offered(s, seat)]


# -- the special action, from its announcement to its end ---------------------


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
        params = rules.cards[card].params
        if effect.announced_by_choice and effect.possible(s, actor, params):
            s.stack[-1] = action_frame("action", actor, card, BEGUN, f.passed)
            effect.begin(s, actor, params)
            return False
        s.stack[-1] = action_frame("action", actor, card, ANNOUNCED, f.passed)
        if s.sink is not None and card not in rules.abilities:
            s.sink(Announced(actor, card))
        if s.held or rules.on_carried_out:
            s.stack.append(CarryOutFrame("carry_out", actor, -1))
            open_windows(s, "announced", actor, card)
        else:
            effect.begin(s, actor, params)
        return False


class CarryOut(Step[CarryOutFrame]):
    """A special action that was announced and that nobody stopped, with its first choice if any.

    Without one it begins only here, so that it finds what whatever came before has left.
    """

    name = "carry_out"
    frame = CarryOutFrame

    def run(self, s: State, f: CarryOutFrame) -> bool:
        """Tell that it begins, then do it, if what came before has left it possible."""
        action, below = current_action(s), s.stack[-2]
        card, effect = self.rules.cards[action.card], self.rules.card_effects[action.card]
        step = effect if f.code < 0 else self.rules.steps[below.step]
        assert isinstance(step, Effect)
        if not f.begun:
            s.stack[-1] = f._replace(begun=1)
            scores = effect.scores_as(card) if f.code < 0 else step.scoring(below, f.code)
            if begin_carrying_out(s, action.actor, action.card, scores):
                return False
        s.stack.pop()
        if f.code < 0:
            effect.begin(s, action.actor, card.params)
        elif f.begun and not step.stands(s, below, f.code):
            s.stack[-1] = step.anew(below)
        else:
            step.do(s, below, f.actor, f.code)
        return False


class Settle(InstantStep):
    """Something is over that stood above this frame: whoever waits for that is told."""

    name = "settle"

    def do(self, s: State, actor: int) -> None:
        settled(s, actor)


# -- the end ------------------------------------------------------------------


class EndTurn(InstantStep):
    """A turn ends."""

    name = "end_turn"

    def do(self, s: State, actor: int) -> None:
        if s.sink is not None:
            s.sink(TurnEnded(actor))
