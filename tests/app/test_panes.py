"""The panes as plain text, at the widths that they really get: nothing is cut off."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tables import people

from drawing import FIRST, answer_next, play, table
from elgrande.app.answering.offer import KeyChoice
from elgrande.app.board.guide import Guide
from elgrande.app.panes import cards_pane, courts, log, prompt, score_track, status
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.log import LogLines
from elgrande.app.panes.power_cards import in_hand
from elgrande.app.panes.prompt import Prompt
from elgrande.app.panes.text_runs import cells, fit, pad, plain, spans, wrap
from elgrande.app.settings.bindings import Key
from elgrande.content.setup import Setup

SIDES = pytest.mark.parametrize(("width", "height"), [(28, 19), (50, 10), (60, 15)])
TABLES = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])


def at(state: Any, glyphs: Any = UNICODE, **house: Any) -> tuple[Any, Guide]:
    """A view and its guide."""
    setup = Setup(people(state.rules.colours), seed=1, house=house)
    return state.view(0), Guide(setup, setup.ruleset(), glyphs)


def worst() -> Any:
    """Hands with as many gaps as can be, three-digit scores, both Vetos with one player."""
    state = table(
        "galicia: R2",
        seats="RBGYW",
        court="R12 B11 G10 Y13 W14",
        score="R131 B144 G128 Y152 W117",
        held="2-01 blue until 8",
        hand="R: 1 2 4 5 7 8 10 11 13 | B: 1 2 4 5 7 8 10 11 13 | G: 1 3 5 7 9 11 13"
        " | Y: 2 4 6 8 10 12 | W: 1 3 4 6 8 10 12",
        power="B12 R9 G8 Y7 W5",
        turn="blue",
        card="2-02",
        round=8,
    )
    play(state, "blue special")
    return state


def test_nobody_starts_a_round_that_does_not_come() -> None:
    """S0: whoever played last begins the next round, and after the last one there is none."""
    setup = Setup.of(2, seed=3, short=True)
    state, rng, shown = setup.start(), random.Random(1), {True: set(), False: set()}
    guide = Guide(setup, state.rules, UNICODE)
    while True:
        last = state.round == state.rules.rounds[-1]
        marked = "\n".join(plain(courts.rows(state.view(0), guide, 60, 15))).count(" starts")
        shown[last and state.turns_had == 2].add(marked)
        if state.over:
            break
        answer_next(state, rng.choice)
    assert shown == {False: {1}, True: {0}}


@SIDES
@TABLES
def test_no_number_in_the_courts_is_cut(width: int, height: int, glyphs: Any) -> None:
    view, guide = at(worst(), glyphs)
    rows = plain(courts.rows(view, guide, width, height, (0,)))
    assert len(rows) <= height
    assert {cells(row) for row in rows} == {width}
    rows = [row for row in rows if row.strip()]
    shown = "\n".join(rows)
    for seat in range(5):
        mine = "\n".join(rows[seat * len(rows) // 5 : (seat + 1) * len(rows) // 5])
        # Where a Veto leaves the name no room, the colour stands for it, whole.
        assert guide.player(seat) in mine or guide.called(seat, 0) in mine
        assert f"{view.score(seat)} p" in mine
        assert f"court {view.count(seat, view.rules.court)}" in mine
        assert f"prov {view.count(seat, view.rules.provinces)}" in mine
        assert f"plays {view.power(seat)}" in mine
        assert spans(view.hand(seat)) in mine
    assert "Veto r8,9" in shown


def test_a_card_taken_back_unseen_is_counted_but_not_shown() -> None:
    state = table("aragon: R1", card="4-08", played="R: 3 4", round=3)
    play(state, "red special, recall 4")
    view, guide = state.view(1), at(state)[1]
    (hand,) = [row for row in plain(courts.rows(view, guide, 28, 19)) if "1 hidden" in row]
    assert "1-2 5-12, 1 hidden" in hand
    assert "hidden" not in "\n".join(plain(courts.rows(state.view(0), guide, 28, 19)))


def test_a_modifier_that_was_seen_to_come_back_is_shown() -> None:
    state = table(
        seats="RBG", edition="2023", expansions="power-shift", modifiers="R: minus-1",
        cells={"modifier-red": "plus-2", "modifiers-red": ["plus-2"]}, played="R: 3",
        power="R13 B12 G11", card="4-07",
    )  # fmt: skip
    play(state, "red special, recall plus-2")
    setup = Setup(people(state.rules.colours), 1, "2023", ("power-shift",))
    guide = Guide(setup, setup.ruleset(), UNICODE)
    text = "".join(run.text for run in in_hand(state.view(1), guide, 0, wide=False))
    assert text.endswith("+2, 1 hidden"), text


def test_a_veiled_castillo_veils_the_provinces() -> None:
    view, guide = at(table("castillo: R3", court="R2", castillo="veiled"), castillo="veiled")
    assert "prov ?" in "\n".join(plain(courts.rows(view, guide, 28, 19)))


@pytest.mark.parametrize(("width", "height"), [(28, 19), (50, 20), (60, 22)])
@TABLES
def test_every_card_is_named_and_one_is_told_in_full(width: int, height: int, glyphs: Any) -> None:
    view, guide = at(table(seats="RBGYW", face="1-03 2-04 3-05 4-05 5-01"), glyphs)
    for cursor in range(5):
        rows = plain(cards_pane.rows(view, guide, width, height, cursor))
        assert len(rows) <= height
        assert {cells(row) for row in rows} == {width}
        shown = " ".join(" ".join(rows).split())
        for slot in view.slots:
            info = guide.card(slot.card)
            assert info is not None
            assert info.name in shown or width < 60
            assert info.short in shown
        info = guide.card(view.slots[cursor].card)
        assert info is not None
        assert info.text in shown


@pytest.mark.parametrize(
    ("edition", "expansion", "stacks"),
    [
        ("1996", "", 5),
        ("2023", "", 5),
        pytest.param("1996", "colonies", 7, marks=pytest.mark.expansions),
    ],
)
def test_the_whole_text_of_a_card_fits_beside_the_smallest_map(
    edition: str, expansion: str, stacks: int
) -> None:
    """Thirteen rows are left of the smallest screen: where a text is long, keys stand for cards.

    But of seven the bar names none, so that each of them is named here, and the text cut.
    """
    folded = 0
    for seed in range(12):
        setup = Setup.of(
            5, seed=seed, edition=edition, expansions=(expansion,) if expansion else ()
        )
        state = setup.start()
        while any(slot.card < 0 for slot in state.slots):
            answer_next(state, FIRST)
        view, guide = state.view(0), Guide(setup, state.rules, UNICODE)
        assert len(view.slots) == stacks
        lit = [slot.card for slot in view.slots]
        for at, card in enumerate(lit):
            rows = plain(cards_pane.rows(view, guide, 27, 13, at, lit))
            assert len(rows) <= 13
            info = guide.card(card)
            assert info is not None
            said = " ".join(" ".join(rows).split())
            assert info.text in said or (stacks == 7 and "…" in said)
            assert f"▶{at + 1}◀" in said
            assert stacks == 5 or all(guide.card_name(card) in said for card in lit)
            assert "▶" not in "".join(
                plain(cards_pane.rows(view, guide, 27, 13, at, lit, focused=False))
            )
            keys = "".join(f"▶{i}◀" if i == at + 1 else f"[{i}]" for i in range(1, stacks + 1))
            folded += rows[0].startswith(keys)
    assert bool(folded) == (stacks == 5), "some text is as long as that"


def test_who_took_a_card_and_how_many_are_left() -> None:
    view, guide = at(table(seats="RBGYW", card="3-01", turn="red"))
    for width in (28, 50):
        shown = "\n".join(plain(cards_pane.rows(view, guide, width, 22)))
        assert ("taken by ● Ana" if width >= cards_pane.WIDE else "● Ana") in shown
        assert ("places 1, 10 left" if width >= cards_pane.WIDE else "  10 left") in shown


def test_spare_rows_make_the_last_texts_whole() -> None:
    assert cards_pane._shares([4, 3, 2, 2], [False] * 4, 0, 20) == [4, 3, 2, 2]
    assert cards_pane._shares([4, 3, 2, 2], [False] * 4, 0, 8) == [4, 1, 1, 2]
    assert cards_pane._shares([4, 3, 2, 2], [False, False, True, False], 0, 8) == [4, 2, 0, 2]
    assert cards_pane._shares([4, 3, 2], [False] * 3, 1, 2) == [0, 2, 0]


@pytest.mark.parametrize("width", [28, 70, 100])
def test_scores_beyond_a_hundred(width: int) -> None:
    view, guide = at(worst())
    rows = plain(score_track.rows(view, guide, width, 6))
    assert {cells(row) for row in rows} == {width}
    for seat in range(5):
        assert f"{guide.player(seat)}" in rows[seat]
        assert str(view.score(seat)) in rows[seat]
    assert "0" in rows[5]


@pytest.mark.parametrize("width", [80, 120, 160])
def test_the_status_row_holds_all_rounds_and_turns(width: int) -> None:
    view, guide = at(worst())
    (row,) = plain(status.status_rows(view, guide, width))
    assert cells(row) == width
    assert "[8]" in row
    assert "9*" in row
    for seat in range(5):
        assert f"{UNICODE.piece(guide.colour(seat))}{view.power(seat)}" in row
    if width > 80:
        assert "Elena" in row


def test_chips_that_do_not_fit_leave_a_way_to_all_of_them() -> None:
    many = tuple(KeyChoice(key, f"answer {key}", (i,), "x") for i, key in enumerate("abcdefghinop"))
    keys = (Key("table.answers", "m", "list"),)
    rows = plain(prompt.rows(Prompt("What now?", choices=many, keys=keys), UNICODE, 80, 3))
    assert len(rows) == 3
    assert rows[2].rstrip().endswith("  m more answers")
    assert rows[2].count("[") == rows[2].count(" answer "), "a key says what it does"
    few = plain(prompt.rows(Prompt("What now?", choices=many[:2], note="n"), UNICODE, 80, 3))
    assert "[a] answer a" in few[1]
    assert few[2].startswith(" n")


def test_a_refusal_hides_no_answer_and_cards_are_named_in_their_pane() -> None:
    """Not even a long one: without room for what they are called answers have their keys."""
    names = ("Place 2 extra", "Courts lose 3", "Score the 4s", "Put a scoreboard", "King anywhere")
    five = tuple(KeyChoice(str(n), name, (n,), "card") for n, name in enumerate(names, 1))
    long = "That card is worth considering, but here you want the King's card, in stack 5. " * 2
    keys = (Key("table.answers", "m", "list"),)
    plain_question = Prompt("Which card?", choices=five, keys=keys)
    for asked in (plain_question, replace(plain_question, refusal=long)):
        rows = " ".join(plain(prompt.rows(asked, UNICODE, 80, 3)))
        assert all(f"[{choice.key}]" in rows for choice in five)
        assert "more answers" not in rows
        assert (names[0] in rows) != bool(asked.refusal)
    sail = KeyChoice(
        "o", "sail: 2 legs of a long name that takes the better part of a row", (0,), "x"
    )
    rows = plain(prompt.rows(replace(plain_question, choices=(sail, *five)), UNICODE, 80, 3))
    assert "[o] sail: 2 legs" in rows[1]
    assert all(f"[{choice.key}]" in " ".join(rows) for choice in five)
    others = tuple(replace(choice, verb="x") for choice in five)
    rows = plain(prompt.rows(replace(plain_question, choices=others, refusal=long), UNICODE, 80, 3))
    assert all(f"[{choice.key}]" in rows[2] for choice in five)


def test_what_a_bot_says_is_said_whole_or_not_at_all() -> None:
    said = "Blue: I expect about 3 points more from this than if I choose King anywhere."
    wide, narrow, narrowest = (
        plain(prompt.rows(Prompt("Waiting for Blue.", note=said, whole=True), UNICODE, width, 3))
        for width in (120, 60, 30)
    )
    assert said in "".join(wide)
    assert said in " ".join(" ".join(narrow).split()), "a row was free"
    assert "Blue: I" not in "".join(narrowest)


def test_answers_and_keys_make_room_for_a_note_that_needs_two_rows() -> None:
    note = (
        "Take 1 caballero from the province to your court; " + "from the board if it is empty. " * 2
    )
    choices = (KeyChoice("y", "use it", (0,), "x"), KeyChoice("d", "skip it", (1,), "x"))
    keys = (Key("table.answers", "m", "list"), Key("table.explain", "?", "help"))
    rows = plain(
        prompt.rows(Prompt("Use it?", "", "", choices, -1, note, keys=keys), UNICODE, 80, 3)
    )
    assert "Use it?  [y] use it  [d] skip it" in rows[0]
    assert note.split() == " ".join(rows[1:]).replace("m list  ? help", "").split()
    short = note[:73]
    rows = plain(
        prompt.rows(Prompt("Use it?", "", "", choices, -1, short, keys=keys), UNICODE, 80, 3)
    )
    assert rows[1].startswith(" [y] use it")
    assert rows[1].rstrip().endswith("m list  ? help")
    assert rows[2].strip() == short


def test_a_refusal_stands_where_the_prompt_was() -> None:
    said = Prompt("What now?", "red", "No.", keys=(Key("table.undo", "u", "undo"),))
    rows = plain(prompt.rows(said, UNICODE, 40, 3))
    assert rows[0].startswith("● ! No.")
    assert "What now?" not in "".join(rows)
    assert "u undo" in rows[-1]


def test_the_log_keeps_its_end_and_goes_back() -> None:
    entries = [log.LogLine(f"line {i}", "red") for i in range(30)]
    rows = plain(log.rows(entries, UNICODE, 20, 5))
    assert [row.split()[-1] for row in rows] == ["25", "26", "27", "28", "29"]
    rows = plain(log.rows(entries, UNICODE, 20, 5, back=3))
    assert [row.split()[-1] for row in rows] == ["22", "23", "24", "25", "26"]
    rows = plain(log.rows(entries, UNICODE, 20, 5, back=25))
    assert rows[0].split()[-1] == "0"


# -- the log's words ---------------------------------------------------------


def test_equal_moves_are_drawn_together_and_the_next_is_not() -> None:
    state = table("aragon: R2", court="R7", card="3-01")
    guide = at(state)[1]
    told = play(state, "red place aragon, place aragon, place castillo")
    chronicle = LogLines(guide, 1)
    chronicle.add((i, event) for i, event in enumerate(told[:1]))
    chronicle.add((i, event) for i, event in enumerate(told[1:], 1))
    assert [entry.text for entry in chronicle.entries][:3] == [
        "Round 1",
        "Ana places 2 caballeros in Aragon.",
        "Ana places a caballero in the Castillo.",
    ]


def test_a_veiled_castillo_is_forgotten_when_the_round_is_over() -> None:
    state = table("aragon: R2", court="R7", card="1-07", castillo="veiled")
    guide = at(state, castillo="veiled")[1]
    chronicle = LogLines(guide, 1)
    told = list(enumerate(play(state, "red place castillo")))
    chronicle.add(told)
    assert any("the Castillo" in entry.text for entry in chronicle.entries)
    number = 0
    while state.round == 1:
        seat = state.owing()[0]
        texts = [state.rules.text(code) for code in state.legal(seat)]
        text = next((t for t in texts if t in {"end", "done"}), texts[0])
        new = [(number, e) for e in play(state, f"{state.rules.colours[seat]} {text}")]
        chronicle.add(new)
        told += new
    again = LogLines(guide, state.round)
    again.add(told)
    assert again.entries == chronicle.entries, "a log that is read anew forgets as well"
    assert not any("in the Castillo" in entry.text for entry in chronicle.entries)
    left = "What went into the Castillo is left to your memory."
    assert [entry.text for entry in chronicle.entries].count(left) == 1
    assert [entry.text for entry in chronicle.entries if entry.kind == "round"] == [
        "Round 1",
        "Round 2",
    ]


def test_the_log_of_a_short_game_says_why_it_begins_with_round_2() -> None:
    said = "This is a short game: it begins with round 2 and plays rounds 2, 3, 5, 6, 8 and 9."
    for short in (True, False):
        setup = Setup.of(3, seed=1, short=short)
        state = setup.start()
        chronicle = LogLines(Guide(setup, state.rules, UNICODE), state.round)
        assert [entry.text for entry in chronicle.from_start] == (
            ["Round 2", said] if short else ["Round 1"]
        )
        assert said not in [entry.text for entry in chronicle.entries], "no news to anybody"


# -- text ---------------------------------------------------------------------


def test_text_is_measured_in_cells() -> None:
    assert cells("漢字") == 4
    assert fit("漢字漢字", 5) == "漢字…"
    assert fit("abcdef", 4) == "abc…"
    assert cells(plain([pad([], 7)])[0]) == 7
    assert wrap("one two three", 7) == ["one two", "three"]
    assert spans([1, 2, 3, 5, 7, 8]) == "1-3 5 7-8"
    assert spans([]) == ""


@pytest.mark.expansions
@pytest.mark.parametrize("how", ["chosen", "dealt"])
def test_a_hand_that_is_still_whole_says_how_it_comes_about(how: str) -> None:
    game = Setup.of(4, 1, expansions=("intrigue",), house={"hand": how})
    state = game.start()
    guide = Guide(game, state.rules, UNICODE)
    runs = in_hand(state.view(0), guide, 0, wide=False)
    assert "".join(run.text for run in runs) == f"hand to be {how}"


def test_a_name_without_room_is_told_by_a_beginning_that_is_nobody_else_s() -> None:
    setup = Setup.of(3, seed=1)
    called = zip(setup.players, ("Leonor de Castro", "Martín", "Martina"), strict=True)
    setup = replace(setup, players=tuple(replace(player, name=name) for player, name in called))
    guide = Guide(setup, setup.ruleset(), UNICODE)
    told = [[guide.called(seat, room) for room in (16, 6, 4)] for seat in range(3)]
    assert told[0] == ["Leonor de Castro", "Leonor", "Leo."]
    assert told[1][1:] == ["Martín", "Blue"], "Mar. could be either"
    assert told[2] == ["Martina", "Marti.", "G"]


def test_a_name_cut_short_is_nobody_s_colour_and_ends_in_a_letter() -> None:
    setup = Setup.of(3, seed=1)
    called = zip(setup.players, ("Anna-Lena", "Redmond", "Blueberry"), strict=True)
    setup = replace(setup, players=tuple(replace(player, name=name) for player, name in called))
    guide = Guide(setup, setup.ruleset(), UNICODE)
    assert [guide.called(seat, 6) for seat in range(3)] == ["Anna.", "Redmo.", "Blueb."]
    assert [guide.called(seat, 5) for seat in range(3)] == ["Anna.", "Redm.", "Blu."]
    assert guide.called(1, 4) == "Re."
