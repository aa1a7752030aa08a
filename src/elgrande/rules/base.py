"""The base game's steps and programs, by name: what an edition begins with."""

from typing import Any

from elgrande.rules.effects import BASE_EFFECTS
from elgrande.rules.steps import disks, general, held, power, turn
from elgrande.rules.steps import round as rounds
from elgrande.rules.steps.step import Step

BASE_STEPS: tuple[type[Step[Any]], ...] = (
    rounds.Program, rounds.Rounds, rounds.NewRound, rounds.TurnUp, power.PowerCards, power.Power,
    power.OrderTurns, rounds.Turns, rounds.ClearStacks, rounds.PassStarter, rounds.ExpireHeld,
    rounds.EndOfRoundScoring, turn.BeginTurn, turn.TakeCaballeros, turn.Fetch, turn.ChooseCard,
    turn.Act, turn.Place, turn.Action, turn.CarryOut, turn.Settle, turn.EndTurn, held.Window,
    disks.Disks, general.SetDisks, general.OpenCastillo, general.EmptyCastillo,
    general.ScoreRegions, general.ScoreAlone, *BASE_EFFECTS,
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
