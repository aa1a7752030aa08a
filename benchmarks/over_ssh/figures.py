"""Figures, each beside what is promised of it; kept part by part, so that a run can go on."""

from __future__ import annotations

import json
import os
import statistics
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """One number; ``most`` is the most that is promised, None where nothing is."""

    name: str
    value: float
    unit: str
    most: float | None = None

    @property
    def broken(self) -> bool:
        return self.most is not None and self.value > self.most

    def __str__(self) -> str:
        promise = "" if self.most is None else f"at most {self.most:g}"
        return f"{self.name:66}{self.value:10.1f} {self.unit:4} {promise:14}" + (
            "BROKEN" if self.broken else ""
        )


class Figures:
    """What has been measured, by part; kept in a file if there is one.

    ``size`` says how much a run measures: a small one's figures are not a full one's.
    """

    def __init__(self, kept: Path | None, size: str) -> None:
        self._kept = kept
        self._size = size
        self._others: dict[str, Any] = {}
        self._parts: dict[str, list[Figure]] = {}
        self._now: list[Figure] = []
        if kept is not None and kept.exists():
            found = json.loads(kept.read_text(encoding="utf-8"))
            own = found.pop(size, {})
            self._parts = {name: [Figure(**each) for each in some] for name, some in own.items()}
            self._others = found

    def __contains__(self, part: str) -> bool:
        return part in self._parts

    @property
    def broken(self) -> list[Figure]:
        """The promises that are not kept."""
        return [figure for some in self._parts.values() for figure in some if figure.broken]

    def report(self, name: str, value: float, unit: str, most: float | None = None) -> None:
        """Print a figure, and keep it."""
        self._now.append(Figure(name, round(value, 2), unit, most))
        print(self._now[-1], flush=True)

    def spread(
        self, name: str, values: list[float], unit: str, middle: float | None = None,
        high: float | None = None,
    ) -> None:  # fmt: skip
        """Print the median and what 95 of 100 stay below."""
        if not values:
            raise RuntimeError(f"{name}: nothing was measured")
        ordered = sorted(values)
        self.report(f"{name}, median", statistics.median(ordered), unit, middle)
        self.report(f"{name}, 95 of 100", ordered[int(0.95 * (len(ordered) - 1))], unit, high)

    def done(self, part: str) -> None:
        """Keep what a part has brought."""
        self._parts[part], self._now = self._now, []
        if self._kept is not None:
            parts = {name: list(map(asdict, some)) for name, some in self._parts.items()}
            new = self._kept.with_name(f"{self._kept.name}.new")
            new.write_text(
                json.dumps({**self._others, self._size: parts}, indent=1) + "\n", encoding="utf-8"
            )
            os.replace(new, self._kept)

    def again(self, part: str) -> None:
        """Print what an earlier run has measured."""
        for figure in self._parts[part]:
            print(figure)
