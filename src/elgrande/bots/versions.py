"""Which program a bot is, and in which environment.

Its package's version says it, and a digest of the package's code and data: versions stand still
while somebody works on a bot, and the digest does not. In a contest ``NAME@PROGRAM`` is the bot of
that name in the environment of another Python.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

import elgrande
from elgrande.bots import registry
from elgrande.bots.bot import BotError
from elgrande.content.clean import clean

_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Version:
    """A bot's name, the version of the package that brings it, and a digest of that one's code."""

    name: str
    version: str
    code: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.code})"


def version(name: str) -> Version:
    """Return which program a bot is, without importing it; BotError if there is no such bot."""
    point = registry.entry_point(name)
    if registry.built_in(name):
        # The rules as well, and what expansions tell of: a bot of ours looks ahead with them.
        home = Path(elgrande.__file__).parent
        ours = (home / part for part in ("bots", "rules", "content", "expansions"))
        return Version(name, elgrande.__version__, _digest(*ours))
    told = clean(point.dist.version, _LONGEST) if point.dist else ""
    top = point.module.partition(".")[0]
    spec = find_spec(top)
    if spec is None or spec.origin is None:
        return Version(name, told, "")
    file = Path(spec.origin)
    return Version(name, told, _digest(file.parent if spec.submodule_search_locations else file))


def _digest(*places: Path) -> str:
    """Return a digest of the Python code that lies there, and its data, in files or folders."""
    digest = blake2b(digest_size=6)
    for place in places:
        inside = (file for file in place.rglob("*") if file.suffix in (".py", ".toml"))
        for file in sorted(inside) if place.is_dir() else [place]:
            digest.update(file.relative_to(place).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def program(name: str) -> str:
    """Return the path of the Python that a bot of a contest is asked in, empty for this one.

    BotError if there is no such program.
    """
    bot, _, typed = name.partition("@")
    if not typed:
        return ""
    if os.name == "nt":
        raise BotError("on Windows no bot can be asked in another environment; leave it out")
    # A link is not followed: by its path a virtual environment's Python knows whose it is.
    path = os.path.abspath(os.path.expanduser(typed))
    if not (typed.isprintable() and os.path.isfile(path) and os.access(path, os.X_OK)):
        raise BotError(
            f"there is no program {clean(typed, 80)!r}; behind the @ write the path of a Python "
            f"that has elgrande, as {clean(bot)}@old/.venv/bin/python"
        )
    return path
