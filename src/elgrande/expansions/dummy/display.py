"""What can be seen of the dummy, for whoever shows a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.content.display import Away, Display, Fact, Note, Row, Turn
from elgrande.content.sight import shows
from elgrande.expansions.dummy.steps import ACTED, POWER, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.content.words.names import Names
    from elgrande.rules import Position


@dataclass(frozen=True)
class Dummy:
    """The dummy in a position: its kind, its power card (0 without one), what it took.

    ``card`` is -1 as long as it has taken none, or when none was left.
    """

    kind: int
    power: int
    acted: bool
    card: int


def seen(position: Position) -> Dummy:
    """Return the dummy of a game."""
    kind = kind_of(position.rules)
    acted = position.cell(ACTED)
    return Dummy(kind, position.cell(POWER), bool(acted), acted - 2 if acted > 1 else -1)


def rows(position: Position, names: Names) -> list[Row]:
    """Return its row: its card, what it took, how many of its caballeros are left."""
    dummy = seen(position)
    power = str(dummy.power) if dummy.power else ""
    facts = [Fact("plays", power, strong=True)]
    if dummy.acted:
        card = dummy.card
        took = names.short(position.rules.cards[card].id) if card >= 0 else "nothing"
        short = position.rules.cards[card].id if card >= 0 else took
        facts.append(Fact("took", took, "took", short))
    return [Row(dummy.kind, "dummy", tuple(facts), position.rules.provinces)]


def turns(previous: tuple[Turn, ...], position: Position) -> tuple[Turn, ...]:
    """Return the order of turns as far as it is known, the dummy's among them.

    It acts before the first player whose card is not above its own.
    """
    dummy = seen(position)
    if not dummy.power:
        return previous
    ahead = tuple(turn for turn in previous if turn.number > dummy.power)
    rest = tuple(turn for turn in previous if turn not in ahead)
    return (*ahead, Turn(dummy.kind, dummy.power), *rest)


def put_away(position: Position, stack: int) -> Away | None:
    """Return the card that the dummy has taken from a stack, by the stack's index."""
    dummy = seen(position)
    slot = position.slots[stack]
    if dummy.card < 0 or slot.card >= 0:
        return None
    if position.rules.cards[dummy.card].stack != slot.stack:
        return None
    return Away(dummy.card, dummy.kind)


def notes(position: Position, names: Names) -> Iterator[Note]:
    """Yield what the help says of it."""
    kind = kind_of(position.rules)
    yield Note(
        f"{names.owner(kind)}: nobody plays it. It holds ranks but scores nothing, and on its "
        "turn it removes the card that places the most caballeros.",
        kind,
    )


def sentences(position: Position, names: Names) -> Iterator[str]:
    """Yield what the plain board says of it."""
    rules = position.rules
    dummy = seen(position)
    beside = position.count(dummy.kind, rules.provinces)
    supply = f", {beside} beside the board" if shows(position, -1, rules.provinces) else ""
    power = f"power card {dummy.power}" if dummy.power else "no power card"
    took = ""
    if dummy.acted:
        took = f", took {names.card(dummy.card) if dummy.card >= 0 else 'no action card'}"
    yield (
        f"{names.owner(dummy.kind)}: {names.plain(rules.kinds[dummy.kind]).lower()}, nobody's, "
        f"scores nothing; {power}{took}{supply}."
    )


DISPLAY = Display(
    rows=rows, height=1, turns=turns, put_away=put_away, notes=notes, sentences=sentences
)
