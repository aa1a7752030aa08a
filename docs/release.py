"""Check that a release is ready; change nothing.

python docs/release.py                 # before: version, change log, address, README, tree
python docs/release.py --built dist    # after: what is in the packages
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"## (?P<version>\d+\.\d+\.\d+), (?P<date>\d{4}-\d\d-\d\d|unreleased)")
IN_WHEEL = (
    "elgrande/py.typed", "elgrande/shipped/saves/sample-game.toml",
    "elgrande/shipped/themes/dark.toml", "licenses/LICENSE",
)  # fmt: skip
IN_SDIST = (
    ".ci/run", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md",
    "benchmarks/run.py", "docs/architecture.md", "docs/table.svg", "hatch_build.py",
    "saves/sample-game.toml", "src/elgrande/__init__.py", "tests/conftest.py", "themes/dark.toml",
)  # fmt: skip


def headings(changes: str) -> list[tuple[str, str]]:
    """Return version and date of every section of a change log, the newest first.

    Raises ValueError for a heading of another form.
    """
    found = []
    for line in changes.splitlines():
        if line.startswith("## "):
            match = HEADING.fullmatch(line)
            if not match:
                raise ValueError(f"CHANGELOG.md: {line!r} must be '## VERSION, YYYY-MM-DD'")
            found.append((match["version"], match["date"]))
    return found


def faults(project: dict[str, object], package: str, changes: str) -> list[str]:
    """Return a sentence for everything in the files that keeps a version from being released."""
    version = str(project["version"])
    out = []
    if f'__version__ = "{version}"' not in package:
        out.append(f"src/elgrande/__init__.py must say {version} too, as pyproject.toml does")
    try:
        newest = headings(changes)[:1]
    except ValueError as error:
        return [*out, str(error)]
    if not newest or newest[0][0] != version:
        out.append(f"CHANGELOG.md must begin with a section for {version}")
    elif newest[0][1] == "unreleased":
        out.append(f"CHANGELOG.md still calls {version} unreleased: write the day of the release")
    urls = project.get("urls")
    if not isinstance(urls, dict) or not str(urls.get("Source", "")).startswith("https://"):
        out.append("pyproject.toml, [project.urls]: fill in Source, the repository's address")
    return out


def tree(version: str) -> list[str]:
    """Return what is wrong with the work tree: changes, a README gone stale, a tag elsewhere."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.strip()

    out = []
    if git("status", "--porcelain"):
        out.append("there are changes that are not committed")
    tag = f"v{version}"
    tagged = git("rev-parse", "-q", "--verify", f"{tag}^{{commit}}")
    if tagged and tagged != git("rev-parse", "HEAD"):
        out.append(f"the tag {tag} is at another commit: choose a new version")
    made = subprocess.run([sys.executable, "docs/make.py", "--check"], cwd=ROOT, check=False)
    if made.returncode:
        out.append("README.md is stale: run 'make docs' and commit it")
    return out


def lacking(folder: Path, version: str) -> list[str]:
    """Return what the built packages lack, and links that lead nowhere outside a checkout."""
    wheel = folder / f"elgrande-{version}-py3-none-any.whl"
    sdist = folder / f"elgrande-{version}.tar.gz"
    out = [f"{path.name} was not built" for path in (wheel, sdist) if not path.is_file()]
    if out:
        return out
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        readme = archive.read(about).decode()
    with tarfile.open(sdist) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    out += [f"{wheel.name} lacks {part}" for part in IN_WHEEL
            if not any(name.endswith(part) for name in names)]  # fmt: skip
    out += [f"{sdist.name} lacks {part}" for part in IN_SDIST if part not in inside]
    links = re.findall(r"\]\(([^)\s#]+)", readme.partition("\n\n")[2])
    out += [f"the README of {wheel.name} links to {link}" for link in links if "://" not in link]
    return out


def main() -> int:
    """Print what is wrong; exit code 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--built", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = about["version"]
    if arguments.built:
        found = lacking(arguments.built, version)
    else:
        package = (ROOT / "src" / "elgrande" / "__init__.py").read_text(encoding="utf-8")
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        found = faults(about, package, changes) + tree(version)
    for sentence in found:
        print(f"not ready: {sentence}", file=sys.stderr)
    if not found:
        print(
            f"elgrande {version}: " + ("the packages are complete" if arguments.built else "ready")
        )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
