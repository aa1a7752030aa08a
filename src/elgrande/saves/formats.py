"""The format of a save: which records there are, and which keys they have.

A new kind of record or a new key is a new format. A program refuses what it does not know, in the
header too, rather than play on without it.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value]"
"""What a save can hold: no date, no float (so no nan either)."""

MAX_TEXT = 1000
"""The longest text that a save can hold, in characters."""

MAX_TEXTS = 200
"""The most commands that a record can hold."""

_MAX_DEPTH = 8
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_BAD_TEXT = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


class Field(NamedTuple):
    """A key of a record. ``texts`` is one text or several; ``number`` is the number of a record."""

    holds: Literal["text", "texts", "number", "flag"]
    required: bool = True


_TEXT = Field("text")
_PERHAPS = Field("text", required=False)

FORMAT = 1
"""The one that this program writes and reads."""

SCHEMA: "Mapping[str, Mapping[str, Field]]" = {
    # One command, or the several that a person made as one: all of them count or none.
    "command": {
        "do": Field("texts"),
        "by": _PERHAPS,  # who chose, if it was not the seat's own Source
        "auto": Field("flag", required=False),  # the only legal answer, given without asking
        "digest": _PERHAPS,  # of the position after it
    },
    # Back, or forward again, to the position after record ``to``; 0 is the start.
    "undo": {"to": Field("number"), "digest": _PERHAPS},
    "redo": {"to": Field("number"), "digest": _PERHAPS},
    # Another Source answers for a seat from here on.
    "source": {"seat": _TEXT, "source": _TEXT, "name": _PERHAPS},
    # The position here, where no command could carry it.
    "digest": {"digest": _TEXT},
}


def check_header(tables: Mapping[str, object]) -> None:
    """Raise ``ValueError`` (a phrase) unless these can be the header's tables.

    What the keys mean is for their owner to check; here it is only that nothing but tables of plain
    values with printable texts comes in.
    """
    for key, value in tables.items():
        if key in {"format", "rules", "seal"}:
            raise ValueError(f"the header cannot hold a table called {key}")
        of_tables = isinstance(value, list) and all(isinstance(each, dict) for each in value)
        if not (isinstance(value, dict) or of_tables):
            raise ValueError(f"{_quoted(key)} is not in a table, but a header has only tables")
    _check(dict(tables), "the header", 0)


def check_entry(kind: str, fields: Mapping[str, object]) -> dict[str, Value]:
    """Return the keys of a record as they are kept, or raise ``ValueError`` with a phrase."""
    keys = SCHEMA.get(kind)
    if keys is None:
        raise ValueError(f"{_quoted(kind)} is not a kind of record")
    kept: dict[str, Value] = {}
    for key, value in fields.items():
        field = keys.get(key)
        if field is None:
            raise ValueError(f"a {kind} has no key {_quoted(key)}")
        kept[key] = _READERS[field.holds](key, value)
    if len(kept) < len(keys):
        for key, field in keys.items():
            if field.required and key not in kept:
                raise ValueError(f"a {kind} lacks its key {key}")
    return kept


def check_text(text: str, where: str) -> str:
    """Return ``text`` if it may stand in a save, or raise ``ValueError`` with a phrase."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"{where} has a text of {len(text)} characters, at most {MAX_TEXT} fit")
    if not text.isprintable():
        # Unassigned ones pass: a newer Python may have written them, and screens drop them.
        for char in text:
            if unicodedata.category(char) in _BAD_TEXT:
                raise ValueError(f"{where} has a text with the control character U+{ord(char):04X}")
    return text


def _read_text(key: str, value: object) -> Value:
    if not isinstance(value, str):
        raise ValueError(f"{key} is not text")
    return check_text(value, key)


def _read_texts(key: str, value: object) -> Value:
    if isinstance(value, str):
        return [check_text(value, key)]
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MAX_TEXTS:
        raise ValueError(f"{key} is neither a text nor a list of 1 to {MAX_TEXTS} texts")
    return [_read_text(key, each) for each in value]


def _read_number(key: str, value: object) -> Value:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**9:
        raise ValueError(f"{key} is not a record number")
    return value


def _read_flag(key: str, value: object) -> Value:
    if not isinstance(value, bool):
        raise ValueError(f"{key} is not true or false")
    return value


_READERS: Mapping[str, Callable[[str, object], Value]] = {
    "text": _read_text,
    "texts": _read_texts,
    "number": _read_number,
    "flag": _read_flag,
}


def _check(value: object, where: str, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise ValueError(f"{where} is nested more than {_MAX_DEPTH} deep")
    match value:
        case str():
            check_text(value, where)
        case bool():
            pass
        case int():
            if not -(2**63) <= value < 2**63:
                raise ValueError(f"{where} is a number of more than 64 bits")
        case list() | tuple():
            for each in value:
                _check(each, where, depth + 1)
        case dict():
            for key, each in value.items():
                if not isinstance(key, str) or not _KEY.fullmatch(key):
                    raise ValueError(f"{where} has the key {_quoted(key)}, which is not plain")
                _check(each, key, depth + 1)
        case _:
            raise ValueError(f"{where} is a {type(value).__name__}, which a save cannot contain")


def _quoted(text: object) -> str:
    return f'"{str(text)[:40]}"'
