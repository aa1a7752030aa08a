"""What is named in a Spec: by words of the notation, each once, and nothing that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.commands import FETCH_KIND, VERBS
from elgrande.rules.pile import IN_VIEW
from elgrande.rules.spec import Spec, SpecError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


CASTILLO = "castillo"
COURT = "court"
PROVINCES = "province"
BASE_PLACES = (CASTILLO, COURT, PROVINCES)
"""The places of every game that belong to no region."""

_CALLED_BY = {"action cards": "id"}
"""What things are called by, where it is no name: cards have one besides."""


def check_names(spec: Spec) -> None:
    """Raise SpecError for a name that no command could say, that two things have, or of nothing.

    Two expansions that do not know each other may have thought of the same one.
    """
    named: Mapping[str, Iterable[str]] = {
        "kinds": (*spec.colours, *(kind.name for kind in spec.kinds)),
        "places": (*BASE_PLACES, *(place for one in spec.regions for place in one.place_ids),
                   *spec.extra_places),
        "seats of the King": (*(one.id for one in spec.regions), *(one.id for one in spec.nodes)),
        "mobile scoreboards": (name for name, _ in spec.mobile),
        "cards of hands": (*map(str, spec.power), *spec.extra_hand),
        "action cards": (card.id for card in spec.cards),
        "verbs": (verb.name for verb in (*VERBS, FETCH_KIND, *spec.verbs)),
    }  # fmt: skip
    for things, names in named.items():
        seen = set()
        for name in names:
            if name.split() != [name]:
                raise SpecError(
                    f"a command could not say {name!r}: {things} are called by one word"
                )
            if name in seen:
                raise SpecError(
                    f"two {things} have the same {_CALLED_BY.get(things, 'name')}: {name!r}"
                )
            seen.add(name)
    for name in spec.hidden:
        if name in spec.cells:
            raise SpecError(f"{name!r} is both an open and a hidden value")
    for kind in spec.kinds:
        if kind.number < 0:
            raise SpecError(f"kind {kind.name!r} cannot number {kind.number}")
    for name in spec.forms:
        if name not in spec.cells and name not in spec.hidden:
            raise SpecError(f"there is a form of {name!r}, but no open or hidden value")
    for name in spec.deal:
        if name not in spec.hidden:
            raise SpecError(f"{name!r} is to be dealt, but is not a hidden value")
    if spec.pile not in IN_VIEW:
        raise SpecError(f"there is no pile {spec.pile!r}; choose from {', '.join(IN_VIEW)}")
