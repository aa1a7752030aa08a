"""Records as plain values of JSON: a data class becomes a dictionary, and is read again.

What is read may come from a stranger: it has the fields of the record and nothing else.
"""

from __future__ import annotations

import types
import typing
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def to_plain(record: Any) -> Any:
    """Return a record, or a tuple of them, as JSON has it."""
    if is_dataclass(record):
        return {each.name: to_plain(getattr(record, each.name)) for each in fields(record)}
    if isinstance(record, tuple | list):
        return [to_plain(each) for each in record]
    return record


def from_plain(kind: type[T], data: object) -> T:
    """Return the record that ``to_plain`` wrote; ValueError with one sentence for anything else."""
    if not isinstance(data, dict):
        raise ValueError(f"a {kind.__name__} is a table")
    shapes = _shapes(typing.cast("Any", kind))
    values: dict[str, Any] = {}
    for name, (shape, needed) in shapes.items():
        if name in data:
            values[name] = _value(shape, data[name], f"{kind.__name__}.{name}")
        elif needed:
            raise ValueError(f"a {kind.__name__} needs {name!r}")
    if unknown := data.keys() - shapes.keys():
        raise ValueError(f"a {kind.__name__} has no {min(unknown)[:40]!r}")
    return kind(**values)


@cache
def _shapes(kind: type) -> dict[str, tuple[Any, bool]]:
    hints = typing.get_type_hints(kind)
    return {
        each.name: (
            hints[each.name],
            each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(kind)
    }


MOST = 1000
"""No list of a record is longer."""
LONGEST = 4096
"""No text of a record has more characters."""


def _value(shape: Any, data: object, where: str) -> Any:
    origin = typing.get_origin(shape)
    if origin is tuple:
        if not isinstance(data, list) or len(data) > MOST:
            raise ValueError(f"{where} is a list of at most {MOST}")
        return tuple(_value(typing.get_args(shape)[0], each, where) for each in data)
    if origin is types.UnionType:
        return None if data is None else _value(typing.get_args(shape)[0], data, where)
    if origin is dict:
        return _house(data, where)
    if is_dataclass(shape):
        return from_plain(typing.cast("type[Any]", shape), data)
    if shape is float and type(data) is int and abs(data) < 1 << 53:
        return float(data)
    if type(data) is not shape or (isinstance(data, str) and len(data) > LONGEST):
        raise ValueError(f"{where} is not of its kind")
    return data


def _house(data: object, where: str) -> dict[str, Any]:
    if not isinstance(data, dict) or len(data) > MOST:
        raise ValueError(f"{where} is a table of at most {MOST}")
    for value in data.values():
        if type(value) not in (str, int, bool) or (isinstance(value, str) and len(value) > LONGEST):
            raise ValueError(f"{where} has texts, numbers, true and false")
    return dict(data)
