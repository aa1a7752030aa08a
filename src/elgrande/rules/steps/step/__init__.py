"""What every step is, and what the effects of cards share.

``base`` is the step, ``effect`` the special action of a card and ``held`` a card that is
kept; ``action`` is what stands on the stack below an effect, and ``windows`` opens the moments
at which held cards may be used.
"""

from elgrande.rules.steps.step.action import (
    ANNOUNCED,
    BEGUN,
    ActionFrame,
    CarryOutFrame,
    action_frame,
    action_index,
    begin_action,
    begin_carrying_out,
    current_action,
    stop_action,
)
from elgrande.rules.steps.step.base import InstantStep, Step
from elgrande.rules.steps.step.effect import AutoEffect, Effect, OneChoice, on_cards
from elgrande.rules.steps.step.held import (
    HeldEffect,
    KeepChosen,
    KeepFrame,
    discard_held,
    expire_held,
)
from elgrande.rules.steps.step.windows import (
    RARE,
    STOPPABLE,
    TRIGGERS,
    AskedFrame,
    PausingStep,
    WindowFrame,
    open_windows,
)

__all__ = [
    "ANNOUNCED", "BEGUN", "RARE", "STOPPABLE", "TRIGGERS", "ActionFrame", "AskedFrame",
    "AutoEffect", "CarryOutFrame", "Effect", "HeldEffect", "InstantStep", "KeepChosen",
    "KeepFrame", "OneChoice", "PausingStep", "Step", "WindowFrame", "action_frame", "action_index",
    "begin_action", "begin_carrying_out", "current_action", "discard_held", "expire_held",
    "on_cards", "open_windows", "stop_action",
]  # fmt: skip
