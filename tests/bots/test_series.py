"""Series of games go on where they were stopped (benchmarks/series.py and plans.py)."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import plans
from series import Record, played

KEYS = [{"deal": deal, "turn": turn} for deal in range(2) for turn in range(2)]


def test_a_second_start_plays_only_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    asked = []

    def play(key: dict[str, int]) -> list[int]:
        asked.append(key)
        return [key["deal"], key["turn"]]

    assert len(list(played(KEYS[:3], play, Record(path)))) == 3
    # Stopped in the middle of a line.
    path.write_text(path.read_text()[:-9])
    found = list(played(KEYS, play, Record(path)))
    assert asked == [*KEYS[:3], *KEYS[2:]]
    assert [key for key, _ in found] == KEYS
    assert [json.loads(line)["game"] for line in path.read_text().splitlines()] == KEYS


def test_a_line_of_something_else_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('["1 0 0", [76, 81]]\n')
    with pytest.raises(ValueError, match=r"games.jsonl, line 1 is not a line of a record of games"):
        Record(path)


def test_the_longest_answer_is_of_the_whole_series(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever commit played it, and not only the last one's."""
    # By its file: Python has a module of this name.
    spec = spec_from_file_location("benchmark", Path(plans.__file__).with_name("marshal.py"))
    assert spec is not None
    assert spec.loader is not None
    benchmark = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "benchmark", benchmark)
    spec.loader.exec_module(benchmark)
    monkeypatch.setattr(benchmark, "manner_of", lambda _: "0123")
    series = next(one for one in benchmark.SERIES if one.players == 2)
    record = Record(None)
    for at, key in enumerate(benchmark.keys(series, 4)):
        game = {"scores": [90, 80], "longest": 0.3 if at == 1 else 0.2, "date": "2026-11-23"}
        record.add(key, game, "before" if at < 2 else "after")
    row = benchmark.row_of(series, record)
    assert "| before after (0123), 2026-11-23 | 4 |" in row
    assert "| 0.300 s |" in row


def test_a_plan_is_measured_from_every_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(key: dict[str, int]) -> dict[str, object]:
        won = [10 + (seat == key["turn"]) for seat in range(3)]
        return {"points": won, "seconds": 1.0}

    monkeypatch.setattr(plans, "play", play)
    asked = ["colonies", "--players", "3", "--games", "5", "--record", str(tmp_path / "g.jsonl")]
    assert plans.main(asked) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("who never leave Spain; seed 1, deals 0 to 1")
    assert told[2].startswith("   6 games: 1.000 (0.342 to 1.000), 11.0 points against 10.0")


@pytest.mark.parametrize("name", plans.PLANS)
def test_each_plan_has_a_game_and_copies(name: str) -> None:
    plan = plans.PLANS[name]
    assert plan.copy() is not None
    assert plan.expansions


@pytest.mark.long
def test_a_game_of_the_smallest_kind_is_played_to_its_end() -> None:
    key = {"plan": "colonies", "players": 2, "short": True, "house": {}, "seed": 1, "deal": 0}
    assert len(plans.play({**key, "turn": 1})["points"]) == 2
