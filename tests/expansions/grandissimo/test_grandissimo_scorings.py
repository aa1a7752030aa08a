"""What is said of scorings: of black caballeros, of allies, and where the game leaves parts out."""

from __future__ import annotations

import json

import pytest
from grandissimo_drawn import drawn, game
from laid import crowd, pays, score_generally

from drawing import play, waits_for
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import target_rows
from elgrande.app.panes.forecast import forecast, rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.bots.outlook import Outlook
from elgrande.bots.plan_words import Voice, stands
from elgrande.cli.plain.queries import sentences
from elgrande.content.scorings import PlaceScored, rewound, scorings
from elgrande.content.words import GameNames, explain_score, say_event
from elgrande.content.words.scoring_steps import say_step, step_details
from elgrande.expansions.grandissimo.cards import RegionCardTaken
from elgrande.expansions.grandissimo.display import marks
from elgrande.rules.events import CardsCleared, RegionScored, RoundBegan, from_plain, to_plain
from elgrande.rules.scoring import Extra

BOARD = "seville: red 1, black 2, blue 2 | aragon: red 1, blue 2"


def told(board: str, **others: object) -> dict[str, tuple[str, str, list[str], list[str]]]:
    """By place: the show's sentence, the log's, the sheet's rows, the reasons."""
    state = drawn(board, **others)  # type: ignore[arg-type]
    events = score_generally(state)
    n = game(4).names()
    out = {}
    for scoring in scorings(state, [(1, event) for event in events]):
        for at, step in enumerate(scoring.steps):
            if isinstance(step, PlaceScored):
                again = from_plain(json.loads(json.dumps(to_plain(step.event))))
                assert again == step.event
                out[state.rules.targets[step.target]] = (
                    say_step(scoring, at, n),
                    say_event(step.event, state.rules, n),
                    [detail.text for detail in step_details(scoring, at, n)],
                    [why.sentence for why in explain_score(step.event.scored, state.rules, n)],
                )
    return out


def test_allies_are_said_where_they_decide() -> None:
    """S0, note on Alliance; what it does is our best fit (EXPANSIONS 4.3)."""
    said, log, sheet, why = told(BOARD, held="gr-04 red aragon")["aragon"]
    assert said == "Aragon pays 5/4/1: Red 5, counting 2 allies; Blue 4."
    assert (
        log
        == "Aragon (5/4/1) is scored: Red gets 5 (first, counting 2 allies); Blue gets 4 (second)."
    )
    assert sheet == ["first", "counting 2 allies", "second"]
    assert why[0] == "Red has 3 caballeros, counting 2 allies: first, 5 points."


def test_allies_ahead_are_said_to_count_where_one_has_caballeros() -> None:
    """EXPANSIONS 4.3: the actor counts more there if at least one own stands there."""
    state, n = drawn("aragon: blue 2", held="gr-04 red aragon"), game(4).names()
    (card,) = [held.card for held in state.held]
    taken = RegionCardTaken(0, state.rules.regions.index("aragon"), card)
    board = [one for one in sentences(state, n) if "counts 2 more in Aragon" in one]
    for one in (*board, say_event(taken, state.rules, n)):
        assert "if any of their caballeros are in it" in one
    assert len(board) == 1


def test_a_tie_by_allies_says_whose_they_are() -> None:
    said, log, sheet, _ = told("aragon: red 1, blue 3", held="gr-04 red aragon")["aragon"]
    assert said == "Aragon pays 5/4/1: Red and Blue tie for first, 4 each, Red counting 2 allies."
    assert "Red and Blue get 4 each (tied for first, paid as second, Red counting 2 allies)" in log
    assert sheet[1] == "Red counting 2 allies"


def test_black_ones_that_never_count_are_said_not_to() -> None:
    """S0, note on the Grand Inquisitor: the black ones are never considered in a scoring."""
    said, log, sheet, why = told(BOARD, cells={"inquisitor": "red"})["seville"]
    assert said == "Seville pays 4/3/1: Blue 4; Red 3; 2 black caballeros do not count."
    assert log.endswith("Red gets 3 (second); 2 black caballeros do not count.")
    assert sheet[-1] == "2 black caballeros do not count"
    assert why[-1] == "2 black caballeros do not count in the ranking."
    alone = told("granada: black 1 | seville: red 1, black 1")["granada"]
    assert alone[0] == "Granada pays nobody: a black caballero does not count."


def test_black_ones_that_count_for_their_holder_are_said_in_a_special_scoring() -> None:
    """S0, "Grand Inquisitor": as though they were of the holder's colour."""
    state = drawn(BOARD, "gr-15", king="granada", cells={"inquisitor": "red"}, black="counted")
    scored = [
        event for event in play(state, "red special, score seville")
        if isinstance(event, RegionScored)
    ]  # fmt: skip
    assert crowd(state, "seville") == "red 1, blue 2, black 2"
    assert scored[0].scored.extras == (Extra(0, 2, "black"),)
    assert say_event(scored[0], state.rules, game(4).names()) == (
        "Seville (4/3/1) is scored: Red gets 4 (first, counting 2 black caballeros); "
        "Blue gets 3 (second)."
    )


def test_whoever_has_black_ones_alone_has_no_others_that_they_are_counted_with() -> None:
    state = drawn("granada: black 1", "gr-15", cells={"inquisitor": "red"}, black="counted")
    (scored,) = (
        x for x in play(state, "red special, score granada") if isinstance(x, RegionScored)
    )
    (why, *_) = explain_score(scored.scored, state.rules, game(4).names())
    assert why.sentence == "Red has a black caballero: first, 6 points."


@pytest.mark.parametrize(("held", "most"), [("gr-04 red aragon", "red"), ("", "blue")])
def test_allies_decide_who_is_first_of_a_place(held: str, most: str) -> None:
    state = drawn(BOARD, held=held)
    scoring = scorings(state, [(1, event) for event in score_generally(state)])[0]
    aragon = state.rules.targets.index("aragon")
    first = next(x for x in scoring.places if x.target == aragon).event.scored.lines[0]
    assert state.rules.colours[first.seat] == most


def test_the_log_says_what_a_boycott_left_out() -> None:
    events = score_generally(drawn("basque: red 1", held="gr-03 red basque | gr-04 red aragon"))
    n = game(4).names()
    said = [say_event(event, n.rules, n) for event in events]
    assert "The Basque Country was boycotted and not scored; its region card is back." in said
    assert "The region card of Aragon is back." in said


def test_the_show_ends_with_what_a_boycott_left_out() -> None:
    state = drawn(BOARD, held="gr-03 red basque")
    events = [*score_generally(state), RoundBegan(4, 0)]
    n = game(4).names()
    (scoring,) = scorings(state, [(1, event) for event in events])
    assert scoring.steps[-2].points == scoring.after
    assert say_step(scoring, len(scoring.steps) - 2, n) == (
        "The Basque Country was boycotted and not scored; its region card is back."
    )


def test_a_past_position_shows_what_lay_on_a_region_then() -> None:
    state = drawn(BOARD, held="gr-03 red basque | gr-04 red aragon")
    told = [(1, RegionCardTaken(0, 1, 9)), *((2, each) for each in score_generally(state))]
    n = game(4).names()

    def noted(some: list[object]) -> set[str]:
        return {mark.target for mark in marks(rewound(state, some), n)}  # type: ignore[arg-type]

    assert not noted([])
    assert noted(told[1:]) == {"basque", "aragon"}
    kept = drawn(BOARD, held="gr-03 red basque")
    taken = (1, RegionCardTaken(0, kept.rules.regions.index("basque"), kept.held[0].card))
    before = [(0, CardsCleared(()))]
    assert {mark.target for mark in marks(rewound(kept, before), n)} == {"basque"}
    assert not [*marks(rewound(kept, [taken]), n)]


# -- where this game leaves something out: forecast, hands, pieces of text ---


FORECAST_BOARD = "granada: red 2, blue 1 | aragon: red 1, blue 2"


def test_a_boycotted_region_brings_nothing_in_the_forecast_as_in_the_scoring() -> None:
    state = drawn(FORECAST_BOARD, held="gr-03 blue granada | gr-04 red aragon")
    guide = Guide(game(4), state.rules, UNICODE)
    found = forecast(state, guide)
    granada = state.rules.targets.index("granada")
    assert found.barred == {granada}
    said = plain(rows(found, None, guide, 100))
    assert "not scored" in said[1 + granada]
    assert any("Granada is left out of the general scoring." in line for line in said)
    score_generally(state)
    assert found.totals == tuple(state.score(seat) for seat in range(4)) == (5, 4, 0, 0)


def test_one_of_several_cards_of_a_name_leaves_the_game_as_a_copy() -> None:
    rules = game(4).ruleset()
    alike = [at for at, card in enumerate(rules.cards) if card.id in ("gr-01", "gr-02", "1-07")]
    said = CardsCleared(tuple(alike)).said(GameNames(rules))
    assert said.count("a copy of Grand Inquisitor") == 2
    assert "a copy of 1-07" not in said


def test_gifts_are_called_after_the_player_whom_they_are_for() -> None:
    rules = game(4).ruleset()
    named = GameNames(rules, ["Ana", "Bruno", "Clara", "Diego"], game(4).content.labels)
    assert named.place(rules.place_index["gift-yellow"]) == "the gifts for Diego"


def test_black_ones_rank_for_nobody_in_a_general_scoring_whoever_had_the_inquisitor() -> None:
    # S0, note on the card: he leaves just before it; by the example black ones count for his
    # player until then.
    board = "valencia: red 3, black 2, green 2"
    state = drawn(board, players=3, king="basque", cells={"inquisitor": "green"}, black="counted")
    guide = Guide(game(3, house={"black": "counted"}), state.rules, UNICODE)
    found = forecast(state, guide)
    valencia = state.rules.targets.index("valencia")
    assert pays(state, "valencia") == "red 3, green 5"
    assert pays(state, "valencia", general=True) == "red 5"
    scored = found.scored[valencia]
    assert scored is not None
    assert [(line.seat, line.count) for line in scored.lines] == [(0, 3), (-1, 2), (2, 2)]
    outlook = Outlook(state, 2)
    site = outlook.sites(state)[valencia]
    assert outlook.expected(site, outlook.tally(state, valencia), doubt=0) == [5, 0, 0]
    [note] = [n.text for n in guide.display.notes(state, guide.names) if "Black" in n.text]
    assert "He leaves before a general scoring" in note
    score_generally(state)
    assert found.totals == tuple(state.score(seat) for seat in range(3)) == (5, 0, 0)


@pytest.mark.parametrize("castillo", ["open", "veiled"])
def test_in_the_midst_of_a_general_scoring_the_rest_of_it_is_foretold(castillo: str) -> None:
    # S0, note on Free choice: it comes once the Castillo, which has been paid, is emptied.
    state = drawn(
        "castillo: red 1 | aragon: blue 1", held="gr-06 red", players=3, castillo=castillo
    )
    score_generally(state)
    while state.stack[-1].step != "window":
        play(state, f"{waits_for(state).split()[0]} disk seville")
    guide = Guide(game(3, house={"castillo": castillo}), state.rules, UNICODE)
    found = forecast(state, guide)
    assert found.now == (5, 0, 0)
    assert found.gains == (4, 5, 0)
    said = plain(rows(found, None, guide, 100))
    assert "not scored" in said[1 + state.rules.castillo_target]
    assert any("The Castillo has been scored already." in line for line in said)
    assert not any("left out" in line for line in said)
    play(state, "red let")
    assert found.totals == tuple(state.score(seat) for seat in range(3))


def test_the_help_on_a_region_says_where_a_general_scoring_would_be_another() -> None:
    state = drawn(FORECAST_BOARD, held="gr-03 blue granada | gr-04 red aragon")
    guide = Guide(game(4), state.rules, UNICODE)

    def said(region: str) -> str:
        return " ".join(" ".join(plain(target_rows(state.view(0), guide, region, 300))).split())

    assert "In a general scoring now: it is left out." in said("granada")
    assert "Blue gets 5" in said("aragon").partition("In a general scoring now")[0]
    assert "Red gets 5" in said("aragon").partition("In a general scoring now")[2]
    assert "general scoring now" not in said("seville")


def test_advice_counts_neither_black_ones_nor_a_region_that_is_left_out() -> None:
    """S0, notes: he leaves before a general scoring; a boycotted region is not scored in it."""
    start = drawn("", players=3, king="basque", turn="green", black="counted")
    end = drawn(
        "valencia: red 3, black 2, green 2 | seville: green 2", players=3, king="basque",
        turn="green", cells={"inquisitor": "green"}, black="counted", held="gr-03 blue seville",
    )  # fmt: skip
    voice = Voice(game(3, house={"black": "counted"}).names(), 2, private=True)
    valencia, seville = (start.rules.targets.index(name) for name in ("valencia", "seville"))
    assert not any("lead" in text for text in stands(voice, start, end, valencia))
    assert stands(voice, start, end, seville) == ["you lead in Seville"]
