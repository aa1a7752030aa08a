"""The charts of a game: its edition's map, with what the expansions add, in every size."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from elgrande.content.edition import edition
from elgrande.content.expansion import expansion
from elgrande.content.files import ContentError
from elgrande.content.map.additions import MapAdditions, extended, read_additions
from elgrande.content.map.chart import (
    IBERIA,
    SIZES,
    Chart,
    ChartError,
    check_borders,
    load,
    load_from,
)
from elgrande.content.map.keys import region_keys
from elgrande.content.map.names import fitting, forms
from elgrande.content.map.room import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.content.edition_data import Label
    from elgrande.rules import Ruleset

BESIDE = 2
"""Cells beside the name of a place: a space, and who stands there."""


@lru_cache(maxsize=32)
def charts(rules: Ruleset) -> Mapping[str, Chart]:
    """Return the charts of a game by size.

    Raises ChartError with one sentence where a chart is faulty or does not know a target of the
    game, or where a name does not fit: nobody could point at it. Raises ContentError for a faulty
    file or key of an expansion.
    """
    added = {one: more for one in rules.in_play if (more := _additions(one)) is not None}
    found = {size: extended(_plain(rules.edition, size), added) for size in SIZES}
    labels = labels_of(rules)
    region_keys(rules, labels)
    for chart in found.values():
        for target in rules.targets:
            if target not in chart.targets:
                raise ChartError(_unknown(target, rules))
            _check_names(chart, target, rules, labels)
    for one, more in added.items():
        for place in more.places:
            for name in place.named if place.region in rules.targets else ():
                if name not in rules.place_index:
                    raise ChartError(
                        f"{Source(more.file, one).said}: 'named' of {place.region} has {name!r}, "
                        "which is not a place of the game; write the id of a place"
                    )
    return found


def labels_of(rules: Ruleset) -> Mapping[str, Label]:
    """Return what the edition and the expansions in play call whatever has an id."""
    labels = dict(edition(rules.edition).labels)
    for one in rules.in_play:
        labels.update(expansion(one).labels)
    return labels


def _check_names(chart: Chart, target: str, rules: Ruleset, labels: Mapping[str, Label]) -> None:
    """Refuse a region, or a place shown by its name, whose shortest name has no room.

    A key that it did not wish for counts for nothing: it depends on what else is in play.
    """
    width, key = chart.room(target), labels[target].key if target in labels else ""
    short = forms(labels, target)[-1]
    if not fitting(forms(labels, target), key, width):
        raise ChartError(_too_long(chart, target, short, width - len(key) - 2, rules))
    for place in chart.named.get(target, ()):
        widest = max(slot.width for slot in chart.below(target))
        short = forms(labels, place)[-1]
        if len(short) + BESIDE > widest:
            raise ChartError(_too_long(chart, place, short, widest - BESIDE, rules))


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
def _plain(name: str, size: str) -> Chart:
    """Return an edition's chart, whose borders are those of the edition's regions."""
    data = edition(name)
    chart = load(size) if data.map == IBERIA else load_from(data.map, size)
    pairs = {
        frozenset((region.id, other))
        for region in data.front.regions
        for other in region.neighbours
    }
    check_borders(chart, pairs, f"{data.map.name}/{size}.toml")
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
