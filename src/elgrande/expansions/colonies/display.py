"""What is shown of it, and how a position that somebody lays out says it.

The Inquisitor, the discs, who is in which space, and the limit table.
"""

from __future__ import annotations

from collections.abc import Iterator

from elgrande.content.display import (
    Badge,
    Display,
    ExtraRow,
    Fact,
    Group,
    Lying,
    Mark,
    Note,
    Sign,
    Worth,
)
from elgrande.content.words.names import coming_scoring, last_round, listed
from elgrande.expansions.colonies.cards import CONSPIRACY, ScoreLater
from elgrande.expansions.colonies.limit_table import OFFICES
from elgrande.expansions.colonies.places import (
    AMBASSADOR,
    CAPTAIN,
    ENVOY,
    FRANCE,
    GOLD,
    LIES_IN,
    MORE,
    NUMBER,
    OVERSEAS,
    SHIP,
    TABLE,
    VICEROY,
    WARES,
    WORTH,
    layout,
    table_place,
)
from elgrande.expansions.colonies.voyage import CLAIM, LYING, SAIL, SUPPLY, legs_left
from elgrande.rules import Form, Names, Position, Ruleset, Spec
from elgrande.rules.effects.figures import BLACK, INQUISITOR

DISCS = {GOLD: Sign("¤", "o"), WARES: Sign("≡", "x")}
BADGE = Sign("‡", "I")
OUT = {GOLD: "America", WARES: "the Mediterranean"}
COLOURS = ("red", "blue", "green", "yellow", "white", BLACK)


def rows(position: Position, names: Names) -> list[ExtraRow]:
    """Return one row: at whose court the Inquisitor is, and the supply of discs."""
    holder = position.cell(INQUISITOR)
    who, letter = "nobody", "–"
    if holder >= 0:
        who, letter = names.seat(holder), position.rules.colours[holder][0].upper()
    left = [f"{disc.title()} {position.cell(SUPPLY[disc])}" for disc in WORTH]
    facts = (Fact("with", who, "", letter), Fact("supply", ", ".join(left), "", " ".join(left)))
    return [ExtraRow(position.rules.kinds.index(BLACK), "inquisitor", facts)]


def _taken(position: Position) -> int:
    place = table_place(position)
    return sum(position.count(kind, place) for kind in position.rules.all_kinds)


def sentences(position: Position, names: Names) -> Iterator[str]:
    """Yield what the plain board says."""
    rules = position.rules
    holder, table = position.cell(INQUISITOR), position.cell(TABLE)
    if holder >= 0:
        yield (
            f"The Grand Inquisitor is at {names.seat(holder)}'s court: the black caballeros count "
            f"as {names.seat(holder)}'s."
        )
    else:
        yield "Nobody has the Grand Inquisitor: the black caballeros take ranks for nobody."
    if table >= 0:
        taken, spaces = _taken(position), layout(rules).spaces
        ranked, _ = rules.counted(position, table)
        whoever = "beside it" if table_place(position) in ranked else "on it or beside it"
        yield (
            f"The limit table is {names.at(rules.regions[table])}: {taken} of {spaces} spaces "
            f"{'is' if taken == 1 else 'are'} taken. In a scoring nobody {whoever} counts."
        )
    for disc in WORTH:
        yield (
            f"{disc.title()}: {position.cell(LYING[disc])} in {OUT[disc]} to be "
            f"claimed, {position.cell(SUPPLY[disc])} of {NUMBER[disc]} in the supply."
        )
    if legs := legs_left(position).total():
        yield f"Legs of the voyage left in this turn: {legs}."
    if position.cell(CONSPIRACY):
        yield (
            f"Conspiracy: in {coming_scoring(position)} each Grande counts as in the Castillo, "
            "unless its region is closed as the King's is, and then goes where its owner's disk "
            "shows, unless that is closed."
        )
    for held in position.held:
        if rules.cards[held.card].effect == ScoreLater.name and held.mark >= 0:
            scores = f"{names.card(held.card)} scores {names.region(held.mark)}"
            yield f"At the end of {last_round(held.until)} {scores}."


def notes(position: Position, names: Names) -> Iterator[Note]:
    """Yield what the help says."""
    black = position.rules.kinds.index(BLACK)
    spaces = layout(position.rules).spaces
    yield Note(
        f"{_taken(position)}/{spaces} in a region is the limit table: this many of its {spaces} "
        "spaces are taken. Caballeros behind a bar are over the limit and take no rank."
    )
    yield Note(
        f"{names.plain(AMBASSADOR)}, {names.plain(ENVOY)}, {names.plain(CAPTAIN)} and "
        f"{names.plain(VICEROY)}, at times cut short, are spaces for one; behind them are "
        "who is there and what the space pays."
    )
    yield Note(
        "A leg is one stretch of the voyage: between the Ship and a shore. As many of your "
        f"caballeros as were {listed(list(map(names.at, OVERSEAS)), 'or')} when your turn began "
        "may go one from there."
    )
    yield Note(
        "The row of the black caballeros, below the players, says who has the Grand Inquisitor, in "
        "a narrow pane by the letter, and how many discs of Gold and Wares the supply still has.",
        black,
    )
    yield Note(f"{BADGE.text} after a name is the Grand Inquisitor at that player's court.")
    yield Note(
        "Black caballeros count with those of whoever has the Grand Inquisitor; with nobody they "
        "take ranks that nobody is paid for.", black,
    )  # fmt: skip
    for disc, sign in DISCS.items():
        yield Note(f"{sign.text} is {disc.title()}: {WORTH[disc]} points when it reaches Spain.")


def marks(position: Position, names: Names) -> Iterator[Mark]:
    """Yield where the limit table lies, and where a delayed scoring waits."""
    rules, table = position.rules, position.cell(TABLE)
    if table >= 0:
        spaces = f"{_taken(position)}/{layout(rules).spaces}"
        yield Mark(rules.targets[table], f"table {spaces}", short=spaces)
    for held in position.held:
        if rules.cards[held.card].effect == ScoreLater.name and held.mark >= 0:
            yield Mark(rules.targets[held.mark], "later")


def worths(position: Position, names: Names) -> Iterator[Worth]:
    """Yield what the special spaces pay: the Captain's what the Ship's board says."""
    for offices in OFFICES.values():
        for place, points in offices.items():
            yield Worth(place, f"+{points}")
    ship = position.rules.targets.index(SHIP)
    yield Worth(CAPTAIN, f"+{position.values(ship)[0]}")


def lying(position: Position, names: Names) -> Iterator[Lying]:
    """Yield the discs that can be claimed."""
    for disc, region in LIES_IN.items():
        yield Lying(region, "claim", DISCS[disc], position.cell(LYING[disc]))


def legs(position: Position) -> str:
    """Return how many legs are left."""
    left = legs_left(position).total()
    return "1 leg" if left == 1 else f"{left} legs"


def at_court(position: Position) -> Iterator[Badge]:
    """Yield where the Grand Inquisitor is."""
    holder = position.cell(INQUISITOR)
    if holder >= 0:
        yield Badge(holder, BADGE)


def apart(position: Position) -> Iterator[str]:
    """Yield the places beside the limit table."""
    rules = position.rules
    return (rules.places[place] for place in sorted(layout(rules).beside_places))


def _free_actions(position: Position, seat: int, names: Names) -> str:
    """Say how many legs are left, and from where, for whoever is asked what to do."""
    legs = [f"{number} from {names.the(at)}" for at, number in legs_left(position).items()]
    return f"Legs left: {listed(legs)}." if legs else ""


DISPLAY = Display(
    rows=rows,
    height=1,
    sentences=sentences,
    notes=notes,
    signs={BLACK: Sign("†", "i")},
    badges={f"{colour}-{disc}": sign for colour in COLOURS for disc, sign in DISCS.items()},
    marks=marks,
    worths=worths,
    lying=lying,
    apart=apart,
    remarks={"choose_card": _free_actions, "act": _free_actions},
    groups={
        SAIL.name: Group("o", "sail", "Who sails?", legs),
        CLAIM.name: Group("x", "claim a disc", "Who takes a disc?"),
        MORE.name: Group("z", "one more caballero", "Where does the Inquisitor's caballero go?"),
    },
    at_court=at_court,
)


# -- in a position that somebody lays out ---------------------------------------

PASSING = ("legs-", "arrived-", "spaces-freed")
"""How the open values begin that count within a turn alone."""


def _region(rules: Ruleset) -> Form:
    return Form({at: name for at, name in enumerate(rules.regions) if name != FRANCE})


def edit(spec: Spec) -> None:
    """Write them by name, and check them."""
    spec.forms[TABLE] = _region
    spec.passing.update(name for name in spec.cells if name.startswith(PASSING))
    spec.checks.append(check)


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    known = layout(rules)
    if position.cell(TABLE) < 0:
        return TABLE, "the limit table is in a region all game long; name that region"
    for region, place in enumerate(known.beside):
        if place < 0 or region == position.cell(TABLE):
            continue
        if any(position.count(kind, place) for kind in rules.all_kinds):
            where = rules.regions[region]
            return TABLE, f"somebody is beside a limit table in {where}; name that region here"
    for disc in WORTH:
        carriers = [kind for kind, carried in known.carried.items() if carried == disc]
        out = position.cell(LYING[disc]) + sum(
            position.count(kind, place) for kind in carriers for place in range(rules.n_places)
        )
        whole, where, name = NUMBER[disc], LIES_IN[disc], disc.title()
        left = whole - out
        if left < 0:
            return LYING[disc], f"there are only {whole} {name} discs; let fewer be in {where}"
        if position.cell(SUPPLY[disc]) != left:
            return SUPPLY[disc], (
                f"of {whole} {name} discs {out} lie or are carried on the board, so {left} are "
                f"left in the supply; write {left}"
            )
    return None
