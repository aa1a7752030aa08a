"""The ways between screens, and from the menu to a table and back.

Apart from `app`, which must be quick to import: what stands here needs the
rules, the content and the saves, and is wanted only once the menu is painted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.games import Games, Opens, bot_names
from elgrande.app.screens.explain import HelpScreen
from elgrande.app.screens.load import LoadScreen
from elgrande.app.screens.newgame import NewGameScreen
from elgrande.app.screens.rescue import RescueScreen
from elgrande.app.screens.table import TableScreen
from elgrande.content.reading import ContentError
from elgrande.saves import Paths, SaveError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from elgrande.app.app import ElGrande
    from elgrande.app.games import Game
    from elgrande.content.setup import Setup


class Ways:
    """Opens screens for the app, and owns the game that is being played."""

    def __init__(
        self,
        app: ElGrande,
        games: Opens | Paths,
        bots: tuple[str, ...] | None,
        seed: int | None,
    ) -> None:
        self.app = app
        self.games: Opens = Games(games) if isinstance(games, Paths) else games
        self.game: Game | None = None
        self._bots = bot_names() if bots is None else bots
        self._seed = seed
        self._last = ""

    def find_last(self) -> str:
        """The name of the game that was played last, or an empty string."""
        saves = self.games.saves()
        self._last = next((save.name for save in saves if save.journal is not None), "")
        return self._last

    def from_menu(self, what: str | None) -> None:
        """Goes where the menu was told to go."""
        if what == "continue" and self._last:
            last = self._last
            self.play(lambda: self.games.open(last))
        elif what == "new":
            self.new()
        elif what == "load":
            self.load()
        elif what == "help":
            self.app.push_screen(HelpScreen(self.app.glyphs), lambda _r: self.app.open_menu())
        else:
            self.app.exit(0)

    def new(self) -> None:
        """The form of a new game."""

        def done(setup: Setup | None) -> None:
            if setup is None:
                self.app.open_menu()
            else:
                self.play(lambda: self.games.new(setup))

        self.app.push_screen(NewGameScreen(self.app.glyphs, self._bots, self._seed), done)

    def load(self) -> None:
        """The list of saves."""

        def done(name: str | None) -> None:
            if name is None:
                self.app.open_menu()
            else:
                self.play(lambda: self.games.open(name))

        self.app.push_screen(LoadScreen(self.app.glyphs, self.games.saves()), done)

    def begin(self, setup: Setup | None, save: str | Path | None) -> None:
        """What the command line asked for."""
        if setup is not None:
            self.play(lambda: self.games.new(setup))
        elif save is not None:
            self.play(lambda: self.games.open(save))

    def play(self, make: Callable[[], Game]) -> None:
        """Opens a table, or goes to the menu with the sentence that says why not."""
        self.stop()
        try:
            game = make()
        except (SaveError, ContentError) as error:
            self.app.open_menu(str(error))
            return
        self.game = game
        screen = TableScreen(game.chair, self.app.glyphs, game.notices)

        def left(_result: object) -> None:
            self.stop()
            self.app.open_menu()

        self.app.push_screen(screen, left)
        if game.host is not None:
            game.host.told = screen.hear
            game.host.broken = screen.break_off
            screen.hurry = game.host.hurry
        game.start()

    def stop(self) -> None:
        """Ends the game's bots and lets go of its save."""
        if self.game is not None:
            self.game.stop()
            self.game = None

    def rescue(self, sentence: str) -> None:
        """The save takes no more: play stops, and goes on from a save elsewhere."""
        game = self.game
        if game is None or isinstance(self.app.screen, RescueScreen):
            return

        def chosen(text: str | None) -> None:
            if not text or game.rescue is None:
                self.stop()
                self.app.pop_screen()
                self.app.open_menu(sentence)
                return
            try:
                which = game.rescue(text)
            except SaveError as error:
                self.app.push_screen(RescueScreen(str(error), game.name), chosen)
                return
            self.stop()
            self.app.pop_screen()
            self.play(lambda: self.games.open(which))

        self.app.push_screen(RescueScreen(sentence, f"{game.name}-2"), chosen)
