"""Scorings put together from events: their steps, sums, counts, and the words for them."""

from __future__ import annotations

import pytest

from drawing import passes, play, table
from elgrande.content.scorings import PlaceScored, Scoring, Total, scorings
from elgrande.content.veil import before_this_round
from elgrande.content.words.names import GameNames
from elgrande.content.words.scoring_steps import (
    NO_COUNTS,
    say_place,
    say_step,
    say_summary,
    scoring_line,
    scoring_lines,
    scoring_name,
    step_details,
    step_forms,
    step_name,
    unpaid,
)
from elgrande.rules import State
from elgrande.rules import events as ev
from elgrande.rules.scoring import Gift, Line, Scored, score

NAMES = ["Ana", "Bruno", "Clara", "Diego"]


def told(state: State, commands: str) -> list[tuple[int, ev.Event]]:
    """The events of some commands, each with the number of its command."""
    out: list[tuple[int, ev.Event]] = []
    for n, command in enumerate(commands.split(", "), 1):
        out += [(n, event) for event in play(state, command)]
    return out


def general(**others: str) -> tuple[State, list[tuple[int, ev.Event]]]:
    """The last disk of a general scoring after round 3 is set; then round 4 begins."""
    drawn = {
        "king": "granada",
        "home": "R granada, B aragon, G galicia",
        "score": "R10 B12 G7",
        "round": 3,
    }
    board = "aragon: R1 B3 | granada: R2 B2 | seville: G2 R1 | castillo: R2 G1"
    state = table(board, seats=3, **{**drawn, **others})  # type: ignore[arg-type]
    events = [
        (1, event)
        for colour, card in (("red", "1-07"), ("blue", "2-04"), ("green", "3-01"))
        for event in passes(state, colour, card)
    ]
    assert state.decision().secret
    return state, events


def scored(disks: str = "red disk aragon, green disk seville") -> tuple[State, Scoring]:
    state, events = general()
    events += [(n + 5, event) for n, event in told(state, disks)]
    found = scorings(state, events)
    assert len(found) == 1
    return state, found[0]


def names(state: State) -> GameNames:
    return GameNames(state.rules, NAMES)


def test_a_general_scoring_is_castillo_disks_ride_regions_and_a_summary():
    state, scoring = scored()
    n = names(state)
    regions = [n.plain(name) for name in state.rules.regions]
    assert [step_name(step, n) for step in scoring.steps] == [
        "Castillo", "Disks", "Ride", *regions, "Summary",
    ]  # fmt: skip
    assert scoring.done
    assert scoring.general
    assert scoring_name(scoring, n) == "General scoring after round 3"


def test_the_sums_of_the_steps_are_the_scores():
    state, scoring = scored()
    assert scoring.before == (10, 12, 7)
    assert scoring.after == tuple(state.score(seat) for seat in range(3))
    points = scoring.before
    for step in scoring.steps[:-1]:
        points = tuple(a + b for a, b in zip(points, step.won, strict=True))
        assert step.points == points
    assert scoring.won == tuple(a - b for a, b in zip(scoring.after, scoring.before, strict=True))


def test_ties_bonuses_and_lost_bonuses_are_said():
    state, scoring = scored()
    n = names(state)
    said = {step_name(step, n): say_step(scoring, i, n) for i, step in enumerate(scoring.steps)}
    assert said["Castillo"] == "The Castillo pays 5/3: Ana 5; Clara 3."
    assert said["Disks"] == "The disks are revealed: Ana's 2 to Aragon, Clara's 1 to Seville."
    assert said["Ride"] == (
        "Ana's 2 caballeros ride to Aragon. Clara's caballero rides to Seville."
    )
    assert said["Aragon"] == (
        "Aragon pays 5/4: Ana and Bruno tie for first, 4 each. "
        "Bruno gets no Grande's bonus: first place is shared."
    )
    assert said["Granada"] == (
        "Granada pays 6/3: Ana and Bruno tie for first, 3 each. "
        "Nobody gets the King's bonus: first place is shared. "
        "Ana gets no Grande's bonus: first place is shared."
    )
    assert said["Seville"] == "Seville pays 4/3: Clara 4; Ana 3."
    assert said["Galicia"] == "No caballero is in Galicia."
    assert said["Summary"] == "That puts Ana in the lead with 25 points, 6 ahead of Bruno."


def test_the_lead_that_stays_and_the_lead_that_is_shared():
    state, events = general(score="R30")
    events += [(n + 5, e) for n, e in told(state, "red disk aragon, green disk seville")]
    (scoring,) = scorings(state, events)
    last = len(scoring.steps) - 1
    text = say_step(scoring, last, names(state))
    ahead = "That leaves Ana in front with 45 points, 38 ahead of Bruno and Clara"
    assert text.startswith(f"{ahead}; the lead was")


def test_nobody_is_in_front_where_all_have_as_much():
    state = table(seats=3)
    for won, said in (
        ((2, 2, 2), "That leaves everybody level with 2 points."),
        ((0, 0, 0), "Nobody gets anything."),
    ):
        steps = (Total(won=won, points=won, last=0),)
        scoring = Scoring(1, 3, True, -1, -1, (0, 0, 0), steps, True)
        assert say_summary(scoring, names(state)) == said


@pytest.mark.parametrize(
    ("before", "verb"), [((60, 50, 32), "puts"), ((70, 50, 32), "puts"), ((50, 50, 10), "leaves")]
)
def test_a_scoring_leaves_as_it_was_only_who_was_level_in_front_before(before, verb):
    after = Total(won=(1, 1, 0), points=(60, 60, 32), last=0)
    scoring = Scoring(1, 3, True, -1, -1, before, (after,), True)
    said = say_summary(scoring, names(table(seats=3)))
    assert said == f"That {verb} Ana and Bruno level in front with 60 points, 28 ahead of Clara."


def test_details_have_counts_and_a_point_each():
    state, scoring = scored()
    details = step_details(scoring, 0, names(state))
    assert [(d.who, d.text, d.points) for d in details] == [
        (((0, 2),), "first", 5), (((2, 1),), "second", 3),
    ]  # fmt: skip


def test_only_values_that_are_paid_are_said_and_of_a_tie_that_it_is_paid_as_none_of_them():
    state = table("aragon: R3 B2 G1 | seville: R2 B1 G1", seats=3, score="R9")
    found = []
    for name in ("aragon", "seville"):
        scored = score(state, state.rules.targets.index(name))
        found.append((1, ev.RegionScored(scored, True)))
    (scoring,) = scorings(state, [(1, ev.GeneralScoring(3)), *found, (2, ev.RoundBegan(4, 0))])
    n = names(state)
    said = {step_name(step, n): say_step(scoring, i, n) for i, step in enumerate(scoring.steps)}
    assert said["Aragon"] == "Aragon pays 5/4: Ana 5; Bruno 4; Clara nothing."
    assert said["Seville"] == (
        "Seville pays 4/3: Ana 4; Bruno and Clara tie for second, nothing. "
        "With 3 players third place pays nothing."
    )
    assert step_forms(scoring, 0, n)[-4] == "Aragon pays 5/4: Ana 5 and Bruno 4."
    at = next(i for i, step in enumerate(scoring.steps) if step_name(step, n) == "Seville")
    texts = [detail.text for detail in step_details(scoring, at, n)]
    assert "With 3 players third place pays nothing." in texts


def test_with_two_players_a_shared_first_place_is_paid_as_one_that_pays_nothing():
    state = table("aragon: R1 B1", seats=2)
    scored = score(state, state.rules.targets.index("aragon"))
    step = PlaceScored(won=(0, 0), points=(0, 0), event=ev.RegionScored(scored, True))
    assert say_place(scored, names(state)) == "Aragon pays 5: Ana and Bruno tie for first, nothing."
    assert unpaid(step, names(state)) == ["With 2 players second place pays nothing."]


def test_a_closed_castillo_is_told_with_points_and_without_counts():
    """A card scores it in round 3; in round 4 its counts are not told again."""
    state = table("castillo: R2 B1", seats=3, card="3-07", round=3, castillo="veiled",
                  king="galicia", score="R1")  # fmt: skip
    now = told(state, "red special")
    (scoring,) = scorings(state, now)
    (place,) = scoring.places
    assert not place.closed
    later = [*now, (9, ev.RoundBegan(4, 0))]
    assert before_this_round(later)
    (scoring,) = scorings(state, later)
    (place,) = scoring.places
    assert place.closed
    assert place.won == (5, 3, 0)
    details = step_details(scoring, 0, names(state))
    assert all(count == 0 for detail in details for _, count in detail.who)
    assert details[-1].text == NO_COUNTS


def test_a_special_scoring_is_one_occasion_with_its_card():
    state = table("old-castile: R1 | new-castile: B2 | granada: R2", card="3-05", king="galicia",
                  scoreboards="")  # fmt: skip
    events = told(state, "red special")
    found = scorings(state, events)
    assert len(found) == 1
    n = names(state)
    assert [n.plain(state.rules.targets[p.target]) for p in found[0].places] == [
        "Old Castile", "New Castile", "Granada",
    ]  # fmt: skip
    assert not found[0].general
    assert scoring_name(found[0], n) == "Special scoring by Ana in round 1, Score 6s and 7s"
    assert scoring_line(found[0], n).endswith(": Ana +12, Bruno +7.")
    # Whatever the same player does in another turn is another scoring.
    again = found[0].places[-1].event
    assert len(scorings(state, [*events, (2, ev.TurnBegan(0)), (3, again)])) == 2


@pytest.mark.parametrize("place", ["region", "nowhere"])
def test_gifts_and_points_from_no_place_are_told_like_any_other(place: str):
    """What an expansion brings: points beside a ranking, points from no place, a move between."""
    state = table("aragon: R2", seats=3, score="R9 B3")
    target = state.rules.targets.index("aragon")
    line = Line(0, 0, 2, 1, False, 1, 5, 0, 0)
    won = Scored(target, (5, 4, 1), False, (line,), (Gift(1, 3, "envoy"),))
    events: list[tuple[int, ev.Event]] = [
        (1, ev.GeneralScoring(3)),
        (1, ev.KingMoved(0, 0, 1)),
        (1, ev.RegionScored(won, True)),
    ]
    if place == "nowhere":
        events.append((1, ev.PointsGiven(0, 4, "harbour")))
    (scoring,) = scorings(state, [*events, (2, ev.RoundBegan(4, 0))])
    lines = list(scoring_lines(scoring, names(state)))
    assert any("moves the King" in line for line in lines)
    assert "Aragon pays 5/4: Ana 5; Bruno 3 (Envoy)." in lines
    assert ("Ana gets 4 points (Harbour)." in lines) == (place == "nowhere")
    assert scoring.after == (9, 3, 0)
    assert scoring.won == ((9, 3, 0) if place == "nowhere" else (5, 3, 0))
    assert isinstance(scoring.steps[1], PlaceScored)


def test_an_unfinished_general_scoring_is_told_as_far_as_it_is():
    state, events = general()
    asked = state.copy()
    events += [(n + 5, e) for n, e in told(state, "red disk aragon, green disk seville")]
    castillo = next(i for i, (_, e) in enumerate(events) if isinstance(e, ev.RegionScored))
    (scoring,) = scorings(asked, events[: castillo + 1])
    assert not scoring.done
    n = names(state)
    assert scoring_name(scoring, n) == "General scoring after round 3, so far"
    assert scoring_line(scoring, n) == "General scoring after round 3, so far: Ana +5, Clara +3."
    assert [type(step) for step in scoring.steps] == [PlaceScored, Total]
