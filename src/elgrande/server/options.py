"""What the sysop chooses for the host."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.bots.registry import USUAL
from elgrande.lobby.records import DAY, QUICK

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Options:
    """How a host runs. Spans are in seconds.

    ``data`` has the saves and the index, ``control`` is the folder of the control socket, for the
    host's own user alone but for ``fronts``: users (by number) whose front may call. ``workers``
    is how many bots think at once, 0 for one core less than there are. ``on_turn`` is the command
    that is run, without a shell, when a game waits for a person who is not here: the person's
    name and the game's come behind its own words. ``metrics`` is a file that is written anew
    every minute, or None. ``known_as`` is how people call this server (``HOST[:PORT]``), or
    nothing: then it is called as whoever came last has called it.
    """

    data: Path
    control: Path
    fronts: tuple[int, ...] = ()
    workers: int = 0
    guests: bool = True
    on_turn: tuple[str, ...] = ()
    metrics: Path | None = None
    known_as: str = ""
    allowance: tuple[tuple[str, float], ...] = ((QUICK, 120.0), (DAY, 86_400.0))
    """What each clock gives for an answer."""
    reserve: float = 600.0
    """What the quick clock gives besides, once a game."""
    rest: float = 900.0
    """After so long without anybody at it a game leaves the memory."""
    awake: int = 200
    """How many games are in memory at the same time; each has three descriptors."""
    stand_in: str = USUAL
    """The bot that plays for those who are late or gone."""
    most_games: int = 20
    """How many games one person may have open or running that they made."""
    most_guest_games: int = 5
    """How many all guests of one address may."""
    new_names: int = 10
    """How many names may be claimed from one address in a day."""
    abandoned: int = 7
    """After so many days a game made here is deleted in which nobody who is known has a seat."""
    keep: int = 100_000
    """After so many days a game is deleted that is over, or has never begun."""
    bin: int = 100_000
    """So many days a deleted save lies in the bin."""
    changes: int = 100
    """How often one line may change something within ten seconds."""

    @property
    def thinkers(self) -> int:
        """How many bots think at once."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)
