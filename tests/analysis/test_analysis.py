"""What an analysis finds, that it can be stopped and gone on with, and that it is done anew."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from finished import ByPoints, finished

from elgrande.analysis import finished_game as kept_analyses
from elgrande.analysis.analysis import (
    AGAIN,
    BESIDE,
    COSTLY,
    MOST,
    MUCH,
    Analysis,
    Better,
    Between,
    Displaced,
    Gain,
    Moment,
)
from elgrande.analysis.chances import (
    AT_ONCE,
    BESIDE_TARGETS,
    BOARD,
    LATER,
    OTHER,
    Estimate,
    PlayoutEvaluator,
    Try,
    difference,
    parts,
    soft,
    tempers,
)
from elgrande.analysis.finished_game import (
    FORMAT,
    FinishedGame,
    TryCache,
    Unfinished,
    cache_of,
    digest,
)
from elgrande.analysis.report import Report, between_said, reasons, report_of, said, turn_text
from elgrande.bots.program import running
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State
from elgrande.rules import events as ev
from elgrande.saves import Journal, Record
from elgrande.table.saved_game import new_game

KEY: dict[str, Any] = {"digest": "a", "tries": 4}


@cache
def game() -> FinishedGame:
    return FinishedGame(finished())


def analysis(kept: TryCache | None = None, evaluator: Any = None, **others: Any) -> Analysis:
    return Analysis(game(), evaluator or ByPoints(), kept or TryCache(None, KEY), 4, **others)


def test_every_turn_of_the_game_is_found() -> None:
    turns = game().turns
    rounds = len(game().rules.rounds)
    assert len(turns) == rounds * 2
    assert [turn.round for turn in turns] == sorted(turn.round for turn in turns)
    for turn in turns:
        assert turn.begin < turn.end
        assert game().after(turn.begin).actor == turn.seat
        assert all(turn.begin < entry <= turn.end for entry in turn.reveals)


def test_a_game_that_is_not_over_is_refused() -> None:
    with pytest.raises(Unfinished, match="only a finished game can be analysed"):
        FinishedGame(new_game(Setup.of(2, seed=1)))


def test_chances_are_one_together_and_end_with_who_won() -> None:
    found = list(analysis(evaluator=PlayoutEvaluator()).moments())
    for moment in found:
        assert sum(each.value for each in moment.chances) == pytest.approx(1, abs=1e-3)
    last = [each.value for each in found[-1].chances]
    end = game().after(game().last)
    assert last == pytest.approx(parts([end.score(s) for s in range(end.rules.n_seats)]))


def test_luck_and_the_rest_are_the_change_together() -> None:
    done = analysis()
    found = [done.changed(turn) for turn in game().turns]
    assert any(one.luck is not None for one in found)
    for one in found:
        luck = one.luck.value if one.luck else 0.0
        assert luck + one.rest.value == pytest.approx(one.change.value, abs=1e-6)
        assert one.change.value == pytest.approx(one.after.value - one.before.value, abs=1e-6)


def test_the_turning_points_are_those_that_cost_most_then_those_that_changed_most() -> None:
    points = analysis().turning_points()
    assert len(points) == len({one.turn.begin for one in points}) == MOST
    costs = [
        one.better.worth.value
        for one in points[:COSTLY]
        if one.better and not one.better.worth.holds_zero
    ]
    assert costs == sorted(costs, reverse=True)
    sizes = [abs(one.change.value) for one in points[COSTLY:]]
    assert sizes == sorted(sizes, reverse=True)
    better = [one.better for one in points if one.better]
    assert better
    for one in better:
        assert one.worth.value > 0
        assert len(one.gain.points) == 2
        assert all(abs(more) >= BESIDE for _, more in one.gain.where)


@pytest.mark.long
def test_a_turn_that_was_spoiled_is_among_them() -> None:
    """Of games played by lot nearly every turn has a better end, and the worst are told."""
    points = analysis(evaluator=PlayoutEvaluator()).turning_points()
    told = [one.better.worth.value for one in points if one.better]
    assert max(told) > 0.02
    assert points[0].better is not None
    assert not points[0].better.worth.holds_zero


def test_it_can_be_stopped_anywhere_and_goes_on(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int, steps: int) -> None:
        if done >= at:
            raise Stopped

    whole = ByPoints()
    expected = analysis(evaluator=whole).turning_points()
    cache = cache_of(tmp_path, "a")
    asked = []
    for at in (3, 20, 1000):
        evaluator = ByPoints()
        kept = TryCache(cache, KEY)
        try:
            found = analysis(kept, evaluator, progress=stop).turning_points()
        except Stopped:
            assert at < 1000
        asked.append(evaluator.asked)
    assert found == expected
    assert sum(asked) == whole.asked, "no step was done twice"
    again = ByPoints()
    assert analysis(TryCache(cache, KEY), again).turning_points() == expected
    assert again.asked == 0


@pytest.mark.long
def test_an_end_that_the_planner_no_longer_thinks_of_is_not_told() -> None:
    kept = TryCache(None, KEY)
    done = analysis(kept, PlayoutEvaluator())
    point = next(one for one in done.turning_points() if one.better)
    name = f"sketch {point.turn.begin}"
    told = kept.get(name, 1, 2)
    assert told is not None
    kept.put(name, [[told[0][0], 12345]])
    assert analysis(kept, PlayoutEvaluator())._better(point.turn) is None


def test_an_end_that_others_answer_in_is_tried_with_other_answers_and_none_is_told() -> None:
    played = FinishedGame(finished(4, 24 + 14))
    asked: list[State] = []

    class Noted(ByPoints):
        def look(self, state: State, generator: Generator) -> Try:
            asked.append(state.copy())
            return super().look(state, generator)

    done = Analysis(played, Noted(), TryCache(None, KEY), 12)
    found = 0
    for turn in played.turns:
        outlook, dealt, ends = done._planned(turn)
        for at, end in enumerate(ends):
            others = [code for seat, code in end.path if seat != turn.seat]
            if not any(played.rules.text(code).startswith("disk") for code in others):
                continue
            asked.clear()
            done._guessed(f"{turn.begin} {at}", outlook, dealt, end)
            assert len(asked) == 12 * AGAIN
            found += len({state.digest() for state in asked}) > 1
            told = done._story(dealt, turn, end).events
            assert not any(isinstance(event, ev.DisksRevealed) for _, event in told)
    assert found, "no guess was another one"


def test_a_better_end_that_others_answer_in_says_so() -> None:
    one = next(one for one in analysis().turning_points() if one.better)
    assert one.better is not None
    guessed = replace(one, better=replace(one.better, guessed=True))
    names = game().table.names
    assert "on average over what the others may answer." in " ".join(reasons(guessed, names))
    assert "the others may answer" not in " ".join(reasons(one, names))


@pytest.mark.parametrize("other", [{"digest": "b"}, {"tries": 8}, {"evaluator": "another"}])
def test_what_is_stale_is_done_anew(tmp_path: Path, other: dict[str, Any]) -> None:
    cache = cache_of(tmp_path, "a")
    TryCache(cache, KEY).put("after 3", [[0.5, 0.5]])
    assert TryCache(cache, KEY).get("after 3", 1, 2) == [[0.5, 0.5]]
    assert TryCache(cache, {**KEY, **other}).get("after 3", 1, 2) is None


@pytest.mark.parametrize(
    "found",
    ["x", [[0.5], [0.5]], [[0.5, 0.5]], [[0.5, 0.5], [0.5]], [[0.5, float("nan")]] * 2,
     [[0.5, 1e300]] * 2, [[0.5, True]] * 2],
)  # fmt: skip
def test_what_somebody_else_wrote_is_none(tmp_path: Path, found: object) -> None:
    cache = cache_of(tmp_path, "a")
    for junk in (7, [], {"key": {**KEY, "format": FORMAT}, "found": {"after 3": found}}):
        assert cache.write(junk)
        assert TryCache(cache, KEY).get("after 3", 2, 2) is None


def test_the_latest_analyses_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_analyses, "LATEST", 2)
    for at, name in enumerate("abcd"):
        assert cache_of(tmp_path, name).write({})
        os.utime(tmp_path / kept_analyses.FOLDER / f"{name}.json", (at, at))
    cache_of(tmp_path, "a")
    left = sorted(file.stem for file in (tmp_path / kept_analyses.FOLDER).glob("*.json"))
    assert left == ["c", "d"]


def test_whether_what_is_found_lasts_is_known(tmp_path: Path) -> None:
    kept = TryCache(cache_of(tmp_path, "a"), KEY)
    kept.put("after 3", [[0.5]])
    assert kept.lasting
    (tmp_path / "file").write_text("no folder")
    kept = TryCache(cache_of(tmp_path / "file", "a"), KEY)
    kept.put("after 3", [[0.5]])
    assert not kept.lasting
    assert kept.get("after 3", 1, 1) == [[0.5]]


def test_an_interval_says_whether_it_holds_zero() -> None:
    assert difference([0.5, 0.7, 0.6], [0.4, 0.8, 0.6]).holds_zero
    assert not difference([0.5, 0.7, 0.6], [0.4, 0.6, 0.5]).holds_zero
    assert Estimate.of([0.5]).low < 0 < 1 < Estimate.of([0.5]).high
    assert sum(soft((90, 80, 70), 5)) == pytest.approx(1)


def test_a_report_says_all_of_it_and_comes_back_from_json() -> None:
    told: list[Moment] = []
    report = report_of(analysis(), told.append)
    assert tuple(told) == report.moments
    assert Report.from_plain(json.loads(json.dumps(asdict(report)))) == report
    assert [round for _, round in report.rounds] == list(game().rules.rounds)
    for at, round in report.rounds:
        assert report.moments[at].round == round
    begun = {turn.begin: turn for turn in game().turns}
    for point in report.points:
        assert (point.seat, point.round) == (begun[point.begin].seat, begun[point.begin].round)
        assert point.summary
        assert len(point.why) >= 2
    whole = " ".join(" ".join(point.why) for point in report.points)
    for text in ("revealed in this turn", "in 100 (", "Better: ", "Choice: "):
        assert text in whole


def test_the_less_is_to_come_the_surer_a_lead_is() -> None:
    assert [tempers(left) for left in range(9)] == sorted(tempers(left) for left in range(9))
    assert soft((90, 80), tempers(0))[0] > soft((90, 80), tempers(8))[0] > 0.5
    assert parts((7, 9, 9)) == (0, 0.5, 0.5)


def test_the_rounds_to_come_are_those_after_the_tries() -> None:
    first, last = (game().after(turn.begin) for turn in (game().turns[0], game().turns[-1]))
    finals, left = PlayoutEvaluator().finals(first, Generator.seeded(1))
    assert left == len(game().rules.rounds) - 1
    assert len(finals) == 2
    assert PlayoutEvaluator().finals(last, Generator.seeded(1))[1] == 0
    over = game().after(game().last)
    assert PlayoutEvaluator().finals(over, Generator.seeded(1)) == (
        (over.score(0), over.score(1)),
        -1,
    )


def test_a_change_is_said_with_its_interval_and_whether_that_holds_zero() -> None:
    assert said(Estimate(0.12, 0.08, 0.164)) == "+12 in 100 (+8 to +16)"
    assert said(Estimate(-0.03, -0.07, 0.004)) == (
        "-3 in 100 (-7 to 0; 0 is among these, so perhaps nothing)"
    )
    assert said(Estimate(-0.04, -0.043, -0.038)) == "-4 in 100 (nearly the same in every try)"
    assert said(Estimate(0.08, 0.08, 0.08)) == "+8 in 100 (the same in every try)"


def test_choice_is_what_was_chosen_less_the_best() -> None:
    done = analysis()
    points = done.turning_points()
    assert any(one.better for one in points)
    for one in points:
        if one.better is None:
            assert one.choice is None
            continue
        seat, mark = one.turn.seat, done._sketched(one.turn)[1]
        name = "guessed" if one.better.guessed else "best"
        width = 2 * 2 + len(game().rules.targets) + BESIDE_TARGETS
        best = done._cache.get(f"{name} {one.turn.begin} {mark}", 4 * AGAIN, width)
        assert best is not None
        chosen = done._chosen(one.turn)
        expected = difference([each[seat] for each in chosen], [each[seat] for each in best])
        assert one.choice is not None
        assert one.choice.value == pytest.approx(expected.value)
        assert (one.choice.low, one.choice.high) == pytest.approx((expected.low, expected.high))


def test_a_region_that_only_the_better_end_closes_is_told() -> None:
    turn = next(turn for turn in game().turns if game().after(turn.end).round == turn.round)
    chosen, done = game().after(turn.end), analysis()
    other = chosen.copy()
    closed = set()
    for node in range(len(other.rules.nodes)):
        other.board[other.rules.at_king] = node
        where = tuple((target, 3.0) for target in (-1, *range(len(other.rules.targets))))
        found = done._closed(other, turn, where)
        assert len(found) == (node != chosen.king)
        closed |= {other.rules.targets[each] for each in found}
        assert done._closed(other, turn, ((-1, 3.0),)) == ()
    assert closed == set(other.rules.nodes) - {other.rules.nodes[chosen.king]}
    one = next(one for one in done.turning_points() if one.better)
    assert one.better is not None
    gain = replace(one.better.gain, where=((2, 3.0),))
    better = replace(one.better, guessed=False, gain=gain, closed=(2,))
    better = replace(better, worth=Estimate(0.1, 0.05, 0.15))
    told = " ".join(reasons(replace(one, better=better), game().table.names))
    assert "Nothing could enter or leave Aragon then." in told


def test_luck_choice_and_the_rest_are_told_with_intervals_that_say_when_they_hold_zero() -> None:
    one = next(one for one in analysis().turning_points() if one.better)
    assert one.better is not None
    names = game().table.names
    worth = {True: Estimate(0.02, -0.01, 0.05), False: Estimate(0.06, 0.04, 0.08)}
    for unsure in (True, False):
        luck = Estimate(0.01, -0.02, 0.04) if unsure else Estimate(0.03, 0.01, 0.05)
        better = replace(one.better, worth=worth[unsure], guessed=False)
        told = list(reasons(replace(one, luck=luck, rest=luck, better=better, gain=None), names))
        (choice,) = (each for each in told if each.startswith("Choice: "))
        (lucky,) = (each for each in told if each.startswith("Luck: "))
        assert ("-2 in 100 (-5 to +1;" if unsure else "-6 in 100 (-8 to -4)") in choice
        assert ("+1 in 100 (-2 to +4;" if unsure else "+3 in 100 (+1 to +5)") in lucky
        for text in (choice, lucky, told[-1]):
            assert ("so perhaps nothing" in text) == unsure
        assert told[0].startswith("About as good: " if unsure else "Better: ")
    alone = list(reasons(replace(one, luck=None, better=None, gain=None), names))
    assert alone == [
        "Choice: nothing better was found.",
        "Luck: nothing was revealed in this turn.",
    ]


def test_the_same_chance_gives_the_same_estimate_and_nothing_is_changed() -> None:
    state = game().after(game().turns[3].begin)
    before = state.digest()
    first, second = (PlayoutEvaluator().look(state, Generator.seeded(1)) for _ in range(2))
    assert first == second
    assert state.digest() == before
    assert replace(game().turns[0]) == game().turns[0]


def test_where_final_points_are_from_adds_up_to_them() -> None:
    for turn in (game().turns[0], game().turns[3], game().turns[-1]):
        look = PlayoutEvaluator().look(game().ended(turn), Generator.seeded(1))
        assert [sum(each) for each in look.sources] == pytest.approx(look.finals)
        for each in look.sources:
            assert len(each) == len(game().rules.targets) + BESIDE_TARGETS
            assert each[OTHER] == pytest.approx(0), "everything has its name"


def test_what_a_general_scoring_pays_is_from_the_regions() -> None:
    rules, last = game().rules, game().turns[-1]
    begun = game().ended(last)
    look = PlayoutEvaluator().look(begun, Generator.seeded(1))
    assert begun.stack, "the last scoring is still to come"
    for seat, each in enumerate(look.sources):
        assert each[AT_ONCE] == begun.score(seat)
        assert each[LATER] == each[BOARD] == 0
        assert sum(each[: len(rules.targets)]) == look.finals[seat] - begun.score(seat)


def test_a_turn_ends_before_what_follows_it() -> None:
    for turn in game().turns:
        ended = game().ended(turn)
        assert ended.round == turn.round
        assert ended.stack
        settled = ended.copy()
        settled.advance()
        assert settled.digest() == game().after(turn.end).digest()


def told_of(**better: Any) -> str:
    one = next(one for one in analysis().turning_points() if one.better)
    sure = Estimate(0.1, 0.05, 0.15)
    more = Estimate(7.2, 5.6, 8.8)
    gain = Gain(better.pop("points", (more, more)), better.pop("where", ()))
    whole = Better(**{"told": one.turn.told, "worth": sure, "gain": gain, **better})
    one = replace(one, turn=replace(one.turn, seat=0), better=whole, gain=None)
    return " ".join(reasons(one, game().table.names))


def test_what_is_named_adds_up_to_what_is_told() -> None:
    told = told_of(where=((2, 6.3), (AT_ONCE, -4.8), (BOARD, 3.9)), at_once=-7)
    assert "would end with about 7 points more for Red (+6 to +9)" in told
    assert (
        "For Red 6 more would come from Aragon, 4 from caballeros on the board and 2 from "
        "elsewhere; 5 fewer would come from points at once (7 as the turn ends)."
    ) in told
    assert "Caballeros on the board go on counting in later rounds." in told
    assert "For Red 7 more would come from Aragon." in told_of(where=((2, 7.2),))
    worse = Estimate(-3.1, -3.5, -2.8)
    told = told_of(points=(worse, worse), where=((AT_ONCE, -5.0), (2, 2.2)), at_once=-5)
    assert "For Red 5 fewer would come from points at once; 2 more would come from Aragon." in told
    assert "costs Blue more" not in told
    dear = Estimate(-9.0, -9.5, -8.5)
    told = told_of(points=(worse, dear), where=((AT_ONCE, -5.0), (2, 2.2)), at_once=-5)
    assert "and 9 fewer for Blue (-10 to -8): it costs Blue more than Red." in told


def test_what_a_turn_brought_is_told_for_all_of_whom_it_is_sure() -> None:
    one = next(one for one in analysis().turning_points() if one.gain)
    names = game().table.names
    gain = Gain((Estimate(5.0, 4.0, 6.0), Estimate(-2.0, -3.0, -1.0)), ((2, 5.0),))
    one = replace(one, turn=replace(one.turn, seat=0), gain=gain, better=None, luck=None)
    assert list(reasons(one, names))[:2] == [
        "Against what the bots would do on average, the game would end with about 5 points more "
        "for Red (+4 to +6) and 2 fewer for Blue (-3 to -1).",
        "For Red 5 more would come from Aragon.",
    ]
    lucky = next(reasons(replace(one, luck=Estimate(0.1, 0.0, 0.2)), names))
    assert lucky.startswith("With what was revealed, and against what the bots would do")


def test_what_a_turn_brought_is_not_told_where_the_round_ended_with_it() -> None:
    for one in analysis().turning_points():
        assert (one.gain is None) == (game().after(one.turn.end).round != one.turn.round)
    done = analysis()
    assert {done.changed(turn).gain is None for turn in game().turns} == {True, False}


def test_points_that_are_not_sure_say_so() -> None:
    unsure, sure = Estimate(1.2, -0.4, 2.8), Estimate(-3.0, -4.0, -2.0)
    told = told_of(points=(unsure, sure), where=((2, 1.2),))
    assert "With that the game would end with about 3 points fewer for Blue (-4 to -2)." in told
    assert "For Red it may come to nothing: 1 more would come from Aragon." in told
    little = told_of(points=(Estimate(0.2, -0.4, 0.8), sure), where=((2, 1.2), (3, -1.0)))
    assert "For Red it would come to about the same: 1 more would come from Aragon; 1 f" in little
    assert "At the end" not in told_of(points=(unsure, unsure))
    assert "7 points more for Red and" in told_of(points=(Estimate(7, 7, 7), sure))


def test_whose_caballeros_others_move_away_is_told_on_average() -> None:
    told = told_of(guessed=True, gone=(Displaced(1, 2.2, 3), Displaced(0, 0.8, 4)))
    assert (
        "On average that moves away about 2 of Blue's caballeros (mostly in Catalonia) and 1 of "
        "Red's (mostly in Old Castile)."
    ) in told


def test_who_loses_caballeros_to_others_disks_is_found() -> None:
    played = FinishedGame(finished(4, 24 + 14))
    done = Analysis(played, ByPoints(), TryCache(None, KEY), 12)
    found = [
        gone
        for turn in played.turns
        for outlook, dealt, ends in [done._planned(turn)]
        for end in ends
        if any(seat != turn.seat for seat, _ in end.path)
        for gone in done._gone(outlook, dealt, end)
    ]
    assert found
    off = (played.rules.court, played.rules.provinces)
    for gone in found:
        assert gone.number >= BESIDE
        assert gone.place not in off


class Still(ByPoints):
    """Nothing ever changes."""

    def look(self, state: State, generator: Generator) -> Try:
        return super().look(state, generator)._replace(chances=(0.5, 0.5))


def test_what_changed_most_between_two_rounds_is_told() -> None:
    class ByMoment(ByPoints):
        def look(self, state: State, generator: Generator) -> Try:
            part = 0.6 if running(state, "turn") >= 0 else 0.2
            return super().look(state, generator)._replace(chances=(part, 1 - part))

    one = analysis(evaluator=ByMoment()).between()
    assert one is not None
    assert (one.before.value, one.after.value) == pytest.approx((0.2, 0.6))
    assert one.change.value == pytest.approx(0.4)
    assert one.change.value >= MUCH
    assert analysis(evaluator=Still()).between() is None
    names, change = game().table.names, Estimate(0.2, 0.1, 0.3)
    between = Between(6, 0, Estimate(0.3, 0.2, 0.4), Estimate(0.5, 0.4, 0.6), change)
    assert between_said(between, names) == (
        "Beside the turns, most changed between the last turn of round 6 and the first of the "
        "next: Red, 30 to 50, +20 in 100 (+10 to +30). That came of the general scoring with "
        "its disks, the new action cards and the power cards that were played. Part of it is only "
        "that from there the tries play on through one round more."
    )
    assert "general" not in between_said(replace(between, round=5), names)
    assert "came of the power cards that" in between_said(replace(between, whole=False), names)
    last = between_said(replace(between, round=9), names)
    assert last.endswith("That came of the general scoring with its disks.")


def test_a_save_that_went_on_is_another_game() -> None:
    records = tuple(Record(n, "command", {"do": ["red end"], "time": "now"}, 0) for n in range(3))
    journal = Journal("1996/1", {"seed": 1}, records, 0)
    assert digest(journal) == digest(replace(journal))
    for other in (
        replace(journal, records=(*records, Record(3, "undo", {}, 0))),
        replace(journal, records=records[:2]),
        replace(journal, rules="1996/2"),
        replace(journal, header={"seed": 2}),
    ):
        assert digest(other) != digest(journal)


def test_a_turn_that_brings_more_to_the_court_is_told_to_do_so() -> None:
    """What everybody takes first is left out, and nothing else, whatever is said to change."""
    for seed in range(30):
        table = finished(3, seed)
        for turn in FinishedGame(table).turns:
            events = [event for _, event in turn.told.events]
            chosen = next(at for at, e in enumerate(events) if isinstance(e, ev.CardChosen))
            taken = [
                event
                for event in events[chosen:]
                if isinstance(event, ev.Moved)
                and (event.source, event.target) == (table.rules.provinces, table.rules.court)
                and event.by == turn.seat
            ]
            told = turn_text(turn.told, table.names)
            assert ("into their court" in told) >= bool(taken), told
            if taken:
                return
    raise AssertionError("no card took anybody to the court")
