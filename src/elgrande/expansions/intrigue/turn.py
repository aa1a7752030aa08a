"""A turn: the role or the own card, how many may be placed, and cards that bend that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.expansions.intrigue.cards import (
    ACTED,
    CABALLERO_CARD,
    REQUIRED,
    ROLE_CARDS,
    caballero_cards,
    caballero_number,
    can_be_used,
    give_up_veto,
    has_veto,
    is_used,
    own_card,
    plays_veto,
    role_card,
    usable,
)
from elgrande.rules import Card, Decision, Position, SpecError, State
from elgrande.rules.movement import placing
from elgrande.rules.parts import Frame, PlainFrame
from elgrande.rules.steps.effect import AutoEffect, Effect
from elgrande.rules.steps.step import AskedFrame, InstantStep
from elgrande.rules.steps.turn import ActFrame, ChooseCard, LeftFrame, Place, to_place
from elgrande.rules.wording import Names, anywhere, up_to

if TYPE_CHECKING:
    from elgrande.rules.questions import Allowance, Landing, Offered, Required
    from elgrande.rules.refused import Case
    from elgrande.rules.spec import Params

PLACING = "placing-card"
"""The card that rules the placing of this turn in the place of the caballero card, or -1."""


# -- what there is to choose, and what a turn may place ------------------------


def offered(previous: Offered, position: Position, seat: int) -> tuple[int, ...]:
    """Return the role's card or the own one; with two or three players both of them.

    Who has used a Veto before the own turn has used the own card, and nothing else is left to
    choose (S0, "Special rules for 2 or 3 players").
    """
    own, role = own_card(position, seat), role_card(position, seat)
    free = role < 0 or usable(position, seat)
    if free and plays_veto(position, seat) and not has_veto(position, seat):
        return (own,)
    more = previous(position, seat)
    if role < 0:
        return (own, *more)
    return (role, own, *more) if free else (role, *more)


def required(previous: Required, position: Position, seat: int, card: int) -> bool:
    """Say whether the card must be carried out, by its mark or by anybody else's rule."""
    return bool(position.rules.cards[card].marks.get(REQUIRED)) or previous(position, seat, card)


def allowance(previous: Allowance, position: Position, seat: int, card: int) -> int:
    """Return the caballero card's number, whatever is acted on, or that of the placing card."""
    rules = position.rules
    if rules.cards[card].stack:
        return previous(position, seat, card)
    at = placing_card(position, seat)
    number = rules.cards[at].params.get("number", 0) if at >= 0 else 0
    return number or caballero_number(position, seat)


def placing_card(position: Position, seat: int) -> int:
    """Return the card that rules a seat's placing in this turn, or -1: it is its player's alone."""
    at = position.cell(PLACING)
    return at if at >= 0 and at == own_card(position, seat) else -1


def landing(previous: Landing, position: Position, seat: int) -> tuple[int, ...]:
    """Return every place that is not closed, if the placing card says so."""
    rules = position.rules
    at = placing_card(position, seat)
    if at < 0 or not goes_anywhere(rules.cards[at]):
        return previous(position, seat)
    taboo = rules.taboo(position)
    return tuple([place for place in rules.goal_places if place not in taboo])


def goes_anywhere(card: Card) -> bool:
    """Say whether a placing card lets caballeros go elsewhere than next to the King."""
    return bool(card.params.get("anywhere"))


def chosen(state: State, seat: int, card: int) -> None:
    """Keep which it was; give the own Veto up, if anything was chosen in its place."""
    at = state.rules.cell[ACTED + state.rules.colours[seat]]
    # The second card of a turn is none that it was chosen to act with.
    state.board[at] = card if state.board[at] < 0 else state.board[at]
    if card != own_card(state, seat):
        give_up_veto(state, seat)


class ChooseAction(ChooseCard):
    """Choose between the role's action and the own one; a single possibility is no question."""

    def run(self, s: State, f: AskedFrame) -> bool:
        if not super().run(s, f):
            return False
        rules = self.rules
        codes = s.legal(f.actor)
        if len(codes) > 1 or rules.verb(codes[0]) != "card":
            return True
        code = codes[0]
        s._cache = None
        self.answer(s, s.stack[-1], f.actor, code)  # type: ignore[arg-type]
        return False

    def refusal(self, c: Case, f: AskedFrame) -> str:
        """Return that it is neither the role's nor the own card."""
        if c.verb != "card":
            return ""
        card = c.view.rules.card_index[c.words[0]]
        if card == role_card(c.view, c.seat):
            return "you have used your own card's Veto, so you act with your own card this turn"
        return super().refusal(c, f)


class ForgetPlacing(InstantStep):
    """At a turn's end the placing is ruled by the caballero cards again."""

    name = "forget_placing"

    def do(self, s: State, actor: int) -> None:
        s.board[self.rules.cell[PLACING]] = -1


class PlaceShown(NamedTuple):
    """The frame of placing, where it need not be next to the King."""

    step: str
    actor: int
    left: int
    anywhere: int


class PlaceOnCard(Place):
    """Place more caballeros from the court, where the caballero or the placing card says."""

    def decision_frame(self, s: Position, f: LeftFrame) -> Frame:
        """With whether they may go anywhere."""
        shown = to_place(s, f)
        at = placing_card(s, f.actor)
        free = at >= 0 and goes_anywhere(s.rules.cards[at])
        return PlaceShown(*shown, 1) if free else shown

    def decision_frame_of(self, values: tuple[Any, ...]) -> Frame:
        return PlaceShown(*values) if len(values) == len(PlaceShown._fields) else self.named(values)

    def prompt(self, d: Decision, f: LeftFrame, n: Names) -> str:
        if not isinstance(d.fields, PlaceShown):
            return super().prompt(d, f, n)
        return f"place {up_to(f.left, ' more')} {anywhere(d, n)}, or stop"


# -- effects -------------------------------------------------------------------


class CaballeroCard(AutoEffect[PlainFrame]):
    """How many caballeros a seat may place: no action at all.

    Of the cards with this effect those are used whose ``players`` name the number of players,
    and there must be one for each (S0, "Preparation").
    """

    name = CABALLERO_CARD
    params = ("players",)

    def check(self, card: Card) -> None:
        """Refuse players that are no numbers, and too many or too few such cards."""
        super().check(card)
        numbers: Any = card.params.get("players")
        if not isinstance(numbers, (list, tuple)) or not all(type(one) is int for one in numbers):
            raise SpecError.of_card(card.id, "players", "write a list of numbers of players here")
        players = self.rules.n_seats
        used = caballero_cards(self.rules)
        if len(used) != players and (is_used(card, players) or not used):
            problem = (
                f"{len(used)} caballero cards are for {players} players, each of whom takes one; "
                "change the 'players' of some"
            )
            raise SpecError.of_card(card.id, "players", problem)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Return that it does nothing by itself."""
        return False


class Placing(AutoEffect[PlainFrame]):
    """Let the turn's placing go by this card: its ``number``, or the caballero card's, and where.

    It is chosen before anything is placed. A Veto stops it, and then the caballero card counts
    (S0, notes on 15 and 20).
    """

    name = "placing"
    params = ("anywhere",)
    extra = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether the turn's placing is still to come, and the court can place."""
        for frame in reversed(s.stack):
            if isinstance(frame, ActFrame):
                # Whoever does again what another has done has no placing of a turn ahead.
                if frame.placed or frame.actor != actor:
                    return False
                break
        goals = self.rules.landing(s, actor)
        if params.get("anywhere"):
            goals = self.rules.goal_places
        return bool(placing(s, actor, goals))

    def finished(self, s: Position, f: PlainFrame) -> bool:
        return s.cell(PLACING) >= 0

    def unit(self, s: State, f: PlainFrame) -> None:
        s.board[self.rules.cell[PLACING]] = s.card


class AsRole(Effect[PlainFrame]):
    """Carry out the action of the King's or the Intrigue card."""

    name = "as_role"
    params = ("role",)

    def check(self, card: Card) -> None:
        super().check(card)
        if card.params.get("role") not in ROLE_CARDS:
            problem = f"write one of {', '.join(ROLE_CARDS)} here"
            raise SpecError.of_card(card.id, "role", problem)

    def moves_king(self, params: Params) -> bool:
        """Say whether its role does, and a card with this action can be one that is used."""
        used = any(
            card.effect == self.name and card.params == params and can_be_used(self.rules, card)
            for card in self.rules.cards
        )
        return used and self.rules.card_effects[self._card(params)].moves_king(params)

    def _card(self, params: Params) -> int:
        given: Any = params
        return self.rules.card_index[ROLE_CARDS[given["role"]]]

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether the role's card could do anything."""
        card = self._card(params)
        return self.rules.card_effects[card].possible(s, actor, self.rules.cards[card].params)

    def begin(self, s: State, actor: int, params: Params) -> None:
        card = self._card(params)
        self.rules.card_effects[card].begin(s, actor, self.rules.cards[card].params)
