"""The analysis of a finished game: chances over the game, and the turns that changed most."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from elgrande.analysis.finished_game import FinishedGame
from elgrande.analysis.report import WON_BACK, Point, Report, better_said, tally_said
from elgrande.analysis.trial import TrialTable
from elgrande.analysis.worker import Analyst, Compared, NoAnalysis, Progress, analysed, compared
from elgrande.app.dialogs.dialog import hear
from elgrande.app.dialogs.help import KeyListScreen
from elgrande.app.keys import help_of
from elgrande.app.panes.line_widget import LineWidget, RowSource, WheelWidget, heading
from elgrande.app.panes.seat_plots import ChancePlot, rows, told
from elgrande.app.panes.text_runs import (
    ALERT,
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    cells,
    fit,
    fitting,
    key_row,
    keyed,
    pad,
    paragraph,
    piece,
    width_of,
)
from elgrande.app.screens.trial_screen import TrialScreen
from elgrande.app.settings.bindings import bindings
from elgrande.app.terminal.app_screen import AppScreen

if TYPE_CHECKING:
    from elgrande.analysis.analysis import Moment
    from elgrande.app.saved_games.replaying import Replaying


WIDE = [(120, "wide")]
"""From this width on everything is seen at once."""

ORDER = ", mistakes first"
"""In which order turning points stand, said where there is room."""
FRAME = 4
"""Cells that a heading needs beside its words."""

HOW = (
    "The chances are judged: from the beginning of each turn the round is played on many times, "
    "with what is hidden dealt anew, and it is known how games went from there. Mistakes were "
    "played on to the end of the game by stewards, from the turn as it was and from a better one. "
    "In 95 cases of 100 a figure is right within what it says to give or take. "
    f"{WON_BACK}"
)


class Explanation(WheelWidget):
    """The sentences of a turning point, which can be scrolled."""

    def __init__(self, source: RowSource, move: Callable[[int], None], id: str) -> None:
        super().__init__(source, id=id)
        self._move = move

    def wheel(self, by: int) -> None:
        self._move(by)


class AnalysisScreen(AppScreen[int]):
    """Shows the analysis while it is done and after; returns the entry to look at, or nothing."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = WIDE

    CSS = """
    AnalysisScreen { layout: vertical; background: $background; }
    AnalysisScreen #top { height: 2; }
    AnalysisScreen #keys { height: 1; }
    AnalysisScreen #middle { height: 1fr; }
    AnalysisScreen #plot { height: 1fr; width: 1fr; background: $surface; }
    AnalysisScreen #points { height: 7; }
    AnalysisScreen #why { height: 4; }
    AnalysisScreen.page #plot { display: none; }
    AnalysisScreen.page #why { height: 1fr; }
    AnalysisScreen.wide #middle { layout: horizontal; }
    AnalysisScreen.wide #plot { width: 11fr; display: block; }
    AnalysisScreen.wide #told { width: 9fr; height: 1fr; }
    AnalysisScreen.wide #why { height: 1fr; }
    AnalysisScreen #told { height: auto; width: 1fr; }
    AnalysisScreen.page #told { height: 1fr; }
    """

    BINDINGS = bindings("analysis")

    def __init__(
        self, replaying: Replaying, folder: Path | None, analyst: Analyst | None = None
    ) -> None:
        super().__init__()
        self.replaying = replaying
        self.guide = replaying.guide
        self.report: Report | None = None
        self._folder = folder
        self._analyst = analyst or analysed
        # Where somebody else analyses there is nobody here who would judge a turn.
        self._tries = analyst is None
        self._moments: list[Moment] = []
        self._progress = Progress(0, 1)
        self._refused = ""
        self._chosen = 0
        self._alone = -1
        self._scrolled = 0

    # -- life --------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Return the heading, the plot, the turning points, what is said of one, and the keys."""
        yield LineWidget(self._top, id="top")
        with Vertical(id="middle"):
            yield ChancePlot(self.guide, id="plot")
            with Vertical(id="told"):
                yield LineWidget(self._points, id="points")
                yield Explanation(self._why, self.action_scroll, id="why")
        yield LineWidget(self._keys, id="keys")

    def on_mount(self) -> None:
        """Begin the analysis, or go on with it."""
        self.run_worker(self._follow(), exclusive=True)

    async def _follow(self) -> None:
        """Show what is found, as it is found; the process ends with this screen."""
        news = self._analyst(self.replaying.journal, self.replaying.name, self._folder)
        async for one in news:
            if isinstance(one, Progress):
                self._progress = one
                self.query_one("#top", LineWidget).redraw()
                continue
            if isinstance(one, NoAnalysis):
                self._refused = one.why
            elif isinstance(one, Report):
                self.report = one
                self._moments = list(one.moments)
            elif not isinstance(one, Compared):
                self._moments.append(one)
            self._show()

    # -- showing -----------------------------------------------------------

    @property
    def points(self) -> tuple[Point, ...]:
        """The turning points, once they are known."""
        return self.report.points if self.report else ()

    def _show(self) -> None:
        if self._moments:
            self.query_one(ChancePlot).show(self._moments, self.points, self._order())
        for pane in self.query(LineWidget):
            pane.redraw()

    def _order(self) -> list[int]:
        """Return the seats that are drawn, the likeliest winner last, over the others."""
        if self._alone >= 0:
            return [self._alone]
        last = self._moments[-1].chances
        return sorted(range(len(last)), key=lambda seat: last[seat].value)

    def rekeyed(self) -> None:
        self._show()

    def _top(self, width: int, _height: int) -> list[Row]:
        """Return the title with how sure it is, and whose sign is whose."""
        right = self._said(width - 24)
        glyphs, guide = self.guide.glyphs, self.guide
        name = fit(f"{self.replaying.name}, analysis", width - len(right) - 3, glyphs.more)
        first = pad([Run(f" {name}", TITLE)], width - len(right) - 1)
        runs = [Run(" Chance to win ", PLAIN)]
        for seat in range(guide.rules.n_seats):
            style = STRONG if self._alone in (-1, seat) else DIM
            colour = guide.colour(seat)
            sign = Run(f" {glyphs.piece(colour)} ", piece(colour), f"seat {seat}")
            runs += [sign, Run(f"{guide.called(seat, 10)} ", style, f"seat {seat}")]
        return [(*first, Run(f"{right} ", DIM)), pad(runs, width)]

    def _said(self, room: int) -> str:
        """Say how far the analysis is, or how sure it is."""
        if self._refused:
            return ""
        if self.report is None and self._progress.before:
            before = self._progress.before
            first = "another game comes" if before == 1 else f"{before} other games come"
            forms = (f"{first} first; {{analysis.leave}} leaves", f"{first} first")
        elif self.report is None:
            done = f"{100 * self._progress.done // max(1, self._progress.of)} %"
            forms = (f"{done} done; {{analysis.leave}} pauses, it continues next time", done)
        else:
            most = self.report.half
            half = "not known how sure" if most is None else f"within {100 * most:.0f} %"
            forms = (f"{self.report.tries} tries for each turn, {half}", half)
        return fitting([self.keys.say(form) for form in forms], room)

    def _points(self, width: int, _height: int) -> list[Row]:
        glyphs = self.guide.glyphs
        if self._refused:
            return paragraph(f" {self._refused}", width, ALERT)
        if not self.points:
            title = "Turning points"
            says = "They come last, since games are played on from them."
            if self.report is not None:
                says = self.report.nothing
            return [heading(title, width, glyphs, False), *paragraph(f" {says}", width, DIM)]
        number = ("One turning point", "Two", "Three", "Four", "Five")[len(self.points) - 1]
        title = number if len(self.points) == 1 else f"{number} turning points"
        if len(self.points) > 1 and cells(title) + cells(ORDER) <= width - FRAME:
            title += ORDER
        assert self.report is not None
        tally, seats = self.report.tally, self.report.seats
        mistakes = f" {'; '.join(tally_said(tally, seats, short=True))}."
        return [
            heading(title, width, glyphs, False),
            pad([Run(fit(mistakes, width, glyphs.more), STRONG)], width),
            *rows(self.points, self._chosen, self.guide, width),
        ]

    def _why(self, width: int, height: int) -> list[Row]:
        """Return what is said of the chosen turning point."""
        if not self.points:
            return []
        point = self.points[self._chosen]
        wide, page = self.has_class("wide"), self.has_class("page")
        found = told(point, width, more=page)
        if wide or page:
            report, about = self.report, paragraph(HOW, width - 2, DIM)
            assert report is not None
            told_of = (*tally_said(report.tally, report.seats), *report.faultless)
            for text in reversed(told_of):
                about = [*paragraph(f"{text}.", width - 2), pad([], width - 2), *about]
            found += [pad([], width), *((Run(" ", PLAIN), *row, Run(" ", PLAIN)) for row in about)]
        self._scrolled = max(0, min(self._scrolled, len(found) - height))
        shown = found[self._scrolled : self._scrolled + height]
        if len(found) > self._scrolled + height and shown:
            key = self.keys.key("analysis.newer" if page else "analysis.page", "more")
            end = keyed(key, DIM)
            # On a line of its own: the text goes on where it was cut off.
            shown[-1] = (*pad([], width - width_of(end)), *end)
        return shown

    def _keys(self, width: int, _height: int) -> list[Row]:
        names = ["open", *["try"] * self._tries, "alone", "page", "keys", "leave"]
        if not self.points:
            names = ["alone", "leave"] if self._moments else ["leave"]
        back = "less" if self.has_class("wide") else "plot"
        labels = {"page": back if self.has_class("page") else "more"}
        keys = (self.keys.key(f"analysis.{name}", labels.get(name, "")) for name in names)
        return [key_row(keys, width)]

    # -- keys --------------------------------------------------------------

    def action_to(self, which: int) -> None:
        """Choose a turning point."""
        if 0 <= which < len(self.points):
            self._chosen, self._scrolled = which, 0
            self._show()

    def action_step(self, way: int) -> None:
        self.action_to(self._chosen + way)

    def action_open(self) -> None:
        """Go to the chosen turn in the replay."""
        if self.points:
            self.dismiss(self.points[self._chosen].begin)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._tries if action == "try_turn" else super().check_action(action, parameters)

    def action_try_turn(self) -> None:
        """Try the chosen turn at the table, as often as somebody likes."""
        if not self.points:
            return
        point, now = self.points[self._chosen], self.replaying
        game = FinishedGame(now.table)
        trial = TrialTable(game, game.turn(point.begin))
        if trial.ended:
            self.notify("There is nothing to choose in this turn.")
            return
        screen = TrialScreen(
            trial, self.guide.glyphs,
            lambda: compared(now.journal, now.name, self._folder, trial, point.chances[0]),
            better_said(point),
        )  # fmt: skip
        hear(self.app, screen, lambda _: self.action_try_turn())

    def action_alone(self) -> None:
        """Show one seat alone, then the next, then all."""
        last = self.guide.rules.n_seats - 1
        self._alone = -1 if self._alone == last else self._alone + 1
        self._show()

    def action_page(self) -> None:
        """Show all that is known of a turning point, in place of the plot if need be; or less."""
        if self.points:
            self.toggle_class("page")
            self._show()

    def action_scroll(self, by: int) -> None:
        self._scrolled += by
        self.query_one(Explanation).redraw()

    def action_keys(self) -> None:
        keys = [
            line for line in help_of("analysis") if self._tries or "analysis.try" not in line[0]
        ]
        self.app.push_screen(KeyListScreen(keys, "Analysis: the keys"))

    def action_leave(self) -> None:
        """Go back to the plot first, then to the replay."""
        if self.has_class("page"):
            self.action_page()
        else:
            self.dismiss(None)

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        if message.what == "point":
            self.action_to(int(message.which))
        elif message.what == "seat":
            self._alone = -1 if self._alone == int(message.which) else int(message.which)
            self._show()
