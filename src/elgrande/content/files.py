"""The one way in which a file that somebody else may have written gets into the program.

Positions, decks, settings, marks of lessons, themes and saves all pass here: the right kind of
file, no larger than it can honestly be, UTF-8, and TOML that the parser is done with at once. A
pipe would wait for ever, a device would fill the memory, and one long key of a hundred thousand
parts keeps the parser busy for half a minute. Every refusal is one harmless sentence: file, place,
cure. A ``TomlTable`` is read field by field with errors of the same kind.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from elgrande.content.clean import clean, tidy

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


AnyFile: TypeAlias = "Path | Traversable"
"""A file or folder: somebody's, or one inside a package."""

MAX_BYTES = 1_000_000
"""How large any of our files may be."""
MAX_LINE = 4000
"""How many characters a line of TOML may have."""
MAX_DOTS = 8
"""How many dots a key may have: the parser's time grows with their square."""
MAX_NESTING = 32
"""How deep brackets and braces may stand in each other."""

FLAGS = (
    getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    # A pipe in place of a file must not make us wait for somebody to write to it.
    | getattr(os, "O_NONBLOCK", 0)
)
"""How every file is opened, whatever else is asked for."""

_NAME = 50
_PART, _PATH = 255, 4000  # bytes that systems take; where one takes fewer it says so itself
_AT = re.compile(r" ?\((?:at line ([0-9]+), column [0-9]+|at end of document)\)")
_UNSOUND = (tomllib.TOMLDecodeError, UnicodeDecodeError, ValueError, RecursionError)
# The quotes of a text of several lines first; within those only their own end and escapes count.
# The text may itself end in one or two quotes, which stand before the three that close it.
_SIGNS = re.compile(r'"""|\'\'\'|["\'#\n\[\]{}.,=]')
_ENDS = {
    '"""': re.compile(r'"{3,5}|\\.', re.DOTALL),
    "'''": re.compile(r"'{3,5}"),
    '"': re.compile(r'["\n]|\\.'),
    "'": re.compile(r"['\n]"),
    "#": re.compile(r"\n"),
}
# A direction that is turned round by a path would turn the sentence round that quotes it.
_TURNING = frozenset("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e") | frozenset(
    map(chr, range(0x2066, 0x206A))
)


class ContentError(ValueError):
    """Data that cannot be used; the message is one harmless sentence: file, place, cure.

    Where all that is wrong was looked for, ``more`` are the sentences for the rest of it.
    """

    def __init__(self, sentence: str, *more: str) -> None:
        super().__init__(tidy(sentence))
        self.more = tuple(map(tidy, more))


class Unreadable(ContentError):
    """A file that cannot be used. ``missing``: it is not there."""

    def __init__(self, sentence: str, *, missing: bool = False) -> None:
        super().__init__(sentence)
        self.missing = missing


def path_of(text: str) -> Path:
    """Return the path that a person typed, with ``~`` for the home folder.

    Raises Unreadable for what is a path on no system: without a look at the disk.
    """
    shown = clean(text, _NAME)
    if not text.strip():
        raise Unreadable("A path of blanks names no file; write one.")
    if any(ord(char) < 32 or ord(char) == 127 or char in _TURNING for char in text):
        raise Unreadable(
            f"{shown} holds control characters or turns its direction, which no path here may; "
            "type it anew."
        )
    path = at_home(Path(text))
    if len(os.fsencode(path)) > _PATH or any(len(os.fsencode(p)) > _PART for p in path.parts):
        raise Unreadable(f"{shown}... is longer than a path can be; choose a shorter one.")
    return path


def at_home(path: Path) -> Path:
    """Return a path with its ``~`` put in full; Unreadable if there is no such home."""
    try:
        return path.expanduser()
    except RuntimeError:
        user = clean(path.parts[0], _NAME)
        raise Unreadable(f"There is no home folder of {user}; write the whole path.") from None


def reason(error: OSError) -> str:
    """Return what the operating system calls an error, in small letters."""
    return os.strerror(error.errno).lower() if error.errno else clean(str(error), 100)


def bounded(
    named: str, regular: bool, size: int, read: Callable[[int], bytes], most: int = MAX_BYTES
) -> bytes:
    """Return all bytes of an open file, which ``read`` gives so many at a time.

    Raises Unreadable for a pipe, a device, a folder, or more than ``most`` bytes.
    """
    check_kind(named, regular, size, most)
    # Some files say that they are empty and never end, so the size alone is no bound.
    data = taken(read, most + 1)
    if len(data) > most:
        check_kind(named, regular, len(data), most)
    return data


def check_kind(named: str, regular: bool, size: int, most: int = MAX_BYTES) -> None:
    """Raise Unreadable for a pipe, a device, a folder, or more than ``most`` bytes."""
    if not regular:
        raise Unreadable(f"{named} is a folder, a pipe or a device and no plain file; name a file.")
    if size > most:
        raise Unreadable(
            f"{named} has {size:,} bytes, and no file of this game has as many; check the path."
        )


def taken(read: Callable[[int], bytes], limit: int) -> bytes:
    """Return what ``read`` gives, up to so many bytes."""
    parts: list[bytes] = []
    left = limit
    while left > 0 and (part := read(left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def read_text(source: AnyFile, most: int = MAX_BYTES) -> str:
    """Return the text of a UTF-8 file; a byte order mark, which some editors write, is dropped."""
    name = named(source)
    try:
        data = read_bytes(source, most)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        cure = "check the path" if missing else "check the file and who may read it"
        raise Unreadable(
            f"{name} cannot be read ({reason(error)}); {cure}.", missing=missing
        ) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(
            f"{name}, line {line}: this is not written in UTF-8; save the file in that encoding."
        ) from None


def read_bytes(source: AnyFile, most: int = MAX_BYTES) -> bytes:
    """Return the bytes of a regular file; raises OSError or Unreadable."""
    if not isinstance(source, Path):  # from inside the program's own package
        return source.read_bytes()
    with opened(source) as descriptor:
        size = os.fstat(descriptor).st_size
        return bounded(named(source), True, size, lambda n: os.read(descriptor, n), most)


@contextmanager
def opened(path: Path, flags: int = os.O_RDONLY) -> Iterator[int]:
    """Open a regular file, and close it again; raises OSError or Unreadable, and never waits."""
    descriptor = os.open(path, flags | FLAGS, 0o600)
    try:
        check_kind(named(path), stat.S_ISREG(os.fstat(descriptor).st_mode), 0)
        yield descriptor
    finally:
        os.close(descriptor)


def named(source: AnyFile) -> str:
    """Return what sentences call a file; bytes that are no letters are written out."""
    name = source.name or str(source)
    shown = clean(name, _NAME) or ascii(os.fsencode(name))[2:-1][:_NAME]
    return shown if shown.strip() else "the file without a name"


def read_toml(source: AnyFile, most: int = MAX_BYTES) -> dict[str, Any]:
    """Return the tables of a TOML file; Unreadable says what is wrong with it and where."""
    text = read_text(source, most)
    try:
        return toml(text)
    except _UNSOUND as error:
        name = named(source)
        line, problem = place_of(error)
        at = f"{name}, line {line or text.count(chr(10)) + 1}"
        raise Unreadable(f"{at}: this is not valid TOML ({problem}); correct that place.") from None


def write_toml(data: dict[str, Any], path: Path) -> None:
    """Write a table as TOML in place of what was there; OSError if that fails."""
    # Imported here, as who only reads need not wait for it.
    import tomli_w

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(path, tomli_w.dumps(data).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, readable for all whom the user lets read; OSError."""
    part = path.with_name(f".{path.name[:200]}.{os.getpid()}")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | FLAGS, 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def toml(text: str) -> dict[str, Any]:
    """Parse TOML, refusing first what would take the parser long; raises ValueError."""
    _check_shape(text)
    return tomllib.loads(text)


def place_of(error: Exception) -> tuple[int, str]:
    """Return the line that the TOML parser names, or 0, and in a few words what it found."""
    if isinstance(error, RecursionError):
        return 0, "it is nested too deep"
    found = _AT.search(str(error))
    words = clean(_AT.sub("", str(error)), 100).rstrip(".")
    return int(found[1] or 0) if found else 0, words[:1].lower() + words[1:]


def _check_shape(text: str) -> None:
    """Raise ValueError, with the line, for a line, a key or a nesting that is too long.

    One pass from left to right, since a clever search could itself be made slow.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise _too_much(f"a line of {len(line)} characters, at most {MAX_LINE}", number)
    at = depth = dots = 0
    while sign := _SIGNS.search(text, at):
        found, at = sign[0], sign.end()
        if found == ".":
            dots += 1
            if dots > MAX_DOTS:
                raise _too_much("too many dots in a key", text.count("\n", 0, at) + 1)
        elif found in _ENDS:
            at = _end(text, found, at)
            dots = 0 if found == "#" else dots
        else:
            dots = 0
            depth += (found in "[{") - (found in "]}")
            if depth > MAX_NESTING:
                raise _too_much("it is nested too deep", text.count("\n", 0, at) + 1)


def _end(text: str, opening: str, at: int) -> int:
    """Return where a quoted text or a comment that was opened before ``at`` is over."""
    while sign := _ENDS[opening].search(text, at):
        at = sign.end()
        if sign[0] == "\n":
            return at - 1
        if sign[0][0] != "\\":
            return at
    return len(text)


def _too_much(what: str, line: int) -> ValueError:
    return ValueError(f"{what} (at line {line}, column 1)")


class TomlTable:
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

    def table(self, field: str) -> TomlTable:
        """Return a table inside this one."""
        return TomlTable(self.raw(field, {}), self.file, f"{self.place}.{field}")

    def tables(self, field: str) -> list[TomlTable]:
        """Return a list of tables inside this one."""
        value = self.raw(field, [])
        if not isinstance(value, list):
            raise self.fault(field, "write [[tables]] here")
        return [
            TomlTable(item, self.file, f"{field} {number}") for number, item in enumerate(value, 1)
        ]

    def items(self) -> list[tuple[str, Any]]:
        """Return all fields; they count as read."""
        self._read.update(self._data)
        return list(self._data.items())

    def close(self) -> None:
        """Raise ContentError for a field that nobody asked for."""
        for field in self._data:
            if field not in self._read:
                raise self.fault(field, "there is no such field; remove it")
