"""The edits: what the expansion adds to a Spec, replaces and hooks into."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from elgrande.content.deck import read_deck
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.content.reference import read_pages
from elgrande.rules import Kind, Node, Region, Spec
from elgrande.rules.commands import Verb
from seam.effects import KingTo, RepeatAction, TakeBlack, UseLater
from seam.steps import BLACK, HOLDER, Bids, BlackLeaves, BringBlack, deal_bid

if TYPE_CHECKING:
    from elgrande.rules import Position
    from elgrande.rules.questions import CountsAs

HERE = Path(__file__).parent


def counts_as(previous: CountsAs, position: Position, kind: int) -> int:
    """Black counts as its holder's."""
    if position.rules.kinds[kind] == BLACK:
        return position.cell(HOLDER)
    return previous(position, kind)


def edit(spec: Spec) -> None:
    """Bend the game."""
    # A region of two places that no disk shows. Its id is none of its places' ids.
    spec.regions.append(
        Region(
            "isles", (5, 3, 1), ("catalonia", "valencia"), ("isles-port", "isles-hills"),
            disk=False, coastal=True,
        )
    )  # fmt: skip
    # A King's seat that is no region: nothing is taboo, its neighbours receive.
    spec.nodes.append(Node("sea", ("galicia", "seville", "isles")))
    # A neutral kind that counts as its holder's; while nobody holds it, as nobody's.
    spec.kinds.append(Kind(BLACK, 5))
    spec.cells[HOLDER] = -1
    spec.bend("counts_as", counts_as)
    # Power cards are bid in secret, by all at once, instead of played one by one.
    spec.hidden["bid"] = -1
    spec.deal["bid"] = deal_bid
    spec.verbs.append(Verb("bid", ("value",), secret=True, label="bid the {value}"))
    spec.replace("round", "power_cards", "bids")
    spec.remove("round", "order_turns")
    # A step at the start of a turn, one in the general scoring.
    spec.verbs.append(Verb("bring", ("place",), label="bring black to {place}"))
    spec.insert_after("turn", "begin_turn", "bring_black")
    spec.insert_after("general_scoring", "empty_castillo", "black_leaves")
    spec.steps += [Bids, BringBlack, BlackLeaves, UseLater, RepeatAction, TakeBlack, KingTo]


def nothing_more(spec: Spec) -> None:
    """All that the second expansion brings are cards."""


SEAM = Expansion(
    "seam",
    "The Seam",
    "A test-only expansion that bends the base game everywhere.",
    edit,
    needs=("1996",),
    # Its bids, of which two may be equal, leave no order for those who take turns by their cards.
    excludes=("intrigue", "colonies", "grandissimo"),
    cards=read_deck(HERE / "deck.toml"),
    labels={
        "isles": Label("The Isles", "Isles", "I", "i"),
        "isles-port": Label("Isles' port", "Port"),
        "isles-hills": Label("Isles' hills", "Hills"),
        "sea": Label("Open Sea", "Sea"),
        BLACK: Label("Black", letter="K"),
    },
    pages=read_pages(HERE / "pages.toml"),
    map=HERE / "map.toml",
)
LATE = Expansion(
    "seam-late",
    "The Late Seam",
    "Kept cards with other moments, on top of the Seam.",
    nothing_more,
    needs=("seam",),
    cards=read_deck(HERE / "late.toml"),
)
