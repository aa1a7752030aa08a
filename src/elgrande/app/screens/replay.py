"""A saved game looked at again: the panes of the table, and keys to move through time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Horizontal, Vertical

from elgrande.app.map.pane import MapPane
from elgrande.app.map.reading import read
from elgrande.app.painted import Painted
from elgrande.app.panes.cards import CardsPane
from elgrande.app.panes.courts import CourtsPane, needed
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.scores import ScoresPane
from elgrande.app.panes.status import StatusPane
from elgrande.app.panes.tabs import TabsPane
from elgrande.app.panes.track import Track, TrackPane
from elgrande.app.replaying import OPEN, Eyes
from elgrande.app.screens.ask import AskScreen
from elgrande.app.screens.find import FindScreen
from elgrande.app.screens.keylist import KeyListScreen
from elgrande.app.screens.playon import PlayOnScreen
from elgrande.app.toosmall import Roomy
from elgrande.content.reading import ContentError
from elgrande.content.words.names import round_name
from elgrande.saves import SaveError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer

    from elgrande.app.replaying import Replaying
    from elgrande.content.setup import Player
    from elgrande.saves import Store

TABS = ("Cards", "Courts", "Score", "Log")
PANES = ("cards", "courts", "scores", "log")
LARGE = (118, 36)
HUGE = (158, 48)

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds for an answer, the slowest first."""

ROUNDS = "{" + ",".join(f"replay.round-{n}" for n in range(1, 10)) + "|1-9}"

KEYS = (
    ("{replay.back,replay.forward|left right h l}", "an answer back or forward"),
    ("{replay.turn-back,replay.turn-forward|up down k j}", "a turn back or forward"),
    ("{replay.round-back,replay.round-forward|PgUp PgDn}", "a round back or forward"),
    (ROUNDS, "to the beginning of that round"),
    ("{replay.start} {replay.end}", "to the start, to the end"),
    ("{replay.play}", "play, or stop playing"),
    ("{replay.faster} {replay.slower}", "faster, slower"),
    (
        "{replay.eyes}",
        "look with other eyes: a spectator's, a player's, after the end everybody's",
    ),
    ("{replay.find}", "find a line of the log and go there"),
    ("{replay.play-on}", "play on from here, as a new game"),
    ("{replay.next}", "the next pane, in a small window"),
    ("{replay.older} {replay.newer}", "scroll the log"),
    ("{replay.leave|q Esc}", "leave"),
)
"""The keys of a replay, named as `Keys.say` reads them."""


@dataclass(frozen=True)
class PlayOn:
    """A new game was made from a moment: the name of its save."""

    name: str


class ReplayScreen(Roomy[PlayOn]):
    """Shows a saved game, read-only. Returns the new game to play on, or nothing."""

    # The keys are the replay's own: the arrows move through time, not over a pane.
    AUTO_FOCUS = ""

    CSS = """
    ReplayScreen { layout: vertical; background: $background; }
    ReplayScreen #middle { height: 1fr; }
    ReplayScreen #left { width: auto; height: 1fr; }
    ReplayScreen #side { width: 1fr; height: 1fr; }
    ReplayScreen #under { display: none; width: 1fr; height: 1fr; }
    ReplayScreen.small #side > Painted { display: none; }
    ReplayScreen.small #side > #tabs { display: block; }
    ReplayScreen.small #side > .active { display: block; }
    ReplayScreen.big #tabs { display: none; }
    ReplayScreen.big #scores { display: none; }
    ReplayScreen.tall #under { display: block; }
    ReplayScreen.big #cards { height: 3fr; }
    ReplayScreen.big #courts { height: auto; }
    ReplayScreen.big #log { height: 1fr; min-height: 5; }
    ReplayScreen.big #courts, ReplayScreen.big #log {
        border-top: solid $primary; border-title-color: $primary; background: $surface;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "answer back", show=False, id="replay.back"),
        Binding("right,l", "step(1)", "answer forward", show=False, id="replay.forward"),
        Binding("up,k", "turn(-1)", "turn back", show=False, id="replay.turn-back"),
        Binding("down,j", "turn(1)", "turn forward", show=False, id="replay.turn-forward"),
        Binding("pageup", "round(-1)", "round back", show=False, id="replay.round-back"),
        Binding("pagedown", "round(1)", "round forward", show=False, id="replay.round-forward"),
        Binding("home", "go(0)", "start", show=False, id="replay.start"),
        Binding("end", "go(1000000)", "end", show=False, id="replay.end"),
        Binding("space", "play", "play", show=False, id="replay.play"),
        Binding("plus,equals_sign", "pace(1)", "faster", show=False, id="replay.faster"),
        Binding("minus", "pace(-1)", "slower", show=False, id="replay.slower"),
        Binding("v", "eyes", "other eyes", show=False, id="replay.eyes"),
        Binding("g,slash", "find", "find a line", show=False, id="replay.find"),
        Binding("p", "play_on", "play on from here", show=False, id="replay.play-on"),
        Binding("tab", "tab(1)", "next pane", show=False, id="replay.next", priority=True),
        Binding("shift+tab", "tab(-1)", "pane before", show=False, id="replay.previous",
                priority=True),
        Binding("left_square_bracket", "scroll(5)", "older", show=False, id="replay.older"),
        Binding("right_square_bracket", "scroll(-5)", "newer", show=False, id="replay.newer"),
        Binding("question_mark", "keys", "keys", show=False, id="replay.keys"),
        Binding("q,escape", "leave", "leave", show=False, id="replay.leave"),
        *(Binding(str(n), f"to_round({n})", f"round {n}", show=False, id=f"replay.round-{n}")
          for n in range(1, 10)),
    ]  # fmt: skip

    def __init__(
        self, replaying: Replaying, store: Store | None = None, bots: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.replaying = replaying
        self.guide = replaying.guide
        self.glyphs = replaying.guide.glyphs
        self._store = store
        self._bots = tuple(bots)
        self._tab = 3
        self._pace = 2
        self._timer: Timer | None = None

    # -- life --------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The panes of the table, and the strip that moves through time."""
        yield StatusPane(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapPane(self.glyphs, id="map")
                yield ScoresPane(id="under")
            with Vertical(id="side"):
                yield TabsPane(id="tabs")
                yield CardsPane(id="cards")
                yield CourtsPane(id="courts")
                yield ScoresPane(id="scores")
                yield LogPane(self.glyphs, id="log")
        yield TrackPane(id="track")

    def on_mount(self) -> None:
        """Shows the start; a click on a pane does not take the keyboard away."""
        for pane in self.query(Painted):
            pane.can_focus = False
        self.query_one("#courts").border_title = "Players"
        self.query_one("#log").border_title = "Log"
        self._arrange()
        self.show()
        if self.replaying.problem:
            self.notify(self.replaying.problem, severity="warning", timeout=12)

    def on_resize(self) -> None:
        """Chooses the layout that fits."""
        self._arrange()

    def _arrange(self) -> None:
        """The same drawings at the same sizes as at the table."""
        width, height = self.app.size
        big = width >= LARGE[0] and height >= LARGE[1]
        huge = width >= HUGE[0] and height >= HUGE[1]
        self.set_class(big, "big")
        self.set_class(not big, "small")
        self.set_class(big or height >= 30, "tall")
        pane = self.query_one(MapPane)
        pane.use("huge" if huge else "large" if big else "compact")
        self.query_one("#left").styles.width = pane.chart.width
        rows = needed(self.guide, 3 if huge else 2)
        self.query_one("#courts").styles.height = rows + 1 if big else "1fr"
        self._show_tab(self._tab)

    # -- showing -----------------------------------------------------------

    def show(self) -> None:
        """Paints every pane for this moment, as these eyes see it."""
        now = self.replaying
        position = now.position
        self.query_one(StatusPane).show(position, self.guide)
        self.query_one(MapPane).show(read(position, self.guide))
        self.query_one(CardsPane).show(position, self.guide, ())
        self.query_one(CourtsPane).show(position, self.guide, position.owing())
        for pane in self.query(ScoresPane):
            pane.show(position, self.guide)
        self.query_one(LogPane).show(now.log())
        self._show_track()

    def _show_track(self) -> None:
        now = self.replaying
        begins = {moment.round: i for i, moment in reversed(list(enumerate(now.moments)))}
        keys = tuple(self.keys.key(f"replay.{name}", label) for name, label in (
            ("play", "stop" if self.playing else "play"), ("eyes", "eyes"), ("find", "find"),
            ("play-on", "play on"), ("keys", "all keys"), ("leave", "leave"),
        ))  # fmt: skip
        pace = f"{1 / SPEEDS[self._pace]:g} a second" if self.playing else "stopped"
        track = Track(
            now.at, now.last, sorted(begins.values()), now.news(), now.answer(), pace,
            self.sight(now.eyes), keys,
        )  # fmt: skip
        self.query_one(TrackPane).show(track, self.glyphs)

    def rekeyed(self) -> None:
        """The strip names other keys."""
        self._show_track()

    def sight(self, eyes: Eyes) -> str:
        """Whose eyes these are, for people."""
        if eyes is None:
            return "a spectator"
        return "everybody at once" if eyes == OPEN else self.guide.player(eyes)

    def _show_tab(self, index: int) -> None:
        """Shows one of the side panes in a small window."""
        self._tab = index
        for i, name in enumerate(PANES):
            self.query_one(f"#{name}").set_class(i == index, "active")
        self.query_one(TabsPane).show(TABS, index, ("[", "]"))

    # -- moving ------------------------------------------------------------

    def action_step(self, way: int) -> None:
        """An answer back or forward."""
        self._moved(self.replaying.step(way))

    def action_turn(self, way: int) -> None:
        """A turn back or forward."""
        self._moved(self.replaying.turn(way))

    def action_round(self, way: int) -> None:
        """A round back or forward."""
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
        """A person moved: playing stops."""
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
        """Plays, or stops; at the end it begins again."""
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
        """The next answer, while it plays."""
        if not self.playing or self.app.screen is not self:
            return
        if not self.replaying.step(1) or self.replaying.at == self.replaying.last:
            self._stop()
        self.show()

    def action_pace(self, way: int) -> None:
        """Faster or slower."""
        self._pace = max(0, min(self._pace + way, len(SPEEDS) - 1))
        if self.playing:
            self._stop()
            self._start()
            self._show_track()
        else:
            self.notify(f"It plays {1 / SPEEDS[self._pace]:g} answers a second.", timeout=2)

    # -- seeing ------------------------------------------------------------

    def action_eyes(self) -> None:
        """The next pair of eyes; those that see secrets of an unfinished game are asked for."""
        sights = self.replaying.sights
        eyes = sights[(sights.index(self.replaying.eyes) + 1) % len(sights)]
        if self.replaying.eyes is None and self.replaying.warns(eyes):
            self._stop()
            asks = "This game is not over. Look at what players may not know of each other yet?"

            def answered(yes: bool | None) -> None:
                if yes:
                    self._look_with(eyes)

            self.app.push_screen(AskScreen(asks), answered)
        else:
            self._look_with(eyes)

    def _look_with(self, eyes: Eyes) -> None:
        self.replaying.see(eyes)
        self.show()

    def action_tab(self, way: int) -> None:
        """The next pane of a small window."""
        self._show_tab((self._tab + way) % len(TABS))

    def action_scroll(self, by: int) -> None:
        """Scrolls the log."""
        self.query_one(LogPane).action_scroll(by)

    def action_keys(self) -> None:
        """All keys."""
        self._stop()
        self._show_track()
        keys = [(self.keys.say(key), self.keys.say(says)) for key, says in KEYS]
        self.app.push_screen(KeyListScreen(keys, "Replay: the keys"))

    # -- further -----------------------------------------------------------

    def action_find(self) -> None:
        """Lines of the log to go to."""
        self._stop()
        story = self.replaying.story()

        def chosen(index: int | None) -> None:
            if index is not None:
                self.action_go(story[index].at)

        here = max((i for i, line in enumerate(story) if line.at <= self.replaying.at), default=0)
        entries = [line.line for line in story]
        self.app.push_screen(FindScreen(entries, self.glyphs, here), chosen)

    def action_play_on(self) -> None:
        """A new game from here."""
        self._stop()
        self._show_track()
        store = self._store
        if store is None:
            self.notify("There is no folder of saves here to put a new game into.", timeout=4)
            return
        if self.replaying.ended_here:
            self.notify("The game is over here; go back to where it could go on.", timeout=4)
            return

        def chosen(players: tuple[Player, ...] | None) -> None:
            if players is None:
                return
            try:
                name = self.replaying.branch(store, players)
            except (SaveError, ContentError) as error:
                self.notify(str(error), severity="error", timeout=10)
                return
            self.dismiss(PlayOn(name))

        moment = self.replaying.moment
        where = round_name(moment.round, self.replaying.guide.rules.rounds[0])
        where += f", answer {self.replaying.at}"
        dialog = PlayOnScreen(self.replaying.players_here(), self._bots, self.glyphs, where)
        self.app.push_screen(dialog, chosen)

    def action_leave(self) -> None:
        """Leaves."""
        self._stop()
        self.dismiss(None)

    @on(Painted.Hit)
    async def _hit(self, message: Painted.Hit) -> None:
        """A click on the line, on a key, or on a tab."""
        what, _, which = message.hit.partition(" ")
        if what == "go":
            self.action_go(int(which))
        elif what == "tab":
            self._show_tab(int(which))
        elif what == "view":
            self.action_eyes()
        elif what == "key":
            await self.press(which)
