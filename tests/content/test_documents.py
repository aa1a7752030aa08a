"""Sources are read by titles: every key in a content file has one, and none reaches a player."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from elgrande.content.documents import KEY, cited, documents, read_documents
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import every_expansion, expansion, expansion_ids
from elgrande.content.files import ContentError
from elgrande.content.reference.book import pages_of


def cites() -> list[str]:
    """Every citation that a shipped card or entry can show."""
    found = [info.cite for name in edition_ids() for info in edition(name).cards]
    found += [info.cite for name in expansion_ids() for info in expansion(name).cards]
    for one in (*map(edition, edition_ids()), *every_expansion()):
        if one.id not in ("seam", "seam-late"):
            pages = pages_of(one)
            found += [each.entry.cite for each in pages.entries]
            found += [part.cite for each in pages.entries for part in each.parts]
            found += [change.part.cite for change in pages.changes]
            found += [extra.cite for extra in (*pages.house.values(), pages.region)]
    return sorted({cite for cite in found if cite})


@pytest.mark.parametrize("cite", cites())
def test_every_key_that_is_cited_has_a_title(cite: str) -> None:
    for key in KEY.findall(cite):
        assert key in documents(), f"give {key!r} a title in content/documents.toml"
    assert not KEY.search(cited(cite))


CITED = re.compile(r"\b(?:(S\d)(?=[,;:). ])|([A-Z]{2,}) (?=\d+\.\d))")
"""As the code cites: a rule document, or one of our notes with a part of it."""


def test_every_key_that_the_code_cites_has_a_title() -> None:
    for folder in (Path(str(files("elgrande"))), Path(__file__).parents[1]):
        found = {
            match[1] or match[2]: path
            for path in folder.rglob("*.py")
            for match in CITED.finditer(path.read_text(encoding="utf-8"))
        }
        assert {"S0", "S4", "FACTS", "EXPANSIONS"} <= found.keys()
        assert found.keys() <= documents().keys(), found


@pytest.mark.parametrize(
    ("cite", "text"),
    [
        ("S0, King's Bonus", "the rules of 2006, King's Bonus"),
        ("S0, Scoring; S0, The board", "the rules of 2006, Scoring; The board"),
        ("S0, Scoring; S2, Scoring", "the rules of 2006, Scoring; the 2023 rules, Scoring"),
        ("FACTS 7, 9.1", "our own summary of the sources, part 7, 9.1"),
        ("FACTS is silent; our own", "our own summary of the sources is silent; our own"),
        ("The booklet of ABC99, A and B", "The booklet of ABC99, A and B"),
        ("", ""),
    ],
)
def test_a_citation_is_read_with_titles(cite: str, text: str) -> None:
    assert cited(cite) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("format = 2", "field 'format'"),
        ("format = 1\nname = 1", "field 'name': there is no such field"),
        ("format = 1\n[title]\nS9 = 1", "field 'S9': write a text"),
        ('format = 1\n[title]\nrules = "the rules"', "field 'rules': write a key"),
    ],
)
def test_a_broken_table_is_named_with_its_key(text: str, says: str, tmp_path: Path) -> None:
    source = tmp_path / "documents.toml"
    source.write_text(text)
    with pytest.raises(ContentError, match=re.escape(says)):
        read_documents(source)
