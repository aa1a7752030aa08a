"""A report of what is wrong, in one file: the game, the versions, the terminal.

The test suite can replay it: ``read`` gives the save back byte for byte, and the
digest of the position that was on the screen.
"""

from __future__ import annotations

import base64
import locale
import os
import platform
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import tomli_w

from elgrande import __version__
from elgrande.saves import SaveError
from elgrande.saves.journal import parse
from elgrande.table import Table, replay

FORMAT = 1
PACKAGES = ("textual", "rich", "textual-plotext", "tomli-w", "platformdirs")
VARIABLES = ("TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR",
             "ELGRANDE_ASCII", "SSH_TTY", "TMUX", "STY")  # fmt: skip
"""The variables that say how a terminal draws; the last three only whether they are set."""

PRIVATE = frozenset({"SSH_TTY", "TMUX", "STY"})

SAYS = """\
# A report from El Grande. It contains the whole game with the players' names, the seed,
# and what is said below of the program and the terminal; nothing else.
# Whoever reads it can find out every secret of the game, a veiled Castillo too: while
# the game goes on, give it to nobody who plays.
"""


@dataclass(frozen=True)
class BugReport:
    """What is in a report. ``save`` is the file as it was, empty without a game."""

    save: bytes = b""
    name: str = ""
    digest: str = ""
    entry: int = 0
    screen: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    terminal: Mapping[str, Any] = field(default_factory=dict)

    def table(self) -> Table:
        """Return the game, replayed (SaveError); its digest must be the report's."""
        name = self.name or "the report"
        return replay(parse(self.save, name), name)


def versions() -> dict[str, str]:
    """Return what runs here."""
    found = {"elgrande": __version__, "python": platform.python_version(),
             "system": platform.platform()}  # fmt: skip
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def terminal(size: tuple[int, int], colours: str, theme: str, signs: str) -> dict[str, Any]:
    """How the terminal draws, as far as we know."""
    found: dict[str, Any] = {
        "width": size[0],
        "height": size[1],
        "colours": colours,
        "theme": theme,
        "signs": signs,
        "encoding": getattr(sys.__stdout__, "encoding", None) or "none",
        "locale": locale.getpreferredencoding(False),
    }
    for name in VARIABLES:
        if name in os.environ:
            found[name] = "set" if name in PRIVATE else os.environ[name]
    return found


def render(report: BugReport) -> str:
    """Return the report as TOML; the save stands in it as text where that is exact."""
    data: dict[str, Any] = {
        "report": FORMAT,
        "screen": report.screen,
        "versions": dict(report.versions),
        "terminal": dict(report.terminal),
    }
    if report.save:
        game: dict[str, Any] = {
            "name": report.name, "digest": report.digest, "entry": report.entry,
        }  # fmt: skip
        text = _exact(report.save)
        if text is None:
            game["base64"] = base64.b64encode(report.save).decode("ascii")
        else:
            game["save"] = text
        data["game"] = game
    return SAYS + tomli_w.dumps(data, multiline_strings=True)


def _exact(save: bytes) -> str | None:
    """Return the bytes as text, if TOML gives the very same bytes back."""
    try:
        text = save.decode("utf-8")
        back = tomllib.loads(tomli_w.dumps({"save": text}, multiline_strings=True))["save"]
    except (UnicodeDecodeError, ValueError):
        return None
    return text if back.encode("utf-8") == save else None


def read(text: str, name: str = "the report") -> BugReport:
    """Return the report that ``render`` wrote; SaveError says what is wrong with another text."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise SaveError(f"{name} is not an El Grande report ({error}); check the file.") from None
    if data.get("report") != FORMAT:
        raise SaveError(f"{name} is not a report in format {FORMAT}; check the file.")
    game = data.get("game", {})
    save = base64.b64decode(game["base64"]) if "base64" in game else game.get("save", "").encode()
    return BugReport(
        save, game.get("name", ""), game.get("digest", ""), game.get("entry", 0),
        data.get("screen", ""), data.get("versions", {}), data.get("terminal", {}),
    )  # fmt: skip


def of_save(save: bytes, name: str, **others: Any) -> BugReport:
    """Return a report on a game; a save that cannot be replayed is sent as it is."""
    report = BugReport(save=save, name=name, **others)
    try:
        table = report.table()
    except SaveError:
        return report
    digest, entry = table.state.digest(), table.history.head
    return BugReport(save=save, name=name, digest=digest, entry=entry, **others)


def write(report: BugReport, folder: Path, stamp: str) -> Path:
    """Write it to a new file that only the user may read; SaveError if that fails."""
    data = render(report).encode("utf-8")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in range(1, 1000):
            path = folder / f"report-{stamp}{f'-{number}' if number > 1 else ''}.toml"
            try:
                made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            with open(made, "wb") as file:
                file.write(data)
            return path
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SaveError(
            f"The report could not be written to {folder} ({reason}); free some space, or choose "
            "another folder with --data-dir."
        ) from error
    raise SaveError(f"{folder} has too many reports from this minute; move or delete some first.")
