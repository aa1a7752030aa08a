"""The settings: described once, kept as TOML, shown by a screen made from the description.

No Textual here. A file that cannot be read is not overwritten: the program says
so in one sentence and goes on with the defaults.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from elgrande.content import files
from elgrande.content.clean import tidy

FORMAT = 1
MAX_BYTES = 100_000


@dataclass(frozen=True)
class Setting:
    """One setting: its key in the file, what a person reads, what it may be.

    ``means`` is a sentence for each choice, ``said`` what people read for one whose name in the
    file is not what they would say.
    """

    key: str
    title: str
    text: str
    choices: tuple[str, ...]
    default: str
    group: str
    means: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)

    def called(self, choice: str) -> str:
        """Return what people read for a choice."""
        return self.said.get(choice, choice)


SETTINGS = tuple(
    Setting(**{**said, "choices": tuple(said["choices"])})
    for said in files.read_toml(Path(__file__).with_name("settings.toml"))["setting"]
)
"""Every setting. The theme's choices are whatever themes there are."""

SCORING_PACES = next(one.choices for one in SETTINGS if one.key == "scoring_pace")
"""How a scoring goes on from step to step."""

PACES = {"at once": 0.0, "quick": 0.25, "calm": 0.9, "slow": 2.0}
"""Seconds that a bot's move stays before the next comes."""


@dataclass(frozen=True)
class Settings:
    """The values in force; immutable, so that a screen can try one and put the old back.

    ``keys`` rebinds keys by the id of their binding. ``notices`` are sentences
    about what was wrong with the file.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __getitem__(self, key: str) -> str:
        """Return a value, or its default."""
        setting = next(setting for setting in SETTINGS if setting.key == key)
        return self.values.get(key, setting.default)

    @property
    def pace(self) -> float:
        """Seconds that a bot's move stays on the screen."""
        return PACES[self["bot_pace"]]

    def moves(self, environ: Mapping[str, str] | None = None) -> bool:
        """Say whether the screen may move: not over a network unless asked for."""
        environ = os.environ if environ is None else environ
        if self["motion"] == "auto":
            return not any(name in environ for name in ("SSH_CONNECTION", "SSH_TTY"))
        return self["motion"] == "on"

    def with_value(self, key: str, value: str) -> Settings:
        """Return the settings with one value changed."""
        return replace(self, values={**self.values, key: value})

    def with_key(self, binding: str, keys: str) -> Settings:
        """Return the settings with one binding changed; no keys put the usual ones back."""
        changed = {name: old for name, old in self.keys.items() if name != binding}
        if keys:
            changed[binding] = keys
        return replace(self, keys=changed)


def read(found: Mapping[str, Any], name: str, themes: tuple[str, ...] = ()) -> Settings:
    """Return the settings that a table holds, which sentences call ``name``."""
    data = dict(found)
    notices = []
    version = data.pop("format", FORMAT)
    if version != FORMAT:
        return Settings(
            notices=(tidy(f"{name} has format {version!r}; this program reads {FORMAT}."),)
        )
    values: dict[str, str] = {}
    keys = data.pop("keys", {})
    known = {setting.key: setting for setting in SETTINGS}
    for key, value in data.items():
        setting = known.get(key)
        if setting is None:
            notices.append(f"{name}: there is no setting {key!r}; remove the line.")
            continue
        choices = themes if key == "theme" else setting.choices
        if not isinstance(value, str) or (choices and value not in choices):
            notices.append(
                f"{name}, {key}: {value!r} is not one of {_listed(choices)}, so "
                f"{setting.default} is used."
            )
            continue
        values[key] = value
    if not isinstance(keys, dict) or not all(isinstance(v, str) for v in keys.values()):
        notices.append(
            f"{name}, keys: this must be a table of binding ids and keys; it is ignored."
        )
        keys = {}
    return Settings(values, keys, tuple(map(tidy, notices)))


def _listed(choices: tuple[str, ...]) -> str:
    """Return the choices, unless there are too many to read, as with themes."""
    return ", ".join(choices) if len(choices) <= 6 else f"the {len(choices)} there are"


def plain(settings: Settings) -> dict[str, Any]:
    """Return the settings as the table that ``read`` reads."""
    data: dict[str, Any] = {"format": FORMAT, **settings.values}
    if settings.keys:
        data["keys"] = dict(settings.keys)
    return data


class SettingsStore(Protocol):
    """A place for settings; ``name`` is what sentences call it."""

    name: str

    def load(self, themes: tuple[str, ...]) -> Settings:
        """Return what is there; what cannot be used is told in ``notices``."""
        ...

    def save(self, settings: Settings) -> None:
        """Keep them whole, or not at all; OSError if that fails."""
        ...


class SettingsFile:
    """Settings in a TOML file of a person's."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path = path

    def load(self, themes: tuple[str, ...] = ()) -> Settings:
        """Read the settings; what cannot be used is left out and told in ``notices``."""
        try:
            data = files.read_toml(self._path, MAX_BYTES)
        except files.Unreadable as error:
            return Settings(notices=() if error.missing else (str(error),))
        return read(data, self.name, themes)

    def save(self, settings: Settings) -> None:
        """Write the settings, whole or not at all; OSError if that fails."""
        files.write_toml(plain(settings), self._path)
