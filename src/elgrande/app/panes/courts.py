"""The players: who acts, score, power card, court, provinces, hand, held cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.ink import DIM, PLAIN, STRONG, TITLE, Ink, Row, Run, cells, fit, pad, piece, spans
from elgrande.app.map.reading import veiled
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Collection

    from elgrande.app.guide import Guide
    from elgrande.rules import Position

ROOMY = 44
"""From this width on words are written out."""

HELD = Ink("ink", "king", True)


def rows(
    position: Position, guide: Guide, width: int, height: int, owing: Collection[int] = ()
) -> list[Row]:
    """Three rows a player, or two where the height asks for it."""
    count = guide.rules.n
    tall = height >= 3 * count
    out: list[Row] = []
    for seat in range(count):
        out.append(_head(position, guide, width, seat, seat in owing))
        hand = _hand(position, guide, seat)
        if tall:
            out.append(pad([Run("   ", DIM), *_facts(position, guide, seat, width)], width))
            out.append(pad(_last(hand, width), width))
        else:
            facts = _power(position, guide, seat, width)
            out.append(pad([Run("   ", DIM), *facts, Run("  ", DIM), *hand], width))
        if tall and height >= 4 * count - 1:
            out.append(BLANK)
    return out


BLANK: Row = (Run("", PLAIN),)


def _head(position: Position, guide: Guide, width: int, seat: int, acts: bool) -> Row:
    """Marker, sign, name, held cards, score; court and provinces too where it is wide."""
    glyphs = guide.glyphs
    colour = guide.colour(seat)
    wide = width >= ROOMY
    score = f"{position.score(seat)} points" if wide else f"{position.score(seat)} pts"
    tail: list[Run] = []
    if seat == position.starter and position.round:
        tail.append(Run(" starts" if wide else " 1st", DIM))
    for held in position.held:
        if held.owner == seat:
            text = f" {_held_name(guide, held.card)}{glyphs.dot}r{held.until} "
            tail += [Run(" ", PLAIN), Run(text, HELD, f"held {held.card}")]
    room = width - 4 - len(score) - 1 - sum(cells(run.text) for run in tail)
    name = fit(guide.player(seat), room, glyphs.more)
    runs = [
        Run(glyphs.hand if acts else " ", TITLE),
        Run(f"{glyphs.piece(colour)}", piece(colour)),
        Run(" ", PLAIN),
        Run(name, TITLE if acts else STRONG, f"seat {seat}"),
        *tail,
    ]
    gap = width - sum(cells(run.text) for run in runs) - len(score)
    runs += [Run(" " * max(gap, 1), PLAIN), Run(score, STRONG)]
    return pad(runs, width)


def _held_name(guide: Guide, card: int) -> str:
    """A held card in one word."""
    return guide.card_name(card).rstrip("!").split(maxsplit=1)[0]


def _power(position: Position, guide: Guide, seat: int, width: int) -> list[Run]:
    """Power card and court, and the provinces where there is room."""
    rules = guide.rules
    power = position.power(seat)
    provinces = "?" if veiled(guide) else str(position.count(seat, rules.provinces))
    return [
        Run("plays ", DIM),
        Run(f"{power or guide.glyphs.dash:<2}", STRONG),
        Run(" court ", DIM, "court"),
        Run(f"{position.count(seat, rules.court):<2}", STRONG, "court"),
        Run(" prov ", DIM),
        Run(f"{provinces:<2}", PLAIN),
    ]


def _facts(position: Position, guide: Guide, seat: int, width: int) -> list[Run]:
    """Power card, court and provinces in a row of their own, and the home region if it fits."""
    home = position.grande(seat)
    if width < ROOMY or home < 0:
        return _power(position, guide, seat, width)
    name = guide.name(guide.rules.regions[home])
    return [*_power(position, guide, seat, width), Run(" home ", DIM), Run(name, PLAIN)]


def _hand(position: Position, guide: Guide, seat: int) -> list[Run]:
    """The power cards in hand, as far as they are known."""
    known = position.hand(seat)
    unseen = 0
    if position.drawers[seat] is None:
        unseen = sum(1 for owner, _ in position.doubts if owner == seat)
    text = spans(known) or guide.glyphs.dash
    return [Run("hand ", DIM), Run(text + f" +{unseen}?" * bool(unseen), PLAIN)]


def _last(hand: list[Run], width: int) -> list[Run]:
    """The hand indented; in a narrow pane its label goes before a number does."""
    need = 3 + sum(cells(run.text) for run in hand)
    if need > width:
        return [Run(" " * (1 if need - 5 >= width else 2), DIM), hand[-1]]
    return [Run("   ", DIM), *hand]


class CourtsPane(Painted, can_focus=True):
    """The pane of the players."""

    DEFAULT_CSS = "CourtsPane { height: 1fr; width: 1fr; }"

    def show(self, position: Position, guide: Guide, owing: Collection[int]) -> None:
        """Shows another position."""
        self.draw_with(lambda width, height: rows(position, guide, width, height, owing))
