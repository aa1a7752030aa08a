"""What was filled into the form of a new game: a small file beside the saves, or memory alone.

Losing it costs some typing, so a file that cannot be read or written never keeps anybody
from playing: it is told in one sentence and left as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.app.settings import schema
from elgrande.content import files
from elgrande.content.clean import tidy

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 1
MAX_BYTES = 100_000
FILE = "new-game.toml"


class FilledForm:
    """The fields of the form as they were left; without a path they last as long as the program."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.problem = ""
        """One sentence about the file, if it cannot be used."""
        self.fields = self._read()

    def keep(self, fields: dict[str, Any]) -> None:
        """Keep the fields for the next time; values are those of TOML."""
        if fields == self.fields:
            return
        self.fields = fields
        if self._path is not None and not self.problem:
            self._write(self._path)

    def _read(self) -> dict[str, Any]:
        if self._path is None:
            return {}
        try:
            data = files.read_toml(self._path, MAX_BYTES)
            if data.pop("format", None) != FORMAT:
                raise ValueError("another format")
        except ValueError as error:
            if not (isinstance(error, files.Unreadable) and error.missing):
                name = self._path.name
                self.problem = tidy(
                    f"{name} cannot be read, so the form begins anew; delete that file to have "
                    "your entries kept again."
                )
            return {}
        return data

    def _write(self, path: Path) -> None:
        try:
            schema.write({"format": FORMAT, **self.fields}, path)
        except OSError as error:
            self.problem = tidy(
                f"{path.name} cannot be written ({error.strerror}); what you fill in is kept "
                "until you quit."
            )
