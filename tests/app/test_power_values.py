"""Power cards of any values on the screen, and choosing which of them to keep."""

from __future__ import annotations

import pytest
from tables import Bench, fresh, press, running, screen_text, seen, sit

from drawing import play, table
from elgrande.app.answering.answering import Answering
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.answers import HandScreen
from elgrande.app.panes import courts
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.text_runs import cells, plain, spans
from elgrande.content.setup import Setup
from seam.hands import DEALT, KEPT, TENS, make_known

RED, BLUE = range(2)


@pytest.fixture(autouse=True)
def hands() -> None:
    """The expansions are known."""
    make_known()


def begin(name: str, persons: str = "R") -> Bench:
    """A new game of two whose hands are kept or dealt."""
    return sit(setup=fresh(2, 1, persons, expansions=(name,), starter="red"))


def answering(bench: Bench, seat: int = RED) -> Answering:
    """The answer of a seat in the making."""
    guide = Guide(bench.chair.setup, bench.chair.rules, UNICODE)
    return Answering(bench.chair, guide, bench.chair.update(seat), seat)


def test_a_value_is_typed_digit_by_digit() -> None:
    bench = begin(KEPT.id)
    now = answering(bench)
    assert [choice.key for choice in now.offer.choices] == [str(value) for value in TENS]
    assert not now.press("5")
    assert now.asks == "5_ Type on for 50."
    assert now.half_made
    assert now.press("0"), "no other value begins with 50"
    now = answering(bench)
    now.press("1")
    now.press("0")
    assert now.asks == "10_ Enter chooses the 10, or type on for 100."
    assert now.offer.choices[now.choice_typed].label == "10"
    assert now.press("0")
    assert bench.commands == ["keep 50", "keep 100"]


def test_what_no_value_begins_with_is_refused_and_forgotten() -> None:
    now = answering(begin(KEPT.id))
    now.press("1")
    assert now.press("9").refused == "No power card's value begins with 19."
    assert not now.half_made
    now.press("1")
    assert now.back()
    assert not now.half_made


def test_typing_the_value_of_a_kept_card_puts_it_away_again() -> None:
    bench = begin(KEPT.id)
    for _ in range(2):
        now = answering(bench)
        now.press("5")
        now.press("0")
    assert bench.commands == ["keep 50", "leave 50"]


def test_a_value_that_cannot_be_played_is_refused_with_the_reason() -> None:
    bench = begin(DEALT.id)
    mine = bench.table.state.hand(RED)
    missing = next(v for v in bench.chair.rules.power_values if v > 20 and v not in mine)
    now = answering(bench)
    refused = [now.press(key).refused for key in str(missing)][-1]
    assert refused == f"You do not have the {missing}."


def thirteen() -> Bench:
    """A new game of two with the usual power cards."""
    return sit(setup=fresh(2, 1, "R", starter="red"))


def test_of_thirteen_values_the_1_alone_waits_for_more() -> None:
    now = answering(thirteen())
    assert [choice.key for choice in now.offer.choices] == [str(value) for value in range(1, 14)]
    assert not now.press("1")
    assert now.asks == "1_ Enter chooses the 1, or type on for 10-13."
    assert now.press("2")
    for key in "23456789":
        assert answering(thirteen()).press(key), "nothing else begins so"


def test_enter_ends_a_number_or_says_why_it_cannot_be_played() -> None:
    bench = thirteen()
    now = answering(bench)
    now.press("1")
    assert now.enter_typed()
    assert bench.commands == ["power 1"]
    bench = sit(table("castillo: R1", turn="", seats="RB", played="R: 1 | B: 2", round=2))
    now = answering(bench)
    now.press("1")
    assert now.asks == "1_ Type on for 10-13."
    assert "1" in now.enter_typed().refused
    assert bench.commands == []


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (("1", "enter"), ["power 1"]),
        (("1", "3"), ["power 13"]),
        (("1", "right", "enter"), ["power 2"]),
        (("1", "escape", "5"), ["power 5"]),
        (("1", "5"), []),
    ],
)
async def test_a_number_is_shown_while_it_is_typed(keys: tuple[str, ...], sent: list[str]) -> None:
    bench = thirteen()
    async with running(app := bench.app(), keys[0]) as (_, pilot):
        assert "1_ Enter chooses the 1, or type on for 10-13." in screen_text(app)
        await press(pilot, *keys[1:])
        if not sent:
            assert "No power card's value begins with 15." in screen_text(app)
    assert bench.commands == sent


def test_another_seats_answer_leaves_the_question_the_same() -> None:
    """Of hands, and of disks, which several set at once too."""
    bench = begin(KEPT.id, "RB")
    before = answering(bench)
    bench.chair.send(BLUE, ["keep 10"])
    assert answering(bench).asks_like(before)
    bench.chair.send(BLUE, [*(f"keep {value}" for value in range(20, 140, 10)), "done"])
    assert answering(bench).asks_like(before)
    bench.chair.send(RED, ["keep 10"])
    assert not answering(bench).asks_like(before)
    state = table("aragon: R2 B1", card="4-11")
    play(state, "red special")
    bench = sit(state)
    before = answering(bench)
    bench.chair.send(BLUE, ["disk aragon"])
    assert answering(bench).asks_like(before)


def test_a_full_hand_is_marked_anew() -> None:
    bench = begin(KEPT.id)
    low = range(10, 140, 10)
    assert answering(bench).mark(low, done=False)
    assert answering(bench).kept == tuple(low)
    assert answering(bench).mark([*low[1:], 180], done=True)
    assert bench.sent[1] == ("leave 10", "keep 180", "done")


async def test_a_hand_is_marked_in_one_list_and_given_as_one_answer() -> None:
    bench = begin(KEPT.id)
    async with running(bench.app(), "5", "0", "m") as (app, pilot):
        assert isinstance(app.screen, HandScreen)
        assert "1 of 13 cards" in screen_text(app)
        await press(pilot, "space", "down", "enter", "1", "0", "0", "d")
        assert "4 of 13 cards  Mark 9 more first." in screen_text(app)
        assert bench.commands == ["keep 50"], "nothing is sent while it is open"
        await press(pilot, "escape")
        assert bench.sent[1:] == [("keep 100", "keep 170", "keep 180")]
        assert "4 of 13 so far" in screen_text(app)
        await press(pilot, "m", "1", "8", "0")
        for value in (60, 70, 80, 90, 110, 120, 130, 140, 150, 160):
            await press(pilot, *str(value))
        await press(pilot, "d")
        assert bench.sent[2][0] == "leave 180", "what goes away makes room first"
        assert bench.sent[2][-1] == "done"
        shown = screen_text(app)
        assert "Ana: you can still change your choice; waiting for Bruno." in shown


async def test_undoing_the_turn_says_how_far_it_went_where_nobody_has_one() -> None:
    """All choose their hands at once: each choice goes by itself, and no turn is spoken of."""
    bench = begin(KEPT.id)
    async with running(app := bench.app(), "5", "0", "6", "0", "U"):
        said = [note.message for note in app._notifications]
        assert said == ["Your last answer was undone. No turn has begun here."]
        assert answering(bench).kept == (50,)


async def test_what_is_half_typed_outlives_the_answer_of_another_seat() -> None:
    bench = begin(KEPT.id)
    async with running(bench.app(), "5") as (_, pilot):
        bench.table.send(BLUE, ["keep 10"])
        assert "5_ Type on for 50." in await seen(pilot)
        await press(pilot, "0")
        assert bench.commands == ["keep 50"]


async def test_a_power_card_of_three_digits_is_played_at_the_smallest_size() -> None:
    bench = begin(DEALT.id)
    value = bench.table.state.hand(RED)[-1]
    async with running(bench.app()) as (app, pilot):
        assert f"[{value}]" in screen_text(app)
        await press(pilot, *str(value))
        assert bench.commands == [f"power {value}"]
        assert f"{value} ● Ana" in screen_text(app)


def test_cards_that_follow_each_other_are_drawn_together() -> None:
    assert spans([10, 20, 30, 50], tuple(TENS)) == "10-30 50"
    assert spans([1, 2, 4]) == "1-2 4"


@pytest.mark.parametrize("name", [KEPT.id, DEALT.id])
def test_a_hand_fits_into_every_pane_of_the_players(name: str) -> None:
    setup = Setup.of(5, seed=2, expansions=(name,))
    state = setup.start()
    for glyphs in (UNICODE, ASCII):
        guide = Guide(setup, state.rules, glyphs)
        for seat in range(5):
            for width, height in ((24, 16), (28, 19), (60, 16)):
                rows = courts.rows(state.view(seat), guide, width, height, (seat,))
                assert {cells(row) for row in plain(rows)} == {width}
                others = "\n".join(plain(rows))
                assert others.count("13 hidden") == (4 if name == DEALT.id else 0)


async def test_a_refusal_stays_while_others_answer_the_same_question() -> None:
    """Bots choose their hands within the wink of an eye."""
    bench = begin(KEPT.id)
    async with running(bench.app(), "1", "9") as (app, pilot):
        refused = "No power card's value begins with 19."
        assert refused in screen_text(app)
        bench.table.send(BLUE, ["keep 10"])
        assert refused in await seen(pilot)
        assert refused not in await seen(pilot, "5", "0")
