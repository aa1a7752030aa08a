"""The pages for people name what is there: files, tasks, versions, headings."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import elgrande

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "elgrande"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PAGES = ("docs/architecture.md", "docs/release.md", "CONTRIBUTING.md", "README.md")
OUTSIDE = {"dist/", "tour/", "saves/my", "Scripts/"}
"""What begins so is no file of ours."""


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    found = re.findall(r"`([\w.-]+(?:/[\w.*-]+)+/?)`|`([\w-]+/)`", text(page))
    names = {one or other for one, other in found}
    names = {name for name in names if not any(name.startswith(far) for far in OUTSIDE)}
    places = (ROOT, SOURCE, SOURCE.parent)
    missing = [
        name for name in sorted(names)
        if not any(any(place.glob(name.rstrip("/"))) for place in places)
    ]  # fmt: skip
    assert not missing
    assert names or page == "README.md"


@pytest.mark.parametrize("page", [*PAGES, "docs/api.md", "docs/server.md"])
def test_every_link_leads_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", text(page)):
        assert ((ROOT / page).parent / link).exists(), link


def test_the_architecture_names_every_folder_and_the_layers_as_they_are_checked() -> None:
    page = text("docs/architecture.md")
    folders = [path for path in SOURCE.iterdir() if (path / "__init__.py").is_file()]
    folders += [path for path in (SOURCE / "app").iterdir() if (path / "__init__.py").is_file()]
    for folder in folders:
        assert f"`{folder.relative_to(SOURCE).as_posix()}/`" in page, folder
    assert f"`{' → '.join(map(', '.join, layers()))}`" in page


def layers() -> list[list[str]]:
    """The layers as the contract has them, those that may not know each other in one."""
    (found,) = (
        contract["layers"] for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract["name"] == "Imports point one way only"
    )  # fmt: skip
    return [[part.rpartition(".")[2] for part in layer.split(" : ")] for layer in found]


def test_wherever_an_order_of_imports_is_written_it_is_the_one_that_is_checked() -> None:
    """A part of it too, in any page, docstring or comment."""
    at = {name: number for number, layer in enumerate(layers()) for name in layer}
    name = rf"[`*]*(?:elgrande\.)?(?:{'|'.join(at)})\b[`*]*"
    side = rf"{name}(?:,\s+{name})*"
    folders = ("src", "tests", "docs", "benchmarks")
    files = [*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "Makefile"]
    files += [path for folder in folders for path in (ROOT / folder).rglob("*.[mp][dy]")]
    chains = 0
    for path in files:
        prose = re.sub(r"\n\s*(# )?", " ", path.read_text(encoding="utf-8"))
        for chain in re.finditer(rf"{side}(?:\s*(?:→|->)\s*{side})+", prose):
            sides = [re.findall(r"[a-z]+", part) for part in re.split("→|->", chain[0])]
            said = [{at[one] for one in part if one != "elgrande"} for part in sides]
            assert all(len(part) == 1 for part in said), (path, chain[0])
            order = [part.pop() for part in said]
            assert order == list(range(order[0], order[0] + len(order))), (path, chain[0])
            chains += 1
    assert chains >= 2


def test_the_architecture_names_each_concept_once_with_its_file() -> None:
    """And no more of them than one can keep in mind."""
    page = text("docs/architecture.md")
    assert len(page.splitlines()) <= 215
    rows = re.findall(r"^\| ([^`|]+) \| [^|]+ \| (`[^|]+`) \|$", page, re.MULTILINE)
    rows = [(words.split(", "), re.findall(r"`([^`]+)`", where)) for words, where in rows]
    concepts = [word for words, _ in rows for word in words]
    assert len(set(concepts)) == len(concepts)
    assert 60 <= len(concepts) <= 85
    for words, where in rows:
        defined = "".join((SOURCE / file).read_text(encoding="utf-8") for file in where
                          if file.endswith(".py"))  # fmt: skip
        for word in words:
            if re.fullmatch("[A-Z][a-z]+[A-Za-z]*", word) and defined:
                assert re.search(rf"^(class )?{word}\b", defined, re.MULTILINE), word


# -- tasks -----------------------------------------------------------------------------

TASKS = (
    "setup", "test", "test-long", "test-all", "test-base", "test-browser", "snapshots", "lint",
    "format", "types", "docs", "pictures", "compiled", "bench", "check", "release",
)  # fmt: skip


def tasks() -> dict[str, list[str]]:
    """The tasks of the Makefile and their commands."""
    found: dict[str, list[str]] = {}
    for line in text("Makefile").splitlines():
        if task := re.match(r"([a-z-]+):.* ## ", line):
            name = task[1]
            found[name] = []
        elif line.startswith("\t"):
            found[name].append(line.strip())
    return found


def test_the_tasks_that_everybody_guesses_are_there_and_said() -> None:
    assert {*tasks()} == {*TASKS, "help"}
    (phony,) = re.findall(r"\.PHONY: (.*)", text("Makefile"))
    assert {*phony.split()} == {*tasks()}
    for page in ("CONTRIBUTING.md", "docs/release.md"):
        for name in re.findall(r"`make ([\w-]+)`", text(page)):
            assert name in TASKS, f"{page}: make {name}"


@pytest.mark.parametrize("task", TASKS)
def test_what_a_task_runs_is_there(task: str) -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    extra = "\n".join(extras["dev"] + extras["test"])
    provides = {"lint-imports": "import-linter", "python": "build"}
    for command in tasks()[task]:
        program, *words = command.split()
        name = program.removeprefix("$(BIN)/")
        if program != name:
            assert provides.get(name, name) in extra, f"{task}: {name} is in no dev extra"
        else:
            assert name in {"python3", "bash"}, f"{task}: {name}"
        for word in words:
            if word.endswith((".py", "run")) or word.startswith("tests/"):
                assert (ROOT / word).exists(), f"{task}: {word}"


@pytest.mark.parametrize("page", PAGES)
def test_an_example_of_running_some_tests_finds_one(page: str) -> None:
    examples = re.findall(r"`[^`]*pytest[^`]* (tests/[\w/.]+\.py) -k (\w+)`", text(page))
    for file, word in examples:
        names = re.findall(r"^(?:async )?def (test_\w+)", text(file), re.MULTILINE)
        assert any(word in name for name in names), f"{page}: {file} -k {word}"
    assert examples or page != "CONTRIBUTING.md"


def test_all_snapshots_are_written_those_of_long_tests_too() -> None:
    (command,) = tasks()["snapshots"]
    assert "not long" in PROJECT["tool"]["pytest"]["ini_options"]["addopts"]
    assert '-m ""' in command


def test_the_tasks_are_what_the_readme_and_the_checks_run() -> None:
    readme, checks = text("README.md"), text(".ci/run")
    commands = {
        name: [line.replace("$(BIN)", ".venv/bin") for line in lines]
        for name, lines in tasks().items()
    }
    (setup,), (test,) = commands["setup"], commands["test"]
    # Whoever only tests needs no linter.
    assert f"{setup.replace('[dev]', '[test]')} && {test}" in readme
    said = re.sub(r"\\\n\s*", "", checks).replace('"$bin/', ".venv/bin/").replace('"', "")
    for name in ("test-long", "test-base", "lint", "types"):
        for command in commands[name]:
            assert command.replace('"', "") in said, f".ci/run does not run {command}"


# -- hosted checks ---------------------------------------------------------------------


def test_the_workflow_covers_the_versions_and_systems_that_we_name() -> None:
    """Hosted machines are not here, so it is only read; YAML's reader may be missing too."""
    flow = text(".github/workflows/ci.yml")
    classifiers = PROJECT["project"]["classifiers"]
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(classifiers))
    (matrix,) = re.findall(r"python: \[(.*)\]", flow)
    assert re.findall(r'"([\d.]+)"', matrix) == versions
    assert PROJECT["project"]["requires-python"] == f">={versions[0]}"
    assert set(re.findall(r'python-version: "([\d.]+)"', flow)) == {versions[-1]}
    systems = {"Linux": "ubuntu", "MacOS": "macos", "Windows": "windows"}
    for system, runner in systems.items():
        assert any(each.endswith(system) for each in classifiers)
        assert f"runs-on: {runner}-latest" in flow
    assert "bash .ci/run" in flow
    assert "bash .ci/browser" in flow
    assert "-rs" in flow
    assert "elgrande play --plain" in flow
    assert "\t" not in flow
    depths = [len(line) - len(line.lstrip(" ")) for line in flow.splitlines() if line.strip()]
    assert all(depth % 2 == 0 for depth in depths)


# -- releases --------------------------------------------------------------------------


def load(name: str) -> Any:
    """A program of the repository that is in no package."""
    spec = importlib.util.spec_from_file_location(Path(name).stem, ROOT / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RELEASE = load("docs/release.py")


def test_the_change_log_has_the_form_that_a_release_asks_for() -> None:
    found = RELEASE.headings(text("CHANGELOG.md"))
    assert found[0][0] == PROJECT["project"]["version"]
    assert [date for _, date in found[1:]].count("unreleased") == 0
    with pytest.raises(ValueError, match="must be"):
        RELEASE.headings("## 0.1, soon")


def test_what_keeps_a_version_from_being_released_is_said() -> None:
    project = {"version": "1.2.3", "urls": {"Source": "https://code.example/el/grande"}}
    package, changes = '__version__ = "1.2.3"', "# Changelog\n\n## 1.2.3, 2026-12-01\n"
    assert RELEASE.faults(project, package, changes) == []
    unreleased = RELEASE.faults({"version": "1.2.3"}, "", "## 1.2.3, unreleased")
    assert [each.partition(" ")[0] for each in unreleased] == [
        "src/elgrande/__init__.py", "CHANGELOG.md", "pyproject.toml,"
    ]  # fmt: skip
    (older,) = RELEASE.faults(project, package, "## 1.2.2, 2026-12-01\n")
    assert "must begin with a section for 1.2.3" in older


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == elgrande.__version__


def test_the_packages_hold_what_a_packager_needs() -> None:
    for name in PROJECT["project"]["license-files"]:
        assert (ROOT / name).is_file(), name
    (include,) = (PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"],)
    kept = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    tops = {name.partition("/")[0] for name in kept}
    listed = {part.strip("/") for part in include}
    assert listed <= {path.name for path in ROOT.iterdir()}
    assert tops - listed <= {".gitattributes", ".gitignore", "pyproject.toml"}
    assert {name.partition("/")[0] for name in RELEASE.IN_SDIST} <= listed


def test_the_readme_of_the_packages_leads_to_files_that_are_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interface = ModuleType("hatchling.metadata.plugin.interface")
    interface.MetadataHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    linked = load("hatch_build.py").linked
    readme = text("README.md")
    assert linked(readme, "", "1.0") == readme
    shapes = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    made = linked(readme, "https://code.example/el/grande/", "1.0", **shapes)
    assert "](https://code.example/el/grande/raw/v1.0/docs/table.svg)" in made
    assert "](https://code.example/el/grande/blob/v1.0/src/" in made
    links = re.findall(r"\]\(([^)\s]+)\)", made)
    assert links
    assert all(link.startswith(("https://", "#")) for link in links)
    kept = "[a](https://x.example) [b](#keys)"
    assert linked(kept, "https://s.example", "1") == kept
