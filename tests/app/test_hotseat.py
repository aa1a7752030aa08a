"""Several people at one keyboard: the curtain, whose view is shown, what is never shown."""

from __future__ import annotations

import pytest
from tables import press, running, screen_text, seen, sit, table_screen
from textual.strip import Strip

from drawing import play, table
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.app.screens.scoring_screen import ScoringScreen


def disks():
    """Ana scores by disk (4-11): everybody sets one in secret."""
    state = table("aragon: R2 B1", card="4-11")
    play(state, "red special")
    return state


async def test_a_curtain_between_two_people_for_a_secret() -> None:
    bench = sit(disks(), persons="RB", bots=True)
    async with running(bench.app()) as (app, pilot):
        assert isinstance(app.screen, CurtainScreen)
        assert "Ana makes a secret choice" in screen_text(app)
        await press(pilot, "3")
        assert bench.sent == []
        await press(pilot, "enter", "3")
        assert bench.sent == [("disk aragon",)]
        assert isinstance(app.screen, CurtainScreen)
        assert "Bruno makes a secret choice" in screen_text(app)
        # Behind the curtain nobody's view lies open, least of all the last one's.
        assert table_screen(app).turn.seat is None
        await press(pilot, "enter")
        assert table_screen(app).turn.seat == 1
        assert "Bruno: set your secret disk" in screen_text(app)
        assert "Ana's disk" not in "\n".join(e.text for e in table_screen(app).table_log.entries)


async def test_a_curtain_within_ones_own_turn() -> None:
    """The others watch Ana use her card's effect, and must look away for what it asks."""
    bench = sit(table("aragon: R2 B1", card="4-11"))
    async with running(bench.app()) as (app, pilot):
        screen = table_screen(app)
        assert screen.turn.seat == 0
        assert screen.turn.answering is not None
        special = screen.turn.guide.rules.code("special")
        screen.play.give(special)
        await press(pilot)
        assert isinstance(app.screen, CurtainScreen)
        assert "Ana makes a secret choice" in screen_text(app)
        assert screen.turn.seat is None
        await press(pilot, "enter")
        assert app.screen is screen
        assert screen.turn.seat == 0
        await press(pilot, "escape")
        screen.renew(refocus=True)
        await press(pilot)
        assert app.screen is screen, "once for each decision"
        # Taken back, the others look on again.
        await press(pilot, "u")
        assert bench.table.history.head == 0
        screen.play.give(special)
        await press(pilot)
        assert isinstance(app.screen, CurtainScreen)


async def test_whoever_is_alone_before_a_curtain_can_leave() -> None:
    bench = sit(disks(), persons="RB", bots=True)
    async with running(bench.app()) as (app, pilot):
        assert isinstance(app.screen, CurtainScreen)
        assert "q leave the table" in screen_text(app).replace("[", "").replace("]", "")
        table = table_screen(app)
        await press(pilot, "q", "n")
        assert isinstance(app.screen, CurtainScreen)
        await press(pilot, "q", "y")
        assert table not in app.screen_stack
        assert bench.sent == []


async def test_no_curtain_for_one_person_against_bots() -> None:
    bench = sit(disks(), persons="R", bots=True)
    async with running(bench.app(), "7"):
        assert bench.sent == [("disk seville",)]


async def test_no_curtain_for_open_decisions() -> None:
    bench = sit(table(turn="", court="R7"))
    async with running(bench.app(), "9", "8") as (app, _):
        assert bench.sent == [("power 9",), ("power 8",)]
        assert table_screen(app).turn.seat == 2


async def test_a_hand_with_a_card_taken_back_unseen_is_hidden_too() -> None:
    """Whoever took a card back has a hand that the others must not read."""
    state = table("aragon: R1", card="4-08", played="R: 3 4", round=3)
    play(state, "red special, recall 4")
    bench = sit(state)
    async with running(bench.app()) as (app, pilot):
        for _ in range(60):
            screen = table_screen(app)
            if isinstance(app.screen, ScoringScreen):
                await press(pilot, "escape")
            if isinstance(app.screen, CurtainScreen):
                break
            answering = screen.turn.answering
            assert answering is not None
            offer = answering.offer
            done = [c for c in offer.choices if c.verb in {"end", "done"}]
            if done:
                await press(pilot, done[0].key)
            elif offer.choices:
                await press(pilot, *offer.choices[-1].key)
            else:
                await press(pilot, answering.guide.key(next(iter(offer.targets))))
        assert isinstance(app.screen, CurtainScreen)
        shown = screen_text(app)
        assert "Ana sees cards that nobody else may see." in shown
        assert "secret choice" not in shown, "her power card is played for all to see"
        assert bench.table.state.round == 4


async def test_a_spectator_sees_bots_play_and_no_hands() -> None:
    bench = sit(disks(), persons="", bots=True)
    async with running(bench.app()) as (app, _):
        screen = table_screen(app)
        assert screen.turn.seat is None
        assert screen.turn.answering is None
        assert screen.turn.look is not None
        assert all(drawer is None for drawer in screen.turn.look.view.drawers)


@pytest.mark.parametrize("undo", ["auto", "free", "fair"])
@pytest.mark.parametrize("key", ["u", "U"])
async def test_whoever_answered_is_asked_before_it_is_taken_back(undo: str, key: str) -> None:
    """Bruno sits there when Ana's power card is to go, and then when it is to come back.

    Nobody has a turn yet, so it is her last answer in either case.
    """
    bench = sit(table(turn="", court="R7", undo=undo), undo=undo)
    async with running(bench.app(), "9", key) as (app, pilot):
        assert isinstance(app.screen, AskScreen)
        assert "Ana, do you want to undo your last answer?" in " ".join(screen_text(app).split())
        await press(pilot, "n")
        assert bench.table.history.head == 1
        assert table_screen(app).turn.seat == 1
        await press(pilot, key, "y")
        assert bench.table.history.head == 0
        assert table_screen(app).turn.seat == 0
        # It is Ana's own to bring back while she sits there, and to take back while it is hers.
        await press(pilot, "ctrl+y")
        assert bench.table.history.head == 1
        assert not isinstance(app.screen, AskScreen)
        await press(pilot, "8", key, "y")
        assert bench.table.history.head == 1, "Bruno's went, and Ana's stays"
        assert table_screen(app).turn.seat == 1


async def test_what_comes_back_is_asked_for_too() -> None:
    """Ana's and Bruno's cards went with one undo, as a save may have it; Ana sits there now."""
    bench = sit(table(turn="", court="R7"))
    bench.table.send(0, ["power 9"])
    bench.table.send(1, ["power 8"])
    bench.table._go("undo", 0)
    async with running(bench.app(), "ctrl+y") as (app, pilot):
        assert isinstance(app.screen, AskScreen)
        shown = " ".join(screen_text(app).split())
        assert "Bruno, do you want to redo your answer?" in shown
        await press(pilot, "escape")
        assert bench.table.history.head == 0
        await press(pilot, "ctrl+y", "y")
        assert bench.table.history.head == 2
        bench.table._go("undo", 0)
        bench.table.seat_source(1, "random")
        await press(pilot, "ctrl+y")
        assert not isinstance(app.screen, AskScreen), "who has left can give no word"
        assert bench.table.history.head == 0


async def test_a_secret_answer_goes_by_its_owners_word_and_shows_nothing() -> None:
    """The question covers the other's view, and whoever sits down again lifts a curtain."""
    bench = sit(disks(), persons="RB", bots=True)
    async with running(bench.app(), "enter", "3", "enter") as (app, pilot):
        assert table_screen(app).turn.seat == 1
        shown = await seen(pilot, "u")
        assert "Ana, do you want to undo your last answer?" in " ".join(shown.split())
        assert "Bruno" not in shown, "nothing of his view can be read"
        await press(pilot, "n")
        assert isinstance(app.screen, CurtainScreen)
        assert "Bruno makes a secret choice" in screen_text(app)
        await press(pilot, "enter", "u", "y")
        assert isinstance(app.screen, CurtainScreen)
        assert "Ana makes a secret choice" in screen_text(app)
        assert 0 in bench.table.state.owing()


OPENED = ("m", "question_mark", "f", "R", "colon", "comma", "q", "ctrl+p", "e")


@pytest.mark.parametrize("key", OPENED)
async def test_what_one_opened_in_secret_is_no_sight_for_the_next(key: str) -> None:
    """However the answer is given: the next one's curtain hides, and lifts on, the table alone."""
    bench = sit(disks(), persons="RB", bots=True)
    async with running(bench.app(), "enter", key) as (app, pilot):
        depth = len(app.screen_stack)
        assert app.screen is not table_screen(app)
        bench.chair.send(0, ["disk aragon"])
        await press(pilot)
        assert isinstance(app.screen, CurtainScreen)
        assert len(app.screen_stack) == depth
        await press(pilot, "enter")
        assert app.screen is table_screen(app)
        assert table_screen(app).turn.seat == 1
        assert "Bruno: set your secret disk" in screen_text(app)


async def test_a_theme_that_is_only_tried_goes_with_the_settings() -> None:
    bench = sit(disks(), persons="RB", bots=True)
    async with running(bench.app(), "enter", "comma", "right") as (app, pilot):
        assert app.theme != "elgrande-dark"
        bench.chair.send(0, ["disk aragon"])
        await press(pilot)
        assert app.theme == "elgrande-dark"


GIVEN = {
    "list": ("m", (), ("enter",)),
    "line": ("colon", tuple("power 8"), ("enter",)),
    "palette": ("ctrl+p", tuple("answer 8"), ("down", "enter")),
}


@pytest.mark.parametrize("how", GIVEN)
async def test_an_answer_for_one_question_is_none_for_the_next(how: str) -> None:
    """Ana's power card came another way while she had a dialog open; Bruno gives none by it."""
    opens, typed, takes = GIVEN[how]
    bench = sit(table(turn="", court="R7"))
    async with running(bench.app()) as (app, pilot):
        await press(pilot, opens, *("space" if key == " " else key for key in typed))
        await app.workers.wait_for_complete()
        bench.chair.send(0, ["power 9"])
        await press(pilot, *takes)
        assert app.screen is table_screen(app)
        assert bench.table.history.head == 1
        assert table_screen(app).turn.seat == 1
        assert "The game has moved on" in screen_text(app)
        # For the same question of the same seat it is one, though somebody else has answered.
        await press(pilot, opens, *("space" if key == " " else key for key in typed))
        await app.workers.wait_for_complete()
        await press(pilot, *takes)
        assert bench.table.history.head == 2


async def test_one_person_among_bots_is_never_asked() -> None:
    bench = sit(table(turn="", court="R7"), persons="R", bots=True)
    async with running(bench.app(), "9") as (app, pilot):
        head = bench.table.history.head
        assert head > 0
        while app.screen is not table_screen(app):
            await press(pilot, "escape")
        await press(pilot, "u")
        assert not isinstance(app.screen, AskScreen)
        assert bench.table.history.head == 0
        await press(pilot, "ctrl+y")
        assert bench.table.history.head >= head


@pytest.mark.parametrize(
    "ways", [("up",), ("left",), ("down", "right"), ()], ids=["north", "west", "east", "key"]
)
async def test_the_next_person_sees_nothing_of_where_the_last_one_pointed(
    ways: tuple[str, ...],
) -> None:
    """Worlds that differ in Ana's disk alone are the same to Bruno, cell by cell."""

    async def seen(*keys: str) -> list[Strip]:
        bench = sit(disks(), persons="RB", bots=True)
        async with running(bench.app(), "enter", *keys) as (app, pilot):
            assert len(bench.sent) == 1
            await press(pilot, "enter")
            assert table_screen(app).turn.seat == 1
            shown = app.screen._compositor.render_strips()
            await press(pilot, "enter", "enter")
            assert len(bench.sent) == 1, "no key of habit gives the other's answer"
            return shown

    keys = ("left", *ways, "enter") if ways else ("3",)
    assert await seen(*keys) == await seen("7")


async def test_enter_on_no_region_says_what_to_press() -> None:
    bench = sit(disks(), persons="R", bots=True)
    async with running(bench.app(), "enter") as (app, pilot):
        assert bench.sent == []
        assert "Go to a region with the arrow keys first" in screen_text(app)
        assert "Go to a region" not in await seen(pilot, "left")
        await press(pilot, "enter")
        assert bench.sent == [("disk new-castile",)]


async def test_why_nothing_is_taken_back_is_a_whole_sentence() -> None:
    bench = sit(table("aragon: R2 B1", card="4-11"), persons="RB", bots=True)
    async with running(bench.app()) as (app, pilot):
        screen = table_screen(app)
        screen.play.give(screen.turn.guide.rules.code("special"))
        await press(pilot, "enter", "u")
        assert "Somebody else has answered since, so this cannot be undone." in screen_text(app)
