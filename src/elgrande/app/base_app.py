"""The app below its games: signs, themes, the cursor, how it ends, and the settings in force.

Preferences are read at the start, tried on the screen, and kept in their file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from textual import constants
from textual.app import App
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.geometry import Offset
from textual.screen import Screen
from textual.theme import Theme
from textual.types import AnimationLevel
from textual.worker import WorkerFailed

from elgrande.app.keys import check_keys
from elgrande.app.panes import glyphs as signs
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.settings import theme as themes
from elgrande.app.settings.bindings import Keys
from elgrande.app.settings.schema import Settings, SettingsStore
from elgrande.app.terminal.app_screen import AppScreen, BaseScreen, WeakScreens, terminal_cursor
from elgrande.content.clean import clean


def _driver() -> type[Driver] | None:
    """Our driver, unless the environment names one or the system is not its own."""
    if os.name != "posix" or constants.DRIVER is not None:
        return None
    from elgrande.app.terminal.driver import TerminalDriver

    return TerminalDriver


class BaseApp(App[int]):
    """Textual's App with what it lacks; what Preferences and Navigation know of ours."""

    def __init__(
        self, glyphs: Glyphs | None, store: SettingsStore | None, themes_in: Path | None
    ) -> None:
        """``themes_in`` is a folder of the user's own themes; for the rest see Preferences."""
        # Textual asks for its own theme before it knows the terminal: that one is never seen.
        self._readable: dict[str, Theme] | None = None
        self.entitled = ""
        """The title of the window, as far as it was written."""
        self.written: dict[str, Theme] = {}
        """The themes that have colours for the board of their own, ours first, then the user's."""
        super().__init__(driver_class=_driver())
        self._readable = {}
        self.glyphs = glyphs or signs.choose()
        own, problems = themes.own(themes_in, self.depth) if themes_in else ({}, [])
        self.written = {**themes.shipped(self.depth), **own}
        for theme in self.written.values():
            self.register_theme(theme)
        self.theme = themes.DEFAULT
        self.set_class(not self.glyphs.half, "-ascii")
        self.preferences = Preferences(self, store, glyphs, problems)
        self.preferences.start()

    def open_menu(self, note: str = "") -> None:
        """Open what comes first and after a game; ``note`` says what went wrong before."""
        raise NotImplementedError

    def pace_bots(self, pace: float) -> None:
        """Let each move of a bot stay on the screen for so many seconds."""
        raise NotImplementedError

    @property
    def depth(self) -> str:
        """The colour system of this terminal, one that a theme is written for."""
        system = self.console.color_system
        return system if system in themes.FEW else themes.FULL

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen below all others."""
        return BaseScreen(id="_default")

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        return WeakScreens(super()._background_screens)

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Draws with other signs from now on."""
        self.glyphs = glyphs
        self.set_class(not glyphs.half, "-ascii")

    @property
    def cursor_position(self) -> Offset:
        """Where Textual puts the terminal's own cursor after painting, in cells of the screen."""
        found = terminal_cursor(self.screen) if self.screen_stack else None
        return self._cursor if found is None else found

    @cursor_position.setter
    def cursor_position(self, offset: Offset) -> None:
        self._cursor = offset

    def show_cursor(self, shown: bool) -> None:
        """Show the terminal's own cursor, which Textual hides when it takes the screen."""
        self._cursor_shown = shown
        # Pinned with Textual's version: there is no public way to write to the terminal.
        if self.is_running and not self.is_headless and self._driver is not None:
            self._driver.write("\x1b[?25h" if shown else "\x1b[?25l")
            self._driver.flush()

    def entitle(self, text: str) -> None:
        """Write into the title of the terminal's window, unless that is not wished."""
        if self.preferences.settings["turn"] == "off":
            text = ""
        title = f"{text} - {self.TITLE}" if text else str(self.TITLE)
        # A screen that goes with the program finds the title given back already.
        if title == self.entitled or not (text or self.entitled) or not self.is_running:
            return
        self.entitled = title
        entitle = getattr(self._driver, "entitle", None)
        if entitle is not None:
            entitle(clean(title))

    def bell(self) -> None:
        """Ring, unless nobody wishes to be called."""
        if self.preferences.settings["turn"] != "off":
            super().bell()

    def get_theme(self, theme_name: str) -> Theme | None:
        """Return a theme by its name; Textual's come with our colours,
        and so that they can be read.
        """
        found = super().get_theme(theme_name)
        if found is None or self._readable is None or found.name in self.written:
            return found
        if found.name not in self._readable:
            self._readable[found.name] = themes.readable(found, self.depth)
        return self._readable[found.name]

    def _watch_theme(self, theme_name: str) -> None:
        """Apply a theme; with NO_COLOR the terminal's own colours cannot be made grey."""
        super()._watch_theme(theme_name)
        grey = NoColor() if self.native_ansi_color else Monochrome()
        self._filters = [
            grey if isinstance(known, (Monochrome, NoColor)) else known for known in self._filters
        ]

    def refresh_css(self, animate: bool = True) -> None:
        """Read the styles anew, once there is a screen: the first one reads them in any case."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the players' and the map's colours for themes that are not ours."""
        return themes.fallback(self.current_theme.dark, self.depth)

    # -- how it ends --------------------------------------------------------

    def fail(self, error: Exception) -> None:
        """End over an error that nobody waits for; may be called in any thread."""
        if self._exception is not None:
            # One is told, and an error in telling it would never end.
            return
        if self._loop is None:
            self._exception = error
            return
        # The loop may just have ended.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._handle_exception, error)

    def _handle_exception(self, error: Exception) -> None:
        """End over an error; a worker's is told as what it was."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        super()._handle_exception(cause if isinstance(cause, Exception) else error)

    def _fatal_error(self) -> None:
        """End without Textual's own traceback: ``run`` raises the error for whoever reports it."""
        self._close_messages_no_wait()

    def end_by_signal(self, number: int) -> bool:
        """End in order, as far as there is an app to be ended; may be called in any thread."""
        if self._loop is None:
            return False
        # The loop may just have ended.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ended_by_signal, number)
        return True

    def _ended_by_signal(self, number: int) -> None:
        self.exit(128 + number, return_code=128 + number)

    def abandon(self) -> None:
        """Give the terminal back without waiting for it."""
        if (abandon := getattr(self._driver, "abandon", None)) is not None:
            abandon()


# -- the settings in force -------------------------------------------------------------

SHORT = 90
"""So many letters fit below the menu."""


class Preferences:
    """Applies settings to the app, and knows where they are kept.

    ``store`` is None where nothing is kept, as in a test. ``forced`` are the signs that
    the command line asked for; they hold until a person sets others here.
    """

    def __init__(self, app: BaseApp, store: SettingsStore | None, forced: Glyphs | None,
                 theme_problems: Sequence[str] = ()) -> None:  # fmt: skip
        self.app = app
        self.store = store
        self._forced = forced
        self._theme_problems = theme_problems
        self.settings = Settings()
        self.problems: list[str] = []
        self.trying = False
        """Whether the settings are open, where what is changed is kept or put back as a whole."""
        self.keys = Keys()
        """What the keys are called now."""

    @property
    def themes(self) -> tuple[str, ...]:
        """Our themes first, then the user's own, then Textual's."""
        written = self.app.written
        return (*written, *sorted(set(self.app.available_themes) - set(written)))

    def start(self) -> None:
        """Read the file and apply what it says."""
        found = Settings() if self.store is None else self.store.load(self.themes)
        self.apply(found, self._forced)

    def apply(self, settings: Settings, forced: Glyphs | None = None) -> None:
        """Put settings in force without keeping them."""
        before, self.settings = self.settings, settings
        app = self.app
        if app.theme != settings["theme"]:
            app.theme = settings["theme"]
        if forced is None and before["symbols"] != settings["symbols"]:
            app.use_glyphs(_glyphs(settings["symbols"]))
        app.animation_level = _level(settings)
        app.show_cursor(settings["cursor"] == "shown")
        self.hold()
        if app.is_running and before.keys != settings.keys:
            self.bind()

    def hold(self) -> None:
        """Let the settings hold on the screens that are open, and for the bots of the game."""
        app = self.app
        app.pace_bots(self.settings.pace)
        for screen in self._screens():
            screen.prefer(self.settings, app.glyphs)

    def bind(self) -> None:
        """Rebind keys, once the app runs; what cannot be is told in ``problems``."""
        good, self.problems = check_keys(self.settings.keys)
        self.app.set_keymap(good)
        self.keys = Keys(good)
        for screen in self._screens():
            screen.rekeyed()

    def _screens(self) -> list[AppScreen[Any]]:
        """Return our screens that are open; none before the app runs."""
        if not self.app.is_running:
            return []
        return [screen for screen in self.app.screen_stack if isinstance(screen, AppScreen)]

    @property
    def notices(self) -> tuple[str, ...]:
        """What was wrong with the file, with the keys in it, and with themes of one's own."""
        return (*self.settings.notices, *self.problems, *self._theme_problems)

    @property
    def notice(self) -> str:
        """What is said of that at the start, in one short sentence; the settings say all of it."""
        found = self.notices
        if len(found) == 1 and len(found[0]) <= SHORT:
            return found[0]
        file = self.store.name if self.store is not None else "the settings"
        what = "One thing" if len(found) == 1 else f"{len(found)} things"
        return f"{what} in {file} cannot be used; the settings say why." if found else ""

    @property
    def damaged(self) -> bool:
        """Whether keeping the settings would lose something that is in the file."""
        return bool(self.settings.notices)

    def choose(self, key: str, value: str) -> str:
        """Change one setting as if the settings had been opened for it; say what went wrong."""
        changed = self.settings.with_value(key, value)
        if self.trying:
            self.apply(changed)
        elif self.damaged and self.store is not None:
            self.apply(changed)
            return f"It holds until you quit, since {self.store.name} cannot be read as a whole."
        else:
            return self.keep(changed)
        return ""

    def keep(self, settings: Settings) -> str:
        """Write settings to their file; return a sentence if that fails."""
        settings = Settings(settings.values, settings.keys)
        self.apply(settings)
        if self.store is None:
            return ""
        try:
            self.store.save(settings)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return (
                f"The settings are in force, but {self.store.name} could not be saved ({reason})."
            )
        return ""


def _level(settings: Settings) -> AnimationLevel:
    """Return how much may move: what the environment asks for, else what the setting says."""
    levels: dict[str, AnimationLevel] = {"none": "none", "basic": "basic", "full": "full"}
    asked = levels.get(os.environ.get("TEXTUAL_ANIMATIONS", "").lower())
    return asked or ("full" if settings.moves() else "none")


def _glyphs(symbols: str) -> Glyphs:
    """Return the signs that a setting asks for."""
    return signs.choose({"ascii": True, "drawn": False}.get(symbols))
