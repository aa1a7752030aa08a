"""The base knows no expansion: neither by name, nor by import, nor to be able to play.

What it must not say is not listed here: it is taken from whatever is registered, so
that the next expansion is held to the same.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import Expansion, every_expansion, expansion
from elgrande.rules.base import BASE_STEPS
from elgrande.rules.effects.figures import INQUISITOR
from elgrande.rules.effects.pieces import ESCORT, RIDE
from elgrande.rules.start import DRAWN
from elgrande.rules.steps.hand import KEPT, VERBS, ChooseHand, DealHand
from patience import PATIENCE

SOURCE = Path(str(files("elgrande")))
HOME = "elgrande.expansions"
BASE = (
    "rules", "table", "saves", "bots", "app", "cli", "server", "visitor", "lobby", "content",
    "tournament", "analysis",
)  # fmt: skip
ALLOWED: set[str] = set()
"""Ids of expansions and their cards that are words of the base game too, each with its reason.

There is none now: the base's Veto is an effect and a verb of its own, and the ids of the
expansions that bring one more are longer.
"""


@dataclass(frozen=True)
class Known:
    """What names an expansion: words that may stand in no text, and names of code and notation."""

    words: frozenset[str]
    names: frozenset[str]


def ours() -> list[Expansion]:
    return [one for one in every_expansion() if one.edit.__module__.startswith(f"{HOME}.")]


@cache
def known() -> Known:
    words: set[str] = set()
    names: set[str] = set()
    for one in ours():
        words |= {one.id, *(info.card.id for info in one.cards), *(card.id for card in one.hand)}
        words |= {card.kind for card in one.hand}
        (name, *_) = [need for need in one.needs if need in edition_ids()]
        data = edition(name)
        # A part that joins others finds in the Spec what they have made of it.
        editing = (*map(expansion, sorted(one.joins)), one)
        own_rules = (rule for each in editing for rule in each.house_rules)
        options = {rule.key: rule.default for rule in (*data.house_rules, *own_rules)}
        spec = data.spec(data.colours[:2], False, options)
        for each in editing:
            spec.cards += [info.card for info in each.cards]
            each.edit(spec)
        # What lies in the rules is the core's own, whoever uses it first.
        names |= {step.name for step in spec.steps if step.__module__.startswith(f"{HOME}.")}
        names |= {*spec.cells, *spec.hidden, *spec.extra_hand}
        names |= {verb.name for verb in spec.verbs if verb.name != RIDE.name}
        names |= {kind.called for kind in spec.kinds if kind.called}
    own = {info.card.id for name in edition_ids() for info in edition(name).cards}
    core = {step.name for step in (*BASE_STEPS, ChooseHand, DealHand)}
    core |= {KEPT, DRAWN, INQUISITOR, ESCORT.name, *(verb.name for verb in VERBS)}
    return Known(frozenset(words - own - ALLOWED), frozenset(names - core - ALLOWED))


@cache
def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower().strip("_")


def one_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def identifiers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield line, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name
            case ast.keyword(arg=str(name)):
                yield line, name
            case ast.alias(name=name, asname=other):
                yield from ((line, part) for part in (*name.split("."), other) if part)
            case ast.ImportFrom(module=str(name)):
                yield from ((line, part) for part in name.split("."))


@cache
def patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds the words in a text, and in a name of the code: each alone or as many of it."""
    words = known().words
    names = {snake(word) for word in words if not word[0].isdigit()}
    return (
        re.compile(rf"(?<![\w-])(?:{one_of(words)})s?(?![\w-])", re.IGNORECASE),
        re.compile(rf"(?:^|_)(?:{one_of(names)})s?(?:_|$)"),
    )


def faults(source: str) -> list[tuple[int, str]]:
    """Where a module says what it must not know, by line."""
    spoken, named = patterns()
    tree = ast.parse(source)
    out = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = spoken.findall(node.value)
            said += [node.value] * (node.value in known().names)
            out += [(node.lineno, word) for word in said]
    out += [(line, name) for line, name in identifiers(tree) if named.search(snake(name))]
    return sorted(set(out))


def modules(package: str) -> list[Path]:
    return sorted((SOURCE / package).rglob("*.py"))


def types_of(tree: ast.Module) -> Iterator[str]:
    """Public classes and names of types that a module defines, be it for mypy alone."""
    body = [
        each for node in tree.body for each in (node.body if isinstance(node, ast.If) else [node])
    ]
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if len(name) == 1 or name.isupper():
                    continue
            case _:
                continue
        if name[0].isupper():
            yield name


def test_a_public_name_of_a_type_stands_once_outside_expansions() -> None:
    """Whoever greps for one finds one. A question's type is called as the question is."""
    named: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(SOURCE).as_posix()
        if "expansions" not in path.parts and where != "rules/questions.py":
            for name in types_of(ast.parse(path.read_text(encoding="utf-8"))):
                named.setdefault(name, []).append(where)
    assert not {name: where for name, where in named.items() if len(where) > 1}
    assert len(named) > 450
    assert {"Row", "News", "RowSource", "WishChange", "Fill"} <= named.keys()


@pytest.mark.expansions
def test_what_must_not_be_said_is_found_wherever_it_stands() -> None:
    """The test of the test: an id in a text, a name, an import, a cell and a step."""
    assert {one.id for one in ours()} >= {"dummy", "power-shift", "old-hands-veto"}
    for source in (
        'x = "dummy"', '"""Of the dummy."""', "def dummy_row(): ...", "class PowerShift: ...",
        "from elgrande.expansions.dummy import steps", "a.modifiers", "f(new_regency=1)",
        'cell("dummy-power")', 'step == "pass_modifiers"', 'card == "5-12"', 'verb == "shift"',
    ):  # fmt: skip
        assert faults(source), source
    for source in ('"a dumb show"', "veto = 'veto'", "card = '2-01'", "shift = 1", "pass"):
        assert not faults(source), source


@pytest.mark.expansions
@pytest.mark.parametrize("package", BASE)
def test_no_module_of_the_base_knows_an_expansion(package: str) -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {word}"
        for path in modules(package)
        for line, word in faults(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


# -- without them ----------------------------------------------------------------------

HIDING = """
import sys

HIDDEN = [[folder] for folder in sys.argv[2:]]

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[1:2] in HIDDEN:
            raise ModuleNotFoundError(f"{name} is taken away", name=name)

sys.meta_path.insert(0, Hidden())
"""
"""A program with some folders taken away; entry points that lead there are broken."""

GAME = """
from elgrande.cli.main import main
from elgrande.content.expansion import expansion_ids
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.rules import Generator

assert expansion_ids() == ()
for edition, players in (("1996", 2), ("1996", 5), ("2023", 4)):
    setup = Setup.of(players, seed=3, edition=edition)
    state = setup.start()
    generator = Generator.seeded(5)
    while not state.over:
        seat = generator.choice(list(state.owing()))
        state.apply(seat, generator.choice(list(state.decision(seat).codes)))
    assert len(reference(setup).entries) > 50
home = sys.argv[1]
new = ["--data-dir", home, "new", "--players", "2", "--no-play", "--name", "one", "--seed", "1"]
assert main(new) == 0
assert main(["--data-dir", home, "show", "one"]) == 0
assert main(["--data-dir", home, "show", "one", "--toml"]) == 0
assert main([*new[:-4], "--expansion", "new-regency", "--edition", "2023"]) == 2
"""

SERVED = ("server", "visitor", "lobby")
"""The server, and what it alone needs."""

AT_HOME = """
import io
from elgrande.cli.main import main

home = ["--data-dir", sys.argv[1]]
assert main(["--help"]) == 0
sys.stdin = io.StringIO("power 9\\nquit\\n")
new = ["play", "--plain", "--players", "2", "--bots", "random", "--seed", "1", "--name", "one"]
assert main([*home, *new]) == 0
assert main([*home, "show", "one"]) == 0
assert main([*home, "serve"]) == 2
"""

APP = """
import asyncio
from pathlib import Path
from elgrande.app.app import ElGrande
from elgrande.saves import Paths

async def start():
    app = ElGrande(Paths(Path(sys.argv[1])), seed=1, bots=())
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        print(type(app.screen).__name__)

asyncio.run(start())
"""


def run(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize("code", [GAME, APP], ids=["games", "app"])
def test_with_the_expansions_taken_away_the_base_goes_on(code: str, tmp_path: Path) -> None:
    done = run(HIDING + code, str(tmp_path), "expansions")
    assert done.returncode == 0, done.stderr
    assert "Round 1 of 9" in done.stdout or "TableScreen" in done.stdout, done.stdout


@pytest.mark.parametrize("code", [AT_HOME, APP], ids=["command line", "app"])
def test_with_the_server_lifted_out_games_at_home_go_on(code: str, tmp_path: Path) -> None:
    done = run(HIDING + code, str(tmp_path), *SERVED)
    assert done.returncode == 0, done.stderr
    assert "Round 1 of 9" in done.stdout or "TableScreen" in done.stdout, done.stdout
    assert ("server' cannot be loaded" in done.stderr) == (code is AT_HOME)


def test_a_game_of_1996_imports_no_expansion() -> None:
    done = run("""
import sys
from elgrande.content.setup import Setup
from elgrande.content.words import prompt
state = Setup.of(4, seed=1).start()
prompt(state.decision(), state.rules)
print(*[name for name in sys.modules if name.startswith("elgrande.expansions")])
""")
    assert done.returncode == 0, done.stderr
    assert not done.stdout.split()
