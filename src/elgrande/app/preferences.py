"""The settings in force: read at the start, tried on the screen, kept in their file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from elgrande.app.keys import check_keys
from elgrande.app.panes import glyphs as signs
from elgrande.app.settings.bindings import Keys
from elgrande.app.settings.schema import Settings
from elgrande.app.terminal.app_screen import Roomy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.types import AnimationLevel

    from elgrande.app.app import ElGrande
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.schema import SettingsStore


SHORT = 90
"""So many letters fit below the menu."""


class Preferences:
    """Applies settings to the app, and knows where they are kept.

    ``kept`` is None where nothing is kept, as in a test. ``forced`` are the signs that
    the command line asked for; they hold until a person sets others here.
    """

    def __init__(self, app: ElGrande, kept: SettingsStore | None, forced: Glyphs | None,
                 theme_problems: Sequence[str] = ()) -> None:  # fmt: skip
        self.app = app
        self.kept = kept
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
        found = Settings() if self.kept is None else self.kept.load(self.themes)
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
        if app.game is not None and app.game.host is not None:
            app.game.host.pace = self.settings.pace
        for screen in self._screens():
            screen.prefer(self.settings, app.glyphs)

    def bind(self) -> None:
        """Rebind keys, once the app runs; what cannot be is told in ``problems``."""
        good, self.problems = check_keys(self.settings.keys)
        self.app.set_keymap(good)
        self.keys = Keys(good)
        for screen in self._screens():
            screen.rekeyed()

    def _screens(self) -> list[Roomy[Any]]:
        """Return our screens that are open; none before the app runs."""
        if not self.app.is_running:
            return []
        return [screen for screen in self.app.screen_stack if isinstance(screen, Roomy)]

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
        file = self.kept.name if self.kept is not None else "the settings"
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
        elif self.damaged and self.kept is not None:
            self.apply(changed)
            return f"It holds until you quit, since {self.kept.name} cannot be read as a whole."
        else:
            return self.keep(changed)
        return ""

    def keep(self, settings: Settings) -> str:
        """Write settings to their file; return a sentence if that fails."""
        settings = Settings(settings.values, settings.keys)
        self.apply(settings)
        if self.kept is None:
            return ""
        try:
            self.kept.save(settings)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return f"The settings are in force, but {self.kept.name} could not be saved ({reason})."
        return ""


def _level(settings: Settings) -> AnimationLevel:
    """Return how much may move: what the environment asks for, else what the setting says."""
    levels: dict[str, AnimationLevel] = {"none": "none", "basic": "basic", "full": "full"}
    asked = levels.get(os.environ.get("TEXTUAL_ANIMATIONS", "").lower())
    return asked or ("full" if settings.moves() else "none")


def _glyphs(symbols: str) -> Glyphs:
    """Return the signs that a setting asks for."""
    return signs.choose({"ascii": True, "drawn": False}.get(symbols))
