"""The set-up's disks, the choice of thirteen cards, and playing one of them in a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.intrigue.cards import caballero_number, own_cards
from elgrande.expansions.intrigue.veto import lay_vetoes
from elgrande.rules.events import Event
from elgrande.rules.movement import shift
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.hand import ChooseHand, ChooseHandFrame
from elgrande.rules.steps.power import Power
from elgrande.rules.steps.step import Step
from elgrande.rules.wording import listed

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names, Words


@dataclass(frozen=True)
class CaballeroCardsTaken(Event):
    """Everybody has taken a caballero card, the highest first: seats, and their numbers."""

    seats: tuple[int, ...]
    numbers: tuple[int, ...]

    def said(self, n: Names) -> str:
        first, *others = [
            f"{n.seat(seat)} {number}"
            for seat, number in zip(self.seats, self.numbers, strict=True)
        ]
        king, last = n.seat(self.seats[0]), n.seat(self.seats[-1])
        cards = listed([f"{first}", *others])
        return f"Caballero cards: {cards}. {king} has the King card and {last} the Intrigue card."


class FirstDiskFrame(NamedTuple):
    """Whether the disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int


class FirstDisk(Step[FirstDiskFrame]):
    """Before the game everybody sends one caballero from the court where the own disk shows.

    One whose disk shows the King's region stays in the court (S0, "Preparation").
    """

    name = "first_disk"
    frame = FirstDiskFrame

    def begun(self, actor: int) -> FirstDiskFrame:
        return FirstDiskFrame(self.name, actor, 0)

    def run(self, s: State, f: FirstDiskFrame) -> bool:
        if f.asked:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, tuple(range(self.rules.n_seats)))
        return False

    def disk_regions(self, s: Position, f: FirstDiskFrame, seat: int) -> list[int]:
        """All regions, the own home too; the King's has its consequence."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: FirstDiskFrame) -> None:
        """Turn them up together and carry them out."""
        rules = self.rules
        for seat, region in enumerate(reveal_disks(s)):
            plain = rules.kinds_of(s, seat)[:1]
            shift(s, seat, plain, rules.court, rules.region_places[region], 1)

    def disk_hint(self, f: FirstDiskFrame, n: Names) -> str:
        return "the region where 1 caballero from your court starts; the King's places nobody"


class KeepCards(ChooseHand):
    """Everybody keeps some of the own cards, at once and in secret; each is called by its name."""

    def label(self, d: Decision, f: ChooseHandFrame, words: Words, n: Names) -> str:
        """Return which card it is, not its value alone."""
        if words[0] not in ("keep", "leave"):
            return super().label(d, f, words, n)
        after = " after all" if words[0] == "leave" else ""
        return f"{words[0]} the {called(words[1], n)}{after}"


class PlayCard(Power):
    """Play a card face up whose value nobody has played this round."""

    def label(self, d: Decision, f: PlainFrame, words: Words, n: Names) -> str:
        """Return which card it is, not its value alone."""
        return f"play the {called(words[1], n)}" if words[0] == "power" else ""

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """Return that it has been played, or is not in the hand."""
        if c.verb == "power" and c.fits and int(c.words[0]) not in c.view.hand(c.seat):
            return f"you do not have the {c.words[0]}"
        return super().refusal(c, f)


def called(value: str, n: Names) -> str:
    """Return a card of the hands as an answer names it: ``110 Score Castillo (brings 2)``."""
    rules = n.rules
    card = rules.cards[own_cards(rules)[int(value)]]
    brings = rules.power_numbers[int(value)]
    return f"{value} {n.short(card.id)} (brings {brings or 'none'})"


class HandOut(Step[PlainFrame]):
    """The caballero cards are taken, the highest action card first; Vetos lie ready."""

    name = "hand_out"

    def run(self, s: State, f: PlainFrame) -> bool:
        s.stack.pop()
        order = s.turn_order
        numbers = tuple([caballero_number(s, seat) for seat in order])
        s.emit(CaballeroCardsTaken(order, numbers))
        lay_vetoes(s)
        return False
