"""Which lessons were finished: a small file beside the saves, or memory alone.

Losing it costs a few marks, so a file that cannot be read or written never stops
a lesson: it is told in one sentence and left as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.settings import schema
from elgrande.content import files
from elgrande.content.clean import tidy

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 1
MAX_BYTES = 100_000
FILE = "lessons.toml"


class LearnedLessons:
    """The ids of the finished lessons; without a path they last as long as the program."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.problem = ""
        """One sentence about the file, if it cannot be used."""
        self.done = self._read()

    def mark(self, lesson: str) -> None:
        """Note that a lesson was finished."""
        if lesson in self.done:
            return
        self.done.add(lesson)
        if self._path is not None and not self.problem:
            self._write(self._path)

    def _read(self) -> set[str]:
        if self._path is None:
            return set()
        try:
            data = files.read_toml(self._path, MAX_BYTES)
            done = data["done"]
            if data["format"] != FORMAT or not isinstance(done, list):
                raise ValueError("another format")
        except (ValueError, KeyError) as error:
            if not (isinstance(error, files.Unreadable) and error.missing):
                name = self._path.name
                self.problem = tidy(f"{name} cannot be read; delete it to mark lessons again.")
            return set()
        return {name for name in done if isinstance(name, str)}

    def _write(self, path: Path) -> None:
        try:
            schema.write({"format": FORMAT, "done": sorted(self.done)}, path)
        except OSError as error:
            self.problem = (
                f"{path.name} cannot be written ({error.strerror}); lessons are not marked."
            )
