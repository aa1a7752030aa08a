"""``lobby.sqlite``: who is known here, which games there are, who plays in them.

It is an index. What happened in a game stands in its save alone, whose keys are whose in the
file ``keys`` (see ``people``), and both are enough to make the index again (``reindex``). What is
lost then is what was only ever said or wished: talk, open games, invitations, settings.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from elgrande.server.limits import MINUTE, Lately

FILE = "lobby.sqlite"
VERSION = 1

SCHEMA = "lobby.sql"
"""The file beside this one that says what there is in it."""
MAY_KNOW = (
    "(g.listed or g.owner = :me or g.name in "
    "(select game from seats where person = :me and :me != ''))"
)
"""Whether somebody may know of a game ``g`` without having said its word."""


ANEW = "move it away, and it is made again from the saves"
THEIRS = "see that it and its folder belong to the user who runs the server, and that there is room"


class IndexBroken(Exception):
    """The index cannot be used; the message is one sentence that says what to do."""

    def __init__(self, path: Path, why: str, cure: str = ANEW) -> None:
        super().__init__(f"{path} {why}; {cure}.")


class LobbyIndex:
    """The database, and how questions are put to it."""

    def __init__(self, path: Path, log: Callable[..., None] = lambda _what, **_facts: None) -> None:
        self.path = path
        self._log = log
        self._told = Lately(1, MINUTE, time.monotonic)
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.row_factory = sqlite3.Row
            path.chmod(0o600)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = normal")
            self._db.execute("pragma foreign_keys = on")
            (version,) = self._db.execute("pragma user_version").fetchone()
            if version not in (0, VERSION):
                found = f"{version}, here {VERSION}"
                raise IndexBroken(path, f"was made by another version of this server ({found})")
            if version == 0:
                made = (files(__package__) / SCHEMA).read_text("utf-8")
                self._db.executescript(f"begin; {made} pragma user_version = {VERSION}; commit;")
        except (sqlite3.OperationalError, OSError) as error:
            raise IndexBroken(path, f"cannot be used ({error})", THEIRS) from None
        except sqlite3.Error as error:
            raise IndexBroken(path, f"cannot be used ({error})") from None
        self.whole = bool(self.one("pragma application_id"))
        """Whether it has all that the saves have, since it was made."""

    def rows(self, sql: str, *values: Any, **named: Any) -> list[sqlite3.Row]:
        """Return all rows of a question, whose values may have names."""
        return self._db.execute(sql, named or values).fetchall()

    def row(self, sql: str, *values: Any) -> sqlite3.Row | None:
        """Return the first row, or None."""
        found: sqlite3.Row | None = self._db.execute(sql, values).fetchone()
        return found

    def one(self, sql: str, *values: Any) -> Any:
        """Return the first value of the first row, or None."""
        found = self.row(sql, *values)
        return None if found is None else found[0]

    def do(self, sql: str, *values: Any) -> int:
        """Change something; return how many rows were."""
        return self._db.execute(sql, values).rowcount

    def insert(self, table: str, **values: Any) -> None:
        """Add a row."""
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        self.do(f"insert into {table} ({names}) values ({marks})", *values.values())

    def set_game(self, name: str, **values: Any) -> None:
        """Change what there is of a game."""
        sets = ", ".join(f"{each} = ?" for each in values)
        self.do(f"update games set {sets} where name = ?", *values.values(), name)

    def set_seat(self, game: str, seat: int, **values: Any) -> None:
        """Change what there is of a game's seat."""
        sets = ", ".join(f"{each} = ?" for each in values)
        self.do(
            f"update seats set {sets} where game = ? and seat = ?", *values.values(), game, seat
        )

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Make all changes within or none; inside another such block they are that one's."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("begin immediate")
        try:
            yield
            self._db.execute("commit")
        except BaseException:
            # Out of room, the database has undone it itself.
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise

    @contextmanager
    def tries(self, what: str) -> Iterator[None]:
        """Do what has to go on where nothing can be written down; what was not is in the log."""
        try:
            yield
        except sqlite3.Error as error:
            self.unwritten(what, error)

    def unwritten(self, what: str, error: Exception) -> None:
        """Log what could not be written down, of each kind once a minute."""
        if self._told.may(what):
            self._log("not written", what=what, why=str(error))

    def complete(self) -> None:
        """Note that it has all that the saves have; until then each start goes on with that."""
        self.do("pragma application_id = 1")
        self.whole = True

    def close(self) -> None:
        """Let go of it."""
        self._db.close()
