"""The application: themes, the way between screens, signals, the smallest window."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import App

from elgrande.app import glyphs as signs
from elgrande.app import theme as themes
from elgrande.app.games import Games, bot_names
from elgrande.app.palette import AnswersProvider
from elgrande.app.screens.explain import HelpScreen
from elgrande.app.screens.load import LoadScreen
from elgrande.app.screens.menu import MenuScreen
from elgrande.app.screens.newgame import NewGameScreen
from elgrande.app.screens.table import TableScreen
from elgrande.app.toosmall import LEAST
from elgrande.content.reading import ContentError
from elgrande.saves import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual import events
    from textual.command import Provider

    from elgrande.app.games import Game
    from elgrande.app.glyphs import Glyphs
    from elgrande.content.setup import Setup
    from elgrande.saves import Paths


class ElGrande(App[int]):
    """The full-screen game."""

    TITLE = "El Grande"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {
        *App.COMMANDS,
        AnswersProvider,
    }

    # Rules that look at the app's classes: a widget's own style sheet cannot see so far up.
    CSS = """
    .-tiny Roomy > * { display: none; }
    .-tiny Roomy > TooSmall { display: block; }
    .-ascii Dialog > #box { border: ascii $primary; }
    .-ascii TableScreen.big #courts, .-ascii TableScreen.big #log { border-top: ascii $primary; }
    """

    def __init__(
        self,
        games: Games,
        *,
        save: str | Path | None = None,
        setup: Setup | None = None,
        glyphs: Glyphs | None = None,
        bots: tuple[str, ...] | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        self.games = games
        self.glyphs = glyphs or signs.choose()
        self.game: Game | None = None
        self._first_save = save
        self._first_setup = setup
        self._bots = bot_names() if bots is None else bots
        self._seed = seed
        for ours in themes.shipped().values():
            self.register_theme(ours)
        self.theme = themes.DEFAULT
        self.set_class(not self.glyphs.half, "-ascii")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The players' and the map's colours for themes that are not ours."""
        return themes.fallback(self.current_theme.dark)

    # -- life --------------------------------------------------------------

    def on_mount(self) -> None:
        """Listens to signals and opens what was asked for, else the menu."""
        self._catch_signals()
        if self._first_setup is not None:
            setup = self._first_setup
            self._play(lambda: self.games.new(setup))
        elif self._first_save is not None:
            which = self._first_save
            self._play(lambda: self.games.open(which))
        else:
            self.open_menu()

    def _catch_signals(self) -> None:
        """Hang-up and termination end the app in order; without this `on_unmount` would not run."""
        loop = asyncio.get_running_loop()
        for name in ("SIGHUP", "SIGTERM"):
            number = getattr(signal, name, None)
            if number is not None:
                # Not the main thread, or a system without handlers: then the default must do.
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._ended_by_signal, int(number))

    def _ended_by_signal(self, number: int) -> None:
        self.exit(128 + number, return_code=128 + number)

    def on_unmount(self) -> None:
        """Lets go of the game."""
        self._stop_game()

    def _stop_game(self) -> None:
        if self.game is not None:
            self.game.stop()
            self.game = None

    def on_resize(self, event: events.Resize) -> None:
        """Says what is needed while the window is too small, and recovers."""
        size = event.size
        self.set_class(size.width < LEAST[0] or size.height < LEAST[1], "-tiny")

    # -- ways --------------------------------------------------------------

    def open_menu(self, note: str = "") -> None:
        """The menu; `note` says what went wrong before."""
        saves = self.games.saves()
        last = next((s.name for s in saves if s.journal is not None), "")

        def chosen(what: str | None) -> None:
            if what == "continue":
                self._play(lambda: self.games.open(last))
            elif what == "new":
                self.open_new()
            elif what == "load":
                self.open_load()
            elif what == "help":
                self.push_screen(HelpScreen(self.glyphs), lambda _r: self.open_menu())
            else:
                self.exit(0)

        self.push_screen(MenuScreen(self.glyphs, last, note), chosen)

    def open_new(self) -> None:
        """The form of a new game."""

        def done(setup: Setup | None) -> None:
            if setup is None:
                self.open_menu()
            else:
                self._play(lambda: self.games.new(setup))

        self.push_screen(NewGameScreen(self.glyphs, self._bots, self._seed), done)

    def open_load(self) -> None:
        """The list of saves."""

        def done(name: str | None) -> None:
            if name is None:
                self.open_menu()
            else:
                self._play(lambda: self.games.open(name))

        self.push_screen(LoadScreen(self.glyphs, self.games.saves()), done)

    def _play(self, make: Callable[[], Game]) -> None:
        """Opens a table, or goes to the menu with the sentence that says why not."""
        self._stop_game()
        try:
            game = make()
        except (SaveError, ContentError) as error:
            self.open_menu(str(error))
            return
        self.game = game

        def left(_result: object) -> None:
            self._stop_game()
            self.open_menu()

        self.push_screen(TableScreen(game.chair, self.glyphs, game.notices), left)
        game.start()


def run(
    paths: Paths,
    *,
    save: str | Path | None = None,
    setup: Setup | None = None,
    ascii: bool = False,
    mouse: bool = True,
) -> int:
    """Runs the app until it is left; returns the exit code.

    `save` opens a game, `setup` starts one, else the menu comes first. Without
    `mouse` the terminal keeps the mouse, to select text with.
    """
    glyphs = signs.ASCII if ascii else signs.choose()
    app = ElGrande(Games(paths), save=save, setup=setup, glyphs=glyphs)
    app.run(mouse=mouse)
    return app.return_code or 0
