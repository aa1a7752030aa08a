"""The sums of a player's record, and who the player is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from elgrande.app.panes.glyphs import ASCII
from elgrande.app.panes.record_rows import rows
from elgrande.app.panes.text_runs import plain
from elgrande.content.plain import to_plain
from elgrande.saves.fs import Cache, FileSystem
from elgrande.saves.mistakes import FOLDER, Mistake, kept_mistakes
from elgrande.saves.record import Unknown, record_of
from elgrande.saves.standings import GameStanding
from elgrande.saves.store import SaveSummary

PEOPLE, BOT = "person", "marshal"
AnyGame = tuple[SaveSummary, GameStanding]


def game(
    number: int,
    *seats: tuple[str, str, int],
    over: bool = True,
    given: tuple[int, ...] | None = None,
    edition: str = "1996",
) -> AnyGame:
    """A save of a game: name, who plays and points of each seat."""
    named = tuple(at for at, (_, source, _) in enumerate(seats) if source == PEOPLE)
    stood = GameStanding(
        tuple(name for name, _, _ in seats), tuple(points for _, _, points in seats), 9, over,
        tuple(source for _, source, _ in seats), named if given is None else given, (), edition, (),
        (("Regions", tuple(points - 10 for _, _, points in seats)),
         ("King's bonus", (10,) * len(seats))), f"game {number}",
    )  # fmt: skip
    return SaveSummary(f"s{number}", f"s{number}", Path(f"s{number}"), 1e9 + number, 1, "1"), stood


ANA_WINS = game(1, ("Ana", PEOPLE, 90), ("Bea", PEOPLE, 80), ("Blue", BOT, 80))
ANA_TIES = game(2, ("Ana", PEOPLE, 70), ("Green", BOT, 80), ("Blue", BOT, 70))
NAMELESS = game(3, ("Red", PEOPLE, 60), ("Green", BOT, 50), given=())
BEAS = game(4, ("Bea", PEOPLE, 60), ("Green", BOT, 50))
BEGUN = game(5, ("Ana", PEOPLE, 5), ("Green", BOT, 50), over=False)
ALL = [BEGUN, BEAS, NAMELESS, ANA_TIES, ANA_WINS]


def test_who_plays_most_is_meant() -> None:
    record = record_of(ALL)
    assert record.player == "Ana"
    assert [(one.game, one.place, one.points) for one in record.games] == [
        ("s1", 1, 90), ("s2", 2, 70),
    ]  # fmt: skip
    assert (record.under_way, record.of_others, record.places) == (1, 2, [1, 1])


def test_games_without_a_name_are_nobody_elses() -> None:
    """Whose they are is not known: another's name above them would be false."""
    record = record_of([ANA_WINS, *(game(n, ("Red", PEOPLE, 60), ("Green", BOT, 50), given=())
                                    for n in (7, 8))])  # fmt: skip
    assert (record.player, record.people) == ("You", ("You", "Ana", "Bea"))
    assert [one.game for one in record.games] == ["s7", "s8"]
    assert [one.game for one in record_of(ALL, "you").games] == ["s3"]


def test_another_name_has_its_own_games_alone() -> None:
    record = record_of(ALL, "bea")
    assert (record.player, [one.game for one in record.games]) == ("Bea", ["s1", "s4"])
    assert record.of_others == 2
    with pytest.raises(Unknown, match=r"nobody called 'Carl' plays .*are Ana, Bea, You$"):
        record_of(ALL, "Carl")


def test_against_whom_by_seats_with_ties() -> None:
    bea, bots = record_of(ALL).rivals
    assert (bea.name, bea.bot, bea.games, bea.ahead, bea.lead) == ("Bea", False, 1, 1, 10)
    assert (bots.name, bots.bot, bots.games, bots.ahead, bots.level) == (BOT, True, 3, 1, 1)
    assert bots.lead == pytest.approx((10 - 10 + 0) / 3)


def test_sources_and_kinds_are_averages_a_game() -> None:
    record = record_of(ALL)
    regions, king = record.sources
    assert (regions.source, round(regions.mine, 1)) == ("Regions", (80 + 60) / 2)
    assert regions.others == pytest.approx((70 + 65) / 2)
    assert (king.mine, king.others) == (10, 10)
    assert [(one.players, one.games, one.won) for one in record.kinds] == [(3, 2, 1)]


def test_a_copy_is_no_other_game() -> None:
    save, stood = ANA_WINS
    copied = SaveSummary("copy", "copy", Path("copy"), 2e9, 1, "2"), stood
    assert len(record_of([(save, stood), copied]).games) == 1


def test_mistakes_are_those_of_ones_own_seat_the_dearest_first(tmp_path: Path) -> None:
    small, large = (Mistake(0, n, n / 10, "a mistake", "2-08", "places 3") for n in (1, 2))
    theirs = Mistake(1, 3, 0.3, "a blunder", "", "passes")
    folder = Cache(FileSystem(), tmp_path / FOLDER, "game 1.found")
    assert folder.write([to_plain(each) for each in (small, theirs, large)])
    for other in ([{"seat": 0}], {"seat": 0}, [to_plain(replace(small, turn="\x1b[2J"))],
                  [to_plain(replace(small, cost=3.0))], 7):  # fmt: skip
        assert folder.beside("game 2.found").write(other)
        record = record_of(ALL, "", kept_mistakes(tmp_path))
        assert (record.analysed, [each.made for each in record.mistakes]) == (1, [large, small])
    text = "\n".join(plain(rows(record, ASCII, 78)))
    assert "2 mistakes in 1 game with an analysis." in text
    assert "-20 % in round 2 of s1. 2-08: places 3" in text
    assert kept_mistakes(tmp_path / "nowhere")("game 1") is None


def test_nobody_has_played_yet() -> None:
    assert record_of([]).games == ()
    assert record_of([]).places == []
