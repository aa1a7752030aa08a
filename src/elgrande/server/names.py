"""What a person may be called here: a name is to be mistaken for nothing else, and for nobody.

``docs/server.md`` has the rule. What looks alike is Unicode's own list (UTS 39), as the package
confusable_homoglyphs has it, and what a terminal's font hardly tells apart besides.
"""

from __future__ import annotations

import re
from functools import cache
from string import digits
from unicodedata import normalize

from elgrande.bots import registry
from elgrande.content.clean import RESERVED, clean_name, look_keys
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import every_expansion
from elgrande.lobby.records import ANYBODY, BY_WORD, GUEST, INVITED, ME

SIGNS = "-_."
"""What a name may have besides letters and digits; it tells no two names apart."""
DOORS = (
    "games", "whoami", "plain", "export", "analyse", "analyze", "join", "code", "new", "watch",
    "settings", "help",
)  # fmt: skip
STANDS = (
    "free", "open", "running", "over", "finished", "away", "here", "gone", "private",
    "waiting", "watching", "playing", "you", "yours", "nobody", "somebody", "everybody", "everyone",
    "person", "player", "spectator", "watcher", "owner", "king", "grande", ME, INVITED, BY_WORD,
    ANYBODY,
)  # fmt: skip
"""What seats and people are said to be, besides what editions and expansions have."""
OTHERS = ("house", "host", "root", "operator", "system", "staff", "bot", GUEST)
RUNS = ("admin", "administrator", "moderator", "sysop", "elgrande")
"""Who would be taken for whoever runs the server: no part of a name is one of these or of OTHERS,
and none begins or ends with one of these."""


def checked(text: str) -> str:
    """Return a name, cleaned; ValueError with a sentence if nobody may be called so."""
    name = clean_name(text)
    if not all(letter.isalnum() or letter in SIGNS for letter in name) or not name[0].isalnum():
        raise ValueError(
            "A name here has letters, digits, dots, hyphens and underscores, the first of them a "
            "letter or a digit; choose another one."
        )
    # A number beside it makes a word no other.
    parts = {looks(each.strip(digits) or each) for each in re.split(f"[{SIGNS}]", name)}
    whole = {looks(name), looks(name.strip(f"{SIGNS}{digits}") or name)}
    for like, word in reserved().items():
        if (
            like in whole
            or (word in (*OTHERS, *RUNS) and like in parts)
            or (word in RUNS and any(re.search(f"^{like}|{like}$", each) for each in whole))
        ):
            raise ValueError(
                f'Nobody can be called "{name}", because "{word}" means something else in this '
                "game; choose another name."
            )
    return name


@cache
def reserved() -> dict[str, str]:
    """Return the words that are nobody's name, by their looks."""
    expansions = every_expansion()
    labels = [edition(name).labels for name in edition_ids()] + [one.labels for one in expansions]
    said = {label.name.removeprefix("the ") for each in labels for label in each.values()}
    words = {each for each in said if each.replace(" ", "").isalpha()}
    words |= {one.id for one in expansions} | {*RESERVED, *DOORS, *STANDS, *registry.names()}
    return {looks(word): word for word in (*sorted(words), *OTHERS, *RUNS)}


def looks(name: str) -> str:
    """Return what no two names here may share: their looks without case, accents and signs."""
    # Twice: a capital may look like another one than its small letter does.
    for _ in range(2):
        name = "".join(_alike().get(sign, sign) for sign in normalize("NFKD", name))
        name = "".join(sign for sign in normalize("NFKD", name.casefold()) if sign.isalnum())
    return look_keys(name)[1].removeprefix("~").replace("i", "l")


@cache
def _alike() -> dict[str, str]:
    """Return what letters that are not ASCII look like."""
    found: dict[str, str] = {}
    try:
        # A megabyte, for whoever claims a name first.
        from confusable_homoglyphs.confusables import confusables_data as data
    except ImportError:
        # ``serve`` needs it; whoever has this package for another reason does not.
        return found
    for sign, others in data.items():
        if len(sign) == len(others) == 1 and not sign.isascii():
            other = others[0]["c"]
            # Of two that look like each other alone neither is listed as the usual one.
            one_of_two = len(data.get(other, ())) == 1 and not other.isascii()
            found[sign] = min(sign, other) if one_of_two else other
    return found
