"""What the expansions of a game tell bots (``BotTerms``), gathered once for its Ruleset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from elgrande.bots.adding import added
from elgrande.content.expansion import BotTerms, expansion
from elgrande.content.words import GameNames
from elgrande.rules import Position, Ruleset

T = TypeVar("T")

Codes = tuple[int, ...]
"""Answers of one seat that belong together, the first of which is offered."""


class GameTerms:
    """The terms of the expansions of a game, added up, as a ``GameDisplay`` is their displays.

    ``worths``, ``hands``, ``places``, ``loads`` and ``moves`` are empty where there is nothing to
    ask, as in the base game: whoever is in a hurry looks at them first. Of what is not a sum the
    first that is told holds, in the order of the expansions.
    """

    def __init__(self, rules: Ruleset, told: Sequence[BotTerms]) -> None:
        def each(asked: Callable[[BotTerms], T | None]) -> tuple[T, ...]:
            return tuple(term for bots in told if (term := asked(bots)) is not None)

        self.worths = each(lambda bots: bots.worth)
        self.hands = each(lambda bots: bots.hand)
        self.loads = each(lambda bots: bots.load)
        self._counts = each(lambda bots: bots.counts)
        self._gains = each(lambda bots: bots.gains)
        self._aheads = each(lambda bots: bots.ahead)
        self._lent = each(lambda bots: bots.lent)
        self.turn = next(iter(each(lambda bots: bots.turn)), None)
        """How the turn begins that a power card leads to, if that follows from the card."""
        self.keep = next((tuple(term(rules)) for term in each(lambda bots: bots.keep)), ())
        """The power cards to be kept for a whole game; empty if nobody tells."""
        self.moves = {verb: moves for bots in told for verb, moves in bots.moves.items()}
        self.tried = frozenset(name for bots in told for name in bots.tried)
        """The steps whose answers are tried, whatever they look like."""
        self.begun = frozenset(verb for bots in told for verb in bots.begun)
        """The verbs that only begin a move, of which the next answer says all."""
        known = {*rules.board_places, rules.castillo, rules.court, rules.provinces}
        others = tuple(place for place in range(rules.n_places) if place not in known)
        besides = tuple(rules.place_index[name] for bots in told for name in bots.besides)
        self.places = (*others, *besides) if self._counts else ()
        """The places that ``counts`` is asked of."""
        self.besides = frozenset(besides)
        """Those of them that are in regions."""
        fleeting = (names(rules) for names in each(lambda bots: bots.fleeting))
        self.fleeting = frozenset(rules.cell[name] for names in fleeting for name in names)
        """Where on the board values stand that change nothing of what a target pays."""
        self.gifts_told = any(bots.gifts_told for bots in told)

    def worth(self, position: Position, seat: int) -> float:
        """Return what a seat openly has besides points, caballeros and kept cards."""
        return added([term(position, seat) for term in self.worths])

    def hand(self, position: Position, seat: int) -> float:
        """Return what the cards in a hand besides power cards are worth."""
        return added([term(position, seat) for term in self.hands])

    def counts(self, position: Position, place: int, seat: int, number: int) -> float:
        """Return what so many of a seat's caballeros are worth to it at one of the ``places``."""
        return added([term(position, place, seat, number) for term in self._counts])

    def load(self, position: Position, kind: int, place: int) -> float:
        """Return what one of a kind is worth at a place for what it carries."""
        return added([term(position, kind, place) for term in self.loads])

    def lent(self, root: Position, position: Position, rounds: int) -> frozenset[int]:
        """Return the kinds that rank for a seat, and will hardly do so when they are scored."""
        return frozenset(kind for term in self._lent for kind in term(root, position, rounds))

    def gains(
        self, before: Position, after: Position, seat: int, names: GameNames
    ) -> list[tuple[float, str]]:
        """Return what a seat has after a turn besides ranks and points, with its weight."""
        return [gain for term in self._gains for gain in term(before, after, seat, names)]

    def ahead(self, position: Position, initiative: int) -> list[int]:
        """Return the cards that are gone for who has no seat, before one of that initiative."""
        return [card for term in self._aheads for card in term(position, initiative)]

    def lines(
        self, position: Position, seat: int, codes: Sequence[int]
    ) -> tuple[list[Codes], list[int]]:
        """Return what is worth trying of the verbs that were told of, and the other codes."""
        verb_of = position.rules.verb
        by_verb: dict[str, list[int]] = {}
        left = []
        for code in codes:
            verb = verb_of(code)
            if verb in self.moves:
                by_verb.setdefault(verb, []).append(code)
            else:
                left.append(code)
        lines = [
            line
            for verb, offered in by_verb.items()
            for line in self.moves[verb](position, seat, offered)
        ]
        return lines, left


@lru_cache(maxsize=8)
def terms_of(rules: Ruleset) -> GameTerms:
    """Return the terms of the expansions that a game is played with."""
    return GameTerms(rules, [expansion(name).bots for name in rules.in_play])
