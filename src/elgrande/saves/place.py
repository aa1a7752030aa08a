"""Where a save lies, and what is said when something goes wrong there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from elgrande.saves.errors import SaveError, from_os


@dataclass(frozen=True, slots=True)
class Place:
    """Where a save lies, and what sentences call it."""

    folder: Path
    file: str
    named: str

    @property
    def path(self) -> Path:
        return self.folder / self.file


@contextmanager
def telling(path: Path, failed: str) -> Iterator[None]:
    """Turn what the operating system raises into a sentence, and say where."""
    try:
        yield
    except OSError as error:
        raise from_os(error, path, failed) from error
    except SaveError as error:
        error.path = error.path or path
        raise
