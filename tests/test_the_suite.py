"""The tests themselves: none waits for a time, looks at a clock or depends on whose machine it is.

What is found here has failed on a busy machine before, or would.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import PATIENCE

HERE = Path(__file__).parent
MAY_WAIT = {"patience.py", "app/idle.py", "terminal/raw.py", "terminal/tmux.py"}
"""Helpers that sleep and look at a clock, so that no test has to."""
MAY_MEASURE = {"properties/many.py"}
"""A program, run by hand, that says how long it took."""
MAY_SET_UP = {"conftest.py"}
"""Cleans the environment before anything is imported."""
CLOCKS = {
    "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "now",
    "utcnow", "today",
}  # fmt: skip
"""Not ``time.time``: a file may have to be made old or young."""
PICTURES = 10
"""So many snapshots may be SVG; all others are rows of text."""


def name_of(node: ast.expr) -> str:
    """The dotted name of what is called, as far as it has one."""
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def is_number(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def faults(source: str, file: str = "test_x.py") -> list[str]:
    """What a file of tests does that a busy or a strange machine would make it fail for."""
    tree = ast.parse(source)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            found += [(node.lineno, fault) for fault in _call(node, file)]
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.Delete):
            targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
            for target in targets:
                if isinstance(target, ast.Subscript) and name_of(target.value) == "os.environ":
                    found.append((node.lineno, "sets a variable for every test: use monkeypatch"))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found += [(line, fault) for line, fault in _read_twice(node)]
    if file in MAY_SET_UP:
        found = [(line, fault) for line, fault in found if "monkeypatch" not in fault]
    return [f"{file}:{line} {fault}" for line, fault in sorted(found)]


def _call(node: ast.Call, file: str) -> Iterator[str]:
    name = name_of(node.func)
    module, _, last = name.rpartition(".")
    first = node.args[0] if node.args else None
    if file not in MAY_WAIT:
        if last == "sleep" and not (isinstance(first, ast.Constant) and first.value == 0):
            yield "sleeps: use patience.until or patience.eventually"
        if last == "pause" and (node.args or node.keywords):
            yield "sleeps: use patience.eventually"
        limits = [each.value for each in node.keywords if each.arg in {"timeout", "seconds"}]
        if last in {"wait", "wait_for", "acquire", "join"}:
            limits += node.args[-1:]
        if any(map(is_number, limits)):
            yield "gives up after a time of its own: use patience.PATIENCE"
        clock = module.split(".")[-1] in {"time", "datetime", "date"}
        bare = not module and last not in {"now", "today"}
        if last in CLOCKS and (clock or bare) and file not in MAY_MEASURE:
            yield "looks at a clock"
    if isinstance(first, ast.Constant) and str(first.value).split("/")[:2] == ["", "tmp"]:
        yield "writes where other runs write too: use tmp_path"
    if module == "random" and last != "Random":
        yield "draws by a chance that nobody can repeat: use random.Random(seed)"
    if name in {"random.Random", "Random"} and not node.args:
        yield "draws by a chance that nobody can repeat: use random.Random(seed)"


def _read_twice(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
    """What readline() has read ahead is lost to communicate()."""
    within = list(ast.walk(node))
    if any(name_of(n.func).endswith(".readline") for n in within if isinstance(n, ast.Call)):
        for each in within:
            kept = each.value if isinstance(each, ast.Assign) else None
            if isinstance(kept, ast.Call) and name_of(kept.func).endswith(".communicate"):
                yield each.lineno, "uses communicate() after readline(): use stdout.read()"


@pytest.mark.long
def test_no_test_waits_for_a_time_or_looks_at_a_clock() -> None:
    found = []
    for path in sorted(HERE.rglob("*.py")):
        file = path.relative_to(HERE).as_posix()
        found += faults(path.read_text(encoding="utf-8"), file)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(0.1)", "sleep(1)", "asyncio.sleep(LOOK)", "pilot.pause(0.3)",
        "pilot.pause(FLASH + 0.1)", "process.communicate(timeout=20)", "gate.wait(5)",
        "asyncio.wait_for(told, 2)", "subprocess.run(call, timeout=120)", "time.monotonic()",
        "perf_counter()", "datetime.now()", "random.choice(cards)", "random.Random()",
        "os.environ['TERM'] = 'dumb'", "open('/tmp/game')",
        "def test():\n    child.stdout.readline()\n    rest, _ = child.communicate()",
    ],
)  # fmt: skip
def test_what_would_fail_on_a_busy_machine_is_found(line: str) -> None:
    assert len(faults(line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.sleep(0)", "pilot.pause()", "communicate(timeout=PATIENCE)", "gate.wait()",
        "random.Random(7)", "monkeypatch.setenv('TERM', 'dumb')", "child.communicate()",
        "' '.join(names)", "child.wait()",
    ],
)  # fmt: skip
def test_what_is_sound_is_not(line: str) -> None:
    assert faults(line) == []


def test_pictures_stay_few() -> None:
    """Every change of the looks changes them all, and nobody reads a hundred pictures."""
    assert len(list(HERE.rglob("__snapshots__/**/*.svg"))) <= PICTURES


def test_no_two_files_of_tests_have_one_name() -> None:
    """Without packages pytest imports them by their bare names: the second is not collected."""
    names = [path.name for path in HERE.rglob("test_*.py")]
    assert sorted(names) == sorted({*names})


def test_a_test_that_hangs_fails_after_all_that_it_waits_for(
    request: pytest.FixtureRequest,
) -> None:
    """Whoever waits in vain says for what, before the limit names the test alone."""
    assert float(request.config.getini("timeout")) > PATIENCE
