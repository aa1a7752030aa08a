"""The lobby of a server: the games that one may know of, and those that wait for one first.

Its screens have head and bar alike, and the house's news.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import Widget

from elgrande.app.dialogs.dialog import PageDialog, hear
from elgrande.app.dialogs.line_input import NameScreen
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import (
    BAR_DIM,
    DIM,
    PLAIN,
    TITLE,
    Row,
    Run,
    pad,
    paragraph,
    wrap,
)
from elgrande.app.screens.settings_screen import SettingsScreen
from elgrande.app.settings.bindings import bindings
from elgrande.app.settings.schema import Settings
from elgrande.app.terminal.app_screen import AppScreen
from elgrande.content.files import read_toml
from elgrande.content.words.names import listed
from elgrande.lobby import Denied, GameLine, LobbyClient, News
from elgrande.lobby.client import ssh
from elgrande.lobby.records import OPEN, RUNNING, DayLine, day_lines
from elgrande.table.chair import Gone
from elgrande.visitor.lobby_list import (
    ORDERS,
    WAITS,
    Bar,
    BarPane,
    HeadPane,
    LobbyList,
    about,
    group_of,
    grouped,
)
from elgrande.visitor.room import TalkLine

R = TypeVar("R")
HOUSE = "Whoever runs this server says: {text}"


@dataclass
class HouseNews(Message):
    """The house tells something."""

    news: News


def tell(screen: MessagePump, news: News) -> None:
    """Pass news on to a screen: posting is safe from any thread."""
    screen.post_message(HouseNews(news))


class ServedScreen(AppScreen[R], Generic[R]):
    """A screen that listens to the house, and looks again when it tells of a change."""

    DEFAULT_CSS = """
    ServedScreen { background: $surface; layout: vertical; }
    """

    class Lost(Message):
        """There is no lobby any more."""

    def __init__(self, client: LobbyClient, glyphs: Glyphs, note: str = "") -> None:
        super().__init__()
        self.client = client
        self.glyphs = glyphs
        self.note = note
        """What went wrong last, in a sentence, or nothing."""
        self._stop: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        yield HeadPane(id="head")
        yield from self.content()
        yield BarPane(id="bar")

    def content(self) -> Iterator[Widget]:
        """Make what stands between head and bar."""
        raise NotImplementedError

    def bar(self) -> Bar:
        """Return what the bar says now."""
        raise NotImplementedError

    def look(self) -> None:
        """Ask for what is shown, and show it (Denied, Gone)."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Begin to listen, and look."""
        self._stop = self.client.subscribe(partial(tell, self))
        self.renew()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._stop()

    def renew(self) -> None:
        """Look again."""
        self.attempt(self.look, quietly=True)
        self.show_bar()

    def show_bar(self) -> None:
        """Paint the bar."""
        self.query_one(BarPane).show(self.bar(), self.glyphs)

    def attempt(self, what: Callable[[], object], *, quietly: bool = False) -> bool:
        """Do something that the lobby may not do; the bar says why it does not.

        ``quietly`` leaves what the bar said before where it is done.
        """
        try:
            what()
        except Denied as denied:
            self.note = str(denied)
        except Gone:
            self.post_message(self.Lost())
            return False
        else:
            if not quietly:
                self.note = ""
            return True
        self.show_bar()
        return False

    def say(self, game: str, text: str) -> str:
        """Say something in a game's room, or in the lobby; return why not, or nothing."""
        try:
            self.client.say(game, text)
        except (Denied, Gone) as refusal:
            return str(refusal)
        return ""

    @on(HouseNews)
    def _on_news(self, message: HouseNews) -> None:
        news = message.news
        if news.kind == "gone":
            self.post_message(self.Lost())
        else:
            self.take_news(news)

    def take_news(self, news: News) -> None:
        """Take news: by default, show everything anew."""
        if news.kind == "house":
            self.notify(HOUSE.format(text=news.text), timeout=15)
        if news.kind == "turn":
            self.app.bell()
        self.renew()

    def action_help(self) -> None:
        self.app.push_screen(LobbyHelp(self.client.server))

    def rekeyed(self) -> None:
        super().rekeyed()
        self.show_bar()

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        for pane in self.query(LineWidget):
            pane.use_glyphs(glyphs)
        self.renew()


MAKE = ""
"""What is returned to make a game: no game is called so."""
TODAY = "today!"
"""What is returned to play the game of the day: no game is called so either."""
NOTHING_YET = (
    "There are no games yet. Make one, and tell your friends the word that its waiting room shows."
)
JOIN = "join-"
DAY = "Today's game is the same for everybody here, and wherever else it is played."


class LobbyScreen(ServedScreen[str]):
    """Returns the name of the game to open, ``join-WORD``, ``MAKE`` or ``TODAY``; q leaves."""

    CSS = """
    LobbyScreen LobbyList { height: 1fr; margin-top: 1; }
    LobbyScreen #about { height: 5; }
    """

    BINDINGS = bindings("lobby")

    def __init__(self, client: LobbyClient, glyphs: Glyphs, note: str = "") -> None:
        super().__init__(client, glyphs, note)
        self._games: tuple[GameLine, ...] = ()
        self._order = 0
        self._wanted = ""

    def content(self) -> Iterator[Widget]:
        yield LobbyList(self.glyphs, id="list")
        yield LineWidget(self._about, id="about")

    def on_mount(self) -> None:
        self.query_one(LobbyList).focus()

    # -- what is shown -----------------------------------------------------

    def look(self) -> None:
        self._games = self.client.games()
        self._fill()

    def _fill(self) -> None:
        self.query_one(LobbyList).fill(grouped(self._games, self._order, self._wanted))
        played = sum(game.state == RUNNING for game in self._games)
        games = "one game" if played == 1 else f"{played} games"
        self.query_one(HeadPane).show(
            f"El Grande {self.glyphs.dot} lobby",
            self.client.me.name,
            f"{games} being played" if played else "",
        )
        self.query_one("#about", LineWidget).redraw()

    @property
    def _game(self) -> GameLine | None:
        return self.query_one(LobbyList).game

    def _about(self, width: int, height: int) -> list[Row]:
        """Return the game under the cursor in sentences."""
        rule = pad([Run(self.glyphs.rule * width, BAR_DIM)], width)
        game = self._game
        if game is None:
            text = f"Nothing here is called {self._wanted}." if self._wanted else NOTHING_YET
            lines = [(row, PLAIN) for row in wrap(text, width - 2)]
        else:
            seats, *more = about(game, self.client.server, self.client.user)
            lines = [(row, PLAIN) for row in wrap(seats, width - 2)]
            lines += [(row, DIM) for text in more for row in wrap(text, width - 2)]
        return [rule, *(pad([Run(f" {row}", style)], width) for row, style in lines)][:height]

    def _waiting(self) -> str:
        """Return the sentence that says what waits."""
        me = self.client.me.name
        waits = [game.called for game in self._games if group_of(game) == WAITS]
        if not waits:
            return f"{me}, nothing waits for you now."
        if len(waits) == 1:
            return f"{me}, {waits[0]} waits for you."
        if len(waits) <= 3:
            return f"{me}, {listed(waits)} wait for you."
        return f"{me}, {len(waits)} games wait for you, {waits[0]} the longest."

    def bar(self) -> Bar:
        keys, game = self.keys, self._game
        helpers = [keys.key(f"lobby.{name}") for name in ("order", "find", "settings")]
        if self._wanted:
            helpers.append(keys.key("lobby.back", "all games"))
        helpers += [keys.key("lobby.help"), keys.key("lobby.leave")]
        return Bar(
            self._waiting(),
            "Games",
            f"{_enters(game)} {game.called}" if game else "",
            tuple(keys.key(f"lobby.{name}") for name in ("make", "join", "day", "talk")),
            tuple(helpers),
            self.note,
        )

    def take_news(self, news: News) -> None:
        if news.said is None or news.game:
            super().take_news(news)
        else:
            self.notify(f"{news.said.who}: {news.said.text}", timeout=15, markup=False)

    # -- what is done ------------------------------------------------------

    @on(LobbyList.Moved)
    def _moved(self) -> None:
        self.note = ""
        self.query_one("#about", LineWidget).redraw()
        self.show_bar()

    @on(LobbyList.Chosen)
    def _chosen(self, message: LobbyList.Chosen) -> None:
        self.dismiss(message.game.name)

    def action_open(self, number: int) -> None:
        """Open the game with that digit."""
        games = self.query_one(LobbyList).games
        if number < len(games):
            self.dismiss(games[number].name)

    def action_make(self) -> None:
        self.dismiss(MAKE)

    def action_day(self) -> None:
        """Show how everybody has done today, and offer to play."""

        def look() -> None:
            hear(self.app, DayTable(self.client.day_table()), lambda _play: self.dismiss(TODAY))

        self.attempt(look)

    def action_join(self) -> None:
        """Ask for the word of an invitation."""
        screen = NameScreen("The word of your invitation", "")
        hear(self.app, screen, lambda word: self.dismiss(JOIN + word.removeprefix(JOIN)))

    def action_talk(self) -> None:
        line = TalkLine(partial(self.say, ""))
        line.title_text = "Say to everybody in the lobby"
        self.app.push_screen(line)

    def action_order(self) -> None:
        self._order = (self._order + 1) % len(ORDERS)
        self._fill()
        self.note = ""
        self.notify(f"Now {ORDERS[self._order]}.", timeout=3)
        self.show_bar()

    def action_find(self) -> None:
        """Ask for a part of a game's or a player's name."""

        def typed(text: str | None) -> None:
            self._want(text or "")

        self.app.push_screen(NameScreen("Find a game or a player", self._wanted), typed)

    def _want(self, text: str) -> None:
        self._wanted = text
        self._fill()
        self.show_bar()

    def action_settings(self) -> None:
        self.app.push_screen(SettingsScreen(self.app.preferences), self._said)  # type: ignore[attr-defined]

    def _said(self, note: str | None) -> None:
        self.note = note or ""
        self.show_bar()

    def action_back(self) -> None:
        """Show all games again."""
        self._want("")

    def action_leave(self) -> None:
        self.dismiss(None)


def _enters(game: GameLine) -> str:
    """Return what Enter does with a game."""
    if game.state == OPEN:
        return "takes a seat in" if game.invites or (game.free and not game.mine) else "opens"
    if game.state == RUNNING:
        return "sits down at" if game.mine else "watches"
    return "opens"


class DayTable(PageDialog[bool]):
    """How everybody here has done in the game of the day; returns True to play it."""

    DEFAULT_CSS = "DayTable > #box { height: 18; width: 60; }"

    BINDINGS = bindings("day")

    title_text = "The game of the day"
    hint = "{day.play} plays yours, {dialog.close} goes back"

    def __init__(self, table: Sequence[DayLine]) -> None:
        super().__init__()
        self._table = table

    def rows(self, width: int) -> list[Row]:
        found = paragraph(DAY, width, DIM)
        for line in day_lines(self._table):
            found += paragraph(line, width)
        return found

    def action_play(self) -> None:
        self.dismiss(True)


# -- its help --------------------------------------------------------------------------

PAGES = read_toml(files(__package__) / "help.toml")["page"]


class LobbyHelp(PageDialog[None]):
    """The page in a box."""

    BINDINGS = bindings("lobbyhelp")

    title_text = "On this server"

    def __init__(self, server: str) -> None:
        super().__init__()
        self._server = server

    def rows(self, width: int) -> list[Row]:
        out: list[Row] = []
        invited = ssh(self._server, "join-WORD")
        for page in PAGES:
            out.append(pad([Run(page["title"], TITLE)], width))
            for text in page["text"]:
                out += paragraph(self.keys.say(text.replace("{ssh}", invited)), width)
            out.append(pad([], width))
        return out[:-1]
