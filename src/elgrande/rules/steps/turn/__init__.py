"""A player's turn (S0, "Player turns").

``ends`` begins and ends it, ``take`` brings caballeros to the court, ``card`` chooses an
action card and offers its two actions, ``action`` carries the special one out.
"""

from elgrande.rules.steps.turn.action import Action, CarryOut
from elgrande.rules.steps.turn.card import (
    Act,
    ActFrame,
    ChooseCard,
    Place,
    PlaceFrame,
    act_frame,
    place_frame,
)
from elgrande.rules.steps.turn.ends import BeginTurn, EndTurn, Settle
from elgrande.rules.steps.turn.take import Fetch, FetchFrame, TakeCaballeros, fetch_frame

__all__ = [
    "Act", "ActFrame", "Action", "BeginTurn", "CarryOut", "ChooseCard", "EndTurn", "Fetch",
    "FetchFrame", "Place", "PlaceFrame", "Settle", "TakeCaballeros", "act_frame", "fetch_frame",
    "place_frame",
]  # fmt: skip
