"""New Regency: ten cards that move the King in ways of their own (S2; FACTS 2.3, 9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from drawing import (
    REGIONS,
    at,
    boards,
    choices,
    homes,
    king,
    of_kind,
    paid,
    passes,
    play,
    refuses,
    scores,
    stands,
    table,
    waits_for,
    words,
)
from elgrande.app.board.guide import Guide
from elgrande.app.panes.forecast import forecast, notes
from elgrande.app.panes.glyphs import UNICODE
from elgrande.cli.plain import queries
from elgrande.content.edition import edition
from elgrande.content.expansion import expansion
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.words import answer, card_text, prompt, say_event, why_not
from elgrande.expansions.new_regency import CARDS, NODES
from elgrande.rules import Card, Ruleset, SpecError, State, score
from elgrande.rules.events import Announced, DisksRevealed, Event, KingMoved, Moved

NEW = {"edition": "2023", "expansions": "new-regency"}
NAMES = Setup.of(4, seed=1, edition="2023", expansions=("new-regency",)).names()
LEFT = ("1-07", "2-04", "3-01", "4-04")
"""The cards that lie face up in the other stacks."""


def regency(board: str = "", **drawn: Any) -> State:
    """Draw a position of the 2023 edition with New Regency."""
    return table(board, **{"face": "5-11", **NEW, **drawn})


def end_of_round(state: State) -> list[Event]:
    """Let all four take a card and do nothing with it; the fifth stack's card is left."""
    events = []
    for colour, card in zip(state.rules.colours, LEFT, strict=True):
        events += passes(state, colour, card)
    return events


# -- the deck --------------------------------------------------------------


def test_ten_cards_take_the_kings_cards_place() -> None:
    """The King's card goes into the box; the ten are the fifth stack, which works like the rest."""
    rules = Setup.of(4, seed=3, edition="2023", expansions=("new-regency",)).ruleset()
    fifth = [card for card in rules.cards if card.stack == 5]
    assert len(fifth) == 10
    assert "5-01" not in rules.card_index
    assert all(card.caballeros == 5 and not card.returns for card in fifth)


def test_nine_of_the_ten_are_seen() -> None:
    state = Setup.of(2, seed=3, edition="2023", expansions=("new-regency",), starter="red").start()
    seen = []
    for _ in range(9):
        seen += [slot.card for slot in state.slots if slot.stack == 5]
        number = state.round
        while not state.over and state.round == number:
            seat = state.owing()[0]
            codes = state.legal(seat)
            idle = [c for c in codes if state.rules.verb(c) in ("end", "done")]
            state.apply(seat, (idle or codes)[0])
    assert state.over
    assert len(set(seen)) == len(seen) == 9


def test_an_untaken_card_is_gone_and_the_king_stays() -> None:
    state = regency(king="aragon", decks="5-13 5-14")
    before = [slot.left for slot in state.slots]
    end_of_round(state)
    assert state.round == 2
    assert king(state) == "aragon"
    assert [slot.left for slot in state.slots] == [left - 1 for left in before]
    fifth = next(slot.card for slot in state.slots if slot.stack == 5)
    assert state.rules.cards[fifth].id == "5-13"


def test_it_needs_the_second_edition() -> None:
    with pytest.raises(ValueError, match="New Regency can only be played with 2023"):
        Setup.of(4, seed=1, expansions=("new-regency",)).ruleset()


def test_every_card_says_what_is_ours() -> None:
    """Four cards are of the rules; of the other six at least name and effect are our own."""
    for info in CARDS:
        given = {"stack", "caballeros", "name", "effect", *info.card.params}
        assert info.source.keys() == given, info.card.id
        assert len(info.cite) > 10
    ours = [info for info in CARDS if info.source["name"] == "reconstructed"]
    assert len(ours) == 6
    assert all(info.reconstructed and " ours: " in info.cite for info in ours)
    assert len({(info.card.effect, str(info.card.params)) for info in CARDS}) == 10
    assert "Reconstructed: the name and the effect." in card_text(ours[0])
    assert {node.id for node in NODES} == {"france", "portugal", "beside-castillo"}


# -- Exile -----------------------------------------------------------------


def test_exile_sends_the_king_abroad() -> None:
    """S2: to France or Portugal, by this card alone."""
    state = regency("aragon: R2", king="aragon", court="R5", card="5-11")
    play(state, "red special")
    assert words(state, "red king") == {"france", "portugal"}
    refuses(state, "red king galicia", "red king beside-castillo")
    events = play(state, "red king france")
    assert king(state) == "france"
    moved = of_kind(events, KingMoved)[0]
    told = say_event(moved, state.rules, NAMES)
    assert told == "Red moves the King from Aragón to France."


def test_abroad_he_can_only_go_to_the_other_country() -> None:
    state = regency(king="france", card="5-11", court="R1")
    play(state, "red special")
    assert choices(state) == ["red king portugal"]
    assert prompt(state.decision(0), state.rules, NAMES) == "Red: move the King to Portugal."
    assert why_not(state, 0, "king france", NAMES) == "The King is already in France."


@pytest.mark.parametrize(
    ("country", "border"),
    [
        ("france", {"basque", "aragon", "catalonia"}),
        ("portugal", {"galicia", "old-castile", "new-castile", "seville"}),
    ],
)
def test_the_regions_at_the_border_receive(country: str, border: set[str]) -> None:
    """FACTS 2.3 (our reading of the map): they and, as always, the Castillo."""
    state = regency(king=country, court="R3", card="1-07")
    assert words(state, "red place") == border | {"castillo"}


def test_abroad_he_closes_nothing() -> None:
    state = regency(
        " | ".join(f"{region}: R1" for region in sorted(REGIONS)), king="portugal", card="1-10"
    )
    assert not state.rules.taboo(state)
    play(state, "red special")
    assert {text.split()[-1] for text in choices(state, "red pick")} == REGIONS
    play(state, "red pick red aragon")
    assert words(state, "red put") == REGIONS - {"aragon"} | {"castillo"}


def test_abroad_nobody_has_the_kings_bonus() -> None:
    state = regency("galicia: R3 B1 | castillo: R1", king="portugal")
    for target in range(len(state.rules.targets)):
        assert all(line.king == 0 for line in score(state, target).lines)


def test_the_kings_own_journeys_go_on_from_abroad() -> None:
    """A card that moves him to a neighbouring region reads the border."""
    state = regency(king="france", card="5-16", court="R1")
    play(state, "red special")
    assert words(state, "red king") == {"basque", "aragon", "catalonia"}


# -- Entourage -------------------------------------------------------------


def test_entourage_takes_two_along() -> None:
    """S2: two caballeros come into the King's new region with him; whose is the actor's choice."""
    state = regency("aragon: R2 B2 G1", king="aragon", card="5-12")
    play(state, "red special")
    assert words(state, "red king") == REGIONS - {"aragon"}
    play(state, "red king seville")
    assert choices(state) == ["red along red", "red along blue", "red along green"]
    assert prompt(state.decision(0), state.rules, NAMES) == (
        "Red: choose 2 caballeros to ride with the King from Aragón to Sevilla."
    )
    blue = state.rules.parse("red along blue").code
    assert answer(blue, state.rules, NAMES) == "take one of Blue's along"
    events = play(state, "red along blue, along red")
    stands(state, "seville: R1 B1 | aragon: R1 B1 G1")
    assert [event.number for event in of_kind(events, Moved)] == [1, 1]
    assert waits_for(state) == "blue", "the court is empty, so the turn is over"


def test_one_may_let_the_same_colour_ride_twice() -> None:
    state = regency("aragon: R2 B2 G1", king="aragon", card="5-12")
    play(state, "red special, king galicia, along blue, along blue")
    assert at(state, "galicia") == "B2"


def test_with_too_few_there_all_ride_unasked() -> None:
    """S2: as many as possible; the others are forfeit."""
    state = regency("aragon: B1 G1", king="aragon", card="5-12")
    play(state, "red special, king galicia")
    stands(state, "galicia: B1 G1 | aragon:")


def test_a_single_colour_leaves_no_choice() -> None:
    state = regency("aragon: B5", king="aragon", card="5-12")
    play(state, "red special, king galicia")
    stands(state, "galicia: B2 | aragon: B3")


def test_the_second_ride_is_asked_only_if_there_is_a_choice() -> None:
    state = regency("aragon: R1 B2", king="aragon", card="5-12")
    play(state, "red special, king galicia, along red")
    assert at(state, "galicia") == "R1 B1", "only blue was left to ride"


def test_riding_along_is_mandatory() -> None:
    state = regency("aragon: R2 B2", king="aragon", card="5-12")
    play(state, "red special, king galicia")
    refuses(state, "red done")
    assert why_not(state, 0, "along green", NAMES) == "Green has no caballeros in Aragón."
    assert "choose 2 caballeros to ride with the King from Aragón" in why_not(
        state, 0, "done", NAMES
    )


def test_nobody_rides_from_an_empty_region_or_from_abroad() -> None:
    for start in ("aragon", "france", "beside-castillo"):
        state = regency("castillo: R2 | basque: R2", king=start, card="5-12")
        play(state, "red special, king galicia")
        assert at(state, "galicia") == ""
        assert waits_for(state) == "blue"


def test_a_veto_stops_entourage_whole() -> None:
    """In 2023 a Veto falls at the announcement, which is the King's goal."""
    state = regency(
        "aragon: R2 B2", king="aragon", card="5-12", expansions="new-regency old-hands-veto",
        held="2-22 blue until 2",
    )  # fmt: skip
    events = play(state, "red special, king galicia")
    assert [state.rules.text(code) for code in of_kind(events, Announced)[0].codes] == [
        "king galicia"
    ]
    play(state, "blue veto")
    assert king(state) == "aragon"
    assert at(state, "aragon") == "R2 B2"


def test_once_let_pass_the_entourage_rides() -> None:
    state = regency(
        "aragon: R2 B2", king="aragon", card="5-12", expansions="new-regency old-hands-veto",
        held="2-22 blue until 2",
    )  # fmt: skip
    play(state, "red special, king galicia, blue let, red along red, red along blue")
    assert at(state, "galicia") == "R1 B1"
    assert waits_for(state) == "blue"


# -- Chalet ----------------------------------------------------------------


def test_chalet_finds_the_emptiest_region_that_is_not_empty() -> None:
    """S2: the fewest caballeros of all players together."""
    state = regency("aragon: R2 B1 | seville: B1 G1 | valencia: R4 | castillo: Y1", card="5-13")
    play(state, "red special")
    assert choices(state) == ["red king seville"]
    refuses(state, "red king galicia")
    play(state, "red king seville")
    assert king(state) == "seville"


def test_of_equal_ones_the_actor_chooses() -> None:
    state = regency("aragon: R1 | seville: B1 | valencia: R2", card="5-13")
    play(state, "red special")
    assert words(state, "red king") == {"aragon", "seville"}


def test_his_own_region_counts_too() -> None:
    """If it is the emptiest he is where he should be, and there is nothing to do."""
    state = regency("aragon: R1 | seville: B2", king="aragon", court="R1", card="5-13")
    refuses(state, "red special")
    tied = regency("aragon: R1 | seville: B1", king="aragon", card="5-13")
    play(tied, "red special")
    assert choices(tied) == ["red king seville"]


def test_he_stays_in_a_region_that_ties_if_the_action_is_left_out() -> None:
    """S2 asks for a region with the fewest and bars none: his own is one, and nothing is moved."""
    tied = regency("aragon: R1 | seville: B1", king="aragon", card="5-13")
    play(tied, "red end")
    assert king(tied) == "aragon"


def test_without_anybody_on_the_map_there_is_no_such_region() -> None:
    refuses(regency("castillo: R3", court="R1", card="5-13"), "red special")


# -- Rebellion -------------------------------------------------------------


def rebellion(board: str = "", **drawn: Any) -> State:
    """Draw a position with the King beside the Castillo."""
    return regency(board, **{"king": "beside-castillo", **drawn})


def test_rebellion_puts_the_king_beside_the_castillo() -> None:
    state = regency(king="aragon", card="5-14")
    play(state, "red special")
    assert choices(state) == ["red king beside-castillo"]
    events = play(state, "red king beside-castillo")
    assert king(state) == "beside-castillo"
    assert say_event(of_kind(events, KingMoved)[0], state.rules, NAMES) == (
        "Red moves the King from Aragón to the place beside the Castillo."
    )
    again = rebellion(court="R1", card="5-14")
    refuses(again, "red special")


def test_the_king_is_said_to_be_beside_the_castillo_and_in_no_place_there() -> None:
    said = next(queries.sentences(rebellion(), NAMES))
    assert "The King is beside the Castillo" in said


def test_beside_the_castillo_every_region_receives() -> None:
    state = rebellion(court="R3", card="1-07")
    assert words(state, "red place") == REGIONS
    assert why_not(state, 0, "place castillo", NAMES) == (
        "The King has closed the Castillo: nothing can enter or leave it."
    )


def test_beside_the_castillo_the_forecast_says_that_those_inside_stay() -> None:
    """S2, Rebellion: the caballeros are not moved to regions."""
    told = {}
    for drawn in (rebellion("castillo: R3"), regency("castillo: R3", king="aragon")):
        guide = Guide(
            Setup.of(4, seed=1, edition="2023", expansions=("new-regency",)), drawn.rules, UNICODE
        )
        found = forecast(drawn, guide)
        told[found.closed] = notes(found, None, guide)[0]
    assert told[True] == "Caballeros in the Castillo count there, and stay inside."
    assert told[False].endswith("what disks show is left open.")


def test_beside_the_castillo_no_region_is_closed_but_it_is() -> None:
    state = rebellion(" | ".join(f"{region}: R1" for region in sorted(REGIONS)), card="1-10")
    play(state, "red special")
    assert {text.split()[-1] for text in choices(state, "red pick")} == REGIONS
    play(state, "red pick red aragon")
    assert words(state, "red put") == REGIONS - {"aragon"}


def test_the_kings_bonus_is_paid_in_the_castillo() -> None:
    state = rebellion("castillo: R3 B1 | aragon: G2", card="3-06")
    assert paid(state, play(state, "red special")) == {"castillo": "R7 B3"}
    assert at(state, "castillo") == "R3 B1", "Revelation throws them back in"


def test_in_a_general_scoring_nobody_leaves_it() -> None:
    """S2: they are thrown back in; so no disk is wanted."""
    state = rebellion("castillo: R3 B1 | aragon: R1", round=3)
    events = end_of_round(state)
    assert state.round == 4
    assert not of_kind(events, DisksRevealed)
    assert paid(state, events)["castillo"] == "R7 B3"
    assert at(state, "castillo") == "R3 B1"
    assert scores(state) == "R12 B3 G0 Y0", "7 and Aragon's 5 for red"


def test_the_same_with_a_veiled_castillo() -> None:
    """That the King stands there is open, so nobody being asked tells nothing."""
    state = rebellion("castillo: R3 B1", round=3, castillo="veiled")
    end_of_round(state)
    assert state.round == 4


def test_no_scoring_tile_comes_on_the_castillo_or_leaves_it() -> None:
    state = rebellion(card="4-01", scoreboards="840 castillo")
    play(state, "red special")
    assert words(state, "red scoreboard") == {f"400 {region}" for region in REGIONS}
    bare = rebellion(card="4-01")
    play(bare, "red special")
    refuses(bare, "red scoreboard 400 castillo")
    assert boards(bare) == ""


def test_coup_and_grandes_take_no_notice_of_him() -> None:
    """No region is his, so every region can be left and entered."""
    state = rebellion("aragon: B2", home="R aragon", card="4-05")
    play(state, "red special")
    assert words(state, "red grande") == REGIONS - {"aragon"}
    play(state, "red grande seville")
    assert homes(state) == "R seville"


# -- the six that are ours -------------------------------------------------


def test_free_rein_goes_anywhere_on_the_map() -> None:
    state = regency(king="beside-castillo", card="5-15")
    play(state, "red special")
    assert words(state, "red king") == REGIONS


def test_grand_tournament_finds_the_fullest_other_region() -> None:
    state = regency("aragon: R9 | seville: B2 G1 | valencia: Y3", king="aragon", card="5-17")
    play(state, "red special")
    assert words(state, "red king") == {"seville", "valencia"}


def test_guest_of_honour_visits_a_grande() -> None:
    state = regency(home="R aragon, B seville, G seville, Y galicia", king="galicia", card="5-18")
    play(state, "red special")
    assert words(state, "red king") == {"aragon", "seville"}


def test_sea_air_is_had_on_the_coast() -> None:
    state = regency(king="galicia", card="5-19")
    play(state, "red special")
    assert words(state, "red king") == REGIONS - {"galicia", "aragon", "old-castile", "new-castile"}


def test_a_long_journey_passes_over_the_neighbours() -> None:
    state = regency(king="galicia", card="5-20")
    play(state, "red special")
    assert words(state, "red king") == REGIONS - {"galicia", "basque", "old-castile"}
    abroad = regency(king="france", card="5-20")
    play(abroad, "red special")
    assert words(abroad, "red king") == REGIONS - {"basque", "aragon", "catalonia"}
    refuses(rebellion(court="R1", card="5-20"), "red special")


# -- positions and words ---------------------------------------------------


@pytest.mark.parametrize("node", ["france", "portugal", "beside-castillo"])
def test_a_position_with_the_king_outside_is_written_and_read(node: str) -> None:
    state = regency("aragon: R2", king=node, court="R5 B5 G5 Y5", card="1-07")
    plain = describe(state)
    assert plain["king"] == node
    assert lay_out(state.rules, plain, seed=9).digest() == state.digest()


def test_every_card_has_a_prompt_of_its_own() -> None:
    for info in CARDS:
        state = regency("aragon: R2 B1 | seville: B4", home="B seville", card=info.card.id)
        play(state, "red special")
        asked = prompt(state.decision(0), state.rules, NAMES)
        assert "answer (" not in asked, info.card.id
        assert "King" in asked


def test_it_is_offered_in_one_sentence() -> None:
    assert expansion("new-regency").description.count(".") == 1


@pytest.mark.parametrize(
    ("effect", "params", "says"),
    [
        ("king_to", {"nodes": ["atlantis"]}, "'atlantis' is not a seat of the King's"),
        ("king_to", {"nodes": "france"}, "field 'nodes'"),
        ("king_among", {"where": "nowhere"}, "write one of any, fewest, most, grande, coast, far"),
        ("entourage", {"where": "any", "number": "two"}, "field 'number'"),
        ("ride_along", {}, "ride_along"),
    ],
)
def test_a_card_with_a_fault_is_named(effect: str, params: dict[str, Any], says: str) -> None:
    """Card, field and cure, as with the rules' own effects."""
    spec = edition("2023").spec(("red", "blue"), False, {})
    expansion("new-regency").edit(spec)
    spec.cards.append(Card("5-99", 5, 5, effect, params))
    with pytest.raises(SpecError, match=says) as caught:
        Ruleset(spec)
    assert "5-99" in str(caught.value)


def test_what_is_put_away_is_not_in_the_reference() -> None:
    """S2: the King's card goes back to the box."""
    cards = Setup.of(4, seed=1, edition="2023", expansions=("new-regency",)).content.cards
    assert "5-01" not in cards
    assert len([name for name in cards if name.startswith("5-")]) == 10
