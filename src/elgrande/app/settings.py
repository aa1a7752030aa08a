"""The settings: described once, kept as TOML, shown by a screen made from the description.

No Textual here. A file that cannot be read is not overwritten: the program says
so in one sentence and goes on with the defaults.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import tomli_w

from elgrande.content import files
from elgrande.content.clean import tidy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FORMAT = 1
MAX_BYTES = 100_000


@dataclass(frozen=True)
class Setting:
    """One setting: its key in the file, what a person reads, what it may be."""

    key: str
    title: str
    text: str
    choices: tuple[str, ...]
    default: str
    group: str


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "theme", "Theme", "Colours of the screen. Ours are made for 24-bit, 256 and 16 colours.",
        (), "elgrande-dark", "Look",
    ),
    Setting(
        "symbols", "Symbols", "Pieces and borders as drawn signs, or as plain ASCII letters.",
        ("auto", "drawn", "ascii"), "auto", "Look",
    ),
    Setting(
        "motion", "Motion", "Short movements on the screen; auto leaves them out over a network.",
        ("auto", "on", "off"), "auto", "Look",
    ),
    Setting(
        "cursor", "Terminal's cursor", "It stands where the keyboard is. Show it for a magnifier.",
        ("hidden", "shown"), "hidden", "Look",
    ),
    Setting(
        "confirm", "Confirmation",
        "Ask before what cannot be taken back, and before a half-made answer goes.",
        ("final", "never"), "never", "Play",
    ),
    Setting(
        "bot_pace", "Pace of the bots", "How long a bot's move stays on the screen.",
        ("at once", "quick", "calm", "slow"), "quick", "Play",
    ),
    Setting(
        "recap", "Recap", "Tell what has happened since your last turn when it is your turn again.",
        ("on", "off"), "on", "Play",
    ),
)  # fmt: skip
"""Every setting. The theme's choices are whatever themes there are."""

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


def load(path: Path, themes: tuple[str, ...] = ()) -> Settings:
    """Read the settings; what cannot be used is left out and told in ``notices``."""
    try:
        data = files.read_toml(path, MAX_BYTES)
    except files.Unreadable as error:
        return Settings(notices=() if error.missing else (str(error),))
    notices = []
    version = data.pop("format", FORMAT)
    if version != FORMAT:
        return Settings(
            notices=(tidy(f"{path.name} has format {version!r}; this program reads {FORMAT}."),)
        )
    values: dict[str, str] = {}
    keys = data.pop("keys", {})
    known = {setting.key: setting for setting in SETTINGS}
    for key, value in data.items():
        setting = known.get(key)
        if setting is None:
            notices.append(f"{path.name}: there is no setting {key!r}; remove the line.")
            continue
        choices = themes if key == "theme" else setting.choices
        if not isinstance(value, str) or (choices and value not in choices):
            notices.append(
                f"{path.name}, {key}: {value!r} is none of {_listed(choices)}; "
                f"{setting.default} is used."
            )
            continue
        values[key] = value
    if not isinstance(keys, dict) or not all(isinstance(v, str) for v in keys.values()):
        notices.append(f"{path.name}, keys: write a table of binding ids and keys; it is left out.")
        keys = {}
    return Settings(values, keys, tuple(map(tidy, notices)))


def _listed(choices: tuple[str, ...]) -> str:
    """The choices, unless there are too many to read, as with themes."""
    return ", ".join(choices) if len(choices) <= 6 else f"the {len(choices)} there are"


def save(settings: Settings, path: Path) -> None:
    """Write the settings, whole or not at all; OSError if that fails."""
    data: dict[str, Any] = {"format": FORMAT, **settings.values}
    if settings.keys:
        data["keys"] = dict(settings.keys)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(tomli_w.dumps(data), encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@dataclass(frozen=True)
class Bound:
    """A binding as it is declared: its id, its screen, its usual keys, what it does."""

    id: str
    keys: str
    text: str

    @property
    def screen(self) -> str:
        """The part of the id before the dot: where the binding holds."""
        return self.id.partition(".")[0]


def check_keys(
    keys: Mapping[str, str], bound: tuple[Bound, ...]
) -> tuple[dict[str, str], list[str]]:
    """Return the bindings that can be changed as wished, and a sentence for each that cannot.

    Two bindings of one screen cannot share a key, nor can one of the table and one
    of a pane that may have the keyboard there.
    """
    known = {binding.id: binding for binding in bound}
    good: dict[str, str] = {}
    problems = []
    for name, wish in keys.items():
        if name not in known:
            problems.append(f"There is no key binding {name!r}.")
        elif not wish.replace(" ", ""):
            problems.append(f"The key binding {name!r} needs at least one key.")
        else:
            good[name] = wish.replace(" ", "")
    for name in list(good):
        mine = set(good[name].split(","))
        for other in bound:
            if other.id == name or not _meet(other, known[name]):
                continue
            clash = mine & set(good.get(other.id, other.keys).split(","))
            if clash and name in good:
                taken = ", ".join(sorted(clash))
                problems.append(f"{taken} cannot be {name}: {other.id} ({other.text}) has it.")
                del good[name]
    return good, [tidy(problem) for problem in problems]


AT_TABLE = frozenset({"table", "map", "cards", "prompt", "log", "lesson"})
"""Screens and panes whose keys hold while somebody answers."""


def _meet(one: Bound, other: Bound) -> bool:
    """Say whether the keys of two bindings can be in force together."""
    screens = {one.screen, other.screen}
    return len(screens) == 1 or ("table" in screens and screens <= AT_TABLE)
