"""What a region is called where there is little room: the forms of a name, with its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elgrande.content.edition_data import Label

ARTICLES = ("the ", "a ", "an ")


def name(labels: Mapping[str, Label], id: str) -> str:
    """Return what an id is called: by its label, else itself with capitals."""
    label = labels.get(id)
    return label.name if label else id.replace("-", " ").title()


def forms(labels: Mapping[str, Label], id: str) -> tuple[str, ...]:
    """Return the names of an id from the longest to the shortest.

    Without a short form of its own the shortest is four letters of the name, its article not
    counted.
    """
    full, label = name(labels, id), labels.get(id)
    article = next((one for one in ARTICLES if full.casefold().startswith(one)), "")
    bare = full[len(article) :]
    short = label.short if label and label.short else bare[:4].rstrip()
    # "Basque" says more than "Basq", while "Old" would say nothing.
    first = bare.split(maxsplit=1)[0] if bare.split() else bare
    middle = (first,) if len(short) < len(first) < len(full) and len(first) > 4 else ()
    return tuple(dict.fromkeys((full, *middle, short)))


def key_inside(names: Sequence[str], key: str) -> bool:
    """Whether a key is shown within a name, being a letter of one of its forms."""
    return key.isalpha() and any(key_at(one, key) >= 0 for one in names)


def key_at(name: str, key: str) -> int:
    """Return where a key stands in a name, as a small letter if it can; -1 if it does not."""
    small = name.find(key, 1)
    return small if small >= 0 else name.lower().find(key.lower())


def fitting(names: Sequence[str], key: str, width: int) -> str:
    """Return the longest form that fits a row of cells together with its key; empty if none."""
    room = width - (2 if key_inside(names, key) else len(key) + 2)
    return next((one for one in names if len(one) <= room), "")
