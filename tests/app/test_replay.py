"""A saved game looked at again: moving, eyes, the log, and playing on from a moment."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tables import Inline, fresh, press, running, screen_text, seen, settle, sit
from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.widgets import Input

from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.dialogs.score_dialogs import ScoringListScreen
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.log import TableLog
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.saved_games.replaying import OPEN, AtTable, Replaying
from elgrande.app.screens.load_screen import LoadScreen
from elgrande.app.screens.replay_screen import FindScreen, ReplayScreen, moment, position
from elgrande.app.screens.scoring_screen import ScoringScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.setup import PERSON
from elgrande.rules import events as ev
from elgrande.saves import Paths, Store, shipped
from elgrande.table import load, replay
from patience import eventually

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (160, 48)


def sample(name: str, glyphs: Glyphs = UNICODE) -> Replaying:
    """A shipped game."""
    journal = Store(Paths("unused")).read(shipped("saves") / f"{name}.toml")
    return Replaying(journal, name, glyphs)


# -- moving ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["five-stewards", "sample-game", "veto-in-hand"])
def test_steps_lead_through_the_whole_game_and_back(name: str) -> None:
    now = sample(name)
    states = [now.position]
    while now.step(1):
        states.append(now.position)
    assert now.at == now.last == len(states) - 1
    assert now.position == now.table.view(None)
    for state in reversed(states[:-1]):
        assert now.step(-1)
        assert now.position == state
    assert not now.step(-1)


def test_answers_that_nobody_was_asked_for_go_with_the_one_before() -> None:
    now = sample("five-stewards")
    auto = {entry.n for entry in now.entries if entry.auto}
    assert auto
    stops = [moment.n for moment in now.moments]
    for entry in now.entries:
        if entry.auto and entry.n > 1:
            assert entry.parent not in stops


def test_turns_and_rounds() -> None:
    now = sample("five-stewards")
    seen = []
    while now.round(1):
        seen.append(now.moment.round)
        if now.at == now.last:
            break
    assert seen == [2, 3, 4, 5, 6, 7, 8, 9, 9]
    assert now.to_round(4)
    first = now.at
    assert now.moments[first - 1].round == 3
    now.step(3)
    assert now.round(-1)
    assert now.at == first
    assert now.round(-1)
    assert now.moment.round == 3
    now.to_round(4)
    now.turn(1)
    before, actor = now.at, now.moment.actor
    assert actor >= 0
    now.turn(1)
    assert now.moment.actor not in (actor,)
    now.turn(-1)
    assert now.at == before
    assert not sample("sample-game").to_round(9)


# -- seeing ------------------------------------------------------------------


def test_eyes_see_what_they_may_and_nothing_more() -> None:
    now = sample("five-stewards")
    now.go(60)
    state = now.table.history.positions[now.moment.n]
    assert now.position == state.view(None)
    for seat in range(5):
        now.see(seat)
        assert now.position == state.view(seat)
    now.see(OPEN)
    assert all(now.position.drawers[seat] is not None for seat in range(5))


def test_open_eyes_are_for_finished_games() -> None:
    now = sample("veto-in-hand")
    assert OPEN not in now.sights
    assert now.warns(0)
    assert not now.warns(None)
    with pytest.raises(ValueError, match="once a game is over"):
        now.see(OPEN)


def test_the_log_of_a_seat_has_its_secrets_and_no_other() -> None:
    now = sample("five-stewards")
    told = {
        eyes: [e for events in _told(now, eyes).values() for e in events]
        for eyes in (None, 0, 1, OPEN)
    }
    secret = [e for entry in now.entries for e in entry.events if e.audience is not None]
    assert secret
    assert not [e for e in told[None] if e.audience is not None]
    assert {e for e in told[0] if e.audience} == {e for e in secret if e.seen_by(0)}
    assert set(secret) <= set(told[OPEN])


def _told(now: Replaying, eyes: int | None) -> dict[int, list[ev.Event]]:
    now.see(eyes)
    return {entry.n: now._heard(entry) for entry in now.entries}


@pytest.mark.parametrize("jump", [[0, 1, 2, 3, 40, 41, 12, 13, 421], [421, 200, 201, 0]])
def test_the_log_is_the_same_however_one_came_to_the_moment(jump: list[int]) -> None:
    now = sample("five-stewards")
    for at in jump:
        now.go(at)
        other = sample("five-stewards")
        other.go(at)
        assert now.log() == other.log()
        assert now.news() == other.news()
    now.go(now.last)
    assert now.log() == [line.line for line in now.whole_log()]


def test_the_story_leads_to_its_moments() -> None:
    now = sample("veto-in-hand")
    for index, line in enumerate(now.whole_log()):
        now.go(line.at)
        assert len(now.log()) > index
        if line.at:
            now.step(-1)
            assert len(now.log()) <= index


def veiled(tmp_path: Path) -> Store:
    store = Store(Paths(tmp_path))
    setup = fresh(3, 5, persons="", house={"castillo": "veiled"}, short=True)
    games = Games(Paths(tmp_path), Inline)
    game = games.new(setup)
    game.start()
    game.stop()
    return store


def test_a_veiled_castillo_forgets_while_the_game_lasts(tmp_path: Path) -> None:
    store = veiled(tmp_path)
    name = store.summaries()[0].name
    whole = Replaying(store.read(name), name, UNICODE)
    assert whole.over
    assert [line for line in whole.whole_log() if "in the Castillo" in line.line.text]
    whole.to_round(6)
    whole.step(12)
    part = whole.branch(store, [replace(p, source="random") for p in whole.players_here()])
    now = Replaying(store.read(part), part, UNICODE)
    assert not now.over
    past = {at for at, moment in enumerate(now.moments) if moment.round < 6}
    lines = [line.line.text for line in now.whole_log() if line.at in past]
    assert not [line for line in lines if "in the Castillo" in line]
    left = lines.count("What went into the Castillo is left to your memory.")
    assert 0 < left <= len(set(now.rounds))


@pytest.mark.parametrize("castillo", ["open", "veiled"])
def test_at_the_table_one_looks_back_as_a_replay_does(castillo: str) -> None:
    bench = sit(setup=fresh(3, 5, persons="R", house={"castillo": castillo}, short=True))
    table, guide = bench.table, None
    while table.state.round < 4:
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(table.state.legal(seat)[-1])])
        if table.history.head % 9:
            continue
        guide = guide or Guide(table.setup, table.rules, UNICODE)
        for seat in (None, 0):
            now = AtTable(bench.chair, table.view(seat), table.events(seat), guide)
            for at in range(now.last + 1):
                now.go(at)
                assert now.position == table.history.positions[now.moment.n].view(seat)
            table_log = TableLog(guide)
            table_log.read(guide, bench.chair.update(seat), seat, tuple(table.events(seat)))
            assert now.log() == table_log.entries
            # A stop for each answer of which nothing is told any more would count them.
            past = [moment for moment in now.moments if moment.round < table.state.round]
            for before, after in itertools.pairwise(past if castillo == "veiled" else ()):
                now.go(now.moments.index(after))
                # That a turn ends is no news of the log, but everybody sees it.
                whose = [(moment.round, moment.actor) for moment in (before, after)]
                assert now.news() or whose[0] != whose[1]


def test_what_was_taken_back_is_not_shown(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), Inline)
    game = games.new(fresh(2, 3, persons="RB"))
    seat = game.chair.update(None).decision.owing[0]
    assert game.chair.send(seat, ["power 5"])
    assert game.chair.undo([seat])
    assert game.chair.send(seat, ["power 7"])
    game.stop()
    now = Replaying(games.store.read(game.name), game.name, UNICODE)
    said = " ".join(line.line.text for line in now.whole_log())
    assert "power card 7" in said
    assert "power card 5" not in said
    name = now.branch(games.store, now.players_here()) if now.go(now.last) else ""
    assert [record.kind for record in games.store.read(name).records].count("undo") == 0


def test_a_save_that_leads_elsewhere_is_shown_up_to_there(tmp_path: Path) -> None:
    journal = Store(Paths(tmp_path)).read(shipped("saves") / "veto-in-hand.toml")
    records: list[Any] = list(journal.records)
    at = max(i for i, record in enumerate(records[:60]) if "digest" in record.fields)
    records[at] = records[at]._replace(fields={**records[at].fields, "digest": "0" * 16})
    now = Replaying(replace(journal, records=tuple(records)), "odd", UNICODE)
    assert f"record {at + 1}" in now.problem
    assert 0 < now.last < at
    assert now.position.round == 1


def test_an_answer_without_news_is_said_and_a_secret_is_not() -> None:
    now = sample("five-stewards")
    assert now.answer() == ""
    rules = now.table.rules
    seen = 0
    while now.step(1):
        entry = next(e for e in reversed(now.entries) if not e.auto and e.n <= now.moment.n)
        assert now.answer().startswith(now.guide.player(entry.seat))
        if any(rules.is_secret(rules.code(command)) for command in entry.commands):
            seen += 1
            assert now.answer().endswith("answers in secret.")
            now.see(entry.seat)
            assert now.answer().endswith(f"answers: {', '.join(entry.commands)}.")
            now.see((entry.seat + 1) % 5)
            assert now.answer().endswith("answers in secret.")
            now.see(None)
    assert seen


# -- playing on --------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, 97, 250, 420])
def test_playing_on_makes_a_new_save_up_to_there(tmp_path: Path, at: int) -> None:
    store = Store(Paths(tmp_path))
    now = sample("five-stewards")
    now.go(at)
    players = list(now.players_here())
    players[2] = replace(players[2], source=PERSON)
    name = now.branch(store, players)
    made = replay(store.read(name), name)
    there = now.table.history.positions[now.moment.n]
    assert made.state == there
    assert made.state.digest() == there.digest()
    assert made.persons == frozenset({2})
    assert [p.name for p in made.players] == [p.name for p in now.players_here()]
    assert now.branch(store, players) != name
    with store.open(name) as save:
        game = load(save, name, save)
        Inline(game)
        code = game.state.legal(game.state.owing()[0])[0]
        game.send(game.state.owing()[0], [game.rules.text(code)])


def test_the_end_cannot_be_played_on() -> None:
    now = sample("five-stewards")
    assert not now.ended_here
    now.go(now.last)
    assert now.ended_here


# -- the strip ---------------------------------------------------------------


@pytest.mark.parametrize(("last", "room"), [(421, 40), (43, 100), (1, 10), (0, 10)])
def test_the_line_leads_where_it_shows(last: int, room: int) -> None:
    assert position(0, last, room) == 0
    assert position(last, last, room) == (room - 1 if last else 0)
    for x in range(room):
        assert 0 <= moment(x, last, room) <= last
    if last >= room:
        assert [position(moment(x, last, room), last, room) for x in range(room)] == [*range(room)]


# -- the screen --------------------------------------------------------------


class Watching(ElGrande):
    """The app, looking at a sample save."""

    def __init__(self, folder: Path, name: str, glyphs: Glyphs = UNICODE) -> None:
        games = Games(Paths(folder), Inline)
        super().__init__(games, glyphs=glyphs, bots=("steward", "random"), seed=7)
        self.replaying = sample(name, glyphs)
        self.store = games.store

    def open_menu(self, note: str = "") -> None:
        """Straight to the replay."""
        screen = ReplayScreen(self.replaying, self.store, ("steward", "random"))
        self.push_screen(screen, self.left)

    result: object = "nothing"

    def left(self, result: object) -> None:
        self.result = result


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a replay nor a scoring goes on by the clock: the test ticks."""
    start = MessagePump.set_interval

    def paused(pump: MessagePump, *given: Any, **more: Any) -> Timer:
        return start(pump, *given, **(more | {"pause": True}))

    for kind in (ReplayScreen, ScoringScreen):
        monkeypatch.setattr(kind, "set_interval", paused)


async def test_keys_move_through_the_game(tmp_path: Path) -> None:
    app = Watching(tmp_path, "five-stewards")
    now = app.replaying
    async with running(app, "right", "l", "l", "left") as (_, pilot):
        assert now.at == 2
        assert "2 of 421" in screen_text(app)
        await press(pilot, "4")
        assert now.moment.round == 4
        assert "[4]" in screen_text(app)
        await press(pilot, "pagedown", "pagedown", "pageup")
        assert now.moment.round == 5
        await press(pilot, "down")
        here = now.at
        await press(pilot, "down", "up")
        assert now.at == here
        await press(pilot, "end")
        assert now.at == now.last
        await press(pilot, "home", "tab", "tab")
        assert now.at == 0
        assert "court" in screen_text(app)
        await press(pilot, "q")
        assert app.result is None


@pytest.mark.usefixtures("by_hand")
async def test_it_plays_faster_slower_and_stops_at_the_end(tmp_path: Path) -> None:
    app = Watching(tmp_path, "sample-game")
    now = app.replaying
    async with running(app) as (_, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await press(pilot, "end", "space")
        assert screen.playing
        assert now.at == 0
        for _ in range(3):
            screen.tick()
        assert now.at == 3
        assert "2 per second" in await seen(pilot, "plus")
        assert "0.5 per second" in await seen(pilot, "minus", "minus")
        await press(pilot, "right")
        assert not screen.playing
        now.go(now.last - 1)
        await press(pilot, "space")
        screen.tick()
        assert now.at == now.last
        assert not screen.playing
        # The last scoring is shown on the way.
        await press(pilot)
        assert isinstance(app.screen, ScoringScreen)
        await press(pilot, "escape")
        assert app.screen is screen


@pytest.mark.usefixtures("by_hand")
async def test_a_general_scoring_is_shown_where_the_replay_passes_it(tmp_path: Path) -> None:
    app = Watching(tmp_path, "two-and-a-dummy")
    now = app.replaying
    passed = next(
        at for at, moment in enumerate(now.moments)
        if any(isinstance(e, ev.RegionScored) and e.general and n == moment.n
               for n, e in now.table.events(None))
    )  # fmt: skip
    async with running(app) as (_, pilot):
        screen = app.screen
        now.go(passed - 1)
        await press(pilot, "space")
        assert isinstance(screen, ReplayScreen)
        screen.tick()
        await press(pilot)
        show = app.screen
        assert isinstance(show, ScoringScreen)
        # It passes by itself, and the replay plays on.
        for _ in show.scoring.steps:
            show.tick()
        await press(pilot)
        assert app.screen is screen
        assert screen.playing
        await press(pilot, "left", "right")
        assert isinstance(app.screen, ScoringScreen)
        await press(pilot, "escape", "S")
        assert isinstance(app.screen, (ScoringScreen, ScoringListScreen))


async def test_the_timer_plays(tmp_path: Path) -> None:
    async with running(Watching(tmp_path, "sample-game")) as (app, pilot):
        await press(pilot, "plus", "plus", "plus", "space")
        await eventually(lambda: app.replaying.at >= 2)


async def test_secrets_of_an_unfinished_game_are_asked_for(tmp_path: Path) -> None:
    async with running(Watching(tmp_path, "veto-in-hand"), "5", "v") as (app, pilot):
        assert isinstance(app.screen, AskScreen)
        await press(pilot, "n")
        assert app.replaying.eyes is None
        await press(pilot, "v", "y")
        assert app.replaying.eyes == 0
        assert "view: Ana" in screen_text(app)
        await press(pilot, "v", "v", "v")
        assert app.replaying.eyes is None


async def test_a_line_of_the_log_is_found_and_gone_to(tmp_path: Path) -> None:
    async with running(Watching(tmp_path, "five-stewards"), "g", "k") as (app, pilot):
        assert isinstance(app.screen, FindScreen)
        app.screen.query_one(Input).value = "king valencia"
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        now = app.replaying
        assert "moves the King" in now.news()[-1].text
        assert now.guide.rules.nodes[now.position.king] == "valencia"


async def test_mouse_on_line_keys_and_eyes(tmp_path: Path) -> None:
    async with running(Watching(tmp_path, "five-stewards")) as (app, pilot):
        await pilot.click("#track", offset=(20, 1))
        assert 0 < app.replaying.at < 421
        row = "".join(run.text for run in app.screen.query_one("#track").rows[2])  # type: ignore[attr-defined]
        await pilot.click("#track", offset=(row.index("[v]") + 1, 2))
        assert app.replaying.eyes == 0
        await pilot.click("#track", offset=(row.index("[q]") + 1, 2))
        assert app.result is None


async def test_play_on_from_the_load_screen_to_a_table(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), Inline)
    async with running(ElGrande(games, glyphs=UNICODE, bots=("random",), seed=7)) as (app, pilot):
        await press(pilot, "l")
        app.screen.query_one(Input).value = "stewards"
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, LoadScreen)
        assert screen.saved is not None
        assert screen.saved.example
        await press(pilot, "tab", "r")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "3", "p", "right", "enter")
        await press(pilot, "escape")  # what happened before is told first
        assert isinstance(app.screen, TableScreen)
        setup = app.screen.chair.setup
        assert [p.source for p in setup.players].count("steward") == 4
        assert app.game is not None
        assert app.game.name.startswith("five-stewards-from-3")
        assert games.store.read(app.game.name).records


async def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    async with running(Watching(tmp_path, "sample-game"), "9") as (app, pilot):
        assert ["no round 9" in note.message for note in app._notifications] == [True]
        assert "start a new game from here" in await seen(pilot, "question_mark")
        await press(pilot, "escape")
        app.replaying.go(0)
        await press(pilot, "escape")
        assert app.result is None


async def test_a_replay_in_ascii_is_ascii(tmp_path: Path) -> None:
    async with running(Watching(tmp_path, "five-stewards", ASCII), size=(120, 36)) as (_, pilot):
        for keys in (["5"], ["g"], ["escape"], ["p"], ["escape"], ["question_mark"]):
            shown = await seen(pilot, *keys)
            assert shown.isascii(), (keys, [sign for sign in shown if not sign.isascii()])


# -- pictures ----------------------------------------------------------------


def picture(sheet_compare: Compare, app: ElGrande, size: tuple[int, int], *keys: str) -> bool:
    async def before(pilot: Any) -> None:
        await press(pilot, *keys)
        await settle(pilot)

    return sheet_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
def test_replay(sheet_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    keys = ["4", *["right"] * 9, "v"]
    assert picture(sheet_compare, Watching(tmp_path, "five-stewards"), size, *keys)


@pytest.mark.parametrize("keys", [["3", "g", *"king"], ["4", "p", "down", "right"],
                                  ["question_mark"]], ids=["find", "play-on", "keys"])  # fmt: skip
def test_replay_dialogs(sheet_compare: Compare, tmp_path: Path, keys: list[str]) -> None:
    assert picture(sheet_compare, Watching(tmp_path, "veto-in-hand"), SMALL, *keys)
