"""A player's turn (S0, "Player turns").

``ends`` begins and ends it, ``take`` brings caballeros to the court, ``card`` chooses an
action card and offers its two actions, ``action`` carries the special one out.
"""

from typing import Any

from elgrande.rules.steps.step import Step
from elgrande.rules.steps.turn.action import Action, CarryOut
from elgrande.rules.steps.turn.card import Act, ActFrame, ChooseCard, act_frame
from elgrande.rules.steps.turn.ends import BeginTurn, EndTurn, Settle
from elgrande.rules.steps.turn.place import Place, PlaceFrame, place_frame
from elgrande.rules.steps.turn.take import Fetch, FetchFrame, TakeCaballeros, fetch_frame

TURN_STEPS: tuple[type[Step[Any]], ...] = (
    BeginTurn, TakeCaballeros, Fetch, ChooseCard, Act, Place, Action, CarryOut, Settle, EndTurn,
)  # fmt: skip

__all__ = [
    "TURN_STEPS", "ActFrame", "FetchFrame", "PlaceFrame", "act_frame", "fetch_frame",
    "place_frame",
]  # fmt: skip
