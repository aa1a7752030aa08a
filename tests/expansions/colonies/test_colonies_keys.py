"""Free actions at the table: keys of their own, a second question, and a word at the turn's end."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from pathlib import Path

import pytest
from colonies_drawn import drawn, game, why

from drawing import play
from elgrande.app.answering.answering import Answering
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import target_rows
from elgrande.app.panes.courts import rows as courts
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.status import seat_rows as seats
from elgrande.app.panes.text_runs import plain
from elgrande.bots.bot import Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.steward import Steward
from elgrande.bots.terms import terms_of
from elgrande.bots.weights import WEIGHTS
from elgrande.cli.main import main
from elgrande.cli.plain.console import Console, Ended
from elgrande.cli.plain.dialogue import Dialogue
from elgrande.content.expansion import display_of
from elgrande.content.positions.position_format import describe
from elgrande.content.words import answer, explain_score, prompt, say_event, say_score, unused
from elgrande.expansions.colonies.display import BADGE, DISCS, DISPLAY
from elgrande.rules import Generator, Scored, State, score
from elgrande.rules.events import Event
from elgrande.rules.steps.round import begin_program
from elgrande.table import Table, new_game, seated

BOARD = (
    "ship: red-gold 1, red 1 | america: red 1 | mediterranean: black 1, red-wares 1"
    " | captain: blue 1"
)


def begun(board: str = BOARD, card: str = "") -> Table:
    return new_game(game(4, position=describe(drawn(board, card, holder="red"))))


def answering(table: Table) -> Answering:
    chair = seated(table)
    seat = table.state.owing()[0]
    return Answering(chair, Guide(chair.setup, chair.rules, UNICODE), chair.update(seat), seat)


def test_each_sort_of_free_action_is_one_chip_and_stands_before_the_cards() -> None:
    choices = answering(begun()).offer.choices
    keys = [(choice.key, choice.label) for choice in choices[:3]]
    assert keys[0] == ("o", "sail: 5 legs")
    assert keys[1] == ("x", "claim a disc")
    assert keys[2][0] == "z"
    assert [choice.key for choice in choices[3:]] == list("1234567")


def test_its_second_question_tells_them_apart_by_signs_and_back_leads_out() -> None:
    now = answering(begun())
    now.press("o")
    assert now.asks == "Who sails?"
    labels = {choice.label for choice in now.offer.choices}
    assert labels == {
        "● Ship", "●¤ Ship", "● America", "●≡ Mediterranean", "† Mediterranean"
    }  # fmt: skip
    keys = [choice.key for choice in now.offer.choices]
    assert keys == list("12345")
    assert now.back()
    assert now.asks != "Who sails?"


def test_from_the_second_question_a_leg_is_sailed_to_the_map() -> None:
    table = begun()
    now = answering(table)
    now.press("o")
    at = next(one.key for one in now.offer.choices if one.label == "●¤ Ship")
    now.press(at)
    landing = answering(table)
    assert landing.decision.step == "sail_to"
    assert landing.press("9")
    assert table.state.score(0) == 6


def test_the_end_of_a_turn_says_once_what_is_left() -> None:
    table = begun(card="1-02")
    now = answering(table)
    now.reminds = True
    said = now.press("d")
    assert not said
    assert said.refused == unused(now.decision, table.rules)
    assert "sail" in said.refused
    assert now.press("d")


def test_with_no_leg_left_it_speaks_of_placing_alone_and_unasked_of_nothing() -> None:
    for board, reminds in ((BOARD, False), ("aragon: red 1 | court: red 1", True)):
        table = new_game(game(4, position=describe(drawn(board, "1-02", holder="nobody"))))
        now = answering(table)
        now.reminds = reminds
        if reminds:
            assert now.press("d").refused.startswith("You can still place caballeros in this turn.")
        assert now.press("d")


def test_what_is_free_is_said_to_whoever_ends_the_turn() -> None:
    position = describe(drawn("aragon: red 1 | court: red 1", "1-02", holder="red"))
    now = answering(new_game(game(4, position=position)))
    now.reminds = True
    assert "into your court" in now.press("d").refused


def test_the_inquisitors_row_is_shortened_before_it_is_cut() -> None:
    state = drawn("ship: red 3", holder="red")
    guide = Guide(game(4), state.rules, UNICODE)
    for width, said in ((27, "† Black R Gold 4 Wares 4"),
                        (46, "† Black  with Red  supply Gold 4, Wares 4")):  # fmt: skip
        (row,) = plain(courts(state, guide, width, 14)[-1:])
        assert said in row


def test_the_inquisitor_stands_after_the_name_at_whose_court_he_is() -> None:
    state = drawn(holder="blue")
    for glyphs, sign in ((UNICODE, "‡"), (ASCII, "I")):
        guide = Guide(game(4), state.rules, glyphs)
        for width, height in ((27, 13), (48, 13)):
            text = plain(courts(state, guide, width, height))
            assert sum(f"Blue {sign}" in row for row in text) == 1
        assert sum(f"Blue {sign}" in row for row in plain(seats(state, guide, 27))) == 1


def test_the_steward_fills_a_table_without_trying_every_order() -> None:
    crowd = "red 2, blue 2, green 2, yellow 2, black 2"
    board = f"basque: blue 2 | galicia: {crowd}"
    state = drawn(board, "co-01", holder="nobody", table="basque")
    bot, chance, asked = Steward(), Generator.seeded(1), 0
    for line in ("special", "move-table galicia"):
        state.apply(0, state.rules.code(line))
    while state.stack[-1].step == "take_spaces":
        seat = state.owing()[0]
        view = state.view(seat)
        code = bot.choose(Request(view, view.decision(seat), (), 1, chance)).code
        state.apply(seat, code)
        asked += 1
    assert asked > 1


def test_a_disc_is_worth_less_the_farther_it_is_from_home_and_nothing_too_late() -> None:
    worths = {}
    for round_ in (5, 9):
        for place in ("ship", "america"):
            state = drawn(f"{place}: red-gold 1", round_=round_)
            rules = state.rules
            kind, at = rules.kinds.index("red-gold"), rules.place_index[place]
            worths[round_, place] = terms_of(rules).load(state, kind, at)
    assert 6 > worths[5, "ship"] > worths[5, "america"] > 0
    assert worths[9, "ship"] == worths[9, "america"] == 0


@pytest.mark.parametrize("round_", [5, 9])
def test_bots_bring_home_what_they_have_aboard(round_: int) -> None:
    """S0, voyage: it is paid where he lands, so each coast is looked at as where he goes."""
    state = drawn("ship: red-gold 1 | court: red 0", "1-04", round_=round_)
    best = Planner(Outlook(state, 0, WEIGHTS), Generator.seeded(1)).ends(state)[0]
    assert best.path[0] == (0, state.rules.code("sail red-gold ship"))
    assert best.state.score(0) == 6


def test_why_names_those_beside_the_table_and_the_viceroy() -> None:
    board = "basque: blue 2, red 1 | basque-beside: green 2, black 1 | america: red 1"
    state = drawn(f"{board} | viceroy: blue 1", players=4)
    names = game(4).names()
    said = {}
    for name in ("basque", "america"):
        scored = score(state, state.rules.targets.index(name))
        assert Scored.from_plain(json.loads(json.dumps(scored.to_plain()))) == scored
        said[name] = " ".join(one.sentence for one in explain_score(scored, state.rules, names))
    aside = "2 of Green's and a black caballero beside the limit table do not count in the ranking."
    assert aside in said["basque"]
    assert said["america"].endswith(": first, 4 points. Viceroy: Blue gets 5 points.")


def test_the_captain_is_paid_for_his_space_and_not_said_not_to_count() -> None:
    """S0, "Ship": the player with the Captain gets points, the others aboard none."""
    state = drawn("captain: red 1 | ship: red 1, blue 1", players=4)
    scored = score(state, state.rules.targets.index("ship"))
    said = say_score(scored, state.rules, game(4).names())
    assert said.endswith("Red gets 3 (Captain); 1 of Red's and 1 of Blue's do not count.")
    alone = score(drawn("captain: red 1", players=4), scored.target)
    assert alone.aside == ()
    first = score(drawn("captain: red 1", players=4), scored.target, first_only=True)
    assert [each[:2] for each in first.aside] == [(0, 1)], (
        "where first places alone score nobody pays him"
    )


def test_what_a_caballero_carries_stands_behind_whose_it_is_with_names_and_without() -> None:
    state = drawn("ship: red-gold 1 | mediterranean: black-wares 1", "1-04", holder="red")
    said = {answer(code, state.rules, game(4).names()) for code in state.legal(0)}
    bare = {answer(code, state.rules) for code in state.legal(0)}
    assert "sail with Red's caballero with Gold from the Ship" in said
    assert "sail with Red's caballero with Gold from the Ship" in bare, "as bots say it"
    assert any("a black caballero with Wares from" in one for one in bare)
    asked = {answer(c, state.rules, game(4).names(), state.decision(0)) for c in state.legal(0)}
    assert "sail with your caballero with Gold from the Ship" in asked, "it is read by its owner"


def test_a_disc_that_is_lost_says_where_and_who_holds_it_for_nobody_says_why() -> None:
    board = "ship: red-gold 1 | viceroy: green 1 | america: black-gold 1"
    said = _told(drawn(board, "1-04"), "special", "pick red-gold ship", "put castillo")
    assert (
        "The Gold goes back to the supply unpaid: in the Castillo discs are lost, only Spain pays."
    ) in said
    said = _told(drawn(board, "1-04"), "special", "pick black-gold america", "put galicia")
    assert ("The Gold goes back to the supply unpaid, as nobody has the Grand Inquisitor.") in said


def test_wares_that_are_lost_go_back() -> None:
    said = _told(
        drawn("ship: red-wares 1", "1-04"), "special", "pick red-wares ship", "put castillo"
    )
    assert (
        "The Wares go back to the supply unpaid: in the Castillo discs are lost, only Spain pays."
    ) in said


@pytest.mark.parametrize(
    ("place", "called"),
    [
        ("basque-beside", "the Basque Country beside the limit table"),
        ("mediterranean-beside", "the Mediterranean beside the limit table"),
        ("aragon-beside", "Aragon beside the limit table"),
        ("old-castile-beside", "Old Castile beside the limit table"),
    ],
)
def test_a_place_beside_the_table_has_the_article_of_its_region(place: str, called: str) -> None:
    names = game(4).names()
    assert names.the(place) == called
    region = called.removesuffix(" beside the limit table").removeprefix("the ")
    assert names.plain(place) == f"{region} (beside the table)"


def _told(state: State, *commands: str) -> list[str]:
    events: list[Event] = []
    for command in commands:
        state.apply(0, state.rules.code(command), events.append)
    return [say_event(one, state.rules, game(4).names()) for one in events]


class _Keyboard(io.StringIO):
    """Lines that a person types, as far as anybody can tell."""

    def isatty(self) -> bool:
        return True


def test_in_lines_the_end_of_a_turn_says_the_same_once_to_a_person_and_not_to_a_script() -> None:
    for source, reminds, times in (
        (_Keyboard, True, 1), (_Keyboard, False, 0), (io.StringIO, True, 0)
    ):  # fmt: skip
        table = begun(card="1-02")
        left = unused(table.state.decision(0), table.rules)
        sink = io.StringIO()
        lines = Console(source("end\nend\n"[: 4 * (times + 1)]), sink)
        dialogue = Dialogue(seated(table), lines, lambda _tell: (), str, reminds=reminds)
        with suppress(Ended):
            dialogue.play()
        assert left
        assert sink.getvalue().count(left) == times
        assert table.state.actor != 0


def test_in_lines_the_question_says_the_legs_too() -> None:
    sink = io.StringIO()
    dialogue = Dialogue(seated(begun()), Console(io.StringIO(""), sink), lambda _tell: (), str)
    with suppress(Ended):
        dialogue.play()
    said = "2 from the Ship, 1 from America and 2 from the Mediterranean"
    assert f"\nLegs left: {said}.\n" in sink.getvalue()


def test_show_says_the_legs_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--data-dir", str(tmp_path), "show", "colonies-four", "--at", "49"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "Legs left: 1 from America."


def test_a_conspiracy_is_said_with_the_disks_that_it_is_about() -> None:
    state = drawn("castillo: red 2", cells={"conspiracy": True})
    state.stack = [begin_program("general_scoring", -1)]
    state.advance()
    assert state.stack[-1].step == "disks"
    said = display_of(state.rules).remarks(state, "disks", 0, game(4).names())
    assert said == (
        "Your Grande goes there too, unless that region or your home region is closed as the "
        "King's is."
    )


def test_every_sign_on_the_map_is_in_the_help() -> None:
    state = drawn(BOARD, holder="red")
    assert DISPLAY.notes is not None
    notes = [note.text for note in DISPLAY.notes(state, game(4).names())]
    signs = [DISPLAY.signs["black"], BADGE, *DISCS.values()]
    kinds = [note.kind for note in DISPLAY.notes(state, game(4).names())]
    assert state.rules.kinds.index("black") in kinds
    for sign in signs[1:]:
        assert sum(text.startswith(sign.text) for text in notes) == 1
    for words in ("0/10 in a region is the limit table", "spaces for one", "A leg is one stretch"):
        assert any(words in text for text in notes)


def test_a_region_at_sea_is_explained_as_bordering_none() -> None:
    rules = game(4).ruleset()
    view = drawn("captain: red 1", players=4).view(0)
    said = plain(target_rows(view, Guide(game(4), rules, UNICODE), "ship", 200))
    assert said[1].strip() == "It borders no other region."


def test_black_caballeros_are_nobodys_and_called_so_wherever_one_is_moved() -> None:
    state = drawn("aragon: black 2, red 2", "1-06")
    play(state, "red special")
    assert why(state, "red pick black galicia") == "There are no black caballeros in Galicia."
    play(state, "red pick black aragon")
    asked = prompt(state.decision(0), state.rules)
    assert asked == "Red: choose where a black caballero in Aragon goes."
