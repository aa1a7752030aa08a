"""The base game's steps and programs, by name: what an edition begins with."""

from typing import Any

from elgrande.rules.effects import BASE_EFFECTS
from elgrande.rules.steps.disks import Disks
from elgrande.rules.steps.general import EmptyCastillo, OpenCastillo, ScoreRegions, SetDisks
from elgrande.rules.steps.power import OrderTurns, Power, PowerCards
from elgrande.rules.steps.program import Run
from elgrande.rules.steps.round import (
    ClearStacks,
    EndOfRoundScoring,
    ExpireHeld,
    NewRound,
    PassStarter,
    Rounds,
    Turns,
    TurnUp,
)
from elgrande.rules.steps.step import Step
from elgrande.rules.steps.turn import (
    Act,
    Action,
    BeginTurn,
    CarryOut,
    ChooseCard,
    EndTurn,
    Fetch,
    Place,
    Settle,
    TakeCaballeros,
)
from elgrande.rules.steps.window import Window

BASE_STEPS: tuple[type[Step[Any]], ...] = (
    Run, Rounds, NewRound, TurnUp, PowerCards, Power, OrderTurns, Turns, ClearStacks,
    PassStarter, ExpireHeld, EndOfRoundScoring, BeginTurn, TakeCaballeros, Fetch, ChooseCard,
    Act, Place, Action, CarryOut, Settle, EndTurn, Window, Disks, SetDisks, OpenCastillo,
    EmptyCastillo, ScoreRegions, *BASE_EFFECTS,
)  # fmt: skip

BASE_PROGRAMS: dict[str, tuple[str, ...]] = {
    "game": ("rounds",),
    "round": (
        "new_round", "turn_up", "power_cards", "order_turns", "turns", "clear_stacks",
        "pass_starter", "expire_held", "end_of_round_scoring",
    ),
    "turn": ("begin_turn", "take_caballeros", "choose_card", "end_turn"),
    "general_scoring": ("set_disks", "open_castillo", "empty_castillo", "score_regions"),
}  # fmt: skip
