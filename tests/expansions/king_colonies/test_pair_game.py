"""The game as a whole: refusals, saves, positions, words, what is shown, bots, many games."""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING, Any

import pytest
from laid import score_generally
from pair_drawn import BOTH, acting, drawn, game, taking, turn_of
from pair_held import check, choice
from pair_table import FEW, FEW_FILE, FILE, NEVER, ROWS, table
from pair_table import play as play_at_random
from tallied import Counts

from drawing import choices, play
from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.round import RoundStop, rows, stops
from elgrande.app.panes.text_runs import plain, wrap
from elgrande.app.screens.form import SetupForm
from elgrande.app.settings.bindings import Keys
from elgrande.bots.bot import Request
from elgrande.bots.steward import Steward
from elgrande.cli.main import main
from elgrande.cli.plain.board import sentences
from elgrande.content import expansion as expansions
from elgrande.content.expansion import expansion, expansion_ids
from elgrande.content.files import ContentError
from elgrande.content.positions.position_format import describe, lay_out
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.shown import shown
from elgrande.content.words import Names, answer, prompt, say_event
from elgrande.rules import Generator, State, View
from elgrande.rules.events import Event, from_plain, to_plain
from elgrande.saves import Paths, Store
from elgrande.table import load, new_game, replay
from elgrande.table.saved_game import header

if TYPE_CHECKING:
    from pathlib import Path

PART = "king-colonies"


# -- how it is chosen, and what is refused -------------------------------------------------


def test_nobody_chooses_it_and_whoever_chooses_both_plays_it() -> None:
    assert PART not in expansion_ids()
    setup = game(3)
    assert setup.ruleset().in_play == (*BOTH, PART)
    assert setup.to_plain()["expansions"] == [*BOTH]
    typed = Setup.of(3, seed=1, expansions=BOTH[::-1], house={"cards": 31})
    assert typed == setup


def test_to_name_it_is_answered_with_the_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--no-play", "--expansion", PART]) == 2
    said = capsys.readouterr().err
    assert said == (
        "elgrande: The King & the Colonies cannot be chosen; colonies and intrigue bring it along\n"
    )


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ({"edition": "2023"}, "can only be played with 1996"),
        ({"expansions": (*BOTH, "grandissimo")}, "cannot be combined with Grandissimo"),
        ({"expansions": ("colonies",), "house": {"cards": 31}}, "there is no house rule 'cards'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(others: Any, says: str) -> None:
    with pytest.raises(ContentError, match=f"^[^\n]*{says}[^\n]*$"):
        Setup.of(3, **{"seed": 1, "expansions": BOTH, **others}).start()


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
    said = shown(state.rules).remarks(state, "disks", 0, Names(state.rules))
    assert said == "The Grande goes there too, unless that region or his own is closed."


ASK = "they take minutes: ELGRANDE_ALL_GAMES=1 asks for them"


# -- many games ------------------------------------------------------------------------------


def test_some_random_games_end_and_each_row_of_the_table_came_up() -> None:
    counts = Counts()
    for seed in (1, 6):
        assert play_at_random(seed, counts).over
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:]
    found = {line.split(",")[0]: [int(n) for n in line.split(",")[1:]] for line in lines}
    assert found.keys() == {*ROWS} - {*NEVER}
    assert all(0 not in row for row in found.values())
    assert all(offer >= done >= changed for offer, done, changed in found.values())


@pytest.mark.long
def test_some_hundred_random_games_lead_to_their_table() -> None:
    assert table(FEW) == FEW_FILE.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.skipif("ELGRANDE_ALL_GAMES" not in os.environ, reason=ASK)
def test_two_thousand_random_games_lead_to_the_table() -> None:
    assert table() == FILE.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 5])
def test_stewards_play_it_to_the_end(players: int) -> None:
    house = {"hand": "dealt"} if players == 2 else {}
    state = game(players, 5, short=True, house=house).start()
    bot, chance = Steward(), Generator.seeded(5)
    while not state.over:
        seat = state.owing()[0]
        view = state.view(seat)
        found = bot.choose(Request(view, view.decision(seat), (), 60, chance))
        assert state.is_legal(seat, found.code)
        state.apply(seat, found.code)
        check(state)


# -- saves, positions and words at each new kind of decision -----------------------------------


def one_of_four() -> State:
    return turn_of(drawn("court: red 2", power="B180 R90 G50 Y10"), "red")


def may_stop() -> State:
    state = acting(110, "castillo: red 2", held="co-07 blue")
    play(state, "red special")
    return state


def first_call() -> State:
    state = acting(110, "castillo: red 2 | mediterranean: blue 1", held="co-07 blue", wares=0)
    play(state, "red special, blue use co-07")
    return state


def turning_down() -> State:
    state = drawn("mediterranean: yellow 1", held="co-07 yellow")
    while state.stack[-1].step != "window":
        play(state, choices(state)[0])
    play(state, "yellow use co-07")
    return state


def following() -> State:
    state = acting(80, "aragon: red 2", home="red seville")
    play(state, "red special, grande america, escort red aragon")
    return state


def half_bridge() -> State:
    state = acting(63)
    play(state, "red special, bridge france")
    return state


def acting_abroad() -> State:
    return taking("gi-01", "court: red 3 | ship: red 1", holder="red", king="seville")


KINDS = {
    "choose_card": one_of_four, "window": may_stop, "claim_discs": first_call,
    "turn_down": turning_down, "follow_grande": following, "bridge": half_bridge,
    "act": acting_abroad,
}  # fmt: skip


@pytest.mark.parametrize("step", KINDS)
def test_every_new_kind_of_decision_is_said_and_comes_back(step: str) -> None:
    state = KINDS[step]()
    assert state.stack[-1].step == step
    names = Names.of(game(state.rules.n_seats))
    for seat in state.owing():
        decision = state.decision(seat)
        assert prompt(decision, state.rules, names).endswith(".")
        labels = [answer(code, state.rules, names, decision) for code in decision.codes]
        assert all(labels)
        assert len(set(labels)) == len(labels)
    told = json.loads(json.dumps(describe(state)))
    assert lay_out(state.rules, told, seed=1) == state


@pytest.mark.parametrize("step", KINDS)
def test_a_save_at_each_of_them_loads_replays_and_undoes(step: str, tmp_path: Path) -> None:
    state = KINDS[step]()
    setup = game(state.rules.n_seats, position=describe(state), house={"undo": "free"})
    store = Store(Paths(tmp_path))
    save = store.create("game", setup.ruleset().version, header(setup))
    played = new_game(setup, save)
    assert played.state.stack == state.stack
    seat = played.state.owing()[0]
    played.send(seat, [played.rules.text(played.state.legal(seat)[0])])
    played.undo([seat])
    assert played.state.stack == state.stack
    played.redo([seat])
    after = played.state.copy()
    played.close()
    resumed = load(store.open("game"), "game", None)
    assert resumed.state == after
    assert replay(store.read("game"), "game").state == after


def test_a_game_is_cut_everywhere_and_resumed(tmp_path: Path) -> None:
    store = Store(Paths(tmp_path))
    setup = game(2, 4, short=True, house={"hand": "dealt"})
    rng = random.Random(4)
    save = store.create("game", setup.ruleset().version, header(setup))
    played = new_game(setup, save)
    while not played.over:
        for _ in range(40):
            if not played.over:
                seat, code = choice(played.state, rng)
                played.send(seat, [played.rules.text(code)])
        played.close()
        save = store.open("game")
        resumed = load(save, "game", save)
        assert resumed.state == played.state
        played = resumed
    played.close()


def test_the_save_carries_what_the_card_says_in_this_game() -> None:
    deck = game(3).played_deck()
    (card,) = [info for info in deck.cards if info.card.id == "co-07"]
    assert "as a Veto does" in card.text
    alone = Setup.of(3, seed=1, expansions=("colonies",)).played_deck()
    assert "Veto" not in next(info.text for info in alone.cards if info.card.id == "co-07")


@pytest.mark.parametrize("seed", [3, pytest.param(10, marks=pytest.mark.long)])
def test_every_event_has_words_and_goes_through_json(seed: int) -> None:
    state = game(2 + seed % 4, seed, short=True, house={"hand": "dealt"}).start()
    names = Names.of(game(state.rules.n_seats))
    rng = random.Random(seed)
    while not state.over:
        heard: list[Event] = []
        state.apply(*choice(state, rng), heard.append)
        for event in heard:
            assert from_plain(json.loads(json.dumps(to_plain(event)))) == event
            said = say_event(event, state.rules, names)
            assert said == "" or said.endswith((".", ")", "!"))


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
    play(state, "red card gi-01, end")
    row = pane(state, 0, 44, 30).splitlines()[1]
    assert "93" in row
    assert row.split()[-2:] == ["Grand", "Inquisitor"] or "Grand" in row
    assert " 3 " in row


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
    said = "\n".join(sentences(seen(state, 0), Names.of(game(5))))
    for part in (
        "Red: played 93, places up to 3, acts with Grand Inquisitor.",
        "The Grand Inquisitor is at Green's court",
        "Gold: 1 in America",
    ):
        assert part in said, said


def test_hints_of_both_are_said_together() -> None:
    state = turn_of(drawn("ship: red 1", power="B180 R93 G50 Y10"), "red")
    display, names = shown(state.rules), Names.of(game(4))
    assert display.remarks(state, "choose_card", 0, names).startswith("Legs left: 1.")
    said = display.hint(state, "choose_card", 0, names)
    assert said is not None
    assert "Close a region" in said
    assert display.hint(state, "take_caballeros", 0, names) is None


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
