"""A veiled Castillo: two worlds that differ only in what is inside look the same on every screen.

Each walk goes over all that can be opened at a table. The same walk in games with an open
Castillo shows that it comes by every screen that would tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tables import Bench, people, press, running, screen_text, sit, table_screen
from textual.pilot import Pilot
from textual.widgets import Input

from chairs import loopback
from drawing import table
from elgrande.app.answering.bot_answers import Adviser
from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.pane import MapPane
from elgrande.app.panes import courts
from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games.replaying import OPEN, Replaying
from elgrande.bots.runner import BotMove
from elgrande.content.setup import Setup
from elgrande.content.veil import closed, remembered, shows, unaided
from elgrande.rules import View
from elgrande.rules.events import Event, Moved
from elgrande.saves import Paths, Store
from elgrande.table import History, Table, new_game
from elgrande.table.saved_game import header

Shots = dict[str, str]

BOARD = "aragon: R2 B1 G2 | seville: R1 Y2 | galicia: B2 Y1 | castillo: R2 "
"""What both worlds share; the others inside follow."""
WORLDS = ("B3 G1", "B1 G2 Y2")
TWO = "aragon: R2 B1 G2 | seville: R1 B2 | castillo: R2 "
DUMMY = ("B3 G1", "B1 G3")
"""The dummy's caballeros are green here."""


def four(inside: str, how: str) -> Bench:
    """Ana has taken the card that scores the Castillo, at a table of four."""
    state = table(
        BOARD + inside, court="R7 B3 G3 Y3", home="R aragon, B galicia", card="3-06", castillo=how
    )
    return sit(state, persons="R", castillo=how)


def begun(inside: str, how: str) -> Bench:
    """The same after an answer, so that the log has a line, and the line a position."""
    bench = four(inside, how)
    bench.table.send(0, ["place aragon"])
    return bench


def dummy(inside: str, how: str) -> Bench:
    """Ana is to choose a card, at a table of two with a dummy."""
    drawn: dict[str, Any] = {"seats": 2, "edition": "2023", "court": "R7 B3", "castillo": how}
    state = table(TWO + inside, **drawn)
    setup = Setup(people(("red", "blue"), "R"), 1, edition="2023", house={"castillo": how})
    assert setup.ruleset() is state.rules
    bench_table = Table(setup, History([state]))
    return Bench(bench_table, loopback(bench_table))


class Oracle:
    """An adviser that keeps what it is told, since its advice follows from that."""

    name = "oracle"
    asked = ""

    def choose(self, view: View, entry: int, events: Sequence[Event] = ()) -> BotMove:
        self.asked = repr((view.to_plain(), entry, events))
        return BotMove(view.decision(view.seat).codes[0])

    def close(self) -> None:
        pass


class Walk:
    """One table on the screen, and what it showed on the way."""

    def __init__(self, app: ElGrande, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.shots: Shots = {}

    async def shot(self, name: str, *keys: str) -> None:
        """Presses keys and keeps what is on the screen then."""
        await press(self.pilot, *keys)
        assert name not in self.shots
        self.shots[name] = screen_text(self.app)

    async def page(self, name: str, *keys: str) -> None:
        """The same with a dialog, which is closed again."""
        depth = len(self.app.screen_stack)
        await self.shot(name, *keys)
        assert len(self.app.screen_stack) > depth, f"{name} opens nothing"
        while len(self.app.screen_stack) > depth:
            await press(self.pilot, "escape")

    async def all(self) -> Shots:
        """Everything that can be looked at while a person is to answer."""
        screen = table_screen(self.app)
        pane = screen.query_one(MapPane)
        for number in range(6):
            await self.shot(f"pane {number}", "tab")
        for target in ("castillo", "aragon"):
            screen.set_focus(pane)
            pane.point(target)
            await self.shot(f"cursor {target}")
            await self.page(f"help {target}", "question_mark")
        screen.set_focus(pane)
        pane.point("castillo")
        await self.shot("forecast", "f")
        await self.shot("why", "enter")
        while self.app.screen is not screen:
            await press(self.pilot, "escape")
        cards = screen.query_one(CardsPane)
        cards.point(2)
        screen.set_focus(cards)
        await self.page("forecast of a card", "f")
        pane.point("")
        screen.set_focus(None)
        await self.page("answers", "m")
        await self.page("palette", "ctrl+p")
        log = screen.query_one("#log", LogPane)
        screen.play.board.show_tab(list(screen.play.board.TABS).index("log"))
        await self.pilot.pause()
        screen.set_focus(log)
        await self.shot("scorings", "S")
        await self.page("the position then", "enter")
        screen.set_focus(None)
        await self.shot("story", "L")
        for command in ("pick blue castillo", "send yellow castillo"):
            await press(self.pilot, "colon")
            self.app.screen.query_one("#line", Input).value = command
            await self.shot(command, "enter")
        oracle = Oracle()
        screen.dialogs.adviser = Adviser(screen.chair.setup, "oracle", lambda: oracle)
        await press(self.pilot, "e")
        await self.app.workers.wait_for_complete()
        self.shots["advice"] = oracle.asked
        return self.shots


async def walked(bench: Bench, size: tuple[int, int]) -> Shots:
    """What a walk over a table shows."""
    async with running(bench.app(), size=size) as (app, pilot):
        return await Walk(app, pilot).all()


def told(here: Shots, there: Shots) -> set[str]:
    """The screens that tell two worlds apart."""
    assert list(here) == list(there)
    return {name for name in here if here[name] != there[name]}


@pytest.mark.long
async def test_no_screen_tells_who_is_inside() -> None:
    here, there = [await walked(begun(inside, "veiled"), (80, 24)) for inside in WORLDS]
    assert told(here, there) == set()
    here, there = [await walked(begun(inside, "open"), (80, 24)) for inside in WORLDS]
    assert {"pane 1", "cursor castillo", "help castillo", "forecast", "why", "advice"} < told(
        here, there
    )


@pytest.mark.parametrize("width", [38, 60])
def test_the_row_of_a_dummy_tells_nothing_either(width: int) -> None:
    text: dict[str, set[str]] = {}
    for how in ("open", "veiled"):
        text[how] = set()
        for inside in DUMMY:
            bench = dummy(inside, how)
            guide = Guide(bench.chair.setup, bench.chair.rules, UNICODE)
            rows = courts.rows(bench.chair.update(0).view, guide, width, 12)
            text[how].add("\n".join(plain(rows)))
    assert len(text["open"]) == 2
    assert len(text["veiled"]) == 1


# -- what is asked in one place ------------------------------------------------------


def test_an_adviser_gets_no_more_than_what_is_still_shown() -> None:
    """The view of both worlds is one and the same, the own numbers are true, sums stay."""
    views = []
    for inside in WORLDS:
        bench = four(inside, "veiled")
        seen = bench.chair.update(0).view
        events = [event for _, event in bench.chair.update(0).log]
        assert unaided(seen, events) != seen
        views.append(unaided(seen, events))
        rules = views[-1].rules
        for kind in range(len(rules.kinds)):
            assert sum(views[-1].count(kind, p) for p in range(rules.n_places)) == sum(
                seen.count(kind, p) for p in range(rules.n_places)
            )
        assert views[-1].count(0, rules.castillo) == 2
        assert views[-1].legal(0) == seen.legal(0)
    assert views[0] == views[1]
    rules = views[0].rules
    thrown = [Moved(1, 1, rules.court, rules.castillo, 2)]
    assert unaided(views[0], thrown).count(1, rules.castillo) == 2
    shown = four(WORLDS[0], "open").chair.update(0).view
    assert unaided(shown, []) is shown


@pytest.mark.parametrize("how", ["open", "veiled"])
def test_what_may_be_counted(how: str) -> None:
    state = table(BOARD + WORLDS[0], castillo=how)
    rules = state.rules
    hidden = {rules.castillo, rules.provinces} if how == "veiled" else set()
    assert set(closed(rules)) == hidden
    for kind in range(4):
        for place in range(rules.n_places):
            assert shows(state, kind, place) == (place not in hidden)
            assert shows(state, kind, place, kind)
            assert shows(state, kind, place, (kind + 1) % 4) == (place not in hidden)


# -- what is forgotten ---------------------------------------------------------------


async def test_a_scoring_of_the_castillo_is_not_counted_again_in_a_later_round() -> None:
    """By a card it is opened and closed again; the log keeps the points alone."""
    for how, past, counted in (
        ("veiled", False, True),
        ("veiled", True, False),
        ("open", True, True),
    ):
        state = table(
            BOARD + WORLDS[0], court="R2", card="3-06", castillo=how,
        )  # fmt: skip
        bench = sit(state, castillo=how)
        bench.chair.send(0, ["special"])
        if past:
            # The last turn of the round ends, and another one begins.
            while bench.table.state.round == 1:
                seat = bench.table.state.owing()[0]
                codes = bench.table.state.legal(seat)
                bench.table.send(seat, [bench.table.rules.text(codes[-1])])
        async with running(bench.app()) as (app, pilot):
            screen = table_screen(app)
            screen.action_scorings()
            await press(pilot, "home", "w")
            shown = " ".join(screen_text(app).split())
            assert ("no longer shown" in shown) != counted
            assert ("has 3 caballeros" in shown) == counted


def started(folder: Path, how: str = "veiled") -> tuple[Store, Table]:
    """A saved game in its second round, in which some went into the Castillo in the first."""
    store = Store(Paths(folder))
    setup = Setup(people(("red", "blue", "green")), 5, house={"castillo": how})
    save = store.create("mine", setup.ruleset().version, header(setup))
    made = new_game(setup, save)
    while made.state.round < 2:
        seat = made.state.owing()[0]
        codes = [made.rules.text(code) for code in made.state.legal(seat)]
        made.send(seat, ["place castillo" if "place castillo" in codes else codes[-1]])
    return store, made


def test_a_replay_of_a_running_game_names_no_throw_of_a_past_round(tmp_path: Path) -> None:
    """Not in the line for an answer without news, and with no stop that would count them."""
    said: dict[str, list[str]] = {}
    stops = {}
    for how in ("veiled", "open"):
        store, made = started(tmp_path / how, how)
        throws = [e for e in made.history.line() if e.commands == ("place castillo",)]
        assert len(throws) > 2
        made.close()
        now = Replaying(store.read("mine"), "mine", UNICODE)
        said[how] = []
        for eyes in (None, 0, 1):
            now.see(eyes)
            for at in range(len(now.moments)):
                now.go(at)
                said[how] += [now.answer(), *(line.text for line in now.news())]
        stops[how] = len(now.moments)
        assert stops["open"] - stops["veiled"] == len(throws) if "open" in stops else True
    assert any("castillo" in text for text in said["open"])
    assert not any("castillo" in text.lower() and "place" in text for text in said["veiled"])


def test_once_the_game_is_over_all_is_shown(tmp_path: Path) -> None:
    store, made = started(tmp_path)
    while not made.over:
        seat = made.state.owing()[0]
        made.send(seat, [made.rules.text(made.state.legal(seat)[-1])])
    made.close()
    now = Replaying(store.read("mine"), "mine", UNICODE)
    for eyes in (None, 1, OPEN):
        now.see(eyes)
        assert not now.guide.veiled
        assert any("in the Castillo" in line.line.text for line in now.whole_log())
    events = made.events(None)
    assert remembered(made.rules, events, over=True) == events
    assert len(remembered(made.rules, events)) < len(events)


async def test_a_bot_keeps_what_a_move_is_worth_to_itself() -> None:
    for how in ("veiled", "open"):
        bench = four(WORLDS[0], how)
        async with running(bench.app()) as (app, _):
            screen = table_screen(app)
            screen.hear_bot(1, BotMove(-1, "Worth about 3.0 points more."))
            assert ("3.0" in screen.turn.said) == (how == "open")


def test_the_dialogue_and_the_board_forget_alike(tmp_path: Path) -> None:
    """The one rule of what is remembered is asked by every log; here it is asked outright."""
    _, made = started(tmp_path)
    told_now = remembered(made.rules, made.events(None))
    thrown = [e for _, e in told_now if isinstance(e, Moved) and e.target == made.rules.castillo]
    assert thrown == []
    made.close()
