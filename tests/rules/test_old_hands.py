"""Old Hands: four cards that each break a rule which all others keep (S2; FACTS 2.4, 9.2)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from drawing import (
    REGIONS,
    at,
    choices,
    courts,
    face_up,
    held,
    homes,
    king,
    of_kind,
    paid,
    passes,
    play,
    refuses,
    table,
    waits_for,
    words,
)
from elgrande.content.expansion import display_of, expansion
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.words import explain_score, prompt, say_event, why_not
from elgrande.expansions.old_hands import CARDS
from elgrande.rules import State, score
from elgrande.rules.events import CardUsed, DisksRevealed, Event, GrandeMoved, KingMoved

IDS = tuple(f"old-hands-{name}" for name in ("competition", "infiltration", "stand-in", "veto"))
ALL = {"edition": "2023", "expansions": " ".join(IDS)}
BOTH = {"edition": "2023", "expansions": " ".join((*IDS, "new-regency"))}
NAMES = Setup.of(4, seed=1, edition="2023", expansions=IDS).names()


def hands(board: str = "", **drawn: Any) -> State:
    """Draw a position of the 2023 edition with all four cards."""
    return table(board, **{**ALL, **drawn})


# -- the decks -------------------------------------------------------------


@pytest.mark.parametrize("number", range(5))
def test_any_of_them_each_in_the_place_of_another_card_of_its_stack(number: int) -> None:
    """S2: for each card that is added, one card of that stack goes back, drawn at random."""
    stacks = {f"old-hands-{info.name.lower()}": info.card.stack for info in CARDS.values()}
    for ids in combinations(IDS, number):
        state = Setup.of(3, seed=number, edition="2023", expansions=ids).start()
        rules = state.rules
        for slot, deck in zip(state.slots, state.box[1:], strict=True):
            cards = [card.id for card in rules.cards if card.stack == slot.stack]
            added = [name for name in ids if stacks[name] == slot.stack]
            size = 1 if slot.stack == 5 else 10
            assert len(cards) == size + len(added)
            assert slot.left == len(deck) == size - 1
            played = {rules.cards[card].id for card in (slot.card, *deck)}
            assert len(played) == size
            for info in CARDS.values():
                if f"old-hands-{info.name.lower()}" in added:
                    assert info.card.id in played, "the new card is always in"


def test_the_card_that_goes_is_drawn_from_the_seed() -> None:
    gone = set()
    for seed in range(30):
        state = Setup.of(3, seed=seed, edition="2023", expansions=("old-hands-veto",)).start()
        second = state.box[2]
        face = state.slots[1].card
        rules = state.rules
        stack = {number for number, card in enumerate(rules.cards) if card.stack == 2}
        gone |= {rules.cards[number].id for number in stack - {face, *second}}
    assert len(gone) > 5
    assert "2-22" not in gone


def test_stacks_are_as_we_read_the_rules() -> None:
    assert {name: info.card.stack for name, info in CARDS.items()} == {
        "Infiltration": 1, "Stand-in": 2, "Veto": 2, "Competition": 4,
    }  # fmt: skip
    for info in CARDS.values():
        assert info.source["stack"] == "deduced"
        assert info.source.keys() == {"stack", "caballeros", "name", "effect", *info.card.params}


def test_each_needs_the_second_edition_and_says_what_it_brings() -> None:
    for name in IDS:
        with pytest.raises(ValueError, match="can only be played with 2023"):
            Setup.of(4, seed=1, expansions=(name,)).ruleset()
        assert expansion(name).description.count(".") == 1


# -- Veto ------------------------------------------------------------------


def test_a_veto_stops_an_announced_action_altogether() -> None:
    state = hands("aragon: R3", court="B1", face="1-10", card="2-22")
    play(state, "red special")
    assert held(state) == "2-22 red until 2"
    play(state, "blue card 1-10, special, pick red aragon, put galicia")
    assert waits_for(state) == "red"
    assert len(of_kind(play(state, "red veto"), CardUsed)) == 1
    assert at(state, "aragon") == "R3"
    assert held(state) == ""


def test_what_has_begun_cannot_be_stopped() -> None:
    """S2: decide at once; unlike 1996 there is no partial Veto."""
    state = hands("aragon: R3", court="B1", face="1-10", card="2-22")
    play(state, "red special, blue card 1-10, special, pick red aragon, put galicia, red let")
    assert waits_for(state) == "blue"
    play(state, "blue pick red aragon, put galicia")
    assert waits_for(state) == "blue", "red is not asked again"
    assert held(state) == "2-22 red until 2"


# -- Infiltration ----------------------------------------------------------


def test_infiltration_reaches_the_kings_region() -> None:
    state = hands(king="seville", court="R4", card="1-21")
    play(state, "red special")
    assert words(state, "red place") == REGIONS
    assert prompt(state.decision(0), state.rules, NAMES) == (
        "Red: place 2 caballeros from your court in any region, closed or not."
    )
    refuses(state, "red done", "red place castillo")
    assert why_not(state, 0, "place castillo", NAMES) == (
        "This card cannot place caballeros in the Castillo."
    )
    play(state, "red place seville, place seville")
    assert at(state, "seville") == "R2"
    assert courts(state).startswith("R2")


def test_infiltration_may_be_split_and_is_then_over() -> None:
    state = hands(king="seville", court="R4", card="1-21")
    play(state, "red special, place seville, place galicia")
    assert at(state, "seville") == "R1"
    refuses(state, "red special", "red place seville")
    assert "red place granada" in choices(state), "the usual placing is still to come"


def test_infiltration_with_one_in_court_places_one() -> None:
    state = hands(king="seville", court="R1", card="1-21")
    play(state, "red special, place seville")
    assert waits_for(state) == "blue"
    refuses(hands(card="1-21"), "red special")


def test_infiltration_enters_the_castillo_only_as_the_kings_region() -> None:
    state = table(court="R2", king="beside-castillo", face="5-11", card="1-21", **BOTH)
    play(state, "red special")
    assert words(state, "red place") == REGIONS | {"castillo"}
    play(state, "red place castillo, place galicia")
    assert at(state, "castillo") == "R1"
    abroad = table(court="R2", king="france", face="5-11", card="1-21", **BOTH)
    play(abroad, "red special")
    assert words(abroad, "red place") == REGIONS


# -- Stand-in --------------------------------------------------------------


def test_king_and_grande_change_places() -> None:
    state = hands(king="seville", home="R aragon, B seville", card="2-21")
    events = play(state, "red special")
    assert king(state) == "aragon"
    assert homes(state) == "R seville, B seville"
    assert of_kind(events, KingMoved) == [KingMoved(0, 6, 2)]
    assert of_kind(events, GrandeMoved) == [GrandeMoved(0, 2, 6)]


def test_both_must_stand_in_two_regions() -> None:
    for drawn in (
        {"king": "aragon"},
        {"king": "france"},
        {"king": "beside-castillo"},
        {"king": "seville", "home": "R castillo"},
    ):
        state = table(face="5-11", card="2-21", court="R1", **{"home": "R aragon", **BOTH, **drawn})
        refuses(state, "red special")


# -- Competition -----------------------------------------------------------


def test_competition_throws_the_own_grande_inside() -> None:
    state = hands(king="seville", home="R aragon, B galicia", card="4-21")
    play(state, "red special")
    assert choices(state) == ["red grande castillo"]
    assert prompt(state.decision(0), state.rules, NAMES) == (
        "Red: move your Grande into the Castillo."
    )
    events = play(state, "red grande castillo")
    assert homes(state) == "R castillo, B galicia"
    assert say_event(of_kind(events, GrandeMoved)[0], state.rules, NAMES) == (
        "Red moves their Grande from Aragón into the Castillo."
    )


def test_not_out_of_the_kings_region_nor_into_a_closed_castillo() -> None:
    refuses(hands(king="aragon", home="R aragon", court="R1", card="4-21"), "red special")
    drawn = {"face": "5-11", "card": "4-21", "home": "R aragon", "court": "R1", **BOTH}
    refuses(table(king="beside-castillo", **drawn), "red special")
    refuses(table(king="france", **{**drawn, "home": "R castillo"}), "red special")


def test_no_other_card_throws_him_in_or_takes_him_out() -> None:
    state = hands(home="R aragon", card="4-05")
    play(state, "red special")
    assert "castillo" not in words(state, "red grande")
    assert why_not(state, 0, "grande castillo", NAMES) == (
        "This card cannot move your Grande into the Castillo."
    )
    refuses(hands(home="R castillo", court="R1", card="4-05"), "red special")


def test_inside_he_pays_his_bonus_and_stays_for_revelation() -> None:
    state = hands("castillo: R2 B1", home="R castillo, B aragon", card="3-06")
    assert paid(state, play(state, "red special")) == {"castillo": "R7 B3"}
    assert homes(state) == "R castillo, B aragon"
    reasons = explain_score(score(state, 9), state.rules, NAMES)
    assert "Red is sole leader where their Grande is: 2 extra points." in [
        reason.sentence for reason in reasons
    ]


def end_of_round(state: State) -> list[Event]:
    """Let all four take a card and do nothing with it."""
    events = []
    for colour, card in zip(state.rules.colours, face_up(state).split(), strict=False):
        events += passes(state, colour, card)
    return events


def test_he_leaves_by_the_disk_with_the_caballeros() -> None:
    state = hands("castillo: R2 B1", home="R castillo, B aragon", king="basque", round=3)
    end_of_round(state)
    assert waits_for(state) == "red blue"
    events = play(state, "red disk valencia, blue disk seville")
    assert at(state, "valencia") == "R2"
    assert homes(state) == "R valencia, B aragon"
    assert paid(state, events)["castillo"] == "R7 B3"
    assert paid(state, events)["valencia"] == "R7", "5 and 2 for the Grande, now at home there"
    assert of_kind(events, GrandeMoved) == [GrandeMoved(0, 9, 8)]


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_a_grande_alone_inside_wants_a_disk_too(colour: str) -> None:
    """His own player sends him out, and nobody else leads him."""
    state = hands(home=f"{colour[0].upper()} castillo", king="basque", round=3)
    end_of_round(state)
    assert waits_for(state) == colour
    seat = state.owing()[0]
    assert display_of(state.rules).remarks(state, "disks", seat, NAMES) == (
        "Your Grande goes there too, unless that region or the Castillo is closed as the King's is."
    )
    (moved,) = of_kind(play(state, f"{colour} disk galicia"), GrandeMoved)
    assert homes(state) == f"{colour[0].upper()} galicia"
    assert not moved.led


def test_on_the_kings_region_he_stays_inside() -> None:
    """Ours (FACTS 9.3): the caballeros go to the court, and a Grande has no place there."""
    state = hands("castillo: R2", home="R castillo", king="basque", round=3)
    end_of_round(state)
    play(state, "red disk basque")
    assert courts(state).startswith("R2")
    assert homes(state) == "R castillo"


def test_the_king_beside_the_castillo_keeps_him_in() -> None:
    state = table(
        "castillo: R2", home="R castillo", king="beside-castillo", round=3, face="5-11", **BOTH
    )
    events = end_of_round(state)
    assert not of_kind(events, DisksRevealed)
    assert state.round == 4
    assert paid(state, events)["castillo"] == "R9", "the King's 2 and the Grande's 2 besides 5"
    assert homes(state) == "R castillo"


# -- positions -------------------------------------------------------------


def test_a_position_with_a_grande_inside_is_written_and_read() -> None:
    state = hands("aragon: R2", home="R castillo, B aragon", court="R5 B5 G5 Y5", card="1-07")
    plain = describe(state)
    assert plain["seat"][0]["grande"] == "castillo"
    assert lay_out(state.rules, plain, seed=9).digest() == state.digest()
