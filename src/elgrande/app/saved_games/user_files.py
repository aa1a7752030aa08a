"""Small files beside the saves: the form as it was filled in, and what is marked.

Losing one costs some typing or a few marks, so a file that cannot be read or written never keeps
anybody from playing: it is told in one sentence and left as it is. Without a path such things
last as long as the program.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from elgrande.content import files
from elgrande.content.clean import clean_name, tidy

FORMAT = 1
MAX_BYTES = 100_000


class UserFile:
    """A TOML file beside the saves; what is in it is read once."""

    FILE: ClassVar[str]
    """What it is called."""
    UNREADABLE: ClassVar[str]
    """How a sentence goes on that begins with: FILE cannot be read."""
    UNWRITTEN: ClassVar[str]
    """What comes of it when it cannot be written."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder and folder / self.FILE
        self.problem = ""
        """One sentence about the file, if it cannot be used."""

    def fits(self, data: dict[str, Any]) -> bool:
        """Return whether a table is what this file holds."""
        return True

    def read(self) -> dict[str, Any]:
        """Return what is there, or nothing."""
        if self._path is None:
            return {}
        try:
            data = files.read_toml(self._path, MAX_BYTES)
            if data.pop("format", None) != FORMAT or not self.fits(data):
                raise ValueError("another format")
        except ValueError as error:
            if not (isinstance(error, files.Unreadable) and error.missing):
                self.problem = tidy(f"{self._path.name} cannot be read{self.UNREADABLE}")
            return {}
        return data

    def write(self, data: dict[str, Any]) -> None:
        """Keep a table for the next time, unless there is something that could not be read."""
        if self._path is None or self.problem:
            return
        try:
            files.write_toml({"format": FORMAT, **data}, self._path)
        except OSError as error:
            self.problem = tidy(
                f"{self._path.name} cannot be written ({error.strerror}); {self.UNWRITTEN}"
            )


class FilledForm(UserFile):
    """The fields of the form of a new game as they were left; values are those of TOML."""

    FILE = "new-game.toml"
    UNREADABLE = ", so the form begins anew; delete that file to have your entries kept again."
    UNWRITTEN = "what you fill in is kept until you quit."

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        self.fields = self.read()

    @property
    def person(self) -> str:
        """What the first person was called, if anything that could be a name in any game."""
        # Imported here: whoever reads the other files loads no rules for it.
        from elgrande.content.edition import OURS, edition
        from elgrande.content.setup import PERSON

        players = self.fields.get("players")
        for each in players if isinstance(players, list) else ():
            if isinstance(each, dict) and each.get("source") == PERSON:
                with suppress(ValueError):
                    name = clean_name(str(each.get("name", "")))
                    colours = {colour for one in OURS for colour in edition(one).colours}
                    return "" if name.casefold() in colours else name
        return ""

    def keep(self, fields: dict[str, Any]) -> None:
        """Keep the fields for the next time."""
        if fields != self.fields:
            self.fields = fields
            self.write(fields)


class KeptMarks(UserFile):
    """The ids of finished lessons, and of puzzles: solved, and answered wrongly at first."""

    FILE = "marks.toml"
    UNREADABLE = "; delete it to mark lessons and puzzles again."
    UNWRITTEN = "lessons and puzzles are not marked."
    KINDS = ("lessons", "solved", "missed")

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        self.lessons: set[str] = set()
        self.solved: set[str] = set()
        self.missed: set[str] = set()
        self._learn()

    def _learn(self) -> None:
        """Take over what is in the file, of another program at work here, too."""
        read = self.read()
        for kind in self.KINDS:
            getattr(self, kind).update(n for n in read.get(kind, ()) if isinstance(n, str))

    def fits(self, data: dict[str, Any]) -> bool:
        """Return whether there are lists."""
        return all(isinstance(data.get(kind, []), list) for kind in self.KINDS)

    def mark(self, marks: set[str], name: str) -> None:
        """Put a lesson or a puzzle among those of a kind."""
        if name not in marks:
            self._learn()
            marks.add(name)
            self.write({kind: sorted(getattr(self, kind)) for kind in self.KINDS})

    def answer(self, puzzle: str, *, right: bool) -> None:
        """Note the answer to a puzzle; what is solved stays so."""
        if right or puzzle not in self.solved:
            self.mark(self.solved if right else self.missed, puzzle)
