"""Every card, symbol and figure of Grandissimo, by the document (S0; EXPANSIONS 4)."""

from __future__ import annotations

import pytest
from grandissimo_drawn import drawn, game, who, why
from laid import count, crowd, pays, score_generally

from drawing import choices, homes, king, of_kind, play, refuses, waits_for, words
from elgrande.app.board.guide import Guide
from elgrande.app.panes.forecast import forecast, notes
from elgrande.app.panes.glyphs import UNICODE
from elgrande.cli.plain.queries import sentences
from elgrande.content.deck import SOURCES
from elgrande.content.expansion import display_of
from elgrande.content.reference import reference
from elgrande.content.scorings import rewound
from elgrande.content.words import GameNames, prompt, say_event
from elgrande.expansions.grandissimo.options import CARDS
from elgrande.rules.events import HeldExpired, KingMoved, RegionScored


def test_the_deck_is_as_the_document_counts_it_and_every_field_has_a_source() -> None:
    """S0: nineteen cards in stack 6, the Queen and Jester card alone in 7; FACTS 5.2."""
    infos = [one for one in game().content.cards.values() if one.card.id.startswith("gr-")]
    six = [one.card for one in infos if one.card.stack == 6]
    assert [card.id for card in six] == [f"gr-{number:02}" for number in range(1, 20)]
    assert [one.card.id for one in infos if one.card.stack == 7] == ["gr-20"]
    signs = [mark for card in six for mark in card.marks]
    assert (signs.count("ship"), signs.count("jail")) == (5, 5)
    assert {card.caballeros for card in six[:2]} == {3}
    for info in infos:
        fields = {"name", "stack", "caballeros", "effect", *info.card.params}
        fields |= {"marks"} if info.card.marks else set()
        assert fields <= info.source.keys(), info.card.id
        assert set(info.source.values()) <= set(SOURCES)
        assert info.cite


# -- Portugal ------------------------------------------------------------


def test_portugal_and_its_neighbours() -> None:
    """S0: 5/0/0, on the coast, no disk; the neighbours are our best fit (EXPANSIONS 4.2)."""
    rules = game().ruleset()
    at = rules.regions.index("portugal")
    assert rules.values[at] == (5, 0, 0)
    assert rules.coastal[at]
    assert at not in rules.disk_regions
    near = {rules.regions[region] for region in rules.region_neighbours[at]}
    assert near == {"galicia", "old-castile", "new-castile", "seville"}


def test_cards_and_courts_reach_portugal_like_any_region() -> None:
    state = drawn("court: red 2 | aragon: red 1, blue 1", "1-10", king="seville")
    assert "portugal" in words(state, "red place")
    play(state, "red special")
    kind, _ = next(iter(sorted(words(state, "red pick")))).split()
    play(state, f"red pick {kind} aragon, put portugal")
    assert crowd(state, "portugal") == f"{kind} 1"
    assert "portugal" not in words(drawn("court: red 1", "1-10", king="aragon"), "red place")


def test_grandes_come_to_portugal_and_both_bonuses_are_paid_there() -> None:
    """S0: the King and the Grandes may visit Portugal."""
    state = drawn("portugal: red 1", "4-06", home="red aragon")
    play(state, "red special, grande portugal")
    assert homes(state) == "R portugal"
    assert pays(state, "portugal") == "red 7"
    state = drawn("portugal: red 2, blue 1", home="red portugal", king="portugal")
    assert pays(state, "portugal") == "red 9"


def test_portugal_is_a_region_of_five_for_the_cards_that_score_those() -> None:
    """EXPANSIONS 4.2, deduced: as long as 5 is its first value."""
    rules = game().ruleset()
    card = next(c.id for c in rules.cards if 5 in c.params.get("values", ()))
    state = drawn("portugal: red 1 | galicia: red 1", card)
    scored = of_kind(play(state, "red special"), RegionScored)
    assert "portugal" in [rules.targets[event.scored.target] for event in scored]
    state = drawn("portugal: red 1", card, scoreboards={"840": "portugal"})
    scored = of_kind(play(state, "red special"), RegionScored)
    assert "portugal" not in [rules.targets[event.scored.target] for event in scored]


def test_its_own_board_never_moves_and_a_mobile_one_may_leave_again() -> None:
    state = drawn("", "4-01", scoreboards={"840": "portugal"})
    play(state, "red special")
    assert "840 galicia" in words(state, "red scoreboard")
    assert "400 portugal" not in words(state, "red scoreboard"), "two never lie on one place"
    play(state, "red scoreboard 840 galicia")
    assert pays(drawn("portugal: red 1"), "portugal") == "red 5"


# -- ship ------------------------------------------------------------


def test_a_token_is_taken_from_beside_the_board_and_else_from_a_holder() -> None:
    """S0, "Ship": one each at most; if both are in other courts, the player decides."""
    state = drawn("", "gr-09", cells={"ship-tokens": ["blue"]})
    assert "red token" in choices(state)
    refuses(state, "red token-from blue")
    play(state, "red token")
    assert why(state, "red token").endswith("you have already chosen it in this one.")
    state = drawn("", "gr-09", cells={"ship-tokens": ["blue", "green"]})
    assert words(state, "red token-from") == {"blue", "green"}
    play(state, "red token-from green")
    assert state.cell("ship-tokens") == 0b0011
    state = drawn("", "gr-09", cells={"ship-tokens": ["red"]})
    assert why(state, "red token") == "You already have a ship token, and nobody has two."
    assert why(drawn("", "gr-12"), "red token") == (
        "Only whoever takes a card with the ship symbol takes a ship token."
    )


def test_with_a_token_a_court_places_aboard_wherever_the_king_is() -> None:
    """S0, "Ship": instead of the regions; mixed placing is not excluded (EXPANSIONS 4.2)."""
    state = drawn("court: red 3", "gr-13", king="new-castile", cells={"ship-tokens": ["red"]})
    play(state, "red place ship, place seville, place ship")
    assert (crowd(state, "ship"), crowd(state, "seville")) == ("red 2", "red 1")
    state = drawn("court: red 3", "1-02", cells={"ship-tokens": ["red"]})
    play(state, "red special")
    assert "ship" not in words(state, "red place"), "only the turn's own placing goes aboard"
    assert "ship" not in words(drawn("court: red 3", "gr-13"), "red place")


@pytest.mark.parametrize(
    ("tokens", "asks"),
    [
        (["red"], "place up to 3 more caballeros next to the King, on the ship or in the Castillo"),
        ([], "place up to 3 more caballeros next to the King or in the Castillo"),
    ],
)
def test_the_question_where_to_place_names_the_ship(tokens: list[str], asks: str) -> None:
    """The King is inland: nobody knows from the map alone that a court places aboard."""
    board = "court: red 5"
    state = drawn(board, "gr-14", king="new-castile", cells={"ship-tokens": tokens})
    play(state, "red place castillo")
    assert f"Red: {asks}, or stop." in prompt(state.decision(0), state.rules).replace(
        ", in Portugal", ""
    )


def test_the_seats_to_which_the_king_may_go_are_a_list_in_words() -> None:
    state = drawn("", "gr-11", king="valencia")
    play(state, "red special")
    assert prompt(state.decision(0), state.rules) == (
        "Red: move the King to Portugal, Galicia, Old Castile, New Castile or Seville."
    )


def test_a_token_of_this_very_turn_serves_its_placing() -> None:
    state = drawn("court: red 3", "gr-09")
    assert "ship" not in words(state, "red place")
    play(state, "red token")
    assert "ship" in words(state, "red place")


def test_whoever_stood_on_the_ship_when_the_turn_began_lands_on_a_coast() -> None:
    """S0, "Ship": any coastal region, Portugal too, not the King's; no token is needed."""
    state = drawn("ship: red 2, blue 1", king="seville")
    play(state, "red ashore")
    assert words(state, "red put") == {
        "galicia", "basque", "catalonia", "granada", "valencia", "portugal",
    }  # fmt: skip
    assert why(state, "red put aragon").endswith(
        "is not a region on the coast, where the ship lands."
    )
    assert why(state, "red put seville").startswith("Seville is the King's region")
    play(state, "red put portugal", "red ashore, put galicia")
    assert not words(state, "red ashore")
    assert (crowd(state, "ship"), crowd(state, "portugal")) == ("blue 1", "red 1")


def test_a_newcomer_on_the_ship_waits_for_the_next_turn() -> None:
    state = drawn("court: red 1", "gr-13", cells={"ship-tokens": ["red"]})
    play(state, "red place ship")
    assert "red ashore" not in choices(state)


def test_nothing_scores_and_no_card_moves_anybody_on_the_ship_or_in_jail() -> None:
    for card in ("1-10", "1-07", "2-06"):
        state = drawn("ship: red 2, blue 1 | jail: red 1, green 1", card)
        assert "red special" not in choices(state)
    state = drawn("ship: red 2 | jail: blue 1")
    points = [event.scored.paid() for event in of_kind(score_generally(state), RegionScored)]
    assert not any(points)


def test_who_moves_a_black_one_is_told_where_none_goes() -> None:
    state = drawn("aragon: black 1", "1-09", king="galicia", cells={"inquisitor": "red"})
    play(state, "red special, pick black aragon")
    assert why(state, "red put castillo") == (
        "Black caballeros go from region to region, never to the Castillo."
    )


# -- jail ------------------------------------------------------------


def test_the_jail_symbol_takes_anybodys_from_a_region_but_the_kings() -> None:
    """S0, "Jail"; black ones too, as it says any (EXPANSIONS 4.2)."""
    board = "aragon: blue 1, red 1 | galicia: black 1 | valencia: green 1 | ship: yellow 1"
    state = drawn(board + " | castillo: green 1", "gr-14")
    play(state, "red jail")
    assert "has been done" not in why(state, "red jail"), "it is being done"
    assert words(state, "red pick") == {"blue aragon", "red aragon", "black galicia"}
    play(state, "red pick black galicia")
    assert crowd(state, "jail") == "black 1"
    assert not words(state, "red jail")
    assert why(drawn("aragon: blue 1", "gr-12"), "red jail") == (
        "Only whoever takes a card with the jail symbol brings somebody to jail."
    )


def test_a_pardon_is_free_before_or_after_the_king_moves_and_goes_to_portugal_too() -> None:
    """S0, "Jail"; once, into a region that is not the King's (EXPANSIONS 4.2)."""
    state = drawn("jail: red 1, black 1", "5-01", king="aragon")
    play(state, "red special, king seville, pardon")
    assert {"portugal", "aragon"} <= words(state, "red put")
    assert not {"seville", "castillo", "jail"} & words(state, "red put")
    play(state, "red put portugal")
    assert crowd(state, "portugal") == "red 1, black 1"
    assert why(drawn("jail: red 1", "4-04"), "red pardon") == (
        "Only whoever takes the King's card pardons those in jail."
    )
    assert why(drawn("", "5-01"), "red pardon") == "Nobody is in jail."


def test_a_veto_stops_the_king_and_not_the_pardon() -> None:
    state = drawn("jail: red 1", "5-01", held="2-01 blue 2")
    play(state, "red special, king seville, blue veto")
    assert king(state) == "valencia"
    play(state, "red pardon, put aragon")
    assert crowd(state, "aragon") == "red 1"


# -- Queen and Jester ------------------------------------------------------------


@pytest.mark.parametrize(
    ("queen", "jester", "expected"),
    [
        ("nobody", "nobody", {"take-queen", "take-jester"}), ("blue", "nobody", {"take-jester"}),
        ("red", "nobody", {"take-jester"}), ("blue", "green", {"take-queen", "take-jester"}),
        ("red", "green", {"take-jester"}), ("nobody", "red", {"take-queen"}),
    ],
)  # fmt: skip
def test_whom_the_card_of_stack_seven_takes(queen: str, jester: str, expected: set[str]) -> None:
    """S0: if only one is beside the board, that one; if both are elsewhere, one's choice."""
    state = drawn("", "gr-20", cells={"queen": queen, "jester": jester})
    play(state, "red special")
    assert words(state, "red") == expected
    verb = sorted(expected)[0]
    play(state, f"red {verb}")
    assert who(state, verb.removeprefix("take-")) == "red"


def test_with_both_in_one_court_the_card_is_worth_its_number() -> None:
    state = drawn("court: red 1", "gr-20", cells={"queen": "red", "jester": "red"})
    assert "red special" not in choices(state)
    assert "red place castillo" in choices(state)


def test_the_card_of_stack_seven_returns_every_round() -> None:
    state = drawn("", "gr-20", players=2)
    play(state, "red end, blue card 5-01, blue end")
    assert [slot.card for slot in state.slots][-1] == state.rules.card_index["gr-20"]


def test_the_queen_brings_one_next_to_the_king_or_to_the_court() -> None:
    """S0: not into the Castillo, once in each own turn."""
    state = drawn("court: red 2", king="aragon", cells={"queen": "red"})
    found = words(state, "red queens-more")
    near = {"basque", "catalonia", "old-castile", "new-castile", "valencia"}
    assert found == {*near, "court"}
    play(state, "red queens-more court")
    assert count(state, "red", "court") == 3
    assert why(state, "red queens-more basque") == (
        "That can be done once a turn, and you have already chosen it in this one."
    )
    state = drawn("court: red 2", king="aragon", cells={"queen": "blue"})
    assert why(state, "red queens-more basque") == "The Queen is not at your court."
    state = drawn("aragon: red 1", "1-10", cells={"queen": "red"})
    play(state, "red special")
    for place in ("ship", "province", "court"):
        assert why(state, f"red queens-more {place}") == (
            "That is done before or between the actions of a turn, not in the midst of one."
        )


def test_the_jesters_gift_waits_for_the_receivers_turn() -> None:
    """S0: one of his from the provinces; the other places it at the start of the next turn."""
    state = drawn("court: blue 1", "gr-12", players=2, cells={"jester": "red"})
    play(state, "red gift blue")
    assert crowd(state, "gift-blue") == "red 1"
    assert count(state, "red", "province") == 29
    play(state, "red end")
    assert waits_for(state) == "blue"
    found = words(state, "blue put")
    assert {"portugal", "castillo", "aragon"} <= found
    assert not {"valencia", "ship", "jail", "court", "province"} & found
    play(state, "blue put portugal")
    assert crowd(state, "portugal") == "red 1"
    assert state.stack[-1].step == "choose_card"
    state = drawn("", cells={"jester": "blue"})
    assert why(state, "red gift blue") == "The Jester is not at your court."
    assert why(drawn("", cells={"jester": "red"}), "red gift red") == (
        "The Jester gives to another player."
    )


def test_a_gift_to_somebody_whose_last_turn_is_over_is_said_to_be_too_late() -> None:
    for round, late in ((9, True), (8, False)):
        state = drawn("", "gr-12", players=2, cells={"jester": "blue"}, round_=round)
        play(state, "red end")
        n = GameNames(state.rules)
        before = display_of(state.rules).remarks(state, "choose_card", 1, n)
        assert ("A gift to Red comes too late: no turn is left to place it." in before) == late
        said = [say_event(event, state.rules, n) for event in play(state, "blue gift red")]
        told = " ".join((*said, *sentences(state, n)))
        assert said[0] == "Blue puts a caballero from the provinces among the gifts for Red."
        assert ("That comes too late, as Red's last turn is over." in told) == late
        assert ("One of Blue's caballeros came too late for Red" in told) == late
        assert ("Red's next turn" in told) != late
        # Nobody who is asked something then can do anything about it.
        asked = display_of(state.rules).remarks(state, "choose_card", 1, n)
        assert "too late" not in asked
        assert ("Red's next turn" in asked) != late


@pytest.mark.parametrize("round_", [2, 9])
def test_a_gift_that_is_being_placed_neither_waits_nor_is_late(round_: int) -> None:
    state = drawn("gift-blue: red 1", "gr-12", players=2, round_=round_)
    play(state, "red end")
    assert state.stack[-1].step == "place_gift"
    told = " ".join(sentences(state, GameNames(state.rules)))
    assert "One of Red's caballeros is for Blue to place now." in told
    assert "next turn" not in told
    assert "too late" not in told


def test_gifts_of_several_are_placed_one_by_one() -> None:
    state = drawn("gift-red: blue 1, green 1", turn="green", players=3, cells={"jester": "green"})
    play(state, "green gift red, card gr-12, end")
    for goal in ("galicia", "aragon", "galicia"):
        assert waits_for(state) == "red"
        play(state, f"red put {goal}")
    assert (crowd(state, "galicia"), crowd(state, "aragon")) == ("blue 1, green 1", "green 1")


# -- Inquisitor ------------------------------------------------------------


def test_the_inquisitor_is_taken_and_brings_one_more_in_this_very_turn() -> None:
    """S0, page: he stays until another player takes him."""
    state = drawn("court: red 1 | galicia: black 2", "gr-01", king="aragon",
                  cells={"inquisitor": "blue"})  # fmt: skip
    play(state, "red special, option 1")
    assert who(state, "inquisitor") == "red"
    play(state, "red done, one-more catalonia")
    assert crowd(state, "catalonia") == "red 1"
    state = drawn("galicia: black 2", "gr-02")
    play(state, "red special, done, pick black galicia, put portugal")
    assert who(state, "inquisitor") == ""
    assert crowd(state, "portugal") == "black 1"


def test_black_ones_start_together_in_a_region_that_was_drawn() -> None:
    """S0, preparation; EXPANSIONS 4.1: a card of those left after homes and King."""
    for players in (2, 5):
        state = game(players, 3).start()
        places = [p for p in state.rules.regions if count(state, "black", p)]
        assert len(places) == 1
        assert count(state, "black", places[0]) == 2
        drawn_homes = {state.rules.regions[state.grande(seat)] for seat in range(players)}
        assert places[0] not in {*drawn_homes, king(state)}


def test_a_black_one_takes_company_along_if_its_owner_agrees() -> None:
    """S0, note on the card; one each, asked once a black move (EXPANSIONS 4.2)."""
    board = "galicia: black 2, red 1, blue 2"
    state = drawn(board, "gr-01")
    play(state, "red special, done, pick black galicia, put portugal")
    assert words(state, "red company") == {"red", "blue"}
    play(state, "red company blue")
    assert waits_for(state) == "blue"
    play(state, "blue agree")
    assert crowd(state, "portugal") == "blue 1, black 1"
    play(state, "red pick black galicia, put aragon, company blue, blue refuse")
    assert (crowd(state, "aragon"), crowd(state, "galicia")) == ("black 1", "red 1, blue 1")
    assert waits_for(state) == "blue", "asked once a black move, and two have moved"
    state = drawn(board, "gr-01")
    play(state, "red special, done, pick black galicia, put portugal, company red")
    assert crowd(state, "portugal") == "red 1, black 1"
    play(state, "red pick black galicia, put portugal, done")
    assert crowd(state, "portugal") == "red 1, black 2"


def test_other_cards_move_black_ones_without_company() -> None:
    """EXPANSIONS 4.2: the holder's as own, else as foreign ones."""
    state = drawn("galicia: black 1, red 1", "gr-13", cells={"inquisitor": "blue"})
    play(state, "red special, pick black galicia, put portugal")
    assert not words(state, "red company")
    state = drawn("galicia: black 1", "gr-13", cells={"inquisitor": "red"})
    assert "red special" not in choices(state), "his own cannot be moved as foreign ones"
    state = drawn("galicia: black 1", "gr-08", cells={"inquisitor": "red"})
    play(state, "red special")
    assert words(state, "red pick") == {"black galicia"}


def test_black_ones_go_to_no_castillo_court_or_provinces() -> None:
    state = drawn("galicia: black 2", "gr-08", cells={"inquisitor": "red"})
    play(state, "red special, pick black galicia")
    assert "castillo" not in words(state, "red put")
    state = drawn("galicia: black 2 | aragon: red 1", "gr-17", turn="blue",
                  cells={"inquisitor": "red"})  # fmt: skip
    play(state, "blue special")
    assert words(state, "red send") == {"red aragon"}


def test_he_leaves_before_a_general_scoring() -> None:
    """S0, note: just prior to the next general scoring."""
    state = drawn("aragon: black 2, red 1", cells={"inquisitor": "red"}, black="counted")
    assert pays(state, "aragon") == "red 5"
    never = drawn("aragon: black 2, red 1", cells={"inquisitor": "red"})
    for which, black in ((state, "counted"), (never, "never")):
        guide = Guide(game(4, house={"black": black}), which.rules, UNICODE)
        said = notes(forecast(which, guide), None, guide)
        told = "Black counts for Red in a special scoring, and for nobody in a general one."
        assert (told in said) is (black == "counted"), said
    score_generally(state)
    assert who(state, "inquisitor") == ""
    assert state.score(0) == 4, "black ones are first, for nobody"


def test_black_ones_make_no_region_the_fullest() -> None:
    """S0, note: never considered in scoring a region."""
    fullest = next(c.id for c in game().ruleset().cards if c.effect == "score_most")
    board = "aragon: black 2, red 1 | granada: blue 2"
    state = drawn(board, fullest)
    play(state, "red special")
    assert (state.score(0), state.score(1)) == (0, 6)
    state = drawn(board, fullest, black="counted")
    play(state, "red special")
    assert (state.score(0), state.score(1)) == (4, 0), "Aragon holds three, Granada two"


# -- Boycott and Alliance ------------------------------------------------------------


def test_a_boycotted_region_is_left_out_of_the_next_general_scoring_alone() -> None:
    state = drawn("aragon: red 2 | granada: red 1", "gr-03")
    play(state, "red special")
    found = words(state, "red region-card")
    assert len(found) == 8
    assert not {"valencia", "portugal"} & found
    assert why(state, "red region-card portugal") == "Portugal has no region card."
    play(state, "red region-card aragon")
    assert pays(state, "aragon") == "red 5", "a special scoring is not barred"
    score_generally(state)
    assert state.score(0) == 6
    assert not state.held
    score_generally(state)
    assert state.score(0) == 6 + 6 + 5


def test_allies_count_in_the_next_general_scoring_where_one_has_somebody() -> None:
    state = drawn("aragon: red 1, blue 2 | granada: blue 1", "gr-04")
    play(state, "red special, region-card aragon")
    assert pays(state, "aragon") == "red 4, blue 5"
    assert pays(state, "aragon", general=True) == "red 5, blue 4"
    score_generally(state)
    assert (state.score(0), state.score(1)) == (5, 4 + 6)
    state = drawn("aragon: blue 2", held="gr-04 red aragon")
    assert pays(state, "aragon", general=True) == "blue 5", "nobody of red's is there"
    score_generally(state)
    assert pays(drawn("aragon: red 1"), "aragon", general=True) == "red 5"
    assert not state.held


def test_two_cards_do_not_lie_on_one_region() -> None:
    """S0, note on Alliance: some region cards may be gone."""
    state = drawn("", "gr-04", held="gr-03 blue aragon")
    play(state, "red special")
    assert "aragon" not in words(state, "red region-card")
    assert why(state, "red region-card aragon") == (
        "The region card of Aragon has been taken already."
    )
    assert why(state, "red region-card valencia").startswith("Valencia is the King's region")


# -- Double turn ------------------------------------------------------------


def test_the_second_cards_action_is_done_at_once_or_after_placing() -> None:
    """S0, note: he may decide which special actions to do now and which to save for later."""
    state = drawn("court: red 1 | aragon: blue 1", "gr-05", faces={4: "4-10"})
    play(state, "red special")
    assert words(state, "red second-card") == {"1-10", "2-05", "3-11", "4-10", "5-01", "gr-20"}
    assert why(state, "red card 2-05") == (
        "Your second card is taken with 'second-card', not with 'card'."
    )
    assert why(state, "red card 2-10") == "Card 2-10 (Score one place) is not face up."
    events = play(state, "red second-card 4-10")
    (kept,) = state.held
    events += play(state, "red place castillo, second-action 4-10")
    # A past position has what is kept then, and what is not yet.
    assert rewound(state, [(0, event) for event in events[1:]]).held == (kept,)
    assert not rewound(state, [(0, event) for event in events]).held
    assert count(state, "red", "court") == 2
    assert [state.rules.cards[slot.card].id for slot in state.slots if slot.card >= 0][3] == "5-01"
    refuses(state, "red second-action 4-10")


def test_it_may_be_saved_for_the_next_round_and_no_longer() -> None:
    state = drawn("", "gr-05", players=2, faces={4: "4-10"})
    play(state, "red special, second-card 4-10, end")
    play(state, "blue card 1-10", *(["blue end"] if "blue end" in choices(state) else []))
    while state.round == 2:
        play(state, choices(state)[0])
    assert [held.until for held in state.held] == [3]
    assert waits_for(state)
    state = drawn("aragon: red 1", held="gr-05 red 4-10")
    play(state, "red second-action 4-10, card gr-12, special")
    assert count(state, "red", "court") == 5, "besides the turn's own action"
    state = drawn("", "gr-12", players=2, held="gr-05 red 4-10")
    end = ["blue end"] if "blue end" in choices(state) else []
    events = play(state, "red end, blue card 1-10", *end)
    assert not state.held
    (over,) = of_kind(events, HeldExpired)
    said = say_event(over, state.rules)
    # It was used itself: what it brought was not.
    assert said.startswith("Red discards the card Double turn ")
    assert said.endswith(": the special action of the second card was not used.")


def test_what_returns_every_round_is_used_in_this_turn_or_not_at_all() -> None:
    """EXPANSIONS 4.3, our best fit: the King's card and that of Queen and Jester."""
    state = drawn("", "gr-05")
    play(state, "red special, second-card 5-01")
    assert [held.until for held in state.held] == [2]
    play(state, "red second-action 5-01, king portugal")
    n = GameNames(state.rules)
    assert not any(said.startswith("Stack 5") for said in sentences(state, n)), "it is in use"
    assert king(state) == "portugal"
    assert state.rules.card_index["5-01"] in state.box[5]


def test_a_second_card_that_is_kept_is_kept_as_usual_and_brings_no_symbol() -> None:
    state = drawn("jail: red 1", "gr-05", faces={2: "2-01"})
    play(state, "red special, second-card 2-01")
    assert [state.rules.cards[held.card].id for held in state.held] == ["2-01"]
    state = drawn("jail: red 1", "gr-05")
    play(state, "red special, second-card 5-01")
    refuses(state, "red pardon")


def test_both_actions_of_a_double_turn_can_be_stopped_singly() -> None:
    state = drawn("", "gr-05", faces={4: "4-10"}, held="2-01 blue 2 | 2-02 green 2")
    play(state, "red special, second-card 4-10, blue let, green let")
    play(state, "red second-action 4-10, blue veto")
    assert count(state, "red", "court") == 0
    assert [held.owner for held in state.held] == [2]
    state = drawn("", "gr-05", faces={4: "4-10"}, held="2-01 blue 2")
    play(state, "red special, second-card 4-10, blue veto")
    assert not state.held
    assert state.rules.card_index["4-10"] in [slot.card for slot in state.slots]


def test_five_players_take_six_of_seven_cards() -> None:
    state = drawn("", "gr-05", players=5)
    play(state, "red special, second-card 1-10")
    left = [slot.card for slot in state.slots if slot.taker < 0 and slot.card >= 0]
    assert len(left) == 5


def test_what_a_note_calls_our_best_fit_is_marked_so() -> None:
    """S0, note on Revolution: it does not say whose Grande becomes King."""
    info = next(one for one in CARDS if one.card.id == "gr-07")
    assert "own Grande" in info.cite
    assert info.source["effect"] == "reconstructed"


# -- Free choice ------------------------------------------------------------


def test_free_choice_moves_two_of_anybody_when_the_castillo_is_empty() -> None:
    """S0, note: after the Castillo, before the regions; then it is used up or lost."""
    state = drawn("aragon: blue 2 | castillo: red 1", held="gr-06 red", home="blue seville")
    score_generally(state)
    play(state, "red disk granada")
    assert waits_for(state) == "red"
    play(state, "red use gr-06, pick blue aragon, put castillo, pick red granada, put aragon")
    assert (crowd(state, "castillo"), crowd(state, "aragon")) == ("blue 1", "red 1, blue 1")
    assert not state.held
    state = drawn("aragon: blue 2", held="gr-06 red")
    score_generally(state)
    assert of_kind(play(state, "red let"), HeldExpired)


# -- Revolution ------------------------------------------------------------


def test_a_revolution_makes_the_own_grande_king() -> None:
    """S0, note: taboo, neighbours and bonus; both bonuses from the same region."""
    state = drawn("court: red 2 | aragon: red 1 | galicia: blue 1", "gr-07", home="red aragon")
    events = play(state, "red special")
    crowned = rewound(state, [(0, event) for event in events]).cell("grande-king")
    assert crowned == -1, "a past scoring is shown without"
    said = [say_event(event, state.rules) for event in events]
    assert said[-2:] == [
        "Revolution: Red's Grande in Aragon becomes King.",
        "The kingship passes from Valencia to Aragon.",
    ]
    assert king(state) == "aragon"
    assert pays(state, "aragon") == "red 9"
    assert "catalonia" in words(state, "red place")
    assert "aragon" not in words(state, "red place")
    assert who(state, "grande-king") == "red"


def test_cards_that_move_the_king_move_the_grande_and_cards_for_grandes_do_not() -> None:
    """S0, note: the Grande-King may be moved with the King's card."""
    state = drawn("", "5-01", king="aragon", home="blue aragon", cells={"grande-king": "blue"})
    play(state, "red special, king portugal")
    assert homes(state) == "B portugal"
    assert king(state) == "portugal"
    state = drawn("", "4-06", king="aragon", home="red aragon", cells={"grande-king": "red"})
    assert "red special" not in choices(state)
    state = drawn("", "gr-11", king="aragon", home="blue aragon", cells={"grande-king": "blue"})
    play(state, "red special, king seville")
    assert homes(state) == "B seville"


def test_after_the_general_scoring_the_king_is_in_portugal_and_the_grande_stays() -> None:
    """S0, note."""
    state = drawn("aragon: red 1", king="aragon", home="red aragon", cells={"grande-king": "red"})
    events = score_generally(state)
    assert state.score(0) == 9
    assert (king(state), homes(state)) == ("portugal", "R aragon")
    assert who(state, "grande-king") == ""
    assert [event.seat for event in of_kind(events, KingMoved)] == [-1]


def test_a_second_revolution_crowns_the_other_grande() -> None:
    """EXPANSIONS 4.3: the first one stays as Grande."""
    state = drawn("", "gr-07", king="aragon", home="blue aragon, red seville",
                  cells={"grande-king": "blue"})  # fmt: skip
    play(state, "red special")
    assert (king(state), homes(state)) == ("seville", "R seville, B aragon")
    state = drawn("", "gr-07", king="aragon", home="red aragon", cells={"grande-king": "red"})
    assert "red special" not in choices(state)
    state = drawn("", "gr-07", king="aragon", home="red aragon")
    play(state, "red special")
    assert who(state, "grande-king") == "red", "a Grande in the King's region may become King too"


# -- the twelve that are ours ------------------------------------------------------------


def test_our_own_cards() -> None:
    """EXPANSIONS 4.3, all of it reconstructed."""
    state = drawn("aragon: red 3", "gr-08")
    play(state, "red special")
    assert words(state, "red pick") == {"red aragon"}
    for card, number in (("gr-09", 2), ("gr-12", 3)):
        state = drawn("", card)
        play(state, "red special")
        assert count(state, "red", "court") == number
    state = drawn("portugal: red 1", "gr-10", king="portugal")
    play(state, "red special")
    assert state.score(0) == 7
    state = drawn("", "gr-11", king="portugal")
    play(state, "red special")
    assert words(state, "red king") == {"galicia", "old-castile", "new-castile", "seville"}
    state = drawn("aragon: red 1, blue 3", "gr-13")
    play(state, "red special")
    assert words(state, "red pick") == {"blue aragon"}
    state = drawn("", "gr-14")
    play(state, "red special, scoreboard 840 portugal")
    state = drawn("", "gr-15")
    play(state, "red special")
    assert words(state, "red score") == {
        "galicia", "basque", "catalonia", "seville", "granada", "portugal",
    }  # fmt: skip
    state = drawn("", "gr-16")
    play(state, "red special")
    assert words(state, "red score") == {"aragon", "old-castile", "new-castile"}
    state = drawn("aragon: blue 3", "gr-17", players=2)
    play(state, "red special, blue send blue aragon, send blue aragon")
    assert crowd(state, "aragon") == "blue 1"
    state = drawn("aragon: red 3", "gr-18", home="red aragon")
    play(state, "red special, grande portugal, escort red aragon, escort red aragon")
    assert crowd(state, "portugal") == "red 2"
    state = drawn("", "gr-19")
    play(state, "red special, recall 13")
    assert 13 in state.hand(0)


# -- what a table leaves out ------------------------------------------------------------


def test_parts_that_are_left_out_are_not_in_the_game() -> None:
    """S0: remove what you do not like."""
    rules = game(4, house={"ships": False, "jail": False, "inquisitor": False}).ruleset()
    assert not {"ship", "jail"} & set(rules.places)
    assert "black" not in rules.kinds
    assert len([card for card in rules.cards if card.stack == 6]) == 17
    assert not [mark for card in rules.cards for mark in card.marks]


@pytest.mark.parametrize(
    ("marks", "ids", "part"),
    [("ship", (), "ship"), ("jail", (), "jail"), ("", ("gr-01", "gr-02"), "inquisitor")],
)
def test_a_part_without_its_cards_takes_no_part(
    marks: str, ids: tuple[str, ...], part: str
) -> None:
    """S0: remove what you do not like; nothing speaks then of what nobody can have or use."""
    out = ids or [one.card.id for one in CARDS if marks in one.card.marks]
    setup = game(4, house={"leave-out": ",".join(out), "black": "counted"})
    state, names = setup.start(), setup.names()
    assert part not in (*setup.ruleset().places, *setup.ruleset().cell)
    for entry in reference(setup).entries:
        # What may be left out is told all the same.
        if entry.id != "grandissimo" and entry.chapter != "House rules":
            assert part not in entry.text.lower(), entry.text
    seen = display_of(setup.ruleset())
    for said in (*(note.text for note in seen.notes(state, names)), *seen.sentences(state, names)):
        assert part not in said.lower(), said
