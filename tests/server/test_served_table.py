"""A table of a server on the screen: room, clocks, a seat handed over, the next game, the end."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from houses import House, play, wish
from visits import open_game, reads, shows, text, visiting

from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.dialogs.explain import ExplainScreen
from elgrande.app.palette import EntriesProvider
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.scoring_screen import ScoringScreen
from elgrande.visitor.lobby_screen import LobbyScreen
from elgrande.visitor.room import TalkLine
from elgrande.visitor.served_table import ServedTable
from elgrande.visitor.waiting_room import WaitingRoom
from patience import eventually

SMALL = (80, 24)


async def test_the_room_tells_who_is_here_and_what_is_said(house: House) -> None:
    ana, bea, game = house.together("ana", "Bea", name="Office")
    async with visiting(ana, game) as (app, pilot):
        assert "Room+" not in text(app)
        bea.room(game)
        bea.say(game, "well met")
        await reads(app, "Room+")
        await pilot.press("T")
        await shows(app, TalkLine, pilot)
        await pilot.press(*"hi all", "enter")
        await pilot.press("escape")
        await shows(app, ServedTable, pilot)
        # What is said comes back as news, in a thread of its own.
        await reads(app, "● hi all")
        await reads(app, "■ well met")
        await reads(app, "■ Bea        here")
        await eventually(lambda: "Room+" not in text(app))
        # Enter where the keyboard stands at first talks on.
        await pilot.press("enter")
        await shows(app, TalkLine, pilot)
        await pilot.press("escape")
        await shows(app, ServedTable, pilot)
        # Enter on somebody: their words are read no more, and again.
        await pilot.press("down", "down", "enter")
        await eventually(lambda: ana.me.muted == ("Bea",))
        await eventually(lambda: "well met" not in text(app))
        await pilot.press("enter")
        await reads(app, "■ well met")
        await pilot.press("down", "enter")
        await shows(app, TalkLine, pilot)
        await pilot.press("enter")
        await shows(app, ServedTable, pilot)
        await reads(app, "▐Room▌")
        await pilot.press("escape")
        # Back to what the question is about: hands or cards.
        await eventually(lambda: "▐Room" not in text(app) and "[Room" not in text(app))


async def test_a_seat_goes_to_a_bot_and_comes_back_by_one_key(house: House) -> None:
    ana, _bea, game = house.together("ana", "Bea", name="Office")
    async with visiting(ana, game) as (app, pilot):
        await pilot.press("B")
        await shows(app, AskScreen, pilot)
        await pilot.press("y")
        await shows(app, ServedTable, pilot)
        await reads(app, "(ana)")
        assert ana.room(game).game.seats[0].stood_in
        await reads(app, "A bot plays for you. B takes your seat back.")
        screen = app.screen
        assert isinstance(screen, ServedTable)
        assert any("plays for ana now" in entry.text for entry in screen.table_log.entries)
        await pilot.press("B")
        await eventually(lambda: not ana.room(game).game.seats[0].stood_in)
        await eventually(lambda: "(ana)" not in text(app))
        assert any("ana plays again" in entry.text for entry in screen.table_log.entries)


async def test_the_table_tells_who_is_away_since_when_and_who_plays_for_them(house: House) -> None:
    ana, bea, game = house.together("ana", "Bea", name="Office")
    async with visiting(ana, game) as (app, _):
        screen = app.screen
        assert isinstance(screen, ServedTable)
        assert "(Bea)" not in text(app)
        bea.close()
        await reads(app, "(Bea)")
        assert screen.company.absences == "Bea has just gone."
        house.ahead += 7200
        house.do(lambda: house.host.lobby.stand_in(game, 1, "was late"))
        await eventually(lambda: "random plays" in screen.company.absences)
        assert screen.company.absences == "Bea has been away for 2 h, and random plays."
        house.come("Bea").take_back(game)
        await eventually(lambda: "(Bea)" not in text(app))
        assert screen.company.absences == ""


async def test_help_and_palette_offer_what_can_be_done_at_a_servers_table(house: House) -> None:
    ana, _bea, game = house.together("ana", "Bea", name="Office")
    async with visiting(ana, game) as (app, pilot):
        offered = [entry.text for entry in EntriesProvider(app.screen)._entries()]
        assert "seat: the bot steward plays ana" in offered
        assert not any("plays Bea" in text for text in offered), "that seat is not hers"
        await pilot.press("question_mark")
        await shows(app, ExplainScreen, pilot)
        page = app.screen
        assert isinstance(page, ExplainScreen)
        shown = "\n".join("".join(run.text for run in row) for row in page.rows(74))
        assert "say something to everybody at this table" in shown
        assert "the next game that waits for you" in shown
        assert "let a bot play for you" in shown
        assert "report a problem" not in shown, "no report can be written there"


async def test_the_next_game_that_waits_is_one_key_away(house: House) -> None:
    ana = house.come("ana")
    # Both seats are hers, so that each of them waits.
    ana.make(wish("me", "me", name="Office"))
    ana.make(wish("me", "me", name="Harbour"))
    async with visiting(ana) as (app, pilot):
        await reads(app, "Office and Harbour wait for you")
        await open_game(app, "office", pilot)
        await shows(app, ServedTable, pilot)
        await reads(app, "N: Harbour")
        await pilot.press("N")
        await shows(app, AskScreen, pilot)
        assert "your turn in Harbour" in text(app)
        await pilot.press("escape")
        await shows(app, ServedTable, pilot)
        await pilot.press("N", "enter")
        await eventually(lambda: app.game is not None and app.game.name == "harbour")
        await shows(app, ServedTable, pilot)
        await reads(app, "N: Office")


async def test_the_clock_stands_in_the_first_row(house: House) -> None:
    ana, bea, game = house.together("ana", "Bea", name="Office", clock="day")
    async with visiting(house.come("eve"), game) as (app, pilot):
        [seat] = [each for each in ana.room(game).game.seats if each.left >= 0]
        name = seat.name
        await reads(app, f"{name} to move, 23 h 59 left")
        assert "You are watching" in text(app)
        await pilot.press("B")
        assert "You have no seat" in text(app)
        await pilot.press("N")
        assert "No other game waits for you" in text(app)
        await pilot.press("q")
        await shows(app, LobbyScreen, pilot)
        assert bea.room(game).game.watchers == 0


async def test_who_looks_on_takes_a_seat_that_a_bot_keeps(house: House) -> None:
    ana = house.come("ana")
    game = ana.make(wish("me", "anybody", begins="told", name="Office")).game.name
    ana.fill(game, "random")
    bea = house.come("Bea")
    async with visiting(bea, game) as (app, pilot):
        await pilot.press("T", "escape", "down", "down")
        await reads(app, "Enter: take this seat")
        await pilot.press("enter")
        await eventually(lambda: bea.room(game).game.mine)
        await reads(app, "■ Bea        here")


@pytest.mark.long
async def test_the_end_leads_to_a_rematch_or_back_to_the_lobby(house: House) -> None:
    ana, bea, game = house.together("ana", "Bea", name="Office", short=True)
    async with visiting(ana, game) as (app, pilot):
        chairs = [bea.sit(game), house.come("ana").sit(game)]
        await asyncio.to_thread(play, chairs, random.Random(1))
        # The scorings of the last round are told first.
        await shows(app, ScoringScreen, pilot)
        while isinstance(app.screen, ScoringScreen):
            told = app.screen
            await pilot.press("escape")
            await eventually(lambda told=told: app.screen is not told)
        await shows(app, FinalScreen, pilot)
        assert "ssh ana@HOST export office" in text(app)
        assert "lobby" in text(app)
        await pilot.press("r")
        await shows(app, WaitingRoom, pilot)
        bea.rematch(game)
        await shows(app, ServedTable, pilot)
        await pilot.press("q", "y")
        await shows(app, LobbyScreen, pilot)
        assert "Over" in text(app)
