"""The worked examples of the expansion: E9 to E19 (S0, "Grand Inquisitor & the Colonies")."""

from __future__ import annotations

from colonies_drawn import drawn, game, why
from laid import count, crowd, pays, score_generally

from drawing import of_kind, paid, play, refuses, words
from elgrande.content.words import say_event
from elgrande.rules.events import Converted, PointsGiven


def test_e9_black_takes_a_rank_for_nobody() -> None:
    """S0, "Caballeros of the Grand Inquisitor": the printed example."""
    state = drawn("valencia: red 3, black 2, green 1", players=5)
    assert pays(state, "valencia") == "red 5, green 2"


def test_e10_black_counts_for_whoever_has_the_inquisitor() -> None:
    state = drawn("valencia: red 3, black 2, green 1", players=5, holder="red")
    assert pays(state, "valencia") == "red 5, green 3"
    state = drawn("valencia: red 3, black 2, green 4", players=5, holder="red")
    assert pays(state, "valencia") == "red 5, green 3", "red has 5 there, green 4"


def test_e11_the_four_regions_are_scored_after_valencia() -> None:
    """S0, "Scoring Regions": America, then the Mediterranean."""
    fours = ["galicia", "catalonia", "seville", "america", "mediterranean"]
    board = " | ".join(f"{name}: red 1" for name in fours)
    card = next(c.id for c in drawn().rules.cards if 4 in c.params.get("values", ()))
    state = drawn(board, card)
    scored = list(paid(state, play(state, "red special")))
    assert scored == fours


def test_e12_the_start() -> None:
    state = game(4).start()
    rules = state.rules
    king = rules.regions[state.king]
    free = [
        name for at, name in enumerate(rules.regions)
        if at in rules.disk_regions and name != king
        and at not in [state.grande(seat) for seat in range(4)]
    ]  # fmt: skip
    lines = [f"{colour} disk {free[0]}" for colour in ("red", "blue", "green", "yellow")]
    assert all(count(state, colour, "court") == 9 for colour in rules.colours)
    play(state, *lines)
    for seat, colour in enumerate(rules.colours):
        home = rules.regions[state.grande(seat)]
        assert (count(state, colour, home), count(state, colour, free[0])) == (2, 2)
        assert (count(state, colour, "court"), count(state, colour, "province")) == (7, 25)
    assert state.round == 1


def test_e13_four_turns_bring_gold_home() -> None:
    """S0, "Bringing Gold and Wares to Spain"."""
    state = drawn("court: red 1", "4-10", king="granada")
    play(state, "red place ship")
    assert count(state, "red", "ship") == 1
    state = drawn("ship: red 1", king="granada")
    play(state, "red sail red ship, put america")
    (taken,) = of_kind(play(state, "red claim red america"), Converted)
    assert say_event(taken, state.rules) == "In America, one of Red's caballeros picks up Gold."
    assert (count(state, "red-gold", "america"), state.cell("gold-lying")) == (1, 0)
    assert not words(state, "red sail"), "a newcomer has no leg"
    state = drawn("america: red-gold 1", king="granada", gold=0)
    play(state, "red sail red-gold america, put ship")
    assert not words(state, "red sail")
    state = drawn("ship: red-gold 1", king="granada", gold=0)
    before = state.cell("gold-supply")
    play(state, "red sail red-gold ship")
    events = play(state, "red put valencia")
    assert [(e.seat, e.points, e.reason) for e in of_kind(events, PointsGiven)] == [
        (0, 6, "gold-home")
    ]
    assert (state.score(0), state.cell("gold-supply")) == (6, before + 1)
    assert crowd(state, "valencia") == "red 1"


def test_e14_wares_land_on_any_coast_but_the_kings() -> None:
    state = drawn("ship: red-wares 1", king="seville")
    play(state, "red sail red-wares ship")
    refuses(state, "red put seville", "red put aragon", "red put old-castile")
    assert why(state, "red put seville") == (
        "Seville is the King's region: nothing can enter or leave it."
    )
    assert why(state, "red put aragon") == (
        "Aragon is not a region on the coast, where the Ship lands."
    )
    play(state, "red put granada")
    assert state.score(0) == 4


def test_e15_the_viceroy_is_paid_beside_the_ranking() -> None:
    """S0, "America and the Mediterranean"."""
    state = drawn("america: blue 3, green 1 | viceroy: red 1")
    assert pays(state, "america") == "red 5, blue 4"


def test_e16_the_mediterranean() -> None:
    assert pays(drawn("mediterranean: red 2, blue 1, green 1"), "mediterranean") == (
        "red 4, blue 1, green 1"
    )


def test_e17_only_who_stands_on_the_table_counts() -> None:
    """S0, "Limit table"."""
    state = drawn(
        "new-castile: red 4, blue 3, green 3 | new-castile-beside: blue 2, yellow 1",
        table="new-castile",
        king="galicia",
    )
    assert pays(state, "new-castile") == "red 7, blue 2, green 2"


def test_e18_the_first_goes_on_the_second_beside() -> None:
    """S0, "Limit table"; three players have the one of 6 spaces."""
    state = drawn("seville: blue 5 | court: red 2", "4-10", players=3, table="seville",
                  king="new-castile")  # fmt: skip
    refuses(state, "red place seville-beside")
    assert why(state, "red place seville-beside") == (
        "There is a free space on the limit table, which is taken first."
    )
    play(state, "red place seville")
    refuses(state, "red place seville")
    play(state, "red place seville-beside")
    assert (crowd(state, "seville"), crowd(state, "seville-beside")) == ("red 1, blue 5", "red 1")


def test_e18_out_of_the_castillo_all_go_on_or_whom_the_inquisitor_names() -> None:
    for players, holder, expected in ((4, "nobody", "blue 5, black 3"), (4, "green", None)):
        state = drawn(
            "castillo: red 2, yellow 2 | seville: blue 5, black 3", players=players,
            table="seville", holder=holder, home="red galicia",
        )  # fmt: skip
        score_generally(state)
        play(state, "red disk seville", "yellow disk seville")
        if expected is None:
            assert state.decision().seat == 2
            assert words(state, "green take-space") == {"red", "yellow"}
            play(state, "green take-space red, take-space red")
            assert crowd(state, "seville") == "red 2, blue 5, black 3"
            assert crowd(state, "seville-beside") == "yellow 2"
        else:
            assert crowd(state, "seville") == expected
            assert crowd(state, "seville-beside") == "red 2, yellow 2"
    state = drawn("castillo: red 1, yellow 2 | seville: blue 5", table="seville")
    score_generally(state)
    play(state, "red disk seville", "yellow disk seville")
    assert crowd(state, "seville") == "red 1, blue 5, yellow 2"


def test_e19_three_moves_and_a_claim_in_the_same_turn() -> None:
    """S0, "Gold and Wares"; S3, on the card: the caballeros may go on its discs."""
    state = drawn("america: red 1 | aragon: red 3", "co-05", gold=0, wares=0)
    assert not words(state, "red claim")
    play(state, "red special")
    assert (state.cell("gold-lying"), state.cell("wares-lying")) == (1, 2)
    after = state.copy()
    play(state, "red done, claim red america")
    assert count(state, "red-gold", "america") == 1
    play(after, "red pick red aragon, put mediterranean, pick red aragon, put mediterranean")
    play(after, "red pick red aragon, put galicia")
    play(after, "red claim red america, claim red mediterranean, claim red mediterranean")
    assert crowd(after, "mediterranean") == "red-wares 2"
