"""The application: themes, the way between screens, signals, the smallest window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events

from elgrande.app.base_app import BaseApp
from elgrande.app.panes.text_runs import brief, cells
from elgrande.app.screens.menu_screen import STYLES, MenuScreen
from elgrande.app.settings.bindings import bindings
from elgrande.app.settings.schema import SettingsFile
from elgrande.app.terminal.app_screen import LEAST, QUITS, AppScreen
from elgrande.app.terminal.ending import ended_by_signals, watch_loop, watched_threads
from elgrande.app.terminal.input import deliver, first_line, fitting, through, way_up
from elgrande.content.clean import tidy

if TYPE_CHECKING:
    from pathlib import Path

    from textual.command import Provider
    from textual.notifications import SeverityLevel

    from elgrande.app.navigation import Navigation
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.saved_games.game_opener import GameOpener, OpenGame
    from elgrande.app.screens.table_screen import TableNews
    from elgrande.app.screens.turn_story import PositionWanted
    from elgrande.content.setup import Setup
    from elgrande.saves import Paths
    from elgrande.table import Table


def _entries() -> type[Provider]:
    from elgrande.app.palette import EntriesProvider

    return EntriesProvider


IN_THE_LOG = " (the log has it whole)"
"""What stands behind a notice that is cut."""


class ElGrande(BaseApp):
    """The full-screen game."""

    TITLE = "El Grande"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_entries}

    BINDINGS = bindings("app")

    # Rules that look at the app's classes: a widget's own style sheet cannot see so far up.
    CSS = (
        """
    .-tiny AppScreen { overflow: hidden hidden; }
    .-tiny AppScreen > TooSmall { display: block; }
    /* A notice never lies on the question and its keys, the three rows at the bottom. */
    ToastRack { margin-bottom: 3; }
    /* Nor at a table on what one chooses among: for a while it has the row of the heading. */
    AnswerScreen ToastRack { dock: top; height: 1; margin: 0; overflow: hidden hidden; }
    /* Textual leaves the holder of a cleared notice, a row high: the next is laid on it. */
    AnswerScreen ToastHolder { position: absolute; }
    AnswerScreen Toast {
        width: auto; max-width: 100%; height: 1; margin: 0; padding: 0 1; border: none;
    }
    .-ascii Dialog > #box { border: ascii $primary; }
    """
        + STYLES
    )

    def __init__(
        self,
        games: GameOpener | Paths,
        *,
        save: str | Path | None = None,
        setup: Setup | None = None,
        table: Table | None = None,
        glyphs: Glyphs | None = None,
        bots: tuple[str, ...] | None = None,
        seed: int | None = None,
    ) -> None:
        # A folder of saves has settings and themes beside it; a test's bench has none.
        beside: Any = getattr(games, "paths", games)
        paths: Paths | None = beside if hasattr(beside, "themes") else None
        # A server's lobby keeps them by a name.
        store = SettingsFile(paths.config_file) if paths else getattr(games, "settings", None)
        self._navigation: Navigation | None = None
        super().__init__(glyphs, store, paths.themes if paths else None)
        self._given = (games, bots, seed)
        self._first = setup or table or save

    # -- life --------------------------------------------------------------

    @property
    def navigation(self) -> Navigation:
        """The way to the other screens; imported when first needed, after the menu is seen."""
        if self._navigation is None:
            self._navigation = self.make_navigation(*self._given)
        return self._navigation

    def make_navigation(
        self, games: GameOpener | Paths, bots: tuple[str, ...] | None, seed: int | None
    ) -> Navigation:
        """Return the way to the other screens."""
        from elgrande.app.navigation import Navigation

        return Navigation(self, games, bots, seed)

    @property
    def game(self) -> OpenGame | None:
        """The game that is being played."""
        return self._navigation.game if self._navigation else None

    def pace_bots(self, pace: float) -> None:
        if self.game is not None and self.game.host is not None:
            self.game.host.pace = pace

    async def on_event(self, event: events.Event) -> None:
        """Take keys one after the other, and cut a paste to what a line takes."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            if not self.hidden or event.key == QUITS:
                await self._take_key(event)
            return
        if isinstance(event, events.Paste) and not event.is_forwarded:
            if self.hidden:
                return
            text = fitting(event.text, self.focused)
            if text != first_line(event.text):
                self.notify("The text was longer than a line can be; its beginning was pasted.")
            event.text = text
        await super().on_event(event)

    @property
    def hidden(self) -> bool:
        """Whether the window is too small to show the screen, and what a key would do on it."""
        return self.has_class("-tiny") and isinstance(self.screen, AppScreen)

    async def _take_key(self, event: events.Key) -> None:
        """Do all that a key does, before the next one is looked at."""
        self.app_focus = True
        heard = way_up(self)
        if await deliver(self, event):
            await super()._on_key(event)
        await through(heard)
        await through(way_up(self))

    async def _on_key(self, event: events.Key) -> None:
        """Leave out a key that has come all the way up: it has done already what it does."""
        event.prevent_default()

    def on_mount(self) -> None:
        """Listen to signals and opens what was asked for, else the menu."""
        watch_loop(asyncio.get_running_loop(), self.fail)
        self.show_cursor(self._cursor_shown)
        self.app_resume_signal.subscribe(self, lambda _: self.show_cursor(self._cursor_shown))
        self.preferences.bind()
        notice = self.preferences.notice
        if self._first is None:
            self.open_menu(notice)
        else:
            self.navigation.begin(self._first)
            if notice:
                self.notify(notice, severity="warning", timeout=12)

    def open_menu(self, note: str = "") -> None:
        """Open the menu; ``note`` says what went wrong before."""
        menu = MenuScreen(
            self.glyphs, note, lambda: self.navigation.look_for_last(),
            lambda: self.navigation.look_for_turns(),
        )  # fmt: skip
        self.push_screen(menu, lambda what: self.navigation.from_menu(what))

    async def action_quit(self) -> None:
        """End the program; asks first where something half made would be lost."""
        from elgrande.app.dialogs.dialog import AskScreen

        begun = any(isinstance(s, AppScreen) and s.half_made for s in self.screen_stack)
        if not begun or self.hidden or isinstance(self.screen, AskScreen):
            self.exit()
            return
        question = "Quit? Your unfinished answer will not be saved."
        self.push_screen(AskScreen(question), lambda yes: self.exit() if yes else None)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Says something in a corner, letter by letter: names and paths may look like markup."""
        said = tidy(message)
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, AppScreen) and screen.keeps_notices:
            # It has one row there, and the latest has it.
            self.call_later(self.clear_notifications)
            said, title = f"{title}: {said}" if title else said, ""
            room = self.size.width - 2
            if cells(said) > room:
                screen.keep_notice(said)
                said = brief(said, room - cells(IN_THE_LOG), self.glyphs.more) + IN_THE_LOG
        super().notify(said, title=title, severity=severity, timeout=timeout, markup=False)

    def action_help_quit(self) -> None:
        """Says what quits to whoever is used to Ctrl+C; Textual's own words have markup in them."""
        for key, active in self.active_bindings.items():
            if active.binding.action in ("quit", "app.quit"):
                self.notify(f"Press {key} to quit.")
                return

    def action_command_palette(self) -> None:
        """Open the palette, once."""
        from elgrande.app.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """Open the palette of themes."""
        from elgrande.app.palette import Palette, ThemesProvider

        self.push_screen(Palette([ThemesProvider], placeholder="Search for themes"))

    def action_report(self) -> None:
        """Write a file with the game and the facts, for whoever looks into a fault."""
        self.notify(self.navigation.report(), title="Report", timeout=15)

    def on_unmount(self) -> None:
        """Lets go of the loop and of the game."""
        asyncio.get_running_loop().set_exception_handler(None)
        if self._navigation is not None:
            self._navigation.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Says what is needed while the window is too small, and recovers."""
        size = event.size
        self.set_class(size.width < LEAST[0] or size.height < LEAST[1], "-tiny")

    def on_position_wanted(self, message: PositionWanted) -> None:
        from elgrande.app.screens.replay_screen import ReplayScreen

        # Two clicks at once open one.
        if not isinstance(self.screen, ReplayScreen):
            self.push_screen(ReplayScreen(message.moments))

    def on_table_news_failed(self, message: TableNews.Failed) -> None:
        self.navigation.failed(message.kind, message.sentence)


def live(app: ElGrande, *, mouse: bool = True) -> int:
    """Let an app live until it is left; returns the exit code, and raises an uncaught error."""
    with watched_threads(app.fail), ended_by_signals(app.end_by_signal, app.abandon):
        app.run(mouse=mouse)
    # Pinned with Textual's version: there is no public way to the error that ended an app,
    # nor to whether anybody asked it to end.
    if app._exception is not None:
        raise app._exception
    if not app._exit:
        raise RuntimeError("the app ended, and nobody had left it")
    return app.return_code or 0
