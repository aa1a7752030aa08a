"""The pieces of a game's program: round, turn, general scoring, disks, windows.

A frame on a State's stack is a tuple: the step's name, its actor, then open
values. ``step`` says what every step is; ``elgrande.rules.base`` lists those of
the base game, and an expansion adds its own.
"""

from elgrande.rules.steps.step import AutoEffect, Effect, Step

__all__ = ["AutoEffect", "Effect", "Step"]
