"""Since your last turn: when it is told, what of it, to whom, and that it answers nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tables import Bench, Inline, fresh, press, screen_text, sit, table_screen

from elgrande.app.caret import standing
from elgrande.app.chronicle import where
from elgrande.app.games import Games
from elgrande.app.guide import Guide
from elgrande.app.panes.facts import FactPane
from elgrande.app.screens.curtain import CurtainScreen
from elgrande.app.screens.recap import RecapScreen, news
from elgrande.app.settings import Settings
from elgrande.rules import events as ev
from elgrande.saves import Paths

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.pilot import Pilot

    from elgrande.app.app import ElGrande
    from elgrande.table import Table

    Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (160, 48)
DULL = ("end", "done", "let", "let-all")


def answer(table: Table, busy: bool = False) -> int:
    """The seat that is asked gives an answer: what ends its turn soonest, or a busier one."""
    seat = table.state.owing()[0]
    texts = [table.rules.text(code) for code in table.state.legal(seat)]
    dull = [text for text in texts if text.split()[0] in DULL]
    text = dull[0] if dull and not (busy and len(texts) > len(dull)) else texts[0]
    table.send(seat, [text])
    return seat


def on_to(bench: Bench, seat: int, busy: bool = False) -> None:
    """Plays on until a seat that has answered before is asked for its turn's card."""
    table = bench.table
    while not (table.state.owing()[0] == seat and table.state.decision(seat).step == "choose_card"):
        answer(table, busy)
    assert table.history.since(seat) >= 0
    bench.sent.clear()


def hotseat(**others: Any) -> Bench:
    """Three people; it is the turn of the last of round 1, who has heard two turns."""
    bench = sit(setup=fresh(3, 3, persons="RBG", **others))
    while bench.table.state.decision().step == "power":
        answer(bench.table)
    on_to(bench, bench.table.state.turn_order[-1], busy=True)
    return bench


def among_bots() -> Bench:
    """Ana and two bots, at her turn's card in round 2."""
    bench = sit(setup=fresh(3, 3, persons="R"), bots=True)
    while bench.table.state.round < 2:
        answer(bench.table)
    on_to(bench, 0)
    return bench


def facts(bench: Bench, seat: int) -> list[str]:
    """The words of the log for what the seat may know of it."""
    table = bench.table
    guide = Guide(table.setup, table.rules, bench.glyphs)
    told = bench.chair.update(seat).after(table.history.since(seat))
    return [line.text for line in news(guide, table.state.round, told) if line.kind != "round"]


def shown(app: ElGrande) -> str:
    """The strip with the fact that is read, in one line."""
    pane = app.screen.query_one(FactPane)
    return " ".join("".join(run.text for row in pane.rows for run in row).split())


async def test_on_hand_over_every_fact_can_be_read_and_nothing_is_answered() -> None:
    bench = hotseat()
    seat = bench.table.state.owing()[0]
    said = facts(bench, seat)
    assert len(said) > 3
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot)
        assert isinstance(app.screen, RecapScreen)
        assert "since your last turn" in screen_text(app)
        for n, fact in enumerate(said, 1):
            assert fact in shown(app)
            assert f"{n} of {len(said)}" in shown(app)
            await press(pilot, ["space", "enter", "right"][n % 3])
        assert app.screen is table_screen(app)
        assert bench.sent == []
        # Once is enough: the next answer of the same turn is asked for at once.
        offer = table_screen(app).answering
        assert offer is not None
        await press(pilot, offer.offer.choices[0].key)
        assert app.screen is table_screen(app)
    assert len(bench.sent) == 1


async def test_the_terminal_s_cursor_stands_on_the_fact_that_is_read() -> None:
    bench = hotseat()
    said = facts(bench, bench.table.state.owing()[0])
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        for fact in said[:4]:
            await press(pilot)
            at = standing(app.screen)
            assert at is not None
            assert screen_text(app).splitlines()[at.y][at.x :].startswith(fact.split()[0])
            await press(pilot, "down")


async def test_back_all_at_once_and_skip() -> None:
    bench = hotseat()
    said = facts(bench, bench.table.state.owing()[0])
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "space", "left")
        assert said[1] in shown(app)
        await press(pilot, "end")
        assert said[-1] in shown(app)
        assert "[Space] to the table" in shown(app)
        await press(pilot, "left", "escape")
        assert app.screen is table_screen(app)
    assert bench.sent == []


async def test_the_mouse_reads_on_too() -> None:
    bench = hotseat()
    said = facts(bench, bench.table.state.owing()[0])
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot)
        await pilot.click("#map", offset=(3, 3))
        await press(pilot)
        assert said[1] in shown(app)
        row = screen_text(app).splitlines()[-1]
        await pilot.click(offset=(row.index("[Esc]") + 1, SMALL[1] - 1))
        await press(pilot)
        assert app.screen is table_screen(app)


async def test_one_person_among_bots_hears_of_more_than_a_couple_of_things() -> None:
    bench = among_bots()
    said = facts(bench, 0)
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot)
        assert isinstance(app.screen, RecapScreen) == (len(said) > 2)
        await press(pilot, "escape")
        assert app.screen is table_screen(app)
        # At any time on a key, however little it was.
        await press(pilot, "L")
        assert isinstance(app.screen, RecapScreen)
        assert said[0] in shown(app)
    assert bench.sent == []


async def test_few_facts_are_not_told_unasked_to_one_person() -> None:
    bench = sit(setup=fresh(2, 3, persons="R"), bots=True)
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot)
        while len(facts(bench, 0)) not in {1, 2} or bench.table.history.since(0) < 0:
            answer(bench.table)
            await press(pilot)
            if len(facts(bench, 0)) > 2:
                await press(pilot, "escape")
        assert app.screen is table_screen(app)


async def test_without_the_setting_only_the_key_tells() -> None:
    bench = hotseat()
    app = bench.app()
    app.preferences.apply(Settings({"recap": "off"}))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot)
        assert app.screen is table_screen(app)
        app.preferences.apply(Settings({}, {"table.recap": "f4", "recap.skip": "x"}))
        await press(pilot, "L")
        assert app.screen is table_screen(app)
        await press(pilot, "f4")
        assert isinstance(app.screen, RecapScreen)
        assert "[x] skip" in shown(app)
        await press(pilot, "x")
        assert app.screen is table_screen(app)


async def test_nothing_to_tell_is_said() -> None:
    bench = sit(setup=fresh(2, 3, persons="RB"))
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "L")
        assert app.screen is table_screen(app)
        assert "Nothing has happened since your last turn." in screen_text(app)


async def test_the_curtain_comes_first_and_no_secret_is_told() -> None:
    """Three people set disks; the last hears of everything but what the others' disks show."""
    bench = sit(setup=fresh(3, 5, persons="RBG", short=True))
    table = bench.table
    while not table.state.decision(first := table.state.owing()[0]).secret:
        texts = [table.rules.text(code) for code in table.state.legal(first)]
        table.send(first, ["place castillo" if "place castillo" in texts else texts[-1]])
    for seat in (0, 1):
        table.send(seat, [table.rules.text(table.state.legal(seat)[0])])
        assert any(isinstance(event, ev.DiskShows) for _, event in bench.chair.update(seat).log)
    last = table.state.owing()[0]
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot)
        assert isinstance(app.screen, CurtainScreen)
        await press(pilot, "enter")
        read = []
        while isinstance(app.screen, RecapScreen):
            read.append(shown(app))
            await press(pilot, "space")
        assert read
        assert not any("disk" in line for line in read)
        assert app.screen is table_screen(app)
        assert table_screen(app).seat == last
    told = [event for _, event in bench.chair.update(last).after(table.history.since(last))]
    assert not any(isinstance(event, ev.DiskShows) for event in told)


def test_a_veiled_castillo_is_not_told_once_the_round_is_over() -> None:
    bench = sit(setup=fresh(3, 3, persons="RBG", house={"castillo": "veiled"}))
    table = bench.table
    while table.state.round < 2:
        seat = table.state.owing()[0]
        texts = [table.rules.text(code) for code in table.state.legal(seat)]
        table.send(seat, [next((t for t in texts if t == "place castillo"), texts[-1])])
    told = table.events(None)
    castillo = table.rules.place_index["castillo"]
    assert any(isinstance(e, ev.Moved) and e.target == castillo for _, e in told)
    guide = Guide(table.setup, table.rules, bench.glyphs)
    for seat in range(3):
        lines = news(guide, table.state.round, table.events(seat, 1))
        assert not any("in the Castillo" in line.text for line in lines)


async def test_an_undo_tells_nothing_and_the_key_still_tells_the_truth() -> None:
    bench = among_bots()
    before = facts(bench, 0)
    app = bench.app()
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "escape")
        answering = table_screen(app).answering
        assert answering is not None
        await press(pilot, answering.offer.choices[0].key)
        assert bench.sent
        if isinstance(app.screen, RecapScreen):
            await press(pilot, "escape")
        await press(pilot, "u")
        assert app.screen is table_screen(app)
        assert facts(bench, 0) == before
        await press(pilot, "L")
        assert isinstance(app.screen, RecapScreen)
        assert before[0] in shown(app)


def test_a_resumed_game_tells_the_same(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), Inline)
    game = games.new(fresh(3, 3, persons="R"))
    game.start()
    look = game.chair.update(0)
    while look.view.round < 2 or look.since < 0:
        seat = look.decision.owing[0]
        game.chair.send(seat, [game.chair.rules.text(look.decision.codes[-1])])
        look = game.chair.update(0)
    since, told = look.since, look.after(look.since)
    assert told
    game.stop()
    again = games.open(game.name)
    assert again.chair.update(0).since == since
    assert again.chair.update(0).after(since) == told
    again.stop()


def test_where_an_event_happened() -> None:
    bench = hotseat()
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)
    rules = guide.rules
    court, galicia = rules.court, rules.place_index["galicia"]
    assert where(ev.Moved(0, 0, court, galicia, 1), guide) == ("galicia",)
    assert where(ev.KingMoved(0, 0, 1), guide) == ("galicia", "basque")
    assert where(ev.ScoreboardMoved(0, 0, -1, 2), guide) == ("aragon",)
    assert where(ev.GrandeMoved(0, rules.castillo_target, 0), guide) == ("castillo", "galicia")
    assert where(ev.DisksRevealed(((0, 1), (1, 1))), guide) == ("basque",)
    assert where(ev.PowerPlayed(0, 9), guide) == ()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
def test_picture(sheet_compare: Compare, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, *["space"] * 6)

    assert sheet_compare(hotseat().app(), terminal_size=size, run_before=before)
