"""What the screens of a server's lobby do alike: head and bar, and the house's news."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from textual import on
from textual.message import Message

from elgrande.app.panes.bar import Bar, BarPane, HeadPane
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.terminal.app_screen import Roomy
from elgrande.lobby import Denied, LobbyClient, News
from elgrande.table.chair import Gone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.app import ComposeResult
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.schema import Settings

R = TypeVar("R")
HOUSE = "Whoever runs this server says: {text}"


class ServedScreen(Roomy[R], Generic[R]):
    """A screen that listens to the house, and looks again when it tells of a change."""

    DEFAULT_CSS = """
    ServedScreen { background: $surface; layout: vertical; }
    """

    class Lost(Message):
        """There is no lobby any more."""

    @dataclass
    class Told(Message):
        """The house tells something."""

        news: News

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
        self._stop = self.client.subscribe(self._hear_it)
        self.renew()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._stop()

    def _hear_it(self, news: News) -> None:
        """Pass news on: posting is safe from any thread."""
        self.post_message(self.Told(news))

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

    @on(Told)
    def _told(self, message: Told) -> None:
        news = message.news
        if news.kind == "gone":
            self.post_message(self.Lost())
        else:
            self.hear(news)

    def hear(self, news: News) -> None:
        """Take news: by default, show everything anew."""
        if news.kind == "house":
            self.notify(HOUSE.format(text=news.text), timeout=15)
        if news.kind == "turn":
            self.app.bell()
        self.renew()

    @on(LineWidget.Hit)
    async def _key_clicked(self, message: LineWidget.Hit) -> None:
        what, _, which = message.hit.partition(" ")
        if what == "key":
            await self.press(which)

    def rekeyed(self) -> None:
        super().rekeyed()
        self.show_bar()

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        for pane in self.query(LineWidget):
            pane.use_glyphs(glyphs)
        self.renew()
