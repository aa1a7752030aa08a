"""The game as a whole: refusals, saves, positions, words, what is shown, bots, many games."""

from __future__ import annotations

from typing import Any

import pytest
from laid import score_generally, turn_of
from pair_drawn import BOTH, acting, drawn, game

from drawing import choices, play
from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.round_pane import RoundStop, rows, stops
from elgrande.app.panes.text_runs import plain, wrap
from elgrande.app.screens.setup_form import SetupForm
from elgrande.app.settings.bindings import Keys
from elgrande.cli.main import main
from elgrande.cli.plain.queries import sentences
from elgrande.content import expansion as expansions
from elgrande.content.expansion import display_of, expansion, expansion_ids
from elgrande.content.files import ContentError
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, prompt
from elgrande.rules import State, View

PART = "king-colonies"


# -- how it is chosen, and what is refused -------------------------------------------------


def test_nobody_chooses_it_and_whoever_chooses_both_plays_it() -> None:
    assert PART not in expansion_ids()
    setup = game(3)
    assert setup.ruleset().in_play == (*BOTH, PART)
    assert setup.to_plain()["expansions"] == [*BOTH]
    typed = Setup.of(3, seed=1, expansions=BOTH[::-1], house={"cards": 31})
    assert typed == setup


def test_a_game_is_called_by_what_was_chosen_and_not_by_the_part_too() -> None:
    both = "Grand Inquisitor & the Colonies and Intrigue & the King"
    assert game(3).content.called == f"El Grande (1996) with {both}"


def test_to_name_it_is_answered_with_the_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--no-play", "--expansion", PART]) == 2
    said = capsys.readouterr().err
    assert said == (
        "elgrande: The King & the Colonies cannot be chosen; colonies and intrigue bring it along\n"
    )


def test_without_the_part_that_joins_them_the_two_stay_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expansion(PART)
    left = {name: one for name, one in expansions._REGISTERED.items() if name != PART}
    monkeypatch.setattr(expansions, "_REGISTERED", left)
    with pytest.raises(ContentError, match=r"cannot be combined with Intrigue & the King$"):
        expansions.chosen("1996", BOTH)


def test_the_form_says_what_joining_does() -> None:
    form = SetupForm.start((), 1).changed("expansion intrigue", 1)
    said = expansion(PART).description
    assert said not in form.field("expansion intrigue").about(Keys())
    form = form.changed("expansion colonies", 1)
    assert not form.problem
    assert form.setup().expansions == BOTH
    for one in BOTH:
        about = form.field(f"expansion {one}").about(Keys())
        assert about.endswith(said)
        assert len(wrap(about, 72)) <= 3, "the form at 80 columns has three rows for it"
    assert {"cards", "hand"} <= {rule.key for rule in form.rules}


def test_both_conspiracies_say_once_what_the_disk_decides_besides() -> None:
    state = acting(35, "castillo: red 1", home="red aragon")
    play(state, "red special")
    state.board[state.rules.cell["conspiracy"]] = 1
    score_generally(state)
    assert state.stack[-1].step == "disks"
    said = display_of(state.rules).remarks(state, "disks", 0, GameNames(state.rules))
    assert said == (
        "Your Grande goes there too, unless that region or your home region is closed as the "
        "King's is."
    )


# -- many games ------------------------------------------------------------------------------


# -- saves, positions and words at each new kind of decision -----------------------------------


def test_the_save_carries_what_the_card_says_in_this_game() -> None:
    deck = game(3).played_deck()
    (card,) = [info for info in deck.cards if info.card.id == "co-07"]
    assert "as a Veto does" in card.text
    alone = Setup.of(3, seed=1, expansions=("colonies",)).played_deck()
    assert "Veto" not in next(info.text for info in alone.cards if info.card.id == "co-07")


# -- what is shown ----------------------------------------------------------------------------


def seen(state: State, seat: int) -> View:
    return state.view(seat)


def pane(state: State, seat: int, width: int, height: int, **how: Any) -> str:
    guide = Guide(game(state.rules.n_seats), state.rules, how.pop("glyphs", UNICODE))
    return "\n".join(plain(rows(seen(state, seat), guide, width, height, **how)))


def test_the_pane_has_the_seats_and_then_stacks_six_and_seven() -> None:
    state = turn_of(drawn("court: red 2", power="B180 R93 G50 W35 Y10"), "red")
    lit = [code - state.rules.CARD for code in state.legal(0) if code >= state.rules.CARD][:3]
    lines = pane(state, 0, 44, 30, lit=lit).splitlines()
    assert "180" in lines[0]
    assert [line.split()[0] for line in lines[5:7]] == ["[6]", "[7]"]
    assert "Grand Inquisitor" in lines[5]
    guide = Guide(game(5), state.rules, UNICODE)
    cards = [state.rules.cards[stop.card].id for stop in stops(seen(state, 0), guide)]
    assert cards[5:7] == ["gi-01", "co-09"]
    on_six = pane(state, 0, 44, 30, lit=lit, cursor=RoundStop(state.rules.card_index["gi-01"]))
    assert "Place up to 3. Take the Grand" in " ".join(on_six.split())


def test_a_row_says_what_its_seat_acts_with_and_how_many_that_places() -> None:
    state = turn_of(drawn("court: red 2", power="B180 R93 G50 W35 Y10"), "red")
    for commands, placing in (("red card gi-01", "3"), ("red end", " ")):
        play(state, commands)
        row = pane(state, 0, 44, 30).splitlines()[1]
        assert row.rstrip().endswith(f" 93 ● {placing} Red      Grand Inquisitor")


def test_once_the_face_up_cards_are_gone_it_is_told_all_the_same_who_has_used_which() -> None:
    """S0, Playing the game: red has used the Inquisitor's card, and not the own one."""
    state = turn_of(
        drawn("court: red 2 | galicia: red 1", power="B180 R93 G50 W35 Y10", round_=3), "red"
    )
    play(state, "red card gi-01, end")
    while state.turns_had < 5:
        play(state, choices(state)[-1])
    said = list(sentences(seen(state, 0), game(5).names()))
    assert "Red: played 93, acts with Grand Inquisitor, done." in said
    row = pane(state, 0, 44, 30).splitlines()[1].rstrip()
    assert row.endswith(" 93 ●   Red      Grand Inquisitor")
    guide = Guide(game(5), state.rules, UNICODE)
    assert stops(seen(state, 0), guide)[1].card == state.rules.card_index["gi-01"], "to be read"


def test_who_waits_is_told_what_may_be_chosen_and_not_the_face_up_cards_alone() -> None:
    """S0, Playing the game: own card or role can be chosen always, taken cards never."""
    state = turn_of(drawn("court: red 2", power="B180 R93 G50 W35 Y10"), "red")
    waits = "Waiting for Red to choose the action of this turn."
    assert prompt(state.view(1).decision(1), state.rules) == waits


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize(("width", "height"), [(30, 12), (30, 15), (46, 26), (60, 34)])
def test_the_pane_fits_every_size(width: int, height: int, glyphs: Any) -> None:
    for power, keep in (("B180 R93 G50 W35 Y10", ""), ("B180", "R93 G60 W35 Y10")):
        state = drawn(power=power, keep=keep)
        lines = pane(state, state.owing()[0], width, height, glyphs=glyphs).splitlines()
        assert len(lines) <= height
        assert all(len(line) <= width for line in lines)


def test_a_turn_that_places_five_says_so_in_its_own_row_alone() -> None:
    state = acting(15, "court: red 9")
    play(state, "red special")
    numbers = [line.split("●")[-1] for line in pane(state, 0, 60, 30).splitlines()[:4]]
    assert " 5 " in numbers[1]
    assert numbers[2].count(" 5 ") == 0


def test_the_plain_board_says_both() -> None:
    state = turn_of(drawn("court: red 2", power="B180 R93 G50 W35 Y10", holder="green"), "red")
    play(state, "red card gi-01")
    said = "\n".join(sentences(seen(state, 0), game(5).names()))
    for part in (
        "Red: played 93, places up to 3, acts with Grand Inquisitor.",
        "The Grand Inquisitor is at Green's court",
        "Gold: 1 in America",
    ):
        assert part in said, said


def test_who_has_yet_to_choose_acts_with_nothing_yet() -> None:
    """S0: own card, or the face-up ones of the two stacks; what is taken by others is gone."""
    state = turn_of(drawn("court: red 2", power="B180 R93 G50 W35 Y10", holder="green"), "red")

    def green() -> str:
        said = sentences(seen(state, 0), game(5).names())
        return next(line for line in said if line.startswith("Green: played 50, "))

    said = green()
    assert said.startswith("Green: played 50, may choose ")
    assert said.endswith(" (places up to 3) or a face-up card.")
    assert "or face up" in pane(state, 0, 80, 30).splitlines()[2]
    assert "or face up" not in pane(state, 0, 80, 30).splitlines()[0], "that turn is over"
    turn_of(state, "green")
    play(state, "green card k-050")
    assert ", places up to 3, acts with " in green()
    assert "or face up" not in pane(state, 0, 80, 30).splitlines()[2]


def test_hints_of_both_are_said_together() -> None:
    state = turn_of(drawn("ship: red 1", power="B180 R93 G50 Y10"), "red")
    display, names = display_of(state.rules), game(4).names()
    assert display.remarks(state, "choose_card", 0, names) == "Legs left: 1 from the Ship."
    said = display.hint(state, "choose_card", 0, names)
    assert said is not None
    assert "Close a region" in said
    assert display.hint(state, "take_caballeros", 0, names) is None


def test_what_is_free_may_come_before_the_choice_and_no_page_denies_it() -> None:
    """EXPANSIONS 0.2: free actions are offered while the choice is asked for, too."""
    state = turn_of(drawn("ship: red 1", power="B180 R93 G10", holder="red"), "red")
    verbs = {state.rules.verb(code) for code in state.legal(0)}
    assert {"card", "sail"} <= verbs
    said = reference(game(3)).about("roles-few").text
    assert "says so before placing and before any special action" in said


def test_its_rules_can_be_looked_up() -> None:
    book = reference(game(4))
    ids = [entry.id for entry in book.entries]
    assert len(set(ids)) == len(ids)
    assert {"king-colonies", "acting-with", "turn-over-stops", "cards-abroad"} <= {*ids}
    assert all(other in ids for entry in book.entries for other in entry.see_also)
    said = {entry.id: entry.text for entry in book.entries}
    assert "two caballeros of each court" in said["setup"]
    assert "2 points" in said["conspiracy"]
    assert "Turn over may be used as a Veto" in said["kept-colonies"]
