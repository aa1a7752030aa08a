"""Frozen data classes are what the standard library makes, made more quickly."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from typing import Any, ClassVar

import pytest

from elgrande import values

Maker = Callable[..., Any]
STANDARD, OURS = dataclasses.dataclass, values.dataclass


def family(dataclass: Maker) -> dict[str, Any]:
    """The same classes by one of the two makers."""

    @dataclass(frozen=True)
    class Base:
        audience: int | None = field(default=None, kw_only=True)
        kind: ClassVar[str] = "base"

        def said(self) -> str:
            return f"{self.kind} {self!r}"

    @dataclass(frozen=True)
    class Child(Base):
        kind = "child"
        name: str
        number: int = 3
        more: list[int] = field(default_factory=list, hash=False)
        hidden: str = field(default="x", repr=False, compare=False)

    @dataclass(frozen=True)
    class Checked:
        low: int
        high: int = 0

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("low is above high")

    @dataclass(frozen=True)
    class Own:
        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.name.lower() == other.name.lower()

        def __repr__(self) -> str:
            return "own"

    @dataclass(frozen=True, eq=False)
    class Same:
        name: str

    @dataclass(frozen=True, kw_only=True)
    class Named:
        one: int
        two: int = 2

    @dataclass(frozen=True)
    class Empty:
        pass

    return {kind.__name__: kind for kind in (Base, Child, Checked, Own, Same, Named, Empty)}


@pytest.fixture(params=[STANDARD, OURS], ids=["standard", "ours"])
def kinds(request: pytest.FixtureRequest) -> dict[str, Any]:
    return family(request.param)


def test_fields_are_those_of_the_bases_and_its_own(kinds: dict[str, Any]) -> None:
    child = kinds["Child"]
    assert [each.name for each in fields(child)] == ["audience", "name", "number", "more", "hidden"]
    assert child.__match_args__ == ("name", "number", "more", "hidden")
    assert kinds["Named"].__match_args__ == ()
    assert child.number == 3
    assert not hasattr(child, "more")


def test_it_is_made_by_place_and_by_name(kinds: dict[str, Any]) -> None:
    child = kinds["Child"]("ann", more=[1], audience=7)
    assert asdict(child) == {"audience": 7, "name": "ann", "number": 3, "more": [1], "hidden": "x"}
    assert kinds["Child"]("ann").more is not kinds["Child"]("ann").more
    assert child.said() == (
        "child " + kinds["Child"].__qualname__ + "(audience=7, name='ann', number=3, more=[1])"
    )
    for wrong in (lambda: kinds["Child"](), lambda: kinds["Named"](1), lambda: kinds["Empty"](1)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="low is above high"):
        kinds["Checked"](1)


def test_it_is_equal_and_hashed_by_its_fields(kinds: dict[str, Any]) -> None:
    child, base, empty = kinds["Child"], kinds["Base"], kinds["Empty"]
    assert child("ann", hidden="y") == child("ann")
    assert hash(child("ann", more=[1])) == hash(child("ann"))
    assert child("ann") != child("bob")
    assert child("ann").__eq__(base()) is NotImplemented
    assert base(audience=1) == base(audience=1)
    assert hash(base(audience=1)) == hash((1,))
    assert empty() == empty()
    assert len({empty(), empty(), base(), base()}) == 2
    assert kinds["Own"]("A") == kinds["Own"]("a")
    assert repr(kinds["Own"]("A")) == "own"
    assert isinstance(hash(kinds["Own"]("A")), int)
    assert kinds["Same"]("A") != kinds["Same"]("A")


def test_nobody_changes_it(kinds: dict[str, Any]) -> None:
    child = kinds["Child"]("ann")
    for name in ("name", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(child, name, 1)
        with pytest.raises(FrozenInstanceError):
            delattr(child, name)
    plain = type("Plain", (kinds["Child"],), {})("ann")
    plain.other = 1
    with pytest.raises(FrozenInstanceError):
        plain.name = "bob"
    changed = replace(child, name="bob")
    assert (changed.name, child.name) == ("bob", "ann")
    assert copy.deepcopy(child) == copy.copy(child) == child


def test_whoever_inherits_makes_a_class_by_the_library(kinds: dict[str, Any]) -> None:
    grandchild = STANDARD(frozen=True)(
        type("Grandchild", (kinds["Child"],), {"__annotations__": {"last": "int"}, "last": 1})
    )
    assert grandchild("ann", last=2).last == 2
    assert replace(grandchild("ann"), name="bob") == grandchild("bob")
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        STANDARD(type("Open", (kinds["Child"],), {"__annotations__": {"last": "int"}, "last": 1}))


@OURS(frozen=True)
class Kept:
    """One that can be found again by its name."""

    name: str


def test_it_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Kept("ann"))) == Kept("ann")


def test_all_others_are_made_by_the_library() -> None:
    @OURS
    class Open:
        number: int = 0

    @OURS(frozen=True, slots=True)
    class Slots:
        number: int = 0

    one = Open()
    one.number = 4
    assert one == Open(4)
    assert not hasattr(Slots(), "__dict__")


def test_one_method_of_a_class_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(values, "exec", lambda text, names: (made.append(text), exec(text, names)),
                        raising=False)  # fmt: skip
    family(OURS)
    assert len(made) == 7
    assert all(text.startswith("def __init__(") and text.count("def ") == 1 for text in made)
