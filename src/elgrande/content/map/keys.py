"""The keys of regions: those that labels wish for, the numbers of the first nine, free letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.edition import edition
from elgrande.content.expansion import expansion
from elgrande.content.files import ContentError
from elgrande.content.map.names import name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elgrande.content.edition_data import Label
    from elgrande.rules import Ruleset

UNUSED = "inotxz"
"""Letters that mean nothing at the table; a region without a key gets one of them."""
SHARED = "bgrwy"
"""Letters of colours and values, which are never asked for together with a region."""
FREE = "".join(sorted(UNUSED + SHARED))
"""The letters that an expansion may give to a region. All others do something at the table."""


def region_keys(rules: Ruleset, labels: Mapping[str, Label]) -> dict[str, str]:
    """Return the key of each region and the Castillo, by id.

    ``labels`` are those of the edition and of the expansions in play. Of two regions that wish
    for one letter the first gets it, if different expansions name them.

    Raises ContentError for an expansion's key that is no free letter, or that it gives twice.
    """
    _check(rules)
    targets = rules.targets
    keys: dict[str, str] = {}
    numbers = {target: str(number) for number, target in enumerate(targets[:9], 1)}
    for target in targets:
        label = labels.get(target)
        wish = (label.key if label else "") or numbers.get(target, "")
        if wish and wish not in keys.values():
            keys[target] = wish
    for target in targets:
        if target not in keys:
            word = name(labels, target).lower()
            letters = [sign for sign in word if sign in UNUSED] + [*UNUSED]
            letters += [sign for sign in word if sign in SHARED] + [*SHARED]
            keys[target] = next((sign for sign in letters if sign not in keys.values()), "")
    return {target: keys[target] for target in targets}


def _check(rules: Ruleset) -> None:
    """Refuse what an expansion does wrong by itself, whatever else is in play."""
    known = edition(rules.edition).labels
    for one in rules.in_play:
        given: dict[str, str] = {}
        for target, label in expansion(one).labels.items():
            key = label.key
            if not key or target not in rules.targets:
                continue
            if target in known and known[target].key == key:
                continue
            who = f"the expansion {one!r} gives {target} the key {key!r}"
            if key not in (*FREE,):
                raise ContentError(f"{who}, which is not free; use one of {_listed(FREE)}")
            if key in given:
                left = _listed(sign for sign in FREE if sign not in given)
                raise ContentError(f"{who}, which {given[key]} has already; use one of {left}")
            given[key] = target


def _listed(signs: Iterable[str]) -> str:
    return " ".join(signs)
