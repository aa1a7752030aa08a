"""The compiled wheel: the same code, with rules, expansions and search made into C by mypyc.

It is built where ``ELGRANDE_COMPILE=1`` is in the environment. The Python files lie beside what
was made of them, so where a compiled file does not fit, Python takes them. If the core
cannot be compiled the wheel is the pure one, and a sentence says why.

Expansions write subclasses of steps, bots of what they think with. So each class is compiled as
one that allows that and can be copied (``opened``). It is done in a copy: the sources know nothing
of a compiler and import nothing for it.
"""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "ELGRANDE_COMPILE"
NO = frozenset(("", "0", "false", "n", "no", "off"))
"""What means no in it, in capitals or not."""
TOOLS = ["mypy>=1.18,<3", "setuptools>=65"]

RULES = "elgrande/rules"
"""The package that is compiled but for what is left as it is."""
LEFT = frozenset((
    "commands", "events", "free", "hand", "refused", "spec", "view_message", "wording",
))  # fmt: skip
"""Data, texts, events and checks: what expansions and records take apart, or may get wrong, and
nothing in them takes time."""
BOTS = tuple(
    f"elgrande/bots/{name}.py"
    for name in (
        "adding", "caballeros", "disks", "odds", "outlook", "planner", "playouts", "power",
        "program",
    )
)  # fmt: skip
"""What the bots search with, as far as it takes time: a race or a budget takes none."""

EXPANSIONS = tuple(
    f"elgrande/expansions/{name}.py"
    for name in (
        "colonies/cards", "colonies/limit_table", "colonies/pathways", "colonies/places",
        "colonies/voyage", "dummy/steps", "grandissimo/cards", "grandissimo/courtiers",
        "grandissimo/symbols", "intrigue/effects", "intrigue/turn",
        "power_shift/steps",
    )
)  # fmt: skip
"""The rules of our expansions; whoever writes one elsewhere has it as it is."""

OPEN = "@mypyc_attr(allow_interpreted_subclasses=True)"
PLAIN = "@_left"
FUTURE = "from __future__ import annotations"
# mypy takes MYPY for true, and nobody imports this when the game runs. A class with a decorator
# that the compiler does not know stays Python's, and a copy of a class is that class.
SHIM = (
    "; MYPY = False; from copy import copy as _left",
    "if MYPY: from mypy_extensions import mypyc_attr",
)

RUN = """
import sys
from mypyc.build import mypycify
from setuptools import setup

made, *files = sys.argv[1:]
checks = ["--config-file=", "--strict", "--follow-imports=silent"]
modules = mypycify([*checks, *files], opt_level="2", target_dir=made)
setup(name="core", ext_modules=modules, packages=[],
      script_args=["-q", "build_ext", "--build-lib", made + "/lib", "--build-temp", made])
"""


class CannotCompileError(Exception):
    """Why the core cannot be compiled here, as a clause."""


def modules(source: Path) -> list[str]:
    """Return the files that are compiled, as they are named below ``source``."""
    rules = sorted(
        path.relative_to(source).as_posix()
        for path in (source / RULES).rglob("*.py")
        if path.stem not in LEFT
    )
    return [*rules, *BOTS, *EXPANSIONS]


def opened(text: str) -> str:
    """Return a module of whose classes others may write subclasses, and make copies.

    Data classes stay Python's, and only what works with them is compiled: a frozen one could
    not be copied. Every line stays where it is: each class is marked in the empty line before it.
    """
    lines = text.split("\n")
    marked = False
    for found in ast.parse(text).body:
        if not isinstance(found, ast.ClassDef) or _made_of_data(found):
            continue
        at = min(part.lineno for part in (found, *found.decorator_list)) - 2
        if lines[at]:
            raise CannotCompileError(f"there is no empty line before the class {found.name}")
        lines[at] = PLAIN if found.decorator_list else OPEN
        marked = True
    if marked:
        at = lines.index(FUTURE) if FUTURE in lines else -1
        if at < 0 or lines[at + 1]:
            raise CannotCompileError(
                f"a module with such classes lacks {FUTURE!r} and an empty line"
            )
        lines[at] += SHIM[0]
        lines[at + 1] = SHIM[1]
    return "\n".join(lines)


def _made_of_data(found: ast.ClassDef) -> bool:
    return any(
        isinstance(base, ast.Name) and base.id in ("NamedTuple", "Protocol", "TypedDict")
        for base in found.bases
    )


def copied(source: Path, place: Path) -> None:
    """Copy the sources to where they are compiled, with their classes opened."""
    shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
    for name in modules(source):
        path = place / name
        path.write_text(opened(path.read_text(encoding="utf-8")), encoding="utf-8")


def compiled(source: Path, place: Path) -> list[Path]:
    """Compile the core in a folder of one's own; return the libraries, which lie below ``lib``.

    Raises CannotCompileError with the last error that the compiler told, else its last line.
    """
    copied(source, place / "src")
    command = [sys.executable, "-c", RUN, str(place / "made"), *modules(source)]
    environ = {**os.environ, "MYPY_CACHE_DIR": str(place / "cache")}
    ran = subprocess.run(
        command, cwd=place / "src", env=environ, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        said = (ran.stderr or ran.stdout).strip().splitlines()
        # Warnings may come after the error.
        errors = [line for line in said if "error" in line.lower()] or said
        raise CannotCompileError(errors[-1] if errors else f"it ended with code {ran.returncode}")
    lib = place / "made" / "lib"
    return [path for path in sorted(lib.rglob("*")) if path.is_file()]


def check_tools() -> None:
    """Raise CannotCompileError if this machine has nothing to compile with."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    try:
        compiler = (shlex.split(command) or ["cc"])[0]
    except ValueError:
        raise CannotCompileError(f"a quotation mark in CC is not closed ({command})") from None
    if sys.platform != "win32" and not shutil.which(compiler):
        raise CannotCompileError(f"there is no C compiler ({compiler})")


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled core into the wheel where somebody asks for it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return TOOLS if self._asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # What is installed to be edited must be what is edited.
        if not self._asked() or version == "editable":
            return
        self._place = Path(tempfile.mkdtemp(prefix="elgrande-"))
        try:
            check_tools()
            found = compiled(Path(self.root, "src"), self._place)
        except (CannotCompileError, OSError) as fault:
            self.app.display_warning(
                f"The core is not compiled: {fault}. The wheel is the pure one, which plays the "
                "same games more slowly."
            )
            return
        lib = self._place / "made" / "lib"
        build_data["force_include"].update(
            {str(path): path.relative_to(lib).as_posix() for path in found}
        )
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if place := getattr(self, "_place", None):
            shutil.rmtree(place, ignore_errors=True)

    def _asked(self) -> bool:
        said = os.environ.get(VARIABLE, "").strip().lower()
        return self.target_name == "wheel" and said not in NO
