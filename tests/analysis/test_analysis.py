"""What an analysis finds, that it can be stopped and gone on with, and that it is done anew."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from finished import ByPoints, finished, late, play_on

from drawing import table
from elgrande.analysis import finished_game as kept_analyses
from elgrande.analysis.analysis import (
    BATCH,
    BESIDE,
    LITTLE,
    MOST,
    MUCH,
    Alternative,
    Analysis,
    Better,
    Gain,
    Moment,
    _mark,
)
from elgrande.analysis.chances import (
    AT_ONCE,
    BESIDE_TARGETS,
    LATER,
    EndEvaluator,
    Estimate,
    RoundEvaluator,
    Try,
    difference,
    parts,
    tempers,
)
from elgrande.analysis.finished_game import (
    FORMAT,
    FinishedGame,
    TryCache,
    Unanalysed,
    answers,
    cache_of,
    digest,
    in_order,
)
from elgrande.analysis.judgement import BETWEEN_ENDS, Judgement, scaled
from elgrande.analysis.report import (
    LOST,
    MistakeCount,
    Point,
    Report,
    details,
    reasons,
    report_of,
    said,
    tally_of,
    tally_said,
    told_chances,
    weighed,
)
from elgrande.bots.odds import softmax
from elgrande.cli.commands.analyse import points_said, report_lines
from elgrande.content.plain import from_plain, to_plain
from elgrande.content.setup import Setup
from elgrande.content.turn_facts import in_words
from elgrande.content.words.names import named
from elgrande.rules import Generator, State
from elgrande.rules import events as ev
from elgrande.saves import Journal, Record
from elgrande.saves.mistakes import kept_mistakes
from elgrande.table.saved_game import new_game

KEY: dict[str, Any] = {"digest": "a", "tries": 4}


@cache
def game() -> FinishedGame:
    return FinishedGame(finished())


def analysis(kept: TryCache | None = None, evaluator: Any = None, **others: Any) -> Analysis:
    who = evaluator or ByPoints()
    return Analysis(game(), kept or TryCache(None, KEY), 4, judge=who, player=who, **others)


def better_of(done: Analysis) -> list[tuple[Any, Better]]:
    return [(one, one.better) for one in done.turning_points() if one.better is not None]


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
    with pytest.raises(Unanalysed, match="only a finished game can be analysed"):
        FinishedGame(new_game(Setup.of(2, seed=1)))


def test_chances_are_one_together_and_end_with_who_won() -> None:
    found = list(analysis(evaluator=RoundEvaluator()).moments())
    for moment in found:
        assert sum(each.value for each in moment.chances) == pytest.approx(1, abs=1e-3)
    last = [each.value for each in found[-1].chances]
    end = game().after(game().last)
    assert last == pytest.approx(parts([end.score(s) for s in range(end.rules.n_seats)]))


def test_what_a_turn_changed_is_the_difference_of_its_chances() -> None:
    done = analysis()
    found = [done.changed(turn) for turn in game().turns]
    assert any(one.luck is not None for one in found)
    for one in found:
        change = one.after.value - one.before.value
        assert one.change.value == pytest.approx(change, abs=1e-6)


def test_the_turning_points_are_mistakes_the_costliest_first_then_what_changed_most() -> None:
    points = analysis().turning_points()
    assert 0 < len(points) == len({one.turn.begin for one in points}) <= MOST
    kinds = [one.better is None for one in points]
    assert kinds == sorted(kinds)
    costs = [one.better.worth for one in points if one.better]
    assert costs == sorted(costs, key=lambda cost: (cost.holds_zero, -cost.value))
    sizes = [abs(one.change.value) for one in points if not one.better]
    assert sizes == sorted(sizes, reverse=True)
    assert costs
    for one in points:
        if one.better is None:
            assert abs(one.change.value) >= MUCH
            assert not one.change.holds_zero
            continue
        own = one.better.gain.points[one.turn.seat]
        assert one.better.worth.value >= LITTLE
        assert not one.better.worth.holds_zero or (own.value > 0 and not own.holds_zero)
        assert len(one.better.gain.points) == 2
        assert all(abs(more) >= BESIDE for _, more in one.better.gain.where)


@pytest.mark.long
def test_a_turn_that_was_spoiled_is_among_them() -> None:
    """Played by lot nearly every turn has a better end, and the worst are told."""
    lasts = FinishedGame(play_on(new_game(late(Setup.of(2, seed=1, short=True)))))
    done = Analysis(lasts, TryCache(None, KEY), 4)
    assert max(one.worth.value for _, one in better_of(done)) > 0.02


def test_what_is_hardly_better_is_not_played_on_for_long() -> None:
    class Even(ByPoints):
        def look(self, state: State, generator: Generator) -> Try:
            return super().look(state, generator)._replace(chances=(0.5, 0.5))

    player = Even()
    done = Analysis(game(), TryCache(None, KEY), 24, judge=Even(), player=player)
    assert done._better(game().turns[0]) is None
    assert player.asked == 2 * 2 * BATCH


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


def test_an_end_that_is_none_of_the_turn_is_told(tmp_path: Path) -> None:
    kept = TryCache(cache_of(tmp_path, "a"), KEY)
    point, _ = better_of(analysis(kept))[0]
    name = f"sketch {point.turn.begin}"
    told = kept.get(name, 1, 2)
    assert told is not None
    kept.put(name, [[told[0][0], 12345]])
    with pytest.raises(Unanalysed, match=rf"a.json, '{name}': 12345 is not an end of that turn; "):
        analysis(kept)._better(point.turn)


def answered_by_others(done: Analysis) -> Iterator[Alternative]:
    """Yield the ends of turns in which others show a disk on the way."""
    for turn in done.game.turns:
        for end in done._planned(turn)[2]:
            others = [code for seat, code in end.path if seat != turn.seat]
            if any(done.game.rules.text(code).startswith("disk") for code in others):
                done._cache.put(f"sketch {turn.begin}", [[0.1, _mark(end.path)]])
                found = done.alternative(turn)
                assert found is not None
                yield found


def test_an_end_that_others_answer_in_is_tried_with_other_answers_and_none_is_told() -> None:
    played = FinishedGame(finished(4, 24 + 14))
    done = Analysis(played, TryCache(None, KEY), 12, judge=ByPoints(), player=ByPoints())
    found = 0
    for other in answered_by_others(done):
        assert other.guessed
        dealt = [other.better(Generator.seeded(1, number)) for number in range(12)]
        found += len({state.digest() for state in dealt}) > 1
        turn = next(t for t in played.turns if t.seat == other.outlook.seat)
        rules, path = played.rules, other.end.path
        own = sum(rules.verb(code) == "disk" for seat, code in path if seat == turn.seat)
        said = in_order(played.table.names, turn.seat, other.dealt, path)
        assert said.count("set the disk") == own
    assert found, "no guess was another one"


def test_a_better_end_that_others_answer_in_says_so() -> None:
    one, better = better_of(analysis())[0]
    names = game().table.names
    for guessed in (True, False):
        told = " ".join(details(replace(one, better=replace(better, guessed=guessed)), names))
        assert ("What the others answer to it was guessed anew each time." in told) == guessed


@pytest.mark.parametrize("other", [{"digest": "b"}, {"tries": 8}, {"evaluators": "others"}])
def test_what_is_stale_is_done_anew(tmp_path: Path, other: dict[str, Any]) -> None:
    cache = cache_of(tmp_path, "a")
    TryCache(cache, KEY).put("after 3", [[0.5, 0.5]])
    assert TryCache(cache, KEY).get("after 3", 1, 2) == [[0.5, 0.5]]
    assert TryCache(cache, {**KEY, **other}).get("after 3", 1, 2) is None


def test_fewer_tries_take_not_the_place_of_more(tmp_path: Path) -> None:
    cache = cache_of(tmp_path, "a")
    TryCache(cache, KEY).put("after 3", [[0.5, 0.5]])
    weaker = TryCache(cache, {**KEY, "tries": KEY["tries"] - 2})
    weaker.put("after 3", [[0.1, 0.9]])
    weaker.tell([])
    assert weaker.lasting
    assert TryCache(cache, KEY).get("after 3", 1, 2) == [[0.5, 0.5]]
    assert not list(tmp_path.rglob("*.found"))
    # More do.
    TryCache(cache, {**KEY, "tries": KEY["tries"] + 2}).put("after 3", [[0.1, 0.9]])
    assert TryCache(cache, KEY).get("after 3", 1, 2) is None


def test_what_somebody_else_wrote_is_none(tmp_path: Path) -> None:
    cache = cache_of(tmp_path, "a")
    for junk in (7, [], {"key": {**KEY, "format": FORMAT - 1}, "found": 7}):
        assert cache.write(junk)
        kept = TryCache(cache, KEY)
        analysis(kept)
        assert kept.get("after 3", 2, 2) is None


HALF = [[0.5, 0.5, 40.0, 40.0]] * 4
NUMBERS = "not numbers that an analysis finds"


@pytest.mark.parametrize(
    ("name", "found", "why"),
    [
        ("after 0", "x", NUMBERS), ("after 0", [[0.5, "x"]], NUMBERS),
        ("after 0", [[0.5, float("nan")]], NUMBERS), ("after 0", [[0.5, 1e300]], NUMBERS),
        ("after 0", [[0.5, True]], NUMBERS), ("after 0", [[1.4, 0.5, 40.0, 40.0]], "1.4 is not a"),
        ("after 0", [[-0.1, 0.5, 40.0, 40.0]], "-0.1 is not a chance"),
        ("after 99999", HALF, "not a turn of this game"),
        ("sketch 99999", [[0.1, 1]], "not a turn of this game"),
        ("chosen x", HALF, "not a turn of this game"), ("", HALF, "not a turn of this game"),
        ("sketch {begin}", [[1.5, 1]], "1.5 is not a chance"),
        ("best {begin} 7 from 0", [[0.5, 2.0, 40.0, 40.0]], "2.0 is not a chance"),
    ],
)  # fmt: skip
def test_what_cannot_have_been_found_is_told_with_its_place_and_nothing_is_lost(
    tmp_path: Path, name: str, found: object, why: str
) -> None:
    cache, name = cache_of(tmp_path, "a"), name.format(begin=game().turns[0].begin)
    whole = {"key": {**KEY, "format": FORMAT}, "found": {"after 0": HALF, name: found}}
    assert cache.write(whole)
    told = re.escape(f"{cache.path}, {name!r}: ") + f".*{re.escape(why)}.*; delete this file, and"
    before = cache.path.read_bytes()
    with pytest.raises(Unanalysed, match=told):
        analysis(TryCache(cache, KEY))
    assert cache.path.read_bytes() == before


def test_a_turn_of_more_digits_than_are_read_is_none(tmp_path: Path) -> None:
    cache = cache_of(tmp_path, "a")
    found = {"after 0": HALF, f"after {'9' * 5000}": HALF}
    assert cache.write({"key": {**KEY, "format": FORMAT}, "found": found})
    with pytest.raises(Unanalysed, match="not a turn of this game"):
        analysis(TryCache(cache, KEY))


@pytest.mark.parametrize("tries", [0, 1 << 32])
def test_tries_that_nobody_made_are_told(tmp_path: Path, tries: int) -> None:
    cache = cache_of(tmp_path, "a")
    assert cache.write({"key": {**KEY, "format": FORMAT, "tries": tries}, "found": {}})
    with pytest.raises(Unanalysed, match=f"a.json, 'tries': {tries}, not from 2 to 100; delete"):
        analysis(TryCache(cache, KEY))


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


def test_an_estimate_says_whether_it_holds_zero() -> None:
    assert difference([0.5, 0.7, 0.6], [0.4, 0.8, 0.6]).holds_zero
    assert not difference([0.5, 0.7, 0.6], [0.4, 0.6, 0.5]).holds_zero
    assert Estimate.of([0.5]).give >= 1, "one try says nothing of how far it misses"
    assert sum(softmax((90, 80, 70), 5)) == pytest.approx(1)


def test_what_is_judged_is_told_with_how_far_judgements_miss() -> None:
    found = Estimate(4.0, 0.1).corrected(Judgement(0.5, 3.0))
    assert found.value == 2.0
    assert found.give == pytest.approx(1.96 * 3.0, rel=0.01)
    one, other = Estimate(2.0, 1.0), Estimate(6.0, 1.0)
    assert one.joined(other) == Estimate(4.0, pytest.approx(0.5**0.5))
    assert one.joined(Estimate(6.0, 100.0)).value == pytest.approx(2.0, abs=0.01)


def test_nothing_that_was_played_on_is_told_as_sure() -> None:
    """Forty-eight games without a win do not say that the next one is lost, too."""
    for _, better in better_of(analysis(evaluator=Still())):
        assert better.worth.give > 0
    for chance in (0.0, 0.5, 1.0):
        assert scaled(BETWEEN_ENDS, chance).error > 0


def test_a_report_says_all_of_it_and_comes_back_from_json() -> None:
    told: list[Moment] = []
    report = report_of(analysis(), told.append)
    assert tuple(told) == report.moments
    assert from_plain(Report, json.loads(json.dumps(to_plain(report)))) == report
    assert [round for _, round in report.rounds] == list(game().rules.rounds)
    for at, round in report.rounds:
        assert report.moments[at].round == round
    begun = {turn.begin: turn for turn in game().turns}
    for point in report.points:
        assert (point.seat, point.round) == (begun[point.begin].seat, begun[point.begin].round)
        assert point.summary
        assert point.why
        assert point.more or not point.weight
        now, other = point.chances
        assert now - other == pytest.approx(100 * point.change.value, abs=0.5001)
        assert 0 <= min(now, other) <= max(now, other) <= 100
        assert abs(point.change.value) >= LITTLE
        assert (point.weight == "") == (not point.why[0].startswith("Better: "))
        assert (point.weight in ("", LOST)) == (point.weight == "" or point.change.holds_zero)
    whole = " ".join(" ".join((*point.why, *point.more)) for point in report.points)
    for text in ("Better: ", "would end with about", "give or take"):
        assert text in whole


def test_its_mistakes_are_kept_for_a_record(tmp_path: Path) -> None:
    report = report_of(analysis(TryCache(cache_of(tmp_path, "a"), KEY)))
    mistakes = [point for point in report.points if point.weight not in ("", LOST)]
    found = kept_mistakes(tmp_path)("a")
    assert found is not None
    assert [(one.seat, one.weight, one.turn) for one in found] == [
        (each.seat, each.weight, each.summary) for each in mistakes
    ]


def test_a_game_in_which_no_turn_stands_out_says_so() -> None:
    """That is another thing than a game in which nobody had a turn."""
    done = analysis(evaluator=Still())
    report = replace(report_of(done), points=(), tally=())
    assert report.nothing.startswith("No mistake that is sure was found")
    *curve, last = report_lines(report, "mine", ascii=True)
    assert last == report.nothing
    assert any(line.startswith("round ") for line in curve)
    (over,) = report_lines(replace(report, moments=report.moments[-1:]), "mine", ascii=True)
    assert over.startswith("mine: Nobody had a turn")


def test_mistakes_are_counted_for_each_player() -> None:
    report = report_of(analysis())
    point = replace(report.points[0], seat=0, weight="a mistake", change=Estimate(-0.12, 0.03))
    tally = tally_of([point, replace(point, change=Estimate(-0.05, 0.04)), replace(point, seat=1),
                      replace(point, weight=""), replace(point, weight=LOST)])  # fmt: skip
    assert tally_said(tally, ("Ana", "Bo")) == [
        "Ana: 2 mistakes, -17 %, give or take 5",
        "Bo: 1 mistake, -12 %, give or take 3",
    ]
    assert tally_said(tally, ("Ana", "Bo"), short=True) == [
        "Ana: 2 mistakes, -17 %",
        "Bo: 1, -12 %",
    ]
    assert tally_said((), ()) == ["No mistake that is sure was found"]


def test_who_made_no_mistake_is_told_with_how_little_there_was_to_lose() -> None:
    report = report_of(analysis())
    seats = range(len(report.seats))
    first, *_, last = report.moments

    def moment(of: Moment, number: int, *ours: float) -> Moment:
        return replace(of, round=number, chances=tuple(Estimate(each, 0.1) for each in ours))

    rest = [(1 - 0.3) / (len(seats) - 1)] * (len(seats) - 1)
    moments = (
        moment(first, 7, 0.3, *rest), moment(first, 8, 0.01, *rest), moment(last, 9, 0.0, *rest),
    )  # fmt: skip
    points = (replace(report.points[0], weight=LOST),)
    erred = tuple(MistakeCount(seat, 1, Estimate(-0.2, 0.1)) for seat in seats if seat)
    told = replace(report, moments=moments, tally=erred)
    who = report.seats[0]
    none = f"{who}: no mistake that is sure"
    assert told.faultless == [f"{none}, with next to no chance to win from round 8 on"]
    assert replace(told, moments=moments[::2]).faultless == [none], "it was lost in the last round"
    lost = [f"{who}: next to no chance to win from round 8 on"]
    assert replace(told, tally=()).faultless == lost, "that nobody made any is told already"
    assert "many small steps" in points_said(replace(told, tally=(), points=points))
    assert "many small steps" not in points_said(told)
    assert "many small steps" in told.nothing
    assert "many small steps" not in replace(told, moments=moments[1:]).nothing


def test_the_less_is_to_come_the_surer_a_lead_is() -> None:
    assert [tempers(left) for left in range(9)] == sorted(tempers(left) for left in range(9))
    assert softmax((90, 80), tempers(0))[0] > softmax((90, 80), tempers(8))[0] > 0.5
    assert parts((7, 9, 9)) == (0, 0.5, 0.5)


def test_the_rounds_to_come_are_those_after_the_tries() -> None:
    first, last = (game().after(turn.begin) for turn in (game().turns[0], game().turns[-1]))
    finals, left = RoundEvaluator().finals(first, Generator.seeded(1))
    assert left == len(game().rules.rounds) - 1
    assert len(finals) == 2
    assert RoundEvaluator().finals(last, Generator.seeded(1))[1] == 0
    over = game().after(game().last)
    assert RoundEvaluator().finals(over, Generator.seeded(1)) == (
        (over.score(0), over.score(1)),
        -1,
    )


def test_a_change_is_said_with_how_far_it_may_be_wrong() -> None:
    assert said(Estimate(0.12, 0.041)) == "+12 %, give or take 4"
    assert said(Estimate(-0.03, 0.034)) == "-3 %, give or take 3 (perhaps nothing)"
    assert said(Estimate(-0.04, 0.001)) == "-4 %, give or take 1"


@pytest.mark.parametrize(
    ("after", "change", "chances"),
    [(0.93, -0.15, (85, 100)), (0.5, -0.2, (50, 70)), (0.0, -0.66, (0, 66)), (0.2, 0.3, (30, 0)),
     (0.45, 0.21, (45, 24)), (1.0, 1.04, (100, 0)), (0.004, 0.0, (0, 0))],
)  # fmt: skip
def test_a_chance_and_its_change_are_told_so_that_both_can_be(
    after: float, change: float, chances: tuple[int, int]
) -> None:
    assert told_chances(after, change) == chances


def test_each_kind_of_turning_point_says_what_it_is() -> None:
    point = Point(0, 1, 1, "", "", "a blunder", Estimate(-0.15, 0.1), (85, 100), (), ())
    assert weighed(point) == "a blunder, 85 % in place of 100 %, give or take 10"
    gained = replace(point, weight="", change=Estimate(0.21, 0.1), chances=(45, 24))
    assert weighed(gained) == "the chance went from 24 % to 45 %, give or take 10"
    lost = replace(point, weight=LOST, change=Estimate(-0.05, 0.1), chances=(60, 65))
    assert weighed(lost) == "points lost, but perhaps no chance of winning"


def test_a_turn_is_told_in_the_order_in_which_it_is_played() -> None:
    start = table("seville: B2", king="aragon", court="R3", card="5-01", round=2)
    names = named(start.rules, None)
    for commands, order in (
        (
            "place valencia, done, special, king seville",
            "place 1 in Valencia, then move the King to ",
        ),
        ("special, king seville, place granada", "move the King to Seville, then place 1 in Gran"),
        ("place valencia, done, end", "place 1 in Valencia, then end the turn without"),
    ):
        path = [(0, start.rules.code(text)) for text in commands.split(", ")]
        assert in_order(names, 0, start, path).startswith(order)
    start = table("seville: R2 B2", king="aragon", card="1-07", round=2)
    path = [(0, start.rules.code(text)) for text in ("special", "pick red seville", "put granada")]
    card = [(0, start.rules.code("card 1-01"))]
    choosing = table(face="1-01", round=2)
    assert in_order(names, 0, choosing, card) == "choose card 1-01 (Spread your own)"
    moved = "move one of their caballeros from Seville to Granada"
    assert in_order(names, 0, start, path) == moved
    for turn in game().turns:
        assert in_order(game().table.names, turn.seat, game().after(turn.begin), answers(
            game().table, turn.begin, turn.end
        )) == game().did(turn)  # fmt: skip


def test_what_made_a_change_is_told() -> None:
    one = replace(analysis().turning_points()[0], better=None, change=Estimate(0.2, 0.1))
    names = game().table.names
    assert list(reasons(replace(one, luck=None), names)) == [
        "Nothing was revealed in it; it was better than what bots would do on average."
    ]
    assert list(reasons(replace(one, luck=Estimate(0.1, 0.08)), names)) == [
        "What was revealed in this turn made +10 %, give or take 8."
    ]
    assert list(reasons(replace(one, luck=Estimate(0.1, 0.12)), names)) == [
        "Something was revealed in this turn; how much of it was luck is not sure."
    ]
    worse = replace(one, luck=None, change=Estimate(-0.2, 0.1))
    assert "it was worse than what bots" in next(reasons(worse, names))


def test_the_same_chance_gives_the_same_estimate_and_nothing_is_changed() -> None:
    state = game().after(game().turns[3].begin)
    before = state.digest()
    first, second = (RoundEvaluator().look(state, Generator.seeded(1)) for _ in range(2))
    assert first == second
    assert state.digest() == before
    assert replace(game().turns[0]) == game().turns[0]


def test_where_final_points_are_from_adds_up_to_them() -> None:
    rules, turns = game().rules, game().turns
    for turn in (turns[-6], turns[-1]):
        begun = game().ended(turn)
        before = begun.digest()
        look = EndEvaluator().look(begun, Generator.seeded(1))
        assert look == EndEvaluator().look(begun, Generator.seeded(1))
        assert begun.digest() == before
        assert [sum(each) for each in look.sources] == pytest.approx(look.finals)
        assert look.chances == parts(look.finals)
        for seat, each in enumerate(look.sources):
            assert len(each) == len(rules.targets) + BESIDE_TARGETS
            assert each[AT_ONCE] == begun.score(seat)
    # After the last turn there is a general scoring, and nothing else.
    assert begun.stack
    for each in look.sources:
        assert each[LATER] == 0


def test_a_game_that_is_over_is_what_it_is() -> None:
    end = game().after(game().last)
    look = EndEvaluator().look(end, Generator.seeded(1))
    assert look.finals == tuple(end.score(seat) for seat in range(2))


def test_a_turn_ends_before_what_follows_it() -> None:
    for turn in game().turns:
        ended = game().ended(turn)
        assert ended.round == turn.round
        assert ended.stack
        settled = ended.copy()
        settled.advance()
        assert settled.digest() == game().after(turn.end).digest()


def told_of(**better: Any) -> str:
    one, whole = better_of(analysis())[0]
    more = Estimate(7.2, 1.6)
    gain = Gain(better.pop("points", (more, more)), better.pop("where", ()))
    whole = replace(whole, **{"gain": gain, "guessed": False, **better})
    one = replace(one, turn=replace(one.turn, seat=0), better=whole)
    names = game().table.names
    return " ".join([*reasons(one, names), *details(one, names)])


def test_what_is_named_adds_up_to_what_is_told() -> None:
    told = told_of(where=((2, 6.3), (AT_ONCE, -4.8), (LATER, 3.9)))
    assert "With that, Red would end with about 7 points more, give or take 2." in told
    assert "Blue would end with about 7 points more, give or take 2." in told
    assert (
        "For Red, 6 points more would come from Aragon, 4 in later turns and 2 from "
        "elsewhere; 5 points fewer would come in this turn."
    ) in told
    assert "For Red, 7 points more would come from Aragon." in told_of(where=((2, 7.2),))
    worse = Estimate(-3.1, 0.4)
    told = told_of(points=(worse, worse), where=((AT_ONCE, -5.0), (2, 2.2)))
    assert (
        "For Red, 5 points fewer would come in this turn; 2 points more would come from Aragon."
        in told
    )
    assert "Red would end with about 3 points fewer, give or take 1." in told


def test_points_that_are_not_sure_are_not_told() -> None:
    told = told_of(points=(Estimate(1.2, 1.6), Estimate(-3.0, 1.0)))
    assert "Red would end" not in told
    assert "Blue would end with about 3 points fewer, give or take 1." in told
    assert "would end" not in told_of(points=(Estimate(0.4, 0.1), Estimate(3.0, 3.1)))


class Still(ByPoints):
    """Nothing ever changes."""

    def look(self, state: State, generator: Generator) -> Try:
        return super().look(state, generator)._replace(chances=(0.5, 0.5))


def digest_of(journal: Journal) -> str:
    return digest(journal.rules, journal.header, journal.records)


def test_a_save_that_went_on_is_another_game() -> None:
    records = tuple(Record(n, "command", {"do": ["red end"], "time": "now"}, 0) for n in range(3))
    journal = Journal("1996/1", {"seed": 1}, records, 0)
    assert digest_of(journal) == digest_of(replace(journal))
    for other in (
        replace(journal, records=(*records, Record(3, "undo", {}, 0))),
        replace(journal, records=records[:2]),
        replace(journal, rules="1996/2"),
        replace(journal, header={"seed": 2}),
    ):
        assert digest_of(other) != digest_of(journal)


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
            told = in_words(turn.told, table.names)
            assert ("to the court" in told) >= bool(taken), told
            if taken:
                return
    raise AssertionError("no card took anybody to the court")
