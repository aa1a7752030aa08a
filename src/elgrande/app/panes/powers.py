"""What is said of power cards: what lies there, what was added, what is in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import Row, Run, cells, pad, spans, width_of
from elgrande.app.panes.text_styles import DIM, PLAIN, STRONG, piece
from elgrande.content.words.names import figure
from elgrande.rules import Position, View

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.content.display import Row as Other


def played(position: Position, seat: int, guide: Guide, *, wide: bool) -> list[Run]:
    """Return the power card of the round; with something added the total,
    briefly in a narrow row.
    """
    power = position.power(seat)
    added = guide.shown.added(position, seat)
    if added is None:
        return [Run("plays ", DIM), Run(f"{power or guide.glyphs.dash:<2}", STRONG)]
    total = guide.rules.initiative(position, seat)
    lead = [Run("plays ", DIM)] if wide else []
    name = added.name if wide else added.sign
    gap = " " if wide else ""
    return [*lead, Run(f"{power}{gap}{name}{gap}={gap}", PLAIN), Run(figure(total), STRONG)]


def in_hand(position: Position, guide: Guide, seat: int, *, wide: bool) -> list[Run]:
    """Return the cards in hand, as far as they are known; the others are only counted."""
    if position.drawers[seat] is not None and len(position.hand(seat)) > guide.rules.hand_size:
        how = "chosen" if "choose_hand" in guide.rules.steps else "dealt"
        return [Run("hand ", DIM), Run(f"to be {how}", PLAIN)]
    found = _extras(position, guide, seat, wide)
    unseen = 0
    if position.drawers[seat] is None:
        unseen = sum(1 for owner, _ in position.unknown_cards if owner == seat)
        # What everybody knows is in no doubt; what somebody knows for himself is.
        unseen -= len(found) - len(position.extras(seat))
    text = " ".join([spans(position.hand(seat), guide.rules.power_values), *found]).strip()
    more = f", {unseen} hidden"
    if not text:
        # Of a hand that was kept or dealt unseen there is nothing that it could be more than.
        text, more = (f"{unseen} hidden", "") if unseen else (guide.glyphs.dash, "")
    return [Run("hand ", DIM), Run(text + more * (unseen > 0), PLAIN)]


def _extras(position: Position, guide: Guide, seat: int, wide: bool) -> list[str]:
    """Return what else than power cards is known to be there, privately too,
    by name or by its sign.
    """
    rules = guide.rules
    if not rules.extra_hand:
        return []
    first = rules.hand_bits[len(rules.power_values)]
    known = {*position.extras(seat)}
    if isinstance(position, View):
        known |= {bit - first for owner, bit in rules.private_hand(position) if owner == seat}
    names = [rules.extra_hand[index] for index in sorted(known)]
    return [guide.name(name) if wide else guide.forms(name)[-1] for name in names]


def other_row(position: Position, guide: Guide, other: Other, width: int, *, wide: bool) -> Row:
    """Return somebody who has no seat, in one row: the facts, and how many caballeros are left.

    What is too long in words is said in short, so that nothing is cut.
    """
    runs = _other(guide, other, wide=wide)
    if wide and width_of(runs) > width:
        runs = _other(guide, other, wide=False)
    room = width - width_of(runs) - 1
    forms: tuple[str, ...] = ()
    if other.supply >= 0 and guide.shows(other.supply):
        number = str(position.count(other.kind, other.supply))
        forms = (f"{number} left", number)
    supply = Run(next((form for form in forms if cells(form) <= room), ""), DIM)
    return (*pad(runs, width - cells(supply.text)), supply)


def _other(guide: Guide, other: Other, *, wide: bool) -> list[Run]:
    """Return sign, name and facts of somebody who has no seat."""
    runs = [Run(" ", PLAIN)]
    if other.kind >= 0:
        colour = guide.rules.kinds[other.kind]
        runs += [
            Run(guide.glyphs.piece(colour), piece(colour)),
            Run(f" {guide.names.owner(other.kind)}", STRONG, other.hit),
        ]
    for fact in other.facts:
        label = fact.label if wide else fact.short_label
        lead = (" " if wide else "") + (f" {label} " if label else " ")
        text = fact.said(wide) or guide.glyphs.dash
        runs += [Run(lead, DIM), Run(text, STRONG if fact.strong else PLAIN)]
    return runs
