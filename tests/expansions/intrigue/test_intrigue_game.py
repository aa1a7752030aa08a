"""The game as a whole: options, refusals, hands, saves, positions, decks, bots, words."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from card_table import begun
from hands_drawn import DECISIONS, EVERY, SMALL, drawn, game, setup_of
from laid import turn_of

from drawing import FIRST, answer_next, at, choices, held, play
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs import explain
from elgrande.app.dialogs.explain import ExplainScreen, OpenDecision
from elgrande.app.panes import courts, round_pane
from elgrande.app.panes.courts import hands
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.power_cards import grid_rows
from elgrande.app.panes.text_runs import plain, spans
from elgrande.cli.plain import queries
from elgrande.content import story as stories
from elgrande.content import turn_facts
from elgrande.content.deck import Deck, survey
from elgrande.content.edition import edition
from elgrande.content.expansion import display_of
from elgrande.content.files import ContentError
from elgrande.content.own_decks import examine, to_toml
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, why_not
from elgrande.expansions.intrigue import edit
from elgrande.expansions.intrigue.cards import CARDS, caballero_cards
from elgrande.expansions.intrigue.display import DISPLAY
from elgrande.rules import Card, SpecError, State
from elgrande.rules.events import CardsCleared, CardsTurned, Event
from elgrande.table import new_game, seated


def random_answer(state: State, rng: random.Random) -> tuple[int, int]:
    seat = rng.choice(state.owing())
    codes = state.legal(seat)
    return seat, rng.choice([c for c in codes if state.rules.verb(c) != "leave"] or codes)


# -- options and refusals ------------------------------------------------------------


@pytest.mark.parametrize("cards", [18, 31])
@pytest.mark.parametrize("hand", ["chosen", "dealt"])
def test_thirteen_cards_of_so_many(cards: int, hand: str) -> None:
    state = game(2, cards=cards, hand=hand)
    rng = random.Random(1)
    asked = set()
    while state.stack[-1].step != "power":
        asked.add(state.stack[-1].step)
        state.apply(*random_answer(state, rng))
    assert ("choose_hand" in asked) is (hand == "chosen")
    for seat in (0, 1):
        assert len(state.hand(seat)) == 13
        assert set(state.hand(seat)) <= set(SMALL if cards == 18 else EVERY)
    view = state.view(0)
    assert not view.hand(1), "what the other kept is a secret"


def test_six_rounds_and_nine() -> None:
    assert setup_of(5, short=True).ruleset().rounds == (2, 3, 5, 6, 8, 9)
    assert len(setup_of(5).ruleset().rounds) == 9


def test_what_is_laid_out_comes_in_the_story_before_the_first_round() -> None:
    setup = setup_of(3, house={"hand": "dealt"}, short=True)
    state = setup.start()
    heard: list[tuple[int, Event]] = []
    while not all(map(state.power, range(3))):
        seat = state.owing()[0]
        state.apply(seat, state.legal(seat)[0], lambda event: heard.append((0, event)))
    told = stories.passages(state.rules, heard, state.round)
    said = [*turn_facts.lines(stories.in_round(told, (2,)), setup.names())]
    disks, cards = said.index("Before round 2."), said.index("Round 2.")
    assert any("disks are revealed" in line for line in said[disks:cards])
    assert any("plays action card" in line for line in said[cards:])
    assert not stories.in_round(told, (3,))


def test_nothing_is_told_of_stacks_that_are_not_there() -> None:
    state = drawn(power="R130 B40 G10")
    heard: list[Event] = []
    rng = random.Random(1)
    while state.round < 3 and not state.over:
        state.apply(*random_answer(state, rng), heard.append)
    assert not [event for event in heard if isinstance(event, (CardsTurned, CardsCleared))]


def test_the_base_games_cards_are_in_the_box() -> None:
    rules = setup_of().ruleset()
    assert rules.stacks == ()
    assert {card.id for card in rules.cards} == {info.card.id for info in CARDS}
    base = Setup.of(4, seed=1).ruleset()
    assert len(base.stacks) == 5


# -- many games ----------------------------------------------------------------------


# -- saves and positions at each new kind of decision ----------------------------------


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ({"bridge-from": "galicia"}, "a bridge joins two regions"),
        ({"bridge-from": "galicia", "bridge-to": "basque"}, "needs no bridge"),
        ({"quarantined": "aragon"}, "no mobile scoreboard is on aragon"),
        ({"placing-card": "k-015"}, "cells.placing-card': it counts within a turn alone"),
        ({"quarantined": "castillo"}, "quarantined"),
    ],
)
def test_a_position_that_cannot_be_is_refused(cells: dict[str, Any], says: str) -> None:
    with pytest.raises(ContentError, match=says):
        drawn(power="R180 B90 G10", cells=cells)


# -- decks of one's own ----------------------------------------------------------------


def own_deck(**cards: dict[str, Any]) -> Deck:
    """A deck that changes some cards, by their ids."""
    known = {info.card.id: info for info in CARDS}
    infos = []
    for name, fields in cards.items():
        info = known[name.replace("_", "-")]
        infos.append(replace(info, card=replace(info.card, **fields)))
    return Deck("mine", tuple(infos))


def test_a_decks_card_takes_the_place_of_the_one_with_its_id() -> None:
    deck = own_deck(k_110={"brings": 9}, k_140={"effect": "court", "params": {"number": 7}})
    setup = setup_of(3, deck=deck)
    rules = setup.ruleset()
    assert len(rules.cards) == len(CARDS)
    assert rules.power_numbers[110] == 9
    assert rules.cards[rules.card_index["k-140"]].effect == "court"
    carried = setup_of(3, deck=setup.played_deck()).ruleset()
    assert carried.power_numbers == rules.power_numbers
    assert carried.deck_digest == rules.deck_digest != setup_of(3).ruleset().deck_digest


def test_the_caballero_cards_can_be_changed_but_there_is_one_for_each() -> None:
    deck = own_deck(k_place_5={"params": {"players": [3, 5]}},
                    k_place_3={"params": {"players": [4, 5]}})  # fmt: skip
    for players, numbers in ((4, [4, 3, 2, 1]), (5, [5, 4, 3, 2, 1])):
        rules = setup_of(players, deck=deck).ruleset()
        assert [rules.cards[at].caballeros for at in caballero_cards(rules)] == numbers
    with pytest.raises(ContentError, match="2 caballero cards are for 3 players"):
        setup_of(3, deck=deck).ruleset()


@pytest.mark.parametrize(
    ("card", "fields", "says"),
    [
        ("k_010", {"params": {"role": "queen"}}, "write one of king, intrigue here"),
        ("k_075", {"params": {"options": ["k-040"]}}, "name one card here"),
        ("k_110", {"value": 120}, "k-120 has the value 120 too|k-110 has the value 120 too"),
        ("k_110", {"stack": 3}, "a card with a value is in hands"),
        ("k_place_1", {"params": {"players": "all"}}, "write a list of numbers of players"),
    ],
)
def test_a_fault_of_a_card_is_named(card: str, fields: dict[str, Any], says: str) -> None:
    with pytest.raises(ContentError, match=says):
        setup_of(3, deck=own_deck(**{card: fields})).ruleset()


def test_the_deck_is_written_to_a_file_read_again_and_found_to_fit(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = to_toml(Deck("Mine", CARDS))
    assert "#   throw_in " in text
    file.write_text(text, encoding="utf-8")
    deck, faults = survey(file)
    assert not faults
    assert deck.cards == CARDS
    assert examine(file, ("1996",), ("intrigue",)).fits
    file.write_text(text.replace('role = "king"', 'role = "queen"'), encoding="utf-8")
    (fault,) = examine(file, ("1996",), ("intrigue",)).faults
    assert "'k-180', field 'role'" in fault


def test_a_card_outside_the_first_games_is_checked_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = to_toml(Deck("Mine", CARDS)).replace('options = ["k-late"]', 'options = ["k-early"]')
    file.write_text(text, encoding="utf-8")
    assert examine(file, ("1996",), ("intrigue",)).faults


def test_any_card_of_no_choice_can_be_kept_for_later_the_first_one_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for card in (CARDS[0].card.id, "k-late"):
        text = to_toml(Deck("Mine", CARDS)).replace('options = ["k-late"]', f'options = ["{card}"]')
        file.write_text(text, encoding="utf-8")
        assert not examine(file, ("1996",), ("intrigue",)).faults


# -- what is shown ---------------------------------------------------------------------


def names_of(state: State) -> GameNames:
    return setup_of(state.rules.n_seats).names()


def test_the_plain_board_says_everything_that_is_open() -> None:
    state = drawn(
        "aragon: R1", power="R130 B40 G180 Y10", scoreboards="840 seville",
        cells={"bridge-from": "galicia", "bridge-to": "valencia", "quarantined": "seville",
               "grandes-conspire": True},
    )  # fmt: skip
    assert DISPLAY.sentences is not None
    said = "\n".join(DISPLAY.sentences(state, names_of(state)))
    for part in (
        "Green: played 180, places up to 5, acts with King.",
        "Red: played 130, places up to 4, acts with The court.",
        "Yellow has played 63 and 10; 11 cards are left in hand.",
        "A bridge joins Galicia and Valencia",
        "Quarantine: Seville is closed",
        "Conspiracy: in the next general scoring",
    ):
        assert part in said


def test_who_has_chosen_a_hand_is_shown_with_it_while_others_choose() -> None:
    """S0: each chooses 13 of the cards in secret, and who has is no secret."""
    setup = Setup.of(2, seed=1, expansions=("intrigue",))
    state = setup.start()
    while state.decision().step != "choose_hand":
        answer_next(state, FIRST)
    guide = Guide(setup, state.rules, UNICODE)

    def shown(seat: int | None) -> list[str]:
        view, names = state.view(seat), names_of(state)
        hands = [line for line in plain(courts.rows(view, guide, 60, 12)) if "hand " in line]
        told = [line.partition("hand ")[2].strip() for line in hands]
        assert DISPLAY.sentences is not None
        said = [line for line in DISPLAY.sentences(view, names) if line.startswith("Red ")]
        grid = plain(grid_rows(view, guide, 160))
        assert all(row.rstrip().endswith(hand) for hand, row in zip(told, grid, strict=True))
        return [told[0], *said]

    before = "Red will have 13 of these 18 action cards in hand."
    for seat in (0, 1, None):
        assert shown(seat) == ["to be chosen", before]
    keeps = ", ".join(f"keep {value}" for value in range(10, 140, 10))
    play(state, f"red {keeps}, done")
    after = "Red has chosen 13 of these 18 action cards"
    mine = f"{after}: 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120 and 130."
    assert shown(0) == ["10-130", mine]
    for seat in (1, None):
        assert shown(seat) == ["13 chosen", f"{after}."]
    assert round_pane.own_hand(state.view(0)) == tuple(range(10, 140, 10))
    assert round_pane.own_hand(state.view(1)) == ()


def test_a_turn_that_is_over_is_not_said_to_choose_still() -> None:
    """S0, "Special rules for 2 or 3 players": the role or the own card, and then it is done."""
    state = drawn("aragon: R1", power="R150 B90 G13", court="R1 B1 G1")

    def red() -> str:
        assert DISPLAY.sentences is not None
        said = DISPLAY.sentences(state, names_of(state))
        return next(one for one in said if one.startswith("Red: played"))

    own = setup_of(3).names().title(state.rules.card_index["k-150"])
    turn_of(state, "red")
    assert red() == f"Red: played 150, places up to 5, acts with King or {own}."
    play(state, "red card k-150")
    assert red() == f"Red: played 150, places up to 5, acts with {own}."
    play(state, "red special, score aragon, end")
    assert red() == "Red: played 150, acts with Any place, done."


def test_before_the_thirteen_are_there_the_plain_board_does_not_count_them_as_held() -> None:
    state = game(3, cards=18)
    assert DISPLAY.sentences is not None
    said = [*DISPLAY.sentences(state, names_of(state))]
    assert "Red will have 13 of these 18 action cards in hand." in said
    assert not any("left in hand" in one for one in said)


def test_the_help_lists_every_card_that_a_hand_may_hold() -> None:
    state = game(3, cards=18)
    assert DISPLAY.notes is not None
    notes = [note.text for note in DISPLAY.notes(state, setup_of(3, house={"cards": 18}).names())]
    assert len(notes) == 18
    assert notes[0].startswith("10 Schemer (brings 6, required): Carry out")


def test_hints_say_what_the_cards_do() -> None:
    state = turn_of(drawn(power="R150 B90 G13", court="R1"), "red")
    hint = DISPLAY.hints["choose_card"](state, 0, names_of(state))
    assert "move the King to any region" in hint
    assert "Score one region" in hint
    asked = DECISIONS["disks"]()
    assert "Your Grande" in display_of(asked.rules).remarks(asked, "disks", 0, names_of(state))


def test_the_line_dialogue_reads_the_cards_of_the_own_hand_and_of_the_table() -> None:
    state = drawn(power="B180 R110 G10", seats="RBGY", keep="Y40", starter="red")
    table_ = new_game(setup_of(4, position=describe(state)))
    chair = seated(table_)
    mine, others = (
        "\n".join(queries.cards(chair.update(seat), table_.names, table_.setup))
        for seat in (3, None)
    )
    assert "Veto: value 40, brings 5 caballeros" in mine
    assert "Score Castillo (Castillo opened): value 110" in mine
    assert "Veto" not in others
    assert "Score Castillo (Castillo opened): value 110" in others
    assert "k-" not in mine, "an id is nothing that a player knows"


def test_the_line_dialogue_tells_a_card_in_hand_whose_value_another_has_just_played() -> None:
    """S0: all have the same cards, and nobody may play a value that lies there already."""
    state = drawn(power="R180 B110", seats="RBGY", keep="Y110", starter="red")
    table_ = new_game(setup_of(4, position=describe(state)))
    told = [*queries.cards(seated(table_).update(3), table_.names, table_.setup)]
    heads = [line for line in told if ": value 110" in line]
    assert len(heads) == 1
    assert heads[0].endswith(", played by Blue, and in your hand")


@pytest.mark.parametrize("players", [2, 5])
def test_its_rules_can_be_looked_up(players: int) -> None:
    book = reference(setup_of(players))
    ids = {entry.id for entry in book.entries}
    assert {"intrigue", "own-hand", "roles", "caballero-cards", "required-action"} <= ids
    assert all(other in ids for entry in book.entries for other in entry.see_also)
    said = " ".join(e.text for e in book.entries if e.chapter in ("A round", "A turn"))
    assert "stack" not in said
    shown = book.card("k-180")
    assert shown is not None
    assert "Its value is 180" in shown.text
    assert "whose action it is and that it brings nobody." in shown.text


def test_a_held_veto_and_the_hands_are_described_for_the_others_without_secrets() -> None:
    state = DECISIONS["window"]()
    assert held(state) == "k-040 yellow until 2"
    told = json.dumps(describe(state.view(0)))
    mine = describe(state)["seat"][1]["hand"]
    assert json.dumps(mine) not in told
    assert choices(state, "yellow") == ["yellow veto", "yellow let", "yellow let-all"]
    assert at(state, "castillo") == "B1"


def test_a_number_of_the_kept_cards_is_a_value_and_nothing_that_they_bring() -> None:
    """10 Schemer brings 6: whoever leaves a 6 means no Schemer."""
    state = DECISIONS["choose_hand"]()
    said = why_not(state, state.owing()[0], "leave 6", names_of(state))
    assert "not kept the 10" not in said


def test_the_games_of_the_table_vary() -> None:
    met = {(begun(seed).rules.n_seats, begun(seed).rules.rounds) for seed in range(0, 96, 5)}
    assert len(met) == 8


def test_too_few_cards_for_a_hand_are_said_in_a_sentence() -> None:
    """Of a deck of one's own whose values are no multiples of ten, cards=18 leaves none."""
    spec = edition("1996").spec(("red", "blue"), False, {"cards": 18})
    spec.cards = [Card(f"own-{n}", 0, 1, "veto", value=n) for n in range(1, 40) if n % 10]
    with pytest.raises(SpecError, match=r"a hand keeps 13 cards.*there are 0; .*cards=31"):
        edit(spec)


def test_a_long_hand_is_shown_whole_beside_a_small_map() -> None:
    state = drawn(power="R130 B110 Y10")
    view = state.view(0)
    guide = Guide(setup_of(3), state.rules, UNICODE)
    shown = [text.strip() for text in plain(hands(view, guide, 27, 14))]
    own = spans(view.hand(0), state.rules.power_values)
    assert len(own) > 27, "one row would cut it"
    assert own in " ".join(shown)
    cut = [text for text in plain(hands(view, guide, 27, 6)) if UNICODE.more in text]
    assert len(cut) == 1, "where there are two rows a player and no more, it ends with a sign"


def test_only_values_in_even_steps_are_drawn_together_in_words() -> None:
    """Of 31 uneven values nobody knows which are between 23 and 40."""
    state = DECISIONS["choose_hand"]()
    own = [
        line
        for line in queries.sentences(state.view(0), names_of(state))
        if line.startswith("Red: ")
    ]
    assert own[0].endswith("; action cards 10 to 180.")
    hand = "23 25 30 35 40 70 80 90 120 140 150 160"
    hands = " | ".join(f"{letter}: {hand}" for letter in "RBY")
    state = drawn(power="R130 B110 Y10", hand_=hands)
    own = [
        line
        for line in queries.sentences(state.view(0), names_of(state))
        if line.startswith("Red: ")
    ]
    cards = "23, 25, 30, 35, 40, 70, 80, 90, 120, 140, 150 and 160"
    assert own[0].endswith(f"; action cards {cards}.")


def test_the_help_has_question_and_signs_before_all_the_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = DECISIONS["choose_hand"]()
    setup = setup_of()
    view, rules = state.view(0), state.rules
    monkeypatch.setattr(ExplainScreen, "keys", None)
    monkeypatch.setattr(explain, "key_rows", lambda *_: [])
    asked = OpenDecision("Keep cards.", view.decision(0), 0)
    page = plain(ExplainScreen(view, Guide(setup, rules, UNICODE), asked).rows(80))
    heads = [next(at for at, row in enumerate(page) if said in row)
             for said in ("The question", "Signs", "10 Schemer")]  # fmt: skip
    assert heads == sorted(heads)


@pytest.mark.parametrize("red", [{"hand": [10]}, {"hand": [1]}])
def test_a_position_that_is_refused_calls_the_cards_as_the_game_does(red: dict[str, Any]) -> None:
    rules = Setup.of(3, seed=1, expansions=("intrigue",)).ruleset()
    seats = [{"colour": colour} for colour in rules.colours]
    seats[0] |= red
    with pytest.raises(ContentError, match=" action card") as refused:
        lay_out(rules, {"king": "aragon", "round": 3, "seat": seats}, seed=1)
    assert "power card" not in str(refused.value)
