"""Carries out the steps of a recipe, read as JSON; prints what each block printed, as JSON."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stdout
from glob import glob
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

from recipes import File, installed, installed_in


def main() -> int:
    steps = json.load(sys.stdin)
    real, out, printed = sys.stdout, io.StringIO(), []
    for step in steps:
        if "file" in step:
            File(**step["file"]).write(Path())
        elif "install" in step:
            if step["install"] == "here":
                installed(Path.cwd())
            elif step["install"] != "nowhere":
                installed_in(Path.cwd() / step["install"], Path.cwd())
        elif "end" in step:
            printed.append(out.getvalue())
            out = io.StringIO()
        else:
            with redirect_stdout(out):
                code = run(step)
            if code:
                print(out.getvalue(), f"{step} ended with {code}", file=sys.stderr)
                return 1
    json.dump(printed, real)
    return 0


def matching(word: str) -> list[str]:
    """Return what a shell makes of a word."""
    return sorted(glob(word)) if "*" in word else [word]


def run(step: dict[str, object]) -> int:
    """Carry out a command, or lines of Python; return its exit code."""
    if "code" in step:
        exec(str(step["code"]), {"__name__": "__page__"})
        return 0
    words = step["command"]
    assert isinstance(words, list)
    program, *arguments = (found for word in words for found in matching(word))
    if program == "elgrande":
        from elgrande.cli.main import main

        return int(main(arguments) or 0)
    if program == "pytest":
        import pytest

        return int(pytest.main([*arguments, "-p", "no:cacheprovider"]))
    assert (program, arguments[0]) == ("python", "-c"), f"what is {words}?"
    exec(arguments[1], {"__name__": "__page__"})
    return 0


if __name__ == "__main__":
    sys.exit(main())
