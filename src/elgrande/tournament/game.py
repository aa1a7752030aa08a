"""One game of a tournament, wherever it is played: plain values go there and come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from elgrande.bots.bot import BotError
from elgrande.bots.simulate import play_game
from elgrande.content.clean import clean
from elgrande.content.setup import Setup
from elgrande.tournament.versions import Version, version

_LONGEST = 200
MOST_POINTS = 10_000
"""No game brings anybody more, or takes more away."""


@dataclass(frozen=True, slots=True)
class Task:
    """All that a game needs, for a process or a machine that knows nothing else."""

    number: int
    setup: dict[str, Any]
    bots: tuple[str, ...]
    private_seed: int
    budget: int
    seconds: float | None
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its number, the points by seat, and notices of replaced moves."""

    number: int
    scores: tuple[int, ...]
    notices: tuple[str, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        told: dict[str, Any] = {"game": self.number, "scores": list(self.scores)}
        return {**told, "notices": list(self.notices)} if self.notices else told

    @classmethod
    def from_plain(cls, data: Any, players: int) -> Played:
        """Return the game that ``to_plain`` wrote; ValueError if it is none."""
        if not isinstance(data, dict):
            raise ValueError("no game")
        number, scores, notices = data.get("game"), data.get("scores"), data.get("notices", [])
        if type(number) is not int or number < 0:
            raise ValueError("no number of a game")
        if not isinstance(scores, list) or len(scores) != players:
            raise ValueError("not as many scores as players")
        if any(type(points) is not int or abs(points) > MOST_POINTS for points in scores):
            raise ValueError("a score is not a number of points")
        if not isinstance(notices, list) or any(type(text) is not str for text in notices):
            raise ValueError("a notice is not a text")
        return cls(number, tuple(scores), tuple(clean(text, _LONGEST) for text in notices))


def play(task: Task) -> Played:
    """Play a game; BotError if a bot here is another program than the one that was entered."""
    for entered in task.versions:
        here = version(entered.name)
        if here != entered:
            raise BotError(
                f"a worker has {here}, and {entered} plays in this tournament; "
                "install the same version there"
            )
    setup = Setup.from_plain(task.setup)
    game = play_game(setup, task.bots, task.private_seed, task.budget, task.seconds)
    # Ten tell what is wrong; a bot that always fails would fill the file.
    return Played(task.number, game.scores, tuple(dict.fromkeys(game.notices))[:10])
