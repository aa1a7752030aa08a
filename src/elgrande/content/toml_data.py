"""Reading TOML data with errors that name file, place and cure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from elgrande.content import files
from elgrande.content.clean import tidy

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path


class ContentError(ValueError):
    """Data that cannot be used; the message is one harmless sentence: file, place, cure."""

    def __init__(self, sentence: str) -> None:
        super().__init__(tidy(sentence))


def read_toml(source: Path | Traversable) -> dict[str, Any]:
    """Return the tables of a TOML file of at most a megabyte.

    Raises ContentError for a file that cannot be read or is no TOML.
    """
    try:
        return files.read_toml(source)
    except files.Unreadable as error:
        raise ContentError(str(error)) from None


class Table:
    """One table of a file, read field by field; whatever is not read is a fault."""

    def __init__(self, data: object, file: str, place: str) -> None:
        self.file = file
        self.place = place
        if not isinstance(data, Mapping):
            raise ContentError(f"{file}, {place}: this must be a table")
        self._data = dict(data)
        self._read: set[str] = set()

    def fault(self, field: str, problem: str) -> ContentError:
        """Return the error for a field."""
        return ContentError(f"{self.file}, {self.place}, field {field!r}: {problem}")

    def __contains__(self, field: str) -> bool:
        return field in self._data

    def raw(self, field: str, default: Any = None) -> Any:
        """Return a field as it is."""
        self._read.add(field)
        return self._data.get(field, default)

    def text(self, field: str, default: str | None = None, most: int = 1000) -> str:
        """Return a text of at most so many characters."""
        value = self.raw(field, default)
        if not isinstance(value, str):
            raise self.fault(field, "write a text in quotes here")
        if len(value) > most:
            raise self.fault(field, f"the screens have room for {most} characters")
        return value

    def number(self, field: str, low: int, high: int, default: int | None = None) -> int:
        """Return an integer from ``low`` to ``high``."""
        value = self.raw(field, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fault(field, f"write a number from {low} to {high} here")
        return value

    def flag(self, field: str, default: bool | None = None) -> bool:
        """Return true or false."""
        value = self.raw(field, default)
        if not isinstance(value, bool):
            raise self.fault(field, "write true or false here")
        return value

    def numbers(
        self, field: str, low: int, high: int, default: list[int] | None = None
    ) -> tuple[int, ...]:
        """Return a list of integers."""
        value = self.raw(field, default)
        if not isinstance(value, list) or not all(
            isinstance(v, int) and not isinstance(v, bool) and low <= v <= high for v in value
        ):
            raise self.fault(field, f"write a list of numbers from {low} to {high} here")
        return tuple(value)

    def texts(self, field: str, default: list[str] | None = None) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.raw(field, default)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.fault(field, "write a list of texts here")
        return tuple(value)

    def table(self, field: str) -> Table:
        """Return a table inside this one."""
        return Table(self.raw(field, {}), self.file, f"{self.place}.{field}")

    def tables(self, field: str) -> list[Table]:
        """Return a list of tables inside this one."""
        value = self.raw(field, [])
        if not isinstance(value, list):
            raise self.fault(field, "write [[tables]] here")
        return [Table(item, self.file, f"{field} {number}") for number, item in enumerate(value, 1)]

    def items(self) -> list[tuple[str, Any]]:
        """Return all fields; they count as read."""
        self._read.update(self._data)
        return list(self._data.items())

    def close(self) -> None:
        """Raise ContentError for a field that nobody asked for."""
        for field in self._data:
            if field not in self._read:
                raise self.fault(field, "there is no such field; remove it")
