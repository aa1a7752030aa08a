"""What bots are told of it: what figures and tokens are worth, and what symbols may bring.

The Queen is about a caballero more in every turn to come, so she is worth most early; the Jester
brings one that another places. What a Boycott or an Alliance changes no ranking says, so it is said
here; a Free choice is worth more than a card that is kept to stop somebody. Whoever lands, catches
or pardons needs a second answer, without which nothing would be gained at first sight: so these
are told as lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from elgrande.content.expansion import BotTerms
from elgrande.expansions.grandissimo.cards import CARRY_OUT, FreeChoice, boycotted, lying
from elgrande.expansions.grandissimo.courtiers import JESTER, QUEEN
from elgrande.expansions.grandissimo.symbols import (
    ASHORE,
    FREE_THEM,
    JAIL,
    SHIP,
    TO_JAIL,
    TOKENS,
    Catch,
    Land,
    Pardon,
    catchable,
    coast,
    has_token,
    release,
)
from elgrande.rules import Names, Position, State
from elgrande.rules.effects.figures import INQUISITOR
from elgrande.rules.scoring import rows

QUEENS, JESTERS, HIS, TOKENS_WORTH = 0.6, 0.3, 0.6, 0.15
"""In points, for each turn to come: Queen, Jester, Inquisitor, a ship token."""
PLACED = 4
"""As many leave provinces and court in a turn with the Queen: when all have, she is idle."""
UNSAFE = 0.7
"""What is left of the Queen's worth where the next taker of the card may take her."""
ABOARD, IN_JAIL = 0.9, -0.4
"""What a caballero on the ship or in jail is worth beside one in a region that leads nowhere."""
LIKELY = 0.85
"""How much of what a card on a region changes now is left after each round until the scoring."""
CHOICE = 2.5
"""A Free choice, beyond what any kept card is worth: nobody can answer what it moves."""
TRIED = 10
"""So many of those who could go to jail, and first answers to a second card, are worth a try."""


def _to_come(position: Position) -> int:
    return sum(number > position.round for number in position.rules.rounds)


def busy(position: Position) -> int:
    """Return in how many turns to come Queen and Jester still find somebody to bring."""
    rules = position.rules
    gone = sum(number <= position.round for number in rules.rounds)
    return max(0, min(len(rules.rounds), rules.caballeros // PLACED) - gone)


def before_scoring(position: Position) -> int:
    """Return how many turns come before the next general scoring, when the Inquisitor leaves."""
    rules = position.rules
    end = min((number for number in rules.scoring_rounds if number >= position.round), default=0)
    return sum(position.round < number <= end for number in rules.rounds)


def worth(position: Position, seat: int) -> float:
    """Return what a seat has in its figures and token."""
    rules = position.rules
    total = 0.0
    if position.cell(QUEEN) == seat:
        # While the Jester is beside the board, whoever takes the card must take him.
        total += QUEENS * busy(position) * (1.0 if position.cell(JESTER) < 0 else UNSAFE)
    if position.cell(JESTER) == seat:
        total += JESTERS * busy(position)
    if INQUISITOR in rules.cell and position.cell(INQUISITOR) == seat:
        total += HIS * before_scoring(position)
    if TOKENS in rules.cell and has_token(position, seat):
        total += TOKENS_WORTH * _to_come(position)
    return total + kept(position, seat) if position.held else total


def kept(position: Position, seat: int) -> float:
    """Return what cards kept for the next general scoring are worth to a seat, its own or not.

    A Boycott takes from all what the region would pay them, and an Alliance changes its ranking.
    """
    effects = position.rules.card_effects
    choices = sum(
        held.owner == seat and effects[held.card].name == FreeChoice.name for held in position.held
    )
    total = CHOICE * choices
    regions = {region for region, _ in lying(position)}
    if not regions:
        return total
    out = boycotted(position)
    changed = 0
    for region in regions:
        changed -= _paid(position, region, seat, general=False)
        if region not in out:
            changed += _paid(position, region, seat, general=True)
    return total + changed * LIKELY ** before_scoring(position)


def _paid(position: Position, region: int, seat: int, *, general: bool) -> int:
    """Return what a region would pay a seat now."""
    values = position.values(region)
    lines = rows(position, region, values, first_only=False, general=general)
    return sum([line[6] for line in lines if line[0] == seat])


def counts(position: Position, place: int, seat: int, number: int) -> float:
    """Return what those on the ship and in jail are worth; nothing for gifts that wait."""
    name = position.rules.places[place]
    if name == SHIP:
        return ABOARD * number if _to_come(position) else -number
    return IN_JAIL * number if name == JAIL else 0.0


def gains(before: Position, after: Position, seat: int, names: Names) -> list[tuple[float, str]]:
    """Tell of figures and tokens that came to a seat in a turn, and of its own who came to jail."""
    rules = after.rules
    found = []

    def came(cell: str) -> bool:
        return cell in rules.cell and after.cell(cell) == seat != before.cell(cell)

    if came(QUEEN):
        found.append((
            QUEENS * busy(after),
            f"{names.plain(QUEEN)} is at your court and brings one caballero more in your turns",
        ))  # fmt: skip
    if came(JESTER):
        found.append((
            JESTERS * busy(after),
            f"{names.plain(JESTER)} is at your court, and others place caballeros of yours",
        ))  # fmt: skip
    if came(INQUISITOR):
        found.append((
            HIS * (1 + before_scoring(after)),
            "the Grand Inquisitor is at your court until the next general scoring",
        ))  # fmt: skip
    if TOKENS in rules.cell and has_token(after, seat) and not has_token(before, seat):
        found.append((TOKENS_WORTH * _to_come(after), "you have a ship token"))
    # What no turn is left for is no gain.
    return [gain for gain in found if gain[0] > 0]


def landings(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return each coast on which to land."""
    put = position.rules.PUT
    return [(code, put + place) for code in codes for place in coast(position, seat)]


def arrests(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return other players' caballeros that could go to jail, where the seat has some first."""
    rules = position.rules
    found = []
    for pick in catchable(position, seat, rules.PICK):
        kind, place = divmod(pick - rules.PICK, rules.n_places)
        owner = rules.kind_owner[kind]
        if owner not in (seat, -1):
            found.append((not position.count(seat, place), pick))
    return [(code, pick) for code in codes for _, pick in sorted(found)[:TRIED]]


def pardons(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return each region into which all in jail may go."""
    put = position.rules.PUT
    return [(code, put + place) for code in codes for place in release(position, seat)]


def second_cards(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return a second card's action with its first answers."""
    found: list[tuple[int, ...]] = []
    for code in codes:
        if not isinstance(position, State):
            found.append((code,))
            continue
        after = position.copy()
        after.apply(seat, code)
        asked = after.owing() == (seat,) and len(after.stack) > len(position.stack)
        found += [(code, more) for more in after.legal(seat)[:TRIED]] if asked else [(code,)]
    return found


BOTS = BotTerms(
    worth=worth,
    counts=counts,
    gains=gains,
    begun=(ASHORE.name, TO_JAIL.name, FREE_THEM.name),
    tried=(Land.name, Catch.name, Pardon.name),
    moves={
        ASHORE.name: landings,
        TO_JAIL.name: arrests,
        FREE_THEM.name: pardons,
        CARRY_OUT.name: second_cards,
    },
)
