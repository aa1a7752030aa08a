"""The Veto of a round: held from the moment all cards lie open (S0, note on 40)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.expansions.intrigue.cards import own_card, usable
from elgrande.rules.effects.cards import KeepVeto
from elgrande.rules.events import CardKept, HeldExpired
from elgrande.rules.parts import Held
from elgrande.rules.steps.held import discard_held

if TYPE_CHECKING:
    from elgrande.rules import Position, State
    from elgrande.rules.spec import Params


class VetoThisRound(KeepVeto):
    """Veto: stop another player's special action, in the round in which the card was played.

    Nobody takes it: it lies ready once all have played, and is gone with the round's cards.
    """

    name = "veto_this_round"
    params = ("partial",)
    early = True

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Return that in the own turn there is nothing to carry out."""
        return False


def lay_vetoes(s: State) -> None:
    """Let everybody who has played such a card, and may use it, hold it to the end of the round."""
    for seat in range(s.rules.n_seats):
        if plays_veto(s, seat) and usable(s, seat):
            lay_veto(s, seat)


def lay_veto(s: State, seat: int) -> None:
    """Let a seat hold the Veto that it has played to the end of the round."""
    card = own_card(s, seat)
    s.held = (*s.held, Held(card, seat, s.round))
    s.emit(CardKept(seat, card, s.round))


def plays_veto(position: Position, seat: int) -> bool:
    """Say whether the card that a seat has played this round is a Veto."""
    card = own_card(position, seat)
    return card >= 0 and position.rules.cards[card].effect == VetoThisRound.name


def has_veto(position: Position, seat: int) -> bool:
    """Say whether a seat holds the Veto of its own card of this round."""
    card = own_card(position, seat)
    return any((held.card, held.owner) == (card, seat) for held in position.held)


def give_up_veto(s: State, seat: int) -> None:
    """Discard a seat's Veto of this round, unused, if it holds one."""
    if plays_veto(s, seat) and has_veto(s, seat):
        card = own_card(s, seat)
        discard_held(s, card, seat)
        s.emit(HeldExpired(seat, card))
