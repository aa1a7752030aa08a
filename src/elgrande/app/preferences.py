"""The settings in force: read at the start, tried on the screen, kept in their file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from elgrande.app import glyphs as signs
from elgrande.app import settings as described
from elgrande.app import theme as themes
from elgrande.app.keynames import Keys
from elgrande.app.settings import Settings
from elgrande.app.toosmall import Roomy

if TYPE_CHECKING:
    from pathlib import Path

    from textual.types import AnimationLevel

    from elgrande.app.app import ElGrande
    from elgrande.app.glyphs import Glyphs


class Preferences:
    """Applies settings to the app, and knows where they are kept.

    `path` is None where nothing is kept, as in a test. `forced` are the signs that
    the command line asked for; they hold until a person sets others here.
    """

    def __init__(self, app: ElGrande, path: Path | None, forced: Glyphs | None) -> None:
        self.app = app
        self.path = path
        self._forced = forced
        self.settings = Settings()
        self.problems: list[str] = []
        self.trying = False
        """Whether the settings are open, where what is changed is kept or put back as a whole."""
        self.keys = Keys()
        """What the keys are called now."""

    @property
    def themes(self) -> tuple[str, ...]:
        """Our themes first, then Textual's."""
        ours = list(themes.shipped(self.app.depth))
        return (*ours, *sorted(set(self.app.available_themes) - set(ours)))

    def start(self) -> None:
        """Reads the file and applies what it says."""
        found = Settings() if self.path is None else described.load(self.path, self.themes)
        self.apply(found, self._forced)

    def apply(self, settings: Settings, forced: Glyphs | None = None) -> None:
        """Puts settings in force without keeping them."""
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
        """Lets the settings hold on the screens that are open, and for the bots of the game."""
        app = self.app
        if app.game is not None and app.game.host is not None:
            app.game.host.pace = self.settings.pace
        for screen in self._screens():
            screen.prefer(self.settings, app.glyphs)

    def bind(self) -> None:
        """Rebinds keys, once the app runs; what cannot be is told in `problems`."""
        self.problems = []
        if not self.settings.keys:
            self._rebind({})
            return
        # Only now: it imports every screen, and the menu does not wait for that.
        from elgrande.app.bindings import ANSWERS, bound

        known = bound()
        good, self.problems = described.check_keys(self.settings.keys, (*known, ANSWERS))
        good.pop(ANSWERS.id, None)
        self._rebind(good)

    def _rebind(self, keys: dict[str, str]) -> None:
        self.app.set_keymap(keys)
        self.keys = Keys(keys)
        for screen in self._screens():
            screen.rekeyed()

    def _screens(self) -> list[Roomy[Any]]:
        """Our screens that are open; none before the app runs."""
        if not self.app.is_running:
            return []
        return [screen for screen in self.app.screen_stack if isinstance(screen, Roomy)]

    @property
    def notices(self) -> tuple[str, ...]:
        """What was wrong with the file, and with the keys in it."""
        return (*self.settings.notices, *self.problems)

    @property
    def damaged(self) -> bool:
        """Whether keeping the settings would lose something that is in the file."""
        return bool(self.settings.notices)

    def choose(self, key: str, value: str) -> str:
        """Changes one setting as if the settings had been opened for it; says what went wrong."""
        changed = self.settings.with_value(key, value)
        if self.trying:
            self.apply(changed)
        elif self.damaged and self.path is not None:
            self.apply(changed)
            return f"It holds until you quit, since {self.path.name} cannot be read as a whole."
        else:
            return self.keep(changed)
        return ""

    def keep(self, settings: Settings) -> str:
        """Writes settings to their file; returns a sentence if that fails."""
        settings = Settings(settings.values, settings.keys)
        self.apply(settings)
        if self.path is None:
            return ""
        try:
            described.save(settings, self.path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return f"The settings hold, but {self.path.name} cannot be written ({reason})."
        return ""


def _level(settings: Settings) -> AnimationLevel:
    """How much may move: what the environment asks for, else what the setting says."""
    levels: dict[str, AnimationLevel] = {"none": "none", "basic": "basic", "full": "full"}
    asked = levels.get(os.environ.get("TEXTUAL_ANIMATIONS", "").lower())
    return asked or ("full" if settings.moves() else "none")


def _glyphs(symbols: str) -> Glyphs:
    """The signs that a setting asks for."""
    return signs.choose({"ascii": True, "drawn": False}.get(symbols))
