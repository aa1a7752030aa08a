"""The file of a tournament: a line of JSON for what is played, and one for each game.

A second start goes on where the first one ended, however that was: each game is on the disk before
the next one counts. A last line that was cut off is no game, and is taken away.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from elgrande.content.clean import clean
from elgrande.content.files import FLAGS, check_kind, opened, reason
from elgrande.tournament.contest import FORMAT, MOST_GAMES
from elgrande.tournament.games import Played

MOST = 200_000_000
"""Bytes of a file that is read: more than a million games."""
_CELLS = 160
_NAMES = {
    "game": "another game (edition, expansions, players or house rules)",
    "bots": "other bots",
    "versions": "other versions of the bots",
    "seed": "another seed",
    "seconds": "another time for an answer",
    "budget": "another number of simulations",
    "test": "another test for stopping early",
}


class TournamentFileError(ValueError):
    """A file that a tournament cannot be kept in; the message is one sentence with the cure."""


class TournamentFile:
    """The games of a file; without a file they are kept in memory alone.

    Another process's file is refused: two that write one would each play all the games.
    """

    def __init__(self, path: Path | None, header: Mapping[str, Any]) -> None:
        self.path = path
        self.games: dict[int, Played] = {}
        self.wanted: int | None = None
        """How many games were asked for when somebody last said."""
        self._file: BinaryIO | None = None
        if path is None:
            return
        try:
            self._file = _opened(path)
            self._begin(path, self._file, header)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise TournamentFileError(_unwritable(path, error)) from None
            raise

    def _begin(self, path: Path, file: BinaryIO, header: Mapping[str, Any]) -> None:
        data = file.read()
        if not data:
            self._write({**header})
            return
        told = header_of(data, path)
        if told != header:
            raise TournamentFileError(_other(path, told, header))
        players = len(header["game"]["players"])
        if b"\n" not in data:
            # Whoever wrote this was stopped before the end of its first line.
            file.truncate(0)
            file.seek(0)
            self._write({**header})
            return
        whole = data.rpartition(b"\n")[0] + b"\n"
        for number, line in enumerate(whole.splitlines()[1:], 2):
            try:
                found = json.loads(line)
                if isinstance(found, dict) and "results" in found:
                    continue
                if isinstance(found, dict) and "wanted" in found:
                    self.wanted = _wanted(found["wanted"])
                    continue
                game = Played.from_plain(found, players)
            except (ValueError, RecursionError):
                raise TournamentFileError(
                    f"{shown(path)}, line {number} is not a game of a tournament; take the line "
                    "out or name another file with --json"
                ) from None
            self.games[game.number] = game
        if len(whole) < len(data):
            file.truncate(len(whole))
        file.seek(0, os.SEEK_END)

    def add(self, game: Played) -> None:
        """Keep a game: on the disk when this returns."""
        self._write(game.to_plain())
        self.games[game.number] = game

    def want(self, games: int) -> None:
        """Keep how many games are asked for, so that whoever goes on need not say it again."""
        if games != self.wanted:
            self._write({"wanted": games})
            self.wanted = games

    def add_results(self, results: Mapping[str, Any]) -> None:
        """Keep what the games said; it is read by people and programs, and never by us."""
        self._write({"results": results})

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is None or self.path is None:
            return
        try:
            self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise TournamentFileError(_unwritable(self.path, error)) from None

    def close(self) -> None:
        """Let others have the file."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def __enter__(self) -> TournamentFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _wanted(games: object) -> int:
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise ValueError("no such number of games")
    return games


def shown(path: Path) -> str:
    """Return a path as sentences write it."""
    return clean(str(path), _CELLS)


def header_of(data: bytes, path: Path) -> dict[str, Any]:
    """Return what a file of a tournament says is played; TournamentFileError if it is none."""
    line = data.partition(b"\n")[0]
    header = None
    with suppress(ValueError, RecursionError):
        header = json.loads(line)
    if not isinstance(header, dict) or "tournament" not in header:
        raise TournamentFileError(
            f"{shown(path)} is not a file of a tournament; name another one with --json"
        )
    if header["tournament"] != FORMAT or header.keys() != {"tournament", *_NAMES}:
        raise TournamentFileError(
            f"{shown(path)} was written by another version of elgrande; name another file "
            "with --json, or go on with the elgrande that wrote it"
        )
    return header


def read_header(path: Path) -> dict[str, Any] | None:
    """Return what the tournament of a file plays, None where there is no such file yet."""
    try:
        with opened(path) as descriptor:
            data = os.read(descriptor, 1_000_000)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TournamentFileError(f"{shown(path)} cannot be read ({reason(error)})") from None
    return header_of(data, path) if data else None


def _opened(path: Path) -> BinaryIO:
    """Open a file to read it and to write at its end, so that no other process may."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | FLAGS, 0o666), "r+b")
    try:
        found = os.fstat(file.fileno())
        check_kind(shown(path), stat.S_ISREG(found.st_mode), found.st_size, MOST)
        _lock(file, path)
    except BaseException:
        file.close()
        raise
    return file


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TournamentFileError(
            f"another tournament is writing {shown(path)} just now; wait for it or name "
            "another file with --json"
        ) from None
    except OSError:
        # A file system without locks.
        return


def _other(path: Path, told: Mapping[str, Any], header: Mapping[str, Any]) -> str:
    differ = [_NAMES[key] for key in _NAMES if told.get(key) != header.get(key)]
    cure = "install those again" if differ == [_NAMES["versions"]] else "ask for the same"
    return (
        f"{shown(path)} holds a tournament with {' and '.join(differ)}; name another file with "
        f"--json, or {cure}"
    )


def _unwritable(path: Path, error: OSError) -> str:
    return f"{shown(path)} cannot be written ({reason(error)}); name another file with --json"
