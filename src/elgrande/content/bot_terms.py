"""What an expansion tells bots: its part of the ``Expansion`` object.

A bot sees what steps offer and what answers do to the board without being told, and it
asks the same questions of a Ruleset as the steps (taboo, scoreboard, whose caballeros
count for whom). What it cannot see is what else is worth something.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from elgrande.content.words import Names
    from elgrande.rules import Position, Ruleset, State


@dataclass(frozen=True)
class BotTerms:
    """Plain functions, each left out where there is nothing to tell.

    They are asked thousands of times for one answer, so they must be quick. They change
    nothing, and read of a position what it knows and no more: of a View that is what its
    seat may know, of a State that was dealt from a View it is that and what was dealt.
    Worth is in points at the end of the game. Where several expansions have the same
    term, their answers are added up.
    """

    worth: Callable[[Position, int], float] | None = None
    """``worth(position, seat)``: what a seat openly has besides points, caballeros and kept
    cards: an office, a token."""
    hand: Callable[[Position, int], float] | None = None
    """``hand(position, seat)``: what the cards in a hand besides power cards are worth."""
    counts: Callable[[Position, int, int, int], float] | None = None
    """``counts(position, place, seat, number)``: what it is worth to a seat that so many
    caballeros that count for it stand at a place outside the regions (not the Castillo, a court or
    the provinces), or at one of ``besides``; 0.0 at a place that is not this expansion's."""
    besides: tuple[str, ...] = ()
    """The places of regions that ``counts`` is asked of, too: what standing there is worth besides
    the ranking."""
    gifts_told: bool = False
    """Whether ``counts`` says what is paid beside rankings; else that is asked of the rules."""
    load: Callable[[Position, int, int], float] | None = None
    """``load(position, kind, place)``: what one of a kind is worth to its owner at a place for
    what it carries; ``worth`` says the same of all of them."""
    fleeting: Callable[[Ruleset], Sequence[str]] | None = None
    """``fleeting(rules)``: the open values of the expansion's own that say neither who counts where
    nor what is paid: what a board pays is remembered whatever they are."""
    deeds: Mapping[str, Callable[[Position, int, Sequence[int]], Sequence[tuple[int, ...]]]] = (
        field(default_factory=dict)
    )
    """By verb of the expansion's own, ``deeds(position, seat, codes)``: of the answers offered
    with that verb those worth trying, each with the answers of the same seat that complete it
    (``sail`` with the ``put`` that follows). Without it the best at first sight are tried."""
    tried: tuple[str, ...] = ()
    """The names of steps of its own that ask with ``pick`` or ``put`` for what is no move
    on the board: their answers are tried, and not rated as the halves of such a move."""
    ahead: Callable[[Position, int], int] | None = None
    """``ahead(position, initiative)``: how many that are no seats take an action card before a
    seat of that initiative."""
    turn: Callable[[State, int, int], None] | None = None
    """``turn(state, seat, ahead)``: for games in which what a turn may do follows from the power
    cards. Of a State in which a seat has just played its card it makes, in place, the one in which
    that seat chooses what to act on, so many others having acted before. Nothing need have come to
    its court."""
    gains: Callable[[Position, Position, int, Names], Sequence[tuple[float, str]]] | None = None
    """``gains(before, after, seat, names)``: what a seat has at the end of a turn that it had not
    before, besides ranks and points; each with its worth and in words to the player, as part of
    a sentence: ``you have the Queen, who brings one more in each of your turns``."""
    begun: tuple[str, ...] = ()
    """Its verbs that only begin a move: the ``pick`` or ``put`` that follows says all of it when a
    plan is told."""
    keep: Callable[[Ruleset], Sequence[int]] | None = None
    """``keep(rules)``: the power cards of a hand that is chosen for a whole game, by value."""
