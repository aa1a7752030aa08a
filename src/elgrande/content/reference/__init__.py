"""The rules to be looked up, in our own words, for what is in play.

An edition and an expansion bring their pages along, in a file of their own; cards,
regions and house rules get entries made from their own data. ``entries`` reads the files and finds
an entry by what people type, ``facts`` are those of a game, ``book`` puts all together.
"""

from elgrande.content.reference.book import Reference, about, reference, spoken_of
from elgrande.content.reference.entries import Pages, RuleEntry, read_pages

__all__ = [
    "Pages", "Reference", "RuleEntry", "about", "read_pages", "reference", "spoken_of",
]  # fmt: skip
