"""Grandissimo: Portugal, a ship, a jail, Queen and Jester, and stacks 6 and 7 (S0).

``symbols`` are Portugal, the ship with its tokens, the jail and the King's pardon; ``courtiers``
Queen, Jester, and the Grand Inquisitor as this game has him. ``cards`` are effects that the base
game does not have, ``options`` what a table may leave out; ``deck.toml`` are the cards. ``display``
and ``map.toml`` are what can be seen and how a position says it, ``bots`` what bots are told.
"""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.expansions.grandissimo import cards, courtiers, display, options, symbols
from elgrande.expansions.grandissimo.bots import BOTS
from elgrande.expansions.grandissimo.display import DISPLAY
from elgrande.expansions.grandissimo.options import CARDS, HOUSE_RULES, LEFT_OUT
from elgrande.rules import Spec
from elgrande.rules.effects.figures import BLACK, INQUISITOR

COLOURS = ("red", "blue", "green", "yellow", "white")
LABELS = {
    symbols.PORTUGAL.id: Label("Portugal", "Portug.", "P", "t"),
    symbols.SHIP: Label("the ship", "Ship", aboard=True),
    symbols.JAIL: Label("the jail", "Jail"),
    **{
        symbols.gift_place(colour): Label(
            "gifts for", "Gifts", the=True, whose=colour, where="among the gifts for"
        )
        for colour in COLOURS
    },
    BLACK: Label("Black", letter="I"),
    INQUISITOR: Label("the Grand Inquisitor"),
    courtiers.QUEEN: Label("the Queen"),
    courtiers.JESTER: Label("the Jester"),
    cards.ALLIES: Label("allies"),
}  # fmt: skip


def edit(spec: Spec) -> None:
    """Add all that the table has not left out; the Inquisitor's kinds come before the places."""
    options.edit(spec)
    courtiers.add_inquisitor(spec)
    for part in (symbols, courtiers, cards, display):
        part.edit(spec)


GRANDISSIMO = Expansion(
    "grandissimo",
    "Grandissimo",
    "Portugal, Queen and Jester, two more stacks, a Grande who becomes King. House rules may leave "
    f"out: {LEFT_OUT}, cards of stack 6.",
    edit,
    needs=("1996",),
    excludes=("colonies", "intrigue"),
    cards=CARDS,
    labels=LABELS,
    pages=files(__name__) / "pages.toml",
    house_rules=HOUSE_RULES,
    map=files(__name__) / "map.toml",
    display=DISPLAY,
    bots=BOTS,
    lessons=(files(__name__) / "lessons" / "by-ship-to-portugal.toml",),
)
