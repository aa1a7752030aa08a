"""Scorings explained: why these points, what a scoring would bring now, and all there were.

A scoring is taken apart into ranks, ties, bonuses, scoreboard, and the rules that it used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual import events
from textual.widget import Widget

from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.dialog import CLOSES, Dialog, PageDialog
from elgrande.app.panes.forecast import (
    CardForecast,
    Forecast,
    card_forecast,
    forecast,
    pointed,
    rows,
    user,
)
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import CursorPane, ListItem, ListPane
from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    cells,
    fitting,
    pad,
    paragraph,
    piece,
    width_of,
    wrap,
)
from elgrande.app.settings.bindings import bindings
from elgrande.content.documents import cited
from elgrande.content.reference import reference
from elgrande.content.scorings import Scoring
from elgrande.content.words import explain_score
from elgrande.content.words.names import ordinal, points
from elgrande.content.words.scoring_steps import scoring_forms
from elgrande.rules import Line, Scored, View
from elgrande.rules.events import RegionScored

CLOSED = (
    "The Castillo was open for this scoring only. It is veiled in this game, so how many were "
    "inside is no longer shown once the round is over; the log says who got how many points."
)


class WhyScreen(PageDialog[None]):
    """Explains one scoring, or the scorings of one card."""

    DEFAULT_CSS = "WhyScreen > #box { height: 40; }"

    title_text = "Why these points?"

    def __init__(self, scored: Sequence[Scored], guide: Guide, lead: str = "") -> None:
        super().__init__()
        self._scored = tuple(scored)
        self._guide = guide
        self._lead = lead

    def rows(self, width: int) -> list[Row]:
        """Return each scoring by itself, then the rules that were used."""
        out = paragraph(self._lead, width) if self._lead else []
        for scored in self._scored:
            out += [*scoring_rows(scored, self._guide, width), pad([], width)]
        return [*out, *rule_rows(self._scored, self._guide, width)]


def why(event: RegionScored, guide: Guide, *, closed: bool = False) -> WhyScreen:
    """Return the explanation of a scoring that has happened,
    unless its counts are no longer told.
    """
    if closed:
        return WhyScreen((), guide, CLOSED)
    how = "Scored in the general scoring." if event.general else "Scored by a special action."
    return WhyScreen([event.scored], guide, how)


def scoring_rows(scored: Scored, guide: Guide, width: int) -> list[Row]:
    """Return one scoring: the scoreboard, a line for each owner, then each step in words."""
    rules = guide.rules
    values = guide.names.values(scored.values)
    head = [Run(f"{guide.name(rules.targets[scored.target])}  {values}", TITLE)]
    out = [pad(head, width)]
    printed = rules.values[scored.target]
    if tuple(printed) != tuple(scored.values):
        covered = guide.names.values(printed)
        out += paragraph(f"A {guide.names.scoreboard} covers the printed {covered}.", width, DIM)
    if scored.first_only:
        out += paragraph("Only first places score.", width, DIM)
    names = max((cells(guide.names.owner(line.kind)) for line in scored.lines), default=0)
    for line in scored.lines:
        out.append(_owner(line, guide, names, width))
    for reason in explain_score(scored, rules, guide.names):
        out += _hung(guide.glyphs.dot, reason.sentence, width)
    return out


def _owner(line: Line, guide: Guide, names: int, width: int) -> Row:
    """Return who stands there, the rank reached and paid, the bonuses, the sum."""
    kind = guide.rules.kinds[line.kind]
    name = guide.names.owner(line.kind)
    rank = f"{'tied ' if line.tied else ''}{ordinal(line.rank)}"
    paid = f" {guide.glyphs.arrow} {ordinal(line.paid)}" if line.tied and line.seat >= 0 else ""
    base = line.points - line.king - line.grande
    sums = [str(base)]
    if line.king:
        sums.append(f"{line.king} King")
    if line.grande:
        sums.append(f"{line.grande} Grande")
    left = [
        Run(f" {guide.glyphs.piece(kind)}{line.count:<2}", piece(kind)),
        Run(f" {name}{' ' * (names - cells(name))}  ", PLAIN),
        Run(f"{rank}{paid}", PLAIN),
    ]
    how = f"{' + '.join(sums)} = " if len(sums) > 1 else ""
    total = points(line.points) if line.seat >= 0 else "for nobody"
    right = [Run(how, DIM), Run(total, STRONG)]
    room = max(1, width - width_of(left) - width_of(right) - 1)
    return pad([*left, Run(" " * room, PLAIN), *right], width)


def rule_rows(scored: Iterable[Scored], guide: Guide, width: int) -> list[Row]:
    """Return each rule that the scorings used, once: what it says, where it is printed."""
    out = [pad([Run("The rules", TITLE)], width)]
    for entry in reference(guide.setup).behind(scored, guide.names):
        out += [pad([Run(entry.title, STRONG)], width), *paragraph(entry.text, width)]
        if entry.cite:
            out += paragraph(
                f"Source: {cited(entry.cite, entry.confidence, entry.sure)}", width, DIM
            )
        out.append(pad([], width))
    return out[:-1]


def _hung(sign: str, text: str, width: int) -> list[Row]:
    """Return a paragraph behind a sign."""
    lines = wrap(text, width - 3)
    return [
        pad([Run(f" {sign if i == 0 else ' '} ", DIM), Run(line, PLAIN)], width)
        for i, line in enumerate(lines)
    ]


# -- if it were scored now -------------------------------------------------------------


class ForecastPane(CursorPane):
    """The grid with a cursor on one of its rows; to choose one is to click it."""

    BINDINGS = bindings("list")

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
        return pointed(self._still[1], self._why)

    @property
    def _why(self) -> str:
        """What a click on the row under the cursor means."""
        return f"why {'card' if self.cursor >= len(self._found.scored) else self.cursor}"

    @property
    def count(self) -> int:
        """How many rows there are: the places, and the card."""
        return len(self._found.scored) + (self._card is not None)

    def action_choose(self) -> None:
        self.post_message(self.Hit(self, self._why))

    def on_key(self, event: events.Key) -> None:
        for target, name in enumerate(self._guide.rules.targets):
            key = self._guide.key(name)
            if key and event.character in {key, "c" if name == "castillo" else key}:
                event.stop()
                self.point(target)
                self.action_choose()
                return

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        on_card = message.which == "card"
        self.point(len(self._found.scored) if on_card else int(message.which))


class ForecastScreen(Dialog[None]):
    """The forecast of one view; Enter on a row says why.

    ``card`` is the card under the cursor or in play (-1 for none), ``seat`` whoever
    would carry it out, ``target`` the place where the cursor starts.
    """

    DEFAULT_CSS = "ForecastScreen > #box { width: 92; height: 23; }"

    BINDINGS = bindings("forecast-dialog")

    title_text = "If it were scored now"
    hint = f"{{list.choose}} explains; {CLOSES}"

    def __init__(
        self, view: View, guide: Guide, *, card: int = -1, seat: int = 0, target: str = ""
    ) -> None:
        super().__init__()
        self._guide = guide
        self._acting = (card, seat)
        self.look(view)
        targets = guide.rules.targets
        self._start = targets.index(target) if target in targets else 0

    def look(self, view: View) -> None:
        """Count another view: the game has gone on."""
        (card, seat), guide = self._acting, self._guide
        self.found = forecast(view, guide)
        seat = user(view, card, seat) if card >= 0 else -1
        self.card = card_forecast(view, guide, card, seat) if seat >= 0 else None
        for pane in self.query(ForecastPane):
            pane.show(self.found, self.card)

    def content(self) -> Iterator[Widget]:
        yield ForecastPane(self.found, self.card, self._guide, self._start)

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        if message.which == "card":
            if self.card is not None and self.card.scored:
                name = self._guide.card_name(self.card.card)
                brings = "would score" if self.card.certain else "could bring"
                lead = f"What the special action of {name} {brings} now."
                self.app.push_screen(WhyScreen(self.card.scored, self._guide, lead))
            return
        target = int(message.which)
        scored = self.found.at(target)
        if scored:
            lead = "If it were scored now."
            self.app.push_screen(WhyScreen(scored, self._guide, lead))
        elif target in self.found.barred:
            self.notify("It is left out of the general scoring.", timeout=3)
        else:
            self.notify("The Castillo is veiled: nobody sees what is in it.", timeout=3)


# -- to look at one again --------------------------------------------------------------


class ScoringListScreen(Dialog[int]):
    """Lists general and special scorings, the latest first; returns the index of the chosen one."""

    DEFAULT_CSS = "ScoringListScreen > #box { width: 110; }"

    title_text = "Scorings so far"
    hint = f"{{list.choose}} shows it, {CLOSES}"

    def __init__(self, scorings: Sequence[Scoring], guide: Guide) -> None:
        super().__init__()
        self._scorings = scorings
        self._guide = guide

    def content(self) -> Iterator[Widget]:
        """Return the list."""
        room = min(110, self.app.size.width * 96 // 100) - EDGES
        items = [_item(scoring, self._guide, room) for scoring in reversed(self._scorings)]
        yield ListPane(self._guide.glyphs, items)

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(len(self._scorings) - 1 - message.index)


EDGES = 8
"""Cells that frame, cursor and gaps take in a line."""


def _item(scoring: Scoring, guide: Guide, room: int) -> ListItem:
    """Return a scoring in one line: what it is called, and who got how much."""
    got = [
        f"{guide.glyphs.piece(guide.colour(seat))}+{more}"
        for seat, more in enumerate(scoring.won)
        if more
    ]
    aside = " ".join(got) or "nothing"
    return ListItem(fitting(scoring_forms(scoring, guide.names), room - cells(aside)), aside)
