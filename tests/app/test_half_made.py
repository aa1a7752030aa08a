"""Half-made answers: nothing of them is sent, and nothing of them is lost without a word."""

from __future__ import annotations

from typing import Any

import pytest
from tables import Bench, fresh, press, running, screen_text, sit, table_screen

from drawing import table
from elgrande.app.answering.answering import DROPPED, MOVED_ON
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.settings.schema import Settings
from elgrande.table.chair import Look
from elgrande.table.table import gesture


def begun(**others: Any) -> Bench:
    """Ana may move caballeros by 1-07 and has two regions to move them from."""
    state = table("aragon: R2 B1 | seville: B2", card="1-07", court="R3", **others)
    bench = sit(state, **others)
    bench.table.send(0, ["place aragon"])
    bench.sent.clear()
    return bench


def legal(bench: Bench) -> list[str]:
    seat = bench.table.state.owing()[0]
    return [bench.table.rules.text(code) for code in bench.table.state.legal(seat)]


def half_made(app: Any) -> tuple[str, ...]:
    answering = table_screen(app).turn.answering
    return answering.draft if answering is not None else ()


def said(app: Any) -> str:
    return " ".join(screen_text(app).split())


async def test_esc_takes_it_back_step_by_step_whatever_the_settings() -> None:
    for confirm in ("final", "never"):
        bench = begun()
        app = bench.app()
        app.preferences.apply(Settings({"confirm": confirm}))
        async with running(app, "s", "3", "b") as (_, pilot):
            assert half_made(app) == ("special", "pick blue aragon")
            await press(pilot, "escape")
            assert half_made(app) == ("special",)
            await press(pilot, "u")
            assert half_made(app) == ()
            assert app.screen is table_screen(app)
        assert bench.sent == []
        assert bench.table.history.head == bench.table.history.next - 1, "nothing was undone"


@pytest.mark.parametrize("key", ["U", "ctrl+y"])
async def test_undoing_the_turn_drops_it_first_and_says_so(key: str) -> None:
    bench = begun()
    head = bench.table.history.head
    async with running(bench.app(), "s", "3", "b", key) as (app, pilot):
        assert half_made(app) == ()
        assert DROPPED in said(app)
        assert bench.table.history.head == head, "the game is as it was"
        if key == "U":
            await press(pilot, "U")
            assert bench.table.history.head < head
    assert bench.sent == []


async def test_with_confirmation_dropping_it_is_asked() -> None:
    bench = begun()
    head = bench.table.history.head
    app = bench.app()
    app.preferences.apply(Settings({"confirm": "final"}))
    async with running(app, "s", "3", "b", "U") as (_, pilot):
        assert isinstance(app.screen, AskScreen)
        await press(pilot, "n")
        assert half_made(app) == ("special", "pick blue aragon")
        await press(pilot, "U", "escape")
        assert half_made(app) == ("special", "pick blue aragon")
        await press(pilot, "U", "y")
        assert half_made(app) == ()
        assert bench.table.history.head == head


async def test_leaving_says_that_it_is_not_kept() -> None:
    bench = begun()
    async with running(bench.app(), "s", "q") as (app, pilot):
        assert isinstance(app.screen, AskScreen)
        assert "Leave this game? It is saved. Your unfinished answer" in said(app)
        assert "will be lost." in said(app)
        await press(pilot, "n")
        assert half_made(app) == ("special",)
        await press(pilot, "escape", "q")
        assert "begun" not in said(app)


async def test_quitting_the_program_asks_too() -> None:
    bench = begun()
    async with running(bench.app(), "s", "ctrl+q") as (app, pilot):
        assert isinstance(app.screen, AskScreen)
        await press(pilot, "n")
        assert half_made(app) == ("special",)
        await press(pilot, "ctrl+q", "y")
    assert app.return_code == 0
    assert bench.sent == []


async def test_where_a_question_could_not_be_seen_none_is_asked() -> None:
    """A window too small says which key quits, and it does; nothing else is done or typed."""
    async with running(begun().app(), "s", "colon") as (app, pilot):
        await pilot.resize_terminal(40, 10)
        await press(pilot, "x", "ctrl+q")
        assert app._exit


async def test_what_others_do_meanwhile_drops_it_and_is_said() -> None:
    bench = begun()
    async with running(bench.app(), "s") as (app, pilot):
        assert half_made(app) == ("special",)
        bench.table.undo([0, 1])
        await press(pilot)
        assert half_made(app) == ()
        assert MOVED_ON in said(app)


async def test_handing_the_seat_over_waits_for_it() -> None:
    bench = begun()
    async with running(bench.app(), "s") as (app, pilot):
        table_screen(app).take_back.hand_over(0, "random")
        await press(pilot)
        assert DROPPED in said(app)
        assert bench.table.players[0].source == "person"
        table_screen(app).take_back.hand_over(0, "random")
        await press(pilot)
        assert bench.table.players[0].source == "random"


# -- what cannot be taken back ---------------------------------------------


def at_the_king() -> Bench:
    """A game of several people at a half-made gesture whose last command is final."""
    bench = sit(setup=fresh(3, 3, persons="RBG", short=True))
    table = bench.table
    while not _final_after_special(bench):
        seat = table.state.owing()[0]
        texts = legal(bench)
        dull = [t for t in texts if t.split()[0] in {"end", "done"}]
        table.send(seat, [dull[0] if dull and "special" not in texts else texts[0]])
    bench.sent.clear()
    return bench


def _final_after_special(bench: Bench) -> bool:
    """Whether the special action is half made and some answer then cannot be taken back."""
    if "special" not in legal(bench):
        return False
    ahead = bench.chair.peek(bench.table.state.owing()[0], ["special"])
    same = isinstance(ahead, Look) and ahead.view.board == bench.table.state.board
    return same and isinstance(ahead, Look) and bool(ahead.final)


def test_a_peek_says_what_would_be_final_after_it() -> None:
    bench = at_the_king()
    seat = bench.table.state.owing()[0]
    ahead = bench.chair.peek(seat, ["special"])
    assert isinstance(ahead, Look)
    for code in ahead.decision.codes:
        done = gesture(
            bench.table, bench.table.state, seat, ["special", bench.table.rules.text(code)]
        )
        state, revealed = done.state, done.revealed
        assert revealed == (code in ahead.final)
        assert state is not bench.table.state


async def test_the_last_command_of_a_gesture_is_confirmed_too() -> None:
    bench = at_the_king()
    seat = bench.table.state.owing()[0]
    ahead = bench.chair.peek(seat, ["special"])
    assert isinstance(ahead, Look)
    final = bench.table.rules.text(ahead.final[0])
    app = bench.app()
    app.preferences.apply(Settings({"confirm": "final", "story": "off", "unused": "silent"}))
    async with running(app, "s") as (_, pilot):
        assert half_made(app) == ("special",)
        table_screen(app).play.give(ahead.final[0])
        await press(pilot)
        assert isinstance(app.screen, AskScreen)
        assert "This cannot be undone." in said(app)
        await press(pilot, "escape")
        assert half_made(app) == ("special",), "no loses nothing"
        assert bench.sent == []
        table_screen(app).play.give(ahead.final[0])
        await press(pilot, "y")
    assert bench.sent[0] == ("special", final)


async def test_with_free_undo_nothing_is_final_so_nothing_is_asked() -> None:
    bench = sit(table("aragon: R2 B1", card="1-07", court="R3"), persons="R", bots=True)
    assert not bench.table.fair
    app = bench.app()
    app.preferences.apply(Settings({"confirm": "final", "story": "off"}))
    async with running(app, "3", "d") as (_, pilot):
        assert bench.commands == ["place aragon", "end"]
        assert app.screen is table_screen(app)
        await press(pilot, "u")
        assert "end" in legal(bench)
        # The half-made answer is asked about all the same.
        await press(pilot, "s", "U")
        assert isinstance(app.screen, AskScreen)
