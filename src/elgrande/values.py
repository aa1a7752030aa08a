"""Data classes, made in a fifth of the time.

The standard library compiles up to six methods for each of them, and a start of the program makes
two hundred. Here only ``__init__`` is compiled; the others are the same for all.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, kw_only=False, **others):
        """Make a data class as the standard library does, which has whatever is not here."""
        if kind is None:
            return lambda kind: dataclass(kind, frozen=frozen, eq=eq, kw_only=kw_only, **others)
        if others:
            return dataclasses.dataclass(kind, frozen=frozen, eq=eq, kw_only=kw_only, **others)
        return _made(kind, frozen, eq, kw_only)


@dataclasses.dataclass
class _Open:
    """What the standard library says of a data class, to itself where somebody inherits."""


@dataclasses.dataclass(frozen=True)
class _Frozen:
    """The same of one that nobody changes."""


def _made(kind: Any, frozen: bool, eq: bool, kw_only: bool) -> Any:
    _find_fields(kind, frozen, kw_only)
    fields = dataclasses.fields(kind)
    methods: dict[str, Callable[..., Any] | None] = {
        "__init__": _init(kind, fields, frozen),
        "__repr__": _repr([field.name for field in fields if field.repr]),
    }
    if frozen:
        methods |= _shut(kind, frozenset(field.name for field in fields))
    if eq:
        compared = _values([field.name for field in fields if field.compare])
        methods["__eq__"] = _eq(compared)
        if not frozen:
            methods["__hash__"] = None
        elif vars(kind).get("__hash__") is None:
            hashed = [each for each in fields if (each.compare if each.hash is None else each.hash)]
            values = _values([field.name for field in hashed])
            kind.__hash__ = lambda self: hash(values(self))
    for name, method in methods.items():
        if name not in vars(kind):
            setattr(kind, name, method)
    return kind


def _find_fields(kind: Any, frozen: bool, kw_only: bool) -> None:
    own = kind.__annotations__
    given = {name: vars(kind)[name] for name in own if name in vars(kind)}
    # By the library, off a class without bases: of one that inherits it would compile all; and
    # for one without a docstring it would write that.
    said = {"__module__": kind.__module__, "__doc__": "Its fields.", "__annotations__": own}
    shape: Any = type(kind.__name__, (), said | given)
    shape = dataclasses.dataclass(shape, init=False, repr=False, eq=False, kw_only=kw_only)
    for name in given:
        if name in vars(shape):
            setattr(kind, name, vars(shape)[name])
        else:
            delattr(kind, name)
    found: dict[str, Field[Any]] = {}
    for base in reversed(kind.__mro__[1:]):
        found |= vars(base).get("__dataclass_fields__", {})
    kind.__dataclass_fields__ = found | shape.__dataclass_fields__
    kind.__dataclass_params__ = vars(_Frozen if frozen else _Open)["__dataclass_params__"]
    given_first = (field for field in dataclasses.fields(kind) if not field.kw_only)
    setattr(kind, "__match_args__", tuple(field.name for field in given_first))  # noqa: B010


def _init(kind: type, fields: Iterable[Field[Any]], frozen: bool) -> Callable[..., None]:
    names: dict[str, Any] = {"_set": object.__setattr__, "_new": MISSING}
    first: list[str] = []
    named: list[str] = []
    lines = []
    for field in fields:
        name = value = taken = field.name
        if field.default is not MISSING:
            names[f"_{name}"] = field.default
            taken = f"{name}=_{name}"
        elif field.default_factory is not MISSING:
            names[f"_{name}"] = field.default_factory
            taken, value = f"{name}=_new", f"_{name}() if {name} is _new else {name}"
        (named if field.kw_only else first).append(taken)
        lines.append(f" _set(self, {name!r}, {value})\n" if frozen else f" self.{name} = {value}\n")
    if hasattr(kind, "__post_init__"):
        lines.append(" self.__post_init__()\n")
    takes = ", ".join(["self", *first, *(["*", *named] if named else [])])
    exec(f"def __init__({takes}):\n{''.join(lines) or ' pass'}", names)
    return names["__init__"]  # type: ignore[no-any-return]


def _shut(kind: Any, fields: frozenset[str]) -> dict[str, Callable[..., Any]]:
    def assign(self: Any, name: str, value: object) -> None:
        if type(self) is kind or name in fields:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def delete(self: Any, name: str) -> None:
        if type(self) is kind or name in fields:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    return {"__setattr__": assign, "__delattr__": delete}


def _repr(names: Iterable[str]) -> Callable[[Any], str]:
    def told(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    return told


def _eq(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], Any]:
    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return equal


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what gives the values of some fields."""
    if not names:
        return lambda _one: ()
    if len(names) > 1:
        return attrgetter(*names)
    only = attrgetter(*names)
    return lambda one: (only(one),)
