"""A lesson as data: where it begins, its pages, what each page asks and what follows."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from elgrande.content.edition import edition
from elgrande.content.expansion import every_expansion
from elgrande.content.files import ContentError, TomlTable, read_toml
from elgrande.content.setup import PERSON, Setup
from elgrande.rules import NotationError, Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path


FORMAT = 1
SCRIPT = "lesson"
"""Who plays the seats that are not the learner's."""
_ORDER = ("sample-game", "taboo", "ties", "castillo", "power-cards", "veto")


@dataclass(frozen=True)
class LessonStep:
    """One page, and what it asks.

    ``ways`` are the accepted answers, each a row of commands without colour, in
    this order or, with ``free_order``, in any. ``verbs`` accept any legal answer
    with one of these verbs instead. A page with neither is only read. ``replies``
    are the other seats' commands, with colour, that follow when the page is left.
    ``wrong`` is said to a legal answer that is not the one meant, ``but`` to those
    that begin like its keys. ``explain`` names places whose last scoring the page
    takes apart, ``lit`` places or cards to look at, ``rules`` entries of the reference.
    """

    say: tuple[str, ...]
    ways: tuple[tuple[str, ...], ...] = ()
    free_order: bool = False
    verbs: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    hint: str = ""
    wrong: str = ""
    but: Mapping[str, str] = field(default_factory=dict)
    explain: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Say whether the page waits for an answer."""
        return bool(self.ways or self.verbs)


@dataclass(frozen=True)
class Lesson:
    """A lesson: what it is for, from which position, which seat the learner plays."""

    id: str
    title: str
    goal: str
    seat: int
    setup: Setup
    steps: tuple[LessonStep, ...]


def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, the first to be taken first; those of expansions come last.

    A lesson of an expansion that cannot be read is left out: ``lesson`` says why.
    """
    found = list(map(lesson, _ORDER))
    for name in _told():
        with suppress(ContentError):
            found.append(lesson(name))
    return tuple(found)


@cache
def lesson(name: str) -> Lesson:
    """Return a lesson; ContentError if there is none of that name, or for one at fault."""
    if name in _ORDER:
        return read_lesson(files("elgrande.content.lessons") / f"{name}.toml")
    told = _told()
    if name not in told:
        known = ", ".join((*_ORDER, *told))
        raise ContentError(f"there is no lesson {name!r}; choose one of {known}")
    return read_lesson(told[name])


def _told() -> dict[str, Path | Traversable]:
    """Return the lessons of expansions by their ids; of two with one id the first is there."""
    found: dict[str, Path | Traversable] = {}
    for each in every_expansion():
        for source in each.lessons:
            name = source.name.removesuffix(".toml")
            if name not in _ORDER:
                found.setdefault(name, source)
    return found


def read_lesson(source: Path | Traversable) -> Lesson:
    """Return the lesson of a file; ContentError names file, step and field."""
    top = TomlTable(read_toml(source), source.name, "top")
    top.number("format", FORMAT, FORMAT)
    setup = _setup(top)
    rules = setup.ruleset()
    you = top.text("you")
    if you not in rules.colours:
        raise top.fault("you", f"write one of {', '.join(rules.colours)} here")
    steps = tuple(_step(table, rules) for table in top.tables("step"))
    if not steps or steps[-1].asks:
        raise ContentError(f"{source.name}: the last step must be a page to read")
    out = Lesson(
        id=source.name.removesuffix(".toml"),
        title=top.text("title", most=60),
        goal=top.text("goal", most=150),
        seat=rules.colours.index(you),
        setup=setup,
        steps=steps,
    )
    top.close()
    return out


def _setup(top: TomlTable) -> Setup:
    """Read the game: players are called by their colours, the learner is the only person."""
    game = dict(top.table("game").items())
    labels = edition(str(game.get("edition", "1996"))).labels
    you = top.text("you")
    players = [
        {
            "colour": colour,
            "name": labels[colour].name if colour in labels else colour,
            "source": PERSON if colour == you else SCRIPT,
        }
        for colour in top.texts("seats")
    ]
    position = dict(top.table("position").items())
    return Setup.from_plain({**game, "players": players, "position": position}, top.file)


def _step(table: TomlTable, rules: Ruleset) -> LessonStep:
    ways = tuple(_commands(way) for way in table.texts("expect", []))
    verbs = table.texts("any", [])
    replies = tuple(reply for line in table.texts("reply", []) for reply in _coloured(line))
    for command in (command for way in ways for command in way):
        _check(table, "expect", rules.code, command)
    for command in replies:
        _check(table, "reply", rules.parse, command)
    for verb in verbs:
        if verb not in rules.base:
            raise table.fault(
                "any", f"{verb!r} is not a command; the commands are {', '.join(rules.base)}"
            )
    step = LessonStep(
        say=_paragraphs(table.text("say")),
        ways=ways,
        free_order=table.flag("free_order", False),
        verbs=verbs,
        replies=replies,
        hint=_joined(table.text("hint", "")),
        wrong=_joined(table.text("wrong", "")),
        but=_but(table),
        explain=_names(table, "explain", rules.targets),
        lit=_names(table, "lit", (*rules.places, *rules.targets, *rules.card_index)),
        rules=table.texts("rules", []),
    )
    table.close()
    if step.asks and not (step.hint and step.wrong):
        raise table.fault("hint", "a page that asks needs a 'hint' and a 'wrong'")
    return step


def _check(table: TomlTable, field: str, parse: Any, command: str) -> None:
    try:
        parse(command)
    except NotationError as error:
        raise table.fault(field, str(error)) from None


def _but(table: TomlTable) -> dict[str, str]:
    inner = table.table("but")
    return {key: _joined(inner.text(key)) for key, _ in inner.items()}


def _names(table: TomlTable, field: str, known: tuple[str, ...]) -> tuple[str, ...]:
    names = table.texts(field, [])
    for name in names:
        if name not in known:
            raise table.fault(field, f"there is no {name!r} in this game")
    return names


def _commands(line: str) -> tuple[str, ...]:
    """Read ``place aragon, done`` as two commands."""
    return tuple(" ".join(part.split()) for part in line.split(","))


def _coloured(line: str) -> list[str]:
    """Read ``blue take 1, card 5-01``: the colour stands once and holds for the line."""
    colour, _, rest = line.partition(" ")
    return [f"{colour} {command}" for command in _commands(rest)]


def _joined(text: str) -> str:
    return " ".join(text.split())


def _paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text, which empty lines divide, each without line breaks."""
    return tuple(_joined(part) for part in text.strip().split("\n\n") if part.strip())
