"""Editions: the data of a board and its rules' numbers, with names for people.

An edition is a folder: ``edition.toml``, ``deck.toml``, files of other sides of the
board, and ``pages.toml``, the rules to be looked up. Those that come with the program are
the folders of ``editions``, which are found without a search; another package names an
``Edition``, made by ``read_edition(folder)``, under the entry point group
``elgrande.editions``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import clean
from elgrande.content.deck import CardInfo, read_deck
from elgrande.content.installed import installed
from elgrande.content.reading import ContentError, Table, read_toml
from elgrande.rules import Region, Spec
from elgrande.rules.base import BASE_PROGRAMS, BASE_STEPS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path


@dataclass(frozen=True)
class Label:
    """How a region, the Castillo or a colour is called: name, short form, letter, key.

    The name stands within sentences and is singular there: ``Seville is the King's region``. The
    short form is for narrow panes. ``key`` points at a region; without one the first nine have
    their numbers, and a tenth has none.
    """

    name: str
    short: str = ""
    letter: str = ""
    key: str = ""


@dataclass(frozen=True)
class HouseRule:
    """A rule that a table may switch."""

    key: str
    title: str
    text: str
    default: Any
    choices: tuple[Any, ...]
    players: tuple[int, ...] = ()
    """The numbers of players with which it can be switched; empty for all."""
    part: str = ""
    """The expansion that belongs to the game when the rule is switched on."""
    said: Mapping[str, str] = field(default_factory=dict)
    """What people read for a choice, where that is more than its name."""

    def called(self, choice: Any) -> str:
        """Return what people read for a choice."""
        if isinstance(choice, bool):
            return "yes" if choice else "no"
        return self.said.get(choice, str(choice))


@dataclass(frozen=True)
class Side:
    """What is printed on one side of a board: regions, Castillo and scoreboards."""

    regions: tuple[Region, ...]
    castillo: tuple[int, int, int]
    mobile: tuple[tuple[str, tuple[int, int, int]], ...]
    sources: Mapping[str, Mapping[str, str]]
    """Where the fields of a region, the Castillo or a scoreboard come from, by its id."""


@dataclass(frozen=True)
class Version:
    """A version of an edition's rules, for whatever the same commands once led to otherwise.

    Each question that a change has made is a field here, and steps ask the Ruleset for it.
    """

    id: str
    pile: str
    stop_at_reveal: bool
    before: tuple[str, ...]
    """Clauses that say what held before this version."""


@dataclass(frozen=True)
class Edition:
    """One edition's data: what a Spec is made from, and the names that people read."""

    id: str
    name: str
    description: str
    rounds: tuple[int, ...]
    short_rounds: tuple[int, ...]
    scoring_rounds: tuple[int, ...]
    caballeros: int
    court: int
    home: int
    power: dict[int, int]
    ranks: dict[int, int]
    front: Side
    sides: dict[int, Side]
    """The side for a number of players, where it is not the front."""
    parts: dict[int, tuple[str, ...]]
    """The expansions that belong to the game with a number of players."""
    colours: tuple[str, ...]
    labels: dict[str, Label]
    house_rules: tuple[HouseRule, ...]
    cards: tuple[CardInfo, ...]
    sources: Mapping[str, Any]
    """Where the edition's own numbers come from; of the power cards for each value."""
    versions: tuple[Version, ...]
    """The versions of its rules that can be played, the newest last."""
    folder: Path | Traversable
    """Where it was read from, and its pages lie."""

    @property
    def pages(self) -> Path | Traversable | None:
        """The file of the rules to be looked up; None if the folder has none."""
        source = self.folder / "pages.toml"
        return source if source.is_file() else None

    def side(self, players: int) -> Side:
        """Return the side of the board for a number of players."""
        return self.sides.get(players, self.front)

    def parts_of(self, players: int, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the expansions that the number of players and the house rules bring along."""
        ruled = (rule.part for rule in self.house_rules if rule.part and options.get(rule.key))
        return tuple(dict.fromkeys((*self.parts.get(players, ()), *ruled)))

    @property
    def every_part(self) -> tuple[str, ...]:
        """The expansions that any number of players or any house rule brings along."""
        ruled = (rule.part for rule in self.house_rules if rule.part)
        brought = (part for parts in self.parts.values() for part in parts)
        return tuple(dict.fromkeys((*brought, *ruled)))

    @property
    def newest(self) -> str:
        """The version of the rules that new games are played by, as a save notes it: 1996/2."""
        return self.versions[-1].id

    def version(self, name: str) -> Version:
        """Return the version of that name; ContentError if this program cannot play by it."""
        for version in self.versions:
            if version.id == name:
                return version
        known = " and ".join(version.id for version in self.versions)
        raise ContentError(
            f"this game is played by the rules {clean(name, 40)!r}, and this elgrande knows only "
            f"{known}; a newer one may know them"
        )

    def spec(
        self,
        colours: tuple[str, ...],
        short: bool,
        options: dict[str, Any],
        version: str | None = None,
    ) -> Spec:
        """Return the edition's Spec for these colours, before any expansion.

        ``version`` is that of the rules, the newest without it.
        """
        played = self.version(version or self.newest)
        cards = [info.card for info in self.cards]
        if not options.get("veto", True):
            # The house rule leaves the Veto cards in the box (FACTS 1.8).
            cards = [card for card in cards if card.effect != "keep_veto"]
        side = self.side(len(colours))
        return Spec(
            edition=self.id,
            version=played.id,
            colours=colours,
            regions=list(side.regions),
            castillo=side.castillo,
            mobile=list(side.mobile),
            power=dict(self.power),
            ranks=self.ranks[len(colours)],
            cards=cards,
            rounds=self.short_rounds if short else self.rounds,
            scoring_rounds=self.scoring_rounds,
            programs={name: list(steps) for name, steps in BASE_PROGRAMS.items()},
            caballeros=self.caballeros,
            court=self.court,
            home=self.home,
            palette=self.colours,
            steps=list(BASE_STEPS),
            options=dict(options),
            pile=played.pile,
            stop_at_reveal=played.stop_at_reveal,
        )


GROUP = "elgrande.editions"
FOLDER = files("elgrande.content") / "editions"
_FILE = "edition.toml"
OURS = tuple(sorted(one.name for one in FOLDER.iterdir() if (one / _FILE).is_file()))
"""The ids of those that come with the program."""
FIRST = OURS[0]
"""The edition of whoever names none."""

_REGISTERED: dict[str, Edition] = {}


def register_edition(edition: Edition) -> None:
    """Make an edition known; registering the same object again does nothing."""
    known = _REGISTERED.setdefault(edition.id, edition)
    if known is not edition or edition.id in OURS:
        raise ContentError(f"two editions are called {edition.id!r}")


@cache
def _installed() -> tuple[str, ...]:
    """Register the editions of other packages; return a sentence for each broken one."""
    points, problems = installed(GROUP)
    for point in points:
        try:
            register_edition(point.load())
        except Exception as error:
            # Whatever a stranger's package does wrong must not end our program.
            why = clean(f"{type(error).__name__}: {error}", 200)
            problems.append(f"edition {clean(point.name)!r} cannot be loaded: {why}")
    return tuple(problems)


def edition_ids() -> tuple[str, ...]:
    """Return the ids of all editions."""
    _installed()
    return (*OURS, *_REGISTERED)


def is_edition(name: object) -> bool:
    """Say whether there is an edition of that name; of ours it is known without a search."""
    return name in OURS or name in edition_ids()


def edition(name: str) -> Edition:
    """Return an edition; ContentError if there is none of that name."""
    if name in OURS:
        return _ours(name)
    found = _REGISTERED.get(name)
    if found is None:
        problems = _installed()
        found = _REGISTERED.get(name)
    if found is None:
        why = "".join(f"; {problem}" for problem in problems)
        raise ContentError(
            f"there is no edition {name!r}; choose one of {', '.join(edition_ids())}{why}"
        )
    return found


@cache
def _ours(name: str) -> Edition:
    return read_edition(FOLDER / name)


@cache
def newest_rules() -> str:
    """Return the newest version of every edition's rules, for whoever has to notice a change.

    Of our own editions no more than that is read.
    """
    ours = []
    for name in OURS:
        top = Table(read_toml(FOLDER / name / _FILE), _FILE, "top")
        ours.append(_version(top.tables("version")[-1], name).id)
    return " ".join([*ours, *(edition(name).newest for name in edition_ids() if name not in OURS)])


def _triple(table: Table, field: str) -> tuple[int, int, int]:
    values = table.numbers(field, 0, 99)
    if len(values) != 3:
        raise table.fault(field, "write three numbers here")
    return values[0], values[1], values[2]


def _side(top: Table, disk: set[str], labels: dict[str, Label] | None = None) -> Side:
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
        labels["castillo"] = Label(castillo.text("name"), castillo.text("short"), key="0")
    sources["castillo"] = _source(castillo)
    values = _triple(castillo, "values")
    _close(castillo)
    mobile = []
    for table in top.tables("mobile"):
        sources[table.text("id")] = _source(table)
        mobile.append((table.text("id"), _triple(table, "values")))
        _close(table)
    return Side(tuple(regions), values, tuple(mobile), sources)


def _label(table: Table) -> Label:
    return Label(table.text("name"), table.text("short"), table.text("letter"), table.text("key"))


def _source(table: Table) -> dict[str, str]:
    return {field: str(word) for field, word in table.table("source").items()}


def _region(table: Table, disk: set[str]) -> Region:
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


def _version(table: Table, edition: str) -> Version:
    version = Version(
        f"{edition}/{table.number('number', 1, 99)}",
        table.text("pile"),
        table.flag("stop_at_reveal", False),
        table.texts("before", []),
    )
    _close(table)
    return version


def read_edition(folder: Path | Traversable) -> Edition:
    """Return the edition of a folder; ContentError names file, place and field of a fault."""
    top = Table(read_toml(folder / _FILE), _FILE, "top")
    top.number("format", 1, 1)
    disk = set(top.texts("disk"))
    labels: dict[str, Label] = {}
    front = _side(top, disk, labels)
    terms = top.table("terms")
    labels["province"] = Label(terms.text("province"))
    labels["scoreboard"] = Label(terms.text("scoreboard"))
    terms.close()
    sides: dict[int, Side] = {}
    for table in top.tables("side"):
        path = folder / table.text("file")
        other = Table(read_toml(path), path.name, "top")
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
        table = Table(data, _FILE, f"house_rules.{key}")
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
        versions=tuple(_version(table, name) for table in top.tables("version")),
        folder=folder,
    )
    top.close()
    return data


def _close(table: Table) -> None:
    """Where each field comes from is for readers of the file; anything else is a fault."""
    table.raw("source"), table.raw("cite")
    table.close()
