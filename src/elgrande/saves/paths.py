"""Where things lie: the user's folders, what comes with the program, and the names of saves.

Names are from a small alphabet that every file system, shell and screen takes as it is.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path

from elgrande.content.files import Unreadable, path_of
from elgrande.saves.errors import SaveError, shown

HOME_VARIABLE = "ELGRANDE_HOME"
_PACKAGE = Path(__file__).resolve().parent.parent


class Paths:
    """The folders that the program writes to; naming them creates none.

    They lie under ``data_dir`` if that is given (``--data-dir``), else under ``$ELGRANDE_HOME`` if
    that is set, else where the platform keeps data, configuration and state. Raises ``SaveError``
    for what can be no folder: a file, or what would be in one.
    """

    def __init__(
        self, data_dir: Path | str | None = None, environ: Mapping[str, str] | None = None
    ) -> None:
        environ = os.environ if environ is None else environ
        root = data_dir or environ.get(HOME_VARIABLE)
        self.named = bool(data_dir)
        """Whether a command finds them only where ``--data-dir`` names the folder."""
        if root:
            try:
                self.data = self.config = self.state = path_of(str(root)).absolute()
            except Unreadable as error:
                raise SaveError(str(error)) from None
            self.cache = self.data / "cache"
            there = next(filter(os.path.exists, (self.data, *self.data.parents)), self.data)
            if not os.path.isdir(there):
                raise SaveError(f"{there} is not a folder; choose one with --data-dir")
        else:
            # Not everybody gets here, and the first picture waits for every import.
            from platformdirs import PlatformDirs

            dirs = PlatformDirs("elgrande", appauthor=False)
            self.data = dirs.user_data_path
            self.config = dirs.user_config_path
            self.state = dirs.user_state_path
            self.cache = dirs.user_cache_path
        self.saves = self.data / "saves"
        """One file a game."""
        self.decks = self.data / "decks"
        """Decks of one's own, one file a deck."""
        self.puzzles = self.data / "puzzles"
        """Puzzles from one's own games, one file a puzzle."""
        self.themes = self.data / "themes"
        """Themes of one's own, one file a theme."""
        self.bin = self.data / "bin"
        """Deleted saves."""
        self.reports = self.state / "reports"
        """Reports of uncaught errors."""
        self.config_file = self.config / "config.toml"
        """The user's settings."""


def shipped(name: str) -> Path:
    """Return the folder ``saves`` or ``themes`` that comes with the program.

    A wheel carries them inside the package; a checkout, and with it an editable install, has them
    at its top. Raises ``SaveError`` if neither is there.
    """
    inside = _PACKAGE / "shipped" / name
    if inside.is_dir():
        return inside
    top = _PACKAGE.parent.parent
    # Without the project file this would be some folder of the Python installation.
    if (top / "pyproject.toml").is_file() and (top / name).is_dir():
        return top / name
    raise SaveError(f"The folder {name} that comes with elgrande is missing; install it again.")


# -- names of saves --------------------------------------------------------------------


SUFFIX = ".toml"
_LENGTH = 40
UNNAMED = "game"
"""The name that is made from a title without a letter or digit of ours."""
_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
# Windows opens the device, whatever the folder and the suffix.
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(10)]
)


def is_safe(name: str) -> bool:
    """Say whether a save may have this name."""
    return _SAFE.fullmatch(name) is not None and name not in _DEVICES


def check_name(name: str) -> str:
    """Return ``name`` if a save may have it, or raise ``SaveError`` with a sentence that says
    how.

    Whatever passes is a plain file name: no separator, no dot, no device.
    """
    if is_safe(name):
        return name
    if name in _DEVICES:
        why = "Windows reserves that word for a device"
    else:
        why = (
            "a name has 1 to 40 characters from a-z, 0-9, - and _, "
            "starts with a letter or digit, and does not end in .toml"
        )
    raise SaveError(f'No save can be called "{shown(name)}" ({why}); try "{make_name(name)}".')


def make_name(title: str, taken: Container[str] = ()) -> str:
    """Make a safe name that is not in ``taken`` from any title: "Anna & José" gives anna-jose."""
    letters = unicodedata.normalize("NFKD", title[:200]).casefold().encode("ascii", "ignore")
    words = re.sub(r"[^a-z0-9_]+", "-", letters.decode().removesuffix(SUFFIX)).strip("-_")
    name = words[:_LENGTH].rstrip("-_") or UNNAMED
    if name in _DEVICES:
        name += "-game"
    stem, number = name, 1
    while name in taken:
        number += 1
        end = f"-{number}"
        name = stem[: _LENGTH - len(end)].rstrip("-_") + end
    return name


@dataclass(frozen=True, slots=True)
class Location:
    """Where a save lies, and what sentences call it."""

    folder: Path
    file: str
    named: str

    @property
    def path(self) -> Path:
        return self.folder / self.file
