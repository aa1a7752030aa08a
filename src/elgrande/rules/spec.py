"""What a game consists of, before it is compiled.

An edition fills a ``Spec``; each expansion edits it: places, kinds, cards and
the named lists of steps. ``Ruleset`` then compiles it once, at set-up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elgrande.rules.commands import Verb
    from elgrande.rules.forms import Form
    from elgrande.rules.generator import Generator
    from elgrande.rules.position import Position, State, View
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


@dataclass(frozen=True)
class Region:
    """One or more places with a scoreboard (FACTS 1.4).

    ``neighbours`` are ids of regions. A region without a disk cannot be set on
    the secret disk.
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
    """

    id: str
    stack: int
    caballeros: int
    effect: str
    params: Mapping[str, Any] = field(default_factory=dict)
    returns: bool = False


@dataclass(frozen=True)
class Boxed:
    """Cards of which some, drawn by lot and seen by nobody, go back to the box at the start."""

    cards: frozenset[str]
    number: int


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
    caballeros: int = 30
    court: int = 7
    home: int = 2
    expansions: tuple[str, ...] = ()
    """The ids of those that were chosen; a description of a position names them."""
    palette: tuple[str, ...] = ()
    """All colours that the edition has caballeros of, whoever plays."""
    neutral: list[tuple[str, int]] = field(default_factory=list)
    """Kinds that are no seat's: name, and how many lie in the provinces at the start."""
    dummies: set[str] = field(default_factory=set)
    """Those of the neutral kinds that cards treat like another player's caballeros."""
    boxed: list[Boxed] = field(default_factory=list)
    extra_hand: list[str] = field(default_factory=list)
    """Cards besides the power cards that hands may hold; there is one of each in the game."""
    extra_places: list[str] = field(default_factory=list)
    """Places that belong to no region and are neither court nor provinces."""
    nodes: list[Node] = field(default_factory=list)
    grandes_inside: bool = False
    """Whether Grandes may stand in the Castillo."""
    verbs: list[Verb] = field(default_factory=list)
    cells: dict[str, int] = field(default_factory=dict)
    """Open values of an expansion, with their value at the start."""
    hidden: dict[str, Any] = field(default_factory=dict)
    """Hidden values of an expansion, one in every seat's drawer, with their value at the start."""
    forms: dict[str, Callable[[Ruleset], Form]] = field(default_factory=dict)
    """How open and hidden values are written where they are no plain numbers."""
    more_turns: int = 0
    """Turns in a round that are no seat's: each takes an action card and bars a power card."""
    checks: list[Callable[[Position, bool, int], tuple[str, str] | None]] = field(
        default_factory=list
    )
    """What must hold of the open values of a position that somebody laid out.

    Each is asked of a position between turns, whether a round is to begin, and how many
    follow this one; it returns the value at fault and the problem with its cure.
    """
    steps: list[type[Step]] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    """House rules, by key."""
    pile: str = "top"
    """Which of a player's played power cards everybody sees: top, latest or none (``pile``)."""
    stop_at_reveal: bool = True
    """Whether held cards may be used between the reveal of an action's disks and its first unit."""
    taboo: Callable[[Position], frozenset[int]] | None = None
    neighbours: Callable[[Position], tuple[int, ...]] | None = None
    scoreboard: Callable[[Position, int], tuple[int, int, int]] | None = None
    counts_as: Callable[[Position, int], int] | None = None
    initiative: Callable[[Position, int], int] | None = None
    """The number by which a seat that has played its power card acts: the highest first."""
    barred: Callable[[Position], list[int]] | None = None
    """The numbers on the table that no other player may play; 0 bars nothing."""
    recallable: Callable[[Position, int], int] | None = None
    """The cards that a seat can have played, as bits of a hand."""
    in_view: Callable[[Position, int], int] | None = None
    """The played cards of a seat that everybody sees lie there, as bits of a hand."""
    private_hand: Callable[[View], tuple[tuple[int, int], ...]] | None = None
    """What a view knows of other hands that is not open: seat and bit of the card."""
    deal: dict[str, Callable[[State, int, Generator], Any]] = field(default_factory=dict)
    """For ``sample``: deals a seat's hidden value to fit a State whose hands are dealt.

    A hidden value without one is dealt as at the start.
    """

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

    def redefine(self, step: type[Step]) -> None:
        """Let another class stand for the step of its name."""
        names = [known.name for known in self.steps]
        if step.name not in names:
            raise SpecError(f"there is no step {step.name!r} to redefine")
        self.steps[names.index(step.name)] = step

    def _find(self, program: str, step: str) -> int:
        if program not in self.programs:
            known = ", ".join(sorted(self.programs))
            raise SpecError(f"there is no program {program!r}; the programs are {known}")
        steps = self.programs[program]
        if step not in steps:
            raise SpecError(f"program {program!r} has no step {step!r}; it is {', '.join(steps)}")
        return steps.index(step)
