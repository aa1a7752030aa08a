"""The pieces of a game's program: round, turn, general scoring, disks, windows.

A frame on a State's stack is a named tuple (``elgrande.rules.parts``) of a class that
stands beside its step. ``step`` says what every step is; ``elgrande.rules.base`` lists
those of the base game, and an expansion adds its own.
"""

from elgrande.rules.steps.effect import AutoEffect, Effect, OneChoice
from elgrande.rules.steps.step import InstantStep, Step

__all__ = ["AutoEffect", "Effect", "InstantStep", "OneChoice", "Step"]
