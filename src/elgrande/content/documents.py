"""What the documents are called: content files cite them by keys, people read titles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from elgrande.content.files import AnyFile, TomlTable, read_toml

FORMAT = 1
KEY = re.compile(r"\b(?=[A-Z0-9]{2,}\b)[A-Z][A-Z0-9]*\b")
"""What looks like a document's key: two or more capitals and digits, a capital first."""
_PART = re.compile(rf"({KEY.pattern})(?: (?=\d))?")


def read_documents(source: AnyFile) -> dict[str, str]:
    """Return the titles by key; ContentError names the file, the key and the cure."""
    top = TomlTable(read_toml(source), source.name, "top")
    top.number("format", FORMAT, FORMAT)
    table = top.table("title")
    titles = {}
    for key, _ in table.items():
        titles[key] = table.text(key, most=60)
        if not KEY.fullmatch(key):
            raise table.fault(key, "write a key of two or more capitals and digits")
    top.close()
    return titles


@cache
def documents() -> Mapping[str, str]:
    """Return the titles of the shipped table, by key."""
    return read_documents(files("elgrande.content") / "documents.toml")


def cited(cite: str, sure: str = "", how: str = "") -> str:
    """Return a citation of a content file as people read it, with titles for the keys.

    How ``sure`` we are is said behind it, as ``how`` if there is one, unless it says so itself. A
    document that is cited twice in a row is named once; a word that is no key stays.
    """
    out: list[str] = []
    last = ""
    for part in cite.split("; "):
        found = KEY.match(part)
        key = found[0] if found else ""
        if key in documents() and key == last and part.startswith(f"{key}, "):
            part = part.removeprefix(f"{key}, ")
        out.append(_PART.sub(_title, part))
        last = key
    said = "; ".join(out)
    return f"{said} ({how or sure})" if sure and sure not in cite else said


def _title(found: re.Match[str]) -> str:
    """Return the title for a key; a number behind it is a part of the document."""
    title = documents().get(found[1])
    if title is None:
        return found[0]
    return f"{title}, part " if found[0] != found[1] else title
