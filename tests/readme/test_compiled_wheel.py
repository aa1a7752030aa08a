"""The compiled wheel is the same program; where it cannot be made there is the pure one."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from copy import copy, deepcopy
from pathlib import Path
from pickle import dumps, loads
from types import ModuleType
from typing import Any

import pytest

import elgrande
from elgrande.bots.outlook import Outlook
from elgrande.content.setup import Setup
from elgrande.rules import Position
from elgrande.rules.scoring import score

ROOT = Path(__file__).parents[2]
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The build's own module, without hatchling."""
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    spec = importlib.util.spec_from_file_location("hatch_compile", ROOT / "hatch_compile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class App:
    """Hears what the build says."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def display_warning(self, text: str) -> None:
        self.said.append(text)


def begun(hook: Any, monkeypatch: pytest.MonkeyPatch, version: str = "standard") -> tuple[Any, Any]:
    """What the build is told, and what it says."""
    monkeypatch.setenv(hook.VARIABLE, "1")
    made = hook.CompileHook()
    made.root, made.target_name, made.app = str(ROOT), "wheel", App()
    data = {"force_include": {}, "pure_python": True, "infer_tag": False}
    made.initialize(version, data)
    made.finalize(version, data, "")
    return data, made.app.said


PURE = {"force_include": {}, "pure_python": True, "infer_tag": False}
END = "The wheel is the pure one, which plays the same games more slowly."


def test_without_a_compiler_the_wheel_is_pure_and_one_sentence_says_so(
    hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(hook.shutil, "which", lambda _: None)
    data, said = begun(hook, monkeypatch)
    assert data == PURE
    assert said == [f"The core is not compiled: there is no C compiler ({COMPILER}). {END}"]


def test_a_compiler_in_a_folder_with_a_space_is_found(
    hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(hook.sys, "platform", "linux")
    monkeypatch.setattr(hook.shutil, "which", lambda name: looked.append(name) or name)
    monkeypatch.setenv("CC", '"/opt/my tools/cc" -O2')
    hook.check_tools()
    assert looked == ["/opt/my tools/cc"]
    monkeypatch.setenv("CC", '"/opt/my tools/cc')
    with pytest.raises(hook.CannotCompileError, match="a quotation mark in CC is not closed"):
        hook.check_tools()


@pytest.mark.skipif(not shutil.which(COMPILER), reason="no C compiler to get as far")
@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("print('much'); raise SystemExit('x.py:1: error: no such thing')",
         "x.py:1: error: no such thing"),
        ("print('x.c:1: error: no such thing\\nx.c:2: warning: dull'); raise SystemExit(1)",
         "x.c:1: error: no such thing"),
        ("raise SystemExit(7)", "it ended with code 7"),
        ("import no_mypyc", "ModuleNotFoundError: No module named 'no_mypyc'"),
    ],
)  # fmt: skip
def test_where_the_compiler_fails_the_wheel_is_pure(
    hook: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, why: str
) -> None:
    monkeypatch.setattr(hook.tempfile, "mkdtemp", lambda prefix: str(tmp_path / "place"))
    monkeypatch.setattr(hook, "RUN", program)
    data, said = begun(hook, monkeypatch)
    assert data == PURE
    assert said == [f"The core is not compiled: {why}. {END}"]
    assert not list(tmp_path.iterdir()), "what was begun is left behind"


@pytest.mark.skipif(not shutil.which(COMPILER), reason="no C compiler to get as far")
def test_what_was_compiled_lies_beside_its_source(
    hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = "import os, sys; os.makedirs(sys.argv[1] + '/lib/elgrande/rules'); "
    made += "open(sys.argv[1] + '/lib/elgrande/rules/position.so', 'w').close()"
    monkeypatch.setattr(hook, "RUN", made)
    data, said = begun(hook, monkeypatch)
    assert not said
    assert list(data["force_include"].values()) == ["elgrande/rules/position.so"]
    assert (data["pure_python"], data["infer_tag"]) == (False, True)


def test_nothing_is_compiled_unasked_or_to_be_edited(
    hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "compiled", lambda *_: pytest.fail("nobody asked for it"))
    assert begun(hook, monkeypatch, "editable") == (PURE, [])
    made = hook.CompileHook()
    made.root, made.target_name = str(ROOT), "wheel"
    for value in (None, "", "0", "false", "No", "OFF"):
        monkeypatch.delenv(hook.VARIABLE)
        if value is not None:
            monkeypatch.setenv(hook.VARIABLE, value)
        made.initialize("standard", {})
        assert made.dependencies() == []
        monkeypatch.setenv(hook.VARIABLE, "1")
    assert made.dependencies() == hook.TOOLS
    made.target_name = "sdist"
    assert made.dependencies() == []


def test_classes_are_marked_and_every_line_stays_where_it_was(hook: Any) -> None:
    source = ROOT / "src"
    marked, decorated = {hook.OPEN: 0, hook.PLAIN: 0}, 0
    for name in hook.modules(source):
        text = (source / name).read_text(encoding="utf-8")
        made = hook.opened(text)
        classes = [found for found in ast.parse(text).body if isinstance(found, ast.ClassDef)]
        decorated += sum(bool(found.decorator_list) for found in classes)
        pairs = zip(text.split("\n"), made.split("\n"), strict=True)
        changed = [(old, new) for old, new in pairs if old != new]
        assert all(not old or old == hook.FUTURE for old, _ in changed), name
        for mark in marked:
            marked[mark] += sum(new == mark for _, new in changed)
    assert marked[hook.OPEN] > 80
    assert marked[hook.PLAIN] == decorated > 0, "data classes stay Python's"
    for begin in ("pass\n", "pass\n@dataclass\n"):
        with pytest.raises(hook.CannotCompileError, match="no empty line before the class Step"):
            hook.opened(f"{begin}class Step:\n    pass\n")


def test_what_is_compiled_inherits_from_what_is_compiled(hook: Any) -> None:
    """Else it would find the methods of an interpreted parent's own parent."""
    source = ROOT / "src"
    modules = hook.modules(source)
    for name in modules:
        tree = ast.parse((source / name).read_text(encoding="utf-8"))
        home = {
            alias.name: found.module.replace(".", "/") + ".py"
            for found in ast.walk(tree)
            if isinstance(found, ast.ImportFrom) and (found.module or "").startswith("elgrande")
            for alias in found.names
        }
        for found in tree.body:
            if not isinstance(found, ast.ClassDef) or found.decorator_list:
                continue
            for base in found.bases:
                parent = base.value if isinstance(base, ast.Subscript) else base
                if isinstance(parent, ast.Name) and parent.id in home:
                    assert home[parent.id] in modules, f"{found.name} in {name}"


def test_an_event_that_is_compiled_has_no_sentence(hook: Any) -> None:
    """It would be taken for a field, and no data class has one with a value before one without."""
    for name in hook.modules(ROOT / "src"):
        tree = ast.parse((ROOT / "src" / name).read_text(encoding="utf-8"))
        for found in tree.body:
            for line in found.body if isinstance(found, ast.ClassDef) else ():
                if isinstance(line, ast.Assign) and found.decorator_list:
                    assert ast.unparse(line.targets[0]) != "sentence", f"{found.name} in {name}"


def test_what_strangers_may_do_to_a_class_they_may_do_to_a_compiled_one() -> None:
    """Copy it, and write subclasses of it."""
    state = Setup.of(3, seed=1).start()
    told = score(state, 0)
    for copied in (copy(told), deepcopy(told), loads(dumps(told))):
        assert copied == told
    assert deepcopy(state) == state
    assert deepcopy(state.view(0)) == state.view(0)

    class Hopeful(Outlook):
        def hand(self, position: Position, seat: int) -> float:
            return super().hand(position, seat) + 100.0

    plain, hopeful = Outlook(state.view(0), 0), Hopeful(state.view(0), 0)
    assert hopeful.worth(state.view(0)) == pytest.approx(plain.worth(state.view(0)) + 100.0)


def test_every_module_that_is_named_is_there(hook: Any) -> None:
    source = ROOT / "src"
    assert all((source / name).is_file() for name in hook.modules(source))
    stems = {path.stem for path in (source / hook.RULES).rglob("*.py")}
    assert stems >= hook.LEFT


@pytest.mark.skipif(not elgrande.is_compiled(), reason="this core is pure")
def test_a_compiled_core_says_so() -> None:
    from elgrande.rules import position

    assert not position.__file__.endswith(".py")
    assert elgrande.version_told() == f"{elgrande.__version__}, compiled"


@pytest.mark.long
@pytest.mark.skipif(not shutil.which(COMPILER), reason="there is no C compiler")
@pytest.mark.skipif(
    os.environ.get("ELGRANDE_COMPILE") != "1",
    reason="compiling takes minutes and fetches the compiler: ELGRANDE_COMPILE=1 asks for it",
)
def test_the_compiled_wheel_plays_what_was_recorded(tmp_path: Path) -> None:
    """Recorded games replay to their digests, and expansions of strangers load."""
    environ = {**os.environ, "ELGRANDE_COMPILE": "1"}
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "dist"), str(ROOT)],
        env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert "-none-any" not in wheel.name, built.stdout
    place = tmp_path / "there"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(place)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/goldens",
         "tests/seam", "tests/rules", "tests/expansions", "tests/bots", "tests/table",
         f"{Path(__file__).relative_to(ROOT)}"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(place), "PYTEST_ADDOPTS": ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr
    assert "this core is pure" not in ran.stdout
