"""What the dummy does in a round (FACTS 9.2, steps 3 to 9)."""

from __future__ import annotations

from dataclasses import dataclass

from elgrande.rules import Position, Ruleset, State
from elgrande.rules.events import Event
from elgrande.rules.movement import shift
from elgrande.rules.steps.round import clear_stack
from elgrande.rules.steps.step import InstantStep
from elgrande.rules.wording import Names, listed

POWER = "dummy-power"
"""The value of the power card that it turned up this round, or 0."""
PLAYED = "dummy-played"
"""Its power cards of earlier rounds, bits as in a hand."""
DRAWN = "dummy-drawn"
"""The region cards drawn since they were last shuffled, a bit for each region."""
ACTED = "dummy-acted"
"""What it took this round: 0 as long as it has not, 1 if no card was left, else a card plus 2."""
OWNER = "dummy"
REGIONS = 2
CABALLEROS = 2
"""Region cards drawn a round, and caballeros set in each region."""


def kind_of(rules: Ruleset) -> int:
    """Return the dummy's caballeros."""
    return rules.kind_called.index(OWNER)


@dataclass(frozen=True)
class RegionsDrawn(Event):
    """The region cards of a round; the region of the ``king``, where he was then, gets nobody.

    ``left`` is how many caballeros were beside the board then.
    """

    kind: int
    regions: tuple[int, ...]
    king: int
    left: int

    def said(self, n: Names) -> str:
        cards, one = listed([n.region(region) for region in self.regions]), len(self.regions) == 1
        drawn = f"{cards} {'is' if one else 'are'} drawn for {_dummy(self.kind, n)}"
        drawn = drawn[:1].upper() + drawn[1:]
        closed = [n.region(region) for region in self.regions if region == self.king]
        for name in closed:
            drawn += f"; {name} is the King's region, so nothing is placed there"
        if CABALLEROS * (len(self.regions) - len(closed)) > self.left:
            number = f"only {self.left}" if self.left else "none"
            drawn += f"; {number} {'is' if self.left < 2 else 'are'} left to be placed"
        return f"{drawn}."


@dataclass(frozen=True)
class DummyPower(Event):
    """The power card that the dummy turned up."""

    kind: int
    value: int

    def said(self, n: Names) -> str:
        # Where something may be added to a power card, it is the sum that is barred.
        barred = (
            f"no total may be {self.value}"
            if n.rules.extra_hand
            else f"nobody may play the {self.value}"
        )
        return f"The dummy reveals power card {self.value}; {barred} this round."


@dataclass(frozen=True)
class DummyTook(Event):
    """The action card that the dummy put away; -1 if none was left."""

    kind: int
    card: int

    def said(self, n: Names) -> str:
        who = _dummy(self.kind, n)
        if self.card < 0:
            return f"There is no action card left for {who}."
        return f"The dummy removes {n.card(self.card)}."


def chosen(s: Position) -> int:
    """Return the card that the dummy takes next: of those that place most the first; or -1."""
    rules, cards = s.rules, s.rules.cards
    slots = zip(s.board[rules.at_face : rules.at_taker], s.board[rules.at_taker :], strict=False)
    up = [card for card, taker in slots if card >= 0 > taker]
    most = max([cards[card].caballeros for card in up], default=0)
    return next((card for card in up if cards[card].caballeros == most), -1)


class DummyStep(InstantStep):
    """A step of the dummy's."""

    @property
    def kind(self) -> int:
        """The dummy's caballeros."""
        return kind_of(self.rules)


class DrawRegions(DummyStep):
    """Draw region cards and set caballeros there, unless all are on the board already.

    A card drawn is drawn from all that are left, which is a shuffled pile: its order
    is known to nobody and decides nothing before.
    """

    name = "draw_regions"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        kind = self.kind
        if not s.count(kind, rules.provinces):
            return
        at = rules.cell[DRAWN]
        generator = s.draw_generator()
        drawn = []
        for _ in range(REGIONS):
            left = [region for region in rules.disk_regions if not (s.board[at] >> region) & 1]
            drawn.append(generator.choice(left))
            s.board[at] |= 1 << drawn[-1]
        s.keep_generator(generator)
        s.emit(RegionsDrawn(kind, tuple(drawn), s.king, s.count(kind, rules.provinces)))
        for region in drawn:
            shift(s, -1, (kind,), rules.provinces, rules.region_places[region], CABALLEROS)


class ShuffleRegions(DummyStep):
    """After a general scoring all region cards lie in the pile again."""

    name = "shuffle_regions"

    def do(self, s: State, actor: int) -> None:
        s.board[self.rules.cell[DRAWN]] = 0


class TurnUpPower(DummyStep):
    """Turn up the dummy's next power card: nobody may play its value this round."""

    name = "dummy_power"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        board = s.board
        played = rules.cell[PLAYED]
        if board[rules.cell[POWER]]:
            board[played] |= rules.power_bit[board[rules.cell[POWER]]]
        generator = s.draw_generator()
        value = generator.choice(
            [v for v, bit in rules.power_bit.items() if not board[played] & bit]
        )
        s.keep_generator(generator)
        board[rules.cell[POWER]] = value
        board[rules.cell[ACTED]] = 0
        s.emit(DummyPower(self.kind, value))

    def already_done(self, s: Position) -> bool:
        # Unless somebody who laid the position out left that to chance.
        return s.cell(POWER) > 0


class DummyTurn(DummyStep):
    """Take the card with the most caballeros, if its power card says that it is time.

    It stands before every player's turn, who is its actor, and after the last one.
    """

    name = "dummy_turn"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        board = s.board
        seat = actor
        if board[rules.cell[ACTED]]:
            return
        if seat >= 0 and rules.initiative(s, seat) > board[rules.cell[POWER]]:
            return
        card = chosen(s)
        if card >= 0:
            clear_stack(s, board.index(card, rules.at_face) - rules.at_face)
        board[rules.cell[ACTED]] = 2 + card if card >= 0 else 1
        s.emit(DummyTook(self.kind, card))


STEPS: tuple[type[DummyStep], ...] = (DrawRegions, ShuffleRegions, TurnUpPower, DummyTurn)


def _dummy(kind: int, n: Names) -> str:
    return f"the dummy ({n.plain(n.rules.kinds[kind])})"
