"""What the show of a scoring tells is what the score markers moved, in every game there is."""

from __future__ import annotations

import re

from games import Variant, choose, games_of, rng_for, start, told

from elgrande.app.board.guide import Guide
from elgrande.app.board.scoring_show import ScoringShow
from elgrande.app.panes.glyphs import UNICODE
from elgrande.content.display import Mark
from elgrande.content.scorings import PlaceScored, PointsGot, scorings
from elgrande.content.words import GameNames
from elgrande.content.words.names import slashed
from elgrande.content.words.scoring_steps import (
    say_step,
    scoring_forms,
    scoring_line,
    scoring_lines,
    step_details,
)
from elgrande.rules import events as ev

SHARE = 0.05
"""After so many answers at which nothing is scored the scorings are told, too."""


@games_of((130, 131))
def test_the_points_that_are_told_are_those_that_are_paid(variant: Variant, seed: int) -> None:
    setup = variant.setup(seed)
    state = start(variant, seed)
    seats = range(state.rules.n_seats)
    began = [state.score(seat) for seat in seats]
    moved, heard = [0] * len(seats), []
    for at, (before, _, _, events) in enumerate(told(state, rng_for(variant, seed, "scorings"))):
        heard += [(at, event) for event in events]
        for seat in seats:
            more = state.score(seat) - before.score(seat)
            assert more == sum(_paid(event, seat) for event in events)
            moved[seat] += more
    assert moved == [state.score(seat) - began[seat] for seat in seats]
    n = setup.names()
    shown = [0] * len(seats)
    for scoring in scorings(state, heard, 0):
        for i, step in enumerate(scoring.steps):
            if not isinstance(step, (PlaceScored, PointsGot)):
                continue
            details = step_details(scoring, i, n)
            for seat in seats:
                got = sum(
                    detail.points or 0
                    for detail in details
                    for kind, _ in detail.who
                    if kind == seat
                )
                assert got == step.won[seat], say_step(scoring, i, n)
                shown[seat] += got
            if isinstance(step, PlaceScored):
                _counts_are_explained(step.event, say_step(scoring, i, n), n)
    beside = [_given_alone(state.rules.n_seats, heard)[seat] for seat in seats]
    assert [a + b for a, b in zip(shown, beside, strict=True)] == moved


@games_of((132, 133, 134, 135))
def test_what_is_told_of_a_scoring_is_true_whenever_it_is_told(variant: Variant, seed: int) -> None:
    """One of which more can come says so; of any other the same is told to the end of the game."""
    names, state = variant.setup(seed).names(), start(variant, seed)
    rng = rng_for(variant, seed, "recalled")
    heard: list[tuple[int, ev.Event]] = []
    over: list[list[str]] = []
    for at, (*_, events) in enumerate(told(state, rng)):
        heard += [(at, event) for event in events]
        paying = any(isinstance(event, (ev.RegionScored, ev.PointsGiven)) for event in events)
        if not paying and not state.over and rng.random() > SHARE:
            continue
        found = scorings(state, heard, 0)
        done = [[*scoring_lines(scoring, names)] for scoring in found if scoring.done]
        assert done[: len(over)] == over
        over = done
        for scoring in found[len(done) :]:
            said = (scoring_line(scoring, names), *scoring_forms(scoring, names))
            assert all("so far" in form for form in said)
        for line in (line for lines in over for line in lines):
            assert "so far" not in line
            assert "now" not in re.findall(r"\w+", line)
    assert len(over) == len(found)


@games_of((136, 137))
def test_the_map_of_a_past_scoring_bears_no_mark_of_today(variant: Variant, seed: int) -> None:
    """Each is one of that time, whatever has been laid, taken up or moved since."""
    setup, state = variant.setup(seed), start(variant, seed)
    guide, rng = Guide(setup, state.rules, UNICODE), rng_for(variant, seed, "marks")
    heard: list[tuple[int, ev.Event]] = []
    then: dict[int, list[Mark]] = {}

    def hear(event: ev.Event) -> None:
        if isinstance(event, ev.RegionScored):
            then[len(heard)] = guide.display.marks(state, guide.names)
        if event.audience is None:
            heard.append((0, event))

    while not state.over:
        state.apply(*choose(state, rng), hear)
        if not then or rng.random() > SHARE:
            continue
        show = ScoringShow(state.view(None), guide, heard)
        scoring = rng.choice(show.scorings)
        for at, step in enumerate(scoring.steps):
            if isinstance(step, PlaceScored):
                for spot in show.scene(scoring, at).spots:
                    assert {*spot.marks} <= {*then[step.last]}, (spot.id, scoring.round)
                    assert not spot.lying


def _paid(event: ev.Event, seat: int) -> int:
    """Return what an event paid a seat."""
    if isinstance(event, ev.RegionScored):
        return sum(points for who, points in event.scored.paid() if who == seat)
    return event.points if isinstance(event, ev.PointsGiven) and event.seat == seat else 0


def _given_alone(seats: int, heard: list[tuple[int, ev.Event]]) -> list[int]:
    """Return what came outside of any scoring: gifts in a turn, which the log tells."""
    out, general = [0] * seats, False
    for _, event in heard:
        if isinstance(event, (ev.GeneralScoring, ev.RoundBegan)):
            general = isinstance(event, ev.GeneralScoring)
        elif isinstance(event, ev.PointsGiven) and not general:
            out[event.seat] += event.points
    return out


def _counts_are_explained(event: ev.RegionScored, said: str, n: GameNames) -> None:
    """What a number holds beside its owner's caballeros is said, and less than all of it."""
    for line in event.scored.lines:
        more = [extra for extra in event.scored.extras if extra.seat == line.seat]
        assert sum(extra.number for extra in more) <= line.count
        for extra in more if line.rank == 1 or not event.scored.first_only else ():
            one = extra.number == 1 and extra.reason in n.rules.kinds
            assert f"{'a' if one else extra.number} {n.plain(extra.reason).lower()}" in said
    if event.scored.aside:
        assert "not count" in said
    if not event.scored.lines and not event.scored.gifts:
        # No value is said to pay where nobody has a rank.
        assert slashed(event.scored.values) not in said
        assert "first place" not in said
