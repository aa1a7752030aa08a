"""Does what a recipe page says, to the letter, in a folder of its own.

A page consists of prose and of three sorts of blocks. A *file* is announced by a line that
ends with its name and a colon, ``tour/deck.toml``; the line may say where in a file
that is there already the block belongs (``at the end``, ``below`` or ``instead of`` a line).
A block of ``sh`` holds commands, and one of ``text`` what they print, ``...`` standing
for whatever else. Any other block is a fault: nothing on a page goes untried.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "recipes"
_FENCE = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<language>\w*)\n(?P<body>.*?)^```$", re.M | re.S)
_FILE = re.compile(
    r"`(?P<file>[^`]+)`(?:, (?P<how>at the end|below|instead of)(?: `(?P<line>[^`]+)`)?)?:$"
)
INSTALL = {
    "pip install -e .": "here",
    "python -m venv before": "nowhere",
    "before/bin/pip install PATH/TO/EL-GRANDE .": "before",
}
"""What is installed, and where to."""
_RUN = Path(__file__).with_name("run_commands.py")


@dataclass(frozen=True)
class File:
    """A block that is written to a file, or into it."""

    name: str
    how: str
    line: str
    body: str

    def write(self, folder: Path) -> None:
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not self.how:
            assert not path.exists(), f"{self.name} is there already"
            path.write_text(self.body, encoding="utf-8")
            return
        text = path.read_text(encoding="utf-8")
        if self.how == "at the end":
            path.write_text(f"{text}\n{self.body}", encoding="utf-8")
            return
        lines = text.splitlines(keepends=True)
        found = [at for at, line in enumerate(lines) if line.strip() == self.line]
        assert len(found) == 1, f"{self.name} has the line {self.line!r} {len(found)} times"
        at = found[0]
        lines[at : at + 1] = [*([lines[at]] if self.how == "below" else []), self.body]
        path.write_text("".join(lines), encoding="utf-8")


@dataclass
class Commands:
    """A block of commands, and what the page says that they print."""

    lines: list[str]
    printed: str | None = None


def blocks(page: str) -> list[File | Commands]:
    """Return the blocks of a page in their order."""
    text = (PAGES / page).read_text(encoding="utf-8")
    out: list[File | Commands] = []
    for found in _FENCE.finditer(text):
        body = found["body"]
        if found["language"] == "sh":
            out.append(Commands(body.splitlines()))
        elif found["language"] == "text":
            last = out[-1]
            assert isinstance(last, Commands), f"{page}: nothing prints this:\n{body}"
            last.printed = body
        else:
            file = _FILE.search(found["before"])
            assert file, f"{page}: which file is this?\n{found['before']}\n{body}"
            out.append(File(file["file"], file["how"] or "", file["line"] or "", body))
    assert text.count("```") == 2 * len(_FENCE.findall(text)), f"{page}: a block begins anyhow"
    return out


def checkout(folder: Path) -> Path:
    """Copy what a page changes that is about the source tree; return the path of the program.

    Bytecode comes along with its files' times, so that nothing is compiled again.
    """
    for name in ("src", "themes", "saves"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder / "src"


def follow(page: str, folder: Path, code: str = "", *, source: bool = False) -> str:
    """Do all that a page says in a folder; return what ``code``, run in the end, prints.

    With ``source`` the folder begins as a copy of the source tree. The commands run in one
    process, which saves most of their time. ``pip install`` is carried out by what it would
    bring about: the package's names and its folder are known.
    """
    script: list[dict[str, object]] = []
    promised: list[str | None] = []
    for block in blocks(page):
        if isinstance(block, File):
            script.append({"file": vars(block)})
            continue
        for line in block.lines:
            words = shlex.split(line)
            script.append({"install": INSTALL[line]} if line in INSTALL else {"command": words})
        promised.append(block.printed)
        script.append({"end": True})
    script += [{"code": code}, {"end": True}]
    home = folder / "home"
    path = str(checkout(folder) if source else ROOT / "src")
    environ = {**os.environ, "ELGRANDE_HOME": str(home), "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, str(_RUN)], input=json.dumps(script), cwd=folder, env=environ,
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    printed = json.loads(done.stdout)
    for wanted, got in zip(promised, printed, strict=False):
        if wanted is not None:
            compare(page, wanted, got)
    return str(printed[-1])


def compare(page: str, wanted: str, got: str) -> None:
    """Compare what a page says that its commands print with what they did."""
    pattern = "".join(
        ".*" if part == "..." else re.escape(part)
        for part in re.split(r"(\.\.\.)", wanted.rstrip())
    )
    assert re.fullmatch(pattern, got.rstrip(), re.S), f"{page} says\n{wanted}\nand it is\n{got}"


def installed(folder: Path) -> None:
    """Do what ``pip install -e .`` does to Python's mind: names of entry points, a path."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines: list[str] = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    sys.path.insert(0, str(folder))


def installed_in(environment: Path, folder: Path) -> None:
    """Do what an environment's ``pip install .`` does: its Python finds a copy of the package."""
    site, program = environment / "site", environment / "bin" / "python"
    for name in (info.parent for info in folder.glob("*/__init__.py")):
        shutil.copytree(name, site / name.name)
    for info in folder.glob("*.dist-info"):
        shutil.copytree(info, site / info.name)
    program.parent.mkdir()
    path = shlex.quote(os.pathsep.join((str(site), os.environ["PYTHONPATH"])))
    python = shlex.quote(sys.executable)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={path} exec {python} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
