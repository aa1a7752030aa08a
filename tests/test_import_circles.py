"""No import circle anywhere, not even one that an import within a function hides."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import elgrande

ROOT = Path(elgrande.__path__[0])


def imports(node: ast.AST, package: str) -> Iterator[str]:
    """The names that a module imports when it runs, wherever the import stands in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            for other in child.orelse:
                yield from imports(ast.Module([other], []), package)
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            up = package.split(".")[: 1 - child.level or None] if child.level else []
            base = ".".join([*up, *([child.module] if child.module else [])])
            yield from (f"{base}.{alias.name}" for alias in child.names)
        else:
            yield from imports(child, package)


def graph(sources: dict[str, str]) -> dict[str, set[str]]:
    """Which of these modules imports which; a package's name is that of its ``__init__``."""
    edges: dict[str, set[str]] = {}
    for name, source in sources.items():
        named = set(imports(ast.parse(source), name.rpartition(".")[0]))
        # What is no module is something in one.
        found = {to if to in sources else to.rpartition(".")[0] for to in named}
        edges[name] = found & set(sources) - {name}
    return edges


def circle(edges: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, each importing the next, or an empty list."""
    try:
        tuple(TopologicalSorter(edges).static_order())
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


@pytest.mark.long
def test_there_is_no_import_circle() -> None:
    sources = {}
    for path in ROOT.rglob("*.py"):
        parts = ["elgrande", *path.relative_to(ROOT).with_suffix("").parts]
        sources[".".join(parts).removesuffix(".__init__")] = path.read_text(encoding="utf-8")
    assert len(sources) > 200
    assert " -> ".join(circle(graph(sources))) == ""


@pytest.mark.parametrize(
    "low",
    [
        "from app.high import it",
        "def later():\n    from app import high",
        "class K:\n    def m(self):\n        import app.high",
        "from . import high",
        "try:\n    import app.high\nexcept ImportError:\n    pass",
    ],
)
def test_a_circle_is_seen_however_it_hides(low: str) -> None:
    found = circle(graph({"app.high": "import app.low", "app.low": low}))
    assert set(found) == {"app.high", "app.low"}


def test_an_import_for_type_checking_is_none() -> None:
    low = "if TYPE_CHECKING:\n    import app.high\nelse:\n    import app.other"
    edges = graph({"app.high": "import app.low", "app.low": low, "app.other": ""})
    assert edges["app.low"] == {"app.other"}
    assert circle(edges) == []
