"""What bots are called at a table where nobody has named them."""

from __future__ import annotations

from elgrande.content.clean import check_names
from elgrande.content.edition import edition
from elgrande.content.setup import Player, Setup, bot_names, with_bot_names

DATA = edition("1996")
COLOURS = ("red", "blue", "green", "yellow", "white")


def seats(*names: str) -> list[Player]:
    """Return a person for each name, and a bot for each colour that is left."""
    people = [Player(colour, name) for colour, name in zip(COLOURS, names, strict=False)]
    left = COLOURS[len(people) :]
    return [*people, *(Player(c, DATA.labels[c].name, "steward") for c in left)]


def called(*names: str, seed: int = 1) -> list[str]:
    return [player.name for player in with_bot_names(seats(*names), DATA.labels, seed)]


def test_the_seed_decides_the_names_of_bots_and_nobody_elses() -> None:
    assert called("Anna") == called("Anna")
    assert called("Anna")[0] == "Anna"
    assert set(called("Anna")[1:]) <= set(bot_names())
    assert len({tuple(called("Anna", seed=seed)) for seed in range(9)}) > 5


def test_no_bot_has_the_name_of_somebody_who_sits_there() -> None:
    """Not with other accents or in capitals either."""
    for name in bot_names():
        plain = name.upper().replace("É", "E").replace("Í", "I").replace("Ñ", "N")
        for seed in range(3):
            names = called(plain, seed=seed)
            assert name not in names
            check_names(names)


def test_every_name_can_be_used_at_every_table() -> None:
    check_names(bot_names())
    letters = {colour[0] for colour in DATA.colours}
    assert not [name for name in bot_names() if name[0].casefold() in letters]
    # So many cells the players have on a small screen.
    assert max(map(len, bot_names())) <= 7


def test_a_bot_that_has_a_name_keeps_it() -> None:
    players = [Player("red", "Red"), Player("blue", "Deep Blau", "marshal")]
    assert list(with_bot_names(players, DATA.labels, 1)) == players


def test_a_save_has_the_names_as_those_of_seats() -> None:
    setup = Setup(with_bot_names(seats("Anna"), DATA.labels, 5), 5)
    again = Setup.from_plain(setup.to_plain())
    assert again.players == setup.players
    assert again.players[1].source == "steward"
