"""The two tables of signs: what each may contain, and which one a terminal gets."""

from __future__ import annotations

from dataclasses import fields

import pytest

from elgrande.app.panes import glyphs
from elgrande.app.panes.text_runs import cells

WIDER = {"more", "arrow", "name", "spotlight"}


def signs(table: glyphs.Glyphs) -> dict[str, str]:
    """All signs of a table by name."""
    found = {f.name: getattr(table, f.name) for f in fields(table)}
    found |= {f"piece {colour}": sign for colour, sign in table.pieces.items()}
    return {name: sign for name, sign in found.items() if isinstance(sign, str)}


@pytest.mark.parametrize("table", [glyphs.UNICODE, glyphs.ASCII], ids=["unicode", "ascii"])
def test_signs_are_one_cell_wide_and_shapes_differ(table: glyphs.Glyphs) -> None:
    for name, sign in signs(table).items():
        if name not in WIDER:
            assert cells(sign) == 1, name
    assert len(set(table.pieces.values())) == len(table.pieces) == len(glyphs.LETTERS)
    assert table.piece("neutral") == "n"


def test_the_ascii_table_is_ascii() -> None:
    assert all(sign.isascii() for sign in signs(glyphs.ASCII).values())


@pytest.mark.parametrize(
    ("variables", "ascii_only", "name"),
    [
        ({}, None, "unicode"),
        ({}, True, "ascii"),
        ({"ELGRANDE_ASCII": "1"}, None, "ascii"),
        ({"ELGRANDE_ASCII": "0", "TERM": "linux"}, None, "unicode"),
        ({"ELGRANDE_ASCII": "1"}, False, "unicode"),
        ({"TERM": "linux"}, None, "ascii"),
    ],
)
def test_which_table_a_terminal_gets(
    variables: dict[str, str], ascii_only: bool | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for key, value in variables.items():
        monkeypatch.setenv(key, value)
    assert glyphs.choose(ascii_only).name == name


def test_an_encoding_without_the_shapes_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    class Old:
        encoding = "latin-1"

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(glyphs.sys, "__stdout__", Old())
    assert glyphs.choose().name == "ascii"
