"""Power Shift: modifiers that shift the value of a played power card (S2; FACTS 2.5, 9.2).

``modifiers.toml`` are the sixteen modifiers, ``deck.toml`` the abilities that
some of them have, ``steps`` deals, passes, plays and uses them, and
``display`` is what others are told of them.
They lie in hand with the power cards, so whatever is known or guessed of a hand
holds for them too: nobody but the holder knows a dealt modifier, except that who
passed one knows whose it is until it is played.
"""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.expansions.power_shift import display
from elgrande.expansions.power_shift.display import BOTS, DISPLAY
from elgrande.expansions.power_shift.steps import (
    CARDS,
    MODIFIER_CARDS,
    MODIFIERS,
    PASSED,
    STEPS,
    VERBS,
    ShiftedPower,
    deal_passed,
    in_view,
    now_cell,
    past_cell,
    private_hand,
    recallable,
    total_decides,
)
from elgrande.rules import Spec

RETOLD = dict.fromkeys(
    ("4-07", "4-08"),
    (
        "Take one of your played power cards or modifiers back into your hand, unseen but for this "
        "round's, which still count for the first-player marker.",
        "printed",
    ),
)
"""Cards of others that take back power cards, and here modifiers, too."""


def edit(spec: Spec) -> None:
    """Put modifiers into the hands and let totals decide."""
    spec.extra_hand += [modifier.id for modifier in MODIFIERS]
    spec.extra_field = "modifiers"
    for colour in spec.colours:
        spec.cells[now_cell(colour)] = 0
        spec.cells[past_cell(colour)] = 0
    spec.hidden[PASSED] = -1
    spec.deal[PASSED] = deal_passed
    spec.abilities += [info.card.id for info in CARDS]
    spec.verbs += VERBS
    spec.steps += STEPS
    spec.redefine(ShiftedPower)
    spec.bend("initiative", total_decides)
    spec.bend("recallable", recallable)
    spec.bend("private_hand", private_hand)
    if spec.pile == "latest":
        spec.bend("in_view", in_view)
    spec.insert_before("game", "rounds", "deal_modifiers", "pass_modifiers")
    spec.insert_after("round", "new_round", "clear_modifiers")
    spec.insert_before("turn", "choose_card", "use_ability")
    display.edit(spec)


POWER_SHIFT = Expansion(
    "power-shift",
    "Power Shift",
    "Modifier cards raise or lower your power card, and some have an ability.",
    edit,
    needs=("2023",),
    cards=CARDS,
    hand=MODIFIER_CARDS,
    retold=RETOLD,
    # The short form tells modifiers of one value apart: +1, +1Le, +1Ri.
    labels={each.id: Label(each.name, each.name.replace(" ", "")[:4]) for each in MODIFIERS},
    pages=files(__name__) / "pages.toml",
    display=DISPLAY,
    bots=BOTS,
)
