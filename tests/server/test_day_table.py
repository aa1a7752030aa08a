"""The game of the day on a server: one for everybody, and the table of how all have done."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from datetime import date

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from houses import House, play, wish
from visits import reads, shows, visiting

from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.days import day_key, game_of_the_day
from elgrande.content.setup import PERSON, Setup
from elgrande.lobby import LobbyClient
from elgrande.lobby.records import DayLine, day_lines
from elgrande.server import days, gathering
from elgrande.server.bot_pool import BotPool, PooledBot
from elgrande.server.days import date_of
from elgrande.visitor.lobby_screen import DayTable, LobbyScreen
from patience import until


def played(client: LobbyClient, seed: int) -> None:
    """Play one's game of today to its end at random; the bots answer in between."""
    game = client.today().game.name
    chance = random.Random(seed)
    with_chair = client.sit(game)
    try:
        until(lambda: play([with_chair], chance) or client.room(game).game.state == "finished")
    finally:
        with_chair.close()


def test_everybody_has_one_and_all_are_alike(house: House) -> None:
    ana, bo, guest = (house.come(name) for name in ("Ana", "Bo", "guest"))
    rooms = [client.today() for client in (ana, bo, guest)]
    assert len({room.game.name for room in rooms}) == 3
    assert ana.today().game.name == rooms[0].game.name
    assert all(room.game.state == "running" for room in rooms)
    day = house.do(lambda: date_of(house.host.lobby))
    assert rooms[0].game.title == f"The game of {day}"
    keys = set()
    for room in rooms:
        table = house.do(lambda game=room.game.name: house.host.lobby.shelf.get(game).table)
        keys.add(day_key(table.setup, ""))
    assert keys == {day_key(game_of_the_day(day), "")}
    # Those of others are nobody's to see.
    assert [game.name for game in ana.games()] == [rooms[0].game.name]


def test_nobody_wishes_for_one(house: House) -> None:
    ana = house.come("Ana")
    game = ana.make(replace(wish("me", "random"), day="2026-11-26")).game.name
    table = house.do(lambda: house.host.lobby.shelf.get(game).table)
    assert not table.setup.day
    assert ana.today().game.name != game


@pytest.fixture
def soon_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game of each day be a short one of two, against a bot that answers at once."""

    def short(day: date, name: str) -> Setup:
        of_day = game_of_the_day(day, name)
        me = next(player for player in of_day.players if player.source == PERSON)
        other = next(player for player in of_day.players if player.source != PERSON)
        players = (me, replace(other, source="random"))
        return replace(of_day, edition="1996", expansions=(), short=True, players=players)

    for module in (days, gathering):
        monkeypatch.setattr(module, "game_of_the_day", short)


@pytest.mark.usefixtures("soon_over")
def test_the_table_tells_who_still_plays_and_who_did_best(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    assert list(day_lines(ana.day_table())) == ["Nobody here has played it yet."]
    bo.today()
    played(ana, 1)
    first, second = ana.day_table()
    game = ana.room(ana.today().game.name).game
    mine = next(seat for seat in game.seats if seat.name == "Ana")
    best = max(seat.score for seat in game.seats if seat is not mine)
    assert (first.name, first.points, first.ahead) == ("Ana", mine.score, mine.score - best)
    assert (second.name, second.place) == ("Bo", 0)
    assert list(day_lines(bo.day_table()))[1] == "Bo still plays."
    # Whoever lets a bot play has no place there.
    bo.hand_over(bo.today().game.name)
    assert [line.name for line in ana.day_table()] == ["Ana"]
    # Nor does a rematch count.
    again = ana.rematch(game.name).game.name
    assert not house.do(lambda: house.host.lobby.shelf.get(again).table).setup.day


def test_the_next_day_is_another_game(house: House) -> None:
    ana = house.come("Ana")
    before = ana.today().game.name
    house.ahead += 86_400
    assert ana.today().game.name != before
    assert [line.name for line in ana.day_table()] == ["Ana"]


def test_its_bots_think_alike_wherever_it_is_played() -> None:
    pool = BotPool(1)
    try:
        for setup, seconds in ((Setup.of(3, 1, day="2026-11-26"), None), (Setup.of(3, 1), 0.25)):
            assert PooledBot(pool, "Ana", "steward", setup, 1).seconds == seconds
            assert PooledBot(pool, "Ana", "steward", setup, 1, adviser=True).seconds == 0.25
    finally:
        pool.close()


async def test_from_the_lobby_to_the_table(house: House) -> None:
    house.come("Bo").today()
    async with visiting(house.come("Ana")) as (app, pilot):
        await pilot.press("d")
        await shows(app, DayTable, pilot)
        await reads(app, "Bo still plays.")
        await pilot.press("enter")
        await shows(app, TableScreen, pilot)
        await pilot.press("q", "y")
        await shows(app, LobbyScreen, pilot)


def test_what_is_said_of_a_place() -> None:
    table = [DayLine("Ana", 1, 90, 4), DayLine("Bo", 1, 80, 0), DayLine("Cy", 3, 1, -1)]
    assert list(day_lines(table)) == [
        "Ana: first with 90 points, 4 points ahead.",
        "Bo: first with 80 points, level with the best of the others.",
        "Cy: third with 1 point, 1 point behind.",
    ]
