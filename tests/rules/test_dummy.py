"""The dummy of a 2-player game, step by step (S2 "2-player game"; FACTS 9.2, 1 to 9).

Red and blue play; green is the dummy's colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from drawing import (
    COLOURS,
    at,
    choices,
    courts,
    face_up,
    of_kind,
    paid,
    passes,
    play,
    refuses,
    rules_for,
    scores,
    stands,
    table,
    waits_for,
    words,
)
from elgrande.content.setup import Player, Setup
from elgrande.content.story import opening
from elgrande.content.words import say_event
from elgrande.expansions.dummy.steps import DummyPower, DummyTook, RegionsDrawn
from elgrande.rules import Generator, State
from elgrande.rules.events import Event, GameEnded, GeneralScoring, Moved, RoundBegan, TurnBegan

GREEN = 2
"""The dummy's kind."""


def drawn(board: str = "", **more: Any) -> State:
    """Draw a position of two players with the dummy's caballeros."""
    return table(board, edition="2023", seats="RB", **more)


def at_random(seed: int, **more: Any) -> Iterator[tuple[State, list[Event]]]:
    """Play a game of two at random; give each position with what the last answer caused."""
    state = Setup.of(2, seed, edition="2023", **more).start()
    chance = Generator.seeded(seed, 5)
    while not state.over:
        events: list[Event] = []
        seat = chance.choice(state.owing())
        state.apply(seat, chance.choice(state.legal(seat)), events.append)
        yield state, events


def next_round(state: State, red: str = "1-07", blue: str = "3-01") -> list[Event]:
    """Let red and blue take these cards and do nothing, and the next round begin."""
    return [*passes(state, "red", red), *passes(state, "blue", blue)]


# -- 1: what it has ---------------------------------------------------------


def test_thirty_caballeros_and_no_seat() -> None:
    """Step 1: they lie beside the board; it has no Grande, no court, no points, no hand."""
    state = Setup.of(2, 1, edition="2023").start()
    rules = state.rules
    assert rules.kinds == ("red", "blue", "green")
    assert rules.colours == ("red", "blue")
    there = sum(state.count(GREEN, place) for place in rules.board_places)
    assert there + state.count(GREEN, rules.provinces) == 30
    assert state.count(GREEN, rules.court) == state.count(GREEN, rules.castillo) == 0
    assert there <= 4, "none at the set-up, at most four in round 1"


@pytest.mark.parametrize(("seats", "dummy"), [("RB", "green"), ("BG", "red"), ("RW", "blue")])
def test_its_colour_is_one_that_nobody_plays(seats: str, dummy: str) -> None:
    """S2: a third colour is chosen; ours is the first that is free."""
    players = tuple(Player(COLOURS[letter], COLOURS[letter].title()) for letter in seats)
    assert Setup(players, 1, edition="2023").ruleset().kinds[2] == dummy


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_else_has_one(players: int) -> None:
    """S2: it belongs to the game of two, and to that of 2023."""
    assert not Setup.of(players, 1, edition="2023").ruleset().unplayed
    assert not rules_for(2).unplayed


# -- 2 and 3: where its caballeros come to stand ------------------------------


def test_two_regions_a_round_and_two_caballeros_in_each() -> None:
    """Step 3: at the start of each round, as long as the King stands in neither."""
    state = drawn(king="granada", turn="", seed=1)
    at_first = {place: at(state, place) for place in state.rules.regions if at(state, place)}
    drawn_now = {place for place in at_first if at_first[place] == "G2"}
    assert set(at_first) == drawn_now
    assert len(drawn_now) + (state.cell("dummy-drawn") >> 7 & 1) == 2


def test_the_kings_region_gets_nobody() -> None:
    """Step 3: a card with the King's region is drawn and places nothing."""
    state = drawn("aragon: G1", king="aragon", cells={"dummy-drawn": [
        "galicia", "basque", "catalonia", "old-castile", "new-castile", "seville", "granada",
    ]}, round=9)  # fmt: skip
    assert at(state, "aragon") == "G1", "drawn only when a round begins"
    state = table(
        "aragon: G1", edition="2023", seats="RB", king="aragon", turn="", round=9,
        cells={"dummy-drawn": [
            "galicia", "basque", "catalonia", "old-castile", "new-castile", "seville", "granada",
        ]},
    )  # fmt: skip
    stands(state, "aragon: G1 | valencia: G2")


def test_no_card_is_drawn_when_all_are_on_the_board() -> None:
    """Step 3: with all 30 there the pile is left alone."""
    state = drawn("aragon: G15 | seville: G14 | castillo: G1", king="granada", turn="", round=5)
    assert state.cell("dummy-drawn") == 0
    stands(state, "aragon: G15 | seville: G14")


def test_with_one_left_one_is_placed() -> None:
    """Step 3, C: one is set where two should be; the second region then gets nobody."""
    rest = ["galicia", "basque", "catalonia", "old-castile", "new-castile", "aragon"]
    found = set()
    for seed in range(12):
        state = drawn(
            "aragon: G29", king="granada", turn="", round=9, cells={"dummy-drawn": rest}, seed=seed
        )
        found.add((at(state, "seville"), at(state, "valencia")))
    assert found == {("G1", ""), ("", "G1")}
    state = drawn("aragon: G29", king="granada", round=7)
    (event,) = of_kind(next_round(state), RegionsDrawn)
    assert say_event(event, state.rules).endswith(" only 1 is left to be placed.")


def test_within_three_rounds_no_region_is_drawn_twice() -> None:
    """Steps 2 and 3: the cards lie on a discard pile until a general scoring."""
    for seed in range(5):
        met: set[int] = set()
        rounds = []
        for state, events in at_random(seed):
            for event in events:
                if isinstance(event, GeneralScoring):
                    met = set()
                if isinstance(event, RegionsDrawn):
                    assert len(set(event.regions)) == 2
                    assert not met & set(event.regions)
                    met |= set(event.regions)
                    rounds.append(state.round)
        assert rounds == list(range(2, 2 + len(rounds))), "round 1's were drawn at the start"
        assert len(rounds) > 6, "in the last rounds all may be on the board"


def test_after_a_general_scoring_all_nine_are_shuffled() -> None:
    """Step 3: whatever was drawn may come again at once."""
    drawn_before = ["galicia", "basque", "aragon", "catalonia", "old-castile", "new-castile"]
    again = set()
    for seed in range(8):
        state = drawn(king="granada", cells={"dummy-drawn": drawn_before}, round=3, seed=seed)
        (event,) = of_kind(next_round(state), RegionsDrawn)
        again |= {state.rules.regions[region] for region in event.regions}
        assert state.cell("dummy-drawn").bit_count() == 2
    assert again & set(drawn_before)
    assert len(again) > 5
    state = drawn(king="granada", cells={"dummy-drawn": drawn_before[:2]}, round=4)
    next_round(state)
    assert state.cell("dummy-drawn").bit_count() == 4, "not after another round"


def test_what_it_did_before_the_first_answer_is_told_with_how_the_game_was_laid_out() -> None:
    setup = Setup.of(2, 6, edition="2023")
    said = opening(setup.start(), setup.names())
    assert said.endswith(
        "Red is first player. Cataluña and Castilla are drawn for the dummy (Green); "
        "Castilla is the King's region, so nothing is placed there. "
        "2 dummy caballeros are placed in Cataluña. "
        "The dummy reveals power card 1; nobody may play the 1 this round."
    )
    assert opening(drawn(), setup.names()).endswith("first player."), "that was laid out"


# -- 4: its power card -------------------------------------------------------


def test_its_power_card_lies_open_before_anybody_plays() -> None:
    """Step 4: turned up first; the holder of the marker then begins, and nobody may match it."""
    state = drawn(turn="", starter="blue")
    power = state.cell("dummy-power")
    assert 1 <= power <= 13
    assert waits_for(state) == "blue"
    refuses(state, f"blue power {power}")
    assert len(words(state, "blue power")) == 12
    other = next(iter(words(state, "blue power")))
    play(state, f"blue power {other}")
    refuses(state, f"red power {power}", f"red power {other}")
    assert len(words(state, "red power")) == 11


def test_nine_rounds_take_nine_different_power_cards() -> None:
    """Steps 4, 6 and 9: each is discarded at the end of its round, and thirteen last for nine."""
    for seed in range(5):
        game = at_random(seed)
        state, _ = next(game)
        values = [state.cell("dummy-power")]
        for state, events in game:
            for event in of_kind(events, DummyPower):
                values.append(event.value)
                assert say_event(event, state.rules) == (
                    f"The dummy reveals power card {event.value}; "
                    f"nobody may play the {event.value} this round."
                )
        assert len(values) == 9
        assert len(set(values)) == 9


@pytest.mark.parametrize(
    ("power", "before"),
    [(13, 0), (7, 1), (2, 2)],
    ids=["before both", "between them", "after both"],
)
def test_its_power_card_says_when_it_acts(power: int, before: int) -> None:
    """Step 4: it acts in its place among the turns."""
    state = drawn(power="R9 B5", cells={"dummy-power": power})
    told: list[Event] = []
    taken = "5-01" not in face_up(state)
    assert taken == (before == 0)
    told += passes(state, "red", "1-07")
    assert ("5-01" not in face_up(state)) == (before <= 1)
    told += passes(state, "blue", "2-04" if "2-04" in face_up(state) else "3-01")
    order = [
        "dummy" if isinstance(event, DummyTook) else state.rules.colours[event.seat]
        for event in told
        if isinstance(event, (DummyTook, TurnBegan))
    ]
    # Red's turn began when the position was laid out, and so did a dummy's that comes first.
    assert order == [["blue"], ["dummy", "blue"], ["blue", "dummy"]][before]


# -- 5: what it takes --------------------------------------------------------


@pytest.mark.parametrize(("taken", "left"), [("1-07", "2-04 4-04"), ("5-01", "1-07 2-04")])
def test_it_takes_the_card_with_the_most_caballeros_that_is_left(taken: str, left: str) -> None:
    """Step 5: the King's card if red has left it, else that of stack 4; it does nothing."""
    state = drawn("aragon: G3", power="R9 B5", cells={"dummy-power": 7}, face="2-04", court="B5")
    before = {place: at(state, place) for place in state.rules.regions}
    passes(state, "red", taken)
    assert face_up(state) == left
    assert {place: at(state, place) for place in state.rules.regions} == before
    play(state, "blue take 0")
    assert words(state, "blue card") == set(left.split())
    assert courts(state) == "R0 B5"


def test_its_card_goes_to_the_discard_pile_at_once() -> None:
    """Step 5: a card of a stack is gone for good."""
    state = drawn(power="R9 B5", cells={"dummy-power": 7}, decks="4-01")
    passes(state, "red", "5-01")
    passes(state, "blue", "1-07")
    assert face_up(state).split()[2] == "4-01"
    gone = state.board[state.rules.at_seen] >> state.rules.card_index["4-04"]
    assert gone & 1


def test_the_kings_card_that_it_took_returns_next_round() -> None:
    """Step 5: it is turned face down like a used one."""
    state = drawn(power="R9 B5", cells={"dummy-power": 13})
    assert "5-01" not in face_up(state)
    next_round(state, "1-07", "3-01")
    assert state.round == 2
    assert "5-01" in face_up(state)


def test_two_of_the_merged_stack_are_never_compared() -> None:
    """Step 5, C: four stacks of one, two or three, four and five: no two cards are equal."""
    for seed in range(3):
        for state, _ in at_random(seed):
            numbers = [state.rules.cards[slot.card].caballeros for slot in state.slots
                       if slot.card >= 0]  # fmt: skip
            assert len(set(numbers)) == len(numbers)


# -- 6: the first-player marker ----------------------------------------------


@pytest.mark.parametrize("power", [1, 7, 13])
def test_it_never_gets_the_marker(power: int) -> None:
    """Step 6: the player with the lower card of the two does, were the dummy's lower still."""
    state = drawn(power="R9 B5", cells={"dummy-power": power}, starter="red")
    passes(state, "red", "1-07")
    (began,) = of_kind(passes(state, "blue", face_up(state).split()[0]), RoundBegan)
    assert began.starter == 1
    assert waits_for(state) == "blue"


# -- 7: cards and the dummy ---------------------------------------------------


def test_its_caballeros_are_moved_like_an_opponents() -> None:
    """Step 7: by the normal rules: into the Castillo too, and not the King's region."""
    state = drawn("aragon: G3 R1 | galicia: G2", king="galicia", card="1-05")
    play(state, "red special")
    assert words(state, "red pick") == {"green aragon"}, "1-05 moves opposing ones"
    play(state, "red pick green aragon, put castillo, pick green aragon, put seville, done")
    assert at(state, "castillo") == at(state, "seville") == "G1"
    assert at(state, "aragon") == "R1 G1"


def test_own_and_opposing_are_counted_apart() -> None:
    """Step 7: Intrigue moves two own and two opposing, the dummy's among these."""
    state = drawn("aragon: G3 B3 R3", king="galicia", card="1-07")
    play(state, "red special, pick green aragon, put seville, pick blue aragon, put seville")
    assert words(state, "red pick") == {"red aragon"}


def test_its_caballeros_are_sent_back_like_an_opponents() -> None:
    """Steps 7 and 9: one of every colour; they rejoin its supply and can be drawn for again."""
    state = drawn("aragon: G30 R1 B1", king="galicia", card="2-05")
    play(state, "red special, send green aragon, send red aragon, send blue aragon")
    assert at(state, "aragon") == "G29"
    assert state.count(GREEN, state.rules.provinces) == 1


def test_coup_leaves_it_where_it_is() -> None:
    """Step 7: it cannot choose a region, so it is skipped."""
    state = drawn("aragon: G3 B2", king="galicia", card="4-04")
    play(state, "red special, evacuate aragon")
    assert waits_for(state) == "blue"
    play(state, "blue disk seville")
    assert at(state, "aragon") == "G3"
    state = drawn("aragon: G3 | seville: B1", king="galicia", card="4-04")
    play(state, "red special")
    assert words(state, "red evacuate") == {"seville"}, "the dummy alone is no reason to name one"


def test_withdrawal_skips_it() -> None:
    """Step 7: it cannot choose what to give up."""
    state = drawn("aragon: G3 B1", court="B1", king="galicia", card="2-03")
    play(state, "red special, blue send blue aragon, send blue court")
    assert at(state, "aragon") == "G3"
    assert waits_for(state) == "blue", "whose turn now comes"
    assert words(state, "blue card")


@pytest.mark.parametrize("card", ["2-06", "2-07"])
def test_cards_with_disks_skip_it(card: str) -> None:
    """Step 7: Civil War and its like ask blue alone."""
    state = drawn("aragon: G3 B2", king="galicia", card=card)
    play(state, "red special")
    assert waits_for(state) == "blue"
    play(state, "blue disk aragon")
    assert at(state, "aragon") == "G3"


def test_a_scoring_by_disks_asks_the_players_only() -> None:
    """Step 7: the dummy picks no region."""
    state = drawn("aragon: G3 B2 | seville: R1", king="galicia", card="4-10")
    play(state, "red special")
    assert waits_for(state) == "red blue"
    events = play(state, "red disk seville, blue disk aragon")
    assert paid(state, events) == {"aragon": "B4", "seville": "R4"}


@pytest.mark.parametrize("card", ["2-01", "2-02"])
def test_it_has_no_court_to_empty(card: str) -> None:
    """Step 7, C."""
    state = drawn("aragon: G3", court="B4", card=card)
    play(state, "red special")
    assert courts(state) in ("R0 B0", "R0 B1")
    assert at(state, "aragon") == "G3"


def test_none_is_ever_sent_to_a_court() -> None:
    """Step 7, C: its caballeros in the Castillo leave it by no disk."""
    for seed in range(6):
        for state, events in at_random(seed):
            rules = state.rules
            assert state.count(GREEN, rules.court) == 0
            for event in of_kind(events, Moved):
                if event.kind == GREEN and event.source == rules.castillo:
                    raise AssertionError("the dummy sets no disk")


# -- 8: ranks -----------------------------------------------------------------


def test_it_takes_ranks_and_scores_nothing() -> None:
    """Step 8: first, it leaves red the second number and blue the third, which does not count."""
    state = drawn("aragon: G3 R2 B1", king="granada", card="2-08")
    play(state, "red special, score aragon")
    assert scores(state) == "R4 B0"
    state = drawn("aragon: R3 G2 B1", king="granada", card="2-08")
    play(state, "red special, score aragon")
    assert scores(state) == "R5 B0", "the dummy is second"
    state = drawn("aragon: R3 G3", king="aragon", home="R aragon", card="2-08")
    play(state, "red special, score aragon")
    assert scores(state) == "R4 B0", "tied for first: the next number and no bonus"


def test_it_stands_in_the_general_scoring() -> None:
    """Step 8: regions and Castillo; the majority is the dummy's, the points are nobody's."""
    state = drawn("castillo: G3 R1 | seville: G2 B1", king="granada", round=9)
    next_round(state)
    events = play(state, "red disk aragon")
    won = paid(state, events)
    assert won["castillo"] == "R3"
    assert won["seville"] == "B3"
    assert won["aragon"] == "R5"
    (ended,) = of_kind(events, GameEnded)
    assert len(ended.scores) == 2


def test_it_counts_for_the_fullest_and_the_emptiest_region() -> None:
    """Step 8: all colours together, its own too."""
    state = drawn("aragon: G5 | seville: R3 B1 | galicia: B1", king="granada", card="3-08")
    assert list(paid(state, play(state, "red special"))) == ["aragon"]
    state = drawn("aragon: G1 | seville: R3 B1 | galicia: B2", king="granada", card="3-09")
    assert list(paid(state, play(state, "red special"))) == ["aragon"]


# -- 9: whole games -----------------------------------------------------------


@pytest.mark.parametrize("short", [False, True])
def test_it_acts_once_a_round_and_nobody_is_left_without_a_card(short: bool) -> None:
    """Steps 5 and 9: four cards for three turns, in every round."""
    for seed in range(10):
        acted = 0
        for state, events in at_random(seed, short=short):
            acted += len(of_kind(events, DummyTook))
            assert all(event.card >= 0 for event in of_kind(events, DummyTook))
            rules = state.rules
            assert sum(state.count(GREEN, place) for place in range(rules.n_places)) == 30
        rounds = len(rules.rounds)
        # In round 1 it may have acted before anybody answered; nobody was asked then.
        assert acted == rounds


def test_there_is_nothing_to_answer_for_it() -> None:
    """Steps 4 to 7: only red and blue are ever asked."""
    for state, _ in at_random(11):
        assert set(state.owing()) <= {0, 1}
        assert all(choice.split()[0] in ("red", "blue") for choice in choices(state))
