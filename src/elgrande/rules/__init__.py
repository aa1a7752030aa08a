"""The rules core: positions, steps and scoring, from the standard library alone.

``Spec`` says what a game consists of, ``Ruleset`` is what it compiles to,
``State`` is one position with everything hidden in it and ``View`` is what one
seat may know of it. ``steps`` holds the pieces of a game's program, ``effects``
what the cards do. No file, clock, screen or global generator is used here.
"""

from elgrande.rules.commands import Command, Decision, NotationError
from elgrande.rules.free import FreeAction
from elgrande.rules.generator import Generator
from elgrande.rules.parts import Held
from elgrande.rules.position import Position, Slot, State, View
from elgrande.rules.refused import Case
from elgrande.rules.ruleset import Ruleset
from elgrande.rules.scoring import Extra, Gift, Line, Scored, score
from elgrande.rules.spec import Boxed, Card, Form, Kind, Node, Params, Region, Spec, SpecError
from elgrande.rules.start import start
from elgrande.rules.wording import Names, Words

__all__ = [
    "Boxed", "Card", "Case", "Command", "Decision", "Extra", "Form", "FreeAction", "Generator",
    "Gift", "Held", "Kind", "Line", "Names", "Node", "NotationError", "Params", "Position",
    "Region", "Ruleset", "Scored", "Slot", "Spec", "SpecError", "State", "View", "Words", "score",
    "start",
]  # fmt: skip
