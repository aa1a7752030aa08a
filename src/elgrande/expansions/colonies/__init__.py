"""Grand Inquisitor & the Colonies: four more regions, a ship, gold and wares, seven stacks (S0).

``places`` are the new regions and spaces, and the Grand Inquisitor; ``pathways`` tells where a
caballero may go and what arriving does; ``voyage`` are the legs of the Ship with Gold and Wares,
``limit_table`` the table that bounds a region, what counts, and the set-up. ``deck.toml`` are the
cards, with effects in ``cards``; ``display`` and ``map.toml`` are what can be seen and how a
position says it, ``bots`` what bots are told.
"""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.deck import read_deck
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.expansions.colonies import cards, display, limit_table, pathways, places, voyage
from elgrande.expansions.colonies.bots import BOTS
from elgrande.expansions.colonies.display import DISPLAY
from elgrande.rules import Spec
from elgrande.rules.effects.figures import BLACK, INQUISITOR

COLOURS = ("red", "blue", "green", "yellow", "white")
SPAIN = {
    "basque": Label("Basque Country", the=True),
    **{
        name: Label(name.replace("-", " ").title())
        for name in (
            "galicia", "aragon", "catalonia", "old-castile", "new-castile", "seville", "granada",
            "valencia",
        )
    },
}  # fmt: skip
ABROAD = {
    places.FRANCE: Label("France", "France", "F", "n"),
    places.SHIP: Label("Ship", "Ship", "S", "i", the=True, aboard=True),
    places.AMERICA: Label("America", "America", "A", "r"),
    places.MEDITERRANEAN: Label("Mediterranean", "Mediterr.", "M", "t", the=True),
}
LABELS = {
    **ABROAD,
    **{
        office: Label(called, called[:length], within=f"the {called}'s space")
        for office, called, length in (
            (places.AMBASSADOR, "Ambassador", 3), (places.ENVOY, "Envoy", 3),
            (places.CAPTAIN, "Captain", 4), (places.VICEROY, "Viceroy", 4),
        )
    },
    **{
        name + places.BESIDE: Label(
            f"{label.name} (beside the table)",
            "Beside",
            within=f"{'the ' * label.the}{label.name} beside the limit table",
            aboard=label.aboard,
        )
        for name, label in {**SPAIN, **ABROAD}.items()
    },
    BLACK: Label("Black", letter="I"),
    INQUISITOR: Label("the Grand Inquisitor"),
    **{
        f"{owner}-{disc}": Label(f"{owner.title()} with {disc.title()}")
        for owner in (*COLOURS, BLACK)
        for disc in places.WORTH
    },
    voyage.PAID[places.GOLD]: Label("Gold brought home"),
    voyage.PAID[places.WARES]: Label("Wares brought home"),
    cards.CONSPIRACY: Label("the conspiracy"),
}  # fmt: skip
RETOLD = {
    "1-02": (
        "Place up to 2 extra caballeros from your court in the Castillo or in any regions of Spain "
        "except the King's, near or far; outside Spain only where you could place without this "
        "action.",
        "deduced",
    ),
    "1-03": (
        "Either place up to 2 extra caballeros from your court, outside Spain only where you could "
        "place without this action, or move any number of yours out of one region. The Castillo is "
        "allowed, the King's region is not.",
        "deduced",
    ),
    "5-01": (
        "Move the King to any region of Spain or to France. He never goes into the Castillo.",
        "printed",
    ),
}
"""Cards of others that say any region, and do not mean those overseas."""


def edit(spec: Spec) -> None:
    """Add all of it; who is told of moves first delivers discs, then looks at the table."""
    for part in (places, pathways, limit_table, voyage, cards):
        part.edit(spec)
    limit_table.lay_out(spec)
    display.edit(spec)


COLONIES = Expansion(
    "colonies",
    "Grand Inquisitor & the Colonies",
    "France, America and the Mediterranean, reached by ship; gold and wares to bring home, the "
    "Grand Inquisitor, a limit table, and two more stacks.",
    edit,
    needs=("1996",),
    excludes=("grandissimo", "intrigue"),
    cards=read_deck(files(__package__) / "deck.toml"),
    retold=RETOLD,
    labels=LABELS,
    pages=files(__name__) / "pages.toml",
    map=files(__name__) / "map.toml",
    lessons=(files(__name__) / "lessons" / "to-america.toml",),
    display=DISPLAY,
    bots=BOTS,
)
