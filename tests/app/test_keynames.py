"""Rebound keys: whatever the screen names a key by is the key that does it now."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from phases import LARGE, SMALL, midgame
from tables import Bench, Inline, press, running, screen_text, seen, sit, table_screen
from textual.pilot import Pilot
from textual.widgets import Input

from drawing import play
from elgrande.app.answering import offer as offers
from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.keys import AT_TABLE, check_keys, rebindable
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.line_widget import LineWidget, PagePane
from elgrande.app.panes.text_runs import KEY
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.settings.bindings import Keys, key_names
from elgrande.app.settings.schema import Settings
from elgrande.content.lesson import LessonRun, lesson
from elgrande.saves import Paths

Goes = Callable[[Pilot[Any]], Awaitable[None]]

MINE = {binding.id: f"f{n}" for n, binding in enumerate(rebindable(), 31)}
"""Every binding on a key that no keyboard has, so that no usual name can be right by chance."""

FIXED = {"type", "arrows", "1-9 0", "s", "d", "v p a", "ctrl+p", *"<>0123456789"}
"""What Textual's own line of text, the answers and the palette keep for themselves."""


def named(app: ElGrande) -> set[str]:
    """The keys that the screen names: those in the style of keys, and those of the line below."""
    found: set[str] = set()
    for pane in app.screen.query(LineWidget):
        for run in (run for row in pane.rows for run in row):
            text = run.text.strip().strip("[]")
            if run.style == KEY and not (run.hit or "").startswith(("choice", "link")):
                found.add(text)
    if isinstance(app.screen, Dialog):
        usual = {key_names(key) for b in rebindable() for key in b.keys.split(",")} | {"arrows"}
        words = re.findall(r"[\w?+:]+", str(app.screen.query_one("#box").border_subtitle))
        found |= usual & set(words) - {"a", "h", "u"}
    typed = {"Enter"} if app.screen.query(Input) else set()
    return found - FIXED - typed


def is_mine(name: str) -> bool:
    """Whether only rebound keys are named."""
    return all(part in MINE.values() for part in name.split())


def at_table(state: Any = None) -> Bench:
    return sit(state or midgame("3-05"), persons="R", bots=True)


def key(binding: str) -> Goes:
    async def go(pilot: Pilot[Any]) -> None:
        await press(pilot, MINE[binding])

    return go


async def _nowhere(pilot: Pilot[Any]) -> None:
    await press(pilot)


async def _ask(pilot: Pilot[Any]) -> None:
    await press(pilot, MINE["table.leave"])


async def _rebind(pilot: Pilot[Any]) -> None:
    await press(pilot, MINE["table.settings"], MINE["form.up"], MINE["form.start"])


async def _lesson(pilot: Pilot[Any]) -> None:
    from elgrande.app.screens.lesson_screen import LessonScreen

    pilot.app.push_screen(LessonScreen(LessonRun(lesson("taboo")), pilot.app.glyphs))
    await press(pilot)


async def _read_on(pilot: Pilot[Any]) -> None:
    await _lesson(pilot)
    while not pilot.app.screen.run_of.asks:
        await press(pilot, MINE["lesson.on"])


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
@pytest.mark.parametrize(
    ("go", "names"),
    [
        (_nowhere, ["table.answers", "table.explain"]),
        (key("table.explain"), ["table.explain", "table.undo", "map.left", "explain.rules"]),
        (key("table.rules"), ["rules.back"]),
        (key("table.forecast"), []),
        (key("table.settings"), []),
        (key("table.answers"), []),
        (key("table.command"), []),
        (_ask, ["ask.yes", "ask.no"]),
        (_rebind, []),
        (_lesson, ["lesson.on", "table.undo", "table.explain", "table.back"]),
        (_read_on, ["lesson.hint", "lesson.show", "table.answers"]),
    ],
    ids=["table", "help", "rules", "forecast", "settings", "answers", "command", "leave",
         "keys", "page", "question"],
)  # fmt: skip
async def test_no_screen_names_a_key_that_was_rebound(
    go: Goes, names: list[str], size: tuple[int, int]
) -> None:
    bench = at_table()
    async with running(bench.app(), size=size) as (app, pilot):
        app.preferences.apply(Settings({}, MINE))
        assert app.preferences.problems == []
        await go(pilot)
        found, text = named(app), screen_text(app)
        if app.screen.query(PagePane) and not app.screen.query(Input):
            # A page is longer than its window.
            for _ in range(3):
                await press(pilot, MINE["page.pagedown"])
                found |= named(app)
                text += screen_text(app)
        assert [name for name in found if not is_mine(name)] == []
        if size == LARGE:
            for binding in names:
                assert MINE[binding] in text, binding
    assert bench.sent == []


async def test_before_a_game_too(tmp_path: Path) -> None:
    app = ElGrande(Games(Paths(tmp_path), Inline), bots=("steward",), seed=1996)
    async with running(app) as (_, pilot):
        app.preferences.apply(Settings({}, MINE))
        for item, says in (("n", "form.start"), ("?", ""), ("l", ""), ("p", "list.choose")):
            await press(pilot, "question_mark" if item == "?" else item)
            assert [name for name in named(app) if not is_mine(name)] == []
            assert not says or MINE[says] in screen_text(app)
            await press(pilot, MINE["dialog.close"])


async def test_a_half_made_gesture_names_the_key_that_backs_out_and_clicks_do_it() -> None:
    bench = at_table(midgame("1-07"))
    async with running(bench.app()) as (app, pilot):
        app.preferences.apply(Settings({}, {"table.back": "f2", "table.answers": "f3"}))
        assert "f2 back" in await seen(pilot, "s")
        assert "f3 list" in screen_text(app)
        row = screen_text(app).splitlines()[-1]
        await pilot.click(offset=(row.index("f2"), SMALL[1] - 1))
        await press(pilot)
        answering = table_screen(app).turn.answering
        assert answering is not None
        assert not answering.half_made
        assert "f2 back" not in screen_text(app)
    assert bench.sent == []


async def test_the_curtain_and_its_key() -> None:
    state = midgame("4-11")
    play(state, "red special, blue let-all")
    bench = sit(state)
    async with running(bench.app()) as (app, pilot):
        app.preferences.apply(Settings({}, {"curtain.lift": "f2"}))
        assert "[f2] once only you" in await seen(pilot)
        await press(pilot, "f2")
        assert app.screen is table_screen(app)


async def test_usual_keys_come_back_at_once() -> None:
    async with running(at_table().app()) as (app, pilot):
        app.preferences.apply(Settings({}, {"table.explain": "f1"}))
        assert "f1 help" in await seen(pilot)
        app.preferences.apply(Settings())
        assert "? help" in await seen(pilot)


def test_a_text_names_keys_by_their_ids() -> None:
    text = "{list.up,list.down|arrows} move, {list.choose} chooses"
    assert Keys().say(text) == "arrows move, Enter chooses"
    assert Keys({"list.down": "s"}).say(text) == "up s move, Enter chooses"
    assert Keys({"list.choose": "space,x"}).say(text) == "arrows move, Space chooses"
    with pytest.raises(KeyError):
        Keys().say("{list.jump}")


def test_an_answer_never_has_a_key_that_was_bound_to_something_else() -> None:
    """Letters that no answer needs for itself may be bound; whatever would have got them moves."""
    state = midgame("1-07")
    play(state, "red special")
    guide = Guide(sit(state).table.setup, state.rules, UNICODE)
    position, decision = state.view(0), state.decision(0)
    usual = offers.offer(position, decision.codes, guide)
    spare = [c.key for c in usual.choices if c.key in offers.SPARE]
    rebound = Keys({"table.hint": ",".join(spare or "y")}).letters(AT_TABLE)
    now = offers.offer(position, decision.codes, guide, rebound)
    assert [c.codes for c in now.choices] == [c.codes for c in usual.choices]
    assert not {c.key for c in now.choices} & rebound
    assert {"h", "q", "R"} <= Keys().letters(AT_TABLE)
    assert "e" not in Keys({"table.hint": "f1"}).letters(AT_TABLE)


def test_a_pane_s_key_cannot_be_one_of_an_answer_or_of_the_table() -> None:
    good, problems = check_keys({"prompt.left": "s", "log.up": "q", "cards.up": "z"})
    assert good == {"cards.up": "z"}
    assert "answers at the table" in problems[0]
    assert "table.leave" in problems[1]
    assert check_keys({"log.up": "up,x", "cards.up": "up,x"})[1] == [], (
        "panes have the keyboard in turn"
    )
