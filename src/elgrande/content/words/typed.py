"""What a person types for a command: its notation, or the names that the screen shows."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from elgrande.content.clean import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.content.words.names import Names

LONGEST = 80
"""How many characters of a command are looked at; none is as long."""


def notation(text: str, names: Names) -> str:
    """Return the notation of a typed command without its colour: ``place basque``.

    Ids, names and short forms of this edition all do, and neither capitals nor accents
    count: ``Place Aragon``, ``put nava``, ``pick Ana the Castillo``. What means nothing,
    or more than one command, comes back as it was.
    """
    codes = names.rules.vocabulary.codes
    said = " ".join(text.split())
    if said in codes:
        return said
    said = plainly(clean(text, LONGEST))
    if said in ("stop", "stop here"):
        # What prompts and answers call it.
        return "done"
    verb, _, rest = said.partition(" ")
    meant = {
        command
        for command in codes
        if command.partition(" ")[0] == verb and rest in spoken(command, names)
    }
    return meant.pop() if len(meant) == 1 else text


def spoken(command: str, names: Names) -> Iterator[str]:
    """Yield all that may be typed for what follows the verb, without capitals and accents."""
    ways = [dict.fromkeys(map(plainly, names.known_as(word))) for word in command.split()[1:]]
    return map(" ".join, product(*ways))


def named(command: str, names: Names) -> str:
    """Return a command with the names that the screen shows: ``place Navarra``."""
    verb, *words = command.split()
    return " ".join((verb, *(names.known_as(word)[0] for word in words)))


@lru_cache(maxsize=1024)
def plainly(text: str) -> str:
    """Return a text without what is easily typed otherwise: capitals, accents, hyphens."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
