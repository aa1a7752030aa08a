"""Which program a bot is: its package's version, and a digest of the package's code.

Versions stand still while somebody works on a bot; the digest does not.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import elgrande
from elgrande.bots import registry
from elgrande.content.clean import clean

_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Version:
    """A bot's name, the version of the package that brings it, and a digest of that one's code."""

    name: str
    version: str
    code: str

    def to_plain(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.code})"


@cache
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
    """Return a digest of the Python code that lies there, in files or folders."""
    digest = blake2b(digest_size=6)
    for place in places:
        files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        for file in files:
            digest.update(file.relative_to(place).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()
