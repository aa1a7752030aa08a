"""What the game waits for, the commands that answer it, and their one-line notation.

A *code* is an answer as an integer that means the same in every state of a
Ruleset; a ``Command`` is a seat and a code. The notation is the same in saves,
logs, tests, the bot protocol and on the command line, and it round-trips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from elgrande.rules.parts import OVER, F, Frame
from elgrande.rules.wording import Names, Words, stray


@dataclass(frozen=True, slots=True)
class Decision:
    """What the game waits for, as one seat may know it.

    ``step`` names the kind of the decision and ``frame`` holds its open values
    (actor first), which ``fields`` has by name; ``card`` is the action card that is
    being carried out, or -1. ``codes`` are the legal answers of ``seat``, empty when it owes none;
    ``owing`` are the seats that must still answer. A secret decision's answers
    are for that seat's eyes only. ``may_change`` is true of a disk that is set
    but may still be turned.
    """

    seat: int
    owing: tuple[int, ...]
    step: str
    frame: tuple[object, ...]
    card: int
    codes: tuple[int, ...]
    secret: bool
    may_change: bool
    fields: Frame = OVER
    """The whole frame with its names, as the step shows it."""

    def of(self, kind: type[F]) -> F:
        """Return the fields as the class that the step declares for them."""
        assert isinstance(self.fields, kind), f"{self.step!r} shows a {type(self.fields).__name__}"
        return self.fields


class NotationError(ValueError):
    """Text that is no command; the message is one sentence that says what is wrong."""


@dataclass(frozen=True, slots=True)
class Command:
    """One atomic answer by one seat."""

    seat: int
    code: int


@dataclass(frozen=True)
class Verb:
    """A verb of the notation, the domains of its words, and what it says.

    ``label`` says an answer to a person, ``fetch from {place}``: a field stands for the word
    of its domain as people call it (``wording.FIELDS``). Where that is not enough it is
    a function of the words and the Names. What depends on the moment says ``Step.label``.
    A verb whose last word is a place, region, target, node or home is answered on the map, unless
    it is a free action's own. ``never`` says there why a place is none of those that the verb
    can name at all.
    """

    name: str
    domains: tuple[str, ...]
    meaning: str = ""
    secret: bool = False
    label: str | Callable[[Words, Names], str] = ""
    never: str = "{place} cannot be chosen here"


VERBS: tuple[Verb, ...] = (
    Verb("power", ("value",), "play the power card of this value",
         label="play the {value} (brings {brings})"),
    Verb("take", ("number",), "take this many caballeros from the provinces into your court",
         label="take {number}"),
    Verb("fetch", ("place",), "fetch one of your caballeros when the provinces run short",
         label="fetch from {place}"),
    Verb("card", ("card",), "choose this action card", label="choose {card}"),
    Verb("place", ("place",), "place one caballero from your court", label="place {at}"),
    Verb("special", (), "announce the card's special action", label="use the special action"),
    Verb("option", ("option",), "choose one of a card's effects; the first is 1",
         label="effect {option}"),
    Verb("pick", ("kind", "place"), "mark a caballero to be moved",
         label="pick {caballero} {at}"),
    Verb("put", ("place",), "move the marked caballero here", label="move to {place}"),
    Verb("send", ("kind", "place"), "send a caballero back to the provinces",
         label="send back {caballero} from {place}"),
    Verb("score", ("target",), "score this place", label="score {target}"),
    Verb("scoreboard", ("mobile", "target"), "put a mobile scoreboard here",
         label="put the {mobile} on {target}"),
    Verb("king", ("node",), "move the King", label="move the King to {node}",
         never="the King never enters {place}"),
    Verb("grande", ("home",), "move your Grande", label="move the Grande to {home}",
         never="this card does not move your Grande into {place}"),
    Verb("evacuate", ("region",), "name a region that the other players must leave",
         label="make the other players leave {region}",
         never="{place} cannot be evacuated, only a region can"),
    Verb("disk", ("region",), "set your secret disk", secret=True,
         label="set the disk to {region}",
         never="{place} is not on the secret disk, only regions are"),
    Verb("recall", ("hand",), "take back a played power card", secret=True,
         label="take back the {hand}"),
    Verb("veto", (), "stop the announced special action with a Veto", label="veto it"),
    Verb("use", ("card",), "use a card that you have kept", label="use card {card}"),
    Verb("let", (), "let this step pass", label="let this step pass"),
    Verb("let-all", (), "let the whole special action pass", label="let the whole action pass"),
    Verb("done", (), "stop placing, fetching or moving", label="stop here"),
    Verb("end", (), "end the turn", label="end the turn"),
)  # fmt: skip
FETCH_KIND = Verb(
    "fetch-kind",
    ("kind", "place"),
    "fetch another of your caballeros when the provinces run short",
    label="fetch {piece} from {place}",
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
        self.declared = {verb.name: verb for verb in verbs}
        self.domains = {verb.name: verb.domains for verb in verbs}
        self.base: dict[str, int] = {}
        self.texts: list[str] = []
        self._verb_of: list[int] = []
        self.secret: set[int] = set()
        for index, verb in enumerate(verbs):
            if verb.name in self.base:
                raise NotationError(f"the verb {verb.name!r} is declared twice")
            if field := stray(verb):
                raise NotationError(
                    f"the label of {verb.name!r} has a field {field!r}, but the verb no such word"
                )
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
            raise NotationError("an empty line is not a command")
        if words[0] not in self.base:
            raise NotationError(f"there is no command {words[0]!r}")
        verb = next(verb for verb in self.verbs if verb.name == words[0])
        form = " ".join((verb.name, *(name.upper() for name in verb.domains)))
        if len(verb.domains) == 1 < len(words):
            what = f"{verb.name!r} cannot name {' '.join(words[1:])!r} in this game"
            raise NotationError(f"{what}; write it as {form!r}")
        raise NotationError(f"{' '.join(words)!r} does not work here; write it as {form!r}")
