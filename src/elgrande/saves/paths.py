"""Where things lie: the user's folders, and the saves and themes that come with the program."""

import os
from collections.abc import Mapping
from pathlib import Path

from elgrande.content.files import Unreadable, path_of
from elgrande.saves.errors import SaveError

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

    @property
    def saves(self) -> Path:
        """One file a game."""
        return self.data / "saves"

    @property
    def decks(self) -> Path:
        """Decks of one's own, one file a deck."""
        return self.data / "decks"

    @property
    def themes(self) -> Path:
        """Themes of one's own, one file a theme."""
        return self.data / "themes"

    @property
    def bin(self) -> Path:
        """Deleted saves."""
        return self.data / "bin"

    @property
    def reports(self) -> Path:
        """Reports of uncaught errors."""
        return self.state / "reports"

    @property
    def config_file(self) -> Path:
        """The user's settings."""
        return self.config / "config.toml"


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
