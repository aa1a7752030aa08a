"""Scorings of the Colonies: shown again, by whoever had the Inquisitor then, and foretold."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import cast

import pytest
from colonies_drawn import drawn, game, quietly
from laid import score_generally

from drawing import play
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import card_scores
from elgrande.app.panes.forecast import card_forecast, forecast, gain, notes, rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.cli.plain import queries
from elgrande.content import leads, story, turn_facts
from elgrande.content.expansion import display_of
from elgrande.content.scorings import rewound, scorings
from elgrande.content.words import say_event
from elgrande.content.words.names import named
from elgrande.content.words.scoring_steps import (
    say_place,
    say_step,
    step_details,
    step_forms,
    step_name,
)
from elgrande.expansions.colonies.limit_table import LimitTableMoved
from elgrande.expansions.colonies.places import TABLE
from elgrande.expansions.colonies.voyage import LYING, SUPPLY, DiscsCame, DiscTaken
from elgrande.rules import State, View, score
from elgrande.rules.effects.figures import BLACK, INQUISITOR, InquisitorTaken
from elgrande.rules.events import Event, TurnEnded, straight
from elgrande.rules.parts import Held
from elgrande.table import Look


def test_what_is_shown_of_a_past_scoring_has_the_inquisitor_and_the_table_of_that_time() -> None:
    now = drawn("aragon: red 2, black 1", holder="blue", table="granada")
    rules = now.rules
    basque, granada = rules.targets.index("basque"), rules.targets.index("granada")
    black, red, blue = rules.kinds.index(BLACK), 0, 1
    events = ((7, LimitTableMoved(blue, basque, granada)), (8, InquisitorTaken(blue, red)))
    then = rewound(now, events)
    assert (then.cell(INQUISITOR), then.cell(TABLE)) == (red, basque)
    assert rules.counts_as(then, black) == red
    assert (now.cell(INQUISITOR), now.cell(TABLE)) == (blue, granada), "now stays as it is"
    assert rewound(now, events[1:]).cell(TABLE) == granada


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (
            "new-castile: red 2, black 2",
            "ends the black ones' share of the lead in New Castile, which you and Blue now share, "
            "still 4 pts",
        ),
        (
            "new-castile: red 2, black 1, blue 1",
            "ties your lead in New Castile with a black caballero, 7→4 pts",
        ),
    ],
)
def test_who_takes_the_inquisitor_is_said_to_share_a_lead_with_the_black_ones(
    board: str, said: str
) -> None:
    then, now = (drawn(board, king="aragon", holder=one) for one in ("nobody", "blue"))
    events = ((1, InquisitorTaken(1, -1)), (2, TurnEnded(1)))
    turn = story.Passage(story.TURN, 1, events, 1, leads=tuple(leads.changed(then, now)))
    names = game().names()
    told = [fact.text for fact in turn_facts.facts(turn, names, 0, "→") if fact.yours]
    assert told == [said]


def ride(state: State, *lines: str) -> tuple[str, list[str], str]:
    """A ride out of the Castillo: in sentences, one after the other, in short."""
    done = straight([*score_generally(state), *play(state, *lines)], state.rules)
    events = [(1, event) for event in done]
    told, n = scorings(state, events)[0], named(state.rules, None)
    at = [step_name(step, n) for step in told.steps].index("Ride")
    found = [detail.text for detail in step_details(told, at, n)]
    return say_step(told, at, n), found, step_forms(told, at, n)[-1]


def test_who_finds_room_on_the_table_rides_there_and_waits_nowhere() -> None:
    """EXPANSIONS 2.5: if there is room for all arrivals all go on, and nobody is asked."""
    state = drawn("castillo: red 3 | granada: blue 3", table="granada", holder="blue", players=2)
    said, found, short = ride(state, "red disk granada")
    assert said == "Red's 3 caballeros ride to Granada."
    assert (found, short) == (["ride to Granada"], "3 caballeros ride out of the Castillo.")


def test_who_is_chosen_for_the_table_is_said_to_be_by_whom() -> None:
    state = drawn("castillo: red 2, blue 1 | granada: blue 4", table="granada", holder="blue",
                  players=2)  # fmt: skip
    said, _, short = ride(state, "red disk granada, blue disk granada, blue take-space blue")
    assert said == (
        "Red's caballero rides to Granada. "
        "Red's caballero rides to Granada beside the limit table. "
        "Blue's caballero rides to Granada beside the limit table. "
        "Blue lets a caballero beside the limit table count in Granada."
    )
    assert short == "3 caballeros ride out of the Castillo."


def test_nobody_chooses_where_all_find_room() -> None:
    state = drawn("basque: blue 6 | basque-beside: red 1", "1-07", players=3, king="galicia",
                  holder="green")  # fmt: skip
    said = [
        say_event(event, state.rules)
        for event in play(state, "red special, pick blue basque, put granada, done")
    ]
    assert (
        "One of Red's caballeros beside the limit table takes a free space in the Basque Country."
        in said
    )


def test_what_was_told_of_a_ride_before_somebody_was_asked_is_not_told_again() -> None:
    """S3, "Late moves": they come after the ride, and the scoring goes on with the last of them."""
    state = drawn("castillo: red 2 | galicia: red 3", held="co-11 red", round_=3)
    n, told, said = named(state.rules, None), list[tuple[int, Event]](), list[str]()
    for entry, lines in enumerate((
        "", "red disk aragon", "red use co-11", "red pick red galicia, put valencia",
        "red pick red galicia, put valencia",
    )):  # fmt: skip
        events = play(state, lines) if lines else score_generally(state)
        told += [(entry, e) for e in straight(events, state.rules) if e.audience is None]
        update = cast(Look, SimpleNamespace(view=state.view(None)))
        said += queries.news(update, told, entry - 1, n)
    assert " ".join(said).count("to Aragon.") == 2, "disks revealed, and the ride"
    assert " ".join(said).count("uses the card Late moves") == 1


# -- what the forecast says where cards wait for a general scoring -----------


@pytest.mark.parametrize(("round_", "twice"), [(9, True), (8, False)])
def test_a_delayed_scoring_is_foretold_where_it_comes_with_the_general_one(
    round_: int, twice: bool
) -> None:
    """S3: played in the last round it comes after the scoring, else at the end of the next."""
    state = drawn("aragon: red 1", "co-10", round_=round_)
    play(state, "red special, score aragon")
    guide = Guide(game(), state.rules, UNICODE)
    found = forecast(state, guide)
    assert found.gains == (10 if twice else 5, 0, 0, 0)
    aragon = state.rules.targets.index("aragon")
    assert len(found.at(aragon)) == 1 + twice
    said = plain(rows(found, None, guide, 100))
    assert said[1 + aragon].split()[2:4] == ["5/4/1", "10" if twice else "5"]
    assert any("A card that waits scores Aragon, too." in line for line in said) == twice
    update = cast(Look, SimpleNamespace(view=state.view(None), decision=state.decision(0), seat=0))
    told = " ".join(queries.forecast(update, guide.names, game()))
    assert told.count("scores Aragon") == 1, "with the general scoring or by itself"


def test_a_delayed_scoring_of_a_round_without_a_general_one_is_no_part_of_the_next() -> None:
    """S3: put on Aragon in round 7 it scores at the end of round 8; the general one is after 9."""
    state = drawn("aragon: red 1", "co-10", round_=7)
    play(state, "red special, score aragon")
    state.board[state.rules.at_round] = 8
    assert forecast(state, Guide(game(), state.rules, UNICODE)).gains == (5, 0, 0, 0)
    said = list(display_of(state.rules).sentences(state, game().names()))
    assert "At the end of round 8 the card Delayed scoring (Score later) scores Aragon." in said


@pytest.mark.parametrize("region", ["basque", "ship", "america", "mediterranean"])
def test_the_board_says_of_the_limit_table_who_does_not_count(region: str) -> None:
    """S0: on the Ship the Captain alone is paid; elsewhere whoever is on the table is ranked."""
    state = drawn(f"{region}: red 1 | {region}-beside: blue 1", table=region)
    names = game().names()
    (said,) = [s for s in display_of(state.rules).sentences(state, names) if "limit table" in s]
    lines = score(state, state.rules.targets.index(region)).lines
    whoever = "beside it" if any(line.seat == 0 for line in lines) else "on it or beside it"
    taken = f"The limit table is {names.at(region)}: 1 of 10 spaces is taken."
    assert said == f"{taken} In a scoring nobody {whoever} counts."


def test_where_nobody_is_ranked_no_first_place_pays() -> None:
    """S0, "Ship": it has no first rank, and where first places alone score the Captain gets
    nothing.
    """
    state = drawn("captain: red 1 | ship: blue 2")
    names, ship = game().names(), state.rules.targets.index("ship")
    said = say_place(score(state, ship, first_only=True), names)
    assert said == "The Ship pays nobody: 1 of Red's and 2 of Blue's do not count."
    assert say_place(score(state, ship), names).startswith("The Ship pays 3/0/0: Red 3 (Captain);")


def test_a_conspiracy_pays_its_bonus_in_the_forecast() -> None:
    """S3: whoever alone leads the Castillo has the Grande inside, for 2 points."""
    state = drawn("castillo: red 2, blue 1", cells={"conspiracy": True})
    guide = Guide(game(), state.rules, UNICODE)
    found = forecast(state, guide)
    castillo = found.scored[state.rules.castillo_target]
    assert castillo is not None
    assert [(gift.seat, gift.points, gift.reason) for gift in castillo.gifts] == [
        (0, 2, "conspiracy")
    ]
    assert found.gains[:2] == (7, 3)


def foretold(state: State, card: str, seat: int = 0) -> tuple[list[tuple[int, ...]], list[str]]:
    """What a card that lies open, is taken or waits is said to bring, and in which words."""
    guide = Guide(game(), state.rules, UNICODE)
    found = forecast(state, guide)
    told = card_forecast(state.view(0), guide, state.rules.card_index[card], seat)
    assert told is not None
    pays = [gain([one], 4) for one in told.scored if one.sums()]
    return pays, notes(found, told, guide)[len(notes(found, None, guide)) :]


@pytest.mark.parametrize(
    ("round_", "when"),
    [(7, "at the end of round 8"), (9, "after the last general scoring")],
)
def test_a_delayed_scoring_says_when_and_what_it_would_pay(round_: int, when: str) -> None:
    """S3: at the end of the next round; played in the last round, after the last scoring."""
    name = "The card Delayed scoring (Score later) scores"
    for state in (
        drawn("aragon: red 1 | galicia: blue 1", faces={7: "co-10"}, round_=round_),
        drawn("aragon: red 1 | galicia: blue 1", "co-10", round_=round_),
    ):
        pays, said = foretold(state, "co-10")
        assert pays == [(0, 4, 0, 0), (5, 0, 0, 0)]
        assert said == [f"{name} one region, chosen by whoever uses it, {when}."]
    play(state, "red special, score aragon")
    assert foretold(state, "co-10") == ([(5, 0, 0, 0)], [f"{name} Aragon {when}."])
    guide = Guide(game(), state.rules, UNICODE)
    (why,) = card_scores(state.view(0), guide, state.rules.card_index["co-10"], 0)
    assert why == (f"Its special action scores Aragon {when}; as things stand: Aragon (Red 5).")


def test_an_inquisition_scoring_is_foretold_with_the_inquisitor() -> None:
    """S3: whoever uses it takes him first, so that black ones count for that player."""
    state = drawn("aragon: red 1, black 1, blue 1", faces={7: "co-08"}, holder="blue")
    pays, said = foretold(state, "co-08")
    assert pays[0] == (5, 4, 0, 0)
    assert said == [
        "The card Inquisition scoring scores Aragon and New Castile.",
        "It is told as Red would use it; for another user it would pay otherwise.",
    ]


def test_a_past_position_has_every_card_that_was_kept_until_then() -> None:
    """One that waits on a region, one that was used, another's of that name, one left unused."""
    state = drawn("aragon: red 1", "co-10", held="co-06 blue", round_=9)
    state.held = (*state.held, Held(state.rules.card_index["2-01"], 2, state.round))
    names, marks, then = game().names(), display_of(state.rules).marks, list[tuple[int, View]]()
    told: list[Event] = []
    lines = ["red special, score aragon, green let", "blue use co-06, score seville, green let"]
    while state.owing():
        then.append((len(told), state.view(None)))
        told += play(state, lines.pop(0)) if lines else quietly(state)
    assert {len(view.held) for _, view in then} >= {2, 3}
    for at, view in then:
        shown = rewound(state, list(enumerate(told[at:])))
        assert sorted(shown.held) == sorted(view.held)
        assert sorted(marks(shown, names), key=str) == sorted(marks(view, names), key=str)


def test_the_board_names_no_region_twice_of_which_some_are_beside_the_table() -> None:
    board = "catalonia: red 1 | catalonia-beside: blue 2 | ship: red 1 | captain: blue 1"
    state = drawn(board, table="catalonia")
    said = [*queries.sentences(state.view(0), game().names())]
    assert any(line.endswith(": Red 1; beside the limit table: Blue 2.") for line in said)
    assert any("Captain: Blue 1" in line for line in said)


@pytest.mark.parametrize("seed", [1, 2])
def test_discs_are_where_they_were_then_even_in_the_supply(seed: int) -> None:
    state, chance = game(3, seed=seed, short=True).start(), random.Random(seed)
    cells = [state.rules.cell[at] for at in (*LYING.values(), *SUPPLY.values())]
    told, then = list[Event](), list[tuple[int, list[int]]]()
    while not state.over:
        then.append((len(told), [state.board[cell] for cell in cells]))
        seat = state.owing()[0]
        state.apply(seat, chance.choice(state.legal(seat)), told.append)
    kinds = {type(event) for event in told}
    assert {DiscsCame, DiscTaken} <= kinds
    for at, discs in then[::20]:
        board = rewound(state, list(enumerate(told[at:]))).board
        assert [board[cell] for cell in cells] == discs
