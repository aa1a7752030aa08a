"""Commands, their codes and their one-line notation.

A *code* is an answer as an integer that means the same in every state of a
Ruleset; a ``Command`` is a seat and a code. The notation is the same in saves,
logs, tests, the bot protocol and on the command line, and it round-trips.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class NotationError(ValueError):
    """Text that is no command; the message is one sentence that says what is wrong."""


@dataclass(frozen=True, slots=True)
class Command:
    """One atomic answer by one seat."""

    seat: int
    code: int


@dataclass(frozen=True)
class Verb:
    """A verb of the notation, the domains of its words, and what it says."""

    name: str
    domains: tuple[str, ...]
    meaning: str = ""
    secret: bool = False


VERBS: tuple[Verb, ...] = (
    Verb("power", ("value",), "play the power card of this value"),
    Verb("take", ("number",), "take this many caballeros from the provinces to the court"),
    Verb("fetch", ("place",), "fetch an own caballero from a region, the provinces being short"),
    Verb("card", ("card",), "choose this action card"),
    Verb("place", ("place",), "place one caballero from the court"),
    Verb("special", (), "announce the card's special action"),
    Verb("option", ("option",), "choose one of a card's effects, the first being 1"),
    Verb("pick", ("kind", "place"), "mark a caballero to be moved"),
    Verb("put", ("place",), "move the marked caballero here"),
    Verb("send", ("kind", "place"), "send a caballero back to the provinces"),
    Verb("score", ("target",), "score this place"),
    Verb("scoreboard", ("mobile", "target"), "put a mobile scoreboard here"),
    Verb("king", ("node",), "move the King"),
    Verb("grande", ("home",), "move the own Grande"),
    Verb("evacuate", ("region",), "name the region that the others must leave"),
    Verb("disk", ("region",), "set the secret disk", secret=True),
    Verb("recall", ("hand",), "take a played power card back", secret=True),
    Verb("veto", (), "stop the announced special action with a Veto"),
    Verb("use", ("card",), "use a held card now"),
    Verb("let", (), "let this unit pass"),
    Verb("let-all", (), "let the whole special action pass"),
    Verb("done", (), "stop placing, fetching, moving"),
    Verb("end", (), "end the turn"),
)
FETCH_KIND = Verb(
    "fetch-kind", ("kind", "place"), "fetch another caballero of the own, the provinces being short"
)
"""Declared in games where a seat has more than its plain caballeros."""


class Vocabulary:
    """All codes of a Ruleset with their notation.

    Every verb owns a run of codes, one for each combination of its words, in
    the order in which its domains are listed: ``base["pick"] + kind * places +
    place``.
    """

    def __init__(self, domains: Mapping[str, Sequence[str]], verbs: Sequence[Verb]) -> None:
        self.verbs = tuple(verbs)
        self.domains = {verb.name: verb.domains for verb in verbs}
        self.base: dict[str, int] = {}
        self.texts: list[str] = []
        self._verb_of: list[int] = []
        self.secret: set[int] = set()
        for index, verb in enumerate(verbs):
            if verb.name in self.base:
                raise NotationError(f"the verb {verb.name!r} is declared twice")
            self.base[verb.name] = len(self.texts)
            for words in product(*(domains[name] for name in verb.domains)):
                if verb.secret:
                    self.secret.add(len(self.texts))
                self.texts.append(" ".join((verb.name, *words)))
                self._verb_of.append(index)
        self.codes = {text: code for code, text in enumerate(self.texts)}

    def verb(self, code: int) -> str:
        """Return the verb of a code."""
        return self.verbs[self._verb_of[code]].name

    def code(self, text: str) -> int:
        """Return the code of a notation without its colour.

        Raises ``NotationError`` with one sentence for anything else.
        """
        words = text.split()
        code = self.codes.get(" ".join(words))
        if code is not None:
            return code
        if not words:
            raise NotationError("an empty line is no command")
        if words[0] not in self.base:
            known = ", ".join(verb.name for verb in self.verbs)
            raise NotationError(f"{words[0]!r} is no verb; the verbs are {known}")
        verb = next(verb for verb in self.verbs if verb.name == words[0])
        form = " ".join((verb.name, *(name.upper() for name in verb.domains)))
        raise NotationError(f"{' '.join(words)!r} is no command here; it is written {form!r}")
