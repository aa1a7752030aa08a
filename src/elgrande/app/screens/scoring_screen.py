"""A scoring told step by step beside the map, at the pace of whoever looks on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on
from textual.containers import Horizontal, Vertical

from elgrande.app.board.map.pane import MapPane
from elgrande.app.dialogs.dialog import hear
from elgrande.app.dialogs.help import KeyListScreen
from elgrande.app.dialogs.score_dialogs import CLOSED, ScoringListScreen, WhyScreen, why
from elgrande.app.keys import help_of
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.score_sheet import ScoreSheetPane
from elgrande.app.panes.score_track import ScoreLinePane, bars
from elgrande.app.panes.text_runs import (
    BAR,
    BAR_STRONG,
    DIM,
    TITLE,
    Row,
    Run,
    fitting,
    key_row,
    pad,
    width_of,
)
from elgrande.app.settings.bindings import bindings
from elgrande.app.settings.schema import SCORING_PACES, Settings
from elgrande.app.terminal.app_screen import AppScreen
from elgrande.content.map.chart import load
from elgrande.content.scorings import PlaceScored, Scoring
from elgrande.content.words.scoring_steps import scoring_forms, step_forms, step_name

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

    from elgrande.app.board.scoring_show import ScoringShow


BESIDE = (27, 4)
"""Cells that the sheet needs beside the map, and the rows above and below it."""
BY_KEY, SECOND, AT_ONCE = SCORING_PACES
TICK = 1.0
"""Seconds that a step stays at the pace of that name."""


class ScoringScreen(AppScreen[None]):
    """Shows one scoring of a game; it answers nothing, and nothing waits for it.

    ``passing`` is for a replay that plays by itself: a step a second, and on after the last.
    """

    AUTO_FOCUS = "ScoreSheetPane"

    CSS = """
    ScoringScreen { layout: vertical; background: $background; }
    ScoringScreen #heading { height: 1; }
    ScoringScreen #middle { height: 1fr; }
    ScoringScreen #bar { height: 3; }
    ScoringScreen #bar LineWidget { height: 1; }
    ScoringScreen #left { width: auto; height: 1fr; }
    ScoringScreen #bars { height: 1fr; width: 1fr; margin: 1 0 0 0; }
    ScoringScreen.roomy #sheet { margin: 0 1; }
    """

    BINDINGS = bindings("scoring")

    def __init__(self, show: ScoringShow, scoring: Scoring, *, passing: bool = False) -> None:
        super().__init__()
        self.show = show
        self.scoring = scoring
        self.at = 0
        self.seen = set[int]()
        """The steps that were on the screen."""
        self._passing = passing
        self._begun = False
        self._timer: Timer | None = None

    # -- life --------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Return heading, map and sheet, and the bar with the score track."""
        guide = self.show.guide
        yield LineWidget(id="heading")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapPane(guide.glyphs, id="map")
                yield LineWidget(id="bars")
            yield ScoreSheetPane(id="sheet")
        with Vertical(id="bar"):
            yield LineWidget(id="said")
            yield ScoreLinePane(guide, self._top, id="line")
            yield LineWidget(id="keys")

    @property
    def _top(self) -> int:
        """The highest score that is shown, whichever scoring is chosen."""
        return max(max(one.after) for one in self.show.scorings)

    def on_mount(self) -> None:
        """Show the first step, or all of it at once."""
        self.query_one(MapPane).can_focus = False
        if self.pace == AT_ONCE and not self._passing:
            self.at = self.last
        self._begun = True
        self._arrange()
        self._paint()
        self._start()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Use the largest drawing that leaves room for the sheet."""
        if not self._begun:
            return
        width, height = self.app.size
        charts = [load(size) for size in ("huge", "large", "compact")]
        # A column of sea less than the narrowest sheet would do is no use to anybody.
        fits = (
            chart
            for chart in charts
            if chart.width + BESIDE[0] <= width and chart.height + BESIDE[1] <= height
        )
        chart = next(fits, charts[-1])
        self.query_one(MapPane).use(chart.name)
        self.query_one("#left").styles.width = chart.width
        self.query_one("#bars").display = height - chart.height > self.show.guide.rules.n_seats + 4
        self.set_class(width >= 100, "roomy")

    # -- showing -----------------------------------------------------------

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.scoring.steps) - 1

    def _paint(self) -> None:
        """Paint the step of the moment, once there is something to paint on."""
        if not self._begun:
            return
        show, scoring, at = self.show, self.scoring, self.at
        self.seen.add(at)
        self.query_one("#heading", LineWidget).draw_with(self._heading)
        self.query_one(MapPane).show(show.scene(scoring, at))
        self.query_one(ScoreSheetPane).show(scoring, at, show.guide)
        self.query_one(ScoreLinePane).show(scoring.steps[at].points)
        self.query_one("#bars", LineWidget).draw_with(
            lambda width, height: bars(scoring.steps[at].points, show.guide, width, height)
        )
        self.query_one("#said", LineWidget).draw_with(self._said)
        self.query_one("#keys", LineWidget).draw_with(self._keys)

    def _heading(self, width: int, _height: int) -> list[Row]:
        names = self.show.guide.names
        step = step_name(self.scoring.steps[self.at], names)
        right = [Run(f"{step}, {self.at + 1} of {self.last + 1} ", DIM)]
        room = width - width_of(right) - 1
        name = fitting(scoring_forms(self.scoring, names), room - 1)
        return [(*pad([Run(f" {name}", TITLE)], width - width_of(right)), *right)]

    def _said(self, width: int, _height: int) -> list[Row]:
        # The sheet tells all of it; a sentence that is cut tells nothing.
        forms = step_forms(self.scoring, self.at, self.show.guide.names)
        return [pad([Run(f" {fitting(forms, width - 2)}", BAR_STRONG)], width, BAR)]

    def _keys(self, width: int, _height: int) -> list[Row]:
        """Return the keys, those that matter least dropped where room is short."""
        end = self.at == self.last
        keys = [self.keys.key("scoring.next", "to the game" if end else "next")]
        if self.at:
            keys.append(self.keys.key("scoring.back", "back"))
        if not end:
            keys.append(self.keys.key("scoring.all", "show all"))
        keys.append(self.keys.key("scoring.why", "why"))
        if not end:
            keys.append(self.keys.key("scoring.leave", "to the game"))
        keys.append(self.keys.key("scoring.keys", "help"))
        keys.append(self.keys.key("scoring.pace", f"pace: {self.pace}"))
        if len(self.show.scorings) > 1:
            keys.append(self.keys.key("scoring.list", "all scorings"))
        return [key_row(keys, width, BAR, BAR)]

    def rekeyed(self) -> None:
        self._paint()

    # -- moving ------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go to the next step, or the one before; the step after the last leads to the game."""
        if by > 0 and self.at == self.last:
            self.dismiss(None)
        else:
            self.action_go(self.at + by)

    def action_go(self, at: int) -> None:
        self._stop()
        self.at = max(0, min(at, self.last))
        self._paint()

    def action_leave(self) -> None:
        self.dismiss(None)

    # -- the pace ----------------------------------------------------------

    @property
    def pace(self) -> str:
        """How it goes on: by key, by itself, or not at all since all is seen at once."""
        if self._passing:
            return SECOND
        preferences = getattr(self.app, "preferences", None)
        return preferences.settings["scoring_pace"] if preferences is not None else BY_KEY

    def prefer(self, settings: Settings, glyphs: object) -> None:
        """Go on at the pace that holds now."""
        if self._begun and not self._passing:
            self._stop()
            self._start()
            self._paint()

    def action_pace(self) -> None:
        """Change the pace, and keep it."""
        preferences = getattr(self.app, "preferences", None)
        if preferences is None or self._passing:
            return
        following = SCORING_PACES[(SCORING_PACES.index(self.pace) + 1) % len(SCORING_PACES)]
        problem = preferences.choose("scoring_pace", following)
        if problem:
            self.notify(problem, severity="warning", markup=False)
        if following == AT_ONCE:
            self.action_go(self.last)

    def _start(self) -> None:
        if self.pace == SECOND and (self.at < self.last or self._passing):
            self._timer = self.set_interval(TICK, self.tick)

    def _stop(self) -> None:
        """Whoever presses a key goes on alone."""
        self._passing = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def tick(self) -> None:
        """Show the next step, by itself."""
        if self.app.screen is not self:
            return
        if self.at < self.last:
            self.at += 1
            self._paint()
        elif self._passing:
            self.dismiss(None)
        else:
            self._stop()

    # -- further -----------------------------------------------------------

    def action_why(self) -> None:
        """Explain the points of the step; of all places at a step without points."""
        self._stop()
        step, guide = self.scoring.steps[self.at], self.show.guide
        if isinstance(step, PlaceScored):
            self.app.push_screen(why(step.event, guide, closed=step.closed))
            return
        places = self.scoring.places
        lead = CLOSED if any(place.closed for place in places) else ""
        told = [place.event.scored for place in places if not place.closed]
        self.app.push_screen(WhyScreen(told, guide, lead))

    def action_list(self) -> None:
        """Choose among all scorings so far."""
        self._stop()

        def chosen(index: int) -> None:
            self.scoring = self.show.scorings[index]
            self.seen.clear()
            self.action_go(0)

        hear(self.app, ScoringListScreen(self.show.scorings, self.show.guide), chosen)

    def action_keys(self) -> None:
        self._stop()
        self.app.push_screen(KeyListScreen(help_of("scoring"), "A scoring: the keys"))

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        message.stop()
        if message.what == "step":
            self.action_go(int(message.which))

    @on(MapPane.PlaceChosen)
    def _on_map(self, message: MapPane.PlaceChosen) -> None:
        """Go to the step of a place that was clicked, if it has one."""
        message.pane.point("")
        targets = self.show.guide.rules.targets
        for at, step in enumerate(self.scoring.steps):
            if isinstance(step, PlaceScored) and targets[step.target] == message.place:
                self.action_go(at)
                return

    def on_click(self, event: events.Click) -> None:
        self.action_step(1)
