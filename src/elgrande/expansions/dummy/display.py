"""What others are told of the dummy: screens, whoever lays a position out, and bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from elgrande.content.display import Away, Display, ExtraRow, Fact, Note, RoundTurn
from elgrande.content.expansion import BotTerms
from elgrande.content.veil import shows
from elgrande.expansions.dummy.steps import (
    ACTED,
    CABALLEROS,
    DRAWN,
    PLAYED,
    POWER,
    REGIONS,
    DummyPower,
    RegionsDrawn,
    chosen,
    kind_of,
)
from elgrande.rules import Form, Names, Position, Ruleset
from elgrande.rules.events import Moved
from elgrande.rules.steps.hand import power_cards


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


def rows(position: Position, names: Names) -> list[ExtraRow]:
    """Return its row: its card, what it took, how many of its caballeros are left."""
    dummy = seen(position)
    power = str(dummy.power) if dummy.power else ""
    facts = [Fact("plays", power, strong=True)]
    if dummy.acted:
        card = dummy.card
        took = names.short(position.rules.cards[card].id) if card >= 0 else "nothing"
        short = position.rules.cards[card].id if card >= 0 else took
        facts.append(Fact("took", took, "took", short))
    return [ExtraRow(dummy.kind, "dummy", tuple(facts), position.rules.provinces)]


def turns(previous: tuple[RoundTurn, ...], position: Position) -> tuple[RoundTurn, ...]:
    """Return the order of turns as far as it is known, the dummy's among them.

    It acts before the first player whose card is not above its own.
    """
    dummy = seen(position)
    if not dummy.power:
        return previous
    ahead = tuple(turn for turn in previous if turn.number > dummy.power)
    rest = tuple(turn for turn in previous if turn not in ahead)
    return (*ahead, RoundTurn(dummy.kind, dummy.power), *rest)


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
    power = f"; power card {dummy.power}" if dummy.power else ""
    took = ""
    if dummy.acted:
        took = f", took {names.card(dummy.card) if dummy.card >= 0 else 'no action card'}"
    yield (
        f"{names.owner(dummy.kind)}: {names.plain(rules.kinds[dummy.kind]).lower()}, nobody's, "
        f"scores nothing{power}{took}{supply}."
    )


def opening(position: Position, names: Names) -> Iterator[str]:
    """Yield what it did as the first round began, before anybody was told of events."""
    rules, kind = position.rules, kind_of(position.rules)
    drawn = [region for region in rules.disk_regions if position.cell(DRAWN) >> region & 1]
    if position.round != rules.rounds[0] or len(drawn) != REGIONS:
        # Somebody has laid that out.
        return
    yield RegionsDrawn(kind, tuple(drawn), position.king, rules.kind_start[kind]).said(names)
    for region in drawn:
        if region != position.king:
            at = rules.region_places[region][0]
            yield Moved(-1, kind, rules.provinces, at, CABALLEROS).said(names)
    yield DummyPower(kind, position.cell(POWER)).said(names)


DISPLAY = Display(
    rows=rows, height=1, turns=turns, put_away=put_away, notes=notes, sentences=sentences,
    opening=opening,
)  # fmt: skip


# -- in a position that somebody lays out -------------------------------------


FORMS: dict[str, Callable[[Ruleset], Form]] = {
    POWER: lambda rules: Form({value: value for value in (0, *rules.power_values)}),
    PLAYED: lambda rules: Form(power_cards(rules), several=True),
    DRAWN: lambda rules: Form(dict(enumerate(rules.regions)), several=True),
    ACTED: lambda rules: Form(
        {0: "not yet", 1: "nothing", **{2 + at: card.id for at, card in enumerate(rules.cards)}}
    ),
}
"""The dummy's open values in names."""


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if play would come to a stop or is past it."""
    rules = position.rules
    power, played = position.cell(POWER), position.cell(PLAYED)
    if power and played & rules.power_bit[power]:
        return PLAYED, f"the {power} is face up this round; leave it out here"
    if not begins and (fault := _this_round(position, power)):
        return fault
    turns_up = ahead + (begins or not power)
    left = len(rules.power_values) - played.bit_count() - bool(power)
    if left < turns_up:
        return PLAYED, f"{turns_up} more power cards will be revealed; list fewer of them"
    draws = 0
    for number in (number for number in rules.rounds if number >= position.round):
        draws += begins or number > position.round
        if number in rules.scoring_rounds:
            break
    if len(rules.disk_regions) - position.cell(DRAWN).bit_count() < REGIONS * draws:
        number = REGIONS * draws
        return DRAWN, f"{number} more are drawn before they are shuffled; list fewer of them"
    return None


def _this_round(position: Position, power: int) -> tuple[str, str] | None:
    """Return the fault of its power card and turn, which must fit those of the seats."""
    rules = position.rules
    shown = [seat for seat in range(rules.n_seats) if position.power(seat)]
    if shown and not power:
        return POWER, "it is face up before anybody plays a power card; write its value here"
    acted = position.cell(ACTED)
    had = position.turns_had
    due = len(shown) == rules.n_seats and (
        had == rules.n_seats or rules.initiative(position, position.turn_order[had]) < power
    )
    if acted and not due:
        return ACTED, "its power card says that its turn is to come; write 'not yet' here"
    if acted > 1:
        card = acted - 2
        if not rules.cards[card].returns and not (position.board[rules.at_seen] >> card) & 1:
            return ACTED, f"{rules.cards[card].id} is face down; list it as 'gone' in its stack"
    if not acted and sum(slot.card >= 0 for slot in position.slots) <= rules.n_seats:
        return ACTED, "it has yet to take a card; give each [[stack]] its 'face'"
    return None


# -- bots ---------------------------------------------------------------------


def ahead(position: Position, initiative: int) -> list[int]:
    """Return the card that it takes before a seat below its power card, if another does not."""
    return [chosen(position)] if position.cell(POWER) > initiative else []


BOTS = BotTerms(ahead=ahead)
