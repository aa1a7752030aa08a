"""Every card, place and transition of the Colonies, by the documents (S0, S3; EXPANSIONS 2)."""

from __future__ import annotations

import re

import pytest
from colonies_drawn import drawn, game, quietly, why
from laid import count, crowd, pays, score_generally

from drawing import choices, homes, of_kind, paid, play, refuses, waits_for, words
from elgrande.bots.plan_words import Plan, Voice, changes, moves
from elgrande.bots.program import End
from elgrande.content import story, turn_facts
from elgrande.content.deck import SOURCES
from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import prompt, say_event, why_not
from elgrande.content.words.names import named
from elgrande.expansions.colonies.places import NEW
from elgrande.rules import Held, State
from elgrande.rules.effects.figures import BLACK, INQUISITOR
from elgrande.rules.events import (
    CardChosen,
    Event,
    Moved,
    PointsGiven,
    RegionScored,
    TurnBegan,
)
from elgrande.rules.parts import GAME


@pytest.mark.parametrize("expansions", [("colonies",), ("intrigue", "colonies")])
def test_a_card_says_which_discs_come_out(expansions: tuple[str, ...]) -> None:
    """As many as it is marked with, or the later action of a kept card is."""
    cards = Setup.of(4, seed=1, expansions=expansions).content.cards
    for info in cards.values():
        if info.card.stack == 7:
            parts = [cards[part].card for part in info.card.params.get("options", ())]
            marks = next((one.marks for one in (info.card, *parts) if one.marks), {})
            told = re.findall(r"(\d) (Gold|Wares)", info.text)
            assert {disc.lower(): int(number) for number, disc in told} == marks, info.text


@pytest.mark.parametrize(("expansions", "scores"), [((), True), (("intrigue",), False)])
def test_first_places_are_told_of_where_a_card_scores_them_alone(
    expansions: tuple[str, ...], scores: bool
) -> None:
    """S0: the Captain and the Viceroy are not paid then, wherever they are said to be paid."""
    book = reference(Setup.of(4, seed=1, expansions=("colonies", *expansions)))
    told = {entry.id for entry in book.entries if "first places" in entry.text.lower()}
    about = {"france", "ship", "america", "regions", "special-scoring"}
    assert about <= told if scores else not told


def test_the_deck_is_as_the_documents_count_it_and_every_field_has_a_source() -> None:
    """S0: one card of stack 6, eleven of 7, three of them move the table; S3: three discs."""
    cards = Setup.of(4, seed=1, expansions=("colonies",)).content.cards.values()
    infos = [one for one in cards if one.card.id[:2] in ("gi", "co")]
    assert [i.card.id for i in infos if i.card.stack == 6] == ["gi-01"]
    seven = [i.card for i in infos if i.card.stack == 7]
    assert len(seven) == 11
    assert [card.effect for card in seven].count("move_table") == 3
    assert sum(seven[4].marks.values()) == 3
    assert sum(bool(card.marks) or card.id == "co-11" for card in seven) == 9
    for info in infos:
        fields = {"name", "stack", "caballeros", "effect", *info.card.params}
        fields |= {"marks"} if info.card.marks else set()
        assert fields <= info.source.keys(), info.card.id
        assert set(info.source.values()) <= set(SOURCES)
        assert info.cite


# -- places: who comes where ------------------------------------------------------------


def test_the_new_regions_and_their_boards() -> None:
    """S0 first values; FACTS 4.2 the others; France borders Aragon and Catalonia (S0)."""
    assert {region.id: region.values for region in NEW} == {
        "france": (3, 1, 0), "ship": (3, 0, 0), "america": (4, 0, 0), "mediterranean": (4, 2, 1),
    }  # fmt: skip
    rules = game().ruleset()
    france = rules.regions.index("france")
    assert {rules.regions[r] for r in rules.node_neighbours[france]} == {"aragon", "catalonia"}
    assert rules.coastal[france]
    assert rules.regions[-4:] == ("france", "ship", "america", "mediterranean")


@pytest.mark.parametrize(
    ("king", "france", "ship"),
    [
        ("aragon", True, False), ("catalonia", True, True), ("seville", False, True),
        ("new-castile", False, False), ("france", False, True), ("galicia", False, True),
    ],
)  # fmt: skip
def test_where_a_court_places(king: str, *, france: bool, ship: bool) -> None:
    """S0, France and Ship: King next to France; King on a coast, France among them."""
    for card in ("co-09", "1-02"):
        state = drawn("court: red 3", card, king=king)
        if card == "1-02":
            play(state, "red special")
        found = words(state, "red place")
        assert ({"france", "ambassador", "envoy"} <= found) is france
        assert ({"ship", "captain"} <= found) is ship
        assert not {"america", "viceroy", "mediterranean"} & found
    assert why(state, "red place america") == (
        "No court reaches America; only the Ship or a card leads there."
    )


def test_the_question_names_the_regions_that_came_with_the_game() -> None:
    state = drawn("court: red 4", "co-09", king="catalonia")
    play(state, "red place valencia")
    said = prompt(state.decision(0), state.rules)
    assert "next to the King, in France, on the Ship or in the Castillo, or stop" in said


def test_a_full_france_is_told_with_its_other_spaces() -> None:
    state = drawn("court: red 4 | france: black 1", "co-09", king="aragon")
    play(state, "red place envoy")
    assert why(state, "red place france") == ("There is room only in the Ambassador's space now.")


def test_a_region_out_of_reach_is_not_told_by_its_room() -> None:
    full = "court: red 4 | old-castile: blue 4, yellow 4, green 2"
    state = drawn(full, "co-09", king="seville", table="old-castile")
    play(state, "red place new-castile")
    assert why(state, "red place old-castile") == (
        "Old Castile is not next to the King, who is in Seville."
    )


def test_france_out_of_reach_is_told_before_its_full_space() -> None:
    """S0: France is reached from a court while the King is in Aragon or Catalonia."""
    state = drawn("court: red 4 | france: black 1", "co-09", king="valencia")
    far = "A court reaches France only while the King is in a region next to it."
    for space in ("france", "envoy", "ambassador"):
        assert why(state, f"red place {space}") == far


def test_the_kings_region_is_the_region_and_not_its_space() -> None:
    state = drawn("court: red 4", "co-09", king="france")
    for space in ("france", "envoy", "ambassador"):
        assert why(state, f"red place {space}") == (
            "France is the King's region: nothing can enter or leave it."
        )


def test_france_has_three_spaces_and_a_full_one_takes_nobody() -> None:
    state = drawn("court: red 4 | ship: red 1", "co-09", king="aragon")
    play(state, "red place ambassador")
    assert why(state, "red place ambassador") == "The Ambassador's space is full."
    play(state, "red place envoy, place france")
    assert not {"france", "ambassador", "envoy"} & words(state, "red place")
    play(state, "red sail red ship")
    assert not {"france", "ambassador", "envoy"} & words(state, "red put")


def test_a_leg_to_france_is_not_bound_to_the_king_but_closed_by_him() -> None:
    """S0, Ship: France is listed without condition."""
    for king, open_ in (("seville", True), ("france", False)):
        state = drawn("ship: red 1", king=king)
        play(state, "red sail red ship")
        assert ("envoy" in words(state, "red put")) is open_


def test_the_king_enters_only_france() -> None:
    """S0, "The new regions"."""
    state = drawn("", "5-01")
    play(state, "red special")
    assert "france" in words(state, "red king")
    refuses(state, "red king ship", "red king america", "red king mediterranean")
    state = drawn("", "4-04", king="aragon")
    play(state, "red special")
    assert "france" in words(state, "red king")


def test_legs_are_of_those_who_stood_there_when_the_turn_began() -> None:
    """S0, Ship: the Captain and the Viceroy may leave, too, straight onto such a space."""
    state = drawn("captain: red 1 | viceroy: red 1 | mediterranean: blue 1", king="aragon")
    assert words(state, "red sail") == {"red captain", "red viceroy"}
    play(state, "red sail red captain, put seville", "red sail red viceroy, put captain")
    assert not words(state, "red sail")
    assert crowd(state, "captain") == "red 1"
    assert why(state, "red sail red captain") == (
        "No leg is left for it: as many of its sort may sail from the Ship in a turn as were "
        "there when it began."
    )


def test_moves_reach_everything_and_within_a_region_cost_one_each() -> None:
    """S0, Repositioning."""
    state = drawn("aragon: red 2 | captain: blue 1 | ship: red 1", "1-07", king="galicia")
    play(state, "red special, pick red aragon")
    assert {"america", "viceroy", "mediterranean", "france", "ship"} <= words(state, "red put")
    play(state, "red put viceroy, pick red ship")
    refuses(state, "red put captain")
    play(state, "red put castillo")
    assert pays(state, "america") == "red 5"
    other = next(c.id for c in state.rules.cards if c.effect == "move" and c.stack == 1
                 and c.params["own"] and c.params["foreign"])  # fmt: skip
    state = drawn("captain: blue 1 | ship: red 1", other, king="galicia")
    play(state, "red special, pick blue captain, put ship, pick red ship, put captain")
    assert (crowd(state, "captain"), crowd(state, "ship")) == ("red 1", "blue 1")


# -- what scores ------------------------------------------------------------------------


def test_ambassador_and_envoy_pay_whoever_leads() -> None:
    """S0's example of six points; with first places alone only to a sole leader."""
    state = drawn("ambassador: red 1 | envoy: red 1 | france: blue 1")
    assert pays(state, "france") == "red 6, blue 1"
    assert pays(state, "france", first_only=True) == "red 6"
    tied = drawn("ambassador: red 1 | envoy: blue 1 | france: green 1")
    assert pays(tied, "france") == "red 3, blue 2, green 1", "a tie for first pays the second value"
    assert pays(tied, "france", first_only=True) == "", "nobody leads alone"


def test_captain_and_viceroy_get_nothing_where_first_places_score() -> None:
    state = drawn("captain: red 1 | ship: blue 4 | viceroy: red 1 | america: blue 2")
    assert pays(state, "ship") == "red 3"
    assert pays(state, "ship", first_only=True) == ""
    assert pays(state, "america", first_only=True) == "blue 4"


def test_a_mobile_scoreboard_on_the_ship_pays_the_captain() -> None:
    """S0: they can be moved there; what it does is our best fit."""
    state = drawn("captain: red 1 | ship: blue 4", scoreboards={"840": "ship", "400": "france"})
    assert pays(state, "ship") == "red 8"
    state = drawn("ambassador: red 1 | envoy: blue 1 | france: blue 1",
                  scoreboards={"400": "france"})  # fmt: skip
    assert pays(state, "france") == "red 2, blue 5"


def test_two_players_have_one_rank_and_all_offices() -> None:
    state = drawn("mediterranean: red 2, blue 1 | viceroy: blue 1 | america: red 1", players=2)
    assert pays(state, "mediterranean") == "red 4"
    assert pays(state, "america") == "red 4, blue 5"


def test_fullest_and_emptiest_count_everybody_there() -> None:
    black = "basque: black 2 | galicia: black 2"
    state = drawn(f"america: red 2 | viceroy: red 1 | aragon: blue 2 | {black}", "3-09")
    assert list(paid(state, play(state, "red special"))) == ["america"]


# -- discs ------------------------------------------------------------------------------


def test_discs_come_out_as_far_as_there_are_any() -> None:
    state = drawn("aragon: red 1", "co-05", gold=5, wares=5)
    play(state, "red special")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (5, 6)


def test_the_viceroy_steps_down_for_gold_and_the_captain_claims_nothing() -> None:
    """S0, America: he may resign to claim."""
    state = drawn("viceroy: red 1 | captain: red 1", king="galicia")
    assert words(state, "red claim") == {"red viceroy"}
    play(state, "red claim red viceroy")
    assert (crowd(state, "america"), crowd(state, "viceroy")) == ("red-gold 1", "")
    assert "red-gold america" in words(state, "red sail"), "he takes his leg along"


def test_one_disc_each_and_never_anothers() -> None:
    state = drawn("mediterranean: red-wares 1, blue 1", wares=1)
    assert not words(state, "red claim")
    assert why(state, "red claim red-wares mediterranean") == (
        "Each caballero carries one disc at most."
    )


def test_a_carrier_is_neither_captain_nor_viceroy() -> None:
    state = drawn("america: red-gold 1 | ship: red-wares 1", gold=0)
    play(state, "red sail red-gold america")
    assert words(state, "red put") == {"ship"}
    assert (
        why(state, "red put captain") == "Nobody who carries a disc can go to the Captain's space."
    )


def test_a_card_brings_a_disc_home_inland_too_and_others_pay_the_owner() -> None:
    state = drawn("america: blue-gold 1 | mediterranean: red-wares 1", "1-07", gold=0)
    play(state, "red special, pick red-wares mediterranean")
    assert [e.points for e in of_kind(play(state, "red put aragon"), PointsGiven)] == [4]
    push = next(c.id for c in state.rules.cards if c.effect == "move" and c.params["foreign"] > 1)
    state = drawn("america: blue-gold 1", push, gold=0)
    play(state, "red special, pick blue-gold america")
    refuses(state, "red put castillo", "red put new-castile", "red put captain", "red put viceroy")
    assert why(state, "red put castillo") == (
        "Only the owner may bring a caballero with a disc to the Castillo."
    )
    play(state, "red put aragon")
    assert (state.score(0), state.score(1)) == (0, 6)


def test_france_is_not_spain() -> None:
    state = drawn("ship: red-gold 1", gold=0, king="galicia")
    play(state, "red sail red-gold ship, put envoy")
    assert (state.score(0), crowd(state, "envoy")) == (0, "red-gold 1")


def test_a_careless_owner_loses_a_disc() -> None:
    """S0, "Special rules for a Caballero with a Gold or Wares disc"."""
    state = drawn("america: red-gold 1", "1-07", gold=0)
    play(state, "red special, pick red-gold america, put castillo")
    assert (state.score(0), count(state, "red", "castillo"), state.cell("gold-supply")) == (0, 1, 5)
    state = drawn("america: blue-gold 1", "2-05", gold=0)
    play(state, "red special, blue send blue-gold america")
    assert (state.score(1), state.cell("gold-supply")) == (0, 5)


def test_others_send_no_carrier_and_no_black_one_back() -> None:
    """2-06: S0, "Caballeros of the Grand Inquisitor"; a carrier's owner alone sends it."""
    state = drawn("america: blue-gold 1 | aragon: blue 1, black 1", "2-06", gold=0, holder="red")
    play(state, "red special")
    assert words(state, "red send") == {"blue aragon"}
    assert why_not(state, 0, "send blue-gold america") == (
        "Only the owner may bring a caballero with a disc to the provinces."
    )
    assert why_not(state, 0, "send black aragon").endswith("and Black is not a player.")
    play(state, "red send blue aragon")
    state = drawn("america: blue-gold 1 | aragon: blue 1, red 1", "2-06", gold=0)
    play(state, "red special, red send blue aragon")
    said = "One of Blue's caballeros has already been sent back."
    assert why_not(state, 0, "send blue-gold america") == said


def test_the_owner_sends_a_carrier_for_one_of_the_own_and_loses_the_disc() -> None:
    """2-06: S0, "Special rules for a Caballero with a Gold or Wares disc", the last one."""
    state = drawn("america: red-gold 1 | aragon: red 1, blue 1", "2-06", gold=0)
    play(state, "red special")
    assert words(state, "red send") == {"red-gold america", "red aragon", "blue aragon"}
    said = prompt(state.decision(0), state.rules)
    assert said.endswith("one caballero of each colour: Red and Blue are still to do.")
    play(state, "red send red-gold america")
    assert (state.score(0), state.cell("gold-supply")) == (0, 5)
    assert words(state, "red send") == {"blue aragon"}


def test_black_carriers_pay_the_inquisitors_player_or_nobody() -> None:
    """S3: black caballeros may carry."""
    for holder, points in (("red", 6), ("nobody", 0)):
        state = drawn("america: black-gold 1", "gi-01", gold=0, holder=holder)
        play(state, "red special")
        if holder == "nobody":
            play(state, "red done")
        play(state, "red pick black-gold america")
        assert ("castillo" in words(state, "red put")) is (holder == "red")
        play(state, "red put seville")
        assert state.score(0) == points
        assert state.cell("gold-supply") == 5


# -- the Inquisitor ---------------------------------------------------------------------


def test_the_card_takes_him_and_moves_two_black_and_returns() -> None:
    """S0, "Grand Inquisitor"; each part may be left out."""
    state = drawn("aragon: black 2 | galicia: black 1 | new-castile: black 1, red 1", "gi-01",
                  holder="blue")  # fmt: skip
    play(state, "red special, option 1")
    assert state.cell("inquisitor") == 0
    assert words(state, "red pick") == {"black aragon", "black galicia"}
    play(state, "red pick black aragon")
    assert why(state, "red put aragon") == "The caballero is already in Aragon."
    play(state, "red put castillo, pick black galicia, put america")
    assert state.stack[-1].step == "act"
    left = drawn("aragon: black 2", "gi-01")
    play(left, "red special, done, pick black aragon, put granada, done")
    assert left.cell("inquisitor") == -1
    assert state.rules.cards[state.rules.card_index["gi-01"]].returns


def test_a_plan_tells_its_part_in_a_sentence() -> None:
    """Short forms are made for lists, without articles."""
    start = drawn("aragon: black 2", "gi-01")
    play(start, "red special")
    end, path = start.copy(), [(0, start.rules.code("option 1"))]
    end.apply(*path[0])
    voice = Voice(named(start.rules, None), 0, private=True)
    told = moves(voice, Plan.of(start, End(0.0, end, path)))
    assert told == ["take the Grand Inquisitor to your court"]


def test_his_caballero_more_once_a_turn() -> None:
    """S0: provinces to court, or court to a region next to the King."""
    state = drawn("court: red 2", king="aragon", holder="red")
    found = words(state, "red one-more")
    assert {"court", "catalonia", "valencia", "france", "envoy"} <= found
    assert not {"castillo", "ship", "aragon", "seville"} & found
    play(state, "red one-more envoy")
    assert not words(state, "red one-more")
    assert why(state, "red one-more court") == (
        "That can be done once a turn, and you have already chosen it in this one."
    )
    other = drawn("court: red 2", king="seville", holder="red")
    assert not {"ship", "captain"} & words(other, "red one-more")
    assert why(other, "red one-more galicia").endswith(
        "is not a region next to the King, who is in Seville."
    )
    blue = drawn("court: red 2", holder="blue")
    assert why(blue, "red one-more court") == "The Grand Inquisitor is not at your court."


def test_black_ones_are_own_ones_of_whoever_has_him() -> None:
    """S0: treated in every way as the own colour, but never to the provinces."""
    state = drawn("aragon: black 1 | ship: black 1", "1-07", holder="red", king="galicia")
    assert "black ship" in words(state, "red sail")
    play(state, "red special")
    assert words(state, "red pick") == {"black aragon", "black ship"}
    state = drawn("aragon: black 1 | ship: black 1", "co-05", king="galicia")
    assert not words(state, "red sail")
    play(state, "red special")
    assert not words(state, "red pick")
    own = drawn("aragon: blue 4, black 2", "2-05", holder="blue")
    play(own, "red special")
    assert words(own, "blue send") == {"blue aragon"}


def test_ownerless_black_ones_stay_in_the_castillo() -> None:
    for holder, inside in (("nobody", "black 2"), ("red", "")):
        state = drawn("castillo: red 1, black 2", holder=holder)
        score_generally(state)
        play(state, "red disk seville")
        assert crowd(state, "castillo") == inside
    state = drawn("castillo: red 1, black 2", holder="red")
    score_generally(state)
    play(state, "red disk new-castile")
    assert crowd(state, "castillo") == "black 2", "they never go to a court"
    assert count(state, "red", "court") == 1


# -- the limit table --------------------------------------------------------------------


@pytest.mark.parametrize("card", ["co-01", "co-02", "co-03"])
def test_the_table_moves_with_those_on_it(card: str) -> None:
    """S0, "Limit table"; S3, editor's note."""
    state = drawn("basque: blue 4 | basque-beside: red 1 | granada: green 2, red 1", card,
                  players=3)  # fmt: skip
    play(state, "red special")
    refuses(state, "red move-table france", "red move-table new-castile", "red move-table basque")
    assert {"ship", "america", "mediterranean"} <= words(state, "red move-table")
    assert why(state, "red move-table france") == "The limit table never goes to France."
    heard = play(state, "red move-table granada")
    said = [say_event(event, state.rules) for event in heard]
    assert said[3:5] == [
        "Red puts a caballero beside the limit table in Granada.",
        "Red puts 2 of Green's caballeros beside the limit table in Granada.",
    ]
    assert words(state, "red take-space") == {"red", "green"}
    taken = play(state, "red take-space green, take-space green")
    names = named(state.rules, None)
    turn = story.Passage(story.TURN, 1, tuple(enumerate(heard + taken)), 0)
    assert turn_facts.in_words(turn, names).split("; ")[2:] == [
        "1 of their own and 2 of Green's put beside the limit table in Granada",
        "4 of Blue's from the Basque Country, 2 of Green's from beside the limit table to Granada",
        "1 of their own from beside the limit table to the Basque Country",
    ]
    assert {say_event(event, state.rules) for event in taken if isinstance(event, Moved)} == {
        "Red lets one of Green's caballeros beside the limit table count in Granada."
    }
    assert crowd(state, "granada") == "blue 4, green 2"
    assert crowd(state, "granada-beside") == "red 1"
    assert crowd(state, "basque") == "red 1", "everybody counts there again"


def test_the_table_stays_in_the_kings_region() -> None:
    """S0, "Limit table": it is not moved away from there, so only its disc comes out."""
    state = drawn("court: red 1", "co-01", king="basque")
    play(state, "red special")
    assert (state.stack[-1].step, state.cell("gold-lying")) == ("act", 2)
    assert state.rules.regions[state.cell("limit-table")] == "basque"


def test_a_disc_rides_on_the_table_to_spain() -> None:
    state = drawn("america: blue-gold 1", "co-02", gold=0, table="america")
    play(state, "red special, move-table granada")
    assert (state.score(1), crowd(state, "granada")) == (6, "blue 1")


def test_spaces_are_filled_when_the_action_is_over_by_whom_it_is() -> None:
    """S0: the Inquisitor's player decides, without him whoever freed them."""
    board = "basque: blue 6 | basque-beside: red 1, green 1 | granada: red 1"
    push = next(c.id for c in game().ruleset().cards
                if c.effect == "move" and c.params["foreign"] > 1)  # fmt: skip
    for holder, colour in (("nobody", "red"), ("green", "green")):
        state = drawn(board, push, players=3, holder=holder, king="galicia")
        play(state, "red special, pick blue basque, put granada")
        assert state.stack[-1].step == "move", "not between two moves"
        play(state, "red done")
        assert waits_for(state) == colour
        play(state, f"{colour} take-space red")
        assert crowd(state, "basque") == "red 1, blue 5"
    fits = drawn("basque: blue 6 | basque-beside: red 1", push, players=3, king="galicia")
    play(fits, "red special, pick blue basque, put granada, done")
    assert crowd(fits, "basque") == "red 1, blue 5", "nothing is asked when all fit"


def test_off_and_on_are_two_moves() -> None:
    """S0, Repositioning: within a region, too."""
    both = next(c.id for c in game().ruleset().cards if c.effect == "move" and c.stack == 1
                and c.params["own"] and c.params["foreign"])  # fmt: skip
    state = drawn("basque: blue 6 | basque-beside: red 1", both, players=3, king="galicia")
    play(state, "red special, pick blue basque, put basque-beside, pick red basque-beside")
    play(state, "red put basque")
    assert (crowd(state, "basque"), crowd(state, "basque-beside")) == ("red 1, blue 5", "blue 1")


# -- stack 7 ----------------------------------------------------------------------------


def test_conspiracy_pays_two_and_sends_the_grandes_by_disk() -> None:
    """S0, S3: the special scoring of the Castillo before pays no bonus."""
    state = drawn("castillo: red 3, blue 1", "co-04",
                  home="red aragon, blue new-castile, green granada")  # fmt: skip
    play(state, "red special")
    assert pays(state, "castillo") == "red 5, blue 3"
    score_generally(state)
    assert pays(state, "castillo") == "red 7, blue 3"
    assert waits_for(state) == "red blue green yellow"
    events = play(state, "red disk seville, blue disk seville, green disk new-castile")
    events += play(state, "yellow disk aragon")
    assert homes(state).startswith("R seville, B new-castile, G granada")
    assert state.cell("conspiracy") == 0
    assert state.score(0) >= 7
    king = drawn("castillo: red 3", home="red new-castile", cells={"conspiracy": True})
    score_generally(king)
    assert pays(king, "castillo") == "red 5", "his Grande is in the King's region"


def test_double_strike_repeats_another_players_action() -> None:
    """S3, "Doppelschlag": also the King's and the Inquisitor's, discs included."""
    board = "aragon: red 1 | court: red 1 | granada: blue 2"
    state = drawn(board, "co-05", held="co-06 blue", gold=0, wares=0)
    play(state, "red special, done")
    assert waits_for(state) == "blue"
    play(state, "blue use co-06")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (2, 4)
    play(state, "blue pick blue granada, put america, done")
    assert state.stack[-1].step == "claim_discs", "first call, before anything else"
    play(state, "blue claim blue america")
    assert waits_for(state) == "red"
    assert not state.held
    own = drawn("aragon: red 1 | court: red 1", "co-05", held="co-06 red")
    play(own, "red special, done")
    assert (waits_for(own), own.stack[-1].step) == ("red", "act")
    assert own.held, "the own action is not repeated"
    inquisitor = drawn("aragon: black 1", "gi-01", held="co-06 blue")
    play(inquisitor, "red special, option 1, done, blue use co-06, blue option 1")
    assert inquisitor.cell("inquisitor") == 1


def test_keeping_a_card_is_not_repeated_but_a_delayed_scoring_is() -> None:
    kept = drawn("", "co-07", held="co-06 blue")
    play(kept, "red special")
    assert "blue use co-06" not in choices(kept)
    state = drawn("", "co-10", held="co-06 blue")
    play(state, "red special, score aragon, blue use co-06")
    assert "aragon" not in words(state, "blue score")
    play(state, "blue score seville")
    assert {(h.owner, state.rules.regions[h.mark]) for h in state.held} == {
        (0, "aragon"), (1, "seville"),
    }  # fmt: skip


def test_turn_over_takes_a_card_away_before_somebody_chooses() -> None:
    """S0, "Remove Action Card"."""
    state = drawn("", held="co-07 blue", wares=2)
    assert waits_for(state) == "blue"
    play(state, "blue use co-07, turn-down 5-01")
    assert "5-01" not in words(state, "red card")
    assert state.cell("wares-lying") == 3
    assert why(state, "red card 5-01").startswith("Card 5-01 (King anywhere) is not face up")
    taking = drawn("", "co-07")
    play(taking, "red special")
    assert [taking.rules.cards[h.card].id for h in taking.held] == ["co-07"]


def test_inquisition_scoring_takes_him_first() -> None:
    """S3; the King's region too, the Castillo not."""
    state = drawn("aragon: black 2, blue 1 | new-castile: black 1 | castillo: black 1, blue 1",
                  "co-08")  # fmt: skip
    scored = paid(state, play(state, "red special"))
    assert list(scored) == ["aragon", "new-castile"]
    assert scored["aragon"] == "R5 B4"
    assert scored["new-castile"] == "R9", "and the King's bonus"


def test_colonies_scoring_scores_the_four() -> None:
    """S3."""
    state = drawn("america: red 1 | captain: blue 1", "co-09")
    assert list(paid(state, play(state, "red special"))) == [
        "france", "ship", "america", "mediterranean",
    ]  # fmt: skip


def test_delayed_scoring_comes_at_the_end_of_the_next_round() -> None:
    """S3: before a general scoring; in the last round after it."""
    state = drawn("aragon: red 1", "co-10", round_=2)
    play(state, "red special")
    asks = "choose the region that is scored"
    assert f"{asks} at the end of round 3" in prompt(state.decision(0), state.rules)
    play(state, "red score aragon")
    assert [(h.until, h.mark) for h in state.held] == [(3, state.rules.regions.index("aragon"))]
    last = drawn("aragon: red 1", "co-10", round_=9)
    play(last, "red special")
    assert f"{asks} after the last general scoring" in prompt(last.decision(0), last.rules)
    play(last, "red score aragon")
    assert read_back(last).held == last.held
    targets = _targets(last, _to_the_end(last))
    assert (targets[0], targets[-1]) == ("castillo", "aragon")
    assert not last.held
    before = drawn("aragon: red 1", "co-10", round_=8)
    play(before, "red special, score aragon")
    targets = _targets(before, _to_the_end(before))
    assert targets.index("aragon") < targets.index("castillo")


@pytest.mark.parametrize("region", ["galicia", "aragon"])
def test_a_delayed_scoring_is_read_back_from_a_position(region: str) -> None:
    """S3: it waits until the end of the next round and no longer, whatever region it lies on."""
    state = drawn("aragon: red 1", "co-10", round_=2)
    play(state, f"red special, score {region}")
    assert read_back(state).held == state.held
    (held,) = state.held
    for until in (1, 4, GAME):
        state.held = (held._replace(until=until),)
        with pytest.raises(ContentError, match="write 2 or 3 here"):
            read_back(state)


def read_back(state: State) -> State:
    """The position as its description has it."""
    return lay_out(state.rules, describe(state), seed=1)


def _targets(state: State, events: list[Event]) -> list[str]:
    rules = state.rules
    return [rules.targets[e.scored.target] for e in events if isinstance(e, RegionScored)]


def _to_the_end(state: State) -> list[Event]:
    events: list[Event] = []
    while not state.over:
        events += quietly(state)
    return events


def test_late_moves_come_when_the_castillo_is_empty() -> None:
    """S3: carriers too; its disc comes out when it is used."""
    state = drawn("castillo: red 1 | america: red-gold 1", held="co-11 red", gold=0, wares=0)
    state.held = (*state.held, Held(state.rules.card_index["2-01"], 1, state.round))
    score_generally(state)
    play(state, "red disk seville")
    assert state.stack[-1].step == "window"
    said = [say_event(event, state.rules) for event in play(state, "red use co-11")]
    # Nobody can stop it, and so nothing is announced.
    assert said[1] == "Red carries out the kept action, Move 2 of yours."
    assert state.cell("wares-lying") == 1
    play(state, "red pick red seville, put mediterranean, pick red-gold america, put aragon")
    assert state.score(0) >= 6
    assert state.stack[-1].step == "claim_discs"
    play(state, "red claim red mediterranean")
    assert [card.owner for card in state.held] == [1], "the Veto, which could not be used"


# -- base cards in this game ------------------------------------------------------------


def test_a_scoring_card_may_name_a_new_region() -> None:
    for card in ("2-09", "3-11"):
        state = drawn("america: red 1", card)
        play(state, "red special")
        assert {"france", "ship", "america", "mediterranean"} <= words(state, "red score")


def test_a_grande_goes_abroad_and_back() -> None:
    state = drawn("america: red 2, blue 1", "4-06", home="red aragon")
    play(state, "red special, grande america")
    assert pays(state, "america") == "red 6"


def test_a_new_region_can_be_left_and_carriers_pay() -> None:
    state = drawn("america: blue-gold 1, green 1 | viceroy: yellow 1", "4-05", gold=0)
    play(state, "red special, evacuate america")
    play(state, "blue disk aragon, green disk new-castile, yellow disk seville")
    assert state.score(1) == 6
    assert (count(state, "green", "court"), count(state, "yellow", "seville")) == (1, 1)
    assert not crowd(state, "america")
    assert not crowd(state, "viceroy")


def test_whoever_must_leave_comes_to_the_table_all_together() -> None:
    """EXPANSIONS 2.5: treated like those out of the Castillo."""
    state = drawn("aragon: blue 1, green 2 | seville: yellow 5", "4-05", table="seville")
    play(state, "red special, evacuate aragon, blue disk seville, green disk seville")
    assert crowd(state, "seville") == "blue 1, green 2, yellow 5"
    full = drawn("aragon: blue 2, green 2 | seville: yellow 8", "4-05", table="seville",
                 holder="yellow")  # fmt: skip
    play(full, "red special, evacuate aragon, blue disk seville, green disk seville")
    assert waits_for(full) == "yellow"
    play(full, "yellow take-space blue, take-space green")
    assert crowd(full, "seville-beside") == "blue 1, green 1"


def test_disks_never_name_a_new_region() -> None:
    state = drawn("america: red 1", "4-11")
    play(state, "red special")
    found = words(state, "red disk")
    assert len(found) == 9
    assert not {"france", "ship", "america", "mediterranean"} & found
    assert why(state, "red disk america") == "America is not on the secret disk."


def test_short_provinces_are_made_up_from_the_colonies() -> None:
    """EXPANSIONS 0.4: any own place; a disc is lost."""
    state = drawn("court: red 34 | america: red-gold 1, red 1", gold=0,
                  power="R1 B13 G12 Y11")  # fmt: skip
    while waits_for(state) != "red":
        quietly(state)
    assert {"red fetch america", "red fetch-kind red-gold america"} <= {*choices(state)}
    play(state, "red fetch-kind red-gold america")
    assert (state.score(0), state.cell("gold-supply"), count(state, "red", "court")) == (0, 5, 35)


def test_free_actions_are_no_part_of_placing() -> None:
    state = drawn("court: red 3 | ship: red 1", "co-09", holder="red", king="aragon")
    assert {"red special", "red end", "red sail red ship", "red one-more court"} <= {
        *choices(state)
    }
    play(state, "red place ambassador")
    assert not words(state, "red sail")
    assert why(state, "red sail red ship") == (
        "That is done before or between the actions of a turn, not in the midst of one."
    )


@pytest.mark.parametrize("holder", [0, 1])
def test_black_ones_sent_to_a_veiled_castillo_are_told_to_whom_they_count(holder: int) -> None:
    setup = Setup.of(3, seed=1, expansions=("colonies",), house={"castillo": "veiled"})
    start = setup.start()
    rules = start.rules
    start.board[rules.cell[INQUISITOR]] = holder
    black = rules.kinds.index(BLACK)
    place = next(at for at in rules.board_places if start.count(black, at))
    end = start.copy()
    end.move(holder, black, place, rules.castillo, 1)
    said = changes(Voice(named(rules, None), 0, private=True), start, end)
    told = "1 more that counts for you is in the Castillo, which pays 5/3"
    assert (told in said) == (holder == 0)


def test_a_double_strike_is_told_apart_from_the_turn_and_to_whose_turn_it_was() -> None:
    state = drawn("galicia: blue 3", "3-01", held="co-06 blue")
    heard: list[Event] = [TurnBegan(0), CardChosen(0, state.card)]
    heard += play(state, "red special, blue use co-06")
    names = named(state.rules, None)
    told = story.passages(state.rules, [*enumerate(heard)], state.round)
    strike = ["Blue +4 (Galicia, scored by Blue)", say_event(heard[8], state.rules)[:-1]]
    assert [fact.text for fact in turn_facts.facts(told[0], names)] == [
        "Blue +4 (Galicia)",
        *strike,
    ]
    news = story.since(told, 0).passages[0]
    # What one's own action paid is as new: nothing was asked between the two.
    assert [fact.text for fact in turn_facts.facts(news, names)] == ["Blue +4 (Galicia)", *strike]
    assert all(passage.seat != 1 for passage in story.since(told, 1).passages)


def test_those_of_one_s_own_that_carry_a_disc_are_told_as_one_s_own() -> None:
    names = named(drawn().rules, None)
    rules, gold = names.rules, names.rules.kinds.index("red-gold")
    ship, america = rules.place_index["ship"], rules.place_index["america"]
    moves = [Moved(0, gold, america, ship, 1), Moved(0, 0, ship, america, 1),
             Moved(0, 1, ship, america, 2)]  # fmt: skip

    def told(*moves: Event) -> str:
        return turn_facts.in_words(story.Passage(story.TURN, 1, (*enumerate(moves),), 0), names)

    assert told(*moves[:2]) == "1 with Gold from America to the Ship; 1 from the Ship to America"
    assert told(*moves) == (
        "1 of their own with Gold from America to the Ship; "
        "1 of their own and 2 of Blue's from the Ship to America"
    )


def test_what_a_double_strike_moves_is_no_part_of_what_the_turn_moved() -> None:
    state = drawn("aragon: red 1 | galicia: blue 2", "1-07", held="co-06 blue")
    lines = "red special, pick blue galicia, put aragon, done", "blue use co-06, pick red aragon"
    heard: list[Event] = [TurnBegan(0), CardChosen(0, state.card)]
    heard += play(state, *lines, "blue put granada, done")
    (told, *_) = story.passages(state.rules, [*enumerate(heard)], state.round)
    first, used, last = (f.text for f in turn_facts.facts(told, named(state.rules, None)))
    assert first == "one of Blue's from Galicia to Aragon"
    assert used.startswith("Blue uses the card Double strike")
    assert last == "one of Red's from Aragon to Granada, moved by Blue"
