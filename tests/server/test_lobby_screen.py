"""The lobby on the screen, over a whole host: list, form, waiting room, table, and back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from houses import House, wish
from visits import open_game, reads, shows, text, visiting

from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.dialogs.line_input import NameScreen
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.screens.settings_screen import SettingsScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.bots.registry import USUAL, names
from elgrande.lobby.records import IDLE, Said
from elgrande.visitor.lobby_list import LobbyList
from elgrande.visitor.lobby_screen import LobbyHelp, LobbyScreen
from elgrande.visitor.room import TalkLine
from elgrande.visitor.served_app import NOTICE, ServedApp
from elgrande.visitor.served_form import MakeGameScreen
from elgrande.visitor.served_games import LOST
from elgrande.visitor.waiting_room import BEGUN, WaitingRoom
from patience import eventually

SMALL = (80, 24)


async def test_make_a_game_play_and_come_back(house: House) -> None:
    async with visiting(house.come("ana")) as (app, pilot):
        assert "There are no games yet" in text(app)
        await pilot.press("c")
        await shows(app, MakeGameScreen, pilot)
        assert "Seed" not in text(app)
        # A name, three players, two of them bots.
        await pilot.press("n", *"Sunday table", "enter", "down", "left")
        screen = app.screen
        assert isinstance(screen, MakeGameScreen)
        # Behind "open to all" comes the first of the bots.
        rights = ["right"] * (names().index("steward") + 1)
        await pilot.press("down", "down", *rights, "down", *rights)
        assert [p.source for p in screen.form.players[:3]] == ["me", "steward", "steward"]
        await pilot.press("enter")
        await shows(app, TableScreen, pilot)
        assert app.game is not None
        assert app.game.name == "sunday-table"
        assert app.game.adviser is not None, "the host's bots advise"
        await pilot.press("q")
        await pilot.press("y")
        await shows(app, LobbyScreen, pilot)
        await reads(app, "Sunday table")
        assert "red you; blue the bot steward" in text(app).casefold()
        assert app.navigation.report().startswith("There is no folder")
    assert app.return_code in (None, 0)


async def test_the_form_keeps_what_was_filled_in_and_says_what_is_wrong(house: House) -> None:
    house.come("Bo")
    ana = house.come("ana")
    async with visiting(ana) as (app, pilot):
        await pilot.press("c")
        await shows(app, MakeGameScreen, pilot)
        # Me, then somebody invited whose name is missing.
        await pilot.press("down", "down", "right")
        assert "Take one of the seats yourself" in text(app)
        await pilot.press("left", "down", "left", "left")
        assert "invited: type a name" in text(app)
        assert "without a name" in text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, MakeGameScreen)
        await pilot.press("n", *"Bo", "enter")
        assert "invited: Bo" in text(app)
        await pilot.press("escape")
        await shows(app, LobbyScreen, pilot)
        await pilot.press("c")
        await shows(app, MakeGameScreen, pilot)
        assert "invited: Bo" in text(app)
        await pilot.press("enter")
        await shows(app, WaitingRoom, pilot)
        [line] = ana.games()
        assert [seat.name for seat in line.seats] == ["ana", "Bo", "", ""]


async def test_others_join_and_the_lobby_hears_of_it(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    room = ana.make(wish("me", "anybody"))
    async with visiting(bea) as (app, pilot):
        assert "1 seat " in text(app)
        ana.make(wish("me", "anybody", listed=False))
        ana.make(wish("me", "anybody", "random"))
        await eventually(lambda: text(app).count("1 seat ") == 2, "news of the listed one")
        await open_game(app, room.game.name, pilot)
        await shows(app, TableScreen, pilot)
        assert app.game is not None
        assert app.game.name == room.game.name


@pytest.mark.parametrize("by", ["enter", "click"])
async def test_a_game_is_opened_where_the_cursor_is_and_by_a_click(house: House, by: str) -> None:
    ana = house.come("ana")
    for name in ("One", "Two"):
        ana.make(wish("me", "anybody", name=name))
    async with visiting(ana) as (app, pilot):
        await shows(app, LobbyScreen, pilot)
        games = app.screen.query_one(LobbyList)
        await reads(app, "One")
        await reads(app, "Two")
        if by == "enter":
            await pilot.press("down", "enter")
        else:
            called, first, rows = games.games[1].called, games.region.y, text(app).splitlines()
            at = next(y for y, row in enumerate(rows) if y >= first and called in row)
            await pilot.click(offset=(6, at))
        await shows(app, WaitingRoom, pilot)
        assert isinstance(app.screen, WaitingRoom)
        assert app.screen.game == games.games[1].name


async def test_games_stand_in_groups_in_several_orders_and_are_found(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    for name in ("Zebra", "Abbey"):
        bea.make(wish("me", "anybody", "anybody", name=name))
    bea.make(wish("me", "random", name="Middle"))
    ana.make(wish("me", "me", name="Mine"))
    async with visiting(ana) as (app, pilot):
        await reads(app, "To watch")
        await reads(app, "Waiting for you")
        shown = text(app)
        titles = ["Waiting for you", "Open to join", "To watch"]
        assert sorted(titles, key=shown.index) == titles
        assert "ana, Mine waits for you." in shown
        games = app.screen.query_one(LobbyList)
        assert games.game is not None
        assert games.game.called == "Mine"
        await pilot.press("o", "o")
        called = [game.called for game in games.games]
        assert called.index("Abbey") < called.index("Zebra")
        await pilot.press("slash")
        await shows(app, NameScreen, pilot)
        await pilot.press(*"zeb", "enter")
        assert [game.called for game in games.games] == ["Zebra"]
        await pilot.press("escape")
        assert len(games.games) == 4
        for key, kind in (("comma", SettingsScreen), ("question_mark", LobbyHelp)):
            await pilot.press(key)
            await shows(app, kind, pilot)
            await pilot.press("escape")
            await shows(app, LobbyScreen, pilot)
        await pilot.press("q")
        await eventually(lambda: app.return_code == 0)


async def test_the_waiting_room_from_both_sides(house: House) -> None:
    ana = house.come("ana", server="games.example.org:2222")
    bea = house.come("Bea")
    room = ana.make(wish("me", "word", "anybody", "random", begins="told", name="Office"))
    async with visiting(ana, "office", WaitingRoom) as (app, pilot):
        shown = " ".join(row[:44].strip() for row in text(app).splitlines())
        assert f"ssh -t -p 2222 games.example.org join-{room.word}" in shown
        assert "2 of 4 players are missing" in text(app)
        await pilot.press("g")
        await shows(app, AskScreen, pilot)
        await pilot.press("n")
        # A new word; then Bea comes by it, and would like another colour.
        await pilot.press("k")
        fresh = ana.room("office").word
        assert fresh != room.word
        await reads(app, fresh)
        bea.join(fresh)
        bea.swap("office", "blue", "red")
        await reads(app, "wants ● red")
        await pilot.press("down")
        assert "Enter gives you blue for red" in text(app)
        await pilot.press("enter")
        await eventually(lambda: ana.room("office").game.seats[0].name == "Bea")
        # Any two seats: mark one, choose another.
        await pilot.press("s", "down", "enter")
        await eventually(lambda: ana.room("office").game.seats[2].name == "ana")
        # A bot here, and away again.
        await pilot.press("up", "b")
        await eventually(lambda: ana.room("office").game.seats[1].source == USUAL)
        await pilot.press("b")
        await eventually(lambda: ana.room("office").game.seats[1].source == "")
        await pilot.press("t")
        await pilot.press(*"hello", "enter", "tab", "enter", "escape")
        await reads(app, "hello")
        await reads(app, "Hello, and")
        await pilot.press("R")
        await shows(app, RulesScreen, pilot)
        await pilot.press("escape")
        await shows(app, WaitingRoom, pilot)
        await pilot.press("e")
        await shows(app, MakeGameScreen, pilot)
        assert "Change the game" in text(app)
        await pilot.press("n", *["backspace"] * 6, *"Kitchen", "enter", "enter")
        await shows(app, WaitingRoom, pilot)
        await reads(app, "Kitchen · waiting room")
        assert ana.room("office").game.seats[0].name == "Bea", "she keeps her seat"
        await pilot.press("g", "y")
        await shows(app, TableScreen, pilot)


async def test_a_game_that_begins_while_somebody_types_waits_behind_the_line(house: House) -> None:
    ana, bea = house.come("ana"), house.come("Bea")
    ana.make(wish("me", "anybody", name="Office"))
    async with visiting(ana, "office", WaitingRoom) as (app, pilot):
        assert "It begins by itself once everybody is there" in " ".join(text(app).split())
        await pilot.press("t")
        await shows(app, TalkLine, pilot)
        await pilot.press("1", "2")
        bea.join("office")
        await eventually(lambda: [note.message for note in app._notifications] == [BEGUN])
        # What is typed is still said, and answers nothing at the table.
        assert isinstance(app.screen, TalkLine)
        await pilot.press("enter", "escape")
        await shows(app, TableScreen, pilot)
        assert [said.text for said in ana.room("office").said] == ["12"]


async def test_a_game_that_was_begun_here_is_not_announced_at_its_table(house: House) -> None:
    ana = house.come("ana")
    ana.make(wish("me", "random", begins="told", name="Office"))
    async with visiting(ana, "office", WaitingRoom) as (app, pilot):
        room = app.screen
        assert isinstance(room, WaitingRoom)
        await pilot.press("g")
        await shows(app, TableScreen, pilot)
        # News of the room that are late find nobody there any more.
        room.look()
        await pilot.pause()
        assert "The game begins" not in text(app)


async def test_who_is_no_owner_takes_a_seat_asks_and_leaves(house: House) -> None:
    ana = house.come("ana")
    bea = house.come("Bea")
    ana.make(wish("me", "anybody", "anybody", begins="told", name="Office"))
    async with visiting(bea, "office", WaitingRoom) as (app, pilot):
        assert [seat.name for seat in bea.room("office").game.seats] == ["ana", "Bea", ""]
        await pilot.press("g")
        assert "Only ana, who made the game" in text(app)
        await pilot.press("enter")
        await reads(app, "wants ● red")
        await pilot.press("enter")
        await eventually(lambda: "wants" not in text(app))
        await pilot.press("down", "down", "enter")
        await eventually(lambda: bea.room("office").game.seats[2].name == "Bea")
        await pilot.press("x", "y")
        await shows(app, LobbyScreen, pilot)
        assert bea.room("office").game.seats[2].name == ""
        await open_game(app, "office", pilot)
        await shows(app, WaitingRoom, pilot)
        await pilot.press("escape")
        await shows(app, LobbyScreen, pilot)
        assert bea.room("office").game.mine, "the seat stays"
        await open_game(app, "office", pilot)
        await shows(app, WaitingRoom, pilot)
        ana.leave("office")
        await shows(app, LobbyScreen, pilot)


async def test_join_by_word_from_the_lobby(house: House) -> None:
    room = house.come("ana").make(wish("me", "anybody", listed=False))
    async with visiting(house.come("bea")) as (app, pilot):
        await pilot.press("j")
        await shows(app, NameScreen, pilot)
        await pilot.press(*"nothing", "enter")
        await shows(app, LobbyScreen, pilot)
        await reads(app, "There is no game of that name")
        await pilot.press("j")
        await shows(app, NameScreen, pilot)
        await pilot.press(*room.word.lower(), "enter")
        await shows(app, TableScreen, pilot)


@pytest.mark.long
async def test_the_door_leads_straight_to_the_table(house: House) -> None:
    room = house.come("ana").make(wish("me", "anybody", listed=False))
    app = ServedApp(house.come("bea", door=f"join-{room.word}"))
    async with app.run_test(size=SMALL) as pilot:
        await shows(app, TableScreen, pilot)
    nobody = ServedApp(house.come("eve", door="nowhere"))
    async with nobody.run_test(size=SMALL) as pilot:
        await shows(nobody, LobbyScreen, pilot)
        assert "There is no game of that name" in text(nobody), text(nobody)


@pytest.mark.parametrize("door", ["", pytest.param("game", marks=pytest.mark.long)])
async def test_a_host_that_goes_ends_the_session_so_that_another_can_begin(
    house: House, door: str
) -> None:
    client = house.come("ana")
    if door:
        client.door = client.make(wish("me", "random")).game.name
    app = ServedApp(client)
    async with app.run_test(size=SMALL) as pilot:
        await shows(app, TableScreen if door else LobbyScreen, pilot)
        house.stop()
        await eventually(lambda: app.return_code == LOST)


async def test_a_server_that_was_away_says_so(folder: Path) -> None:
    first = House(folder)
    first.come("ana").make(wish("me", "me"))
    first.close()
    again = House(folder)
    async with visiting(again.come("ana")) as (app, _):
        await reads(app, "The server has started again")
        again.ahead += 60
        assert again.come("ana").note == ""
    again.close()


async def test_who_presses_no_key_is_told_before_the_line_ends(house: House) -> None:
    app = ServedApp(house.come("ana"))
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await shows(app, LobbyScreen, pilot)
        app.see_whether_idle()
        assert "Press any key to stay" not in text(app)
        app.heard -= IDLE - NOTICE
        before = app.heard
        app.see_whether_idle()
        await reads(app, "Press any key to stay")
        # A key begins the hour anew, and the next notice comes at its end.
        await pilot.press("o")
        assert app.heard - before >= IDLE - NOTICE


async def test_people_talk_in_the_lobby(house: House) -> None:
    app, bea = ServedApp(house.come("ana")), house.come("bea")
    heard: list[Said | None] = []
    bea.subscribe(lambda news: heard.append(news.said))
    async with app.run_test(size=SMALL) as pilot:
        await shows(app, LobbyScreen, pilot)
        await pilot.press("t")
        await shows(app, TalkLine, pilot)
        assert "Say to everybody in the lobby" in text(app)
        await pilot.press(*"hello", "enter", "escape")
        await eventually(lambda: any(said and said.text == "hello" for said in heard))
        bea.say("", "good [evening]")
        told = "bea: good [evening]"
        await eventually(lambda: told in [note.message for note in app._notifications])
