"""A bot's advice: beside the screen, taken with Enter, never in the way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from phases import LARGE, SMALL, midgame
from tables import Bench, press, running, screen_text, seen, sit, table_screen
from textual.pilot import Pilot

from drawing import play
from elgrande.app.answering.bot_answers import Adviser, strongest
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.plan import steps
from elgrande.app.dialogs.answers import HintScreen
from elgrande.app.panes.glyphs import UNICODE
from elgrande.bots.runner import BotMove
from patience import PATIENCE, eventually


class Oracle:
    """A runner that says what the test wants, when the test wants."""

    def __init__(
        self, command: str = "place seville", reason: str = "", notice: str = "", plan: str = ""
    ) -> None:
        self.name, self.plan = "oracle", plan
        self.command, self.reason, self.notice = command, reason, notice
        self.gate = threading.Event()
        self.gate.set()
        self.asked: list[tuple[Any, int, Any]] = []
        self.threads: set[int] = set()
        self.closed = 0

    def choose(self, view: Any, entry: int, events: Any = ()) -> BotMove:
        self.asked.append((view, entry, events))
        self.threads.add(threading.get_ident())
        assert self.gate.wait(PATIENCE)
        plan = tuple(map(view.rules.code, filter(None, self.plan.split(", "))))
        return BotMove(view.rules.code(self.command), self.reason, self.notice, plan=plan)

    def close(self) -> None:
        self.closed += 1
        self.gate.set()


def advised(bench: Bench, oracle: Oracle, app: Any) -> None:
    """Lets the oracle advise at the table on the screen."""
    table_screen(app).dialogs.adviser = Adviser(bench.chair.setup, "oracle", lambda: oracle)


async def until(pilot: Pilot[Any], what: Callable[[], object]) -> None:
    await eventually(what)
    await press(pilot)


def boxed(app: Any) -> str:
    """What is in the box, as one line."""
    box = app.screen.query_one("#box").content_region
    rows = screen_text(app).splitlines()[box.y : box.bottom]
    return " ".join(" ".join(row[box.x : box.right] for row in rows).split())


def told(app: Any) -> bool:
    return isinstance(app.screen, HintScreen) and app.screen.advice is not None


async def test_enter_takes_the_suggestion_through_the_chair() -> None:
    bench, oracle = sit(midgame("3-05")), Oracle(reason="Elena is strong there.")
    async with running(bench.app()) as (app, pilot):
        advised(bench, oracle, app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        text = screen_text(app)
        assert "The oracle advises" in text
        assert "Place in Seville." in text
        assert "Elena is strong there." in text
        assert bench.sent == []
        await press(pilot, "enter")
        assert bench.sent == [("place seville",)]
    view, _, _ = oracle.asked[0]
    assert view.seat == 0, "the adviser sees what the person sees"
    assert threading.get_ident() not in oracle.threads


def test_a_plan_is_numbers_and_arrows_as_far_as_it_can_be_carried_out() -> None:
    """Blue, who has kept a Veto, is taken to let it pass; what comes after the turn is no plan."""
    state = midgame("1-07", court="R9")
    guide = Guide(sit(state).chair.setup, state.rules, UNICODE)

    def drawn(plan: str) -> dict[str, str]:
        found = steps(state.view(0), guide, [*map(state.rules.code, plan.split(", "))])
        return dict(next(iter(found.values()), {}))

    assert drawn("place granada") == {"granada": "1"}
    move = "special, pick yellow valencia, put castillo, pick blue aragon, put castillo"
    assert drawn(move) == {"valencia": "1→", "castillo": "→1-2", "aragon": "2→"}
    assert drawn("place granada, place catalonia, place granada") == {"granada": "1"}
    assert drawn("end, take 3") == {}


async def test_a_plan_is_drawn_beside_the_advice_and_stays_till_it_is_answered_otherwise() -> None:
    bench, oracle = (
        sit(midgame("3-05")),
        Oracle("place granada", plan="place granada, place aragon"),
    )
    async with running(bench.app(), size=SMALL) as (app, pilot):
        advised(bench, oracle, app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        assert "6/3/1 1" in screen_text(app), "beside the box"
        await press(pilot, "escape")
        assert "5/4/1 2" in screen_text(app)
        await press(pilot, "escape")
        assert "5/4/1 2" not in screen_text(app), "Esc takes it off"
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        await press(pilot, "enter")
        assert bench.sent == [("place granada",)]
        assert "6/3/1 1" not in screen_text(app)
        assert "5/4/1 2" in screen_text(app), "the rest of it stays"
        await press(pilot, "u")
        assert "6/3/1 1" in screen_text(app), "what was taken back is advised again"
        await press(pilot, "5")
        assert "5/4/1 2" not in screen_text(app), "whoever answers otherwise has another plan"


async def test_advice_that_is_too_long_scrolls_beside_the_plan() -> None:
    reason = "I expect about 3 points more from this than if I place in Galicia. " * 8
    bench, oracle = sit(midgame("3-05")), Oracle(plan="place granada", reason=f"{reason}The end.")
    async with running(bench.app(), size=SMALL) as (app, pilot):
        advised(bench, oracle, app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        chart = table_screen(app).play.board.map.chart
        assert app.screen.query_one("#box").region.x >= chart.width
        assert "do this" in boxed(app)
        assert "The end." not in boxed(app)
        await press(pilot, "pagedown", "pagedown")
        assert "The end." in boxed(app)
        assert "do this" in boxed(app)


async def test_what_is_secret_is_drawn_for_nobody() -> None:
    state = midgame("4-11")
    play(state, "red special, blue let-all")
    bench, oracle = sit(state, persons="R"), Oracle("disk granada", plan="disk granada")
    async with running(bench.app()) as (app, pilot):
        advised(bench, oracle, app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        assert not table_screen(app).play.plan


async def test_the_screen_answers_while_the_bot_thinks_and_esc_ends_it() -> None:
    bench, oracle = sit(midgame("3-05")), Oracle()
    oracle.gate.clear()
    async with running(bench.app()) as (app, pilot):
        advised(bench, oracle, app)
        assert "The bot is thinking" in await seen(pilot, "e")
        await press(pilot, "enter")
        assert isinstance(app.screen, HintScreen), "there is nothing to take yet"
        await press(pilot, "escape")
        assert app.screen is table_screen(app)
        assert oracle.closed == 1, "a bot that nobody waits for is ended"
        await press(pilot, "3")
    assert bench.sent == [("place aragon",)]


async def test_esc_closes_and_sends_nothing() -> None:
    bench, oracle = sit(midgame("3-05")), Oracle()
    async with running(bench.app()) as (app, pilot):
        advised(bench, oracle, app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        assert "The bot gave no reason." in screen_text(app)
        await press(pilot, "escape")
        assert app.screen is table_screen(app)
        assert oracle.closed == 0, "an idle bot stays for the next question"
    assert bench.sent == []
    assert oracle.closed == 1, "it ends with the table"


async def test_a_failing_bot_gives_a_sentence_and_nothing_to_take() -> None:
    notice = "the bot 'oracle' failed (no crystal); a legal move was chosen for it"
    bench, oracle = sit(midgame("3-05")), Oracle(notice=notice)
    async with running(bench.app()) as (app, pilot):
        advised(bench, oracle, app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        text = boxed(app)
        assert "The bot 'oracle' failed (no crystal);" in text
        assert "legal move" not in text
        assert isinstance(app.screen, HintScreen)
        assert app.screen.advice is not None
        sentence = "The bot 'oracle' failed (no crystal); there is no suggestion this time."
        assert app.screen.advice.failed == sentence
        await press(pilot, "enter")
        assert isinstance(app.screen, HintScreen)
    assert bench.sent == []


async def test_advice_in_the_middle_of_a_gesture_goes_on_with_it() -> None:
    bench, oracle = sit(midgame("1-07")), Oracle("put castillo")
    async with running(bench.app(), "s", "8", "w") as (app, pilot):
        advised(bench, oracle, app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        await press(pilot, "enter")
    assert bench.sent == [("special", "pick white granada", "put castillo")]


async def test_advice_stands_under_the_question_that_it_answers() -> None:
    """Not under a second one, of a colour or of more digits, to which it is none."""
    bench, oracle = sit(midgame("1-07")), Oracle("pick white granada")
    async with running(bench.app(), "s", "8") as (app, pilot):
        advised(bench, oracle, app)
        assert "whose caballero?" in screen_text(app)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))
        assert "pick a caballero to move" in boxed(app)
        assert "whose caballero?" not in boxed(app)
        assert "whose caballero?" in screen_text(app), "below it"


async def test_nobody_is_asked_so_nobody_is_advised() -> None:
    bench = sit(midgame("3-05"), persons="B")
    async with running(bench.app(), "e") as (app, _):
        assert app.screen is table_screen(app)
        assert "There is nothing for anyone here to answer now." in screen_text(app)


async def test_no_bot_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elgrande.bots.registry.names", lambda: ())
    state = midgame("3-05")
    adviser = Adviser(sit(state).chair.setup)
    advice = await adviser.ask(state.view(0), 1, ())
    assert advice.failed == "None of the installed bots can give advice."


async def test_the_marshal_advises_from_a_process_of_its_own() -> None:
    assert strongest() == "marshal"
    bench = sit(midgame("3-05"))
    view = bench.chair.update(0).view
    adviser = Adviser(bench.chair.setup)
    try:
        advice = await adviser.ask(view, 1, ())
    finally:
        adviser.stop()
    assert not advice.failed
    assert advice.code in view.decision(0).codes
    assert advice.reason
    assert advice.plan[0] == advice.code


async def test_the_loop_runs_on_while_the_bot_thinks() -> None:
    """Here it is the loop that lets the bot go on."""
    bench, oracle = sit(midgame("3-05")), Oracle()
    oracle.gate.clear()
    adviser = Adviser(bench.chair.setup, "oracle", lambda: oracle)
    asking = asyncio.create_task(adviser.ask(bench.chair.update(0).view, 1, ()))
    await eventually(lambda: oracle.asked)
    assert not asking.done()
    oracle.gate.set()
    assert not (await asking).failed


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
@pytest.mark.parametrize("fails", [False, True], ids=["told", "failed"])
def test_picture(sheet_compare: Callable[..., bool], size: tuple[int, int], fails: bool) -> None:
    bench = sit(midgame("3-05"))
    notice = "the bot 'steward' did not answer within 10 seconds; x" if fails else ""
    oracle = Oracle(reason="Worth about 2.0 points more than: special action.", notice=notice)
    app = bench.app()

    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot)
        table_screen(app).dialogs.adviser = Adviser(bench.chair.setup, "steward", lambda: oracle)
        await press(pilot, "e")
        await until(pilot, lambda: told(app))

    assert sheet_compare(app, terminal_size=size, run_before=before)
