"""The file of a tournament: whatever ended it, a second start goes on; a foreign one is refused."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from contests import contest

from elgrande.bots.versions import Version
from elgrande.content.files import Unreadable
from elgrande.tournament.contest import Contest, Hypotheses
from elgrande.tournament.games import Played
from elgrande.tournament.tournament_file import TournamentFile, TournamentFileError, read_header

PACE = 0.25
GAMES = [
    Played(0, (9, 8)),
    Played(3, (7, 7)),
    Played(1, (5, 6), ("the bot 'x' failed",), (0, 2), (9, 0), (5, 0)),
]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "t.jsonl"
    with TournamentFile(path, contest().to_plain()) as record:
        record.want(40)
        for game in GAMES:
            record.add(game)
        record.add_results({"games": 2})
    return path


def test_games_come_back(kept: Path) -> None:
    with TournamentFile(kept, contest().to_plain()) as record:
        assert list(record.games.values()) == GAMES
        assert record.wanted == 40
    assert read_header(kept) == json.loads(json.dumps(contest().to_plain()))


def test_a_torn_last_line_is_dropped_wherever_it_was_torn(kept: Path) -> None:
    whole = kept.read_bytes()
    with TournamentFile(kept, contest().to_plain()) as record:
        record.add(Played(2, (123, 45)))
    more = kept.read_bytes()
    for end in range(len(whole), len(more)):
        kept.write_bytes(more[:end])
        with TournamentFile(kept, contest().to_plain()) as record:
            assert list(record.games.values()) == GAMES
            record.add(Played(2, (1, 2)))
        with TournamentFile(kept, contest().to_plain()) as record:
            assert record.games[2] == Played(2, (1, 2))


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (contest(players=3), "another game"),
        (contest("steward", "steward"), "other bots"),
        (contest(seed=2), "another seed"),
        (contest(seconds=PACE), "another time"),
        (contest(test=Hypotheses("share", 0, 0.1)), "another test"),
        (
            replace(contest(), versions=(Version("steward", "9", ""), Version("random", "9", ""))),
            "other versions of the bots",
        ),
    ],
)
def test_another_tournament_is_refused_and_the_file_is_as_it_was(
    kept: Path, other: object, words: str
) -> None:
    before = kept.read_bytes()
    with pytest.raises(TournamentFileError, match=words):
        TournamentFile(kept, other.to_plain())
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"game":4,"scores":[1]}\n', "line 7 is not a game"),
        (b'{"game":-1,"scores":[1,2]}\n', "line 7 is not a game"),
        (b'{"game":4,"scores":[1,true]}\n', "line 7 is not a game"),
        (b"[" * 100_000 + b"\n", "line 7 is not a game"),
        (b"\xff\n", "line 7 is not a game"),
    ],
)
def test_a_line_that_is_no_game_is_named(kept: Path, line: bytes, words: str) -> None:
    kept.write_bytes(kept.read_bytes() + line)
    with pytest.raises(TournamentFileError, match=words):
        TournamentFile(kept, contest().to_plain())


@pytest.mark.parametrize("data", [b"hello\n", b"[]\n", b"{}\n", b'{"tournament":9}\n', b"\x00" * 9])
def test_what_is_no_file_of_a_tournament_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "precious.txt"
    path.write_bytes(data)
    for read in (read_header, lambda path: TournamentFile(path, contest().to_plain())):
        with pytest.raises(TournamentFileError, match=r"precious\.txt"):
            read(path)
    assert path.read_bytes() == data


def test_two_at_once_are_refused(kept: Path) -> None:
    pytest.importorskip("fcntl", reason="files are locked on POSIX alone")
    with (
        TournamentFile(kept, contest().to_plain()),
        pytest.raises(TournamentFileError, match="another tournament is writing"),
    ):
        TournamentFile(kept, contest().to_plain())


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(TournamentFileError, match="cannot be written"):
        TournamentFile(tmp_path, contest().to_plain())
    with pytest.raises(TournamentFileError, match="cannot be written"):
        TournamentFile(tmp_path / "nowhere" / "t.jsonl", contest().to_plain())
    if os.path.exists("/dev/full"):
        path = tmp_path / "full"
        path.symlink_to("/dev/full")
        with pytest.raises(Unreadable, match="no plain file"):
            TournamentFile(path, contest().to_plain())


def test_a_first_line_that_was_cut_off_is_written_anew(tmp_path: Path) -> None:
    path, header = tmp_path / "games.jsonl", contest().to_plain()
    whole = json.dumps(header).encode()
    path.write_bytes(whole)
    with TournamentFile(path, json.loads(whole)) as record:
        record.add(Played(0, (3, 4)))
    lines = path.read_text("utf-8").splitlines()
    assert [json.loads(lines[0]), len(lines)] == [json.loads(whole), 2]


@pytest.mark.parametrize(
    "change",
    [
        {"bots": []}, {"bots": ["random"]}, {"bots": ["random", "steward"] * 9},
        {"bots": [f"bot-{n}" for n in range(40)]}, {"test": 5},
        {"test": {"of": "share", "low": 0, "high": 1e308}}, {"test": {"of": "luck", "low": 0}},
        {"test": {"of": [], "low": 0, "high": "x"}}, {"seconds": -5.0},
        {"seconds": 1e9}, {"seed": -1}, {"seed": 10**400}, {"budget": 0},
    ],
)  # fmt: skip
def test_strange_numbers_are_no_tournament(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no |nobody|once each"):
        Contest.from_plain({**contest().to_plain(), **change})


@pytest.mark.parametrize("games", [0, -5, 10**12, "40", None])
def test_a_strange_number_of_games_is_refused(kept: Path, games: object) -> None:
    with kept.open("a") as file:
        file.write(json.dumps({"wanted": games}) + "\n")
    with pytest.raises(TournamentFileError, match="line 7 is not a game"):
        TournamentFile(kept, contest().to_plain())


def test_nobody_has_so_many_points() -> None:
    with pytest.raises(ValueError, match="number of points"):
        Played.from_plain({"game": 0, "scores": [10**400, 1]}, 2)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_pipe_or_a_device_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "p"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path):
        with pytest.raises(Unreadable, match="no plain file; name a file"):
            read_header(path)
    with pytest.raises(TournamentFileError, match="cannot be written"):
        TournamentFile(pipe, contest().to_plain())
