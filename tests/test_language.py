"""No text that a player reads uses a word that the guide of CONTRIBUTING.md bans.

Nothing is exempt but notation, in quotes or backticks. What is written down is read there:
the strings of the program and its data. What is put together from pieces is read as it
comes out.
"""

import ast
import random
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import elgrande
from elgrande.content.deck import CardInfo
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import expansion, expansion_ids
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import answer, card_text, explain_score, prompt, say_event, why_not
from elgrande.content.words.cards import card_facts
from elgrande.rules import events as ev

HERE = Path(__file__).parent
PROGRAM = Path(elgrande.__file__).parent
BANNED: dict[str, dict[str, str]] = tomllib.loads((HERE / "banned.toml").read_text("utf-8"))
"""By the word: a pattern, and what to write instead."""
PATTERNS = {word: re.compile(row["pattern"], re.IGNORECASE) for word, row in BANNED.items()}
QUOTED = re.compile(r"`[^`]*`|'[a-z-]+'|\"[^\"]*\"")
"""Notation, and what somebody typed."""
CODE = re.compile(r"[\\\[\]*|]")
"""What a pattern, a type or a style sheet has, and no sentence."""


def misused(text: str) -> list[str]:
    """Return which banned words a text uses, with what to write instead."""
    text = QUOTED.sub("", " ".join(text.split()))
    return [
        f"{found[0]!r} in {text!r}: write {BANNED[word]['write']}"
        for word, pattern in PATTERNS.items()
        if (found := pattern.search(text))
    ]


def test_every_ban_catches_what_it_is_for_and_not_its_cure() -> None:
    for word, row in BANNED.items():
        assert PATTERNS[word].search(row["wrong"]), word
        assert not misused(row["right"]), word


# -- what is written down ------------------------------------------------------------------


def strings(path: Path) -> Iterator[str]:
    """Yield the texts of a module of more than a word, without docstrings; fields become {}."""
    tree = ast.parse(path.read_text("utf-8"))
    inside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inside.add(node.value)
        if isinstance(node, ast.JoinedStr):
            parts = [v.value if isinstance(v, ast.Constant) else "{}" for v in node.values]
            inside.update(v for v in node.values if isinstance(v, ast.Constant))
            yield "".join(map(str, parts))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inside:
            yield node.value


SPOKEN = [
    path
    for path in sorted(PROGRAM.rglob("*.py"))
    if "worker" not in path.name and path.name != "spec.py"
]


@pytest.mark.parametrize("folder", sorted({path.parent for path in SPOKEN}), ids=str)
def test_what_the_program_says(folder: Path) -> None:
    found = [
        f"{path.name}: {bad}"
        for path in SPOKEN
        if path.parent == folder
        for text in strings(path)
        if " " in text and not CODE.search(text)
        for bad in misused(text)
    ]
    assert not found, "\n".join(found)


KEPT = {"source", "cite", "id", "name", "only", "params", "keywords"}
"""Fields of data that no player reads as our English: sources, ids, printed titles."""


def texts_of(data: object, key: str = "") -> Iterator[str]:
    if isinstance(data, str) and key not in KEPT and " " in data:
        yield data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in KEPT:
                yield from texts_of(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from texts_of(value, key)


@pytest.mark.parametrize(
    "path", sorted(PROGRAM.rglob("*.toml")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_what_the_data_say(path: Path) -> None:
    found = [
        bad for text in texts_of(tomllib.loads(path.read_text("utf-8"))) for bad in misused(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.long
def test_what_the_screens_show() -> None:
    """The sheets of the app: menus, forms, help, tables, scorings, lessons.

    A line may begin within a sentence, so what has no word before it is not judged.
    """
    sheets = sorted((HERE / "app" / "__snapshots__").rglob("*.txt"))
    assert len(sheets) > 100
    found = {
        f"{path.parent.name}/{path.name}: {bad}"
        for path in sheets
        for line in path.read_text("utf-8").splitlines()
        for bad in misused(line)
        if not bad.startswith("'own'")
    }
    assert not found, "\n".join(sorted(found))


# -- what is put together ------------------------------------------------------------------


@cache
def spoken(name: str) -> tuple[str, ...]:
    """Return what is said in games of an edition with all expansions that go with it."""
    out: set[str] = set()
    for number, players in enumerate((2, 4, 3)):
        chance = random.Random(number)
        expansions = tuple(
            one for one in ("new-regency", "power-shift") if name == "2023" and number
        )
        setup = Setup.of(players, seed=number, short=True, edition=name, expansions=expansions)
        state = setup.start()
        rules = state.rules
        happened: list[ev.Event] = []
        while not state.over:
            seat = chance.choice(state.owing())
            for reader in (None, *range(rules.n_seats)):
                out.add(prompt(state.view(reader).decision(reader), rules))
            decision = state.decision(seat)
            out.update(answer(code, rules, None, decision) for code in decision.codes)
            for code in chance.sample(range(len(rules.vocabulary.texts)), 3):
                out.add(why_not(state, seat, rules.text(code)))
            happened.clear()
            state.apply(seat, chance.choice(decision.codes), happened.append)
            for event in happened:
                out.add(say_event(event, rules))
                if isinstance(event, ev.RegionScored):
                    for reason in explain_score(event.scored, rules):
                        out.update((reason.sentence, reason.rule))
    return tuple(sorted(out))


@pytest.mark.parametrize("name", edition_ids())
def test_what_is_said_in_a_game(name: str) -> None:
    found = [bad for text in spoken(name) for bad in misused(text)]
    assert not found, "\n".join(found)


def cards() -> Iterator[CardInfo]:
    for name in edition_ids():
        yield from edition(name).cards
    for name in expansion_ids():
        if expansion(name).edit.__module__.startswith("elgrande."):
            yield from expansion(name).cards


def facts(info: CardInfo) -> Iterator[str]:
    """Yield what the page of a card says, without its effect: that is the notation of decks."""
    for name, says in card_facts(info, (info,)):
        if name != "Effect":
            yield f"{name}: {says}"


def test_what_is_said_of_cards() -> None:
    found = [
        bad
        for info in cards()
        for text in (card_text(info), *facts(info))
        for line in text.splitlines()
        for bad in misused(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", edition_ids())
def test_what_the_rules_say(name: str) -> None:
    book = reference(Setup.of(4, 1, edition=name))
    found = [
        bad for entry in book.entries for text in (entry.title, entry.text) for bad in misused(text)
    ]
    assert not found, "\n".join(found)
