"""Navigation between screens, and from the menu to a table and back.

Apart from ``app``, which must be quick to import: what stands here needs the
rules, the content and the saves, and is wanted only once the menu is painted.
A screen that is not the table is imported where it is opened: a game comes up without it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from elgrande.app.saved_games.game_opener import GameOpener, Games, OpenGame
from elgrande.app.screens.menu_screen import LastGame
from elgrande.app.screens.table_screen import DAY, TableScreen
from elgrande.bots import registry
from elgrande.content.clean import counted
from elgrande.content.edition import FIRST, is_edition
from elgrande.content.files import ContentError, Unreadable, read_bytes
from elgrande.content.setup import Player, Setup, fresh_seed
from elgrande.saves import Paths, SaveError
from elgrande.table import FULL, SAVE, Table
from elgrande.table.day_result import result_of

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from elgrande.app.base_app import BaseApp
    from elgrande.app.saved_games.user_files import FilledForm, KeptMarks


def again(setup: Setup, players: Sequence[Player], seed: int | None = None) -> Setup:
    """Return the same players and rules once more, dealt anew, from the beginning."""
    dealt = fresh_seed() if seed is None else seed
    return replace(setup, players=tuple(players), seed=dealt, starter=None, position=None, day="")


NO_ROOM = "The save is full. Go on with elgrande show --toml and elgrande new --from."
"""What the menu says of a save that has no room for more: there is little room under it."""


class Navigation:
    """Opens screens for the app, and owns the game that is being played."""

    def __init__(
        self,
        app: BaseApp,
        games: GameOpener | Paths,
        bots: tuple[str, ...] | None,
        seed: int | None,
    ) -> None:
        self.app = app
        self.games: GameOpener = Games(games) if isinstance(games, Paths) else games
        self.own = self.games if isinstance(self.games, Games) else None
        """The games, where they are in a folder of the user's."""
        self._state = self.own.paths.state if self.own else None
        self.game: OpenGame | None = None
        self._bots = bots
        self._seed = seed
        self._last = ""
        self._filled: FilledForm | None = None

    @property
    def home(self) -> Games:
        """The games in the folder, for what is done at home alone."""
        assert self.own is not None
        return self.own

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that can be chosen; looked for when a screen first asks."""
        if self._bots is None:
            self._bots = registry.names()
        return self._bots

    @property
    def marks(self) -> KeptMarks:
        """Which lessons are finished and puzzles solved, which is kept beside the saves."""
        from elgrande.app.saved_games.user_files import KeptMarks

        return KeptMarks(self._state)

    def look_for_last(self) -> Iterator[LastGame]:
        """Return the game that was played last, and one without a name for every newer save that
        cannot be read.
        """
        self._last = ""
        for save in self.games.saves():
            try:
                journal = self.games.read(save.which)
            except SaveError:
                yield LastGame()
                continue
            game: Any = journal.header.get("game")
            played = game.get("edition") if isinstance(game, dict) else ""
            self._last = save.name
            over = bool(journal.records and journal.records[-1].fields.get("over"))
            yield LastGame(save.name, str(played) if is_edition(played) else "", over)
            return

    async def look_for_turns(self) -> str:
        """Say where it is the player's turn, as far as that is known or told at once."""
        if self.own is None:
            return ""
        from elgrande.app.saved_games.turns import Servers, on_servers

        # Beside the screen: of thousands of saves that takes longer than a key may wait.
        number, all_known = await asyncio.to_thread(self._waiting_saves, self.own)
        said = [f"{'' if all_known else 'at least '}{counted(number, 'save')}"] * bool(number)
        told = await on_servers(Servers(self.own.paths.state).names)
        said += [f"{len(one.games)} on {one.server}" for one in told if one.games]
        silent = [f"{one.server} is silent" for one in told if one.problem]
        turns = [f"Your turn: {', '.join(said)}"] * bool(said)
        return "; ".join((*turns, *silent))

    def _waiting_saves(self, games: Games) -> tuple[int, bool]:
        """Return how many saves wait for a person, as far as that is remembered, and whether it is
        of all.
        """
        from elgrande.app.saved_games.turns import in_saves
        from elgrande.table.saved_game import standings

        known = standings(games.store)
        found = [(save, known.known(save)) for save in games.saves()]
        stood = [(save, standing) for save, standing in found if standing is not None]
        return sum(bool(turn.asked) for turn in in_saves(stood)), len(stood) == len(found)

    def from_menu(self, what: str | None) -> None:
        """Goes where the menu was told to go."""
        if what == "continue":
            last = self._last
            self.play(lambda: self.games.open(last))
        elif what in (None, "quit"):
            self.app.exit(0)
        else:
            getattr(self, what)()

    def help(self) -> None:
        """Open the help, and go back to the menu."""
        from elgrande.app.dialogs.help import HelpScreen

        self._above_menu(HelpScreen(self.app.glyphs))

    @property
    def filled(self) -> FilledForm:
        """What was filled into the form of a new game."""
        from elgrande.app.saved_games.user_files import FilledForm

        if self._filled is None:
            self._filled = FilledForm(self._state)
        return self._filled

    def today(self) -> None:
        """Open the game of the day."""
        name = self.filled.person
        self.play(lambda: self.home.today(datetime.now(UTC).date(), name))

    def new(self) -> None:
        """Open the form of a new game."""
        from elgrande.app.screens.new_game_screen import NewGameScreen
        from elgrande.content.own_decks import own_decks

        decks = own_decks(self.own.paths.decks) if self.own else ()
        opponent = registry.BEGINNERS if self.marks.lessons else registry.USUAL
        screen = NewGameScreen(
            self.app.glyphs, self.bots, self._seed, self.filled, tuple(decks), opponent=opponent
        )
        self.app.push_screen(screen, self._playing(self.games.new))

    def load(self) -> None:
        """Open the list of saves."""
        from elgrande.app.saved_games.save_list import SavedGames
        from elgrande.app.screens.load_screen import LoadScreen

        saves = SavedGames(self.home.store, self.app.glyphs)
        screen = LoadScreen(self.app.glyphs, self.games.saves(), saves, self.bots)
        self.app.push_screen(screen, self._playing(self.games.open))

    def _playing(self, make: Callable[[Any], OpenGame]) -> Callable[[Any], None]:
        """Return what plays the game of a screen's result, or goes back to the menu without one."""

        def left(result: Any) -> None:
            if result is None:
                self.app.open_menu()
            else:
                self.play(lambda: make(result))

        return left

    def _above_menu(self, screen: Screen[Any]) -> None:
        """Open a screen that leads back to the menu."""
        self.app.push_screen(screen, lambda _r: self.app.open_menu())

    def learn(self) -> None:
        """Open the lessons."""
        from elgrande.app.screens.lesson_screen import LearnScreen

        self._above_menu(LearnScreen(self.app.glyphs, self.marks))

    def record(self) -> None:
        """Open what the player's games have come to."""
        from elgrande.app.screens.record_screen import RecordScreen

        self._above_menu(RecordScreen(self.home.store, self.app.glyphs))

    def puzzles(self) -> None:
        """Open the puzzles."""
        from elgrande.app.screens.puzzle_screen import PuzzlesScreen

        own = self.own.paths.puzzles if self.own else None
        self._above_menu(PuzzlesScreen(self.app.glyphs, self.marks, own))

    def rules(self) -> None:
        """Open the rules of the edition played last; the form of a new game shows those of any
        other.
        """
        from elgrande.app.screens.rules_screen import RulesScreen
        from elgrande.content.reference import reference

        edition = next((last.edition for last in self.look_for_last() if last.name), "")
        book = reference(Setup.of(5, seed=1, edition=edition or FIRST))
        self._above_menu(RulesScreen(self.app.glyphs, book))

    def settings(self) -> None:
        """Open the settings, and go back to the menu."""
        from elgrande.app.screens.settings_screen import SettingsScreen

        screen = SettingsScreen(self.app.preferences)
        self.app.push_screen(screen, lambda note: self.app.open_menu(note or ""))

    def begin(self, first: Setup | Table | str | Path) -> None:
        """Open what the command line asked for: a game to come, one that is open, or a save."""
        if isinstance(first, Setup):
            self.play(lambda: self.games.new(first))
        elif isinstance(first, Table):
            self.play(partial(self.home.take, first))
        else:
            self.play(lambda: self.games.open(first))

    def play(self, make: Callable[[], OpenGame]) -> None:
        """Open a table, or goes to the menu with the sentence that says why not."""
        self.stop()
        try:
            game = make()
        except (SaveError, ContentError) as error:
            self.app.open_menu(str(error))
            return
        self.game = game
        screen = self.table(game)

        def left(result: str | None) -> None:
            self.stop()
            self.after(screen, game, result)

        if game.adviser is not None:
            screen.dialogs.adviser = game.adviser
        self.app.push_screen(screen, left)
        if game.host is not None:
            game.host.on_spoken = screen.hear_bot
            game.host.on_failed = screen.news.fail
            screen.play.hurry = game.host.hurry
        game.start()

    def table(self, game: OpenGame) -> TableScreen:
        """Return the screen of a game."""
        return TableScreen(game.chair, self.app.glyphs, game.notices)

    def after(self, screen: TableScreen, game: OpenGame, result: str | None) -> None:
        """Go on after a table was left."""
        if result == "rematch":
            players = screen.turn.guide.players
            self.play(lambda: self.games.new(again(game.chair.setup, players, self._seed)))
        elif result in ("replay", "analysis"):
            self.replay(game, analysis=result == "analysis")
        elif result == DAY:
            from elgrande.app.dialogs.day_result import DayResultScreen

            self._above_menu(DayResultScreen(result_of(self.home.store, game.chair.setup.day)))
        else:
            self.app.open_menu()

    def replay(self, game: OpenGame, *, analysis: bool = False) -> None:
        """Open a finished game to be looked at again; one played on from there comes next.

        With ``analysis`` that lies over it.
        """
        from elgrande.app.saved_games.replaying import Replaying
        from elgrande.app.screens.replay_screen import ReplayScreen

        if game.path is None or self.own is None:
            self.app.open_menu("This game was not saved here, so it cannot be replayed.")
            return
        store = self.own.store
        try:
            replaying = Replaying(store.read(game.path), game.name, self.app.glyphs)
        except SaveError as error:
            self.app.open_menu(str(error))
            return

        screen = ReplayScreen(replaying, store, self.bots, analysis=analysis)
        self.app.push_screen(screen, self._playing(self.games.open))

    def report(self) -> str:
        """Write a report of what is on the screen; returns the sentence that says where."""
        from elgrande.app.terminal import bug_report

        if self.own is None:
            return "There is no folder to write a report to."
        app, game = self.app, self.game
        facts = {
            "screen": type(app.screen).__name__,
            "versions": bug_report.versions(),
            "terminal": bug_report.terminal(
                (app.size.width, app.size.height), str(app.console.color_system), app.theme,
                app.glyphs.name,
            ),
        }  # fmt: skip
        try:
            data = b"" if game is None or game.path is None else read_bytes(game.path)
        except (OSError, Unreadable):
            data = b""
        made = bug_report.of_save(data, game.name if game else "", **facts)
        try:
            path = bug_report.write(made, self.own.paths.reports, time.strftime("%Y%m%d-%H%M%S"))
        except SaveError as error:
            return str(error)
        # Where a notice has room for its beginning alone, that is what to look for.
        return (
            f"{path.name} is written. {path} contains the whole game with all its secrets; send it "
            "with what you saw, but to nobody who plays."
        )

    def stop(self) -> None:
        """End the game's bots and lets go of its save."""
        if self.game is not None:
            self.game.stop()
            self.game = None

    def lost(self, sentence: str) -> None:
        """There is no table any more: back to the menu, which says why."""
        if self.game is None:
            return
        self.stop()
        table = next(s for s in self.app.screen_stack if isinstance(s, TableScreen))
        while self.app.screen is not table:
            self.app.pop_screen()
        self.app.pop_screen()
        self.app.open_menu(sentence)

    def failed(self, kind: str, sentence: str) -> None:
        """Leave a table where play cannot go on, or go on from a save elsewhere."""
        if kind == SAVE:
            self.rescue(sentence)
        else:
            self.lost(NO_ROOM if kind == FULL else sentence)

    def rescue(self, sentence: str) -> None:
        """Stop play, since the save takes no more, and go on from a save elsewhere."""
        from elgrande.app.dialogs.line_input import RescueScreen

        game = self.game
        if game is None or isinstance(self.app.screen, RescueScreen):
            return
        sentence = game.unsaved() or sentence

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
