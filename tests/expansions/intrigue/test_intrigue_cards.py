"""Each card's rule, with the document that it comes from (S0, notes on cards; FACTS part 3)."""

from __future__ import annotations

import pytest
from hands_drawn import EVERY, MORE, SMALL, acting, among_four, drawn, game, setup_of
from laid import score_generally, turn_of

from drawing import (
    at,
    boards,
    choices,
    courts,
    held,
    homes,
    king,
    of_kind,
    paid,
    play,
    refuses,
    scores,
    waits_for,
    words,
)
from elgrande.app.answering.preview import Preview
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import card_scores
from elgrande.app.panes.forecast import card_forecast, forecast, notes
from elgrande.app.panes.glyphs import UNICODE
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.scorings import rewound, scorings
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, answer, card_text, prompt, say_event, why_not
from elgrande.expansions.intrigue.cards import CARDS
from elgrande.expansions.intrigue.display import round_table, sentences
from elgrande.rules import Held, State
from elgrande.rules.events import Announced, CardKept, CardUsed, HeldExpired, PointsGiven

HAND = {info.card.value: info for info in CARDS if info.card.value}


def refused(state: State, line: str) -> str:
    """Why a command is not legal, to the seat that gives it."""
    command = state.rules.parse(line)
    return why_not(state, command.seat, line)


def test_the_cards_are_those_that_the_documents_count() -> None:
    assert sorted(HAND) == sorted(EVERY)
    assert (len(SMALL), len(MORE)) == (18, 13)
    for value in MORE:
        above = min(ten for ten in SMALL if ten > value)
        assert HAND[value].card.brings == HAND[above].card.brings
    tens = [HAND[value].card.brings for value in SMALL]
    assert tens == sorted(tens, reverse=True)
    does = [(i.card.effect, sorted(map(repr, i.card.params.items()))) for i in HAND.values()]
    assert all(does.count(one) == 1 for one in does), "no two cards do the same"


def test_only_the_move_that_is_kept_is_called_a_kept_action() -> None:
    rules = game().rules
    said = [say_event(Announced(0, card), rules) for card in range(len(rules.cards))]
    kept = [rules.cards[at].id for at, text in enumerate(said) if "kept action" in text]
    assert kept == ["k-late"]


def test_the_heading_of_a_card_has_no_id_that_stands_on_no_card() -> None:
    heads = {info.card.id: card_text(info).splitlines()[0] for info in CARDS}
    assert heads["k-king"] == "King anywhere (King)"
    assert not [head for head in heads.values() if "k-" in head]


def test_a_card_that_says_you_may_is_not_required_and_all_others_are() -> None:
    """S0, "The King's card and the Intrigue card"."""
    for info in HAND.values():
        may = "you may" in info.text.lower().split(". you may talk")[0]
        assert may is not bool(info.card.marks), info.card.id


# -- the 18 ------------------------------------------------------------------------


def test_10_carries_out_intrigue() -> None:
    """S4 pictures such a text."""
    state = acting(10, "aragon: R2 B1")
    play(state, "red special")
    assert words(state, "red pick") == {"red aragon", "blue aragon"}
    play(state, "red pick red aragon, put castillo, pick red aragon, put seville")
    assert (at(state, "castillo"), at(state, "seville"), at(state, "aragon")) == ("R1", "R1", "B1")


def test_intrigue_moves_one_foreign_or_own_ones_from_one_region() -> None:
    """S4, the Intrigue card; at least one, since it must be carried out (S0)."""
    state = turn_of(drawn("aragon: R2 B2 | seville: R1", power="B170 G90 Y40 R10"), "red")
    assert state.rules.cards[state.card].id == "k-intrigue"
    refuses(state, "red end")
    play(state, "red special")
    refuses(state, "red done")
    other = state.copy()
    play(state, "red pick blue aragon, put galicia")
    assert not choices(state, "red pick")
    play(other, "red pick red aragon, put galicia")
    assert words(other, "red pick") == {"red aragon"}
    play(other, "red done")
    assert at(other, "aragon") == "R1 B2"


def test_20_needs_a_court_and_comes_before_placing() -> None:
    state = among_four(20, court="R3", king="galicia")
    other = state.copy()
    play(other, "red place basque, done")
    refuses(other, "red special")
    play(state, "red special, place granada, done")
    assert at(state, "granada") == "R1"


def test_a_stopped_placing_card_leaves_the_caballero_card() -> None:
    """EXPANSIONS 1.3: it can be vetoed, and then the caballero card counts."""
    state = turn_of(drawn(power="B180 R90 Y40 G15 W10", court="G7", king="galicia",
                          held="k-040 yellow until 2"), "green")  # fmt: skip
    play(state, "green special, yellow veto")
    assert words(state, "green place") == {"basque", "old-castile", "castillo"}
    play(state, "green place basque, place basque")
    assert not choices(state, "green place"), "the fourth of five places 2"


def test_30_moves_two_and_two_in_full() -> None:
    state = among_four(30, "aragon: R1 B3 | granada: R2")
    play(state, "red special")
    refuses(state, "red done")
    play(state, "red pick red aragon, put castillo, pick red granada, put castillo")
    assert words(state, "red pick") == {"blue aragon"}
    play(state, "red pick blue aragon, put seville")
    refuses(state, "red done")
    play(state, "red pick blue aragon, put seville")
    assert (at(state, "seville"), at(state, "aragon")) == ("B2", "B1")


def test_40_is_a_veto_before_the_own_turn_and_not_beyond_the_round() -> None:
    """S0, note on 40."""
    state = drawn("castillo: B1", power="B180 R110 G10", seats="RBGY", keep="Y40", starter="red")
    (kept,) = of_kind(play(state, "yellow power 40"), CardKept)
    assert (state.rules.cards[kept.card].id, kept.seat, kept.until) == ("k-040", 3, 1)
    turn_of(state, "red")
    play(state, "red special")
    (used,) = of_kind(play(state, "yellow veto"), CardUsed)
    assert used.seat == 3
    assert scores(state) == "R0 B0 G0 Y0"
    turn_of(state, "yellow")
    assert not choices(state, "yellow special")


def test_40_stops_the_kings_action_and_expires_unused() -> None:
    state = drawn(power="B180 R110 G10", seats="RBGY", keep="Y40", starter="red")
    play(state, "yellow power 40", "blue special")
    before = king(state)
    play(state, f"blue {choices(state, 'blue king')[0].split(' ', 1)[1]}, yellow veto")
    assert king(state) == before
    state = drawn(power="B180 R110 G10", seats="RBGY", keep="Y40", starter="red")
    events = play(state, "yellow power 40")
    while state.round == 1 and not state.over:
        line = next(
            (c for word in ("let-all", "let", "take 0", "done", "end") for c in choices(state)
             if c.split(" ", 1)[1] == word),
            choices(state)[0],
        )  # fmt: skip
        events += play(state, line)
    assert [state.rules.cards[e.card].id for e in of_kind(events, HeldExpired)] == ["k-040"]


def test_an_action_is_announced_before_anybody_may_stop_it() -> None:
    """No log says that something is done which a Veto stops then."""
    state = drawn(power="B180 R110 G10", seats="RBGY", keep="Y40", starter="red")
    play(state, "yellow power 40", "blue special")
    move = next(c for c in choices(state, "blue king") if c.endswith("galicia"))
    said = [say_event(event, state.rules) for event in play(state, f"{move}, yellow veto")]
    assert said[:2] == [
        "Blue announces the special action of the card King, "
        "starting with: move the King to Galicia.",
        "Yellow vetoes Blue's special action, the card King: nothing of it happens.",
    ]


def test_with_two_players_40_is_given_up_for_the_role_or_used_instead() -> None:
    """EXPANSIONS 1.3 on ``veto_this_round``."""
    state = drawn(power="B110", seats="RB", keep="R40", starter="blue", court="R1")
    play(state, "red power 40")
    assert held(state) == "k-040 red until 1"
    other = state.copy()
    turn_of(state, "red")
    assert words(state, "red card") == {"k-intrigue", "k-040"}
    play(state, "red card k-intrigue")
    assert held(state) == ""
    names = setup_of(2).names()
    play(other, "blue take 0, card k-110")
    for line, acts in (("blue special", "Intrigue or Veto"), ("red veto", "Veto")):
        assert bool(of_kind(play(other, line), CardUsed)) is (line == "red veto")
        assert f"acts with {acts}." in next(s for s in sentences(other, names) if s[:4] == "Red:")
        shown = next(row for row in round_table(other, names).rows if row.seat == 0)
        assert shown.text == acts.replace(" or ", " / ")
    turn_of(other, "red")
    assert other.rules.cards[other.card].id == "k-040"


def test_50_takes_three_from_every_other_court() -> None:
    state = among_four(50, court="R2 B5 G3 Y1")
    play(state, "red special")
    assert courts(state) == "R2 B2 G0 Y0"


def test_60_clears_a_region_by_disk() -> None:
    state = among_four(60, "aragon: B2 G1", king="seville")
    play(state, "red special, evacuate aragon, blue disk granada, green disk seville")
    assert (at(state, "aragon"), at(state, "granada")) == ("", "B2")
    assert courts(state).split()[2] == "G1"


def test_70_sends_one_of_each_other_player() -> None:
    """S0, note on 70: not from the King's region."""
    state = among_four(70, "aragon: R1 B1 | seville: B1 | granada: G1", king="seville")
    play(state, "red special")
    assert words(state, "red send") == {"blue aragon", "green granada"}
    assert "only other players'" in refused(state, "red send red aragon")
    play(state, "red send blue aragon, send green granada")
    assert (at(state, "aragon"), at(state, "granada")) == ("R1", "")


def test_80_moves_the_grande_and_up_to_three_follow() -> None:
    """S0, note on 80."""
    state = among_four(80, "aragon: R2 | galicia: R1 | seville: R1 | castillo: R1",
                       home="R aragon", king="seville")  # fmt: skip
    play(state, "red special")
    assert "seville" not in words(state, "red grande")
    assert "castillo" not in words(state, "red grande")
    play(state, "red grande granada")
    assert words(state, "red escort") == {"red aragon", "red galicia"}
    assert refused(state, "red escort red seville").startswith("Seville is the King's region")
    assert refused(state, "red escort red valencia") == "You have no caballeros in Valencia."
    play(state, "red escort red aragon, escort red galicia, escort red aragon")
    assert (at(state, "granada"), homes(state)) == ("R3", "R granada")
    assert not choices(state, "red escort")


def test_80_may_be_stopped_after_each_who_follows() -> None:
    """EXPANSIONS 1.3: with a Veto, what has been done is done and the rest is lost."""
    state = drawn(
        "aragon: R2 | galicia: R1", power="R80 B40 G180 Y13", home="R aragon", king="seville",
        held="k-040 blue until 2",
    )  # fmt: skip
    turn_of(state, "red")
    play(state, "red special, grande granada, blue let, let, red escort red aragon")
    assert waits_for(state) == "blue"
    play(state, "blue veto")
    assert (at(state, "granada"), at(state, "aragon")) == ("R1", "R1")
    assert not choices(state, "red escort")


def test_80_lapses_while_the_grande_stands_in_the_kings_region() -> None:
    state = among_four(80, home="R seville", king="seville", court="R1")
    refuses(state, "red special")
    play(state, "red end")


def test_90_moves_a_scoreboard_never_onto_the_other() -> None:
    """S0, note on 90."""
    state = among_four(90, scoreboards="840 granada")
    play(state, "red special")
    refuses(state, "red scoreboard 400 granada")
    play(state, "red scoreboard 400 castillo")
    assert "400 castillo" in boards(state)


def test_100_scores_the_fullest_region_without_the_castillo() -> None:
    state = among_four(100, "aragon: R2 B1 | castillo: B9")
    assert set(paid(state, play(state, "red special"))) == {"aragon"}


def test_110_and_120_score_the_castillo_and_the_fives() -> None:
    state = among_four(110, "castillo: R3 B1")
    assert set(paid(state, play(state, "red special"))) == {"castillo"}
    state = among_four(120, scoreboards="840 aragon")
    fives = {"basque", "granada", "seville", "valencia", "catalonia", "old-castile", "new-castile"}
    values = {
        state.rules.targets[target]
        for target in range(len(state.rules.regions))
        if state.values(target)[0] == 5
    }
    assert set(paid(state, play(state, "red special"))) == values <= fives | {"aragon"}


def test_130_takes_two_more_and_may_be_left_out() -> None:
    state = among_four(130, court="R1")
    play(state.copy(), "red end")
    play(state, "red special")
    assert courts(state).startswith("R3")


def test_140_moves_the_king_next_door_and_over_a_bridge() -> None:
    state = among_four(140, king="galicia",
                       cells={"bridge-from": "galicia", "bridge-to": "valencia"})  # fmt: skip
    play(state, "red special")
    assert words(state, "red king") == {"basque", "old-castile", "valencia"}


def test_150_may_score_the_kings_region_or_the_castillo_and_145_neither() -> None:
    """S0, notes on 145 and 150."""
    state = among_four(150, "castillo: R1", king="seville")
    play(state, "red special")
    assert words(state, "red score") == {*state.rules.targets}
    state = among_four(145, king="seville")
    play(state, "red special")
    assert words(state, "red score") == {*state.rules.regions} - {"seville"}


def test_160_makes_each_send_three() -> None:
    state = among_four(160, "aragon: B2 G1", court="B1")
    play(state, "red special, blue send blue aragon, send blue aragon, send blue court")
    assert state.owing() == (2,)
    play(state, "green send green aragon")
    assert at(state, "aragon") == ""


def test_170_scores_what_one_disk_alone_shows() -> None:
    state = among_four(170, "aragon: R1 | granada: B1")
    play(state, "red special, red disk aragon, blue disk granada, green disk granada")
    assert set(paid(state, play(state, "yellow disk seville"))) == {"aragon", "seville"}


def test_180_carries_out_the_kings_action() -> None:
    state = acting(180, king="seville")
    play(state, "red special, king galicia")
    assert king(state) == "galicia"


# -- the 13 ------------------------------------------------------------------------


def test_13_lets_the_others_grandes_travel() -> None:
    """FACTS 3.3: another region, by disk; several may meet."""
    power = "R13 B180 G20 Y10"
    state = turn_of(
        drawn(power=power, home="R aragon, B seville, G galicia, Y granada", king="seville"), "red"
    )
    play(state, "red special")
    assert state.owing() == (2, 3), "blue's stands in the King's region"
    assert words(state, "green disk") == {*state.rules.regions} - {"seville", "galicia"}
    play(state, "green disk basque, yellow disk basque")
    assert homes(state) == "R aragon, B seville, G basque, Y basque"


def test_23_throws_everybody_into_the_castillo() -> None:
    state = among_four(23, "aragon: R1 B2 | seville: G1", king="seville")
    play(state, "red special")
    assert words(state, "red throw-in") == {"aragon"}
    assert "King's region" in refused(state, "red throw-in seville")
    thrown, *_ = play(state, "red throw-in aragon")
    assert say_event(thrown, state.rules) == "Red sends everybody in Aragon into the Castillo."
    assert (at(state, "aragon"), at(state, "castillo")) == ("", "R1 B2")


def test_25_places_two_more_not_in_the_kings_region() -> None:
    """S0, note on 25."""
    state = among_four(25, court="R9", king="galicia")
    play(state, "red special")
    assert words(state, "red place") == {*state.rules.regions, "castillo"} - {"galicia"}
    play(state, "red place granada, place granada")
    play(state, "red place basque, place basque, place basque, place basque")
    assert not choices(state, "red place"), "and the caballero card's four"


def test_35_is_idle_while_a_conspiracy_lies_there() -> None:
    refuses(among_four(35, court="R1", cells={"grandes-conspire": True}), "red special")


def test_53_sends_two_by_disk() -> None:
    state = among_four(53, "aragon: B2 | granada: B1 G1")
    play(state, "red special")
    assert words(state, "blue disk") == {"aragon"}
    play(state, "blue disk aragon, green disk granada")
    assert (at(state, "aragon"), at(state, "granada")) == ("", "B1")


def test_63_joins_two_regions_until_the_next_bridge() -> None:
    """S0, note on 63."""
    state = among_four(63, court="R5", king="galicia")
    play(state, "red special")
    for end, said in (("galicia", "begin a bridge at Galicia"), ("valencia", "end the bridge at")):
        code = state.rules.parse(f"red bridge {end}").code
        assert answer(code, state.rules, None, state.decision(0)).startswith(said)
        if end == "galicia":
            play(state, "red bridge galicia")
    assert "borders" in refused(state, "red bridge basque")
    (built,) = play(state, "red bridge valencia")[:1]
    assert rewound(state, [(0, built)]).cell("bridge-from") == -1, "a past scoring is shown without"
    assert words(state, "red place") == {"basque", "old-castile", "valencia", "castillo"}
    again = among_four(63, court="R5", king="galicia",
                       cells={"bridge-from": "galicia", "bridge-to": "valencia"})  # fmt: skip
    play(again, "red special, bridge seville, bridge galicia")
    assert words(again, "red place") == {"basque", "old-castile", "seville", "castillo"}


def test_20_lets_nobody_else_place_anywhere() -> None:
    """S0, note on 20: it rules the placing of whoever has played it."""
    state = among_four(20, court="R5 B5", king="galicia")
    play(state, "red special")
    granada = state.rules.place_index["granada"]
    assert [granada in state.rules.landing(state, seat) for seat in range(4)] == [
        True, False, False, False,
    ]  # fmt: skip


def test_75_moves_one_of_the_own_before_a_special_scoring() -> None:
    """S0, note on 75: any scoring, and the caballero is one's own."""
    state = drawn("granada: Y1", power="B180 Y75 R70 G10", seats="RBGY")
    turn_of(state, "yellow")
    play(state, "yellow special")
    assert held(state) == "k-075 yellow until 98"
    while "yellow end" in choices(state):
        play(state, "yellow end")
    score_generally(state)
    assert choices(state) == ["yellow use k-075", "yellow let"], "before the regions"
    events = play(state, "yellow use k-075, pick yellow granada, put aragon")
    assert paid(state, events)["aragon"] == "Y5"
    assert held(state) == ""


def test_both_ends_of_a_bridge_are_told_alike() -> None:
    """Whoever announces it has named both, and neither is where it is led to."""
    rules = setup_of().ruleset()
    ends = [rules.code("bridge galicia"), rules.code("bridge valencia")]
    said = Announced(0, 0, tuple(ends)).said(GameNames(rules))
    for name in ("Galicia", "Valencia"):
        assert f"set one end of the bridge in {name}" in said


def test_what_a_scoring_pays_is_not_foreseen_while_75_is_kept() -> None:
    board = "aragon: R3 | seville: B2 G1 | granada: B1"
    for kept in ("", "k-075 blue until scoring"):
        state = among_four(100, board, king="basque", held=kept, played="B: 75" if kept else "")
        guide = Guide(setup_of(), state.rules, UNICODE)
        worth = Preview(state.view(0), guide).worth(state.rules.SPECIAL)
        assert (worth is None) == bool(kept)
        view, card = state.view(0), state.card
        pages = notes(forecast(view, guide), card_forecast(view, guide, card, 0), guide)
        late = "Blue keeps the card Late arrival (Move later), which can still change this."
        assert [said for said in pages if said == late] == [late] * bool(kept)
        assert [s for s in card_scores(view, guide, card, 0) if s == late] == [late] * bool(kept)


def test_75_comes_before_100_looks_which_region_is_fullest() -> None:
    """S0, notes on 75 and 100: what is scored is the region that is fullest then."""
    state = among_four(
        100,
        "aragon: R3 | seville: B2 G1 | granada: B1",
        king="basque",
        held="k-075 blue until scoring",
        played="B: 75",
    )
    play(state, "red special")
    events = play(state, "blue use k-075, pick blue granada, put seville")
    assert paid(state, events) == {"seville": "B4 G3"}
    assert scores(state) == "R0 B4 G3 Y0"


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_75_gives_its_name_to_no_scoring(owner: str) -> None:
    """It comes before the scoring of another card, also of its owner's."""
    state = among_four(
        100,
        "aragon: R3 | granada: R1 B1",
        king="basque",
        held=f"k-075 {owner} until scoring",
        played=f"{owner[0].upper()}: 75",
    )
    events = play(state, f"red special, {owner} use k-075, pick {owner} granada, put seville")
    (scoring,) = scorings(state, [(1, event) for event in events])
    assert state.rules.cards[scoring.card].id == "k-100"


def test_75_may_leave_100_with_more_regions_that_tie_or_with_nobody() -> None:
    """S0, note on 75: the move is over before anything is counted."""
    state = among_four(
        100,
        "aragon: R2 | seville: B1 | granada: B1",
        king="basque",
        held="k-075 blue until scoring",
        played="B: 75",
    )
    events = play(state, "red special, blue use k-075, pick blue granada, put seville")
    assert paid(state, events) == {"aragon": "R5", "seville": "B4"}
    alone = among_four(
        100, "granada: B1", king="basque", held="k-075 blue until scoring", played="B: 75"
    )
    events = play(alone, "red special, blue use k-075, pick blue granada, put castillo")
    assert paid(alone, events) == {}


def test_75_comes_before_135_which_then_asks_for_a_region_anew() -> None:
    """S0, notes on 75 and 135: two of one's own and nobody with more, when it is paid."""
    state = among_four(
        135,
        "aragon: R2 B2 | seville: R2 | granada: B1",
        king="basque",
        held="k-075 blue until scoring",
        played="B: 75",
    )
    play(state, "red special, score aragon", "blue use k-075, pick blue granada, put aragon")
    assert choices(state) == ["red score seville"]
    play(state, "red score seville")
    assert scores(state) == "R4 B0 G0 Y0"


def test_75_of_two_colours_lie_open_together() -> None:
    """EXPANSIONS 1.4: each once, clockwise."""
    power = "R110 B180 G10 Y13"
    state = turn_of(drawn("granada: R1 B1", power=power, played="B: 75 | Y: 75", round=2), "red")
    card = state.rules.card_index["k-075"]
    state.held = (Held(card, 1, 98), Held(card, 3, 98))
    other = lay_out(state.rules, describe(state), seed=1)
    assert other.held == state.held
    state.held = (Held(card, 1, 98), Held(card, 1, 98))
    with pytest.raises(ValueError, match="held too often"):
        lay_out(state.rules, describe(state), seed=1)


def test_93_takes_a_board_from_beside_the_map_first() -> None:
    """S0, note on 93."""
    state = among_four(93, "aragon: B1", king="galicia", scoreboards="840 aragon")
    play(state, "red special")
    assert {word.split()[0] for word in words(state, "red scoreboard")} == {"400"}
    refuses(state, "red scoreboard 400 galicia", "red scoreboard 400 castillo")
    play(state, "red scoreboard 400 granada")
    assert state.is_taboo(state.rules.place_index["granada"])
    both = among_four(93, king="galicia", scoreboards="840 aragon, 400 galicia")
    play(both, "red special")
    assert {word.split()[0] for word in words(both, "red scoreboard")} == {"840"}


def test_a_new_quarantine_moves_the_scoreboard_but_not_from_under_the_king() -> None:
    cells = {"quarantined": "aragon"}
    state = among_four(93, king="galicia", scoreboards="840 aragon", cells=cells)
    play(state, "red special, scoreboard 840 seville")
    assert boards(state) == "840 seville"
    assert not state.is_taboo(state.rules.place_index["aragon"])
    under = among_four(93, court="R1", king="aragon", scoreboards="840 aragon", cells=cells)
    refuses(under, "red special")


def test_a_scoring_under_quarantine_can_be_looked_at_when_it_is_over() -> None:
    """The scoreboard has gone beside the board by then, and what the region paid was its values."""
    state = among_four(93, "aragon: R2", king="galicia", scoreboards="840 aragon",
                       cells={"quarantined": "aragon"})  # fmt: skip
    events = score_generally(state)
    aragon = state.rules.targets.index("aragon")
    assert (boards(state), state.cell("quarantined")) == ("", -1)
    then = rewound(state, [(0, event) for event in events])
    assert (then.values(aragon), then.cell("quarantined")) == ((8, 4, 0), aragon)


def test_nothing_changes_in_quarantine_and_it_is_said_why() -> None:
    cells = {"quarantined": "aragon"}
    state = among_four(165, "aragon: R2 | seville: R1", scoreboards="840 aragon", cells=cells,
                       king="galicia")  # fmt: skip
    play(state, "red special")
    assert words(state, "red pick") == {"red seville"}
    assert "quarantine" in refused(state, "red pick red aragon")
    play(state, "red pick red seville")
    assert "quarantine" in refused(state, "red put aragon")


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (80, "red grande aragon"), (90, "red scoreboard 400 aragon"),
        (90, "red scoreboard 840 galicia"), (60, "red evacuate aragon"),
    ],
)  # fmt: skip
def test_a_quarantine_is_not_taken_for_the_kings_region(value: int, line: str) -> None:
    state = among_four(value, "aragon: B2 | seville: B1", home="R seville", king="granada",
                       scoreboards="840 aragon", cells={"quarantined": "aragon"})  # fmt: skip
    play(state, "red special")
    assert "quarantine" in refused(state, line)


def test_115_scores_the_fours() -> None:
    state = among_four(115)
    fours = {
        state.rules.targets[target]
        for target in range(len(state.rules.regions))
        if state.values(target)[0] == 4
    }
    assert set(paid(state, play(state, "red special"))) == fours


def test_135_pays_the_first_value_for_exactly_two() -> None:
    """S0, note on 135: a tie for the first place will do."""
    state = among_four(135, "aragon: R2 B2 | granada: R2 B3 | seville: R3 | galicia: R2",
                       king="galicia", scoreboards="840 galicia")  # fmt: skip
    play(state, "red special")
    assert words(state, "red score") == {"aragon", "galicia"}
    assert "exactly 2" in refused(state, "red score seville")
    (given,) = of_kind(play(state, "red score galicia"), PointsGiven)
    assert (given.seat, given.points) == (0, 8)
    assert scores(state) == "R8 B0 G0 Y0"


def test_the_forecast_of_135_pays_whoever_uses_it_alone() -> None:
    """S0, note on 135: a region's first value, whoever leads there, and no bonus."""
    state = among_four(135, "aragon: R2 B2 | galicia: R2", king="galicia")
    setup = Setup.of(4, seed=1, expansions=("intrigue",), house={"cards": 31})
    guide = Guide(setup, state.rules, UNICODE)
    found = card_forecast(state, guide, state.rules.card_index["k-135"], 0)
    assert found is not None
    assert notes(forecast(state, guide), found, guide)[-1] == (
        "The card Pair (Score a pair) pays whoever uses it alone, for one region where they have "
        "exactly 2 caballeros and nobody has more."
    )
    assert found.choice
    assert [*card_scores(state.view(1), guide, state.rules.card_index["k-135"], 1)] == [
        "Its special action pays whoever uses it alone, for one region where they have exactly "
        "2 caballeros and nobody has more; as things stand: Galicia (Red 4) or Aragon (Red 5)."
    ]
    targets = state.rules.targets
    assert {targets[one.target]: one.sums() for one in found.scored} == {
        "aragon": {0: 5},
        "galicia": {0: 4},
    }


def test_the_forecast_says_that_grandes_go_by_disk() -> None:
    """S0, note on 35: each goes where its owner's disk shows, from wherever he is."""
    guide = Guide(Setup.of(4, seed=1, expansions=("intrigue",)), among_four(35).rules, UNICODE)
    told = [
        notes(forecast(among_four(35, cells={"grandes-conspire": conspire}), guide), None, guide)
        for conspire in (False, True)
    ]
    said = "A Grande brings its bonus where it is now; where disks send Grandes is left open."
    assert [said in notes for notes in told] == [False, True]


def test_165_moves_up_to_four_own() -> None:
    state = among_four(165, "aragon: R5 B1")
    play(state, "red special")
    assert words(state, "red pick") == {"red aragon"}
    for _ in range(4):
        play(state, "red pick red aragon, put granada")
    assert at(state, "granada") == "R4"


# -- must and may, roles ----------------------------------------------------------------


def test_a_required_action_holds_the_turn_and_may_come_after_placing() -> None:
    """S0, "The King's card and the Intrigue card"."""
    state = among_four(145, court="R3", king="galicia")
    refuses(state, "red end")
    assert "must be carried out" in refused(state, "red end")
    play(state, "red place basque, done")
    refuses(state, "red end")
    # So whoever waits is not told that the turn may end without it.
    waits = prompt(state.view(1).decision(1), state.rules)
    assert (
        waits
        == "Waiting for Red to use the special action of the card One region (Score a region)."
    )
    play(state, "red special, score aragon")
    assert state.owing() != (0,)


def test_an_own_action_that_cannot_be_done_may_be_chosen_and_lapses() -> None:
    play(acting(35, court="R1", cells={"grandes-conspire": True}), "red end")


def test_with_two_or_three_the_role_or_the_own_card() -> None:
    """S0, "Special rules for 2 or 3 players"; with three the middle one has no choice."""
    state = drawn(power="R150 B90 G13", court="R1 B1 G1")
    turn_of(state, "red")
    assert words(state, "red card") == {"k-king", "k-150"}
    play(state, "red card k-150")
    refuses(state, "red end")
    play(state, "red special, score aragon, end")
    turn_of(state, "blue")
    assert state.rules.cards[state.card].id == "k-090"
    play(state, "blue end")
    turn_of(state, "green")
    assert words(state, "green card") == {"k-intrigue", "k-013"}


@pytest.mark.parametrize(
    ("seats", "numbers"), [("RB", [4, 2]), ("RBG", [5, 3, 1]), ("RBGY", [5, 4, 2, 1])]
)
def test_how_many_are_placed_goes_with_the_order(seats: str, numbers: list[int]) -> None:
    power = " ".join(f"{letter}{180 - 10 * i}" for i, letter in enumerate(seats))
    state = drawn(power=power)
    rules = state.rules
    card = rules.card_index["k-king"]
    assert [rules.allowance(state, seat, card) for seat in state.turn_order] == numbers
