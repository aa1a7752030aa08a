"""Lessons in the app: a whole one by keys, wrong answers, help, and every page readable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Inline, press, running, screen_text, seen, typed
from textual.pilot import Pilot

from elgrande.app.answering.answering import SeatTurn
from elgrande.app.app import ElGrande
from elgrande.app.board.map.pane import MapPane
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.panes.text_runs import plain, wrap
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.saved_games.user_files import KeptMarks
from elgrande.app.screens.lesson_screen import (
    LearnScreen,
    LessonChair,
    LessonPage,
    LessonPane,
    LessonScreen,
    page_keys,
    rows,
)
from elgrande.app.screens.new_game_screen import NewGameScreen
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.settings.bindings import Keys
from elgrande.bots.registry import BEGINNERS, USUAL, names
from elgrande.content.lesson import LessonRun, lesson, lessons
from elgrande.saves import Paths
from elgrande.table.chair import Look, Reply

Compare = Callable[..., bool]

SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (160, 48)
NAMES = [found.id for found in lessons()]


SAID = {
    "first-round": [
        ["power 120"],
        ["take 2"],
        [
            "place aragon, place valencia, place valencia, place valencia, special",
            "place valencia, place valencia, place aragon, place valencia, special",
        ],
    ],
    "sample-game": [
        ["power 11"],
        ["take 1"],
        ["card 5-01"],
        [
            "place galicia, place aragon, place old-castile, place castillo, place castillo",
            "place castillo, place castillo, place old-castile, place aragon, place galicia",
        ],
        ["special, king valencia"],
        ["power 3"],
        ["take 5"],
        ["card 2-06"],
        [
            "special, send blue seville, send red new-castile, send yellow granada",
            "special, send yellow granada, send blue seville, send red new-castile",
        ],
        ["place valencia, place basque", "place basque, place valencia"],
        ["disk basque"],
    ],
    "taboo": [
        ["card 4-04"],
        ["special, king seville"],
        ["place new-castile, place new-castile, place new-castile"],
        ["place new-castile", "place granada", "place castillo", "done"],
    ],
    "by-ship-to-portugal": [
        ["take 2"],
        ["queens-more court"],
        ["card gr-09, token"],
        ["place ship, place ship, done"],
        ["end"],
        ["power 11"],
        ["put granada, take 1"],
        ["ashore, put portugal, ashore, put portugal"],
        ["card 5-01, pardon, put seville"],
        ["queens-more aragon, place aragon, place aragon, end"],
    ],
    "ties": [
        ["card 2-09"],
        ["place granada, place old-castile", "place old-castile, place granada"],
        ["special, score granada"],
    ],
    "castillo": [
        ["take 4"],
        ["card 3-06"],
        ["place castillo, place castillo, place castillo"],
        ["special"],
        ["disk new-castile"],
    ],
    "power-cards": [
        ["power 1"],
        ["take 6"],
        ["card 4-10"],
        [
            "special, place new-castile, place new-castile, place granada, place granada",
            "place granada, place new-castile, place granada, place new-castile, special",
            "place new-castile, place new-castile, place granada, place granada, special",
        ],
        ["power 13"],
        ["card 3-05"],
        [
            "place new-castile, place new-castile, place castillo",
            "place castillo, place new-castile, place new-castile",
        ],
        ["special"],
    ],
    "veto": [
        ["card 2-01"],
        [
            "special, place new-castile, place castillo",
            "place castillo, place new-castile, special",
            "place new-castile, place castillo, special",
        ],
        ["let"],
        ["veto"],
    ],
    "to-america": [
        ["take 2"],
        ["sail red ship, put america"],
        ["claim red america"],
        ["card 5-01, place captain, done"],
        ["end"],
        ["power 11, take 1"],
        ["sail red-gold america, put ship"],
        ["card 1-07, place valencia, end"],
        ["power 8, take 0"],
        ["sail red-gold ship, put valencia"],
    ],
}
"""What the pages of each lesson tell a learner to do, as their words say it; a row a page."""


def opened(tmp_path: Path) -> ElGrande:
    return ElGrande(Games(Paths(tmp_path), Inline), glyphs=UNICODE, bots=("steward",), seed=1)


async def learn(pilot: Pilot[Any], learned: KeptMarks | None = None) -> None:
    """Opens the list of lessons over the menu."""
    await press(pilot)
    app = pilot.app
    assert isinstance(app, ElGrande)
    app.push_screen(LearnScreen(app.glyphs, learned or KeptMarks()))
    await press(pilot)


def lesson_screen(pilot: Pilot[Any]) -> LessonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


def page(pilot: Pilot[Any]) -> int:
    return lesson_screen(pilot).run_of.progress[0]


def keys_for(screen: LessonScreen) -> list[str]:
    """The keys that a person presses for what the page asks: all of them are on the screen."""
    if not screen.run_of.asks:
        return ["enter"]
    answering = screen.turn.answering
    assert answering is not None
    codes = set(screen.run_of.wanted)
    for command in answering.draft:
        codes = {c for c in answering.decision.codes if _goes_on(screen, c)} or codes
        assert command
    for target, meant in answering.offer.targets.items():
        if codes & set(meant):
            return [answering.guide.key(target)]
    for choice in answering.offer.choices:
        if codes & set(choice.codes):
            return [*typed(answering, choice.key)]
    raise AssertionError("nothing on the screen is what the page wants")


def _goes_on(screen: LessonScreen, code: int) -> bool:
    assert screen.turn.answering is not None
    text = screen.turn.guide.rules.text(code)
    return not screen.run_of.objection((*screen.turn.answering.draft, text))


async def test_the_goal_below_the_list_is_that_of_the_lesson_under_the_cursor(
    tmp_path: Path,
) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        for found in lessons():
            assert found.goal[:30] in screen_text(app)
            await press(pilot, "down")


async def test_the_whole_first_lesson_by_keys(tmp_path: Path) -> None:
    app = opened(tmp_path)
    learned = KeptMarks(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await learn(pilot, learned)
        await press(pilot, "enter")
        for _ in range(120):
            if not isinstance(app.screen, LessonScreen):
                break
            await press(pilot, *keys_for(lesson_screen(pilot)))
            if isinstance(app.screen, LessonScreen):
                assert lesson_screen(pilot).turn.refusal == ""
        assert isinstance(app.screen, LearnScreen)
        assert "done" in screen_text(app).split("Two rounds and a scoring")[1].split("\n")[0]
        # The next one is under the cursor.
        await press(pilot, "enter")
        assert lesson_screen(pilot).run_of.lesson.id == "taboo"
    assert KeptMarks(tmp_path).lessons == {"sample-game"}


@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_can_be_finished_through_its_chair(name: str) -> None:
    run = LessonRun(lesson(name))
    chair = LessonChair(run)
    while not run.finished:
        look = chair.update(run.seat)
        assert bool(look.decision.codes) or not run.asks
        if not run.asks:
            assert look.decision.codes == ()
            assert run.go_on()
            continue
        before = run.entries
        command = run.rules.text(run.wanted[0])
        assert run.objection([command]) == ""
        assert chair.send(run.seat, [command])
        assert run.entries > before
    assert chair.undo()


@pytest.mark.long
async def test_every_lesson_opens_with_its_first_page_in_full(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (_, pilot):
        await learn(pilot)
        for number, name in enumerate(NAMES, 1):
            await press(pilot, str(number))
            pane = lesson_screen(pilot).query_one(LessonPane)
            shown = " ".join(" ".join(plain(pane.rows)).split())
            assert " ".join(lesson_screen(pilot).run_of.page.split()) in shown
            assert f"Page 1 of {len(lesson(name).steps)}" in shown
            assert "Enter go on" in shown
            assert "Esc leave" in shown
            await press(pilot, "escape", "y")


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize(("width", "height"), [(28, 19), (48, 13), (58, 13)])
def test_every_page_fits(width: int, height: int, glyphs: Glyphs) -> None:
    for found in lessons():
        run = LessonRun(found)
        while not run.finished:
            at, total = run.progress
            said = "Yes, go on." if run.asks else ""
            leaf = LessonPage(found.title, at, total, run.page, said, *page_keys(Keys(), run.asks))
            made = rows(leaf, glyphs, width, height)
            assert len(made) == height, f"{found.id}, page {at}"
            assert all(len(line) == width for line in plain(made))
            run.show_me()


def test_every_sentence_fits_into_the_prompt() -> None:
    for found in lessons():
        for step in found.steps:
            for text in (f"Hint: {step.hint}", step.wrong, *step.but.values()):
                assert len(wrap(f"! {text}", SMALL[0] - 3)) <= 2, text


async def test_a_wrong_answer_gets_the_kind_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        await press(pilot, "1", "enter", "enter", "9")
        assert page(pilot) == 3
        assert "A fair choice, but this lesson goes on from the 11." in screen_text(app)
        assert "The 12 would act first too" in await seen(pilot, "1", "2")
        await press(pilot, "5")
        assert "5" in lesson_screen(pilot).turn.refusal
        await press(pilot, "1", "1")
        assert page(pilot) == 4
        assert "!" not in screen_text(app).split("\n")[21]


async def test_what_a_page_does_not_mean_is_said_at_the_first_step(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        await press(pilot, "1", *["S"] * 5)
        assert page(pilot) == 6
        await press(pilot, "s")
        screen = lesson_screen(pilot)
        assert screen.turn.answering is not None
        assert screen.turn.answering.draft == ()
        assert "If the King moved first" in screen_text(app)


async def test_hint_and_show_me(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        assert "nothing to answer on this page" in await seen(pilot, "1", "H")
        await press(pilot, "S", "S", "H")
        assert page(pilot) == 3
        assert "Hint: Play the power card 11" in screen_text(app)
        await press(pilot, "S")
        assert page(pilot) == 4
        assert lesson_screen(pilot).run_of.view.power(1) == 11


async def test_show_me_finishes_what_was_begun_and_scolds_nobody(tmp_path: Path) -> None:
    """Pressing ``s`` for the special action is what the page says; so is asking how it goes on."""
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        await press(pilot, "1", *["S"] * 6, "s", "S")
        screen = lesson_screen(pilot)
        assert page(pilot) == 8
        assert screen.turn.refusal == ""
        assert "!" not in screen_text(app).split("\n")[21]
        # Half of a page that takes any order: what was answered and what was begun both stay.
        await press(pilot, *["S"] * 9, "s", "7", "S")
        assert page(pilot) == 18
        assert screen.turn.refusal == ""
        assert "Yes, go on." not in screen_text(app), "that was said about another page"


@pytest.mark.parametrize("name", NAMES)
def test_whoever_does_as_the_pages_say_is_never_scolded(name: str) -> None:
    """Each page is answered by the commands that its own words name, in each order they allow."""
    for which in range(max(len(said) for said in SAID[name])):
        chair = LessonChair(LessonRun(lesson(name)))
        turn = SeatTurn(chair, UNICODE)
        look_again(turn)
        for said in SAID[name]:
            while turn.answering is None:
                chair.go_on()
                look_again(turn)
            for command in said[which % len(said)].split(", "):
                assert turn.answering is not None, said
                result = turn.answering.type(command)
                assert result.refused == "", (chair.run.page, command)
                if result:
                    look_again(turn)
                assert turn.refusal == ""
        while not chair.run.finished:
            assert not chair.run.asks, chair.run.page
            chair.go_on()


def look_again(turn: SeatTurn) -> None:
    assert isinstance(turn.chair, LessonChair)
    found = turn.chair.update()
    turn.take(found, found.seat, frozenset())


async def test_back_takes_an_answer_and_then_a_page(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        assert "first page" in await seen(pilot, "1", "u")
        await press(pilot, *["S"] * 5, "1", "3")
        run = lesson_screen(pilot).run_of
        galicia = run.rules.place_index["galicia"]
        assert (page(pilot), run.view.count(1, galicia)) == (6, 1)
        assert "Yes, go on." in screen_text(app)
        await press(pilot, "u")
        assert (page(pilot), run.view.count(1, galicia)) == (6, 0)
        await press(pilot, "u")
        assert page(pilot) == 5
        await press(pilot, "5", "3", "1", "5", "c", "c")
        assert page(pilot) == 7


async def test_esc_backs_out_and_then_asks(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        await press(pilot, "1", *["S"] * 6, "s")
        screen = lesson_screen(pilot)
        assert screen.turn.answering is not None
        assert screen.turn.answering.draft == ("special",)
        await press(pilot, "escape")
        assert screen.turn.answering.draft == ()
        await press(pilot, "escape")
        assert isinstance(app.screen, AskScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, LessonScreen)
        await press(pilot, "escape", "y")
        assert isinstance(app.screen, LearnScreen)
        assert "done" not in screen_text(app)
        await press(pilot, "escape")
        assert not isinstance(app.screen, LearnScreen)


async def test_the_page_lights_what_it_speaks_of(tmp_path: Path) -> None:
    async with running(opened(tmp_path), size=LARGE) as (app, pilot):
        await learn(pilot)
        await press(pilot, "1")
        lit = {spot.id for spot in app.screen.query_one(MapPane)._scene.spots if spot.spotlit}
        assert lit == {"valencia"}
        await press(pilot, "enter")
        lit = {spot.id for spot in app.screen.query_one(MapPane)._scene.spots if spot.spotlit}
        assert lit == {"basque", "galicia", "old-castile", "aragon", "castillo"}
        assert "Enter goes on" in await seen(pilot, "1")


async def test_the_question_mark_opens_the_rules_of_the_page(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        await press(pilot, "1", "question_mark")
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.entry is not None
        assert screen.entry.id == "caballeros"
        assert "On this page" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, LessonScreen)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
async def test_signs_change_at_once_on_the_open_lesson(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with running(opened(tmp_path), size=size) as (_, pilot):
        await learn(pilot)
        assert "●" in await seen(pilot, "2")
        await press(pilot, "comma", "down", "right", "right")
        # The settings are still open: what lies behind them is the proof that it holds at once.
        behind = "\n".join(plain(lesson_screen_below(pilot).query_one(MapPane).rows))
        assert not set("●■▲◆★") & set(behind)
        text = await seen(pilot, "enter")
        assert not set("●■▲◆★▸") & set(text)
        await press(pilot, keys_for(lesson_screen(pilot))[0])
        assert page(pilot) == 2, "the lesson goes on as before"


def lesson_screen_below(pilot: Pilot[Any]) -> LessonScreen:
    """The lesson, whatever lies over it."""
    return next(s for s in pilot.app.screen_stack if isinstance(s, LessonScreen))


async def test_the_prompt_says_where_the_question_mark_leads(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        await press(pilot, "2")
        while not lesson_screen(pilot).run_of.asks:
            await press(pilot, "enter")
        rows = plain(lesson_screen(pilot).query_one(PromptPane).rows)
        assert "? rules" in rows[-1]
        assert "help" not in rows[-1]
        await press(pilot, "question_mark")
        assert isinstance(app.screen, RulesScreen)


async def test_tabs_and_clicks(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        assert "▐Cards▌" in await seen(pilot, "1", "tab")
        await press(pilot, "enter")
        assert page(pilot) == 2
        assert "▐Page▌" in screen_text(app)
        pane = app.screen.query_one(LessonPane)
        at = next(y for y, line in enumerate(plain(pane.rows)) if "Enter go on" in line)
        await pilot.click(LessonPane, offset=(3, at))
        await press(pilot)
        assert page(pilot) == 3


def test_a_chair_of_a_lesson_gives_nothing_away_and_takes_no_seat() -> None:
    run = LessonRun(lesson("sample-game"))
    chair = LessonChair(run)
    assert chair.hand_over(0, "steward").refused
    assert chair.redo().refused
    assert chair.undo().refused == "This is the first page."
    run.go_on()
    run.go_on()
    seen = chair.peek(run.seat, ["power 9"])
    assert isinstance(seen, Reply)
    assert "goes on from the 11" in seen.refused
    assert isinstance(chair.peek(run.seat, ["power 11"]), Look)
    assert run.progress[0] == 3


async def test_the_points_stand_in_the_first_row_beside_the_page(tmp_path: Path) -> None:
    async with running(opened(tmp_path)) as (app, pilot):
        await learn(pilot)
        await press(pilot, "1", *["S"] * 21)
        run = lesson_screen(pilot).run_of
        points = [run.view.score(seat) for seat in range(run.rules.n_seats)]
        assert max(points) > 0
        signs = [app.glyphs.piece(colour) for colour in run.rules.colours]
        said = " ".join(f"{sign}{n}" for sign, n in zip(signs, points, strict=True))
        assert f"pts {said} \n" in screen_text(app)


async def test_whoever_has_learnt_the_game_meets_the_weakest_first(tmp_path: Path) -> None:
    app = ElGrande(Games(Paths(tmp_path), Inline), glyphs=UNICODE, seed=1)
    async with running(app) as (_, pilot):
        for bot in (USUAL, BEGINNERS):
            await press(pilot, "n")
            assert isinstance(app.screen, NewGameScreen)
            assert {player.source for player in app.screen.form.players[1:]} == {bot}
            assert app.screen.form.bots == names(), "from weak to strong"
            await press(pilot, "escape")
            marks = app.navigation.marks
            marks.mark(marks.lessons, "taboo")


def test_marks_are_kept_and_a_bad_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / KeptMarks.FILE
    marks = KeptMarks(path.parent)
    marks.mark(marks.lessons, "ties")
    marks.mark(marks.lessons, "taboo")
    marks.answer("one", right=True)
    assert KeptMarks(path.parent).lessons == {"ties", "taboo"}
    assert KeptMarks(path.parent).solved == {"one"}
    path.write_text("format = 9\n", encoding="utf-8")
    torn = KeptMarks(path.parent)
    assert torn.lessons == set()
    assert KeptMarks.FILE in torn.problem
    torn.mark(torn.lessons, "veto")
    assert path.read_text(encoding="utf-8") == "format = 9\n"


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
@pytest.mark.parametrize(
    "keys",
    [[], ["1"], ["1", "S", "S", "9"], ["1", *["S"] * 5, "1", "3"]],
    ids=["list", "reading", "wrong", "placing"],
)
def test_pictures(
    sheet_compare: Compare, tmp_path: Path, keys: list[str], size: tuple[int, int]
) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, "p", *keys)

    marks = KeptMarks(Paths(tmp_path).state)
    marks.mark(marks.lessons, "taboo")
    assert sheet_compare(opened(tmp_path), terminal_size=size, run_before=before)


def test_a_scoring_taken_apart(sheet_compare: Compare, tmp_path: Path) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await learn(pilot)
        await press(pilot, "1", *["S"] * 19)

    assert sheet_compare(opened(tmp_path), terminal_size=MIDDLE, run_before=before)
