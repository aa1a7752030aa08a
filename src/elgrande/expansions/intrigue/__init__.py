"""Intrigue & the King: thirteen own cards in the place of power cards and stacks (S0, S4).

``deck.toml`` are all its cards, ``cards`` reads them for a game, with the set-up, the choice of
thirteen, and playing one; ``turn`` is what a turn acts on and may place, ``effects`` what the base
game does not have. ``display`` is what others are told of it; ``first-round.toml`` is a lesson.
"""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.edition import HouseRule, Label
from elgrande.content.expansion import Expansion
from elgrande.expansions.intrigue import display, effects, turn
from elgrande.expansions.intrigue.cards import (
    CARDS,
    FIRST_GAMES,
    HAND,
    REQUIRED,
    FirstDisk,
    HandOut,
    KeepCards,
    PlayCard,
    VetoThisRound,
    power_cards,
)
from elgrande.expansions.intrigue.display import BOTS, DISPLAY
from elgrande.rules import Spec, SpecError
from elgrande.rules.effects.figures import grandes_by_disk
from elgrande.rules.effects.pieces import ESCORT, Follow, GrandeEscort
from elgrande.rules.steps.hand import choose_hands, deal_hands

BASE_STACKS = range(1, 6)
"""The stacks of the base game's action cards, which go to the box (S0, S4)."""
HOUSE_RULES = (
    HouseRule(
        "cards", "Cards to choose from",
        "First games are played with the 18 cards whose value is a multiple of ten.",
        18, (18, 31),
    ),
    HouseRule(
        "hand", "The thirteen cards",
        "Everybody chooses them in secret, or they are dealt from everybody's own cards.",
        "chosen", ("chosen", "dealt"),
    ),
)  # fmt: skip
EFFECTS = (
    turn.CaballeroCard, turn.Placing, turn.AsRole, VetoThisRound, effects.Intrigue,
    effects.SendOthers, effects.ThrowIn, effects.KeepForScoring, GrandeEscort,
    Follow, effects.GrandesWander, effects.GrandesArrive, effects.Conspiracy, effects.Bridge,
    effects.Quarantine, effects.ScorePair,
)  # fmt: skip


def edit(spec: Spec) -> None:
    """Put power cards and stacks away, and play with hands of action cards."""
    # A card with a value that lies in a stack is a fault, which is said when the game is compiled.
    spec.cards = [card for card in spec.cards if card.stack not in BASE_STACKS or card.value]
    spec.marks[REQUIRED] = "its action must be carried out as much as possible"
    spec.power = power_cards(spec)
    if len(spec.power) < HAND:
        raise SpecError(
            f"a hand keeps {HAND} cards, and of those with a value that are in play there are "
            f"{len(spec.power)}; with the house rule cards=18 these are the multiples of "
            f"{FIRST_GAMES}: play with cards=31 or change the fields 'value'"
        )
    spec.steps += [*EFFECTS, FirstDisk, HandOut, turn.ForgetPlacing, effects.LiftQuarantine]
    spec.verbs += [effects.THROW_IN, ESCORT, effects.BRIDGE]
    spec.insert_before("game", "rounds", FirstDisk.name)
    if spec.options.get("hand") == "dealt":
        deal_hands(spec, HAND)
    else:
        choose_hands(spec, HAND)
        spec.redefine(KeepCards)
    spec.redefine(PlayCard)
    spec.redefine(turn.ChooseAction)
    spec.redefine(turn.PlaceOnCard)
    spec.insert_after("round", "order_turns", HandOut.name)
    spec.insert_before("turn", "end_turn", turn.ForgetPlacing.name)
    spec.insert_after("general_scoring", "score_regions", effects.LiftQuarantine.name)
    spec.laid_by |= {
        effects.ENDS[0]: effects.Bridge.name,
        effects.QUARANTINED: effects.Quarantine.name,
    }
    _bend(spec)
    display.edit(spec)


def _bend(spec: Spec) -> None:
    spec.bend("offered", turn.offered)
    spec.bend("required", turn.required)
    spec.bend("allowance", turn.allowance)
    spec.bend("landing", turn.landing)
    spec.bend("neighbours", effects.neighbours)
    spec.bend("taboo", effects.taboo)
    spec.why_shut.append(effects.why_shut)
    spec.on("chosen", turn.chosen)
    grandes_by_disk(spec, effects.Conspiracy)


INTRIGUE = Expansion(
    "intrigue",
    "Intrigue & the King",
    "Each player has thirteen action cards instead of power cards and stacks; the highest "
    "card also plays the King, the lowest Intrigue.",
    edit,
    needs=("1996",),
    excludes=("grandissimo",),
    cards=CARDS,
    labels={effects.PAIR: Label("the pair"), "power": Label("action card")},
    pages=files(__name__) / "pages.toml",
    house_rules=HOUSE_RULES,
    idle=("own_caballero", "veto"),
    display=DISPLAY,
    bots=BOTS,
    lessons=(files(__name__) / "first-round.toml",),
)
