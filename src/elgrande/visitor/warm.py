"""Everything that a session of the app may need, loaded and used once, for copies to share.

For a server, whose sessions are copies of one process (``elgrande.server.forkserver``): what is
loaded and cached here is loaded once for all, and its memory is shared.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import elgrande.app
import elgrande.rules
import elgrande.visitor
from elgrande.app.app import ElGrande
from elgrande.app.saved_games.game_opener import OpenGame
from elgrande.content.edition import edition_ids
from elgrande.content.expansion import every_expansion
from elgrande.content.setup import Setup
from elgrande.saves import Journal, SaveMissing, SaveSummary
from elgrande.table import new_game, seated

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot


PLAYERS = 4
SIZES = ((120, 40), (80, 24))


class Rehearsal:
    """Games that nobody plays and nothing keeps."""

    def new(self, setup: Setup) -> OpenGame:
        """Start one."""
        return OpenGame(seated(new_game(setup)))

    def open(self, which: str | Path) -> OpenGame:
        """Refuse: there are none."""
        raise SaveMissing("A rehearsal has no saves.")

    def saves(self) -> list[SaveSummary]:
        """Return none."""
        return []

    def read(self, which: str | Path) -> Journal:
        """Refuse: there are none."""
        raise SaveMissing("A rehearsal has no saves.")


def load() -> None:
    """Load all of the app, and whatever an expansion brings."""
    # A session may not load what is compiled, as of the rules.
    for package in (elgrande.app, elgrande.visitor, elgrande.rules):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)
    every_expansion()


def rehearsals() -> Iterator[Callable[[], None]]:
    """Yield what opens a table of each edition in each size, headless, and closes it again."""
    for edition in edition_ids():
        for size in SIZES:
            yield partial(_rehearse, Setup.of(PLAYERS, seed=1, edition=edition), size)


def _rehearse(setup: Setup, size: tuple[int, int]) -> None:
    async def leave(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        pilot.app.exit(0)

    ElGrande(Rehearsal(), setup=setup).run(headless=True, size=size, auto_pilot=leave)
