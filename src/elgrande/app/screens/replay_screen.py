"""A saved game looked at again: the board, and keys to move through time.

The strip under it says what just happened, where we are in the game, and the keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on

from elgrande.app.board.view import BoardView
from elgrande.app.dialogs.dialog import ask, hear
from elgrande.app.dialogs.help import KeyListScreen
from elgrande.app.dialogs.line_input import FilterDialog
from elgrande.app.dialogs.play_on import PlayOnScreen
from elgrande.app.dialogs.score_dialogs import ScoringListScreen
from elgrande.app.keys import help_of
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem
from elgrande.app.panes.log import LogLine, LogPane
from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    fit,
    key_row,
    pad,
    piece,
    width_of,
)
from elgrande.app.saved_games.replaying import OPEN, Eyes, Moments, Replaying
from elgrande.app.screens.scoring_screen import ScoringScreen
from elgrande.app.settings.bindings import Key, bindings
from elgrande.app.terminal.app_screen import AppScreen
from elgrande.content.files import ContentError
from elgrande.content.words.names import round_name
from elgrande.saves import SaveError, Store

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

    from elgrande.analysis.worker import Analyst
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.content.setup import Player


class FindScreen(FilterDialog[int]):
    """Returns the index of the line that was chosen."""

    title_text = "Find in the log"
    hint = "type to search; Enter goes there; {dialog.close} closes"

    def __init__(self, entries: Sequence[LogLine], glyphs: Glyphs, here: int) -> None:
        self._here = here
        rule, items = glyphs.rule * 2, []
        for index, entry in enumerate(entries):
            head = f"{rule} {entry.text} {rule}" if entry.kind == "round" else entry.text
            sign = glyphs.piece(entry.colour) if entry.colour else " "
            items.append((index, ListItem(f"{sign} {head}")))
        super().__init__(glyphs, items)

    def begin(self) -> int:
        # The cursor stays by the present moment.
        return sum(index < self._here for index, _ in self.shown)


# -- the strip -------------------------------------------------------------------------


@dataclass(frozen=True)
class ReplayStrip:
    """What the strip shows; ``rounds`` are the moments at which rounds begin.

    ``answer`` stands in where an answer brought no news.
    """

    at: int
    last: int
    rounds: Sequence[int]
    news: Sequence[LogLine]
    answer: str
    pace: str
    seen: str
    keys: Sequence[Key]


def rows(strip: ReplayStrip, glyphs: Glyphs, width: int) -> list[Row]:
    """Return the three rows."""
    return [_news(strip, glyphs, width), _line(strip, glyphs, width), key_row(strip.keys, width)]


def _news(strip: ReplayStrip, glyphs: Glyphs, width: int) -> Row:
    """Return what the last answer brought."""
    runs: list[Run] = []
    said = [entry for entry in strip.news if entry.kind != "round"] or strip.news
    for entry in said:
        sign = Run(glyphs.piece(entry.colour), piece(entry.colour)) if entry.colour else None
        runs += [Run(" ", PLAIN), *([sign] if sign else [])]
        room = width - width_of(runs) - 1
        if room < 12:
            break
        runs.append(Run(" " + fit(entry.text, room, glyphs.more), STRONG))
    silent = "Nothing that was to be told." if strip.at else "The game as it was set up."
    return pad(runs or [Run(f" {strip.answer or silent}", STRONG)], width)


def _line(strip: ReplayStrip, glyphs: Glyphs, width: int) -> Row:
    """Return the way through the game with a mark at each round, and how it is looked at."""
    right = f"  {strip.at} of {strip.last}, {strip.pace}, view: {strip.seen} "
    room = max(10, width - len(right) - 2)
    marks = {position(at, strip.last, room) for at in strip.rounds}
    here = position(strip.at, strip.last, room)
    runs = [Run(" ", PLAIN)]
    for x in range(room):
        sign = glyphs.bar if x in marks else glyphs.track
        if x == here:
            sign = glyphs.up if glyphs.half else "#"
        go = f"go {moment(x, strip.last, room)}"
        runs.append(Run(sign, TITLE if x <= here else DIM, go))
    return pad([*runs, Run(right, PLAIN, "view")], width)


def position(at: int, last: int, room: int) -> int:
    """Return where a moment stands on a line of so many cells."""
    return round(at * (room - 1) / last) if last else 0


def moment(x: int, last: int, room: int) -> int:
    """Return the moment that a cell stands for."""
    return round(x * last / (room - 1)) if room > 1 else 0


class ReplayStripPane(LineWidget):
    """The strip; a click on the line goes there, one on a key does what the key does."""

    DEFAULT_CSS = "ReplayStripPane { height: 3; width: 1fr; }"

    def show(self, strip: ReplayStrip, glyphs: Glyphs) -> None:
        """Show another moment."""
        self.draw_with(lambda width, _height: rows(strip, glyphs, width))


# -- the screen ------------------------------------------------------------------------

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds for an answer, the slowest first."""


class ReplayScreen(AppScreen[str]):
    """Shows a saved game, read-only. Returns the name of a new game from here, or nothing."""

    # The keys are the replay's own: the arrows move through time, not over a pane.
    AUTO_FOCUS = ""

    BINDINGS = bindings("replay")

    def __init__(
        self,
        replaying: Moments,
        store: Store | None = None,
        bots: Sequence[str] = (),
        analyst: Analyst | None = None,
        *,
        analysis: bool = False,
    ) -> None:
        """``store`` is where a new game from here could be kept; ``analyst`` who analyses.

        With ``analysis`` that is opened at once.
        """
        super().__init__()
        self.replaying = replaying
        self.guide = replaying.guide
        self.glyphs = replaying.guide.glyphs
        self._store = store
        self._bots = tuple(bots)
        self._analyst = analyst
        self._analysis = analysis
        self.board = BoardView(self.guide, tab=3)
        self._pace = 2
        self._timer: Timer | None = None

    # -- life --------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Return the board, and the strip that moves through time."""
        yield self.board
        yield ReplayStripPane(id="track")

    def on_mount(self) -> None:
        """Show the start; a click on a pane does not take the keyboard away."""
        for pane in self.query(LineWidget):
            pane.can_focus = False
        self.show()
        if self.replaying.problem:
            self.notify(self.replaying.problem, severity="warning", timeout=12)
        if self._analysis:
            self.action_analysis()

    # -- showing -----------------------------------------------------------

    def show(self) -> None:
        """Paint every pane for this moment, as these eyes see it."""
        now = self.replaying
        own = now.eyes if isinstance(now.eyes, int) else None
        self.board.show(now.position, now.log(), owing=now.position.owing(), own=own)
        self._show_track()

    def _show_track(self) -> None:
        now = self.replaying
        begins = {moment.round: i for i, moment in reversed(list(enumerate(now.moments)))}
        further = (
            # In a small window all of these have just room.
            (("analysis", "analyse"), ("keys", "keys")) if now.over else (("keys", "all keys"),)
        )
        keys = tuple(self.keys.key(f"replay.{name}", label) for name, label in (
            ("play", "stop" if self.playing else "play"),
            *((("eyes", "eyes"),) if len(now.sights) > 1 else ()), ("find", "find"),
            *((("play-on", "play on"),) if self._store else ()), *further,
            *((("leave", "leave"),) if isinstance(now, Replaying) else ()),
        ))  # fmt: skip
        paused = "paused"
        if not isinstance(now, Replaying):
            # Whoever came from the table by one key looks for the way back first of all.
            back = Key("replay.leave", self.keys.say("{replay.leave|Esc}"), "back to the table")
            paused, keys = "a look back", (back, *keys)
        pace = f"{1 / SPEEDS[self._pace]:g} per second" if self.playing else paused
        # At the end it is who has won that counts, and that is told last.
        news = now.news()[-1:] if now.ended_here else now.news()
        track = ReplayStrip(
            now.at, now.last, sorted(begins.values()), news, now.answer(), pace,
            self.view_name(now.eyes), keys,
        )  # fmt: skip
        self.query_one(ReplayStripPane).show(track, self.glyphs)

    def rekeyed(self) -> None:
        self._show_track()

    def view_name(self, eyes: Eyes) -> str:
        """Whose eyes these are, for people."""
        if eyes is None:
            return "a spectator"
        return "everybody" if eyes == OPEN else self.guide.player(eyes)

    # -- moving ------------------------------------------------------------

    def action_step(self, way: int) -> None:
        before = self.replaying.moment.n
        self._moved(self.replaying.step(way))
        self._show_scoring(before)

    def action_turn(self, way: int) -> None:
        before = self.replaying.moment.n
        self._moved(self.replaying.turn(way))
        self._show_scoring(before)

    def action_round(self, way: int) -> None:
        self._moved(self.replaying.round(way))

    def action_go(self, index: int) -> None:
        """To a moment."""
        self._moved(self.replaying.go(index))

    def action_to_round(self, number: int) -> None:
        """To the beginning of a round."""
        there = self.replaying.rounds
        if not self.replaying.to_round(number):
            said = ", ".join(map(str, there))
            self.notify(f"This game has no round {number}; its rounds are {said}.", timeout=3)
        self._moved(True)

    def _moved(self, moved: bool) -> None:
        """Stop playing: a person moved."""
        self._stop()
        if moved:
            self.show()
        else:
            self._show_track()

    # -- playing -----------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether it plays by itself."""
        return self._timer is not None

    def action_play(self) -> None:
        """Play, or stop; at the end begin again."""
        if self.playing:
            self._stop()
        else:
            if self.replaying.at == self.replaying.last:
                self.replaying.go(0)
            self._start()
        self.show()

    def _start(self) -> None:
        self._timer = self.set_interval(SPEEDS[self._pace], self.tick)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def tick(self) -> None:
        """Go to the next answer, while it plays."""
        if not self.playing or self.app.screen is not self:
            return
        before = self.replaying.moment.n
        if not self.replaying.step(1) or self.replaying.at == self.replaying.last:
            self._stop()
        self.show()
        self._show_scoring(before, passing=self.playing)

    def action_pace(self, way: int) -> None:
        """Faster or slower."""
        self._pace = max(0, min(self._pace + way, len(SPEEDS) - 1))
        if self.playing:
            self._stop()
            self._start()
            self._show_track()
        else:
            self.notify(f"Now playing {1 / SPEEDS[self._pace]:g} answers per second.", timeout=2)

    # -- scorings ----------------------------------------------------------

    def _show_scoring(self, before: int, *, passing: bool = False) -> None:
        """Show the general scoring that was passed since an entry, if the setting says so."""
        if self.replaying.moment.n <= before or not self._tells_scorings:
            return
        show = self.replaying.scorings()
        general = [scoring for scoring in show.since(before) if scoring.general]
        if general:
            self.app.push_screen(ScoringScreen(show, general[-1], passing=passing))

    @property
    def _tells_scorings(self) -> bool:
        preferences = getattr(self.app, "preferences", None)
        return preferences is None or preferences.settings["scorings"] == "full"

    def action_scorings(self) -> None:
        self._stop()
        self._show_track()
        show = self.replaying.scorings()
        if not show.scorings:
            self.notify("Nothing has been scored up to here.", timeout=3)
        elif len(show.scorings) == 1:
            self.app.push_screen(ScoringScreen(show, show.scorings[0]))
        else:

            def chosen(index: int) -> None:
                self.app.push_screen(ScoringScreen(show, show.scorings[index]))

            hear(self.app, ScoringListScreen(show.scorings, self.guide), chosen)

    # -- seeing ------------------------------------------------------------

    def action_eyes(self) -> None:
        sights = self.replaying.sights
        eyes = sights[(sights.index(self.replaying.eyes) + 1) % len(sights)]
        if self.replaying.eyes is None and self.replaying.warns(eyes):
            self._stop()
            asks = "This game is not over. Show what its players must not know yet?"
            ask(self.app, asks, lambda: self._look_with(eyes))
        else:
            self._look_with(eyes)

    def _look_with(self, eyes: Eyes) -> None:
        self.replaying.see(eyes)
        self.show()

    def action_tab(self, way: int) -> None:
        self.board.next_tab(way)

    def action_scroll(self, by: int) -> None:
        """Scroll the log."""
        self.query_one(LogPane).action_scroll(by)

    def action_keys(self) -> None:
        """All keys."""
        self._stop()
        self._show_track()
        keys = [line for line in help_of("replay") if self._store or "play-on" not in line[0]]
        self.app.push_screen(KeyListScreen(keys, "Replay: the keys"))

    # -- further -----------------------------------------------------------

    def action_find(self) -> None:
        """Show lines of the log to go to."""
        self._stop()
        found = self.replaying.whole_log()
        here = max((i for i, line in enumerate(found) if line.at <= self.replaying.at), default=0)
        entries = [line.line for line in found]
        screen = FindScreen(entries, self.glyphs, here)
        hear(self.app, screen, lambda index: self.action_go(found[index].at))

    def action_play_on(self) -> None:
        self._stop()
        self._show_track()
        store = self._store
        now = self.replaying
        if store is None or not isinstance(now, Replaying):
            self.notify("There is no saves folder here to hold a new game.", timeout=4)
            return
        if now.ended_here:
            self.notify("The game is over here; go back to an earlier point first.", timeout=4)
            return

        def chosen(players: tuple[Player, ...]) -> None:
            try:
                name = now.branch(store, players)
            except (SaveError, ContentError) as error:
                self.notify(str(error), severity="error", timeout=10)
                return
            self.dismiss(name)

        moment = self.replaying.moment
        where = round_name(moment.round, self.replaying.guide.rules.rounds[0])
        where += f", answer {self.replaying.at}"
        dialog = PlayOnScreen(now.players_here(), self._bots, self.glyphs, where)
        hear(self.app, dialog, chosen)

    def action_analysis(self) -> None:
        """Show who was likely to win when; a turn that is chosen there is gone to here."""
        self._stop()
        self._show_track()
        now = self.replaying
        if not (now.over and isinstance(now, Replaying)):
            said = "This game is not over here, and only a finished game can be analysed."
            self.notify(said, timeout=4)
            return
        # Imported only now: the plotting library is not needed to look on.
        from elgrande.app.screens.analysis_screen import AnalysisScreen

        screen = AnalysisScreen(now, self._store.paths.data if self._store else None, self._analyst)
        hear(self.app, screen, lambda entry: self.action_go(self.replaying.after(entry)))

    def action_leave(self) -> None:
        self._stop()
        self.dismiss(None)

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        if message.what == "go":
            self.action_go(int(message.which))
        elif message.what == "entry":
            self.action_go(self.replaying.after(int(message.which)))
        elif message.what == "view":
            self.action_eyes()
