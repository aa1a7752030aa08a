"""What a game consists of, before it is compiled.

An edition fills a ``Spec``; each expansion edits it: places, kinds, cards and
the named lists of steps. ``Ruleset`` then compiles it once, at set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypedDict, TypeGuard, TypeVar, cast

from elgrande.rules.commands import FETCH_KIND, VERBS, Verb
from elgrande.rules.moments import MOMENTS
from elgrande.rules.pile import IN_VIEW
from elgrande.rules.questions import QUESTIONS, AtOnce

if TYPE_CHECKING:
    from elgrande.rules.free import FreeAction
    from elgrande.rules.generator import Generator
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.ruleset import Ruleset
    from elgrande.rules.steps.step import Step


class SpecError(ValueError):
    """A Spec that cannot be compiled; the message is one sentence that says why.

    Where a card is at fault, ``card``, ``field`` and ``problem`` say so apart, and
    ``faults`` has this fault and those of all other cards.
    """

    def __init__(
        self, sentence: str, *, card: str = "", field: str = "", problem: str = ""
    ) -> None:
        super().__init__(sentence)
        self.card = card
        self.field = field
        self.problem = problem
        self.faults: tuple[SpecError, ...] = (self,)

    @classmethod
    def of_card(cls, card: str, field: str, problem: str) -> SpecError:
        """Return the error for a field of a card; ``problem`` names the cure."""
        return cls(
            f"card {card}, field {field!r}: {problem}", card=card, field=field, problem=problem
        )


# -- the parameters of cards: a name holds the same with every effect ---------


ALL = 30
"""A number on a card from which on it means all there are, however many that may be."""


class Params(TypedDict, total=False):
    """The parameters of a card: those that its effect names, and no others.

    They come out of a file and are checked before anything is played (``Effect.faults``).
    An effect with more of its own declares a class on top of this one and casts to it.
    """

    own: int
    foreign: int
    total: int
    number: int
    rounds: int
    one_source: bool
    partial: bool
    castillo: bool
    values: Sequence[int]
    options: Sequence[str]
    nodes: Sequence[str]
    where: str
    king: bool
    targets: Sequence[str]
    optional: bool


@dataclass(frozen=True)
class Param:
    """What a parameter holds, in words for whoever writes a card, and the test of it."""

    wants: str
    fits: Callable[[object], bool]


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(low: int, high: int) -> Param:
    return Param(
        f"a number from {low} to {high}",
        lambda value: isinstance(value, int) and _is_number(value) and low <= value <= high,
    )


def _some(value: object, of: Callable[[object], bool], most: int) -> bool:
    return isinstance(value, (list, tuple)) and 0 < len(value) <= most and all(map(of, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_COUNT = _number(0, 99)
_FLAG = Param("true or false", lambda value: isinstance(value, bool))
_TEXTS = Param("a list of 1 to 9 texts", lambda value: _some(value, _is_text, 9))
PARAMS: dict[str, Param] = {
    "own": _COUNT,
    "foreign": _COUNT,
    # A card that can do nothing would ask for answers that nobody has.
    "total": _number(1, 99),
    "number": _number(1, 99),
    "rounds": _number(0, 9),
    "one_source": _FLAG,
    "partial": _FLAG,
    "castillo": _FLAG,
    "values": Param("a list of 1 to 9 numbers", lambda value: _some(value, _is_number, 9)),
    "options": Param("a list of 1 to 9 ids of cards", lambda value: _some(value, _is_text, 9)),
    "nodes": _TEXTS,
    "where": Param("the name of a set of regions", _is_text),
    "king": _FLAG,
    "targets": _TEXTS,
    "optional": _FLAG,
}
"""By name. A parameter that is not here is checked by its effect alone."""


# -- places, cards, caballeros ------------------------------------------------


@dataclass(frozen=True)
class Region:
    """One or more places with a scoreboard (FACTS 1.4).

    ``neighbours`` are ids of regions; it is enough that one of two names the other. A
    region with a ``disk`` has a region card too: the secret disk can be set on it, and at the
    start the King or a Grande may be dealt there. ``coastal`` is for cards that ask for it.
    A region without ``places`` is a place of its own id, with the King in it taboo.
    """

    id: str
    values: tuple[int, int, int]
    neighbours: tuple[str, ...]
    places: tuple[str, ...] = ()
    disk: bool = True
    coastal: bool = False

    @property
    def place_ids(self) -> tuple[str, ...]:
        """The places that belong to the region; a plain region is its own place."""
        return self.places or (self.id,)


@dataclass(frozen=True)
class Node:
    """A King's seat that is no region: what it borders and what it makes taboo."""

    id: str
    neighbours: tuple[str, ...]
    taboo: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """An action card: its stack, how many caballeros it places, and its effect.

    ``params`` are the effect's own; ``returns`` is true of a card that is turned
    up again every round (FACTS 1.2, stack 5). A card of stack 0 lies in no stack:
    it is an action that other cards name, to choose it or to use it later.
    ``marks`` are symbols printed on it, each with its number; what they bring about
    is up to whoever declared them (``Spec.marks``). A card with a ``value`` is of stack 0 and
    lies in hands: whoever plays with such cards says so in ``Spec.power``, that it ``brings``
    so many caballeros from the provinces to the court.
    """

    id: str
    stack: int
    caballeros: int
    effect: str
    params: Params = field(default_factory=Params)
    returns: bool = False
    marks: Mapping[str, int] = field(default_factory=dict)
    value: int = 0
    brings: int = 0

    @property
    def parts(self) -> frozenset[str]:
        """What its parameters name, among it the cards that it carries out: these are its parts."""
        every = (v if isinstance(v, (list, tuple)) else (v,) for v in self.params.values())
        return frozenset(one for some in every for one in some if isinstance(one, str))


@dataclass(frozen=True)
class Kind:
    """Caballeros that are no seat's first row: a carrier of a seat's, or nobody's.

    ``number`` lie in the provinces at the start. ``owner`` is the colour whose they
    are, or nobody. Kinds of one ``family`` turn into each other, so that only
    their sum stays the same; without a name of its own a kind's family is its
    owner's, or itself. ``nature`` says what cards take it for: ``caballero`` (a
    player's, whoever plays), ``carrier`` (with something on it) or ``neutral``.
    ``called`` is the id under which its owner is named, where that is not its own name:
    a colour that nobody plays says nothing of whose it is. One that ``turns`` is nowhere for
    a moment where it is ``never``: whoever comes there counts as the first kind of its family.
    """

    name: str
    number: int = 0
    owner: str = ""
    family: str = ""
    nature: str = "neutral"
    called: str = ""
    turns: bool = False


NATURES = ("caballero", "carrier", "neutral")


@dataclass(frozen=True)
class Boxed:
    """Cards of which some, drawn by lot and seen by nobody, go back to the box at the start."""

    cards: frozenset[str]
    number: int


# -- how the numbers that an expansion keeps are written in a description of a position


@dataclass(frozen=True)
class Form:
    """A name for every number that may be kept, or for every bit of it if ``several``."""

    names: Mapping[int, bool | int | str]
    several: bool = False

    def write(self, number: int) -> Any:
        """Return the name of a number, or the names of its bits."""
        if self.several:
            return [name for bit, name in self.names.items() if (number >> bit) & 1]
        return self.names[number]

    def read(self, plain: object) -> int | None:
        """Return the number that ``write`` wrote so, or None for anything else."""
        if not self.several:
            return self._number(plain)
        if not isinstance(plain, list):
            return None
        bits = [self._number(name) for name in plain]
        if None in bits or len(set(bits)) != len(bits):
            return None
        return sum(1 << bit for bit in bits if bit is not None)

    @property
    def wants(self) -> str:
        """What a person should write: ``one of true, false``."""
        names = ", ".join(str(name).lower() if isinstance(name, bool) else str(name)
                          for name in self.names.values())  # fmt: skip
        return f"a list of some of {names}" if self.several else f"one of {names}"

    def _number(self, plain: object) -> int | None:
        for number, name in self.names.items():
            # True is 1 to Python, but nobody who writes one means the other.
            if type(name) is type(plain) and name == plain:
                return number
        return None


def whose(rules: Ruleset) -> Form:
    """Return how a position writes at whose court something is, or that it is at nobody's (-1)."""
    return Form({-1: "nobody", **dict(enumerate(rules.colours))})


# -- the Spec -----------------------------------------------------------------


F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")


class Once(dict[str, V]):
    """What is declared by name, each by one expansion; SpecError for a name that is taken.

    Expansions that share one on purpose declare it with ``setdefault``.
    """

    def __setitem__(self, name: str, value: V) -> None:
        if name in self:
            raise SpecError(f"two expansions declare {name!r}; one of them must rename it")
        super().__setitem__(name, value)

    def update(self, *others: Any, **named: V) -> None:
        """Declare all of them."""
        for name, value in dict[str, V](*others, **named).items():
            self[name] = value

    def __ior__(self, others: Any) -> Self:  # type: ignore[override, misc]
        self.update(others)
        return self


DECIDED_ONCE = ("extra_field", "hand_size")
"""What of a Spec only one expansion may decide: nobody can keep what another made of it."""


@dataclass
class Spec:
    """Everything that a game is made of, by name, still open to edits."""

    edition: str
    version: str
    colours: tuple[str, ...]
    regions: list[Region]
    castillo: tuple[int, int, int]
    mobile: list[tuple[str, tuple[int, int, int]]]
    power: dict[int, int]
    ranks: int
    cards: list[Card]
    rounds: tuple[int, ...]
    scoring_rounds: tuple[int, ...]
    programs: dict[str, list[str]]
    caballeros: int
    court: int
    home: int
    expansions: tuple[str, ...] = ()
    """The ids of those that were chosen; a description of a position names them."""
    in_play: tuple[str, ...] = ()
    """The ids of all expansions that edited this, those that nobody chose too, in that order."""
    palette: tuple[str, ...] = ()
    """All colours that the edition has caballeros of, whoever plays."""
    kinds: list[Kind] = field(default_factory=list)
    """Kinds beside one of plain caballeros for each colour that plays."""
    boxed: list[Boxed] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=Once)
    """Symbols that cards may bear: name, and what it means, for whoever writes a card."""
    hand_size: int | None = None
    """How many of the power cards a seat has in the first round; None for all of them.

    Steps of the set-up make hands of that size: ``elgrande.rules.steps.hand``.
    """
    extra_hand: list[str] = field(default_factory=list)
    """Cards besides the power cards that hands may hold; there is one of each in the game."""
    extra_field: str = "others"
    """What they are called, all of them: the field of a seat in a description of a position."""
    abilities: list[str] = field(default_factory=list)
    """Cards of stack 0 whose actions are no special actions, so that nobody can stop them."""
    extra_places: list[str] = field(default_factory=list)
    """Places that belong to no region and are neither court nor provinces."""
    nodes: list[Node] = field(default_factory=list)
    grandes_inside: bool = False
    """Whether Grandes may stand in the Castillo."""
    verbs: list[Verb] = field(default_factory=list)
    free: list[FreeAction] = field(default_factory=list)
    """What may be done in a turn besides the two actions of the card (``free``)."""
    cells: dict[str, int] = field(default_factory=Once)
    """Open values of an expansion, with their value at the start: whole numbers, -1 for none.

    ``position.cell(name)`` reads one, ``state.board[rules.cell[name]] = value`` sets it; a
    position has them in ``[cells]``, in the names of ``forms``.
    """
    hidden: dict[str, Any] = field(default_factory=Once)
    """Hidden values of an expansion, one in every seat's drawer, with their value at the start."""
    passing: set[str] = field(default_factory=set)
    """Open values that mean something within a turn alone: a position cannot choose them."""
    never: dict[str, set[str]] = field(default_factory=dict)
    """By kind of caballeros: the places where none can be between two turns."""
    laid_by: dict[str, str] = field(default_factory=dict)
    """By open value: the effect that alone brings it about, so that its card has been used."""
    forms: dict[str, Callable[[Ruleset], Form]] = field(default_factory=Once)
    """How open and hidden values are written where they are no plain numbers."""
    more_turns: int = 0
    """Turns in a round that are no seat's: each takes an action card and bars a power card."""
    checks: list[Callable[[Position, bool, int], tuple[str, ...] | None]] = field(
        default_factory=list
    )
    """What must hold of the open values of a position that somebody laid out.

    Each is asked of a position between turns, whether a round is to begin, and how many
    follow this one; it returns the value at fault and the problem with its cure, before them the
    table if that is another than the values'.
    """
    steps: list[type[Step[Any]]] = field(default_factory=list)
    uses: dict[tuple[str, str], str] = field(default_factory=dict)
    """The effect as whose card a kept one is used, by its own and the trigger (``use_as``)."""
    options: dict[str, Any] = field(default_factory=dict)
    """House rules, by key."""
    pile: str = "top"
    """Which of a player's played power cards everybody sees: top or latest (``pile``)."""
    bends: dict[str, list[Any]] = field(default_factory=dict)
    """What expansions answer to questions, in the order in which they were chained."""
    why_shut: list[Callable[[Case, str, str], str]] = field(default_factory=list)
    """Why a place is shut by this expansion, for whoever is refused: ``(case, place, kind)``.

    Whoever bends ``taboo``, ``may_enter`` or ``may_leave`` adds one, of ids; ``kind`` is empty
    where nobody may enter or leave. It returns a clause, ``the flag lies in Galicia``, or ""
    where this is not its doing; without any the refusal says only that nobody may.
    """
    listeners: dict[str, list[Callable[..., None]]] = field(default_factory=dict)
    """What expansions do at moments, in the order in which they were added."""
    deal: dict[str, Callable[[State, int, Generator], object]] = field(default_factory=Once)
    """For ``sample``: deals a seat's hidden value to fit a State whose hands are dealt.

    A hidden value without one is dealt as at the start.
    """
    editor: str = ""
    """The id of the expansion that edits it just now."""
    bent: dict[str, set[str]] = field(default_factory=dict)
    """The questions that each expansion has bent, by its id."""
    redefined: set[str] = field(default_factory=set)
    """The steps that have been redefined, by name."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set it; SpecError for another value of what has been decided."""
        if name in DECIDED_ONCE:
            known = vars(self).get(name, value)
            if known not in (value, getattr(Spec, name)):
                raise SpecError(f"two expansions decide {name!r}: {known!r} and {value!r}")
        super().__setattr__(name, value)

    def insert_before(self, program: str, step: str, *names: str) -> None:
        """Put steps before a step of a program."""
        at = self._find(program, step)
        self.programs[program][at:at] = names

    def insert_after(self, program: str, step: str, *names: str) -> None:
        """Put steps after a step of a program."""
        at = self._find(program, step) + 1
        self.programs[program][at:at] = names

    def replace(self, program: str, step: str, *names: str) -> None:
        """Put steps in the place of a step of a program."""
        at = self._find(program, step)
        self.programs[program][at : at + 1] = names

    def remove(self, program: str, step: str) -> None:
        """Take a step out of a program."""
        self.replace(program, step)

    def redefine(self, step: type[Step[Any]]) -> None:
        """Let another class stand for the step of its name.

        Raises SpecError if there is none, or for one that has been redefined by a class
        of which this is no subclass: what that one does would be lost.
        """
        names = [known.name for known in self.steps]
        if step.name not in names:
            raise SpecError(f"there is no step {step.name!r} to redefine")
        at = names.index(step.name)
        if step.name in self.redefined and not issubclass(step, self.steps[at]):
            raise SpecError(f"two expansions redefine the step {step.name!r}; they do not fit")
        self.redefined.add(step.name)
        self.steps[at] = step

    def bend(self, question: str, function: Callable[..., Any] | AtOnce) -> None:
        """Answer one of the ``QUESTIONS`` anew; the function gets what answered before first.

        Raises SpecError for a question that nobody asks.
        """
        if question not in QUESTIONS:
            known = ", ".join(sorted(QUESTIONS))
            raise SpecError(f"there is no question {question!r} to bend; the questions are {known}")
        if isinstance(function, AtOnce) and question not in ("may_enter", "room"):
            raise SpecError(f"{question!r} is asked of no place, so it cannot be bent at once")
        self.bends.setdefault(question, []).append(function)
        self.bent.setdefault(self.editor, set()).add(question)

    def use_as(self, effect: str, other: str, *triggers: str) -> None:
        """At these triggers let a kept card of an effect be used as one of another effect is.

        At all others it is used as before. The other effect is one of kept cards, and reads no
        parameters of the card. Raises SpecError if another expansion says otherwise.
        """
        for trigger in triggers:
            known = self.uses.setdefault((effect, trigger), other)
            if known != other:
                raise SpecError(f"two expansions say how {effect!r} is used at {trigger!r}")

    def on(self, moment: str, function: Callable[..., None]) -> None:
        """Do something at one of the ``MOMENTS``, after whoever was there before.

        Raises SpecError for a moment of which nobody is told.
        """
        if moment not in MOMENTS:
            known = ", ".join(sorted(MOMENTS))
            raise SpecError(f"there is no moment {moment!r}; the moments are {known}")
        self.listeners.setdefault(moment, []).append(function)

    def chain(self, question: str, base: F) -> F:
        """Return what answers a question: the base game's function, or what bends it."""
        answer: Callable[..., Any] = base
        for function in self.bends.get(question, ()):
            answer = partial(function, answer)
        return cast("F", answer)

    def _find(self, program: str, step: str) -> int:
        if program not in self.programs:
            known = ", ".join(sorted(self.programs))
            raise SpecError(f"there is no program {program!r}; the programs are {known}")
        steps = self.programs[program]
        if step not in steps:
            raise SpecError(f"program {program!r} has no step {step!r}; it is {', '.join(steps)}")
        return steps.index(step)


# -- what must hold of it -----------------------------------------------------


CASTILLO = "castillo"
COURT = "court"
PROVINCES = "province"
BASE_PLACES = (CASTILLO, COURT, PROVINCES)
"""The places of every game that belong to no region."""
_CALLED_BY = {"action cards": "id"}
"""What things are called by, where it is no name: cards have one besides."""


def check_names(spec: Spec) -> None:
    """Raise SpecError for a name that no command could say, that two things have, or of nothing.

    Two expansions that do not know each other may have thought of the same one.
    """
    named: Mapping[str, Iterable[str]] = {
        "kinds": (*spec.colours, *(kind.name for kind in spec.kinds)),
        "places": (*BASE_PLACES, *(place for one in spec.regions for place in one.place_ids),
                   *spec.extra_places),
        "seats of the King": (*(one.id for one in spec.regions), *(one.id for one in spec.nodes)),
        "mobile scoreboards": (name for name, _ in spec.mobile),
        "cards of hands": (*map(str, spec.power), *spec.extra_hand),
        "action cards": (card.id for card in spec.cards),
        "verbs": (verb.name for verb in (*VERBS, FETCH_KIND, *spec.verbs)),
    }  # fmt: skip
    for things, names in named.items():
        seen = set()
        for name in names:
            if name.split() != [name]:
                raise SpecError(
                    f"a command could not say {name!r}: {things} are called by one word"
                )
            if name in seen:
                raise SpecError(
                    f"two {things} have the same {_CALLED_BY.get(things, 'name')}: {name!r}"
                )
            seen.add(name)
    for name in spec.hidden:
        if name in spec.cells:
            raise SpecError(f"{name!r} is both an open and a hidden value")
    for kind in spec.kinds:
        if kind.number < 0:
            raise SpecError(f"kind {kind.name!r} cannot number {kind.number}")
    for name in spec.forms:
        if name not in spec.cells and name not in spec.hidden:
            raise SpecError(f"there is a form of {name!r}, but no open or hidden value")
    for name in spec.deal:
        if name not in spec.hidden:
            raise SpecError(f"{name!r} is to be dealt, but is not a hidden value")
    if spec.pile not in IN_VIEW:
        raise SpecError(f"there is no pile {spec.pile!r}; choose from {', '.join(IN_VIEW)}")


def check_marks(spec: Spec) -> None:
    """Raise SpecError for a mark on a card that no game knows, or that is no number."""
    for card in spec.cards:
        for name, number in card.marks.items():
            if name not in spec.marks:
                known = f"write some of: {', '.join(spec.marks)}" if spec.marks else "remove it"
                problem = f"this game marks no cards with {name!r}; {known}"
                raise SpecError.of_card(card.id, "marks", problem)
            if not isinstance(number, int) or not 0 < number < 10:
                problem = f"write a number from 1 to 9 for {name!r}"
                raise SpecError.of_card(card.id, "marks", problem)


def check_values(spec: Spec) -> None:
    """Raise SpecError for a card of hands that lies in a stack too, or whose value another has."""
    met: dict[int, str] = {}
    for card in spec.cards:
        if not card.value:
            continue
        if card.stack:
            problem = "a card with a value is in hands and not in a stack; write 0 here"
            raise SpecError.of_card(card.id, "stack", problem)
        if other := met.get(card.value):
            problem = f"{other} has the value {card.value} too; give each its own"
            raise SpecError.of_card(card.id, "value", problem)
        met[card.value] = card.id


def put_away(
    spec: Spec, cards: Sequence[Card], stacks: Sequence[int]
) -> dict[int, list[tuple[frozenset[int], int]]]:
    """Return by stack what goes back to the box; what is not in play cannot and does not."""
    index = {card.id: at for at, card in enumerate(cards)}
    found: dict[int, list[tuple[frozenset[int], int]]] = {stack: [] for stack in stacks}
    for boxed in spec.boxed:
        group = frozenset(index[name] for name in boxed.cards if name in index)
        stacks = sorted({cards[card].stack for card in group})
        if not stacks:
            continue
        named = f"of {', '.join(sorted(cards[card].id for card in group))}"
        if len(stacks) > 1 or stacks[0] not in found:
            raise SpecError(
                f"{boxed.number} {named} go back to the box, which are not in one stack"
            )
        groups = found[stacks[0]]
        # What went before may have taken as many of these as it could.
        left = len(group) - sum(min(number, len(group & other)) for other, number in groups)
        if not 0 <= boxed.number <= left:
            raise SpecError(
                f"{boxed.number} {named} cannot go back to the box; at most {max(0, left)} can"
            )
        groups.append((group, boxed.number))
    return found
