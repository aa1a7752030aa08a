"""The rules to be looked up, in our own words, for what is in play.

An edition or expansion brings a file named by its id; cards, regions and house
rules get entries made from their own data. ``entry`` is one entry and reads the
files, ``made`` makes those from data, ``search`` ranks them, ``book`` puts all
together, ``links`` says which entry explains a reason that a scoring gave.
"""

from elgrande.content.reference.book import Reference, reference
from elgrande.content.reference.entry import RuleEntry
from elgrande.content.reference.links import rule_of

__all__ = ["Reference", "RuleEntry", "reference", "rule_of"]
