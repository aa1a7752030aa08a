"""The row of tabs over the side pane of a small screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.ink import Ink, Row, Run, pad
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Sequence

REST = Ink("dim", "panel")
ACTIVE = Ink("primary", "surface", True)


def rows(names: Sequence[str], active: int, width: int, marks: tuple[str, str]) -> list[Row]:
    """One row; the active tab stands between marks, so that it shows without colour."""
    runs: list[Run] = []
    for i, name in enumerate(names):
        on = i == active
        text = f"{marks[0]}{name}{marks[1]}" if on else f" {name} "
        runs.append(Run(text, ACTIVE if on else REST, f"tab {i}"))
    return [pad(runs, width, REST)]


class TabsPane(Painted):
    """The tabs; a click on one posts its number as a Hit."""

    GROUND = REST
    DEFAULT_CSS = "TabsPane { height: 1; width: 1fr; }"

    def show(self, names: Sequence[str], active: int, marks: tuple[str, str]) -> None:
        """Shows another active tab."""
        self.draw_with(lambda width, _height: rows(names, active, width, marks))
