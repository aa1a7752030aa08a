"""The game of the day: a date makes a game that is the same for everybody, wherever they play it.

What may be played on which day of the week is data (``days.toml``). Nothing that somebody has
installed changes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING

from elgrande.content.edition import edition
from elgrande.content.files import TomlTable, read_toml
from elgrande.content.setup import PERSON, Player, Setup, with_bot_names
from elgrande.rules import Generator

if TYPE_CHECKING:
    from datetime import date

FORMAT = 1
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True)
class DayGame:
    """One of the games that a day of the week may have; all but one person are ``bot``."""

    edition: str
    expansions: tuple[str, ...]
    short: bool
    players: tuple[int, ...]
    bot: str


@cache
def games_of(weekday: int) -> tuple[DayGame, ...]:
    """Return what may be played on a day of the week; Monday is 0."""
    top = TomlTable(read_toml(files("elgrande.content") / "days.toml"), "days.toml", "top")
    top.number("format", FORMAT, FORMAT)
    days = [[*map(_game, top.tables(day))] for day in DAYS]
    top.close()
    return tuple(days[weekday])


def _game(table: TomlTable) -> DayGame:
    read = DayGame(
        table.text("edition"), table.texts("expansions", []), table.flag("short", False),
        table.numbers("players", 2, 5), table.text("bot"),
    )  # fmt: skip
    table.close()
    return read


def game_of_the_day(day: date, name: str = "") -> Setup:
    """Return the game of a date, for a person of this name: else called after the colour.

    >>> from datetime import date
    >>> mine, yours = (game_of_the_day(date(2026, 11, 26), name) for name in ("Ana", "Ben"))
    >>> (mine.seed, mine.expansions) == (yours.seed, yours.expansions)
    True
    """
    chance = blake2b(f"el grande {day.isoformat()}".encode(), digest_size=16).digest()
    seed, start = (int.from_bytes(part, "big") for part in (chance[:6], chance[8:]))
    generator = Generator(start)
    game = generator.choice(games_of(day.weekday()))
    count = generator.choice(game.players)
    data = edition(game.edition)
    colours = generator.shuffled(data.colours)[:count]
    here = generator.below(count)
    labels = data.labels
    seats = tuple(
        Player(colour, (name if seat == here else "") or labels[colour].name,
               PERSON if seat == here else game.bot)
        for seat, colour in enumerate(colours)
    )  # fmt: skip
    return Setup(
        with_bot_names(seats, labels, seed), seed, game.edition, game.expansions, game.short,
        day=day.isoformat(),
    )  # fmt: skip


def day_key(setup: Setup, plays: str) -> str:
    """Return what tells a game of the day from others, whoever plays it, by bots that play so."""
    plain = setup.to_plain()
    for player in plain["players"]:
        player["name"] = ""
    whole = json.dumps(plain, sort_keys=True)
    return blake2b(f"{plays} {whole}".encode(), digest_size=5).hexdigest()
