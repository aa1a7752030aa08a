"""The lessons: each can be finished, says something to every answer, and teaches true points."""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from elgrande.content.files import ContentError
from elgrande.content.lesson import (
    ASKS,
    FURTHER,
    ONLY_READ,
    OVER,
    Lesson,
    LessonRun,
    LessonStep,
    lesson,
    lessons,
    read_lesson,
)
from elgrande.content.reference import reference
from elgrande.content.setup import PERSON
from elgrande.rules.events import DiskShows, RegionScored

WIDTH, HEIGHT = 76, 8
"""The pane in which a page must fit at 80 by 24."""
ALL = lessons()
NAMES = [one.id for one in ALL]


def lines(text: str) -> int:
    return sum(max(1, len(textwrap.wrap(part, WIDTH))) for part in text.split("\n"))


def leave(run: LessonRun) -> None:
    """Leave the page as its first accepted way has it, a command at a time."""
    page = run.progress
    if not run.asks:
        assert run.go_on()
        return
    while run.asks and run.progress == page:
        text = run.rules.text(run.wanted[0])
        assert run.answer([text]), text


def at_each_page(name: str) -> Iterator[tuple[LessonRun, LessonStep]]:
    """Go through a lesson the way it is meant; give the run at the start of every page."""
    run = LessonRun(lesson(name))
    for step in run.lesson.steps:
        yield run, step
        leave(run)
    assert run.finished


def to_page(name: str, number: int) -> LessonRun:
    run = LessonRun(lesson(name))
    while run.progress[0] < number:
        assert run.show_me()
    return run


def before_each_command(run: LessonRun, step: LessonStep) -> Iterator[tuple[str, ...]]:
    """The beginnings of the first accepted way, from nothing up to all but the last command."""
    for length in range(len(step.ways[0])):
        yield step.ways[0][:length]


# -- all lessons -------------------------------------------------------------------


def test_the_sample_game_comes_first_and_five_short_lessons_follow() -> None:
    assert NAMES[:6] == ["sample-game", "taboo", "ties", "castillo", "power-cards", "veto"]
    assert all(len(one.steps) <= 12 for one in ALL[1:])


@pytest.mark.expansions
def test_lessons_of_expansions_come_last() -> None:
    assert {*NAMES[6:]} == {"first-round", "to-america", "by-ship-to-portugal"}


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_can_be_finished_by_its_own_expectations(name: str) -> None:
    asked = 0
    for run, step in at_each_page(name):
        asked += step.asks
        assert run.asks == step.asks
        for way in step.ways:
            trial = run.state.copy()
            for command in way:
                code = run.rules.code(command)
                assert trial.is_legal(run.seat, code), (run.progress, command)
                trial.apply(run.seat, code)
    assert asked >= 3


@pytest.mark.parametrize("name", NAMES)
def test_every_way_and_every_order_that_is_accepted_leads_on(name: str) -> None:
    """No answer that the lesson takes may lead into a dead end."""
    for run, step in at_each_page(name):
        if not step.asks:
            continue
        page = run.progress
        tried: set[tuple[str, ...]] = set()

        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            done = waiting.pop()
            # Which came last may matter (a half-made placing), of the others only how many.
            key = (*sorted(done[:-1]), *done[-1:])
            if key in tried:
                continue
            tried.add(key)
            assert not done or run.answer(done), done
            if run.progress == page:
                texts = [run.rules.text(code) for code in run.wanted]
                assert texts, f"page {page}: {done} leads nowhere"
                waiting += [(*done, text) for text in texts]
                if done:
                    assert run.show_me(), f"page {page}: nothing can be shown after {done}"
            assert not done or run.back()
            assert run.progress == page


@pytest.mark.parametrize("name", NAMES)
def test_any_answer_that_a_free_page_takes_lets_the_lesson_finish(name: str) -> None:
    for run, step in at_each_page(name):
        for code in run.wanted if step.verbs else ():
            other = to_page(name, run.progress[0])
            assert other.answer([run.rules.text(code)])
            while not other.finished:
                assert other.show_me()


@pytest.mark.parametrize("name", NAMES)
def test_every_page_fits_and_every_question_has_hint_and_reply(name: str) -> None:
    one = lesson(name)
    assert lines(one.goal) <= 2
    for run, step in at_each_page(name):
        assert lines(run.page) <= HEIGHT, run.page
        assert "{" not in run.page
        assert "  " not in run.page
        if step.asks:
            assert run.hint == step.hint
            said = [step.hint, step.wrong, *step.but.values()]
            assert all(text[-1] in ".?!" for text in said)
            assert all(lines(text) <= 3 for text in said)
        else:
            assert run.hint == ""


@pytest.mark.parametrize("name", NAMES)
def test_no_text_names_a_card_by_a_number_that_no_screen_shows(name: str) -> None:
    for step in lesson(name).steps:
        for text in (*step.say, step.hint, step.wrong, *step.but.values()):
            assert not re.search(r"\b\d-\d\d\b", text), text


@pytest.mark.parametrize("name", NAMES)
def test_what_a_page_explains_was_scored(name: str) -> None:
    for run, step in at_each_page(name):
        explained = [line for line in run.page.split("\n") if line.startswith("- ")]
        assert bool(explained) == bool(step.explain)
        assert len(explained) >= len(step.explain)


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_that_a_page_names_are_in_the_reference(name: str) -> None:
    book = reference(lesson(name).setup)
    named = 0
    for run, _ in at_each_page(name):
        named += len(run.rule_ids)
        for rule in run.rule_ids:
            assert rule in book, rule
    assert named > 5


@pytest.mark.parametrize("name", NAMES)
def test_each_special_reply_is_given_to_a_legal_answer(name: str) -> None:
    for run, step in at_each_page(name):
        page = run.progress
        met = set()
        for begun in before_each_command(run, step) if step.but else ():
            if begun:
                assert run.answer(begun)
            for code in run.decision.codes:
                text = run.rules.text(code)
                if code not in run.wanted:
                    outcome = run.answer([text])
                    assert not outcome
                    met.add(outcome.text)
            if begun:
                assert run.back()
        assert set(step.but.values()) <= met, page
        assert run.progress == page


@pytest.mark.parametrize("name", NAMES)
def test_what_is_refused_changes_nothing(name: str) -> None:
    for run, step in at_each_page(name):
        before = run.state.digest(), run.progress, len(run.log)
        for code in range(0, len(run.rules.vocabulary.texts), 7):
            text = run.rules.text(code)
            if code not in run.wanted:
                outcome = run.answer([text])
                assert not outcome
                assert outcome.text
                assert not outcome.events
        assert not run.answer(["dance"])
        assert (run.state.digest(), run.progress, len(run.log)) == before
        assert step.asks == run.asks


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_gets_what_the_learner_may_see_and_no_more(name: str) -> None:
    for run, _ in at_each_page(name):
        assert run.view == run.state.view(run.seat)
        assert set(run.wanted) <= set(run.decision.codes)
        assert bool(run.wanted) == run.asks
        known = {*run.rules.places, *run.rules.targets, *run.rules.card_index}
        assert set(run.lit) <= known
        shown = [event for _, event in run.log if isinstance(event, DiskShows)]
        assert all(event.seat == run.seat for event in shown)
        assert run.setup.players[run.seat].source == PERSON
        assert [p.source for p in run.setup.players].count(PERSON) == 1


@pytest.mark.parametrize("name", NAMES)
def test_back_leads_through_the_same_positions_to_the_start(name: str) -> None:
    run = LessonRun(lesson(name))
    seen = []
    while not run.finished:
        seen.append((run.state.digest(), run.page, run.progress, list(run.log)))
        leave(run)
    while run.back():
        assert (run.state.digest(), run.page, run.progress, run.log) == seen.pop()
    assert not seen
    leave(run)
    assert run.progress[0] == 2, "and forward again"


# -- the sample game ------------------------------------------------------------------


def test_the_sample_game_begins_as_the_sample_save_does() -> None:
    file = Path(__file__).parents[2] / "saves" / "sample-game.position.toml"
    assert lesson("sample-game").setup.position == tomllib.loads(file.read_text("utf-8"))


def test_the_sample_game_ends_with_the_deduced_totals() -> None:
    """FACTS 6.3: red 22, green 29, blue 26, yellow 26."""
    run = to_page("sample-game", len(lesson("sample-game").steps))
    assert [run.state.score(seat) for seat in range(4)] == [22, 29, 26, 26]
    assert run.rules.colours == ("red", "green", "blue", "yellow")
    assert "Green 29, Blue 26, Yellow 26, Red 22" in run.page
    assert not run.finished
    assert run.go_on()
    assert run.finished


def test_the_sample_game_shows_why_the_points_were_given() -> None:
    pages = [run.page for run, _ in at_each_page("sample-game")]
    aragon = next(page for page in pages if "Aragon was the richest" in page)
    assert aragon.split("\n")[-4:] == [
        "- Red has 5 caballeros: first, 8 points.",
        "- Red is sole leader in the King's region: 2 extra points.",
        "- Red is sole leader in their home region: 2 extra points.",
        "- Green has a caballero: second, 4 points.",
    ]
    castillo = next(page for page in pages if "the Castillo was scored" in page)
    assert (
        "- Green and Yellow have 2 caballeros each: tied for first, paid as second, 3 points"
        in (castillo)
    )


def test_several_scorings_take_a_line_each() -> None:
    run = to_page("sample-game", 8)
    assert run.page.split("\n")[-2:] == [
        "- Galicia (4/2/0) is scored: Green gets 4 (first).",
        "- Catalonia (4/2/1) is scored: Yellow gets 4 (first).",
    ]
    assert run.rule_ids == ("majority",)


# -- answering -------------------------------------------------------------------------


def test_a_page_is_read_or_answered_and_not_the_other_way_round() -> None:
    run = LessonRun(lesson("sample-game"))
    assert run.answer(["power 11"]).text == ONLY_READ
    run = to_page("sample-game", 3)
    assert run.go_on().text == ASKS
    run = LessonRun(lesson("taboo"))
    while not run.finished:
        run.show_me()
    assert run.go_on().text == run.answer(["end"]).text == OVER
    assert run.back()
    assert run.progress == (8, 8)


def test_an_illegal_answer_gets_the_games_reason() -> None:
    run = to_page("taboo", 3)
    outcome = run.answer(["place new-castile"])
    assert not outcome
    assert outcome.text == "New Castile is the King's region: nothing can enter or leave it."


def test_a_legal_answer_that_is_not_meant_gets_the_lessons_reason() -> None:
    run = to_page("sample-game", 3)
    assert run.answer(["power 7"]).text == lesson("sample-game").steps[2].wrong
    assert "the 11 is enough" in run.answer(["power 13"]).text
    assert run.answer(["red power 7"]).text == (
        "That command is Red's, but Green is the one to answer."
    )  # with its own colour in front a command is taken
    assert run.answer(["green power 11"])


def test_a_gesture_is_taken_whole_or_not_at_all() -> None:
    run = to_page("sample-game", 6)
    before = run.state.digest()
    assert not run.answer(["place galicia", "place galicia"])
    assert run.state.digest() == before
    assert run.answer(["place galicia", "place castillo"])
    assert run.progress == (6, 25)
    assert "place galicia" not in {run.rules.text(code) for code in run.wanted}
    assert run.back()
    assert run.state.digest() == before
    five = ["place castillo", "place aragon", "place castillo", "place old-castile"]
    assert run.answer([*five, "place galicia", "special"]).text == FURTHER
    assert run.answer([*five, "place galicia"])
    assert run.progress == (7, 25)


def test_several_answers_may_be_right() -> None:
    """FACTS 6.1: green played 2 or 3."""
    run = to_page("sample-game", 12)
    assert [run.rules.text(code) for code in run.wanted] == ["power 2", "power 3"]
    assert run.answer(["power 2"])
    while not run.finished:
        run.show_me()
    assert run.state.score(run.seat) == 29


def test_a_half_made_gesture_can_be_looked_at() -> None:
    run = to_page("ties", 5)
    before = run.state.digest()
    found = run.peek(["special"])
    assert found is not None
    assert {run.rules.verb(code) for code in found[1].codes} == {"score"}
    assert run.state.digest() == before
    assert run.peek(["king aragon"]) is None
    assert "tie" not in run.answer(["special", "score granada"]).text


def test_the_log_numbers_what_the_learner_saw() -> None:
    run = to_page("ties", 6)
    numbers = [n for n, _ in run.log]
    assert numbers == sorted(numbers)
    assert numbers[-1] == run.entries
    scored = [event for _, event in run.log if isinstance(event, RegionScored)]
    assert [run.rules.targets[event.scored.target] for event in scored] == [
        "granada", "old-castile", "new-castile", "granada",
    ]  # fmt: skip


def test_show_me_goes_on_from_where_the_learner_is() -> None:
    run = to_page("sample-game", 6)
    assert run.answer(["place castillo"])
    assert run.show_me()
    assert run.progress == (7, 25)
    assert run.state.count(run.seat, run.rules.castillo) == 2


def test_show_me_finishes_what_a_screen_has_begun() -> None:
    run = to_page("sample-game", 17)
    assert run.show_me(["special", "send red new-castile"])
    assert run.progress == (18, 25)
    run = to_page("veto", 3)
    assert run.answer(["place castillo"])
    assert run.show_me(), "the placing first, since an action cannot be split"
    assert run.progress[0] == 4
    run = to_page("sample-game", 7)
    assert run.show_me(["end"]), "what leads nowhere is left out"
    assert run.progress[0] == 8


# -- what each short lesson is about ------------------------------------------------------


def scores_at_the_end(name: str) -> str:
    run = to_page(name, len(lesson(name).steps))
    return " ".join(str(run.state.score(seat)) for seat in range(run.rules.n_seats))


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("taboo", "8 3 0 4"),
        ("ties", "44 43 28 29"),
        ("castillo", "34 22 16 25"),
        ("power-cards", "33 34 29 34"),
        ("veto", "25 32 27 19"),
    ],
)
def test_the_points_of_the_short_lessons(name: str, scores: str) -> None:
    assert scores_at_the_end(name) == scores


def test_a_disk_on_the_kings_region_leads_to_the_court() -> None:
    run = to_page("castillo", 8)
    green, court = run.rules.colours.index("green"), run.rules.court
    assert run.state.count(green, court) == 4
    assert run.state.count(green, run.rules.castillo) == 0


def test_the_veto_stops_the_rest_and_takes_nothing_back() -> None:
    run = to_page("veto", 6)
    blue, aragon = run.rules.colours.index("blue"), run.rules.place_index["aragon"]
    assert run.state.count(blue, aragon) == 3
    assert run.state.count(run.seat, aragon) == 4
    assert run.state.held == ()


# -- files -----------------------------------------------------------------------------------

GOOD = """
format = 1
title = "A title"
goal = "A goal."
you = "red"
seats = ["red", "blue"]
[game]
seed = 3
[position]
round = 1
king = "aragon"
[[position.seat]]
colour = "red"
caballeros = { court = 3 }
[[position.seat]]
colour = "blue"
[[step]]
say = '''
One.

Two
lines.'''
expect = ["power  4, take 2"]
hint = "A hint."
wrong = "No."
reply = ["blue power 3"]
[[step]]
say = "The end."
"""


def read(text: str, tmp_path: Path) -> Lesson:
    source = tmp_path / "own.toml"
    source.write_text(text)
    return read_lesson(source)


def test_a_lesson_is_read_from_a_file(tmp_path: Path) -> None:
    own = read(GOOD, tmp_path)
    assert (own.id, own.title, own.seat) == ("own", "A title", 0)
    assert own.steps[0].say == ("One.", "Two lines.")
    assert own.steps[0].ways == (("power 4", "take 2"),)
    assert [player.name for player in own.setup.players] == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("take 2", "take two", "own.toml, step 1, field 'expect'"),
        ("blue power 3", "green power 3", "own.toml, step 1, field 'reply': 'green' does not play"),
        ('hint = "A hint."', "", "own.toml, step 1, field 'hint'"),
        ('say = "The end."', 'say = "The end."\nlit = ["moon"]', "step 2, field 'lit': there is"),
        ('say = "The end."', 'say = "The end."\nany = ["fly"]', "step 2, field 'any'"),
        ('say = "The end."', 'say = "The end."\nsay_more = ""', "there is no such field"),
        ('[[step]]\nsay = "The end."', "", "the last step must be a page to read"),
        ('you = "red"', 'you = "pink"', "own.toml, top, field 'you'"),
        ('seats = ["red", "blue"]', 'seats = ["red"]', "1 is not a possible number of players"),
        ("format = 1", "format = 2", "field 'format'"),
    ],
)
def test_a_broken_lesson_is_named_with_step_and_field(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(ContentError) as error:
        read(GOOD.replace(old, new), tmp_path)
    assert says in str(error.value)


def test_a_script_that_does_not_fit_says_where(tmp_path: Path) -> None:
    run = LessonRun(read(GOOD.replace("power  4, take 2", "power 4"), tmp_path))
    assert run.answer(["power 4"])
    run = LessonRun(read(GOOD.replace("power  4, take 2", "power 3"), tmp_path))
    with pytest.raises(ContentError, match=r"own\.toml, step 1, field 'reply': 'blue power 3'"):
        run.answer(["power 3"])


def test_an_unknown_lesson_gets_a_sentence() -> None:
    with pytest.raises(ContentError, match="no lesson 'chess'"):
        lesson("chess")
