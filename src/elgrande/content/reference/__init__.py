"""The rules to be looked up, in our own words, for what is in play.

An edition and an expansion bring their pages along, in a file of their own; cards,
regions and house rules get entries made from their own data. ``entry`` is one entry and reads the
files, ``generated_entries`` makes those from data, ``search`` ranks them, ``book`` puts all
together, ``links`` says which entry explains a reason that a scoring gave.
"""

from elgrande.content.reference.book import Reference, about, reference, rule_of
from elgrande.content.reference.entries import Pages, RuleEntry, read_pages

__all__ = ["Pages", "Reference", "RuleEntry", "about", "read_pages", "reference", "rule_of"]
