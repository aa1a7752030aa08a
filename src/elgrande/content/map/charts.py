"""The charts of a game: its edition's map, with what the expansions add, in every size.

With them go the keys of regions (those that labels wish for, the numbers of the first nine, free
letters) and what a region is called where there is little room: the forms of a name, with its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from elgrande.content.edition import Label, edition
from elgrande.content.expansion import expansion
from elgrande.content.files import ContentError
from elgrande.content.map.additions import MapAdditions, Source, extended, read_additions
from elgrande.content.map.chart import (
    IBERIA,
    SIZES,
    Chart,
    ChartError,
    border_faults,
    fitting,
    load,
    load_from,
    refuse,
)
from elgrande.rules import Ruleset

# -- names and keys --------------------------------------------------------------------------------

ARTICLES = ("the ", "a ", "an ")


def called(labels: Mapping[str, Label], id: str) -> str:
    """Return what an id is called: by its label, else itself with capitals."""
    label = labels.get(id)
    return label.name if label else id.replace("-", " ").title()


def forms(labels: Mapping[str, Label], id: str) -> tuple[str, ...]:
    """Return the names of an id from the longest to the shortest.

    Without a short form of its own the shortest is four letters of the name, its article not
    counted.
    """
    full, label = called(labels, id), labels.get(id)
    article = next((one for one in ARTICLES if full.casefold().startswith(one)), "")
    bare = full[len(article) :]
    short = label.short if label and label.short else bare[:4].rstrip()
    # "Basque" says more than "Basq", while "Old" would say nothing.
    first = bare.split(maxsplit=1)[0] if bare.split() else bare
    middle = (first,) if len(short) < len(first) < len(full) and len(first) > 4 else ()
    return tuple(dict.fromkeys((full, *middle, short)))


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
    _check_keys(rules)
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
            word = called(labels, target).lower()
            letters = [sign for sign in word if sign in UNUSED] + [*UNUSED]
            letters += [sign for sign in word if sign in SHARED] + [*SHARED]
            keys[target] = next((sign for sign in letters if sign not in keys.values()), "")
    return {target: keys[target] for target in targets}


def _check_keys(rules: Ruleset) -> None:
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
                raise ContentError(f"{who}, which is not free; use one of {' '.join(FREE)}")
            if key in given:
                left = " ".join(sign for sign in FREE if sign not in given)
                raise ContentError(f"{who}, which {given[key]} has already; use one of {left}")
            given[key] = target


# -- charts ----------------------------------------------------------------------------------------

BESIDE = 2
"""Cells beside the name of a place: a space, and who stands there."""


@lru_cache(maxsize=32)
def charts(rules: Ruleset) -> Mapping[str, Chart]:
    """Return the charts of a game by size.

    Raises ChartError, with a sentence for each fault in any size, where a chart is faulty or does
    not know a target of the game, or where a name does not fit: nobody could point at it. Raises
    ContentError for a faulty file or key of an expansion.
    """
    added = additions_of(rules.in_play)
    found, faults = {}, []
    for size in SIZES:
        try:
            found[size] = extended(edition_chart(rules.edition, size), added)
        except ChartError as error:
            faults += [str(error), *error.more]
    if faults:
        ids = " ".join((rules.edition, *rules.expansions))
        faults.append(f"python -m elgrande.content.map {ids} prints what is taken and what is free")
    refuse(faults)
    labels = labels_of(rules)
    region_keys(rules, labels)
    refuse(fault for chart in found.values() for fault in _name_faults(chart, rules, labels))
    for one, more in added.items():
        for place in more.places:
            for name in place.named if place.region in rules.targets else ():
                if name not in rules.place_index:
                    raise ChartError(
                        f"{Source(more.file, one).said}: 'named' of {place.region} has {name!r}, "
                        "which is not a place of the game; write the id of a place"
                    )
    return found


def additions_of(expansions: Iterable[str]) -> dict[str, MapAdditions]:
    """Return what each of these adds to the map, by id."""
    return {one: more for one in expansions if (more := _additions(one)) is not None}


def labels_of(rules: Ruleset) -> Mapping[str, Label]:
    """Return what the edition and the expansions in play call whatever has an id."""
    labels = dict(edition(rules.edition).labels)
    for one in rules.in_play:
        labels.update(expansion(one).labels)
    return labels


def _name_faults(chart: Chart, rules: Ruleset, labels: Mapping[str, Label]) -> Iterator[str]:
    """Return the regions that are not drawn, and those and named places whose names have no room.

    A key that a region did not wish for counts for nothing: it depends on what else is in play.
    """
    for target in rules.targets:
        if target not in chart.targets:
            yield _unknown(target, rules)
            continue
        width, key = chart.room(target), labels[target].key if target in labels else ""
        short = forms(labels, target)[-1]
        if not fitting(forms(labels, target), key, width):
            yield _too_long(chart, target, short, width - len(key) - 2, rules)
        for place in chart.named.get(target, ()):
            widest = max(slot.width for slot in chart.below(target))
            short = forms(labels, place)[-1]
            if len(short) + BESIDE > widest:
                yield _too_long(chart, place, short, widest - BESIDE, rules)


def _too_long(chart: Chart, name: str, short: str, room: int, rules: Ruleset) -> str:
    """Say whose name is too long for the map, and how long it may be."""
    brings = [one for one in rules.in_play if name in expansion(one).labels]
    whose = f" of the expansion {brings[-1]!r}" if brings else ""
    return (
        f"the name {short!r} of {name}{whose} does not fit on the map {chart.name!r}; give its "
        f"Label a short form of at most {max(room, 1)} letters, or draw it wider"
    )


def _unknown(target: str, rules: Ruleset) -> str:
    """Say which region is not on the map, who brings it, and what to add."""
    owns = {region.id for region in edition(rules.edition).front.regions}
    if target in owns:
        return (
            f"the map of the edition {rules.edition!r} has no region {target}; "
            "add its land and its label to the files of the map"
        )
    named = [name for name in rules.in_play if target in expansion(name).labels]
    who = " or ".join(repr(name) for name in named or rules.in_play)
    return (
        f"the region {target} of the expansion {who} is not on the map; "
        "add a [[region]] with that id to the map.toml that its Expansion.map names"
    )


@lru_cache(maxsize=32)
def edition_chart(name: str, size: str) -> Chart:
    """Return an edition's chart, whose borders are those of the edition's regions."""
    data = edition(name)
    chart = load(size) if data.map == IBERIA else load_from(data.map, size)
    pairs = {
        frozenset((region.id, other))
        for region in data.front.regions
        for other in region.neighbours
    }
    refuse(border_faults(chart, pairs, f"{data.map.name}/{size}.toml"))
    return chart


def _additions(name: str) -> MapAdditions | None:
    given = expansion(name).map
    if given is None or isinstance(given, MapAdditions):
        return given
    if isinstance(given, str) or not hasattr(given, "joinpath"):
        raise ContentError(
            f"the map of the expansion {name!r} is a {type(given).__name__} and no file; "
            "write a pathlib.Path, or what read_additions returned"
        )
    return read_additions(given)
