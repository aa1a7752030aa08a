"""Where points come from: each way to take them apart sums up to the scores."""

from __future__ import annotations

import pytest
from tables import Inline, fresh

from drawing import table
from elgrande.app.board.guide import Guide
from elgrande.app.panes import score_tables
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.content.tally import Share, Tally, tally
from elgrande.rules import Ruleset
from elgrande.rules import events as ev
from elgrande.rules.scoring import Line, Scored
from elgrande.saves import Store, shipped
from elgrande.saves.paths import Paths
from elgrande.table import Table, new_game, replay


def of(table: Table) -> Tally:
    scores = [table.state.score(seat) for seat in range(table.rules.n_seats)]
    return tally(table.rules, scores, table.events(None))


def added(shares: tuple[Share, ...], first: tuple[int, ...]) -> tuple[int, ...]:
    columns = zip(*(share.points for share in shares), strict=True)
    return tuple(map(sum, zip(first, *([tuple(sum(c) for c in columns)] if shares else []),
                              strict=True)))  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("short", [False, True])
def test_every_way_sums_up_to_the_scores(players: int, short: bool) -> None:
    game = new_game(fresh(players, 17 + players, persons="", short=short))
    Inline(game, players).start()
    assert game.over
    found = of(game)
    scores = tuple(game.state.score(seat) for seat in range(players))
    assert found.first == (0,) * players
    assert found.final == scores
    for shares in (found.sources, found.targets, found.scorings):
        assert added(shares, found.first) == scores
    assert found.race[-1] == (9, scores)
    # A short game begins where its rules say, and the race with it.
    assert [number for number, _ in found.race] == [0, *game.rules.rounds]
    for before, after in zip(found.race, found.race[1:], strict=False):
        assert all(a <= b for a, b in zip(before[1], after[1], strict=True))
    general = [share.id for share in found.scorings if share.id != "special"]
    rounds = sorted(game.rules.scoring_rounds)
    assert general == [f"general after {number}" for number in rounds]


@pytest.mark.parametrize("name", ["five-stewards", "after-round-three", "veto-in-hand",
                                  "sample-game"])  # fmt: skip
def test_the_race_runs_through_the_scores_of_the_saved_positions(name: str) -> None:
    journal = Store(Paths("unused")).read(shipped("saves") / f"{name}.toml")
    game = replay(journal, name)
    found = of(game)
    line = game.history.line()
    for number, scores in found.race[1:-1]:
        after = next(e for e in line if game.history.positions[e.n].round > number)
        position = game.history.positions[after.n]
        assert tuple(position.score(seat) for seat in range(game.rules.n_seats)) == scores
    assert found.race[-1][1] == found.final


def scored(rules: Ruleset, target: str, *lines: Line) -> Scored:
    return Scored(rules.targets.index(target), (5, 3, 1), False, lines)


def test_bonuses_are_told_apart_and_points_from_before_stay() -> None:
    rules = table(score="R20 B7", seats="RB").rules
    events: list[ev.Event] = [
        ev.RegionScored(scored(rules, "aragon", Line(0, 0, 3, 1, False, 1, 9, 2, 2),
                               Line(1, 1, 1, 2, False, 2, 3, 0, 0)), False, 0),
        ev.GeneralScoring(3),
        ev.RegionScored(scored(rules, "castillo", Line(1, 1, 2, 1, False, 1, 5, 0, 0)), True),
    ]  # fmt: skip
    found = tally(rules, [29, 15], enumerate(events))
    assert found.first == (20, 7)
    assert {share.id: share.points for share in found.sources} == {
        "special regions": (5, 3), "general castillo": (0, 5), "king": (2, 0), "grande": (2, 0),
    }  # fmt: skip
    assert {s.id: s.points for s in found.targets} == {"aragon": (9, 3), "castillo": (0, 5)}
    assert [s.id for s in found.scorings] == ["general after 3", "special"]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("width", [72, 68, 60])
def test_a_table_shows_every_number_and_short_names_in_full(glyphs: object, width: int) -> None:
    game = new_game(fresh(5, 3, persons=""))
    Inline(game).start()
    found = of(game)
    guide = Guide(game.setup, game.rules, glyphs)  # type: ignore[arg-type]
    for shares in (found.sources, found.targets, found.scorings):
        rows = plain(score_tables.rows("Source", shares, found, range(5), guide, width))
        assert all(len(row) == width for row in rows)
        for share, row in zip(shares, rows[1:], strict=False):
            words = row[score_tables.LABEL :].split()
            assert words == [str(value) for value in share.points]
        assert rows[-1].split() == ["Score", *map(str, found.final)]
        for player in guide.players:
            assert player.name in rows[0]
