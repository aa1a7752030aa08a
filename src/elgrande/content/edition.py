"""Editions: the data of a board and its rules' numbers, with names for people.

An edition is a folder: ``edition.toml``, ``deck.toml``, files of other sides of the
board, and ``pages.toml``, the rules to be looked up. A board that is not Iberia's has its drawings
in a folder ``map`` (``elgrande.content.map.chart``). Those that come with the program are
the folders of ``editions``, which are found without a search; another package names an
``Edition``, made by ``read_edition(folder)``, under the entry point group
``elgrande.editions``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from elgrande.content.clean import clean
from elgrande.content.deck import CardInfo, read_deck
from elgrande.content.files import AnyFile, ContentError, TomlTable, read_toml
from elgrande.content.installed import registered
from elgrande.content.map.chart import IBERIA
from elgrande.rules import Region, Spec
from elgrande.rules.base import BASE_PROGRAMS, BASE_STEPS


@dataclass(frozen=True)
class Label:
    """How a region, the Castillo or a colour is called: name, short form, letter, key.

    The name stands within sentences and is singular there: ``Seville is the King's region``. The
    short form is for narrow panes. ``key`` points at a region; without one the first nine have
    their numbers, and others a letter of their name that is free. ``the`` says that the name has
    the article within sentences: ``the Basque Country``.
    """

    name: str
    short: str = ""
    letter: str = ""
    key: str = ""
    the: bool = False
    within: str = ""
    """What a place is called within a sentence where its name alone reads wrongly, as ``the
    Captain's space``."""
    aboard: bool = False
    """Whether pieces are *on* it and not *in* it, as on a ship."""
    where: str = ""
    """Where something there is, if neither *in* nor *on* it: ``beside the Castillo``."""
    whose: str = ""
    """The colour whose place it is; the player's name goes behind its own, and behind ``where``:
    ``gifts for Ana``."""
    also: tuple[str, ...] = ()
    """What documents and maps call it besides: whoever types that means it."""


NOTHING_CHOSEN = "none"
"""The value of a house rule that takes several, where none of them is chosen."""

_SWITCHED = {True: ("on", "yes"), False: ("off", "no")}
"""What people also write for a rule that is or is not in force."""


@dataclass(frozen=True)
class HouseRule:
    """A rule that a table may switch.

    Where it takes ``several`` of its choices its value is their names with commas between them, in
    any order, or ``NOTHING_CHOSEN``; its choices are texts.
    """

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
    several: bool = False
    needs: str = ""
    """The rule of the same expansion without which this one decides nothing; empty if none."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values that a form steps through: of several choices none, then each alone."""
        return (NOTHING_CHOSEN, *self.choices) if self.several else self.choices

    @property
    def wants(self) -> str:
        """What to write: ``one of true, false``."""
        known = ", ".join(str(choice).lower() for choice in self.choices)
        if not self.several:
            return f"one of {known}"
        return f"{NOTHING_CHOSEN!r} or some of {known}, with commas between them"

    def chosen(self, value: Any) -> tuple[str, ...]:
        """Return which of several choices a value of the rule names, in the rule's order."""
        named = set() if value == NOTHING_CHOSEN else set(str(value).split(","))
        return tuple([choice for choice in self.choices if choice in named])

    def allows(self, value: Any) -> bool:
        """Say whether this is a value of the rule."""
        if self.several and isinstance(value, str) and value != NOTHING_CHOSEN:
            named = value.split(",")
            return len(set(named)) == len(named) and set(named) <= set(self.choices)
        # 5.0 and true are 5 and 1 to Python, but nobody who writes one means the other.
        return any(type(value) is type(one) and value == one for one in self.values)

    def read(self, text: str) -> Any:
        """Return the value that a text means; ValueError if it means none."""
        if self.several and text.strip().lower() != NOTHING_CHOSEN:
            named = [one.strip().lower() for one in text.split(",") if one.strip()]
            known = {choice.lower() for choice in self.choices}
            if unknown := [one for one in named if one not in known] or [""] * (not named):
                raise ValueError(f"There is no {unknown[0]!r}; write {self.wants}.")
            return ",".join(choice for choice in self.choices if choice.lower() in named)
        said = text.strip().lower()
        for choice in self.values:
            also = _SWITCHED[choice] if isinstance(choice, bool) else ()
            if said in (str(choice).lower(), *also):
                return choice
        raise ValueError(text)

    def called(self, choice: Any) -> str:
        """Return what people read for a choice."""
        if isinstance(choice, bool):
            return "yes" if choice else "no"
        if self.several:
            return ", ".join(self.said.get(one, one) for one in self.chosen(choice)) or "none"
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
    version: str
    """The version of its rules, as a save notes it: 1996/1."""
    pile: str
    """Which of a player's played power cards everybody sees (``rules.pile``)."""
    folder: AnyFile
    """Where it was read from, and its pages lie."""

    @property
    def pages(self) -> AnyFile | None:
        """The file of the rules to be looked up; None if the folder has none."""
        source = self.folder / "pages.toml"
        return source if source.is_file() else None

    @property
    def map(self) -> AnyFile:
        """The folder with the drawings of its board: its own, else that of Iberia."""
        own = self.folder / "map"
        return own if own.is_dir() else IBERIA

    def side(self, players: int) -> Side:
        """Return the side of the board for a number of players."""
        return self.sides.get(players, self.front)

    def parts_of(self, players: int, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the expansions that the number of players and the house rules bring along."""
        on = (rule for rule in self.house_rules if options.get(rule.key, rule.default))
        ruled = (rule.part for rule in on if rule.part)
        return tuple(dict.fromkeys((*self.parts.get(players, ()), *ruled)))

    @property
    def every_part(self) -> tuple[str, ...]:
        """The expansions that any number of players or any house rule brings along."""
        ruled = (rule.part for rule in self.house_rules if rule.part)
        brought = (part for parts in self.parts.values() for part in parts)
        return tuple(dict.fromkeys((*brought, *ruled)))

    def check_colours(self, colours: Iterable[str]) -> None:
        """Raise ContentError unless it has these colours."""
        for colour in colours:
            if colour not in self.colours:
                known = ", ".join(self.colours)
                raise ContentError(f"there is no colour {colour!r}; choose from {known}")

    def check_version(self, said: str, where: str) -> None:
        """Raise ContentError, which says ``where``, unless these are the rules of this edition."""
        if said != self.version:
            raise ContentError(
                f"{where}, field 'rules': these are the rules {clean(said, 40)!r}, and this "
                f"elgrande plays {self.version}; take the elgrande that wrote it"
            )

    def spec(self, colours: tuple[str, ...], short: bool, options: dict[str, Any]) -> Spec:
        """Return the edition's Spec for these colours, before any expansion."""
        cards = [info.card for info in self.cards]
        if not options.get("veto", True):
            # The house rule leaves the Veto cards in the box (FACTS 1.8).
            cards = [card for card in cards if card.effect != "keep_veto"]
        side = self.side(len(colours))
        return Spec(
            edition=self.id,
            version=self.version,
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
            pile=self.pile,
        )


# -- its folder ------------------------------------------------------------------------------------

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
        table.flag("the", False), also=table.texts("also", []),
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


def read_edition(folder: AnyFile) -> Edition:
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


# -- those that there are --------------------------------------------------------------------------

GROUP = "elgrande.editions"
FOLDER = files("elgrande.content") / "editions"
OURS = tuple(sorted(one.name for one in FOLDER.iterdir() if (one / FILE).is_file()))
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
    causes, faults = registered(GROUP, register_edition)
    return (*(f"edition {name!r} cannot be loaded: {why}" for name, why in causes.items()), *faults)


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
