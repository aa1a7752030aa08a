"""How the numbers that an expansion keeps are written in a description of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Form:
    """A name for every number that may be kept, or for every bit of it if ``several``."""

    names: Mapping[int, bool | int | str]
    several: bool = False

    def write(self, number: int) -> Any:
        """Return the name of a number, or the names of its bits."""
        if self.several:
            return [name for bit, name in self.names.items() if (number >> bit) & 1]
        return self.names[number]

    def read(self, plain: object) -> int | None:
        """Return the number that ``write`` wrote so, or None for anything else."""
        if not self.several:
            return self._number(plain)
        if not isinstance(plain, list):
            return None
        bits = [self._number(name) for name in plain]
        if None in bits or len(set(bits)) != len(bits):
            return None
        return sum(1 << bit for bit in bits if bit is not None)

    @property
    def wants(self) -> str:
        """What a person should write: ``one of true, false``."""
        names = ", ".join(str(name).lower() if isinstance(name, bool) else str(name)
                          for name in self.names.values())  # fmt: skip
        return f"a list of some of {names}" if self.several else f"one of {names}"

    def _number(self, plain: object) -> int | None:
        for number, name in self.names.items():
            # True is 1 to Python, but nobody who writes one means the other.
            if type(name) is type(plain) and name == plain:
                return number
        return None


def whose(rules: Ruleset) -> Form:
    """Return how a position writes at whose court something is, or that it is at nobody's (-1)."""
    return Form({-1: "nobody", **dict(enumerate(rules.colours))})
