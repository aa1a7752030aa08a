"""The forecast as a grid: a row a place, a column a player, the totals below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.board.forecast import CardForecast, Forecast, gain
from elgrande.app.panes.glyphs import letter
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.score_tables import numbers
from elgrande.app.panes.taken import Taken
from elgrande.app.panes.text_runs import Row, Run, cells, pad, paragraph
from elgrande.app.panes.text_styles import CHOSEN, DIM, KEY, PLAIN, STRONG, piece
from elgrande.app.settings.bindings import bindings
from elgrande.content.words.names import listed

if TYPE_CHECKING:
    from textual import events

    from elgrande.app.board.guide import Guide
    from elgrande.rules import Scored

LEAD = 26
"""Cells for the key, the name and the values of a place."""


def rows(found: Forecast, card: CardForecast | None, guide: Guide, width: int) -> list[Row]:
    """Return the grid, and what the card under the cursor would score, below it."""
    column = max(4, min(13, (width - LEAD) // guide.rules.n_seats))
    out = _heads(guide, width, column)
    for target in range(len(found.scored)):
        why = "not scored" if target in found.barred else "veiled"
        out.append(_place(target, found.at(target) or why, guide, width, column))
    out.append(pad([Run(guide.glyphs.rule * (LEAD + column * guide.rules.n_seats), DIM)], width))
    for text, values, style in (
        ("Score now", found.now, PLAIN),
        ("Would gain", found.gains, PLAIN),
        ("Total", found.totals, STRONG),
    ):
        out.append(pad(numbers(f" {text:<{LEAD - 1}}", values, column, style), width))
    if card is not None:
        out.append(_card(card, guide, width, column))
    for text in notes(found, card, guide):
        out += paragraph(text, width, DIM)
    return out


def pointed(grid: list[Row], hit: str) -> list[Row]:
    """Return the grid with the cursor on the row that stands for ``hit``."""
    return [
        tuple(run._replace(style=CHOSEN) for run in row) if row and row[0].hit == hit else row
        for row in grid
    ]


def notes(found: Forecast, card: CardForecast | None, guide: Guide) -> list[str]:
    """Return what has to be known to read the numbers."""
    out = []
    castillo = guide.rules.castillo_target
    if castillo in found.barred:
        out.append("The Castillo has been scored already.")
    elif found.veiled:
        out.append("The Castillo is veiled, so it is not counted.")
    else:
        then = ", and stay inside" if found.closed else "; what disks show is left open"
        out.append(f"Caballeros in the Castillo count there{then}.")
    if barred := sorted(found.barred - {castillo}):
        left_out = listed([guide.names.target(target) for target in barred])
        verb = "is" if len(barred) == 1 else "are"
        out.append(
            f"{left_out[:1].upper()}{left_out[1:]} {verb} left out of the next general scoring."
        )
    if again := [guide.names.target(one.target) for one in found.besides]:
        out.append(f"A card that waits scores {listed(again)}, too.")
    for kind in sorted(guide.rules.unplayed):
        lines = [(one.target, line) for one in found.scored if one for line in one.lines]
        first = ""
        for tied, how in ((False, "first"), (True, "tied for first")):
            if at := [t for t, x in lines if x.kind == kind and (x.rank, x.tied) == (1, tied)]:
                where = listed([guide.name(guide.rules.targets[target]) for target in at])
                first += f"; it is {how} in {where}"
        sign, who = guide.glyphs.piece(guide.rules.kinds[kind]), guide.names.whom(kind)
        out.append(f"{sign} {who[:1].upper()}{who[1:]} holds ranks but scores nothing{first}.")
    if card is None:
        return out
    name = guide.card_name(card.card)
    if card.shut:
        out.append(f"{name} scores the Castillo, which is veiled: what it pays is not shown.")
    elif not card.scored:
        out.append(f"{name} would score nothing now.")
    elif card.choice:
        out.append(f"{name} scores one place, chosen by whoever uses it.")
    elif card.disks:
        out.append(f"For {name}, secret disks decide which regions are scored.")
    else:
        places = ", ".join(guide.name(guide.rules.targets[one.target]) for one in card.scored)
        first = ", first places only" if card.scored[0].first_only else ""
        out.append(f"{name} scores {places}{first}.")
    if card.hidden and not card.shut:
        scores = "scores" if card.certain else "may also score"
        out.append(f"The card {scores} the Castillo{', too' * card.certain}, which is veiled.")
    return out


def _heads(guide: Guide, width: int, column: int) -> list[Row]:
    """Return the players over their columns; where a name has no room, its colour's letter."""
    seats = range(guide.rules.n_seats)
    roomy = all(cells(guide.player(seat)) <= column - 3 for seat in seats)
    runs = [Run(" " * LEAD, PLAIN)]
    legend = []
    for seat in seats:
        colour = guide.colour(seat)
        name = guide.player(seat) if roomy else letter(colour)
        sign = guide.glyphs.piece(colour)
        gap = column - cells(name) - 2
        runs += [Run(" " * gap, PLAIN), Run(sign, piece(colour)), Run(f" {name}", STRONG)]
        legend.append(f"{letter(colour)} {guide.player(seat)}")
    out = [pad(runs, width)]
    if not roomy:
        out += paragraph(", ".join(legend), width, DIM)
    return out


def _place(target: int, scored: list[Scored] | str, guide: Guide, width: int, column: int) -> Row:
    """Return one place: its key, name, values, and what each player would get.

    A text instead of scorings says why there is none.
    """
    name = guide.rules.targets[target]
    hit = f"why {target}"
    key = guide.key(name)
    runs = [Run(f" {key:>1} ", KEY, hit), Run(f" {guide.name(name):<15}", PLAIN)]
    if isinstance(scored, str):
        return pad([*runs, Run(f"  {scored}", DIM)], width)
    values = "/".join(map(str, scored[0].values))
    got = [cell(scored, seat) for seat in range(guide.rules.n_seats)]
    runs += [Run(f"{values:>6} ", DIM), *numbers("", got, column, PLAIN)]
    return pad([run._replace(hit=hit) for run in runs], width)


def cell(scored: list[Scored], seat: int) -> str:
    """Return what one player would get in a place: the ranks' points,
    and what comes beside them apart.
    """
    lines = [line for one in scored for line in one.lines if line.seat == seat]
    more = sum(one.sums().get(seat, 0) for one in scored)
    if not lines:
        return f"+{more}" if more else "."
    ranks = sum(line.points - line.king - line.grande for line in lines)
    return f"{ranks}+{more - ranks}" if more > ranks else str(ranks)


def _card(card: CardForecast, guide: Guide, width: int, column: int) -> Row:
    """Return what a card that scores would bring each player, or the most that a choice could."""
    seats = range(guide.rules.n_seats)
    info = guide.card(card.card)
    ident = guide.rules.cards[card.card].id
    text = f"{ident} {'brings' if card.certain else 'at most'}" if info else ident
    if card.shut:
        return pad([Run(f" {text:<{LEAD - 1}}  veiled", STRONG, "why card")], width, STRONG)
    most = [max((one.sums().get(seat, 0) for one in card.scored), default=0) for seat in seats]
    got = gain(card.scored, guide.rules.n_seats) if card.certain else most
    runs = numbers(f" {text:<{LEAD - 1}}", got, column, STRONG)
    return pad([run._replace(hit="why card") for run in runs], width, STRONG)


class ForecastPane(LineWidget, can_focus=True):
    """The grid with a cursor on one of its rows; it posts the row that was chosen."""

    BINDINGS = bindings("forecast")

    @dataclass
    class Chosen(Taken):
        """A row was chosen: a target's index, or -1 for the card."""

        target: int

    def __init__(
        self, found: Forecast, card: CardForecast | None, guide: Guide, cursor: int = 0
    ) -> None:
        super().__init__(self._grid)
        self._found = found
        self._card = card
        self._guide = guide
        self.cursor = cursor
        self._still: tuple[int, list[Row]] = (0, [])
        """The grid without a cursor, for a width: the cursor alone moves."""

    def show(self, found: Forecast, card: CardForecast | None) -> None:
        """Show another forecast."""
        self._found, self._card, self._still = found, card, (0, [])
        self.redraw()

    def _grid(self, width: int, _height: int) -> list[Row]:
        if self._still[0] != width:
            self._still = (width, rows(self._found, self._card, self._guide, width))
        on_card = self.cursor >= len(self._found.scored)
        return pointed(self._still[1], "why card" if on_card else f"why {self.cursor}")

    def point(self, row: int) -> None:
        """Put the cursor on a row."""
        self.cursor = row
        self.redraw()

    def action_step(self, by: int) -> None:
        """Move the cursor over the places and the card."""
        count = len(self._found.scored) + (self._card is not None)
        self.point((self.cursor + by) % count)

    def action_choose(self) -> None:
        on_card = self.cursor >= len(self._found.scored)
        self.post_message(self.Chosen(self, -1 if on_card else self.cursor))

    def on_key(self, event: events.Key) -> None:
        for target, name in enumerate(self._guide.rules.targets):
            key = self._guide.key(name)
            if key and event.character in {key, "c" if name == "castillo" else key}:
                event.stop()
                self.point(target)
                self.action_choose()
                return

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        message.stop()
        which = message.hit.removeprefix("why ")
        self.point(len(self._found.scored) if which == "card" else int(which))
        self.action_choose()
