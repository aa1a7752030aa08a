"""The examples and sentences of the rule documents about rounds and turns.

S0 are the rules of 2006, which have those of 1996, S1 a scan of these; FACTS is our reading.
"""

from __future__ import annotations

import pytest

from drawing import (
    at,
    at_random,
    choices,
    courts,
    face_up,
    king,
    of_kind,
    passes,
    play,
    refuses,
    rules_for,
    table,
    waits_for,
    words,
)
from elgrande.content.setup import Setup
from elgrande.rules import State, start
from elgrande.rules.events import CardsCleared, Event, GeneralScoring, RoundBegan
from elgrande.rules.steps.turn import users

# -- preparation -----------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_preparation(players: int) -> None:
    """S0, S1 "Preparation"; FACTS 1.7: 30 play: 2 at home, 7 in the court, 21 in the provinces."""
    rules = rules_for(players)
    for seed in range(20):
        state = start(rules, seed)
        for seat in range(players):
            home = state.grande(seat)
            assert state.count(seat, home) == 2
            assert state.count(seat, rules.court) == 7
            assert state.count(seat, rules.provinces) == 21
            assert state.hand(seat) == tuple(range(1, 14))
            assert state.score(seat) == 0
        homes = [state.grande(seat) for seat in range(players)]
        assert len({*homes, state.king}) == players + 1, "no region card goes back (FACTS 9.1)"
        assert state.round == 1
        assert state.mobile == (-1, -1)
        assert [slot.left for slot in state.slots] == [10, 10, 10, 10, 0]
        assert all(slot.card >= 0 and slot.taker < 0 for slot in state.slots)
        assert waits_for(state) == rules.colours[state.starter]


def test_the_deck_is_44_cards_and_the_king() -> None:
    """S0, S1 "Contents": 45 action cards; FACTS 1.1: stacks of 11, 11, 11, 11 and 1."""
    rules = rules_for(5)
    assert [sum(card.stack == stack for card in rules.cards) for stack in (1, 2, 3, 4, 5)] == [
        11, 11, 11, 11, 1,
    ]  # fmt: skip
    assert all(card.caballeros == card.stack for card in rules.cards)
    assert [card.id for card in rules.cards if card.returns] == ["5-01"]


def test_the_starter_of_round_1_is_named_or_drawn() -> None:
    """S0, S1 "Play the power cards": in the first round the players choose who begins."""
    assert Setup.of(4, seed=3, starter="green").start().starter == 2
    assert {start(rules_for(4), seed).starter for seed in range(40)} == {0, 1, 2, 3}


def test_the_house_rule_leaves_the_vetos_in_the_box() -> None:
    """FACTS 1.8: Veto can be switched off."""
    assert not any(card.id in ("2-01", "2-02") for card in rules_for(4, veto=False).cards)


# -- power cards -----------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "caballeros"),
    [(1, 6), (2, 5), (3, 5), (4, 4), (5, 4), (6, 3), (7, 3), (8, 2), (9, 2), (10, 1), (11, 1)],
)
def test_a_power_card_brings_caballeros(power: int, caballeros: int) -> None:
    """FACTS 1.3: the number in the middle of the power card, at most (S0 "Player turns", 1)."""
    state = table(power=f"R{power} B13", seats=2)
    passes(state, "blue", "1-07")
    assert words(state, "red take") == {str(number) for number in range(caballeros + 1)}
    play(state, f"red take {caballeros}")
    assert courts(state) == f"R{caballeros} B0"


@pytest.mark.parametrize("power", [12, 13])
def test_power_12_and_13_bring_nobody(power: int) -> None:
    """FACTS 1.3: a 12 or a 13 brings none, so nothing is asked."""
    state = table(power=f"R{power} B1", seats=2)
    assert choices(state, "red take") == []
    assert face_up(state).split()[0] in words(state, "red card")


def test_power_cards_must_differ_and_decide_the_order() -> None:
    """S0, S1 "Play the power cards": clockwise from the starter, no value twice, highest first."""
    state = table(power="", turn="", face="1-07 2-04 3-01 4-04 5-01", starter="green", round=1)
    assert waits_for(state) == "green"
    play(state, "green power 5")
    refuses(state, "yellow power 5", "green power 6", "red power 4")
    play(state, "yellow power 6")
    refuses(state, "red power 5", "red power 6")
    play(state, "red power 12", "blue power 1")
    assert [state.rules.colours[seat] for seat in state.turn_order] == [
        "red", "yellow", "green", "blue",
    ]  # fmt: skip
    assert waits_for(state) == "red"


def test_a_played_power_card_is_gone() -> None:
    """S0, S1 "Play the power cards": they are not returned to the hand."""
    state = table(turn="", played="R: 3 4", round=2)
    refuses(state, "red power 3", "red power 4")
    play(state, "red power 9")
    assert 9 not in state.hand(0)


# -- provinces to court ----------------------------------------------------


def test_taking_fewer_is_allowed() -> None:
    """S0, S1 "Player turns" 1: at most the number shown."""
    state = table(power="R1 B13", seats=2, court="R2")
    passes(state, "blue", "1-07")
    play(state, "red take 2")
    assert courts(state) == "R4 B0"
    assert choices(state, "red fetch") == [], "the provinces were not short"


def test_short_provinces_may_be_made_up_from_the_board() -> None:
    """S0, S1 "Player turns" 1; FACTS 7: the shortfall, from regions, not King's, not Castillo."""
    state = table(
        "aragon: R10 | seville: R8 | castillo: R4 | valencia: R5",
        court="R1",
        king="valencia",
        power="R1 B13",
        seats=2,
    )
    assert at(state, "province").startswith("R2")
    passes(state, "blue", "1-07")
    play(state, "red take 2")
    assert words(state, "red fetch") == {"aragon", "seville"}
    refuses(state, "red fetch castillo", "red fetch valencia", "red fetch court")
    play(state, "red fetch aragon", "red fetch aragon", "red fetch seville", "red fetch seville")
    assert courts(state) == "R7 B0"
    assert at(state, "aragon") == "R8"
    assert waits_for(state) == "red"
    assert words(state, "red card"), "six are in the court; no more can be fetched"


def test_making_up_is_optional() -> None:
    """FACTS 7: the player *may* take the shortfall from the board."""
    state = table("aragon: R29", court="R1", power="R6 B13", seats=2)
    passes(state, "blue", "1-07")
    assert words(state, "red fetch") == {"aragon"}
    play(state, "red fetch aragon", "red done")
    assert courts(state) == "R2 B0"


# -- choosing a card -------------------------------------------------------


def test_a_taken_card_is_taken() -> None:
    """S0, S1 "Player turns" 5: a card used is not available to later players, the King's too."""
    state = table()
    passes(state, "red", "5-01")
    refuses(state, "blue card 5-01")
    passes(state, "blue", "2-04")
    play(state, "green take 1")
    assert words(state, "green card") == {"1-07", "3-01", "4-04"}
    refuses(state, "green end", "green done")


def test_who_may_still_use_a_card_of_this_round() -> None:
    """S0 "Choose an action card": all in the order of their turns, until one has taken it."""
    state = table("aragon: R1 B1")
    mine, other = (state.rules.card_index[name] for name in ("1-07", "2-04"))
    assert users(state, mine) == [0, 1, 2, 3]
    play(state, "red card 1-07")
    assert users(state, mine) == [0]
    assert users(state, other) == [1, 2, 3]
    play(state, "red end")
    assert users(state, mine) == []
    assert users(state, other) == [1, 2, 3]


def test_a_card_must_be_chosen() -> None:
    """FACTS 9.1: choosing a card cannot be skipped."""
    assert {text.split()[1] for text in choices(table())} == {"card"}


# -- placing ---------------------------------------------------------------


def test_example_1_the_king_is_in_galicia() -> None:
    """S0, S1 "Player turns" 3, example 1: Old Castile, Basque Country, the Castillo."""
    state = table(king="galicia", court="R5", card="4-04")
    assert words(state, "red place") == {"old-castile", "basque", "castillo"}


def test_example_2_the_king_is_in_new_castile() -> None:
    """S0, S1 "Player turns" 3, example 2: its five neighbours and the Castillo."""
    state = table(king="new-castile", court="R5", card="4-04")
    assert words(state, "red place") == {
        "old-castile", "seville", "granada", "valencia", "aragon", "castillo",
    }  # fmt: skip


def test_neighbours_of_every_region() -> None:
    """FACTS 1.4: fifteen borders, each both ways."""
    neighbours = {
        "galicia": "basque old-castile",
        "basque": "galicia old-castile aragon",
        "aragon": "basque old-castile new-castile catalonia valencia",
        "catalonia": "aragon valencia",
        "old-castile": "galicia basque aragon new-castile",
        "new-castile": "old-castile aragon valencia granada seville",
        "seville": "new-castile granada",
        "granada": "seville new-castile valencia",
        "valencia": "granada new-castile aragon catalonia",
    }
    for region, expected in neighbours.items():
        state = table(king=region, court="R1", card="5-01")
        assert words(state, "red place") == {*expected.split(), "castillo"}


@pytest.mark.parametrize("card", ["1-07", "2-09", "3-01", "4-04", "5-01"])
def test_a_card_places_its_number_at_most(card: str) -> None:
    """S0, S1 "The action cards" E: the card's number is a maximum; the player divides freely."""
    number = int(card[0])
    state = table(court="R9", card=card)
    for _ in range(number):
        play(state, "red place castillo")
    assert at(state, "castillo") == f"R{number}"
    refuses(state, "red place castillo", "red place aragon")


def test_fewer_may_be_placed() -> None:
    """S0, S1 "The action cards" E: the player may move fewer at any time."""
    state = table(court="R9", card="5-01")
    play(state, "red place aragon, place valencia, done")
    refuses(state, "red place aragon")
    play(state, "red end")
    assert at(state, "aragon") == at(state, "valencia") == "R1"
    assert courts(state) == "R7 B0 G0 Y0"


def test_a_small_court_places_what_it_has() -> None:
    """FACTS 7: court smaller than the card: the rest is forfeited."""
    state = table(court="R2", card="5-01")
    play(state, "red place aragon, place aragon")
    assert choices(state, "red place") == []
    assert courts(state) == "R0 B0 G0 Y0"


def test_placing_first_then_the_special_action() -> None:
    """S0, S1 "Player turns" 2: placing before the action uses the old neighbours."""
    state = table(king="galicia", court="R5", card="5-01")
    play(state, "red place old-castile, done, special, king valencia")
    assert king(state) == "valencia"
    assert waits_for(state) == "blue"


def test_the_special_action_first_then_placing() -> None:
    """S0, S1 "Player turns" 2; FACTS 7: after the King moved, the new neighbours count."""
    state = table(king="galicia", court="R5", card="5-01")
    play(state, "red special, king valencia")
    assert words(state, "red place") == {
        "granada", "new-castile", "aragon", "catalonia", "castillo",
    }  # fmt: skip
    play(state, "red place catalonia, done")
    assert waits_for(state) == "blue"


def test_placing_cannot_be_split() -> None:
    """S0, S1 "The action cards" D: all of one action before the next is begun."""
    state = table("aragon: B2", court="R5", card="3-01")
    play(state, "red place aragon")
    refuses(state, "red special", "red end")
    play(state, "red done, special")
    refuses(state, "red place aragon")


def test_the_special_action_cannot_be_split() -> None:
    """S0, S1 "The action cards" D, the other way round."""
    state = table("aragon: B2", court="R5", card="1-07")
    play(state, "red special, pick blue aragon, put seville")
    refuses(state, "red place aragon", "red end", "red special")
    play(state, "red done")
    refuses(state, "red special", "red pick blue seville")
    play(state, "red place aragon")
    assert waits_for(state) == "blue"


def test_the_special_action_may_be_left_out() -> None:
    """S0, S1 "The action cards" G: a card may be taken to prevent its action."""
    state = table("galicia: B2", court="B1", card="3-01")
    play(state, "red end")
    assert state.score(1) == 0
    refuses(state, "blue card 3-01")


def test_both_may_be_left_out() -> None:
    """S0, S1 "The action cards" E and G."""
    state = table("galicia: B2", court="R5", card="3-01")
    play(state, "red end")
    assert courts(state) == "R5 B0 G0 Y0"
    assert waits_for(state) == "blue"


def test_nothing_is_placed_in_the_kings_region() -> None:
    """S0, S1 "The King and the King's region" b: taboo."""
    for region in ("galicia", "aragon", "valencia"):
        refuses(table(king=region, court="R5", card="5-01"), f"red place {region}")


# -- rounds ----------------------------------------------------------------


def finish(state: State) -> list[Event]:
    """Let everybody take a card and do nothing, up to the next power card or the end."""
    events: list[Event] = []
    while not state.over:
        seat = state.owing()[0]
        colour = state.rules.colours[seat]
        codes = state.legal(seat)
        if state.rules.verb(codes[0]) == "power":
            return events
        names = [state.rules.text(code) for code in codes]
        pick = next((n for n in names if n in ("take 0", "end", "done")), names[0])
        events += play(state, f"{colour} {pick}")
    return events


def test_whoever_acted_last_begins_the_next_round() -> None:
    """S0, S1 "Play the power cards"; sample game: blue acted last and begins round 2."""
    state = table(turn="", seats="RGBY", starter="red")
    play(state, "red power 5", "green power 11", "blue power 2", "yellow power 6")
    finish(state)
    assert state.round == 2
    assert waits_for(state) == "blue"
    play(state, "blue power 13")
    assert waits_for(state) == "yellow", "then clockwise"


def test_cards_nobody_took_leave_the_game_and_the_king_returns() -> None:
    """S0, S1 "Next round": what is face up is discarded; the King's card never is."""
    state = table(seats=2, power="R13 B12", decks="1-01 2-03 3-03 4-05")
    play(state, "red card 5-01", "red end")
    cleared = of_kind(passes(state, "blue", "1-07"), CardsCleared)[0].cards
    assert {state.rules.cards[card].id for card in cleared} == {"2-04", "3-01", "4-04"}
    assert face_up(state) == "1-01 2-03 3-03 4-05 5-01"
    assert [slot.left for slot in state.slots] == [9, 9, 9, 9, 0]


@pytest.mark.parametrize(
    ("short", "rounds", "scorings"),
    [(False, list(range(1, 10)), [3, 6, 9]), (True, [2, 3, 5, 6, 8, 9], [3, 6, 9])],
)
def test_rounds_and_general_scorings(short: bool, rounds: list[int], scorings: list[int]) -> None:
    """S0, S1 "Game length", "Round marker": spaces 1, 4, 7 skipped; scorings after 3, 6, 9."""
    state = start(rules_for(3, short=short), seed=5)
    seen = [state.round]
    scored = []
    while not state.over:
        play(state, choices(state)[0])
        for event in finish(state):
            if isinstance(event, RoundBegan):
                seen.append(event.round)
            if isinstance(event, GeneralScoring):
                scored.append(event.round)
    assert seen == rounds
    assert scored == scorings


@pytest.mark.parametrize(("short", "seen"), [(False, 9), (True, 6)])
def test_how_many_cards_of_a_stack_are_seen(short: bool, seen: int) -> None:
    """FACTS 9.1: 9 of 11 in a long game, 6 of 11 in a short one."""
    state = start(rules_for(2, short=short), seed=8)
    while not state.over:
        play(state, choices(state)[0])
    assert [slot.left for slot in state.slots][:4] == [11 - seen] * 4


# -- what is not asked -----------------------------------------------------


def test_with_empty_provinces_the_board_is_asked_at_once() -> None:
    """FACTS 7: the whole number may come from the board when the provinces hold nobody."""
    state = table("aragon: R20 | seville: R9", court="R1", power="R6 B13", seats=2)
    passes(state, "blue", "1-07")
    assert choices(state, "red take") == []
    play(state, "red fetch aragon, fetch aragon, fetch seville")
    assert courts(state) == "R4 B0"
    assert words(state, "red card"), "a 6 brings three at most"


def test_nobody_can_be_fetched_from_the_kings_region_and_the_castillo_alone() -> None:
    """FACTS 7: then the turn simply goes on."""
    state = table("galicia: R20 | castillo: R10", king="galicia", power="R6 B13", seats=2)
    passes(state, "blue", "1-07")
    assert words(state, "red card")


def test_a_power_card_that_brings_nobody_fetches_nobody() -> None:
    """S0, S1 "Player turns" 1: a 13 shows none, so nothing is short."""
    assert words(table("aragon: R30", power="R13 B12", seats=2), "red card")


def test_when_the_game_is_over_nobody_is_asked_anything() -> None:
    state = start(rules_for(2, short=True), 1)
    for _ in at_random(state, 1):
        pass
    assert state.over
    decision = state.decision()
    assert (decision.step, decision.seat, decision.owing) == ("over", -1, ())
    assert not decision.secret
    assert not decision.may_change


def test_a_turn_ends_by_itself_when_nothing_is_left() -> None:
    """S0, S1 "Player turns" 5: nobody to place and nothing to score: the next player's turn."""
    assert waits_for(table(card="3-09")) == "blue"
