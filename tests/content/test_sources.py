"""Printed is what a document prints: every source against a list of what they do."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

from elgrande.content.deck import SOURCES, CardInfo
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import expansion, expansion_ids
from elgrande.content.words import card_facts, card_text

CONTENT = files("elgrande.content")
EXPANSIONS = files("elgrande.expansions")
LIST = Path(__file__).with_name("printed.toml")
Sourced = tuple[str, dict[str, Any], dict[str, str]]
"""An id, the fields of its table, and where they come from."""


def shipped(folder: Traversable, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every content file below a folder that says where its fields come from."""
    for inner in folder.iterdir():
        name = f"{path}{inner.name}"
        if inner.is_dir():
            yield from shipped(inner, f"{name}/")
        elif name.endswith(".toml"):
            data = tomllib.loads(inner.read_text(encoding="utf-8"))
            if any(True for _ in tables(data)):
                yield name, data


def tables(data: object, key: str = "") -> Iterator[Sourced]:
    """Every table that has a source, wherever it stands; ``""`` is a file's own top."""
    if isinstance(data, list):
        for at, item in enumerate(data, 1):
            # A region's place in the scoring order is its place in the file.
            placed = isinstance(item, dict) and "order" in item.get("source", {})
            yield from tables({**item, "order": at} if placed else item)
    if not isinstance(data, dict):
        return
    if "source" in data:
        name = data.get("id") if key or "name" not in data or "format" not in data else ""
        source = {field: word for field, word in data["source"].items() if field != "cite"}
        for inner in [field for field, word in source.items() if isinstance(word, dict)]:
            yield inner, data[inner], source.pop(inner)
        yield str(data.get("file") or key if name is None else name), data, source
    for inner_key, inner in data.items():
        if inner_key != "source":
            yield from tables(inner, f"{key}.{inner_key}" if key else inner_key)


FOUND = {
    name: list(tables(data))
    for name, data in (*shipped(CONTENT), *shipped(EXPANSIONS, "expansions/"))
}


def printed() -> dict[tuple[str, str], dict[str, Any]]:
    """What the documents print of each thing in a file, by the committed list."""
    out: dict[tuple[str, str], dict[str, Any]] = {}
    for document in tomllib.loads(LIST.read_text(encoding="utf-8"))["document"]:
        assert document["where"]
        for name in document["ids"]:
            told = out.setdefault((document["file"], name), {})
            assert not told.keys() & document["prints"].keys(), (document["file"], name)
            told.update(document["prints"])
    return out


def test_the_files_with_sources_are_found() -> None:
    ours = {
        f"editions/{name}/{kind}.toml" for name in edition_ids() for kind in ("deck", "edition")
    }
    assert ours <= FOUND.keys()
    assert sum(map(len, FOUND.values())) > 180
    assert all(name or path.endswith("edition.toml") for path in FOUND for name, *_ in FOUND[path])


@pytest.mark.parametrize("path", FOUND)
def test_printed_is_what_the_documents_print(path: str) -> None:
    known = printed()
    for name, fields, source in FOUND[path]:
        says = {field: fields.get(field) for field, word in source.items() if word == "printed"}
        assert says == known.get((path, name), {}), f"{path}, {name}: read the documents again"


def test_the_list_speaks_of_things_that_there_are() -> None:
    there = {(path, name) for path, found in FOUND.items() for name, *_ in found}
    assert printed().keys() <= there


@pytest.mark.parametrize("path", FOUND)
def test_every_field_that_says_something_has_a_source(path: str) -> None:
    """Not those that name and arrange, nor what we say of them in our own words."""
    ours = {
        "id", "source", "cite", "format", "short", "text", "wording", "letter", "key", "the",
        "title", "choices", "file", "part", "description", "said",
        "also", "where",
    }  # fmt: skip
    for name, fields, source in FOUND[path]:
        assert set(source.values()) <= set(SOURCES)
        if path.endswith("edition.toml") and not name:
            continue  # It has tables with sources of their own.
        if path.endswith(("nodes.toml", "side-2-3.toml")):
            ours |= {"name"}
        if name == "house_rules.merged_stacks":
            ours |= {"players"}  # With three only; the source of the default says it.
        there = fields.keys() - ours - ({"stack"} if "editions" in path else set())
        if not fields.get("marks") and "value" in fields:
            ours |= {"marks"}  # That a card of a hand may be left out is the lack of a mark.
        assert there == source.keys() - ours, (path, name)


# -- how it is said ------------------------------------------------------------------------


def every_card() -> Iterator[CardInfo]:
    for name in edition_ids():
        yield from edition(name).cards
    for name in expansion_ids():
        yield from expansion(name).cards


@pytest.mark.parametrize("info", every_card(), ids=lambda info: f"{info.name}-{info.card.id}")
def test_a_false_flag_is_not_worded_as_a_true_one(info: CardInfo) -> None:
    """Two cards that differ in a flag alone never say the same of it."""
    said = card_text(info) + str(card_facts(info, (info,)))
    words = {
        "one_source": ("that all leave one region", "that they may leave several regions"),
        "partial": ("that it may come late", "that it must come at once"),
        "castillo": ("that the Castillo may be chosen", "that the Castillo may not be chosen"),
        "king": (
            "that the King's region may be chosen",
            "that the King's region may not be chosen",
        ),
        "anywhere": ("that they may go anywhere", "that they may not go anywhere"),
        "optional": ("that each part may be left out", "that no part may be left out"),
    }
    for flag, (yes, no) in words.items():
        value = info.card.params.get(flag)
        assert (yes in said) == (value is True)
        assert (no in said) == (value is False)
    flags = {field for field, value in info.card.params.items() if isinstance(value, bool)}
    assert flags <= words.keys(), "say of this flag what it means where it is false"
    for number, none in (
        ("own", "none of them are your own"),
        ("foreign", "none of them are other"),
    ):
        assert (none in said) == (info.card.params.get(number) == 0)
    assert "up to 0" not in said


@pytest.mark.parametrize("info", every_card(), ids=lambda info: f"{info.name}-{info.card.id}")
def test_a_number_that_is_0_says_where_it_comes_from(info: CardInfo) -> None:
    """That a card brings nobody is no more printed than that another brings one."""
    said = card_text(info)
    if info.card.value and not info.card.brings:
        assert "that it brings nobody" in said
    assert ("marked with" in said) == bool(info.card.marks and "marks" in info.source)


@pytest.mark.expansions
def test_what_may_be_left_out_is_printed_of_no_own_card() -> None:
    """Which cards say *you may*, no document tells but of the one that may come before its turn."""
    for info in expansion("intrigue").cards:
        if info.card.value:
            sure = info.source.get("marks", info.source["effect"])
            assert sure == "reconstructed" or info.card.id == "k-040"
