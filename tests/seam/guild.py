"""A second test-only expansion: it bends all that an ``Expansion`` shows of itself.

The guild has caballeros of its own, and a house rule that says how many; it takes
turns, puts cards away and adds a lamp to the power card of whoever starts. None of it
plays a part in a game: what is tested is that the base shows it without knowing it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.display import Added, Away, Display, ExtraRow, Fact, Note, RoundTurn
from elgrande.content.edition import HouseRule, Label
from elgrande.content.expansion import Expansion
from elgrande.rules import Kind, Spec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.rules import Names, Position
    from elgrande.rules.questions import Barred

GOLD = "gold"
NUMBER = 7
"""By what the guild acts."""


def kind_of(position: Position) -> int:
    return position.rules.kinds.index(GOLD)


def barred(previous: Barred, position: Position) -> list[int]:
    return [*previous(position), NUMBER]


def edit(spec: Spec) -> None:
    spec.kinds.append(Kind(GOLD, spec.options["gold"], called="guild"))
    spec.bend("barred", barred)


def rows(position: Position, names: Names) -> list[ExtraRow]:
    facts = (Fact("keeps", names.title(0), "k", "it", strong=True), Fact("owes", ""))
    return [ExtraRow(kind_of(position), "guild", facts, position.rules.provinces)]


def added(position: Position, seat: int) -> Added | None:
    return Added("a lamp", "*") if seat == position.starter else None


def turns(previous: tuple[RoundTurn, ...], position: Position) -> tuple[RoundTurn, ...]:
    return (RoundTurn(kind_of(position), NUMBER), *previous)


def put_away(position: Position, stack: int) -> Away | None:
    return Away(0, kind_of(position)) if stack == 0 and position.slots[0].card < 0 else None


def hint(position: Position, seat: int, names: Names) -> str:
    return f"The guild advises {names.seat(seat)}."


def remark(position: Position, seat: int, names: Names) -> str:
    return "Gold is heavy."


def notes(position: Position, names: Names) -> Iterator[Note]:
    yield Note("The guild watches.", kind_of(position))
    yield Note("Nobody is poor.")


def sentences(position: Position, names: Names) -> Iterator[str]:
    yield f"The guild has {position.count(kind_of(position), position.rules.provinces)} in gold."


GUILD = Expansion(
    "guild",
    "The Guild",
    "A guild of its own, seen and not heard.",
    edit,
    needs=("1996",),
    labels={"guild": Label("The Guild")},
    house_rules=(
        HouseRule("gold", "Gold", "How many caballeros the guild has.", 5, (5, 3)),
    ),
    display=Display(
        rows=rows, height=1, added=added, turns=turns, put_away=put_away,
        hints={"power": hint}, remarks={"power": remark}, notes=notes, sentences=sentences,
    ),
)  # fmt: skip


def short_court(spec: Spec) -> None:
    """What joins comes last: it finds what the others made."""
    assert {kind.name for kind in spec.kinds} == {GOLD, "silver"}
    spec.court -= 1


MINT = Expansion(
    "a-mint",
    "The Mint",
    "Needs the guild, and so comes after it.",
    lambda spec: spec.kinds.append(Kind("silver", len(spec.kinds))),
    needs=("guild",),
)
JOINED = Expansion(
    "guild-and-mint",
    "The Guild's Mint",
    "What the two are together.",
    short_court,
    part=True,
    joins=frozenset(("guild", "a-mint")),
    labels={"silver": Label("Silver")},
    house_rules=(HouseRule("coin", "Coin", "Whose head is on it.", "king", ("king", "guild")),),
)
