"""What is said of power cards: what lies there with what added, what is in hand, the dummy's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.ink import DIM, PLAIN, STRONG, Run, cells, pad, piece, spans, width_of
from elgrande.content.expansions.power_shift.reading import added
from elgrande.content.words.names import figure
from elgrande.rules import View

if TYPE_CHECKING:
    from elgrande.app.guide import Guide
    from elgrande.app.ink import Row
    from elgrande.content.expansions.dummy.reading import Dummy
    from elgrande.rules import Position


def played(position: Position, seat: int, guide: Guide, *, wide: bool) -> list[Run]:
    """The power card of the round; with a modifier the total, for which a narrow row is short."""
    power = position.power(seat)
    modifier = added(position, seat)
    if modifier is None:
        return [Run("plays ", DIM), Run(f"{power or guide.glyphs.dash:<2}", STRONG)]
    total = guide.rules.initiative(position, seat)
    lead = [Run("plays ", DIM)] if wide else []
    # The name of the modifier begins with what it adds.
    name = modifier.name if wide else modifier.sign
    gap = " " if wide else ""
    return [*lead, Run(f"{power}{gap}{name}{gap}={gap}", PLAIN), Run(figure(total), STRONG)]


def in_hand(position: Position, guide: Guide, seat: int, *, wide: bool) -> list[Run]:
    """The cards in hand, as far as they are known; the others are only counted."""
    found = _extras(position, guide, seat, wide)
    unseen = 0
    if position.drawers[seat] is None:
        unseen = sum(1 for owner, _ in position.doubts if owner == seat)
        # What everybody knows is in no doubt; what somebody knows for himself is.
        unseen -= len(found) - len(position.extras(seat))
    text = " ".join([spans(position.hand(seat)), *found]).strip() or guide.glyphs.dash
    # Among modifiers a plus would be read as one of them.
    more = f", {unseen} hidden" if guide.rules.extra_hand else f" +{unseen}?"
    return [Run("hand ", DIM), Run(text + more * (unseen > 0), PLAIN)]


def _extras(position: Position, guide: Guide, seat: int, wide: bool) -> list[str]:
    """What else than power cards is known to be there, privately too, by name or by its sign."""
    rules = guide.rules
    if not rules.extra_hand:
        return []
    first = rules.hand_bits[len(rules.power_values)]
    known = {*position.extras(seat)}
    if isinstance(position, View):
        known |= {bit - first for owner, bit in rules.private_hand(position) if owner == seat}
    names = [rules.extra_hand[index] for index in sorted(known)]
    return [guide.name(name) if wide else guide.forms(name)[-1] for name in names]


def dummy_row(position: Position, guide: Guide, dummy: Dummy, width: int, *, wide: bool) -> Row:
    """The dummy in one row: its card, what it took, how many of its caballeros are left."""
    rules = guide.rules
    colour = rules.kinds[dummy.kind]
    runs = [
        Run(" ", PLAIN),
        Run(guide.glyphs.piece(colour), piece(colour)),
        Run(f" {guide.names.owner(dummy.kind)}", STRONG, "dummy"),
        Run("  plays " if wide else " ", DIM),
        Run(str(dummy.power or guide.glyphs.dash), STRONG),
    ]
    if dummy.acted:
        took = "nothing"
        if dummy.card >= 0:
            took = guide.card_name(dummy.card) if wide else rules.cards[dummy.card].id
        runs += [Run("  took " if wide else " took ", DIM), Run(took, PLAIN)]
    room = width - width_of(runs) - 1
    forms: tuple[str, ...] = ()
    if guide.shows(rules.provinces):
        number = str(position.count(dummy.kind, rules.provinces))
        forms = (f"{number} left", number)
    supply = Run(next((form for form in forms if cells(form) <= room), ""), DIM)
    return (*pad(runs, width - cells(supply.text)), supply)
