"""The folder of an edition: ``edition.toml``, ``deck.toml`` and files of other board sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.decks.deck import read_deck
from elgrande.content.edition_data import Edition, HouseRule, Label, Side
from elgrande.content.files import TomlTable, read_toml
from elgrande.rules import Region

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

FILE = "edition.toml"


def _triple(table: TomlTable, field: str) -> tuple[int, int, int]:
    values = table.numbers(field, 0, 99)
    if len(values) != 3:
        raise table.fault(field, "write three numbers here")
    return values[0], values[1], values[2]


def _side(top: TomlTable, disk: set[str], labels: dict[str, Label] | None = None) -> Side:
    """Read what is printed on a side; the front also says what the places are called."""
    sources: dict[str, Mapping[str, str]] = {}
    regions = []
    for table in top.tables("region"):
        if labels is not None:
            labels[table.text("id")] = _label(table)
        sources[table.text("id")] = _source(table)
        regions.append(_region(table, disk))
    castillo = top.table("castillo")
    if labels is not None:
        labels["castillo"] = Label(castillo.text("name"), castillo.text("short"), key="0", the=True)
    sources["castillo"] = _source(castillo)
    values = _triple(castillo, "values")
    _close(castillo)
    mobile = []
    for table in top.tables("mobile"):
        sources[table.text("id")] = _source(table)
        mobile.append((table.text("id"), _triple(table, "values")))
        _close(table)
    return Side(tuple(regions), values, tuple(mobile), sources)


def _label(table: TomlTable) -> Label:
    return Label(
        table.text("name"), table.text("short"), table.text("letter"), table.text("key"),
        table.flag("the", False),
    )  # fmt: skip


def _source(table: TomlTable) -> dict[str, str]:
    return {field: str(word) for field, word in table.table("source").items()}


def _region(table: TomlTable, disk: set[str]) -> Region:
    name = table.text("id")
    region = Region(
        name,
        _triple(table, "values"),
        table.texts("neighbours"),
        disk=name in disk,
        coastal=table.flag("coastal", False),
    )
    _close(table)
    return region


def read_edition(folder: Path | Traversable) -> Edition:
    """Return the edition of a folder; ContentError names file, place and field of a fault."""
    top = TomlTable(read_toml(folder / FILE), FILE, "top")
    top.number("format", 1, 1)
    disk = set(top.texts("disk"))
    labels: dict[str, Label] = {}
    front = _side(top, disk, labels)
    terms = top.table("terms")
    labels["province"] = Label(terms.text("province"), the=True)
    labels["scoreboard"] = Label(terms.text("scoreboard"))
    terms.close()
    sides: dict[int, Side] = {}
    for table in top.tables("side"):
        path = folder / table.text("file")
        other = TomlTable(read_toml(path), path.name, "top")
        other.number("format", 1, 1)
        side = _side(other, disk)
        _close(other)
        sides.update(dict.fromkeys(table.numbers("players", 1, 9), side))
        _close(table)
    colours = []
    for table in top.tables("colour"):
        name = table.text("id")
        colours.append(name)
        labels[name] = Label(table.text("name"), letter=table.text("letter"))
        _close(table)
    rules = []
    for key, data in top.table("house_rules").items():
        table = TomlTable(data, FILE, f"house_rules.{key}")
        rules.append(
            HouseRule(
                key, table.text("title"), table.text("text"), table.raw("default"),
                tuple(table.raw("choices")), table.numbers("players", 1, 9, []),
                table.text("part", ""), dict(table.table("said").items()),
            )
        )  # fmt: skip
        _close(table)
    name = top.text("id")
    data = Edition(
        id=name,
        name=top.text("name"),
        description=top.text("description"),
        rounds=top.numbers("rounds", 1, 9),
        short_rounds=top.numbers("short_rounds", 1, 9),
        scoring_rounds=top.numbers("scoring_after", 1, 9),
        caballeros=top.number("caballeros", 1, 99),
        court=top.number("court", 0, 99),
        home=top.number("home", 0, 99),
        power={int(value): int(number) for value, number in top.table("power").items()},
        ranks={int(players): int(number) for players, number in top.table("ranks").items()},
        front=front,
        sides=sides,
        parts={int(players): tuple(map(str, ids)) for players, ids in top.table("parts").items()},
        colours=tuple(colours),
        labels=labels,
        house_rules=tuple(rules),
        cards=read_deck(folder / "deck.toml"),
        sources=dict(top.table("source").items()),
        version=f"{name}/{top.number('rules', 1, 99)}",
        pile=top.text("pile"),
        folder=folder,
    )
    top.close()
    return data


def _close(table: TomlTable) -> None:
    """Where each field comes from is for readers of the file; anything else is a fault."""
    table.raw("source"), table.raw("cite")
    table.close()
